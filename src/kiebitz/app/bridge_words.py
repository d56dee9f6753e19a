"""Judgements of played Bridge boards in English."""

from __future__ import annotations

from kiebitz.games.bridge.cards import SEAT_NAMES, SEATS
from kiebitz.players.bridge.line import LineRow, When
from kiebitz.players.bridge.review import PlayJudgement, decisive_card
from kiebitz.players.reason import Reason

_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

#: Why; {n} and {of} are numbers, {card} and {other} cards.
WORDS = {
    # concepts
    "finesse": "finesse: the {card} holds if {seat} has the {other}, in {n} % of the layouts",
    "no-finesse": "no finesse: the {card} first; the {other} falls alone from {seat} in {n} % of "
    "the layouts",
    "take": "take the trick with the {card}",
    "hold-up": "hold up: keep the {other} for later",
    "go-up": "go up with the {card}: it wins more often",
    "unblock": "unblock: the {card} makes way for the {suit} in the other hand",
    "keep-high": "keep the {other}: the {card} is enough",
    "ruff": "ruff with the {card}",
    "no-ruff": "do not ruff: throw the {card} and keep the {other}",
    "ruff-high": "ruff high: over the {other} somebody can ruff higher",
    "ruff-low": "ruff low: the {card} is enough, the {other} is wanted later",
    "keep-guard": "keep the {card} guarded",
    "keep-winner": "keep the {card}: it is high",
    "keep-suit": "keep the {suit}",
    "draw-trumps": "draw trumps: {n} are still out",
    "wait-trumps": "trumps can wait: first the {card}",
    "lead-to-ruff": "lead {suit}: {seat} has none and can ruff",
    "cash": "cash the {card}: it is high",
    "lead-towards": "lead towards the {card}",
    "set-up": "set up the {suit}: {n} are against you",
    "lead-high": "start with the {card}, not with the {other}",
    "partner-ruffs": "partner has no {suit} in {n} % of the layouts and can ruff",
    "lead-trump": "lead trumps: they cannot be used for ruffs any more",
    "up-to-weakness": "lead up to the weakness: dummy, who plays last, has nothing in {suit}",
    "through-strength": "lead through the strength: dummy has to play its {suit} first",
    "away-from": "a lead away from the {card} gives it up",
    "sequence": "the {card} from a sequence is safe",
    "danger-hand": "keep {seat} off lead: the trick goes to the other defender",
    # in which layouts
    "layout-holds": "it matters when {seat} has the {card}: in {n} % of the layouts",
    "layout-void": "it matters when {seat} has no {suit}: in {n} % of the layouts",
    "layout-even": "it matters when the {suit} divide evenly: in {n} % of the layouts",
    # numbers
    "makes-more": "the {card} makes the contract in {n} % of {worlds} layouts, this card in {of} %",
    "beats-more": "after the {card} declarer makes it in {n} % of {worlds} layouts, after this "
    "card in {of} %",
    "could-not-know": "with open cards it cost {n}, but nobody could know that",
    "tricks-lost": "the {card} brings {n} tenths of a trick more on average",
    "open-too": "with open cards it cost {n}",
    "got-away": "as the cards lay it cost nothing",
}


def told(reasons: tuple[Reason, ...]) -> str | None:
    """Reasons in one line of English.

    >>> told((Reason("layout-void", {"seat": "W", "suit": "S", "n": 30}),))
    'it matters when West has no spades: in 30 % of the layouts'
    """
    return "; ".join(WORDS[one.code].format(**_words(one)) for one in reasons) or None


def line_lines(line: tuple[LineRow, ...]) -> list[str]:
    """The best line in rows of text.

    >>> from kiebitz.games.moves import Card
    >>> line_lines((LineRow(1, When("W", (Card("SK"),), False), (("N", Card("SA")),)),))
    ['  West ♠K: ♠A from North']
    """
    return [
        "  " * row.level
        + _condition(row.when)
        + ", ".join(f"{card.symbol} from {_seat(seat)}" for seat, card in row.cards)
        for row in line
    ]


def _condition(when: When | None) -> str:
    if when is None:
        return ""
    if when.otherwise:
        return "otherwise: "
    return f"{_seat(when.seat)} {' '.join(card.symbol for card in when.cards)}: "


def _seat(seat: str) -> str:
    return SEAT_NAMES[SEATS.index(seat)]


def _words(reason: Reason) -> dict[str, str | int]:
    words = dict(reason.parameters)
    if "suit" in words:
        words["suit"] = _SUITS[str(words["suit"])]
    if "seat" in words:
        words["seat"] = _seat(str(words["seat"]))
    return words


def verdict_sentence(judged: list[PlayJudgement]) -> str:
    """A board in one sentence: where it was decided."""
    worst = decisive_card(judged)
    if worst is not None:
        return (
            f"Decided in trick {worst.trick}: {worst.seat} {worst.card}, better {worst.best}, "
            f"cost {100 * worst.loss:.0f} % of the chance."
        )
    missed = sum(one.cost for one in judged)
    if not missed:
        return "No mistake, even with open cards."
    given = "1 trick was" if missed == 1 else f"{missed} tricks were"
    return f"No mistake by what could be known; with open cards {given} given away."
