"""Builds tables: in parts, on all cores or a cluster, and from where it was stopped.

Finished parts are kept in `building/` until all are there. Then they are merged, and the table
appears whole under its name or not at all.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiebitz._core import tables as core
from kiebitz.arena.executor import Cluster, Executor, Unit
from kiebitz.arena.progress import Progress, duration
from kiebitz.errors import KiebitzError
from kiebitz.tables.chosen import Plan, plan
from kiebitz.tables.store import BUILDING, SUFFIX, TableInfo, directory, find_table

#: Cards in hand of which only a part of the tables of suit games and grand is built.
CHOSEN = 5


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the tables of one kind are built."""

    kind: str
    #: In words.
    about: str
    #: The largest number of cards that is offered.
    most: int
    #: Cards in hand that `kiebitz tables build` builds up to if not told.
    usual: int
    #: In how many parts the work is divided, by cards in hand.
    parts: Callable[[int], int]
    #: (cards, part, parts, options) to the bytes of a part.
    part: Callable[[int, int, int, dict[str, Any]], bytes]
    #: Bytes of all parts to the payload, its entries and a note.
    merge: Callable[[Sequence[bytes], dict[str, Any]], tuple[bytes, int, bool, str]]


def recipes() -> dict[str, Recipe]:
    """All kinds of tables.

    >>> sorted(recipes())
    ['grand', 'null', 'suit']
    """
    null = Recipe(
        "null",
        "how many tricks the declarer of a null game survives",
        9,
        5,
        lambda cards: (1, 1, 1, 1, 4, 32, 128, 512, 2048)[cards - 1],
        _null_part,
        _null_merge,
    )
    trumps = {
        kind: Recipe(
            kind,
            f"what the declarer of a {name} still makes, for all values of the cards",
            5,
            3,
            lambda cards: (1, 1, 8, 92)[cards - 1],
            _trump_part,
            _trump_merge,
        )
        for kind, name in (("suit", "suit game"), ("grand", "grand"))
    }
    return {"null": null, **trumps}


def build(
    kind: str,
    cards: int | None = None,
    *,
    splits: int | None = None,
    megabytes: float | None = None,
    again: bool = False,
    workers: int | None = None,
    cluster: Cluster | str | None = None,
    show: bool = False,
) -> list[TableInfo]:
    """Builds the tables of a kind from one card on up to `cards` each, as far as they are missing.

    `splits` bounds the suit splits that the largest table of suit games or grand covers, the most
    frequent ones first; `megabytes` bounds its file: the rows that are met least for their size are
    left out. Such a table is not complete; what it does not know is searched. Of five cards of suit
    games and grand only such a part is built: what the search asks for most.

    >>> import os, tempfile
    >>> os.environ["KIEBITZ_TABLES"] = tempfile.mkdtemp()
    >>> [info.name for info in build("null", 2, workers=1)]
    ['null-1', 'null-2']
    """
    known = recipes()
    if kind not in known:
        raise KiebitzError(f"there are no tables of {kind!r}; there are {', '.join(known)}")
    recipe = known[kind]
    cards = recipe.usual if cards is None else cards
    if not 1 <= cards <= recipe.most:
        raise KiebitzError(f"tables of {kind} are for 1 to {recipe.most} cards, not {cards}")
    options: dict[str, Any] = {"kind": kind}
    if splits is not None and (kind == "null" or splits < 1):
        raise KiebitzError("--splits is a number from 1 on, for suit and grand")
    if megabytes is not None and (kind == "null" or not megabytes > 0):
        raise KiebitzError("--megabytes is a number above 0, for suit and grand")
    if kind != "null" and cards == CHOSEN and (megabytes is None or splits is not None):
        raise KiebitzError(
            f"of {CHOSEN} cards only a part is built: say how large with --megabytes"
        )
    built = []
    for number in range(1, cards + 1):
        largest = number == cards
        own = dict(options)
        if largest and splits is not None:
            own["splits"] = splits
        if largest and megabytes is not None:
            own["megabytes"] = megabytes
        if kind != "null" and number == CHOSEN:
            own["chosen"] = True
        built.append(_build_one(recipe, number, own, again and largest, workers, cluster, show))
    return built


