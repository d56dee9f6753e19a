"""A hidden game written in Python, played by the same Monte Carlo search as Skat.

A coin lies in one of three boxes, and seat 0 does not know in which. It may open a box and wins 3
if the coin is there, or take 1 for sure. Seat 1 sees everything and only says that it is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kiebitz import extend
from kiebitz.errors import IllegalMove


@dataclass(frozen=True)
class Boxes:
    """The full state; see kiebitz.games.protocol.HiddenGameState."""

    coin: str
    chosen: str = ""
    is_over: bool = False
    players: int = 2

    @property
    def to_move(self) -> int:
        return 1 if self.chosen else 0

    @property
    def legal_moves(self) -> Sequence[str]:
        if self.is_over:
            return ()
        return ("over",) if self.chosen else ("left", "middle", "right", "safe")

    @property
    def scores(self) -> Sequence[int]:
        won = 1 if self.chosen == "safe" else 3 * (self.chosen == self.coin)
        return (won, -won)

    def play(self, move: str) -> Boxes:
        if move not in self.legal_moves:
            raise IllegalMove(f"{move!r} is not legal; legal: {self.legal_moves}")
        return replace(self, is_over=True) if self.chosen else replace(self, chosen=move)

    def view(self, seat: int) -> BoxesView:
        return BoxesView(seat, self if seat == 1 else replace(self, coin="?"))


@dataclass(frozen=True)
class BoxesView:
    """What a seat knows; see kiebitz.games.protocol.GameView."""

    seat: int
    seen: Boxes

    @property
    def legal_moves(self) -> Sequence[str]:
        return self.seen.legal_moves if self.seen.to_move == self.seat else ()

    def sample(self, seed: int) -> Boxes:
        boxes = ("left", "middle", "right")
        return (
            replace(self.seen, coin=boxes[extend.derive_seed(seed) % 3])
            if self.seat == 0
            else self.seen
        )


class Noise:
    """A belief: something fell to the left."""

    name = "noise"

    def weigh(self, view: BoxesView, worlds: Sequence[Boxes]) -> Sequence[float]:
        return [3.0 if world.coin == "left" else 1.0 for world in worlds]


def main() -> None:
    view = Boxes("right").view(0)
    playouts = extend.PlayoutEvaluation(extend.RandomPlayer())
    player = extend.MonteCarloPlayer("iimc", playouts, belief=Noise(), worlds=50)
    decision = player.decide(view, seed=1)
    for move, value in decision.candidates.items():
        print(f"{move:<8} {value:.2f} ± {decision.errors[move]:.2f}")
    print(decision.move)


if __name__ == "__main__":
    main()
