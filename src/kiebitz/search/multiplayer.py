"""Searches for several players: maxⁿ with its prunings, paranoid, approximate deep.

The algorithms run over every built-in game with open positions, and over games written in Python
that follow `kiebitz.games.protocol`.

>>> from kiebitz.games import hearts
>>> from kiebitz.limits import Limit
>>> state = hearts.State.deal(seed=3, rules=hearts.Rules(players=3))
>>> plain = search(state, "maxn", limit=Limit(depth=1))
>>> pruned = search(state, "speculative", limit=Limit(depth=1))
>>> plain.values == pruned.values, pruned.nodes <= plain.nodes
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from kiebitz._core import multiplayer as core
from kiebitz.errors import KiebitzError
from kiebitz.games.native_state import BoardState
from kiebitz.limits import Limit
from kiebitz.shown import show_unusual

#: A table of the history heuristic, for `search(…, learn=…)` and `search(…, history=…)`.
History = core.History

Ties = Literal["first", "last", "least for root", "most for root"]
Order = Literal["game", "value"]

_PRUNINGS: Final = (
    "immediate",
    "shallow",
    "branch_and_bound",
    "alpha_beta_branch_and_bound",
    "last_branch",
    "speculative",
    "discrete",
)

#: The prunings of maxⁿ that each name switches on. `paranoid` and `approximate-deep` are rules of
#: their own; `minimax` is paranoid search between two.
ALGORITHMS: Final[Mapping[str, tuple[str, ...]]] = {
    "maxn": (),
    "immediate": ("immediate",),
    "shallow": ("immediate", "shallow"),
    "branch-and-bound": ("immediate", "branch_and_bound"),
    "alpha-beta-branch-and-bound": (
        "immediate",
        "shallow",
        "branch_and_bound",
        "alpha_beta_branch_and_bound",
    ),
    "last-branch": ("immediate", "shallow", "last_branch", "discrete"),
    "speculative": tuple(name for name in _PRUNINGS if name != "last_branch"),
    "approximate-deep": ("immediate",),
    "paranoid": ("branch_and_bound",),
    "minimax": ("branch_and_bound",),
}

_TIES: Final = {
    "first": core.TieBreak.FIRST,
    "last": core.TieBreak.LAST,
    "least for root": core.TieBreak.LEAST_FOR_ROOT,
    "most for root": core.TieBreak.MOST_FOR_ROOT,
}


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    `values` has one number a seat for maxⁿ, and for paranoid only the root's (its lead over all
    others). `depth` was searched completely; `complete` says that no line was cut short.
    """

    move: Any
    values: tuple[int, ...]
    seat: int
    depth: int
    complete: bool
    nodes: int
    seconds: float
    algorithm: str
    candidates: Mapping[Any, tuple[int, ...]] = field(default_factory=dict)
    statistics: Mapping[str, int] = field(default_factory=dict, repr=False)

    __repr__ = show_unusual

    @property
    def value(self) -> int:
        """What the player at the root gets."""
        return self.values[self.seat] if len(self.values) > 1 else self.values[0]


