"""What is told of a plan for a suit, as data, and its English words. The page has others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

RANKS = "23456789TJQKA"
NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
PlayKind = Literal[
    "no-chance",
    "none-found",
    "any-order",
    "tops",
    "cash",
    "run",
    "duck",
    "low-to",
    "card-to",
    "lead",
    "lead-low",
]
ConditionKind = Literal[
    "loses",
    "wins",
    "loses-to",
    "both-low",
    "honour-appears",
    "appears",
    "plays",
    "shows-out",
]


@dataclass(frozen=True)
class Group:
    """Missing cards that are alike: named, or just low ones, or honours."""

    kind: Literal["cards", "low", "honour"]
    ranks: str = ""


@dataclass(frozen=True)
class Condition:
    """What the defenders may have done in a trick."""

    kind: ConditionKind
    group: Group | None = None
    seat: str = ""


@dataclass(frozen=True)
class Instead:
    """Another card of the third hand: when it is played."""

    card: str
    """A rank, `low`, or nothing for a discard."""
    on: tuple[Group, ...] = ()
    out: str = ""
    """The defender who shows out."""


@dataclass(frozen=True)
class Play:
    """One trick of declarer's, and how it goes on."""

    kind: PlayKind
    cards: str = ""
    """The ranks that it names, in order."""
    instead: tuple[Instead, ...] = ()
    after: Play | Branch | Either | None = None
    cut: bool = False
    """Whether unlikely cases or later tricks are left out."""

    @cached_property
    def _hash(self) -> int:  # plans are deep and compared often
        return hash((self.kind, self.cards, self.instead, self.after))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True)
class Branch:
    """What comes after a trick depends on what the defenders did."""

    condition: Condition
    yes: Play | Branch | Either
    no: Play | Branch | Either
    kind: Literal["if"] = "if"


@dataclass(frozen=True)
class Either:
    """What comes after a trick, where no simple condition tells the cases apart."""

    plays: tuple[Play, ...]
    kind: Literal["either"] = "either"


@dataclass(frozen=True)
class Row:
    """A row of a plan as a tree: cards of one or two seats, and what follows."""

    depth: int
    seats: tuple[str, ...]
    cards: tuple[str, ...]
    """Ranks, `x` for a low card, `–` for another suit of declarer's, `out` of a defender's."""
    end: Literal["", "made", "cut", "more"] = ""


After = Play | Branch | Either


def in_words(play: Play) -> str:
    """A plan in one English sentence.

    >>> in_words(Play("low-to", "Q", (Instead("A", (Group("cards", "K"),)),)))
    'low to the queen (the ace on the king)'
    """
    text = _play(play)
    if play.instead:
        text += f" ({', '.join(map(_instead, play.instead))})"
    if play.after is not None:
        going_on = _after(play.after)
        text += f"{',' if isinstance(play.after, Play) else ';'} {going_on}"
    return f"{text} …" if play.cut else text


def row_in_words(row: Row) -> str:
    """A row of a tree in English.

    >>> row_in_words(Row(1, ("East", "South"), ("out", "3")))
    '  East shows out, South 3'
    """
    cards = ("shows out" if card == "out" else card for card in row.cards)
    told = ", ".join(f"{seat} {card}" for seat, card in zip(row.seats, cards, strict=True))
    end = {"": "", "made": ": made", "cut": ": …", "more": ":"}[row.end]
    return f"{'  ' * row.depth}{told}{end}"


def _play(play: Play) -> str:
    names = [_name(rank) for rank in play.cards]
    match play.kind:
        case "no-chance":
            return "there is no chance"
        case "none-found":
            return "none found within the limit"
        case "any-order":
            return "play the cards in any order"
        case "tops":
            return "cash the top cards"
        case "cash":
            return f"cash the {_joined(names, 'and')}"
        case "run":
            return f"run the {names[0]}"
        case "duck":
            return "duck a round"
        case "low-to":
            return f"low to the {names[0]}"
        case "card-to":
            return f"the {names[0]} to the {names[1]}"
        case "lead":
            return f"lead the {names[0]}"
        case "lead-low":
            return "lead low"


def _instead(other: Instead) -> str:
    card = "a discard" if not other.card else other.card
    if len(card) == 1:
        card = f"the {_name(card)}"
    whens = [f"on {_joined([_group(group) for group in other.on], 'or')}"] if other.on else []
    if other.out:
        whens.append(f"if {other.out} shows out")
    return f"{card} {' or '.join(whens)}"


def _after(after: After) -> str:
    if isinstance(after, Play):
        return f"then {in_words(after)}"
    if isinstance(after, Either):
        return " or ".join(in_words(play) for play in after.plays)
    rest = f", {_after(after.no)}" if isinstance(after.no, Branch) else f" {_inner(after.no)}"
    return f"if {_condition(after.condition)}, {_inner(after.yes)}; otherwise{rest}"


def _inner(after: After) -> str:
    text = _after(after).removeprefix("then ")
    return f"({text})" if ";" in text else text


def _condition(condition: Condition) -> str:
    group = "" if condition.group is None else _group(condition.group)
    match condition.kind:
        case "loses":
            return "it loses"
        case "wins":
            return "it wins"
        case "loses-to":
            return f"it loses to {group}"
        case "both-low":
            return "both follow low"
        case "honour-appears":
            return "an honour appears"
        case "appears":
            return f"{group} appears"
        case "plays":
            return f"{condition.seat} plays {group}"
        case "shows-out":
            return f"{condition.seat} shows out"


def _group(group: Group) -> str:
    if group.kind == "low":
        return "a low card"
    if group.kind == "honour":
        return "an honour"
    return f"the {_joined([_name(rank) for rank in group.ranks], 'or')}"


def _name(rank: str) -> str:
    return NAMES[RANKS.index(rank)]


def _joined(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
