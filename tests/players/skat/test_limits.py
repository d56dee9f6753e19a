"""Limits mean what they say, in every player of Skat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kiebitz.app.engine import Engine
from kiebitz.arena.config import parse_config
from kiebitz.arena.match import check_players
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import View
from kiebitz.limits import Limit
from kiebitz.players.skat import make_player
from tests.players.skat import positions

SEARCHING = (
    "rules-iimc",
    "pimc",
    "pimc:values=win",
    "recpimc:inner=2",
    "hybrid:inner=2,from=5",
    "uct",
    "recpimc:inner=1,level=2,margin=0",
)


def _view(cards: int = 15) -> View:
    state = positions.after(4, cards)
    return state.view(state.to_move)


def _with(spec: str, settings: str) -> str:
    return f"{spec}{',' if ':' in spec else ':'}{settings}"


@pytest.mark.parametrize("spec", SEARCHING)
@pytest.mark.parametrize("nodes", [1, 3_000, 30_000])
def test_nodes_end_with_the_world_that_reaches_them(spec: str, nodes: int) -> None:
    player = make_player(_with(spec, "sure=0,threads=1"))
    decision = player.decide(_view(), limit=Limit(nodes=nodes), seed=3)
    assert decision.move in _view().legal_moves
    assert decision.worlds >= 1
    if decision.nodes < nodes:
        # Nothing is left to think of: all worlds are known, or one card is left.
        assert decision.nodes == player.decide(_view(), limit=Limit(nodes=10**9), seed=3).nodes
        return
    # The bound of exactly what was spent gives the same, one node more another world.
    again = player.decide(_view(), limit=Limit(nodes=decision.nodes), seed=3)
    assert (again.worlds, again.nodes) == (decision.worlds, decision.nodes)
    if decision.worlds > 1:
        fewer = player.decide(_view(), limit=Limit(nodes=nodes, worlds=decision.worlds - 1), seed=3)
        assert fewer.worlds < decision.worlds or spec == "uct"


@pytest.mark.parametrize("spec", SEARCHING)
def test_nodes_give_one_answer_on_any_number_of_threads(spec: str) -> None:
    answers = [
        make_player(_with(spec, f"threads={threads}")).decide(
            _view(), limit=Limit(nodes=20_000), seed=5
        )
        for threads in (1, 2, 5)
    ]
    for one in answers[1:]:
        assert (one.move, one.worlds, one.nodes) == (
            answers[0].move, answers[0].worlds, answers[0].nodes,
        )  # fmt: skip
        assert one.candidates == answers[0].candidates


def test_the_search_for_sure_wins_counts_too() -> None:
    for number in range(12):
        state = positions.after(number, 12)
        if state.is_over or state.to_move != state.declarer:
            continue
        view = state.view(state.to_move)
        decision = make_player("rules-iimc:sure=10000").decide(view, limit=Limit(nodes=200))
        assert decision.move in view.legal_moves
        # A playout of all cards from here has no more than 10 x 20 cards.
        assert 0 < decision.nodes < 200 + 200


def test_time_that_is_too_short_for_a_world_still_gives_a_card() -> None:
    # The first world of such a recursion takes minutes: it is broken off within the playout.
    player = make_player("recpimc:level=2,inner=200,sure=0")
    view = _view(0)
    decision = player.decide(view, limit=Limit(seconds=0.1), seed=1)
    assert decision.worlds == 0
    assert decision.move in view.legal_moves
    assert decision.move == make_player("rules").decide(view).move


@pytest.mark.parametrize("spec", ["rules", "random", "pimc", "uct", "recpimc"])
def test_depth_is_refused(spec: str) -> None:
    with pytest.raises(KiebitzError, match="depth cannot be kept"):
        make_player(spec).decide(_view(), limit=Limit(depth=3))


@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(worlds=1), Limit(seconds=0.001)])
@pytest.mark.parametrize("spec", ["rules", "random"])
def test_players_that_do_not_think_keep_every_limit(spec: str, limit: Limit) -> None:
    decision = make_player(spec).decide(_view(), limit=limit)
    assert decision.nodes == decision.worlds == 0


def test_a_match_keeps_nodes_and_refuses_depth_before_it_begins(tmp_path: Path) -> None:
    def config(limit: dict[str, int]) -> Any:
        players: dict[str, Any] = {
            "mine": {"spec": "rules-iimc", "limit": limit},
            "theirs": {"spec": "random"},
        }
        table: dict[str, Any] = {"match": {"play": "whole", "seed": 1}, "deals": {"count": 1}}
        return parse_config({**table, "player": players}, tmp_path)

    check_players(config({"nodes": 500}))
    with pytest.raises(KiebitzError, match="depth cannot be kept"):
        check_players(config({"depth": 3}))


def _ask(query: dict[str, Any]) -> dict[str, Any]:
    answers: list[dict[str, Any]] = []
    engine = Engine(answers.append)
    engine.run([json.dumps({"id": 1, **query}).encode()])
    return answers[0]


def test_the_engine_keeps_nodes_and_refuses_depth() -> None:
    query = {"moves": str(_view()), "limit": {"nodes": 3000}, "seed": 2}
    for spec in ("rules-iimc", "recpimc:inner=1", "pimc"):
        answers = [_ask({**query, "player": _with(spec, f"threads={n}")}) for n in (1, 3)]
        for answer in answers:
            del answer["seconds"]
        assert answers[0] == answers[1]
        assert answers[0]["nodes"] >= 3000
    refused = _ask({**query, "limit": {"depth": 3}})
    assert refused["field"] == "limit.depth"


def test_a_level_thinks_of_no_more_worlds_than_it_is_known_for() -> None:
    level, kind = make_player("club"), make_player("pimc:worlds=3,belief=uniform,sure=0")
    assert level.decide(_view(), limit=Limit(seconds=0.5), seed=3).worlds <= 3
    assert kind.decide(_view(), limit=Limit(nodes=200_000), seed=3).worlds > 3
    assert level.decide(_view(), limit=Limit(worlds=6), seed=3).worlds > 3  # unless it is told to
