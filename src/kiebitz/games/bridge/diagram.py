"""Deals and tables drawn as bridge players expect to see them."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.cards import SUIT_SYMBOLS
from kiebitz.games.bridge.cards import SEAT_NAMES, STRAINS, SUITS
from kiebitz.games.bridge.deal import Deal, holding


def draw_deal(deal: Deal) -> str:
    """The four hands around the table.

    >>> print(draw_deal(Deal.parse("A... K... Q... J...")))
              ♠ A
              ♥ —
              ♦ —
              ♣ —
    ♠ J                 ♠ K
    ♥ —                 ♥ —
    ♦ —                 ♦ —
    ♣ —                 ♣ —
              ♠ Q
              ♥ —
              ♦ —
              ♣ —
    """
    north, east, south, west = (_lines(hand) for hand in deal.hands)
    width = max(10, *(len(line) + 3 for line in west))
    middle = " " * width
    gap = max(10, *(len(line) + 3 for line in (*north, *south)))
    rows = [middle + line for line in north]
    rows += [a.ljust(width) + " " * gap + b for a, b in zip(west, east, strict=True)]
    rows += [middle + line for line in south]
    return "\n".join(rows)


def draw_table(tricks: Sequence[Sequence[int | None]]) -> str:
    """Tricks by strain and declarer, a row a declarer.

    >>> print(draw_table([[5, 8, 5, 8], [6, 6, 6, 6], [5, 7, 5, 7], [7, 5, 7, 5], [6, 6, 6, 6]]))
            ♣   ♦   ♥   ♠  NT
    North   7   5   6   5   6
    South   7   5   6   5   6
    East    5   7   6   8   6
    West    5   7   6   8   6
    """
    order = (3, 2, 1, 0, 4)
    head = "      " + "".join(f"{SUIT_SYMBOLS.get(STRAINS[s], STRAINS[s]):>4}" for s in order)
    rows = [head.rstrip()]
    for seat in (0, 2, 1, 3):
        cells = "".join(f"{'?' if tricks[s][seat] is None else tricks[s][seat]:>4}" for s in order)
        rows.append(f"{SEAT_NAMES[seat]:<6}{cells}")
    return "\n".join(rows)


def _lines(hand: int) -> list[str]:
    return [
        f"{SUIT_SYMBOLS[letter]} {holding(hand, suit) or '—'}" for suit, letter in enumerate(SUITS)
    ]
