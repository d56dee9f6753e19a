"""Par: what the auction comes to when both sides know all hands and bid as well as can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz.errors import InvalidPosition
from kiebitz.games.bridge.cards import parse_seat
from kiebitz.games.bridge.scoring import Contract, Vulnerability, side_name

#: Strains in the order of the auction, as numbers of S H D C NT.
_RISING = (3, 2, 1, 0, 4)


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that ends the auction at par."""

    contract: str  # as in '4Sx'
    declarers: str  # as in 'EW' or 'W'
    tricks: int
    over: int  # overtricks, negative for undertricks

    def __str__(self) -> str:
        result = "=" if self.over == 0 else f"{self.over:+d}"
        return f"{self.contract} {self.declarers} {result}"


@dataclass(frozen=True, slots=True)
class Par:
    """The par score for North-South and the contracts that have it; none when all pass."""

    score: int
    contracts: tuple[ParContract, ...]

    def __str__(self) -> str:
        told = ", ".join(map(str, self.contracts)) or "passed out"
        return f"NS {self.score:+d}: {told}"


def par(
    table: Sequence[Sequence[int]],
    vulnerable: str | Vulnerability = Vulnerability.NONE,
    dealer: str | int = "N",
) -> Par:
    """Par of a double-dummy table: tricks by strain (S H D C NT) and declarer (N E S W).

    Whoever has bid may be outbid by any higher bid; a contract that fails is doubled. The dealer's
    side speaks first, which matters only when both sides can make the same contract.

    >>> table = [[5, 8, 5, 8], [6, 6, 6, 6], [5, 7, 5, 7], [7, 5, 7, 5], [6, 6, 6, 6]]
    >>> print(par(table))
    NS -110: 2S EW =
    """
    rows = [list(map(int, row)) for row in table]
    if len(rows) != 5 or any(len(row) != 4 or not all(0 <= n <= 13 for n in row) for row in rows):
        raise InvalidPosition(
            "a table has five strains with four numbers of tricks from 0 to 13 each",
            code="bridge-table",
        )
    zone = vulnerable if isinstance(vulnerable, Vulnerability) else Vulnerability.parse(vulnerable)
    first = parse_seat(dealer) % 2

    bids = [(level, strain) for level in range(1, 8) for strain in _RISING]
    scores = [[_best(rows, bid, side, zone) for side in (0, 1)] for bid in bids]
    # What the auction is worth to North-South once `side` has made bid number `i`. The other side
    # passes or bids on, whichever is better for it.
    worth = [[0, 0] for _ in bids]
    highest = [-(10**6), 10**6]  # the best that a side gets by bidding above the current bid
    for i in range(len(bids) - 1, -1, -1):
        for side in (0, 1):
            worth[i][side] = _better(1 - side, scores[i][side], highest[1 - side])
        for side in (0, 1):
            highest[side] = _better(side, highest[side], worth[i][side])
    # Before the first bid both may pass; the dealer's side chooses first.
    second = _better(1 - first, 0, highest[1 - first])
    score = _better(first, second, highest[first])
    if score == 0:
        return Par(0, ())
    contracts: list[ParContract] = []
    # A contract ends the auction when nothing above it would serve the other side better.
    above = [-(10**6), 10**6]
    for i in range(len(bids) - 1, -1, -1):
        for side in (0, 1):
            if scores[i][side] == score and _better(1 - side, above[1 - side], score) == score:
                contracts.insert(0, _told(rows, bids[i], side))
        for side in (0, 1):
            above[side] = _better(side, above[side], scores[i][side])
    return Par(score, tuple(contracts))


def _better(side: int, a: int, b: int) -> int:
    return max(a, b) if side == 0 else min(a, b)


def _best(rows: list[list[int]], bid: tuple[int, int], side: int, zone: Vulnerability) -> int:
    """North-South's score when a side plays a contract from its better hand."""
    level, strain = bid
    tricks = max(rows[strain][side], rows[strain][side + 2])
    contract = Contract(level, strain, 1 if tricks < level + 6 else 0, side)
    points = contract.score(tricks, vulnerable=zone.of(side))
    return points if side == 0 else -points


def _told(rows: list[list[int]], bid: tuple[int, int], side: int) -> ParContract:
    level, strain = bid
    tricks = max(rows[strain][side], rows[strain][side + 2])
    seats = [seat for seat in (side, side + 2) if rows[strain][seat] == tricks]
    contract = Contract(level, strain, 1 if tricks < level + 6 else 0, side)
    return ParContract(str(contract), side_name(seats), tricks, tricks - level - 6)
