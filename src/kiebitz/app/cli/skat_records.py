"""Recorded games of Skat, read for a verb."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from kiebitz.app.cli.terminal import warn
from kiebitz.games.skat.records import InvalidRecord, Record, read_records


def good_records(source: Path | bytes) -> Iterator[Record]:
    """The good records; after the last one, exits with status 1 if there were bad ones."""
    bad = 0
    stream = sys.stdin.buffer if source == Path("-") else source
    for record in read_records(stream):
        if isinstance(record, InvalidRecord):
            bad += 1
            warn(f"kiebitz: {record}")
        else:
            yield record
    if bad:
        warn(f"kiebitz: {bad} bad record{'s' if bad > 1 else ''}")
        raise typer.Exit(1)
