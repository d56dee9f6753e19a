"""Runs an experiment: on all cores or a cluster, and from where it was stopped."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kiebitz import __version__
from kiebitz.arena.executor import Cluster, Executor, Unit
from kiebitz.arena.progress import Progress
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.journal import Journal
from kiebitz.lab.experiment import Done, Experiment, SizeName
from kiebitz.lab.results import Result, compare, write_results
from kiebitz.machine import cores, require


@dataclass(frozen=True, slots=True)
class Where:
    """Who does the work: so many processes here, or the workers of a Dask scheduler."""

    workers: int | None = None
    cluster: Cluster | str | None = None


def default_folder() -> Path:
    """Where results are kept: `$KIEBITZ_LAB`, or the user's data folder."""
    chosen = os.environ.get("KIEBITZ_LAB")
    if chosen:
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "kiebitz" / "lab"


def run(
    experiment: Experiment,
    size: SizeName = "quick",
    seed: int = 1,
    *,
    changes: Mapping[str, Any] | None = None,
    folder: Path | None = None,
    where: Where | None = None,
    show: bool = False,
) -> Result:
    """Does what is left of an experiment and writes its table, plot and comparison.

    The same experiment, size, seed and changes go on in the same folder, where finished units are
    kept. Ctrl-C stops it; the next run goes on from there.

    >>> from tempfile import mkdtemp
    >>> from kiebitz.lab.registry import find
    >>> few = {"trees": 2, "moves": 3}
    >>> result = run(find("recursion-levels"), changes=few, folder=Path(mkdtemp()))
    >>> result.table[0]["row"], result.table[0]["column"]
    ('R0', 'R1')
    """
    parameters = experiment.parameters(size, changes)
    place = (folder or default_folder()) / experiment.name / _run_name(size, seed, changes)
    # What decides the numbers, and nothing else: a run with the same goes on here.
    identity = {
        "experiment": experiment.name,
        "version": __version__,
        "seed": seed,
        "parameters": parameters,
    }
    require("lab", "an experiment")
    try:
        payloads = list(experiment.payloads(parameters))
    except (ArithmeticError, LookupError, TypeError) as error:
        raise KiebitzError(f"{experiment.name} cannot be run with {changes}: {error!r}") from None
    if not payloads:
        raise KiebitzError(f"with {changes} there is nothing to do in {experiment.name}")
    with Journal(place / "units.jsonl", identity) as journal:
        before = len(journal.finished)
        _finish(experiment, payloads, seed, journal, where or Where(), show)
        finished = [Done(payload, journal.finished[i]) for i, payload in enumerate(payloads)]
        table = experiment.reduce(parameters, finished)
        record = _record(identity, size, changes, len(payloads), before, journal.seconds)
        result = Result(experiment, size, table, compare(experiment, table), record, place)
        write_results(result)
    return result


def _finish(
    experiment: Experiment,
    payloads: list[Any],
    seed: int,
    journal: Journal,
    where: Where,
    show: bool,
) -> None:
    # Through JSON, so that a unit sees the same payload whether or not it was resumed from a log.
    units = [
        Unit(i, (experiment.unit, json.loads(json.dumps(payload))), derive_seed(seed, i))
        for i, payload in enumerate(payloads)
        if i not in journal.finished
    ]
    if not units:
        return
    failed: list[str] = []
    with (
        Executor(where.workers, where.cluster) as executor,
        Progress(experiment.name, len(payloads), done=len(journal.finished), show=show) as progress,
    ):
        for outcome in executor.run(_timed, units, ordered=False):
            if outcome.failure is None:
                journal.add(outcome.index, *outcome.value)
            else:
                failed.append(f"unit {outcome.index}: {outcome.failure.message}")
            progress.advance()
    if failed:
        raise KiebitzError(
            f"{len(failed)} of {len(units)} units of {experiment.name} failed (the others are "
            f"kept, run it again to go on); {failed[0]}"
        )


def _timed(job: tuple[Callable[[Any, int], Any], Any], seed: int) -> tuple[Any, float]:
    """One unit, in a worker: its value and the time it took."""
    unit, payload = job
    started = time.monotonic()
    return unit(payload, seed), time.monotonic() - started


def _run_name(size: SizeName, seed: int, changes: Mapping[str, Any] | None) -> str:
    name = f"{size}-seed{seed}"
    for key, value in sorted((changes or {}).items()):
        text = "".join(c if c.isalnum() or c in ".-" else "_" for c in str(value))
        name += f"-{key}={text}"
    return name


def _record(
    identity: dict[str, Any],
    size: SizeName,
    changes: Mapping[str, Any] | None,
    units: int,
    before: int,
    seconds: float,
) -> dict[str, Any]:
    return {
        **identity,
        "size": size,
        "changes": dict(changes or {}),
        "units": units,
        "units_resumed": before,
        "seconds": round(seconds, 1),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {
            "system": platform.platform(),
            "processor": _processor(),
            "cores": cores(),
            "python": platform.python_version(),
        },
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
