"""How far a long piece of work is: rate and time left, on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

#: Where nobody watches, a line of text this often is enough.
_LINE_SECONDS = 30.0


class Progress:
    """Counts what is done of a total, and shows it: a bar in a terminal, else a line at times.

    >>> with Progress("games", total=2, show=False) as progress:
    ...     progress.advance()
    ...     print(progress)
    games: 1 of 2, ... a second, ... left
    """

    def __init__(
        self,
        what: str,
        total: int | None,
        *,
        done: int = 0,
        show: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what, self.total, self._done = what, total, done
        self._before = done
        self._show, self._clock = show, clock
        self._started = self._told = clock()
        self._bar: Any = None
        self._note = ""

    def advance(self, note: str = "") -> None:
        """One more is done; the note says how things stand."""
        self._done += 1
        self._note = note
        if self._bar is not None:
            self._bar.update(
                self._task, advance=1, total=self.total, note=note, rate=_per_time(self.rate)
            )
        elif self._show and self._clock() - self._told >= _LINE_SECONDS:
            self._told = self._clock()
            print(self, file=sys.stderr, flush=True)

    @property
    def rate(self) -> float:
        """How many a second, since the start of this run."""
        elapsed = self._clock() - self._started
        return (self._done - self._before) / elapsed if elapsed > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The time that the rest will take at this rate; None if that is unknown."""
        if self.total is None or self.rate == 0:
            return None
        return max(0, self.total - self._done) / self.rate

    def __str__(self) -> str:
        total = "" if self.total is None else f" of {self.total}"
        left = self.seconds_left
        parts = [f"{self._what}: {self._done}{total}", f"{_per_time(self.rate)}"]
        parts.append("time left unknown" if left is None else f"{duration(left)} left")
        return ", ".join(parts + [self._note] * bool(self._note))

    def __enter__(self) -> Self:
        if self._show and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[rate]}"),
                TimeRemainingColumn(),
                TextColumn("{task.fields[note]}"),
                console=Console(stderr=True),
            )
            self._bar.start()
            self._task = self._bar.add_task(
                self._what, total=self.total, completed=self._done, note="", rate=""
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
        elif self._show and self._done > self._before:
            print(self, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """A time as people say it.

    >>> duration(42), duration(150), duration(9000)
    ('42 s', '2 min 30 s', '2 h 30 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _per_time(rate: float) -> str:
    if rate >= 1 or rate == 0:
        return f"{rate:.1f} a second"
    return f"{rate * 60:.1f} a minute" if rate * 60 >= 1 else f"{rate * 3600:.1f} an hour"
