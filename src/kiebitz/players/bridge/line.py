"""The best line in rows: which card next, and after which cards of the defenders which one then.

The search against best defence finds a plan: one own card for every reply that is possible. Most
replies ask for the same card, so that a few rows say it all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kiebitz.games.bridge.cards import RANKS, SEATS, SUITS, card_of
from kiebitz.games.moves import Card


@dataclass(frozen=True, slots=True)
class When:
    """If this defender plays one of these cards."""

    seat: str
    cards: tuple[Card, ...]
    #: These are all that the rows beside it do not name.
    otherwise: bool


@dataclass(frozen=True, slots=True)
class LineRow:
    """Own cards one after the other, whatever the defenders play between them."""

    level: int  # it goes on where the last row of the level above ends
    when: When | None  # None: the first row
    cards: tuple[tuple[str, Card], ...]  # seat and card


@dataclass(slots=True)
class _Step:
    """A card of the plan and what comes after it: one own card, or replies."""

    seat: str
    own: bool
    then: dict[Card, _Step]


def line_of(plan: Iterable[tuple[int, int, int]], declarer: int) -> tuple[LineRow, ...]:
    """The rows of a native plan: the place of the card before, the seat, the card.

    South leads a spade, West plays the queen or a small one:

    >>> rows = line_of([(-1, 2, 2), (0, 3, 10), (0, 3, 5), (1, 0, 12), (2, 0, 9)], 2)
    >>> [(row.level, row.when and row.when.cards, row.cards) for row in rows]
    [(0, None, (('S', 'S4'),)), (1, ('SQ',), (('N', 'SA'),)), (1, ('S7',), (('N', 'SJ'),))]
    """
    top: dict[Card, _Step] = {}
    steps: list[_Step] = []
    for parent, seat, card in plan:
        step = _Step(SEATS[seat], seat % 2 == declarer % 2, {})
        steps.append(step)
        (top if parent < 0 else steps[parent].then)[card_of(card)] = step
    return tuple(_rows(top, 0, None))


def goes_on(line: tuple[LineRow, ...]) -> bool:
    """Whether a line says more than the next card."""
    return len(line) > 1 or (len(line) == 1 and len(line[0].cards) > 1)


def _rows(then: dict[Card, _Step], level: int, when: When | None) -> Iterator[LineRow]:
    """As long as all replies ask for the same card, in the same row."""
    cards: list[tuple[str, Card]] = []
    groups: list[_Group] = []
    while then and len(groups) < 2:
        first = next(iter(then.values()))
        if first.own:
            cards.append((first.seat, next(iter(then))))
            then = first.then
        else:
            groups = _groups(then)
            then = groups[0].then
    beside = [group for group in groups if group.then] if len(groups) > 1 else []
    if cards or beside:
        yield LineRow(level, when, tuple(cards))
    for number, group in enumerate(beside, 1):
        is_rest = 1 < len(beside) == len(groups) == number
        yield from _rows(group.then, level + 1, When(group.seat, _sorted(group.cards), is_rest))


@dataclass(slots=True)
class _Group:
    """Replies after which the same is done."""

    seat: str
    cards: list[Card]
    then: dict[Card, _Step]


def _sorted(cards: list[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card.suit), -RANKS.index(card.rank))))


def _groups(replies: dict[Card, _Step]) -> list[_Group]:
    """The smallest first, so that the largest can be "otherwise"."""
    groups: list[_Group] = []
    for card, step in replies.items():
        for group in groups:
            if (both := _joined(group.then, step.then)) is not None:
                group.cards.append(card)
                group.then = both
                break
        else:
            groups.append(_Group(step.seat, [card], step.then))
    return sorted(groups, key=lambda group: len(group.cards))


def _joined(one: dict[Card, _Step], other: dict[Card, _Step]) -> dict[Card, _Step] | None:
    """One plan for two places, if what it says in one is not something else in the other."""
    steps = [*one.values(), *other.values()]
    if not one or not other:
        return None if steps else {}
    if steps[0].own != steps[-1].own or (steps[0].own and one.keys() != other.keys()):
        return None
    both: dict[Card, _Step] = {}
    for card in one.keys() | other.keys():
        a, b = one.get(card), other.get(card)
        if a is None or b is None:
            both[card] = a or b  # type: ignore[assignment]
            continue
        then = _joined(a.then, b.then)
        if then is None:
            return None
        both[card] = _Step(a.seat, a.own, then)
    return both
