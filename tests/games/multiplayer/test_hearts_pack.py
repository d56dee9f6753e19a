"""Hearts for three: which card is left out of the pack."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.games.hearts import Rules, State

OLD: dict[str, Any] = {"players": 3, "two_of_clubs_leads": False}


def test_any_card_may_be_left_out_and_everybody_sees_which() -> None:
    out = set()
    for seed in range(40):
        state = State.deal(seed, Rules(**OLD, left_out="any"))
        held = {card for hand in state.hands for card in hand}
        assert len(held) == 51
        missing = str(state).split()[0].partition("/")[2] or "D2"
        assert missing not in held
        assert State.parse(str(state)) == state
        out.add(missing)
    assert len(out) > 20


@pytest.mark.parametrize(("card", "points"), [("SQ", 13), ("H5", 25), ("D2", 26), ("CA", 26)])
def test_a_card_that_counts_is_missing_in_the_points(card: str, points: int) -> None:
    state = State.deal(4, Rules(**OLD, left_out=card, moon="none"))
    while not state.is_over:
        state = state.play(state.legal_moves[0])
    assert sum(state.points) == points


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        ({"players": 4, "left_out": "H5"}, "only with three players"),
        ({"players": 3, "left_out": "H1"}, "a card or any"),
        ({"players": 3, "left_out": "any"}, "two of clubs cannot lead"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules: dict[str, Any], complaint: str) -> None:
    with pytest.raises(KiebitzError, match=complaint):
        Rules(**rules)
