"""A View set up card by card is the View that a player of the same game has."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.games.skat.history import tricks_of
from kiebitz.games.skat.set_up import set_up_view

AUCTIONS = ("p p 18", "18 p p", "p 18 p")
HAND = ["CJ", "SJ", "CA", "CT", "CK", "SA", "ST", "HA", "DA"]


@given(
    seed=st.integers(0, 10_000),
    declarer=st.integers(0, 2),
    contract=st.sampled_from(["G", "C", "D", "N", "NO", "GH", "GO", "NOH", "SHS", "HHZ"]),
    cards=st.integers(0, 27),
)
def test_the_view_of_any_game_can_be_set_up(
    seed: int, declarer: int, contract: str, cards: int
) -> None:
    state = State.deal(seed)
    skat = state.skat
    for move in AUCTIONS[declarer].split():
        state = state.play(move)
    if set(contract[1:]) & set("HZS") or contract == "GO":
        state = state.play(contract)
    else:
        state = state.play("s").play(".".join([contract, *skat]))
    chance = random.Random(seed)
    for _ in range(cards):
        if not state.is_over:
            state = state.play(chance.choice(state.legal_moves))
    played = [card for trick in tricks_of(state) for card in trick.cards]
    for seat in range(0 if state.is_over else 3):
        view = state.view(seat)
        shown = view.shown if seat != declarer else ()
        again = set_up_view(
            seat, view.hand, declarer, contract, skat=view.discard, played=played, shown=shown
        )
        assert again == view


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"hand": HAND[:8]}, "middlehand has played one card and holds 8"),
        ({"hand": [*HAND[:8], "S7"]}, "S7 is in two places"),
        ({"skat": ["S7"]}, "two cards away"),
        ({"seat": 0, "hand": ["C7"]}, "does not know the skat"),
        ({"contract": "X"}, "not a game"),
        ({"hand": [*HAND[:8], "XX"]}, "XX"),
        ({"shown": ["D7"]}, "ouvert"),
        ({"played": ["HT", "C7", "HK"], "hand": HAND}, "not possible"),
        ({"seat": 3}, "seats"),
    ],
)
def test_a_wrong_set_up_is_refused_with_its_reason(
    changes: dict[str, object], sentence: str
) -> None:
    wanted: dict[str, object] = {
        "seat": 1,
        "hand": HAND,
        "declarer": 1,
        "contract": "G",
        "skat": ["S7", "H7"],
        "played": ["HT", "H9", "HK"],
    }
    with pytest.raises(KiebitzError, match=sentence):
        set_up_view(**{**wanted, **changes})  # type: ignore[arg-type]
