"""What the auction says about the chance to win: who passed in silence, and who bid how high."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any

from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from collections.abc import Sequence

#: How another player was heard: not at all before the pass, or with at least so much.
HEARD_BIDS = (18, 20, 23, 24, 30)
_STATES = len(HEARD_BIDS) + 1


def heard_state(highest_bid: int) -> int:
    """The place in :class:`Heard` for a player's highest bid; 0 is a pass without a bid.

    >>> [heard_state(bid) for bid in (0, 18, 20, 22, 23, 27, 60)]
    [0, 1, 2, 2, 3, 4, 5]
    """
    return bisect_right(HEARD_BIDS, highest_bid)


@dataclass(frozen=True, slots=True)
class Heard:
    """The log odds that each of the others adds to the chance to win, by how they were heard.

    One who has not spoken yet adds nothing.

    >>> heard = Heard(trumps=(0.4, 0.0, 0.0, 0.0, 0.0, -0.3), null=(0.0,) * 6)
    >>> round(heard.chance(0.6, [0, 36]), 3), heard.chance(0.6, [0, 36], null_share=1.0)
    (0.624, 0.6)
    """

    trumps: tuple[float, ...] = (0.0,) * _STATES
    null: tuple[float, ...] = (0.0,) * _STATES
    before_skat: tuple[float, float] = (0.0, 0.0)
    """Log odds to add as long as the skat is not seen, with trumps and in null.

    For every skat the most promising game is taken, so the promise is too high where the model is
    wrong."""

    def chance(
        self,
        plain: float,
        others: Sequence[int],
        null_share: float = 0.0,
        *,
        before_skat: bool = False,
    ) -> float:
        """A chance, now that so many others are known by their highest bids.

        The share of null is that among the games that the chance is about.
        """
        if not 0 < plain < 1:
            return plain
        shift = 0.0
        for table, first, share in (
            (self.trumps, self.before_skat[0], 1 - null_share),
            (self.null, self.before_skat[1], null_share),
        ):
            shift += share * sum(table[heard_state(bid)] for bid in others)
            shift += share * first * before_skat
        return 1 / (1 + (1 - plain) / plain * exp(-shift))

    def to_json(self) -> dict[str, list[float]]:
        """As in the file of a hand model."""
        tables = {"trumps": self.trumps, "null": self.null, "before skat": self.before_skat}
        return {name: list(table) for name, table in tables.items()}


def load_heard(text: str) -> Heard:
    """What bids of others mean, from the file of a hand model.

    >>> load_heard("{}") == Heard()
    True
    """
    try:
        table: Any = json.loads(text).get("heard") or Heard().to_json()
        trumps, null = (tuple(float(one) for one in table[name]) for name in ("trumps", "null"))
        first, second = (float(one) for one in table.get("before skat", (0.0, 0.0)))
        found = Heard(trumps, null, (first, second))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise KiebitzError(f"this is not a hand model: {error}") from None
    if {len(found.trumps), len(found.null)} != {_STATES}:
        raise KiebitzError(f"this is not a hand model: {_STATES} ways to be heard are expected")
    return found
