"""An evaluation of your own: what a card is worth in one world, without any search.

A card that nobody else can beat in its suit wins a trick and its points; any other card is worth
the less, the more it gives away.
"""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz import skat


class Masters:
    """Counts what is sure and what is given away."""

    def evaluate(
        self, view: skat.CardView, world: skat.SkatWorld, cards: Sequence[int], seed: int
    ) -> Sequence[float]:
        others = 0
        for seat in range(3):
            if seat != view.seat:
                others |= world.hands[seat]
        return [self._value(card, others) for card in cards]

    @staticmethod
    def _value(card: int, others: int) -> float:
        points = skat.card_points([skat.DECK[card]])
        higher = [other for other in range(card + 1, card | 7) if others >> other & 1]
        return -points if higher else 1 + points


def main() -> None:
    state = skat.State.deal(seed=7)
    for move in ("18", "p", "p", "GH"):
        state = state.play(move)
    decision = skat.monte_carlo_player("masters", Masters(), worlds=40).decide(
        state.view(0), seed=1
    )
    for card, value in sorted(decision.candidates.items(), key=lambda one: -one[1]):
        print(f"{card} {value:6.2f} ± {decision.errors[card]:.2f}")


if __name__ == "__main__":
    main()
