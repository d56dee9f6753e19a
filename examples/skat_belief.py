"""A belief of your own in every Skat player.

Whoever passed at once seldom holds three jacks. The belief says how likely worlds are; which worlds
are possible at all, and how the likely ones are chosen, is Kiebitz's work.
"""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz import skat

JACKS = 0x80808080


class PassersHoldFewJacks(skat.WeighingBelief):
    """Three jacks with somebody who passed are ten times less likely."""

    name = "few jacks"

    def weigh(self, view: skat.CardView, worlds: Sequence[skat.SkatWorld]) -> Sequence[float]:
        passers = [
            seat
            for seat in range(3)
            if seat not in (view.seat, view.declarer) and view.highest_bids[seat] == 0
        ]
        return [
            0.1 ** sum((world.hands[seat] & JACKS).bit_count() >= 3 for seat in passers)
            for world in worlds
        ]


def main() -> None:
    state = skat.State.deal(seed=7)
    for move in ("18", "p", "p", "GH"):
        state = state.play(move)
    view = state.view(state.to_move)
    for spec in ("pimc:worlds=10", "recpimc:worlds=2,inner=2", "uct:playouts=100"):
        player = skat.player(spec, belief=PassersHoldFewJacks())
        print(f"{spec:<26} {player.decide(view, seed=1).move}")


if __name__ == "__main__":
    main()
