"""A game written in Python: Nim for any number of players. Whoever takes the last stick wins.

It follows the protocol `kiebitz.extend.GameState` and so runs in every search and match:

>>> from kiebitz import Limit, extend
>>> extend.search(Nim((1, 2)), "maxn", limit=Limit(depth=9)).move
(1, 1)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kiebitz import IllegalMove


@dataclass(frozen=True)
class Nim:
    """Heaps of sticks; a move takes some sticks from one heap."""

    heaps: tuple[int, ...] = (3, 4, 5)
    players: int = 2
    to_move: int = 0

    @property
    def is_over(self) -> bool:
        return not any(self.heaps)

    @property
    def legal_moves(self) -> tuple[tuple[int, int], ...]:
        return tuple(
            (heap, sticks) for heap, size in enumerate(self.heaps) for sticks in range(1, size + 1)
        )

    @property
    def scores(self) -> tuple[int, ...]:
        if not self.is_over:
            return (0,) * self.players
        winner = (self.to_move - 1) % self.players
        return tuple(int(seat == winner) for seat in range(self.players))

    def play(self, move: tuple[int, int]) -> Nim:
        if move not in self.legal_moves:
            raise IllegalMove(f"{move!r} is not legal; legal: {self.legal_moves}")
        heap, sticks = move
        heaps = list(self.heaps)
        heaps[heap] -= sticks
        return replace(self, heaps=tuple(heaps), to_move=(self.to_move + 1) % self.players)
