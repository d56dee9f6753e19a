"""The log of long work: an append-only file of finished units, from which the work goes on."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from kiebitz.errors import KiebitzError
from kiebitz.machine import lock


class Journal:
    """Finished units, one JSON line each, below a first line that says which run they belong to.

    A line that was cut off by a crash is dropped. Units of another run (other parameters, seed or
    version) are put aside, never mixed in; with `strict`, they are refused.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "units.jsonl"
    >>> with Journal(path, {"seed": 1}) as journal:
    ...     journal.add(0, 3.5)
    >>> with Journal(path, {"seed": 1}) as journal:
    ...     journal.finished
    {0: 3.5}
    """

    def __init__(self, path: Path, identity: dict[str, Any], *, strict: bool = False) -> None:
        self.path = path
        self.identity = identity
        self.strict = strict
        self.finished: dict[int, Any] = {}
        self.seconds = 0.0
        self._file: TextIO | None = None

    def add(self, index: int, value: Any, seconds: float = 0.0) -> None:
        """Writes a finished unit and the time it took down, at once."""
        assert self._file is not None
        self.finished[index] = value
        self.seconds += seconds
        self._file.write(json.dumps([index, value, round(seconds, 4)]) + "\n")
        self._file.flush()

    def __enter__(self) -> Self:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("a+", encoding="utf-8")
        if not lock(self._file):
            self._file.close()
            raise KiebitzError(f"another run is writing {self.path}; wait for its end")
        self._file.seek(0)
        lines = self._file.read().split("\n")
        whole = lines[:-1]  # the last piece is empty, or was cut off
        if whole and whole[0] != json.dumps(self.identity):
            if self.strict:
                self._file.close()
                raise KiebitzError(
                    f"{str(self.path.parent)!r} holds other work, {whole[0][:300]}: "
                    "choose another folder"
                )
            _put_aside(self.path, lines)
            whole = []
        kept = [json.dumps(self.identity)]
        for line in whole[1:]:
            try:
                index, value, seconds = json.loads(line)
            except ValueError:
                break
            self.finished[index] = value
            self.seconds += seconds
            kept.append(line)
        if [*kept, ""] != lines:
            self._file.seek(0)
            self._file.truncate()
            self._file.write("\n".join(kept) + "\n")
            self._file.flush()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._file is not None
        self._file.close()


def _put_aside(path: Path, lines: list[str]) -> None:
    number = 1
    while (old := path.with_name(f"{path.stem}.old{number}{path.suffix}")).exists():
        number += 1
    old.write_text("\n".join(lines), encoding="utf-8")
