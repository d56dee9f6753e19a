"""BCD trees (Long, Sturtevant, Buro, Furtak, AAAI 2010; thesis §9.5).

Binary two-player zero-sum games with hidden worlds, drawn at random from a leaf bias, a leaf
correlation and a disambiguation factor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kiebitz._core import synthetic as _core
from kiebitz.errors import KiebitzError

BiasFor = Literal["first_player", "second_player", "last_mover", "after_last_mover"]
Halving = Literal["equal", "coin"]
SplitTime = Literal["own_moves", "every_move"]

_BIAS_FOR: tuple[BiasFor, ...] = ("first_player", "second_player", "last_mover", "after_last_mover")
_HALVING: tuple[Halving, ...] = ("equal", "coin")
_SPLIT_TIME: tuple[SplitTime, ...] = ("own_moves", "every_move")

Policy = list[list[float]]
"""The chance of the second move: for each depth, by history, then by world."""


@dataclass(frozen=True, slots=True)
class BcdParameters:
    """What a BCD tree is drawn from.

    The papers leave the last five open. Their defaults are the reading that reproduces the whole
    of figure 9.2 of the thesis: nine moves (the "height 8" ends at the parents of the leaves), the
    bias in the view of the player whose turn it would be at the leaf, sets split before every own
    move and into equal halves.

    >>> BcdParameters(disambiguation=0.3).moves
    9
    """

    bias: float = 0.8
    correlation: float = 0.9
    disambiguation: float = 0.6
    types: int = 8
    moves: int = 9
    bias_for: BiasFor = "after_last_mover"
    halving: Halving = "equal"
    split_time: SplitTime = "own_moves"
    split_before_first_move: bool = True

    def __post_init__(self) -> None:
        for name, known in (
            ("bias_for", _BIAS_FOR),
            ("halving", _HALVING),
            ("split_time", _SPLIT_TIME),
        ):
            if getattr(self, name) not in known:
                raise KiebitzError(
                    f"{name} is one of {', '.join(known)}, not {getattr(self, name)!r}"
                )

    @property
    def text(self) -> str:
        """The parameters as the position text has them."""
        chances = (self.bias, self.correlation, self.disambiguation)
        return ",".join(
            (
                *(f"{chance:.17g}" for chance in chances),
                str(self.types),
                str(self.moves),
                str(_BIAS_FOR.index(self.bias_for)),
                str(_HALVING.index(self.halving)),
                str(_SPLIT_TIME.index(self.split_time)),
                f"{self.split_before_first_move:d}",
            )
        )


class BcdTree:
    """One tree, with all its leaves and information sets drawn.

    A world is a pair of types, number `first player's type * types + second player's type`. A
    history is the moves so far as bits, the first move highest.

    >>> tree = BcdTree(BcdParameters(disambiguation=1.0), seed=1)
    >>> tree.worlds
    64
    >>> tree.information_set(0, 0, own=3, other=5)
    (5,)
    """

    def __init__(self, parameters: BcdParameters, seed: int) -> None:
        self.parameters = parameters
        self.seed = seed
        try:
            self.core = _core.BcdTree(
                parameters.bias,
                parameters.correlation,
                parameters.disambiguation,
                parameters.types,
                parameters.moves,
                _BIAS_FOR.index(parameters.bias_for),
                _HALVING.index(parameters.halving),
                _SPLIT_TIME.index(parameters.split_time),
                parameters.split_before_first_move,
                seed,
            )
        except ValueError as error:
            raise KiebitzError(str(error)) from error

    @property
    def worlds(self) -> int:
        """How many worlds chance chooses from."""
        return self.core.worlds

    def leaf(self, history: int, world: int) -> int:
        """What the first player wins at the end of a history: 1 or -1."""
        return self.core.leaf(history, world)

    def information_set(self, depth: int, history: int, own: int, other: int) -> tuple[int, ...]:
        """The opponent's types that a mover of type `own` cannot tell from `other`."""
        mask = self.core.information_set(depth, history, own, other)
        return tuple(t for t in range(self.parameters.types) if mask >> t & 1)
