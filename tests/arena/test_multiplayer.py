from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiebitz.arena.arbiter import ARBITERS, Spec, arbiter_for
from kiebitz.arena.config import parse_config
from kiebitz.errors import KiebitzError
from kiebitz.games import catalogue


@pytest.mark.parametrize("game", [name for name in ARBITERS if name != "skat"])
def test_every_game_has_an_arbiter(game: str) -> None:
    arbiter: Any = arbiter_for(game)
    player = arbiter.make_player({"kind": "speculative", "nodes": 50, "worlds": 1})
    state = arbiter.start(None, 3)
    assert state.players == arbiter.seats
    for seed in range(4):
        view = arbiter.view(state, state.to_move)
        state = arbiter.play(state, player.decide(view, seed=seed).move)
    chance = arbiter.make_player({"kind": "random"})
    while not state.is_over and state.players == 3:
        view = arbiter.view(state, state.to_move)
        state = arbiter.play(state, chance.decide(view, seed=len(str(state))).move)
    assert len(arbiter.ending(state, ["a"] * arbiter.seats, 1).scores) == arbiter.seats
    assert arbiter.forfeit(state, 0, False, ["a"] * arbiter.seats, 1).scores[0] < 0


def test_a_match_of_hearts_can_be_configured() -> None:
    players: Spec = {"a": {"kind": "paranoid", "nodes": 100}, "b": {"kind": "rules"}}
    table: Spec = {"match": {"game": "hearts"}, "deals": {"count": 2}, "player": players}
    assert len(parse_config(table, Path()).castings) == 14  # all mixed seatings of four


@pytest.mark.parametrize(
    "spec",
    [{"kind": "pimc"}, {"kind": "random", "nodes": 3}, {"kind": "maxn", "strength": 3}],
)
def test_players_that_do_not_exist_are_refused(spec: Spec) -> None:
    with pytest.raises(KiebitzError):
        arbiter_for("spades").make_player(spec)
    with pytest.raises(KiebitzError):
        arbiter_for("spades").make_player({"kind": "rules"})


def test_all_names_are_known() -> None:
    assert {"hearts", "hearts-3", "chinese-checkers-6", "abalone"} <= set(ARBITERS)
    assert len(ARBITERS) == 1 + sum(len(counts) for counts in catalogue.PLAYERS.values()) + 6
