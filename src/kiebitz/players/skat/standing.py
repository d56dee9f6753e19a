"""How a list stands, and what that asks of a bidder: its last deals are played to win the list.

Early in a list a point is a point. At its end who is behind needs a game, and who leads does not
want to lose one. The chance to end first says how much: the deals still to come change every
chair's total by chance, and what this deal may bring is added before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erf, exp, pi, sqrt

from kiebitz.errors import KiebitzError
from kiebitz.games.skat import stakes
from kiebitz.games.skat.sheet import OTHERS_LOST

#: So many deals, the present one included, are bid by how the list stands. In the last six instead
#: of three as many lists were won, for twice the points.
LAST_DEALS = 3
#: What a deal adds to a chair's total has this standard deviation, as far as it is its own: 1 / √2
#: of that of a difference of two chairs.
_DEVIATION = 67.0
#: What a declared game brings its declarer: chances and points of 2,836 games of PIMC.
_WON, _WINS = 0.82, (72, 83, 96, 105, 146)
_LOSES = -127
#: How often a seat that has not bid yet declares once we pass, if nobody else has bid either.
_SILENT = 0.8
#: Where a game changes the chance to end first by less, it is bid as ever.
_DECIDED = 0.002
_NOTHING = (0, 0, 0, 0)
_MOST_POINTS, _MOST_DEALS = 100_000, 1_000
_STEPS = 48  # of the integral over our own luck
_WIDEST = 4.5  # standard deviations


@dataclass(frozen=True, slots=True)
class Standing:
    """The totals of a list before a deal, and how many deals follow it.

    >>> behind = Standing((300, 390, 200), 0)
    >>> behind.chance(), behind.chance((110, 0, 0))
    (0.0, 1.0)
    >>> round(Standing((0, 0, 0), 20).chance(), 3)
    0.333
    """

    totals: tuple[int, ...]
    """One's own, then by chair to the left; at a table of four the one who sits out comes last."""
    left: int
    """Deals after this one."""

    def __post_init__(self) -> None:
        numbers = (*self.totals, self.left)
        if any(isinstance(one, bool) or not isinstance(one, int) for one in numbers):
            raise KiebitzError("the totals of a list and the deals left are whole numbers")
        if len(self.totals) not in OTHERS_LOST:
            raise KiebitzError(f"a list has three or four totals, not {len(self.totals)}")
        if max(map(abs, self.totals)) > _MOST_POINTS:
            raise KiebitzError(f"a total of a list is at most {_MOST_POINTS} points either way")
        if not 0 <= self.left <= _MOST_DEALS:
            raise KiebitzError(f"the deals left are a number from 0 to {_MOST_DEALS}")

    def chance(self, gains: Sequence[float] = ()) -> float:
        """The chance to end first if this deal brings the chairs so much; ties are shared."""
        totals = [sum(pair) for pair in zip(self.totals, gains or _NOTHING, strict=False)]
        ahead = [totals[0] - other for other in totals[1:]]
        if self.left:
            width = _DEVIATION * sqrt(self.left)
            return _first(tuple(round(one / width, 6) for one in ahead))
        return 0.0 if min(ahead) < 0 else 1 / (1 + ahead.count(0))

    def promise(self, win: float, value: float, score: float) -> float:
        """The chance to end first if we declare a game with this chance, value and expected points.

        The points, less the defenders', tell what it brings if won: schneider, too, is worth more.

        >>> ahead = Standing((400, 300, 200), 0)
        >>> ahead.promise(0.7, 48, 20) < ahead.chance()
        True
        """
        won, lost = self._ours(value)
        if win > 0.01:
            won[0] = max(won[0], (score - (1 - win) * (lost[0] - stakes(1).defender)) / win)
        return win * self.chance(won) + (1 - win) * self.chance(lost)

    def threshold(self, usual: float, value: float, rivals: Sequence[int], *, bid: bool) -> float:
        """The chance to win from which a game of this value is bid, where `usual` is so otherwise.

        Rivals, by chair to the left, have not passed; one of them declares if we pass, for sure
        where somebody has bid.
        """
        won, lost = self._ours(value)
        best, worst = self.chance(won), self.chance(lost)
        if best - worst < _DECIDED:
            return usual
        outcomes = self._theirs(rivals, bid)
        passing = sum(share * self.chance(gains) for share, gains in outcomes)
        points = sum(share * _lead(gains) for share, gains in outcomes)
        asked = (passing - worst) / (best - worst)
        always = (points - _lead(lost)) / (_lead(won) - _lead(lost))
        return min(max(usual + asked - always, 0.0), 1.0)

    def _ours(self, value: float) -> tuple[list[float], list[float]]:
        """What a game of ours brings every chair, won and lost."""
        at_stake = stakes(round(value))
        others = len(self.totals) - 1
        return (
            [float(at_stake.won), *[0.0] * others],
            [float(at_stake.lost), *[float(OTHERS_LOST[others + 1])] * others],
        )

    def _theirs(self, rivals: Sequence[int], bid: bool) -> list[tuple[float, list[float]]]:
        """What passing may bring every chair, with its chances."""
        chairs = len(self.totals)
        nothing = [0.0] * chairs
        if not rivals:
            return [(1.0, nothing)]
        declared = 1.0 if bid else _SILENT
        found = [(1 - declared, nothing)]
        for rival in rivals:
            share = declared / len(rivals)
            for points in _WINS:
                gains = list(nothing)
                gains[rival] = points
                found.append((share * _WON / len(_WINS), gains))
            gains = [float(OTHERS_LOST[chairs])] * chairs
            gains[rival] = _LOSES
            found.append((share * (1 - _WON), gains))
        return found


def _lead(gains: Sequence[float]) -> float:
    """Points more than the others' mean."""
    return gains[0] - sum(gains[1:]) / (len(gains) - 1)


@lru_cache(maxsize=4096)
def _first(ahead: tuple[float, ...]) -> float:
    """The chance that one of some equally lucky chairs ends first, ahead by so many deviations."""
    step = 2 * _WIDEST / _STEPS
    total = 0.0
    for number in range(_STEPS):
        own = -_WIDEST + (number + 0.5) * step
        product = exp(-own * own / 2)
        for one in ahead:
            product *= 0.5 * (1 + erf((own + one) / sqrt(2)))
        total += product
    return total * step / sqrt(2 * pi)
