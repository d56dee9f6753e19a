"""A reason: a code with parameters, worded at the edge in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

World = TypeVar("World")


@dataclass(frozen=True, slots=True)
class Reason:
    """What something is called, and what it is about.

    Parameters that name things have names of their own: `seat` and `partner` are seats, `suit` is a
    suit (in Skat T for trumps), `card` and `other` are cards, `game` is a contract.
    """

    code: str
    parameters: dict[str, str | int] = field(default_factory=dict)


def telling_feature(
    worlds: Sequence[World],
    weight: Callable[[World], float],
    gains: Callable[[World], bool],
    features: Iterable[tuple[Reason, Callable[[World], bool]]],
) -> Reason | None:
    """What the worlds in which something is gained have in common, and the others have not.

    `n` of the reason is the percentage of the worlds that have it. None if nothing tells them
    apart: nearly all worlds with a gain must have it, and few of the others.

    >>> even = (Reason("even"), lambda world: world % 2 == 0)
    >>> small = (Reason("small"), lambda world: world < 3)
    >>> telling_feature(range(10), lambda _: 1.0, lambda world: world in (0, 2), [even, small])
    Reason(code='small', parameters={'n': 30})
    """
    gained = [weight(world) for world in worlds if gains(world)]
    total = sum(map(weight, worlds))
    share = sum(gained) / (total or 1.0)
    if not 0.02 <= share <= 0.9 or len(worlds) < 3:
        return None
    best: tuple[float, Reason] | None = None
    for reason, test in features:
        having = [world for world in worlds if test(world)]
        so = sum(map(weight, having)) / total
        both = sum(weight(world) for world in having if gains(world)) / total
        if so >= 0.999 or both < 0.9 * share:
            continue
        lift = both / share - (so - both) / (1 - share)
        if lift >= 0.6 and (best is None or lift > best[0] + 1e-9):
            best = (lift, Reason(reason.code, {**reason.parameters, "n": round(100 * so)}))
    return None if best is None else best[1]
