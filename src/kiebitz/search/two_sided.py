"""Alpha-beta, NegaScout and MTD(f): one seat against all others, in games without secrets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from kiebitz._core import two_sided as _core
from kiebitz.errors import KiebitzError
from kiebitz.games.protocol import GameState
from kiebitz.games.synthetic import PrefixParameters

Algorithm = Literal["alpha_beta", "nega_scout", "mtdf"]
Ordering = Literal[
    "generated",
    "value",
    "value_minus_size",
    "size_per_chance",
    "size",
    "likely_then_size",
    "combined",
]

ALGORITHMS: tuple[Algorithm, ...] = ("alpha_beta", "nega_scout", "mtdf")
ORDERINGS: tuple[Ordering, ...] = (
    "generated",
    "value",
    "value_minus_size",
    "size_per_chance",
    "size",
    "likely_then_size",
    "combined",
)


@dataclass(frozen=True, slots=True)
class Solution:
    """The value for the maximiser, and how many positions were visited for it."""

    value: int
    nodes: int


def solve(
    state: GameState[Any],
    *,
    maximiser: int | None = None,
    algorithm: Algorithm = "nega_scout",
    depth: int = 10_000,
    table_bits: int = 16,
) -> Solution:
    """What the maximiser (the seat to move, if not given) gets when all others play against it.

    Below `depth` moves, the scores so far count. A table of `2 ** table_bits` positions saves work
    where positions come up again; 0 means none.

    >>> import sys; sys.path.insert(0, "examples")
    >>> from nim import Nim
    >>> solve(Nim((1, 2, 3))).value, solve(Nim((1, 2, 4))).value
    (0, 1)
    """
    try:
        value, nodes = _core.search(
            state,
            state.to_move if maximiser is None else maximiser,
            _place(ALGORITHMS, algorithm, "an algorithm"),
            depth,
            table_bits,
        )
    except ValueError as error:
        raise KiebitzError(str(error)) from error
    return Solution(value, nodes)


@dataclass(frozen=True, slots=True)
class DeepeningOptions:
    """How iterative deepening orders its moves (thesis §3.6, §3.8).

    V is a move's value in the last pass, S its number of replies as part of the largest, and P its
    chance to cut. `value_minus_size` is V − C·S and `combined` V − C·S − D·S/P, with C the
    `size_weight` and D the `chance_weight`; `likely_then_size` takes the moves with V ≥ β − C
    first, by their size. P is 1 from β on and `chance_below` below, unless it was trained:
    `chances` are then those of `trained_chances`.

    `frontier_values` and `frontier_sizes` say whether V and S are also used of positions that the
    last pass evaluated but did not expand. With `exact_frontier` the evaluations at the frontier
    have no noise.
    """

    ordering: Ordering = "value"
    size_weight: float = 4.0
    chance_weight: float = 0.0
    chance_below: float = 0.1
    chances: tuple[float, ...] = ()
    frontier_values: bool = True
    frontier_sizes: bool = False
    exact_frontier: bool = False
    table_bits: int = 21


@dataclass(frozen=True, slots=True)
class Deepening:
    """The value at the last depth, and the positions visited up to each depth, all passes added.

    `cuts` counts the moves whose value was known from the last pass, and those that cut, by this
    value above β, from −16 to 16.
    """

    value: int
    nodes: tuple[int, ...]
    cuts: tuple[tuple[int, int], ...]


def deepen(
    parameters: PrefixParameters,
    seed: int,
    algorithm: Algorithm,
    options: DeepeningOptions | None = None,
) -> Deepening:
    """Searches a prefix value tree to depth 1, 2 … as deep as the tree is.

    >>> options = DeepeningOptions(exact_frontier=True)
    >>> found = deepen(PrefixParameters(depth=4), 1, "nega_scout", options)
    >>> found.value, len(found.nodes)
    (0, 4)
    """
    chosen = options or DeepeningOptions()
    try:
        value, nodes, cuts = _core.prefix_deepen(
            *parameters.numbers,
            seed,
            _place(ALGORITHMS, algorithm, "an algorithm"),
            _place(ORDERINGS, chosen.ordering, "an ordering"),
            (chosen.size_weight, chosen.chance_weight, chosen.chance_below, list(chosen.chances)),
            chosen.frontier_values,
            chosen.frontier_sizes,
            chosen.exact_frontier,
            chosen.table_bits,
        )
    except ValueError as error:
        raise KiebitzError(str(error)) from error
    return Deepening(value, tuple(nodes), tuple(cuts))


def trained_chances(
    parameters: PrefixParameters,
    seeds: Iterable[int],
    algorithm: Algorithm,
    options: DeepeningOptions | None = None,
) -> tuple[float, ...]:
    """P, the chance that a move cuts, by its last value above β, from trees of the same family.

    One cut and one failure are added to those that were seen.

    >>> chances = trained_chances(PrefixParameters(depth=5), range(3), "mtdf")
    >>> chances[16 - 6] < chances[16 + 6]
    True
    """
    counts = [[2, 1] for _ in range(33)]
    for seed in seeds:
        for count, (moves, cuts) in zip(
            counts, deepen(parameters, seed, algorithm, options).cuts, strict=True
        ):
            count[0] += moves
            count[1] += cuts
    return tuple(cuts / moves for moves, cuts in counts)


def _place(known: tuple[str, ...], name: str, what: str) -> int:
    if name not in known:
        raise KiebitzError(f"{what} is one of {', '.join(known)}, not {name!r}")
    return known.index(name)