@dataclass(frozen=True, slots=True)
class Method:
    """An algorithm with everything that can be chosen about it.

    `root_bounds` gives the moves at the root of a paranoid search the values that alpha-beta leaves
    them with, which for all but the best are bounds. To average those over worlds is a mistake; the
    lab makes it on purpose. `order` is that of the game's own rules of thumb, or by the value that
    the evaluation gives the position after a move. With `alike_once` only one of cards next to each
    other is tried where that cannot make a difference but in how ties break. With `random_root` the
    moves at the root are searched in random order, if a search is given a seed for it: of equal
    values the first is taken, so that chance decides. With `best_first` and a table a paranoid
    search tries first what was best when it searched less deep.

    >>> Method("paranoid", width=6).options().width
    6
    """

    algorithm: str = "speculative"
    evaluation: str | None = None
    ties: Ties = "first"
    width: int | None = None
    whole_tricks: bool = True
    deepen: bool = True
    table_entries: int = 0
    order: Order = "game"
    alike_once: bool = False
    own_value_only: bool = False
    root_bounds: bool = False
    random_root: bool = False
    best_first: bool = True
    without: tuple[str, ...] = ()

    __repr__ = show_unusual

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise KiebitzError(
                f"there is no algorithm {self.algorithm!r}; " + ", ".join(ALGORITHMS)
            )
        if self.ties not in _TIES:
            raise KiebitzError(f"there is no rule {self.ties!r} for ties; " + ", ".join(_TIES))
        for name in self.without:
            if name not in _PRUNINGS:
                raise KiebitzError(f"there is no pruning {name!r}; " + ", ".join(_PRUNINGS))
        if self.order not in ("game", "value"):
            raise KiebitzError(f"moves are ordered by game or value, not {self.order!r}")
        if self.width is not None and self.width < 1:
            raise KiebitzError(f"the width must be at least 1, not {self.width}")

    def evaluation_of(self, state: BoardState[Any]) -> str:
        """The evaluation that was chosen, or the game's usual one."""
        return self.evaluation or state.default_evaluation

    def options(
        self,
        state: BoardState[Any] | None = None,
        *,
        exact_root: bool = False,
        shuffle: int | None = None,
    ) -> core.Options:
        """The same for the native core, for a state whose depth may count whole tricks."""
        options = core.Options()
        on = ALGORITHMS[self.algorithm]
        for name in _PRUNINGS:
            setattr(options, name, name in on and name not in self.without)
        if self.algorithm in ("paranoid", "minimax"):
            options.algorithm = core.Algorithm.PARANOID
        elif self.algorithm == "approximate-deep":
            options.algorithm = core.Algorithm.APPROXIMATE_DEEP
        options.ties = _TIES[self.ties]
        by_trick = state is not None and state.depth_unit == "trick"
        options.whole_stages = by_trick and self.whole_tricks
        options.deepen = self.deepen
        options.table_entries = self.table_entries
        options.order_by_value = self.order == "value"
        options.alike_once = self.alike_once
        options.own_value_only = self.own_value_only
        options.root_bounds = self.root_bounds
        options.random_root = self.random_root
        options.best_first = self.best_first
        options.exact_root = exact_root
        options.shuffle = shuffle
        if self.width is not None:
            options.width = self.width
        return options


@dataclass(frozen=True, slots=True)
class ScoreBounds:
    """What the scores of a Python game can be: of one seat, and most of all seats together.

    The prunings need them. With a total that is too low, or scores outside the bounds, they would
    be wrong: the search raises an error when it meets such scores.
    """

    lowest: int = 0
    highest: int = 1
    total: int = 1


def search(
    state: Any,
    method: Method | str = "speculative",
    *,
    limit: Limit | None = None,
    all_moves: bool = False,
    shuffle: int | None = None,
    bounds: ScoreBounds | None = None,
    evaluate: Callable[[Any], Sequence[int]] | None = None,
    history: core.History | None = None,
    learn: core.History | None = None,
) -> SearchResult:
    """Searches an open position as deep as the limit allows (default: 200,000 nodes).

    `all_moves` gives every move of the root its exact values; `shuffle` is a seed that puts moves
    of equal order at the root in random order. A game written in Python takes `bounds` on its
    scores and may bring an `evaluate` function for positions where the search stops.

    >>> from kiebitz.games import abalone
    >>> search(abalone.State.start(), "minimax", limit=Limit(depth=2)).depth
    2
    """
    chosen = Method(method) if isinstance(method, str) else method
    bound = limit or Limit(nodes=200_000)
    if state.is_over:
        raise KiebitzError("the game is over: there is nothing to search")
    if chosen.algorithm == "minimax" and state.players != 2:
        raise KiebitzError(f"minimax is for two players, not {state.players}; try paranoid")
    if history is not None and chosen.order == "value":
        raise KiebitzError("moves are ordered by a history or by their value, not by both")
    try:
        if isinstance(state, BoardState):
            native = state.core.search(
                state.native,
                chosen.evaluation_of(state),
                chosen.options(state, exact_root=all_moves, shuffle=shuffle),
                bound.depth,
                bound.nodes,
                bound.seconds,
                history,
                learn,
            )
            texts = dict(zip(state.native.legal_moves(), state.legal_moves, strict=True))
        else:
            given = bounds or ScoreBounds()
            native = core.search_python(
                state,
                evaluate,
                given.lowest,
                given.highest,
                given.total,
                chosen.options(exact_root=all_moves, shuffle=shuffle),
                bound.depth,
                bound.nodes,
                bound.seconds,
            )
            texts = dict(enumerate(state.legal_moves))
    except KiebitzError:
        raise
    except ValueError as error:
        raise KiebitzError(str(error)) from None
    return _result(native, texts, state.to_move, state.players, chosen.algorithm)


