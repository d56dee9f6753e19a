"""What an experiment is: where its numbers were printed, how to make ours, and how to show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Value = str | int | float | bool | None
Row = dict[str, Value]
"""A line of a table. The column `x_ci` is half the width of the 95 % interval of column `x`."""

Parameters = dict[str, Any]
SizeName = Literal["quick", "paper"]
SIZES: tuple[SizeName, ...] = ("quick", "paper")


@dataclass(frozen=True, slots=True)
class Size:
    """The parameters of an experiment at one size, and what they cost on one core."""

    parameters: Mapping[str, Any]
    core_seconds: float


@dataclass(frozen=True, slots=True)
class Printed:
    """A number in a paper: the row of our table that it belongs to, the column, and the number."""

    row: Mapping[str, Value]
    column: str
    value: float

    @property
    def label(self) -> str:
        """How the comparison names it."""
        return ", ".join(f"{key} {value}" for key, value in self.row.items())


@dataclass(frozen=True, slots=True)
class Done:
    """A finished unit of work: what it was about, and its value."""

    payload: Any
    value: Any


@dataclass(frozen=True, slots=True)
class Experiment:
    """One table or figure of a paper.

    `payloads` divides the work: it gives, from the parameters, what each unit is about. `unit`
    does one of them, with a seed of its own; it must be a function of a module, because workers
    import it, and payloads and values must be JSON, because finished units are logged and kept.
    `reduce` makes the table of all finished units, `draw` the plot of the table.

    Every parameter may be changed when the experiment is run.
    """

    name: str
    paper: str
    item: str
    title: str
    sizes: Mapping[SizeName, Size]
    payloads: Callable[[Parameters], Iterable[Any]]
    unit: Callable[[Any, int], Any]
    reduce: Callable[[Parameters, Sequence[Done]], list[Row]]
    draw: Callable[[Figure, list[Row]], None] | None = None
    printed: Sequence[Printed] = field(default=())
    aim: float | None = None
    """How near to the printed numbers we want to come, where they can be reproduced at all."""
    notes: str = ""
    """What the reader must know to judge the numbers, in Markdown."""

    def parameters(self, size: SizeName, changes: Mapping[str, Any] | None = None) -> Parameters:
        """The parameters of a size, with some of them changed."""
        parameters = dict(self.sizes[size].parameters)
        for key, value in (changes or {}).items():
            if key not in parameters:
                known = ", ".join(parameters)
                raise KiebitzError(f"{self.name} has no parameter {key!r}; it has {known}")
            parameters[key] = _like(parameters[key], value, key)
        return parameters


def _like(old: Any, new: Any, key: str) -> Any:
    """The new value, if it is of the old one's kind."""
    if isinstance(old, float) and isinstance(new, int) and not isinstance(new, bool):
        return float(new)
    if old is not None and type(old) is not type(new):
        raise KiebitzError(f"parameter {key} is like {old!r}, not {new!r}")
    if isinstance(new, list) and isinstance(old, list):
        if old and not new:
            raise KiebitzError(f"parameter {key} is like {old!r}, not empty")
        lowest = min(old) if old and isinstance(old[0], int | float) else old[0] if old else None
        return [_like(lowest, each, key) for each in new]
    # What counts something is at least 1, unless it may be 0 already.
    if isinstance(new, int | float) and not isinstance(new, bool):
        lowest = 1 if isinstance(old, int) and old >= 1 else 0
        if old is not None and old >= 0 and not lowest <= new < float("inf"):
            raise KiebitzError(f"parameter {key} is at least {lowest}, not {new!r}")
    return new


def numbers(rows: Iterable[Row], column: str) -> list[float]:
    """A column as numbers, for a plot.

    >>> numbers([{"x": 1}, {"x": None}], "x")
    [1.0, nan]
    """
    return [float("nan") if row.get(column) is None else float(row[column] or 0) for row in rows]


class Sum:
    """Adds up numbers so that their mean and its interval come out, also over units.

    >>> total = Sum()
    >>> for number in (1.0, 2.0, 3.0):
    ...     total.add(number)
    >>> total.mean, round(total.interval, 3)
    (2.0, 1.132)
    """

    def __init__(self, count: int = 0, first: float = 0.0, second: float = 0.0) -> None:
        self.count, self.first, self.second = count, first, second

    def add(self, number: float) -> None:
        """Adds one number."""
        self.count += 1
        self.first += number
        self.second += number * number

    def merge(self, other: Sequence[float]) -> None:
        """Adds what another Sum has counted, in its `packed` form."""
        self.count += int(other[0])
        self.first += other[1]
        self.second += other[2]

    @property
    def packed(self) -> list[float]:
        """The sum as JSON."""
        return [self.count, self.first, self.second]

    @property
    def mean(self) -> float:
        """The mean of all numbers."""
        return self.first / self.count if self.count else 0.0

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the mean (normal approximation)."""
        if self.count < 2:
            return 0.0
        squares = self.second - self.count * self.mean**2
        # Of equal numbers only what rounding leaves.
        variance = squares / (self.count - 1) if squares > 1e-12 * self.second else 0.0
        return 1.96 * sqrt(variance / self.count)
