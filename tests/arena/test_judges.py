"""The judges against plain minimax, on the last tricks of games that nobody played well."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from kiebitz.arena import judges
from kiebitz.arena.error_rates import error_rates, judge_match, unjudged
from kiebitz.arena.judges import ROLES, judge_game, paranoid, pipma
from kiebitz.arena.log import MatchLog
from kiebitz.arena.match import create_match, play_match
from kiebitz.arena.skat import ARBITER, decisions
from kiebitz.games.skat import State, View
from kiebitz.games.skat.records import parse_record
from tests.arena.conftest import DATA, MakeConfig

LAST_TRICKS = 4
FEW_WORLDS = 20


@cache
def declarer_wins(state: State) -> bool:
    """Whether the declarer wins with open cards: all lines of play, nothing clever."""
    if state.result is not None:
        return state.result.won
    outcomes = (declarer_wins(state.play(card)) for card in state.legal_moves)
    return any(outcomes) if state.to_move == state.declarer else all(outcomes)


def errors_by_minimax(state: State) -> list[tuple[int, int, str, bool]]:
    found = []
    for before, move in decisions(state):
        if ARBITER.is_auction(before) or sum(before.tricks_won) < 10 - LAST_TRICKS:
            continue
        declarer = before.declarer
        assert declarer is not None
        seat = before.to_move
        wins: dict[str, bool] = {
            card: declarer_wins(before.play(card)) == (seat == declarer)
            for card in before.legal_moves
        }
        if len(set(wins.values())) == 2:
            role = ROLES[(seat - declarer) % 3]
            found.append((sum(before.tricks_won) + 1, seat, role, not wins[move]))
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, make_config: MakeConfig) -> Path:
    folder = tmp_path_factory.mktemp("match")
    config = make_config(
        "random",
        "high",
        play="cardplay",
        deals={"file": str(DATA / "xskat_games.csv"), "count": 40},
    )
    with create_match(folder / "log", config) as log:
        play_match(log, workers=2)
    return folder / "log"


def test_pipma_agrees_with_plain_minimax(played: Path) -> None:
    compared = 0
    with MatchLog.open(played) as log:
        for game in log.games():
            state = parse_record(game.result.record).state
            expected = errors_by_minimax(state)
            found = [
                (one.trick, one.seat, one.role, one.is_error)
                for one in pipma(state)
                if one.trick > 10 - LAST_TRICKS
            ]
            assert found == expected
            compared += len(expected)
    assert compared >= 10


def test_pipma_sees_what_a_null_declarer_throws_away() -> None:
    before = State.parse(
        "w CA.CT.CK.C8.C7.S8.HA.HK.H8.DT.CJ.SJ.DJ.C9.SA.ST.HQ.H9.DK.D8.HJ.CQ.S9.S7.HT.H7."
        "DA.DQ.D9.D7.SK.SQ 1 18 0 p 2 20 1 p 2 s w SK.SQ 2 N.SK.CQ 0 H8 1 H9"
    )
    # The seven ducks and the rest holds; the jack takes the trick.
    for card, is_error in (("H7", False), ("HJ", True)):
        *_, last = pipma(before.play(card))
        assert (last.trick, last.role, last.is_error) == (1, "declarer", is_error)


def worlds_of(view: View) -> frozenset[State]:
    """All states that a View leaves possible, found by drawing until none is missing."""
    count = view.count_worlds()
    states: dict[object, State] = {}
    seed = 0
    while len(states) < count:
        state = view.sample(seed)
        states[state.hands, state.skat] = state
        seed += 1
    return frozenset(states.values())


def surely_wins(states: frozenset[State]) -> bool:
    """Whether the declarer wins in all of these worlds by one strategy, all lines tried."""
    one = next(iter(states))
    if one.is_over:
        return all(state.result is not None and state.result.won for state in states)
    if one.to_move == one.declarer:
        return any(
            surely_wins(frozenset(state.play(card) for state in states)) for card in one.legal_moves
        )
    cards = {card for state in states for card in state.legal_moves}
    return all(
        surely_wins(frozenset(s.play(card) for s in states if card in s.legal_moves))
        for card in cards
    )


def test_paranoid_agrees_with_all_strategies_in_all_worlds(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only the last tricks are compared, and those need few nodes; the first are given up early.
    monkeypatch.setattr(judges, "_PARANOID_NODES", 5_000)
    compared = errors = 0
    with MatchLog.open(played) as log:
        for game in log.games():
            state = parse_record(game.result.record).state
            if state.contract is None or state.contract.hand:
                continue
            found = {one.trick: one.is_error for one in paranoid(state)}
            for before, move in decisions(state):
                declarer = before.declarer
                if ARBITER.is_auction(before) or before.to_move != declarer:
                    continue
                trick = sum(before.tricks_won) + 1
                view = before.view(declarer)
                if trick < 8 or len(before.legal_moves) == 1 or view.count_worlds() > FEW_WORLDS:
                    continue
                worlds = worlds_of(view)
                wins: dict[str, bool] = {
                    card: surely_wins(frozenset(world.play(card) for world in worlds))
                    for card in before.legal_moves
                }
                if len(set(wins.values())) == 2:
                    assert found.pop(trick) == (not wins[move])
                    compared += 1
                    errors += not wins[move]
                else:
                    assert trick not in found
    assert compared >= 5
    assert 0 < errors < compared


def test_rates_are_counted_by_player_role_and_trick(played: Path) -> None:
    with MatchLog.open(played) as log:
        judge_match(log, "pipma", workers=2)
        assert list(unjudged(log, "pipma")) == []
        judge_match(log, "pipma", workers=1)  # nothing is judged twice
        rates = error_rates(log, "pipma")
        games = list(log.games())
    expected = [
        (game.result.seats[seat], role, trick, is_error)
        for game in games
        for trick, seat, role, is_error in judge_game(("pipma", game.result.record), 0)
    ]
    assert sum(rate.rate.count for rate in rates if rate.trick == 0) == len(expected)
    for rate in rates:
        assert rate.against == ("high" if rate.player == "random" else "random")
        mine = [
            is_error
            for player, role, trick, is_error in expected
            if (player, role) == (rate.player, rate.role) and rate.trick in (0, trick)
        ]
        assert (rate.errors, rate.rate.count) == (sum(mine), len(mine))
    assert any(rate.errors for rate in rates)