def is_above(
    state: Any,
    bound: int,
    method: Method | None = None,
    *,
    depth: int,
    nodes: int | None = None,
    bounds: ScoreBounds | None = None,
    evaluate: Callable[[Any], Sequence[int]] | None = None,
) -> bool:
    """Whether the paranoid value is above a bound: a search with an empty window (§6.2).

    A game written in Python takes `bounds` and `evaluate` as in `search`, and its values are those
    that `search` gives.

    >>> from kiebitz.games import spades
    >>> state = spades.State.deal(seed=1, rules=spades.Rules(bidding=False))
    >>> method = Method("paranoid", evaluation="score", own_value_only=True)
    >>> value = search(state, method, limit=Limit(depth=2)).value
    >>> is_above(state, value, method, depth=2), is_above(state, value - 1, method, depth=2)
    (False, True)
    """
    chosen = method or Method("paranoid")
    try:
        if isinstance(state, BoardState):
            found: bool = state.core.is_above(
                state.native,
                chosen.evaluation_of(state),
                chosen.options(state),
                bound,
                depth,
                nodes,
            )
            return found
        given = bounds or ScoreBounds()
        return core.is_above_python(
            state,
            evaluate,
            given.lowest,
            given.highest,
            given.total,
            chosen.options(),
            bound,
            depth,
            nodes,
        )
    except KiebitzError:
        raise
    except ValueError as error:
        raise KiebitzError(str(error)) from None


def tricks_by_depth(
    state: BoardState[Any], *, depth: int, nodes: int | None = None
) -> tuple[int, ...]:
    """Tricks that the player to move can enforce within 1, 2, … tricks, one question a depth.

    This is the iterative zero-window search of §6.2.1: from one depth to the next a player's tricks
    stay or grow by one (theorem 6.1). For Spades without bids and Sergeant Major, at the start of a
    trick.

    >>> from kiebitz.games import spades
    >>> state = spades.State.deal(seed=1, rules=spades.Rules(bidding=False))
    >>> tricks_by_depth(state, depth=3)
    (1, 2, 2)
    """
    if not state.counts_tricks or state.table:  # type: ignore[attr-defined]
        raise KiebitzError("tricks by depth are for Spades and Sergeant Major between two tricks")
    method = Method("paranoid", evaluation="score", own_value_only=True)
    try:
        values = state.core.values_by_depth(
            state.native,
            "score",
            method.options(state),
            state.tricks[state.to_move],  # type: ignore[attr-defined]
            1,
            depth,
            nodes,
        )
    except ValueError as error:
        raise KiebitzError(str(error)) from None
    return tuple(values)


def _result(
    native: core.Result, texts: Mapping[int, Any], seat: int, players: int, algorithm: str
) -> SearchResult:
    alone = algorithm in ("paranoid", "minimax")

    def cut(values: Sequence[int]) -> tuple[int, ...]:
        return (values[seat],) if alone else tuple(values[:players])

    return SearchResult(
        move=texts[native.move],
        values=cut(native.values),
        seat=seat,
        depth=native.depth,
        complete=native.complete,
        nodes=native.statistics.nodes,
        seconds=native.seconds,
        algorithm=algorithm,
        candidates={
            texts[move]: cut(values)
            for move, values in zip(native.moves, native.each, strict=False)
        },
        statistics={
            name: getattr(native.statistics, name)
            for name in dir(native.statistics)
            if not name.startswith("_")
        },
    )
