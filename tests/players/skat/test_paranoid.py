from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kiebitz.beliefs.skat import SkatWorld
from kiebitz.games.skat import State, View
from kiebitz.games.skat.cards import DECK
from kiebitz.players.skat import make_player
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.paranoid import (
    achievable_set,
    can_claim,
    is_unlosable,
    largest_achievable_set,
    sure_cards,
    sure_points,
)
from tests.players.skat import positions

_PROBLEMS = Path(__file__).parents[2] / "data" / "skat_problems.csv"


def _problem(name: str) -> dict[str, str]:
    with _PROBLEMS.open(newline="") as file:
        return next(row for row in csv.DictReader(file) if row["id"] == name)


def _rearhands_view(problem: dict[str, str]) -> View:
    """The declarer's View at the first card, the defenders' cards dealt anyhow."""
    hand = problem["rearhand"].split(".")
    discard = problem["skat_after_discard"].split(".")
    rest = [card for card in DECK if card not in hand + discard]
    # As if exactly the two cards put away had been the skat.
    state = State.from_deal(rest[:10] + rest[10:] + hand + discard)
    for move in ("p", "18", "p", "s", problem["game"], ".".join(sorted(discard, key=DECK.index))):
        state = state.play(move)
    return state.view(2)


def test_the_published_unlosable_game_is_proved() -> None:
    view = _rearhands_view(_problem("GL1887-11-good"))
    assert is_unlosable(view) is True
    assert sure_points(view) >= 61


def test_the_published_bad_discard_can_lose() -> None:
    view = _rearhands_view(_problem("GL1887-11-bad"))
    assert is_unlosable(view) is False


def test_the_bidder_knows_the_unlosable_discard() -> None:
    problem = _problem("GL1887-11-good")
    hand, skat = problem["rearhand"].split("."), problem["skat_after_discard"].split(".")
    rest = [card for card in DECK if card not in hand + skat]
    state = State.from_deal(rest + hand + skat)
    for move in ("p", "18", "p", "s"):
        state = state.play(move)
    outlook = Bidder().outlook(state.view(2))
    diamonds = next(move for move in outlook if move.startswith("D."))
    assert outlook[diamonds][0] == 1.0
    assert is_unlosable(state.play(diamonds).view(2)) is True


def test_a_limit_leaves_the_question_open() -> None:
    view = _rearhands_view(_problem("GL1887-11-good"))
    assert is_unlosable(view, nodes=5) is None


def test_an_unlosable_ending_is_achievable_in_all_worlds_and_a_claim_is_unlosable() -> None:
    seen = claims = 0
    for number in range(80):
        state = positions.after(number, 24)
        if state.is_over or state.contract is None or state.contract.game == "N":
            continue
        view = state.view(state.declarer or 0)
        worlds = []
        for index in range(view.count_worlds()):
            hands, skat = view.native.world(index)
            worlds.append(SkatWorld((hands[0], hands[1], hands[2]), skat))
        if state.to_move != view.seat or len(worlds) > 40:
            continue
        together = achievable_set(view, worlds)
        largest = largest_achievable_set(view, worlds, tries=2, nodes=0)
        assert len(achievable_set(view, largest)) == len(largest)
        assert (len(largest) == len(worlds)) == is_unlosable(view)
        assert (len(together) == len(worlds)) == is_unlosable(view)
        if can_claim(view):
            claims += 1
            assert sure_points(view) == 120 - state.trick_points[1]
        seen += 1
    assert seen > 5
    assert claims > 0


def test_sure_cards_win_in_every_world_against_every_defence() -> None:
    found = 0
    for number in range(60):
        state = positions.after(number, 24)
        if state.is_over or state.to_move != state.declarer:
            continue
        view = state.view(state.to_move)
        sure = set(sure_cards(view))
        for card in view.legal_moves:
            wins = all(_always_wins(view.sample(seed).play(card), view.seat) for seed in range(4))
            assert wins or card not in sure
        found += bool(sure)
    assert found > 3


def _always_wins(state: State, declarer: int) -> bool:
    # With open cards the declarer does at least as well as without.
    if state.is_over:
        assert state.result is not None
        return state.result.won
    replies = (_always_wins(state.play(card), declarer) for card in state.legal_moves)
    return any(replies) if state.to_move == declarer else all(replies)


def test_a_player_never_throws_away_a_sure_win() -> None:
    player = make_player("random")
    careful = make_player("rules-iimc:worlds=1,sure=1000000")
    kept = 0
    for number in range(40):
        state = positions.after(number, 21)
        if state.is_over or state.to_move != state.declarer:
            continue
        view = state.view(state.to_move)
        sure = sure_cards(view)
        if sure and len(sure) < len(view.legal_moves):
            assert careful.decide(view).move in sure
            kept += 1
    assert kept > 0
    assert player.name == "random"


def test_only_the_declarer_can_ask() -> None:
    state = positions.after(0, 5)
    seat = next(seat for seat in range(3) if seat != state.declarer)
    with pytest.raises(ValueError, match="declarer"):
        _ = state.view(seat).native.goal
