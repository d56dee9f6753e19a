"""A player of your own within playouts: IIMC with your idea of how the others play."""

from __future__ import annotations

from kiebitz import skat


class Miser:
    """Plays the legal card with the fewest points, the lowest of equals."""

    def choose(self, view: skat.CardView, seed: int) -> int:
        legal = [card for card in range(32) if view.legal >> card & 1]
        return min(legal, key=lambda card: (skat.card_points([skat.DECK[card]]), card))


def main() -> None:
    state = skat.State.deal(seed=7)
    for move in ("18", "p", "p", "GH"):
        state = state.play(move)
    player = skat.monte_carlo_player("iimc by misers", skat.playouts_by(Miser()), worlds=8)
    decision = player.decide(state.view(0), seed=1)
    print(f"{decision.move} after {decision.worlds} worlds and {decision.nodes} nodes")


if __name__ == "__main__":
    main()
