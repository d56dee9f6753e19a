"""Positions that cannot be are refused with a reason, never passed on to the native core."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.games import abalone, chinese_checkers, cribbage, hearts, sergeant_major, spades

STARTS: dict[str, Callable[[], Any]] = {
    "hearts": lambda: hearts.State.deal(1, hearts.Rules(pass_to="left")),
    "spades": lambda: spades.State.deal(1),
    "sergeant_major": lambda: sergeant_major.State.deal(1),
    "cribbage": lambda: cribbage.State.deal(1, cribbage.Rules(players=3)),
    "chinese_checkers": chinese_checkers.State.start,
    "abalone": abalone.State.start,
}


@pytest.mark.parametrize("name", STARTS)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_text_is_refused_or_is_a_position(name: str, data: st.DataObject) -> None:
    state = STARTS[name]()
    kind = type(state)
    text = str(state)
    at = data.draw(st.integers(0, len(text) - 1))
    damage = data.draw(st.sampled_from(["", "0", "9", "-", "C2", ",", "|", "."]))
    damaged = text[:at] + damage + text[at + data.draw(st.integers(0, 3)) :]
    try:
        read = kind.parse(damaged)
    except KiebitzError:
        return
    assert kind.parse(str(read)) == read
    for move in read.legal_moves:
        read.play(move)


@pytest.mark.parametrize("name", STARTS)
@given(text=st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_rubbish_is_refused(name: str, text: str) -> None:
    with pytest.raises(KiebitzError):
        type(STARTS[name]()).parse(text)


def test_a_match_of_sergeant_major_moves_the_quotas_on_and_exchanges() -> None:
    sergeants = sergeant_major.Match(seed=6)
    chooser = random.Random(1)
    while not sergeants.is_over:
        hand = sergeants.next_hand()
        assert sergeants.rules.quota == ((8, 5, 3), (3, 8, 5), (5, 3, 8))[sergeants.hands % 3]
        owed = sum(max(0, surplus) for surplus in sergeants.rules.surplus)
        moves = []
        while not hand.is_over:
            moves.append(chooser.choice(hand.legal_moves))
            hand = hand.play(moves[-1])
        assert len(moves) == owed + 1 + 4 + 48
        sergeants = sergeants.after(hand)
    assert sum(sergeants.totals) == 0
    assert max(sergeants.totals) >= 10
    assert sergeant_major.Match().after_tricks((16, 0, 0)).is_over


def test_matches_add_up() -> None:
    match = hearts.Match(seed=2)
    while not match.is_over:
        state = match.next_hand()
        while not state.is_over:
            state = state.play(state.legal_moves[0])
        match = match.after(state)
    assert max(match.totals) >= 100
    assert sum(match.totals) >= 26 * match.hands

    game = cribbage.Match(cribbage.Rules(players=3), seed=4)
    while not game.is_over:
        hand = game.next_hand()
        while not hand.is_over:
            hand = hand.play(hand.legal_moves[0])
        game = game.after(hand)
    assert max(game.rules.start) == 121

    bids = spades.Match(seed=5)
    for _ in range(3):
        cards = bids.next_hand()
        while not cards.is_over:
            cards = cards.play(cards.legal_moves[-1])
        bids = bids.after(cards)
    assert bids.hands == 3
    assert all(0 <= over < 10 for over in bids.rules.over_tricks)


def test_sergeant_major_quotas_rotate() -> None:
    rules = sergeant_major.Rules()
    state = sergeant_major.State.deal(3, rules)
    while not state.is_over:
        state = state.play(state.legal_moves[0])
    after = rules.after_hand(state.tricks)
    assert after.quota == (3, 8, 5)
    assert sum(after.surplus) == 0
    sergeant_major.State.deal(4, after)
