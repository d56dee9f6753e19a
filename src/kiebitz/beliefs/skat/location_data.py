"""Decisions of recorded games as training data: what a player saw, and where the cards were.

Records are read in pieces, so that an archive of any size takes the same memory. Every piece
becomes one Parquet file; who is interrupted goes on behind the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz._core import skat_locations as core
from kiebitz.errors import KiebitzError
from kiebitz.games.skat.records import InvalidRecord, parse_record
from kiebitz.journal import Journal
from kiebitz.machine import cores

if TYPE_CHECKING:
    import polars as pl

#: The share of decisions that is taken: those of one game are much alike (Solinas 2019, §4.2.3).
RATE = 1 / 3
_PIECE = 16 << 20
_RECORD = 600  # about the bytes of one
_MOST_NAMED = 20
_JOURNAL = "archive.jsonl"


@dataclass(slots=True)
class Archive:
    """How far an archive has been read."""

    source: str
    rate: float
    seed: int
    inputs: int = core.INPUTS
    offset: int = 0
    lines: int = 0
    records: int = 0
    samples: int = 0
    pieces: int = 0
    bad: int = 0
    named: list[str] = field(default_factory=list)
    """What is wrong with the first bad records."""


def sample_archive(
    source: Path,
    folder: Path,
    *,
    rate: float = RATE,
    seed: int = 1,
    threads: int | None = None,
    report: Callable[[Archive], None] = lambda archive: None,
) -> Archive:
    """Reads all records of a file into Parquet files in a folder; called again, it goes on.

    Bad records are counted, and the first of them named. A last record that is cut off counts as
    bad; when the file has grown it is read again.
    """
    archive = Archive(str(source.resolve()), rate, seed)
    identity = {
        "source": archive.source,
        "inputs": archive.inputs,
        "rate": rate,
        "seed": seed,
    }
    journal = Journal(folder / _JOURNAL, identity, strict=True)
    pieces = _rows if source.suffix == ".parquet" else _lines
    with journal:
        for so_far in journal.finished.values():
            archive = Archive(**so_far)
        for text, offset in pieces(source, archive.offset):
            text, rest = _without_a_cut_record(text)
            if text:
                found = core.sample_records(text, rate, seed, threads or cores())
                if found.bad and len(archive.named) < _MOST_NAMED:
                    split = text.split(b"\n")
                    for number in found.bad[: _MOST_NAMED - len(archive.named)]:
                        archive.named.append(_why(split[number], archive.lines + number + 1))
                path = folder / f"piece-{archive.pieces:06d}.parquet"
                _write(_table(found), path)
                archive.offset = offset - len(rest)
                archive.lines += text.count(b"\n") + (not text.endswith(b"\n"))
                archive.records += found.records
                archive.samples += found.count
                archive.pieces += 1
                archive.bad += len(found.bad)
                journal.add(archive.pieces - 1, asdict(archive))
            if rest:
                archive.lines += 1
                archive.bad += 1
                archive.named.append(f"line {archive.lines}: the file ends within a record")
            report(archive)
    return archive


def read_samples(folder: Path) -> pl.DataFrame:
    """All samples of a folder."""
    import polars as pl

    pieces = sorted(folder.glob("piece-*.parquet"))
    if not pieces:
        raise KiebitzError(f"there are no samples in {str(folder)!r}: no record was read")
    return pl.concat([pl.read_parquet(piece) for piece in pieces])


def _lines(source: Path, offset: int) -> Iterator[tuple[bytes, int]]:
    """Whole lines, some megabytes at a time, and where the next ones begin."""
    with source.open("rb") as file:
        file.seek(offset)
        while text := file.read(_PIECE):
            if not text.endswith(b"\n"):
                text += file.readline()
            offset += len(text)
            yield text, offset


def _without_a_cut_record(text: bytes) -> tuple[bytes, bytes]:
    """The whole lines, and a last one that has no end: a record is closed by a bracket."""
    if text.endswith(b"\n") or text.rstrip().endswith(b")"):
        return text, b""
    first = text.rfind(b"\n") + 1
    return text[:first], text[first:]


def _rows(source: Path, offset: int) -> Iterator[tuple[bytes, int]]:
    """The records of a Parquet file of games, some ten thousand at a time."""
    import polars as pl

    most = max(1, _PIECE // _RECORD)
    while True:
        try:
            table = pl.scan_parquet(source).select("record").slice(offset, most).collect()
        except (pl.exceptions.PolarsError, OSError) as error:
            first = str(error).splitlines()[0]
            raise KiebitzError(f"{str(source)!r} is no file of games: {first}") from None
        if table.is_empty():
            return
        offset += len(table)
        yield "".join(f"{record}\n" for record in table["record"]).encode(), offset


def _why(line: bytes, number: int) -> str:
    text = line.decode("utf-8", errors="replace")
    try:
        parse_record(text)
    except InvalidRecord as error:
        return str(InvalidRecord(error.reason, number, error.record_id))
    return f"line {number}: the game ended in a way that tells nothing about cards"


def _table(found: core.SampledRecords) -> pl.DataFrame:
    import numpy as np
    import polars as pl

    width = core.FEATURE_BYTES
    features = found.features
    return pl.DataFrame(
        {
            "game": np.frombuffer(found.games, np.uint64),
            "kind": np.frombuffer(found.kinds, np.uint8),
            "cards_played": np.frombuffer(found.cards_played, np.uint8),
            "role": np.frombuffer(found.roles, np.uint8),
            "card": np.frombuffer(found.cards, np.uint8),
            "places": np.frombuffer(found.places, np.uint64),
            "features": [features[at : at + width] for at in range(0, len(features), width)],
        },
        schema_overrides={"features": pl.Binary},
    )


def _write(table: pl.DataFrame, path: Path) -> None:
    new = path.with_suffix(".new")
    try:
        table.write_parquet(new, compression="zstd")
    except Exception as error:  # what polars raises for a full disk differs from version to version
        new.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise KiebitzError(
            f"samples cannot be written to {str(path)!r} ({reason}); what was read is kept, the "
            "same command goes on"
        ) from None
    new.replace(path)
