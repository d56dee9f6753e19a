"""Of which kind a declarer problem is, read off proved numbers.

In this order:

- safety play: the best card is not the best one if a trick more is wanted.
- squeeze or endplay: of the layouts that the best line wins at least a fifth have too few tricks in
  the suits by themselves, even if all cards lie open and declarer can lead each suit from either
  hand as often as there are cards. So the trick that is missing comes from a card that a defender
  has to throw or to lead. (No trump; else ruffs bring tricks.)
- two-way finesse: there is a hidden honour of which declarer would like to know who has it, and
  whoever has it: either answer raises the chance by a tenth or more.
- guess: with open cards some card would win more often than any card wins in truth.
- cash first: the best cards are led and win their trick in every layout; others are worse.
- choice of chances: the rest.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kiebitz.bridge import PlayPlan, plan_play
from kiebitz.games.bridge.cards import RANKS, SUITS, card_number, card_of, each_card
from kiebitz.limits import Limit
from kiebitz.players.bridge.single_dummy import SeenLayout

CARDS = 4  # in each hand of an ending that is made
EVERYTHING = Limit(worlds=400, depth=52, nodes=6_000_000)
KINDS = (
    "safety play",
    "squeeze or endplay",
    "two-way finesse",
    "guess",
    "cash first",
    "choice of chances",
)
#: Of the layouts that the best line wins.
SQUEEZED = 0.2
#: Of the chance, whoever has the honour.
WORTH_KNOWING = 0.1

Question = dict[str, Any]  # what `plan_play` is asked


def ask(question: Question, limit: Limit) -> PlayPlan:
    return plan_play(declarer="S", limit=limit, threads=1, **question)


def chances(plan: PlayPlan) -> dict[str, float]:
    return {str(one.card): one.best_defence or 0.0 for one in plan.cards}


def kind_of(question: Question, exact: PlayPlan) -> str | None:
    """None if that could not be proved."""
    values = chances(exact)
    most = max(values.values())
    best = {card for card, value in values.items() if value == most}
    size = 13 if "played" in question else CARDS
    if question["tricks"] < size:
        above = ask({**question, "tricks": question["tricks"] + 1}, EVERYTHING)
        if not above.exact:
            return None
        more = chances(above)
        if max(more.values()) > max(more[card] for card in best):
            return "safety play"
    if question["contract"] == "NT" and squeezed_share(exact) >= SQUEEZED:
        return "squeeze or endplay"
    two_way = is_two_way(question, exact)
    if two_way is None:
        return None
    if two_way:
        return "two-way finesse"
    if max(one.double_dummy for one in exact.cards) > most:
        return "guess"
    if all(wins_for_sure(question, exact, card) for card in best):
        return "cash first"
    return "choice of chances"


# --- squeeze or endplay ---


def squeezed_share(plan: PlayPlan) -> float:
    """Of the layouts that the line wins, those in which the suits alone have too few tricks."""
    won = [layout for layout in plan.seen if layout.line_wins]
    return sum(is_short(plan, layout) for layout in won) / len(won) if won else 0.0


def might_squeeze(plan: PlayPlan) -> bool:
    """Whether the suits alone have too few tricks in a layout that is won with open cards."""
    return any(is_short(plan, layout) for layout in plan.seen if any(layout.makes.values()))


def is_short(plan: PlayPlan, layout: SeenLayout) -> bool:
    """Whether the suits alone have too few tricks."""
    view = plan.view
    assert view is not None
    still = plan.target - view.tricks[view.declarer % 2]
    return tricks_by_suits(layout.hands, view) < still


def tricks_by_suits(hands: tuple[int, ...], view: Any) -> int:
    """Declarer's tricks if each suit is played by itself and declarer always leads.

    A trick under way counts as one that declarer's side may win.
    """
    first = view.declarer
    seats = [(first + place) % 4 for place in range(4)]
    suits = [
        suit_tricks(*((hands[seat] >> 16 * suit) & 0x1FFF for seat in seats)) for suit in range(4)
    ]
    return sum(suits) + bool(view.trick)


@lru_cache(maxsize=100_000)
def suit_tricks(declarer: int, left: int, dummy: int, right: int) -> int:
    """Tricks of one suit, open cards; declarer leads from either hand until both have none.

    >>> ace_queen, king, low = 0b1010000000000, 0b0100000000000, 0b11
    >>> suit_tricks(ace_queen, 0b1100, low, king), suit_tricks(ace_queen, king | 0b100, low, 0)
    (2, 1)
    """
    best = 0
    if declarer:
        best = _led(declarer, left, dummy, right)
    if dummy:
        best = max(best, _led(dummy, right, declarer, left))
    return best


def _led(leader: int, second: int, partner: int, fourth: int) -> int:
    """The first hand leads; the second and the fourth belong to the defenders."""
    most = 0
    for lead in each_card(leader):
        least = 99
        for reply in _replies(second):
            third = 0
            for support in _replies(partner):
                last = 99
                for end in _replies(fourth):
                    wins = max(lead, support) > max(reply, end)
                    rest = suit_tricks(
                        _without(leader, lead),
                        _without(second, reply),
                        _without(partner, support),
                        _without(fourth, end),
                    )
                    last = min(last, wins + rest)
                third = max(third, last)
            least = min(least, third)
        most = max(most, least)
    return most


def _replies(hand: int) -> list[int]:
    """A card of the suit, or -1: something else."""
    return list(each_card(hand)) or [-1]


def _without(hand: int, card: int) -> int:
    return hand if card < 0 else hand & ~(1 << card)


# --- two-way finesse ---


def is_two_way(question: Question, exact: PlayPlan) -> bool | None:
    """Whether it is worth something to hear who has an honour, be it East or be it West."""
    view = exact.view
    if view is None:
        return None
    most = max(chances(exact).values())
    hidden = [card_of(card) for card in each_card(view.hidden)]
    for honour in (card for card in hidden if card.rank in "KQJ"):
        holders = {seat for layout in exact.seen for seat in (1, 3) if has(layout, seat, honour)}
        if len(holders) < 2:  # everybody knows who has it
            continue
        told = [ask({**question, seat: str(honour)}, EVERYTHING) for seat in ("east", "west")]
        if not all(one.exact for one in told):
            return None
        if min(max(chances(one).values()) for one in told) >= most + WORTH_KNOWING:
            return True
    return False


def has(layout: SeenLayout, seat: int, card: str) -> bool:
    return bool(layout.hands[seat] >> card_number(card) & 1)


# --- cash first ---


def wins_for_sure(question: Question, plan: PlayPlan, card: str) -> bool:
    """Whether the card is led and no layout lets a defender beat it."""
    view = plan.view
    if view is None or view.trick or question["contract"] != "NT":
        return False
    rank = RANKS.index(card[1])
    held = {SUITS.index(card[0]) * 16 + above for above in range(rank + 1, 13)}
    return not any(view.hidden >> number & 1 for number in held)
