"""JSON lines that every reader takes, whatever they say and wherever they go."""

from __future__ import annotations

import codecs
import json
from math import isfinite
from typing import Any


def json_line(value: dict[str, Any], encoding: str = "utf-8") -> str:
    r"""One line of JSON that any strict reader takes, on a stream of this encoding.

    JSON is read as UTF-8: a stream of another encoding gets all but ASCII escaped. Half of a
    surrogate pair, which is no character, becomes U+FFFD; a number that is none becomes null.

    >>> print(json_line({"id": "é"}), json_line({"id": "é"}, "latin-1"))
    {"id": "é"} {"id": "\u00e9"}
    >>> print(json_line({"id": "\ud800", "loss": float("nan")}, "ascii"))
    {"id": "\ufffd", "loss": null}
    """
    ascii_only = codecs.lookup(encoding).name != "utf-8"
    try:
        line = json.dumps(value, ensure_ascii=False, allow_nan=False)
        line.encode()
    except ValueError:  # for one of these two reasons
        value = _plain(value)
        line = json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if ascii_only and not line.isascii() else line


def can_be_written(text: str) -> bool:
    r"""Whether a text comes out as it is; one with half a surrogate pair does not.

    >>> can_be_written("é"), can_be_written("\ud800")
    (True, False)
    """
    return bool(text == _plain(text))


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, str):
        # By way of UTF-16 two halves that belong together become the character that they are.
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_plain(name): _plain(entry) for name, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value
