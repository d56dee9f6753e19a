"""How values are shown: what is as usual is left out."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any


def show_unusual(value: Any) -> str:
    """A dataclass as the code that makes it, without the fields that have their default.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Rules:
    ...     players: int = 4
    ...     moon: bool = True
    ...     __repr__ = show_unusual
    >>> Rules(players=3)
    Rules(players=3)
    """
    told = []
    for field in fields(value):
        usual = field.default if field.default_factory is MISSING else field.default_factory()
        found = getattr(value, field.name)
        if field.repr and (usual is MISSING or found != usual):
            told.append(f"{field.name}={found!r}")
    return f"{type(value).__name__}({', '.join(told)})"
