"""Runs a native Monte Carlo search as far as a Limit allows, step by step.

Players, hints and experiments are a few lines over this: the search itself draws the worlds, values
the moves and adds up, in the native core, for every game.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Protocol

from kiebitz.limits import Limit


class Search(Protocol):
    """What every native search can do; see ``native/players/monte_carlo.hpp``."""

    def run(
        self, worlds: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> bool:
        """Thinks on, for so much more of each; False when there is nothing left to think of."""

    @property
    def draws(self) -> int:
        """The worlds that were asked for; one drawn twice counts twice."""

    @property
    def nodes(self) -> int:
        """What it has cost."""


def run_in_steps(
    search: Search, limit: Limit, *, worlds: int, step: int, spent: float = 0.0
) -> Iterator[None]:
    """Pauses after every `step` worlds, at least once; ends when the limit is reached.

    Without a limit `worlds` are looked at; with one in nodes or seconds alone, as many as fit.
    `spent` are seconds of the limit that are gone already.
    """
    start = time.perf_counter() - spent
    endless = limit.worlds is None and (limit.seconds is not None or limit.nodes is not None)
    wanted = None if endless else limit.worlds or worlds
    while True:
        seconds = None
        if limit.seconds is not None:
            seconds = max(0.0, limit.seconds - (time.perf_counter() - start))
        goes_on = search.run(
            step if wanted is None else min(step, wanted - search.draws),
            None if limit.nodes is None else limit.nodes - search.nodes,
            seconds,
        )
        yield
        if (
            not goes_on
            or (wanted is not None and search.draws >= wanted)
            or (limit.nodes is not None and search.nodes >= limit.nodes)
            or (limit.seconds is not None and time.perf_counter() - start >= limit.seconds)
        ):
            return
