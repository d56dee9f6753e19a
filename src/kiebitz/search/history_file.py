"""Tables of the history heuristic as files: JSON, the places that are not zero with their weights.

>>> import tempfile
>>> from pathlib import Path
>>> from kiebitz._core.multiplayer import History
>>> table = History()
>>> table.weights = [5, *table.weights[1:]]
>>> with tempfile.TemporaryDirectory() as folder:
...     write_history(Path(folder) / "cards.json", table)
...     read_history(Path(folder) / "cards.json").weights[0]
5
"""

from __future__ import annotations

import json
from pathlib import Path

from kiebitz._core.multiplayer import History
from kiebitz.errors import KiebitzError


def write_history(path: Path, table: History) -> None:
    """Writes a table, in place of what stood there."""
    weights = {str(place): weight for place, weight in enumerate(table.weights) if weight}
    path.write_text(json.dumps({"kiebitz": "history", "weights": weights}), encoding="utf-8")


def read_history(path: Path) -> History:
    """Reads a table; what is none is refused."""
    table = History()
    weights = list(table.weights)
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["kiebitz"] != "history":
            raise KeyError
        for place, weight in found["weights"].items():
            if not 0 <= int(place) < len(weights) or not 0 <= weight < 2**64:
                raise KeyError
            weights[int(place)] = weight
        table.weights = weights
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise KiebitzError(f"{str(path)!r} is not a table of the history heuristic") from None
    return table
