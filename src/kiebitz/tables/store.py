"""The directory of tables: what is there, whether it is sound, and how it goes away."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kiebitz._core import tables as core
from kiebitz.errors import KiebitzError

#: The ending of a table's file.
SUFFIX = ".table"
#: Where parts of a table wait for the others.
BUILDING = "building"


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A file in the directory of tables."""

    name: str
    path: Path
    #: Of the file.
    bytes: int
    kind: str = ""
    cards: int = 0
    #: Decision nodes of null, rows of suit games and grand.
    entries: int = 0
    complete: bool = True
    #: Since it was built, in seconds.
    age: float = 0.0
    #: Of processor time that the build took.
    seconds: float = 0.0
    note: str = ""
    #: Why it is not used; empty if it is sound.
    problem: str = ""


def directory() -> Path:
    """Where tables are kept.

    >>> directory().name != ""
    True
    """
    return Path(core.directory())


def list_tables(*, whole: bool = False) -> list[TableInfo]:
    """All tables that are there; `whole` reads every byte of them."""
    place = directory()
    if not place.is_dir():
        return []
    return [_info(path, whole) for path in sorted(place.glob("*" + SUFFIX))]


def find_table(name: str) -> TableInfo:
    """The table of that name, `null-5`."""
    path = directory() / (name + SUFFIX)
    if "/" in name or "\\" in name or not path.is_file():
        there = ", ".join(info.name for info in list_tables()) or "there are none"
        raise KiebitzError(f"there is no table {name!r} in {directory()}; {there}")
    return _info(path, whole=False)


def verify_table(name: str) -> TableInfo:
    """The table, every byte of it read; `problem` says what is wrong with it."""
    return _info(find_table(name).path, whole=True)


def remove_table(name: str) -> TableInfo:
    """Removes a table, and what is left of a build of it."""
    info = find_table(name)
    info.path.unlink()
    shutil.rmtree(directory() / BUILDING / name, ignore_errors=True)
    core.forget()
    return info


def brings(info: TableInfo) -> str:
    """What a table is good for, in one sentence."""
    if info.kind == "null":
        hands = "one card" if info.cards == 1 else f"{info.cards} cards"
        return f"null: with {hands} in each hand nothing is searched"
    if info.kind in ("suit", "grand"):
        if info.cards < 3:
            return f"{info.kind}: a step to the larger ones, not asked by itself"
        if info.cards > 4:
            return f"{info.kind}: saves at most 3 % of the time; asked with lookup_cards=5 only"
        saved = {3: "2 to 4 %", 4: "a quarter to a third"}[info.cards]
        if not info.complete:
            return f"{info.kind}: fewer nodes"
        return f"{info.kind}: saves {saved} of the time of an exact solve"
    return ""


@contextlib.contextmanager
def only_tables(kind: str, cards: int) -> Iterator[None]:
    """Inside, this process has the tables of one kind up to so many cards, and no others.

    What is missing is built first. For measurements.
    """
    from kiebitz.tables.build import build

    found = build(kind, cards, workers=1)
    before = os.environ.get("KIEBITZ_TABLES")
    with tempfile.TemporaryDirectory() as place:
        for info in found:
            (Path(place) / info.path.name).symlink_to(info.path.resolve())
        os.environ["KIEBITZ_TABLES"] = place
        core.forget()
        try:
            yield
        finally:
            if before is None:
                del os.environ["KIEBITZ_TABLES"]
            else:
                os.environ["KIEBITZ_TABLES"] = before
            core.forget()


def _info(path: Path, whole: bool) -> TableInfo:
    header, problem = core.inspect(str(path), whole)
    name, size = path.name.removesuffix(SUFFIX), path.stat().st_size
    if not problem and name != f"{header.kind}-{header.cards}":
        problem = f"it holds {header.kind} of {header.cards} cards"
    if problem and not header.kind:
        return TableInfo(name, path, size, problem=problem)
    return TableInfo(
        name,
        path,
        size,
        header.kind,
        header.cards,
        header.entries,
        header.complete,
        max(0.0, time.time() - header.created),
        header.seconds,
        header.note,
        problem,
    )
