"""Players by name: ``pimc:worlds=160,belief=uniform``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kiebitz.errors import KiebitzError


@dataclass(frozen=True, slots=True)
class Parameter:
    """One setting of a player: how it is read, what it is by default, what it means."""

    read: Callable[[str], Any]
    default: Any
    meaning: str


def number(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def fraction(low: float, high: float) -> Callable[[str], float]:
    """Reads a number within bounds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise ValueError(f"a number from {low} to {high}")
        return value

    return read


def choice(*names: str) -> Callable[[str], str]:
    """Reads one of some words."""

    def read(text: str) -> str:
        if text not in names:
            raise ValueError(" or ".join(names))
        return text

    return read


def parse_spec(
    text: str, known: Mapping[str, Mapping[str, Parameter]]
) -> tuple[str, dict[str, Any]]:
    """The name and all settings, those not given by their defaults.

    >>> parse_spec("a:n=3", {"a": {"n": Parameter(number(1, 9), 1, "how many")}})
    ('a', {'n': 3})
    """
    name, _, rest = text.partition(":")
    if name not in known:
        raise KiebitzError(f"there is no player {name[:40]!r}: say {', '.join(known)}")
    parameters = known[name]
    settings = {key: parameter.default for key, parameter in parameters.items()}
    for part in rest.split(",") if rest else ():
        key, equals, value = part.partition("=")
        if key not in parameters or not equals:
            raise KiebitzError(
                f"player {name} has no setting {part[:40]!r}: it has {', '.join(parameters)}, "
                f"as in {name}:{next(iter(parameters))}=…"
            )
        try:
            settings[key] = parameters[key].read(value)
        except ValueError as error:
            raise KiebitzError(
                f"{key} of player {name} must be {error}, not {value[:40]!r}"
            ) from None
    return name, settings


def named_in(text: str) -> frozenset[str]:
    """The settings that a player's text names itself.

    >>> sorted(named_in("pimc:worlds=20,belief=table"))
    ['belief', 'worlds']
    """
    return frozenset(part.partition("=")[0] for part in text.partition(":")[2].split(",") if part)
