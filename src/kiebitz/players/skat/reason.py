"""A reason: a code with parameters, worded at the edge in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """What something is called, and what it is about.

    Parameters that name things have names of their own: `seat` and `partner` are seats, `suit` is a
    suit (T for trumps), `card` and `other` are cards, `game` is a contract.
    """

    code: str
    parameters: dict[str, str | int] = field(default_factory=dict)