def _build_one(
    recipe: Recipe,
    cards: int,
    options: dict[str, Any],
    again: bool,
    workers: int | None,
    cluster: Cluster | str | None,
    show: bool,
) -> TableInfo:
    name = f"{recipe.kind}-{cards}"
    target = directory() / (name + SUFFIX)
    if target.exists() and not again:
        info = find_table(name)
        if not info.problem:
            return info
    place = directory() / BUILDING / name
    if recipe.kind != "null" and cards == CHOSEN:
        place = place.with_name(f"{name}-{options['megabytes']:g}mb")
        chosen = _planned(recipe.kind, cards, options["megabytes"], place, show)
        parts = len(chosen.parts)
    else:
        # Parts are the same for any budget.
        if "splits" in options:
            place = place.with_name(f"{name}-splits{options['splits']}")
        chosen, parts = None, recipe.parts(cards)
    place.mkdir(parents=True, exist_ok=True)
    todo = [number for number in range(parts) if not (place / str(number)).exists()]
    units = [
        Unit(
            number,
            (
                recipe.kind,
                cards,
                number,
                parts,
                options if chosen is None else {**options, "cells": chosen.parts[number]},
            ),
            number,
        )
        for number in todo
    ]
    if units:
        count = 1 if parts == 1 else workers
        with (
            Executor(count, cluster) as executor,
            Progress(name, parts, done=parts - len(todo), show=show) as progress,
        ):
            for outcome in executor.run(_do_part, units, ordered=False):
                seconds, content = outcome.value
                _write(place / str(outcome.index), seconds.hex().encode() + b"\n" + content)
                progress.advance()
    kept = [(place / str(number)).read_bytes().split(b"\n", 1) for number in range(parts)]
    started = time.process_time()
    payload, entries, complete, note = recipe.merge([content for _, content in kept], options)
    seconds = sum(float.fromhex(one.decode()) for one, _ in kept)
    seconds += time.process_time() - started
    _write(target, core.sealed(recipe.kind, cards, payload, seconds, entries, complete, note))
    shutil.rmtree(place, ignore_errors=True)
    core.forget()
    return find_table(name)


def _planned(kind: str, cards: int, megabytes: float, place: Path, show: bool) -> Plan:
    """What is built of a table that is too large as a whole; once made, a plan is kept."""
    kept = place / "plan.json"
    if kept.exists():
        return Plan.from_text(kept.read_text())
    made = plan(kind, cards, megabytes)
    _write(kept, made.text().encode())
    if show:
        print(
            f"{kind}-{cards}: {sum(map(len, made.parts)):,} fine splits with a leader, "
            f"{made.ownerships:,} ownerships; about {made.bytes / 1e6:.0f} MB and "
            f"{duration(made.seconds)} of a core",
            file=sys.stderr,
        )
    return made


def _do_part(job: tuple[str, int, int, int, dict[str, Any]], seed: int) -> tuple[float, bytes]:
    """One part, in a worker: the processor time that it took, and its bytes."""
    kind, cards, part, parts, options = job
    started = time.process_time()
    content = recipes()[kind].part(cards, part, parts, options)
    return time.process_time() - started, content


def _write(path: Path, content: bytes) -> None:
    """The whole file or none, whoever else writes it at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _null_part(cards: int, part: int, parts: int, options: dict[str, Any]) -> bytes:
    return core.build_null_part(cards, part, parts)


def _null_merge(parts: Sequence[bytes], options: dict[str, Any]) -> tuple[bytes, int, bool, str]:
    payload, nodes, splits = core.merge_null_parts(list(parts))
    return payload, nodes, True, f"{splits:,} fine splits, {nodes:,} nodes"


def _trump_part(cards: int, part: int, parts: int, options: dict[str, Any]) -> bytes:
    if "cells" in options:
        return core.build_trump_cells(options["kind"], cards, options["cells"])
    return core.build_trump_part(options["kind"], cards, part, parts, options.get("splits", 0))


def _trump_merge(parts: Sequence[bytes], options: dict[str, Any]) -> tuple[bytes, int, bool, str]:
    # The file has a header of 256 bytes.
    most = int(options.get("megabytes", 0) * 1e6) - 256 if "megabytes" in options else 0
    weight = options.get("weight", "deals")
    payload, sizes = core.merge_trump_parts(options["kind"], list(parts), most, weight)
    splits, _, rows, tentpoles, full, _, missing = sizes
    # All leaders of a fine split are there, unless cells are chosen.
    chosen = bool(options.get("chosen"))
    cells = f"{splits:,} fine splits with a leader" if chosen else f"{splits // 3:,} fine splits"
    note = f"{cells}, {rows:,} rows, {tentpoles:,} of {full:,} tentpoles"
    whole = not missing and "splits" not in options and not chosen
    return payload, rows, whole, note
