"""Files of learned numbers: a header that says what they are and where they come from, then arrays.

The file is three parts: a line that names the format, a line of JSON (the header), and the arrays
one after the other, little-endian. Whatever is wrong with a file is said in one sentence; numbers
of a damaged or foreign file are never used.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any, Final

from kiebitz.errors import KiebitzError

MAGIC: Final = b"kiebitz weights 1\n"
_BYTES: Final = {"i1": 1, "u1": 1, "i2": 2, "i4": 4, "f4": 4}
_HEADER: Final = ("kind", "version", "features", "data", "seed", "command", "error")
_LONGEST_HEADER: Final = 1 << 20


class InvalidWeights(KiebitzError):  # noqa: N818
    """A weights file that is missing, foreign, damaged or of another version."""


@dataclass(frozen=True, slots=True)
class Array:
    """Numbers in rows: their type as NumPy writes it (``i1``, ``f4``), shape and bytes."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes

    def __post_init__(self) -> None:
        if self.dtype not in _BYTES or len(self.data) != _BYTES[self.dtype] * prod(self.shape):
            raise KiebitzError(f"{len(self.data)} bytes are no {self.dtype} array of {self.shape}")


@dataclass(frozen=True, slots=True)
class Weights:
    """A model's numbers with their provenance."""

    kind: str  #: what they are for, like ``skat values``
    version: int  #: of the kind: what the arrays mean
    features: str  #: what the model looks at
    data: str  #: what it was trained on
    seed: int
    command: str  #: that makes this file
    error: dict[str, Any]  #: measured on data that it was not trained on
    arrays: dict[str, Array] = field(repr=False)

    def save(self, path: Path) -> None:
        """Writes the file; the same numbers give the same file."""
        body = b"".join(array.data for array in self.arrays.values())
        header = {name: getattr(self, name) for name in _HEADER}
        header["arrays"] = [[n, a.dtype, list(a.shape)] for n, a in self.arrays.items()]
        header["sha256"] = hashlib.sha256(body).hexdigest()
        text = json.dumps(header, ensure_ascii=False).encode()
        # A disk that is full leaves the file that was there.
        new = path.with_name(f"{path.name}.new")
        try:
            new.write_bytes(MAGIC + text + b"\n" + body)
            new.replace(path)
        except OSError as error:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise KiebitzError(
                f"weights cannot be written to {str(path)!r}: {error.strerror or error}"
            ) from None


def load(path: Path, kind: str, version: int) -> Weights:
    """Reads and checks a file of one kind.

    >>> load(Path("no such file"), "skat values", 1)
    Traceback (most recent call last):
        ...
    kiebitz.values.weights.InvalidWeights: there is no weights file 'no such file'
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise InvalidWeights(f"there is no weights file {str(path)!r}") from None
    except OSError as error:
        raise InvalidWeights(f"weights file {str(path)!r}: {error.strerror}") from None
    return parse(content, kind, version, str(path))


def parse(content: bytes, kind: str, version: int, name: str = "weights") -> Weights:
    """The same for the bytes of a file; `name` is for messages.

    >>> parse(b"PK", "skat values", 1)
    Traceback (most recent call last):
        ...
    kiebitz.values.weights.InvalidWeights: 'weights' is not a weights file of Kiebitz
    """
    if not content.startswith(MAGIC):
        raise InvalidWeights(f"{name!r} is not a weights file of Kiebitz")
    end = content.find(b"\n", len(MAGIC), len(MAGIC) + _LONGEST_HEADER)
    try:
        header = json.loads(content[len(MAGIC) : end])
        fields = {key: header[key] for key in _HEADER}
        listed = [(str(n), str(d), tuple(map(int, shape))) for n, d, shape in header["arrays"]]
        digest = header["sha256"]
    except (ValueError, KeyError, TypeError):
        raise InvalidWeights(f"weights file {name!r} is damaged: its header is broken") from None
    if fields["kind"] != kind:
        raise InvalidWeights(f"{name!r} holds weights for {fields['kind']!r}, not for {kind!r}")
    if fields["version"] != version:
        raise InvalidWeights(
            f"{name!r} holds weights of version {fields['version']!r}; this Kiebitz reads "
            f"version {version}: train them again or install the Kiebitz that made them"
        )
    body = content[end + 1 :]
    if end < 0 or hashlib.sha256(body).hexdigest() != digest:
        raise InvalidWeights(f"weights file {name!r} is damaged: its numbers are not as written")
    arrays, at = {}, 0
    for array_name, dtype, shape in listed:
        size = _BYTES.get(dtype, 0) * prod(shape)
        if dtype not in _BYTES or min(shape, default=0) < 0 or at + size > len(body):
            raise InvalidWeights(f"weights file {name!r} is damaged: array {array_name!r}")
        arrays[array_name] = Array(dtype, shape, body[at : at + size])
        at += size
    return Weights(**fields, arrays=arrays)
