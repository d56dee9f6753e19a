"""A belief of your own in Hearts: the queen of spades is seldom kept with few other spades."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz import hearts


class QueenIsGuarded:
    """Worlds in which the queen has fewer than three companions are five times less likely."""

    name = "queen is guarded"

    def weigh(self, view: hearts.View, worlds: Sequence[hearts.State]) -> Sequence[float]:
        return [self._weight(view.seat, world) for world in worlds]

    @staticmethod
    def _weight(seat: int, world: hearts.State) -> float:
        for other, hand in enumerate(world.hands):
            if other != seat and "SQ" in hand:
                return 1.0 if sum(card[0] == "S" for card in hand) > 3 else 0.2
        return 1.0


def main() -> None:
    state = hearts.State.deal(seed=4)
    state = state.play(state.legal_moves[0])
    view = state.view(state.to_move)
    for belief in (None, QueenIsGuarded()):
        player = hearts.player("paranoid:worlds=10,nodes=20000", belief=belief)
        decision = player.decide(view, seed=1)
        name = belief.name if belief else "uniform"
        print(f"{name:<18} {decision.move} {decision.candidates[decision.move]:.2f}")


if __name__ == "__main__":
    main()
