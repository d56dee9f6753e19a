"""Open-hand Skat: what a position is worth when everybody sees all cards and plays best.

>>> position = Position.parse(
...     game="C", declarer=0, leader=0, hands="CJ.CA.D7|SJ.CT.DA|HJ.CK.DT", skat="H7.H8"
... )
>>> solution = solve_moves(position)
>>> solution.value
14
>>> {move.card: move.value for move in solution.moves}
{'CJ': 8, 'CA': 8, 'D7': 14}
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from kiebitz._core import skat_solver as core
from kiebitz._core import values as approximate
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK, Goal, State
from kiebitz.limits import Limit
from kiebitz.solvers.common import Progress, checked_limit, checked_memory, checked_threads
from kiebitz.solvers.skat_options import NullOptions, TrumpOptions
from kiebitz.solvers.skat_position import Position
from kiebitz.values.estimator import Estimate, load_estimator

__all__ = [
    "ALL_TRICKS",
    "APPROXIMATE_MEMORY",
    "DEFAULT_GOAL",
    "DEFAULT_MEMORY",
    "MoveValue",
    "Position",
    "Solution",
    "Solver",
    "Threshold",
    "Value",
    "estimate",
    "solve",
    "solve_many",
    "solve_moves",
    "threshold_of",
]

#: As a threshold: does the declarer make every trick that is left?
ALL_TRICKS: Final = "all tricks"
Threshold = int | Literal["all tricks"]

#: Of a position without a contract and a bid.
DEFAULT_GOAL: Final = Goal.reach(61)

#: Bytes.
DEFAULT_MEMORY: Final = core.DEFAULT_MEMORY
#: With a confidence a table is made anew for every position, so it is a small one.
APPROXIMATE_MEMORY: Final = approximate.DEFAULT_MEMORY


@dataclass(frozen=True, slots=True)
class Value:
    """What is proved of a value: in null, tricks that the declarer survives; else card points.

    Points are the declarer's at the end of the game, skat included.
    """

    bounds: tuple[int, int]
    game: str
    tricks_left: int
    threshold: Threshold | None = None
    #: What wins: of a State, by its own contract and bid.
    goal: Goal = DEFAULT_GOAL
    #: Whether the declarer makes every trick that is left, where only that wins.
    takes_all: bool | None = None
    #: None: proved. Else the bounds are approximate, found by ProbCut with this threshold.
    confidence: float | None = None

    @property
    def approximate(self) -> bool:
        """Whether nothing of this is proved."""
        return self.confidence is not None

    @property
    def value(self) -> int | None:
        """The value, if the bounds meet and it was asked for; exact unless it is approximate."""
        low, high = self.bounds
        return low if low == high and self.threshold is None else None

    @property
    def won(self) -> bool | None:
        """Whether the threshold is reached, or else the goal. None: not proved."""
        low, high = self.bounds
        if self.game == "N":
            needed = self.tricks_left
        elif self.threshold == ALL_TRICKS:
            needed = 1
        elif self.threshold is not None:
            needed = int(self.threshold)
        elif self.goal.kind == Goal.Kind.POINTS:
            needed = self.goal.points
        else:
            return self.takes_all
        return True if low >= needed else False if high < needed else None

    @property
    def lost_in_trick(self) -> int | None:
        """Null, lost: the number of the trick, from 1, that the declarer takes at the latest."""
        if self.game != "N" or self.value is None or self.won:
            return None
        return 10 - self.tricks_left + self.value + 1


@dataclass(frozen=True, slots=True)
class MoveValue(Value):
    """A legal card and what the game is worth after it."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class Solution(Value):
    """The answer to a question about a position."""

    moves: tuple[MoveValue, ...] = ()
    line: tuple[str, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    #: False if a limit was reached; the bounds are what was proved until then.
    complete: bool = True
    to_move_is_declarer: bool = True

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The cards of `moves` that are as good as any, if all values are proved."""
        values = [move.bounds[0] for move in self.moves]
        if not values or any(move.bounds[0] != move.bounds[1] for move in self.moves):
            return ()
        best = max(values) if self.to_move_is_declarer else min(values)
        return tuple(move.card for move in self.moves if move.bounds[0] == best)


class Solver:
    """A solver that keeps what it learned, for the next position too.

    `memory` bounds its table in bytes. Several Python threads may share one; they take turns.
    Ctrl-C ends a search.

    >>> solver = Solver(trumps=TrumpOptions(driver="mtd"))
    >>> solver.solve(_example()).value
    14

    With a `confidence` between 0 and 1 it is approximate and faster in suit games and grand:
    positions whose estimate lies outside the search window with that confidence are not searched
    (ProbCut). There is no best line then. Null stays exact.

    >>> Solver(confidence=0.5).solve(_example()).approximate
    True
    """

    __slots__ = ("_confidence", "_native")

    def __init__(
        self,
        *,
        trumps: TrumpOptions | None = None,
        nulls: NullOptions | None = None,
        memory: int | None = None,
        confidence: float | None = None,
        weights: str | None = None,
    ) -> None:
        options = (trumps or TrumpOptions()).native(), (nulls or NullOptions()).native()
        self._confidence = _checked_confidence(confidence, trumps, weights)
        self._native: core.Solver | approximate.ApproximateSolver
        if self._confidence is None:
            self._native = core.Solver(*options, checked_memory(memory or DEFAULT_MEMORY))
        else:
            self._native = approximate.ApproximateSolver(
                load_estimator(weights).native,
                self._confidence,
                *options,
                checked_memory(memory or APPROXIMATE_MEMORY),
            )

    @property
    def memory(self) -> int:
        """Bytes of its table."""
        return self._native.bytes

    def solve(
        self,
        position: Position | State,
        *,
        moves: bool = False,
        line: bool = True,
        threshold: Threshold | None = None,
        guess: int | None = None,
        limit: Limit | None = None,
    ) -> Solution:
        """The value of a position and one best line; with `moves`, the value of every legal card.

        With a `threshold` the question is only whether the declarer reaches it (61, 90,
        ALL_TRICKS; in null any number asks whether the game is won), which is much cheaper. Without
        one, a State is won or lost by its own contract and bid. A `guess` says about where the
        value is expected; a good one saves work, and none changes an answer.
        """
        native, game = native_position(position), _game_of(position)
        nodes, seconds = checked_limit(limit)
        goal = _native_threshold(threshold, game)
        if guess is not None and not 0 <= guess <= 120:
            raise KiebitzError(f"a guess is a number of points from 0 to 120, not {guess!r}")
        answer = self._native.solve(native, moves, line, goal, guess, nodes, seconds)
        solution = _solution(game, native, answer, threshold, position, self._confidence)
        if threshold is None and solution.goal.kind == Goal.Kind.ALL_TRICKS:
            sweep = self._native.solve(native, moves, False, core.ALL_TRICKS, None, nodes, seconds)
            solution = _with_sweep(solution, sweep)
        return solution

    def forget(self) -> None:
        """Forgets what it learned."""
        self._native.forget()


def solve(
    position: Position | State,
    *,
    threshold: Threshold | None = None,
    limit: Limit | None = None,
    confidence: float | None = None,
    weights: str | None = None,
) -> Solution:
    """The value of a position under best play by all, and one best line.

    With a `confidence` it is approximate, faster and without a line (see :class:`Solver`); the
    estimates are those of a file of `weights`, or of the shipped one.

    >>> position = Position.parse(
    ...     game="N", declarer=0, leader=2, hands="C8.S7|C7.H9|C9.SA", skat="D7.D8"
    ... )
    >>> solution = solve(position)
    >>> solution.won, solution.lost_in_trick
    (True, None)
    """
    return _default_solver(confidence, weights).solve(position, threshold=threshold, limit=limit)


def solve_moves(
    position: Position | State,
    *,
    threshold: Threshold | None = None,
    limit: Limit | None = None,
    confidence: float | None = None,
    weights: str | None = None,
) -> Solution:
    """The same, with the value of every legal card in `moves`.

    >>> position = Position.parse(game="G", declarer=0, leader=0, hands="CJ.CA|SJ.CT|HJ.CK")
    >>> [(move.card, move.value) for move in solve_moves(position).moves]
    [('CJ', 31), ('CA', 31)]
    """
    solver = _default_solver(confidence, weights)
    return solver.solve(position, moves=True, threshold=threshold, limit=limit)


def solve_many(
    positions: Iterable[Position | State],
    *,
    moves: bool = True,
    line: bool = False,
    threshold: Threshold | None = None,
    limit: Limit | None = None,
    threads: int | None = None,
    trumps: TrumpOptions | None = None,
    nulls: NullOptions | None = None,
    memory: int | None = None,
    confidence: float | None = None,
    weights: str | None = None,
    progress: Progress | None = None,
) -> list[Solution]:
    """Solves many positions on several threads (all cores by default), in their order.

    Each thread keeps what it learns from one position to the next; `memory` is for each thread, and
    `limit` for each position.

    >>> [solution.value for solution in solve_many([_example()] * 2, threads=2)]
    [14, 14]
    """
    given = list(positions)
    natives = [native_position(position) for position in given]
    nodes, seconds = checked_limit(limit)
    count = checked_threads(threads)
    trump_options, null_options = trumps or TrumpOptions(), nulls or NullOptions()
    chosen = _checked_confidence(confidence, trumps, weights)

    def ask(
        numbers: list[int], line: bool, goal: int, told: Progress | None
    ) -> list[core.Solution]:
        if chosen is not None:
            return approximate.solve_many(
                [natives[number] for number in numbers],
                moves,
                goal,
                nodes,
                seconds,
                load_estimator(weights).native,
                chosen,
                trump_options.native(),
                null_options.native(),
                checked_memory(memory or APPROXIMATE_MEMORY),
                count,
                told,
            )
        return core.solve_many(
            [natives[number] for number in numbers],
            moves,
            line,
            goal,
            nodes,
            seconds,
            trump_options.native(),
            null_options.native(),
            checked_memory(memory or DEFAULT_MEMORY),
            count,
            told,
        )

    answers: dict[int, core.Solution] = {}
    goals = [_native_threshold(threshold, _game_of(position)) for position in given]
    for goal in sorted(set(goals)):
        numbers = [number for number, other in enumerate(goals) if other == goal]
        found = ask(numbers, line, goal, _after(len(answers), progress))
        answers |= zip(numbers, found, strict=True)
    solutions = [
        _solution(_game_of(position), natives[i], answers[i], threshold, position, chosen)
        for i, position in enumerate(given)
    ]
    sweeping = [
        number
        for number, solution in enumerate(solutions)
        if threshold is None and solution.goal.kind == Goal.Kind.ALL_TRICKS
    ]
    sweeps = ask(sweeping, False, core.ALL_TRICKS, None) if sweeping else []
    for number, sweep in zip(sweeping, sweeps, strict=True):
        solutions[number] = _with_sweep(solutions[number], sweep)
    return solutions


def estimate(position: Position | State, *, weights: str | None = None) -> Estimate:
    """What a position seems to be worth, without any search.

    >>> estimate(_example()).points is not None
    True
    """
    return load_estimator(weights).estimate(native_position(position))


def _after(before: int, progress: Progress | None) -> Progress | None:
    return None if progress is None else lambda done: progress(before + done)


def native_position(position: Position | State) -> core.Position:
    """A position as the native core takes it.

    >>> native_position(_example()).tricks_left
    3
    """
    if isinstance(position, State):
        position = Position.from_state(position)
    return position.native()


def _game_of(position: Position | State) -> str:
    if isinstance(position, Position):
        return position.game
    return position.contract.game if position.contract else ""


def threshold_of(goal: Goal) -> Threshold:
    """A goal that can be reached, as a threshold to ask the solver about.

    >>> threshold_of(Goal.reach(90)), threshold_of(Goal.all_tricks())
    (90, 'all tricks')
    """
    if goal.kind == Goal.Kind.ALL_TRICKS:
        return ALL_TRICKS
    if goal.kind == Goal.Kind.IMPOSSIBLE:
        raise KiebitzError("a game that is lost already has no threshold")
    return goal.points


def _native_threshold(threshold: Threshold | None, game: str) -> int:
    if threshold is None:
        return core.EXACT
    if threshold == ALL_TRICKS:
        return core.ALL_TRICKS
    if not isinstance(threshold, int) or not 0 <= threshold <= 120:
        raise KiebitzError(f"a threshold is a number of points from 0 to 120, not {threshold!r}")
    # The native solver counts the tricks that are survived: ask about all of them.
    return 10 if game == "N" else threshold


def _solution(
    game: str,
    position: core.Position,
    answer: core.Solution,
    threshold: Threshold | None,
    asked: Position | State,
    confidence: float | None,
) -> Solution:
    if game == "N" or threshold == ALL_TRICKS:
        confidence = None
    tricks = position.tricks_left
    goal = asked.goal if isinstance(asked, State) else DEFAULT_GOAL
    takes_all = False if goal.kind == Goal.Kind.IMPOSSIBLE else None
    return Solution(
        bounds=answer.value,
        game=game,
        tricks_left=tricks,
        threshold=threshold,
        goal=goal,
        takes_all=takes_all,
        confidence=confidence,
        moves=tuple(
            MoveValue((low, high), game, tricks, threshold, goal, takes_all, confidence, DECK[card])
            for card, low, high in reversed(answer.moves)
        ),
        line=tuple(DECK[card] for card in answer.line),
        nodes=answer.nodes,
        seconds=answer.seconds,
        complete=answer.complete,
        to_move_is_declarer=position.to_move == asked.declarer,
    )


def _with_sweep(solution: Solution, sweep: core.Solution) -> Solution:
    def told(low: int, high: int) -> bool | None:
        return None if low != high else low == 1

    takes: dict[str, bool | None] = {DECK[card]: told(low, high) for card, low, high in sweep.moves}
    return replace(
        solution,
        takes_all=told(*sweep.value),
        moves=tuple(replace(move, takes_all=takes[move.card]) for move in solution.moves),
        nodes=solution.nodes + sweep.nodes,
        seconds=solution.seconds + sweep.seconds,
        complete=solution.complete and sweep.complete,
    )


_lock = threading.Lock()


@lru_cache(maxsize=8)
def _new_default_solver(confidence: float | None, weights: str | None) -> Solver:
    return Solver(confidence=confidence, weights=weights)


atexit.register(_new_default_solver.cache_clear)  # before the native core goes away


def _default_solver(confidence: float | None = None, weights: str | None = None) -> Solver:
    with _lock:
        return _new_default_solver(confidence, weights)


def _checked_confidence(
    confidence: float | None, trumps: TrumpOptions | None, weights: str | None
) -> float | None:
    if confidence is None:
        if weights is not None:
            raise KiebitzError("weights are for approximate answers: say a confidence too")
        return None
    if isinstance(confidence, bool) or not 0 < confidence < 1:
        raise KiebitzError(f"a confidence lies between 0 and 1, not {confidence!r}")
    if trumps is not None and not trumps.rank_patterns:
        raise KiebitzError("a confidence needs rank_patterns: ProbCut keeps its bounds in them")
    return float(confidence)


def _example() -> Position:
    return Position.parse(
        game="C", declarer=0, leader=0, hands="CJ.CA.D7|SJ.CT.DA|HJ.CK.DT", skat="H7.H8"
    )
