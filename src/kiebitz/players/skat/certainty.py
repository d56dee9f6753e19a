"""Games that are certain before their first card."""

from __future__ import annotations

from kiebitz._core import skat_bidding as core
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.games.skat.contract import Contract


def certainty(state: State) -> int:
    """How far a declared game is certain before its first card, whatever the others hold and do.

    0: it can be lost, or no proof was found; 1: it cannot; 2: schneider is certain too; 3: schwarz.

    >>> state = State.from_deal("CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA.C7.C8.C9.CQ.S7.S8.S9.SQ.SK.H7."
    ...                         "H8.H9.HQ.HK.HT.D7.D8.D9.DQ.DK.DT.DA")
    >>> for move in ("p", "p", "18", "GH"):
    ...     state = state.play(move)
    >>> certainty(state)
    3
    """
    native = state.native
    if state.contract is None or native.declarer < 0 or state.trick or any(state.tricks_won):
        raise KiebitzError("only a declared game before its first card is certain or not")
    hand = native.hands[native.declarer]
    return certainty_of(state.contract, hand, native.skat, native.declarer)


def certainty_of(game: Contract, hand: int, put_away: int, seat: int) -> int:
    """The same for ten cards, as a bit mask, and what was put away; a hand game knows no skat."""
    return core.certainty(game.code, hand, put_away, seat)
