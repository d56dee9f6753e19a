"""Why one card of a Bridge deal is better than another: concepts as codes with parameters.

Every concept is a test on what the player could see and on the layouts that were looked at. It is
named only if the better card does it and the other one does not. What the layouts have in common in
which the better card gains comes after it. If nothing stands out, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from kiebitz._core import bridge as rules
from kiebitz._core import bridge_players as native
from kiebitz.games.bridge.cards import RANKS, SEATS, SUITS, card_number, card_of, each_card
from kiebitz.games.moves import Card
from kiebitz.players.bridge.single_dummy import SeenLayout
from kiebitz.players.reason import Reason, telling_feature

#: A thing is so if it is so in this share of the layouts.
_MOSTLY = 0.8
_MOST_CONCEPTS = 2
_HONOURS = RANKS.index("T")


def concepts_of(
    view: rules.View, seen: Sequence[SeenLayout], best: Card, other: Card
) -> tuple[Reason, ...]:
    """What speaks for the best card and against another one, the plainest first."""
    at = Situation(view, seen, card_number(best), card_number(other))
    found: dict[str, Reason] = {}
    for reason in _of_follow(at) if at.trick else _of_lead(at):
        found.setdefault(reason.code, reason)
    concepts = list(found.values())[:_MOST_CONCEPTS]
    return (*concepts, *_of_layouts(at))


class Situation:
    """What the player sees, two cards to choose from, and the layouts that were looked at."""

    def __init__(self, view: rules.View, seen: Sequence[SeenLayout], card: int, rival: int) -> None:
        self.view, self.seen = view, seen
        self.card, self.rival = card, rival
        self.trump = view.trump
        self.mover = view.to_move
        self.partner = (self.mover + 2) % 4
        self.trick = list(view.trick)
        self.declares = view.seat % 2 == view.declarer % 2
        self.dummy = (view.declarer + 2) % 4
        self.hand = view.known[self.mover]
        # The other hand of one's side, if it lies open.
        open_partner = view.known[self.partner].bit_count() == view.sizes[self.partner]
        self.other_hand: int | None = view.known[self.partner] if open_partner else None
        self.hidden = view.hidden

    def share(self, test: Callable[[SeenLayout], bool]) -> float:
        """In which share of the layouts something is so."""
        return sum(map(test, self.seen)) / max(1, len(self.seen))

    def is_master(self, card: int) -> bool:
        """Whether nobody else can hold a higher card of its suit."""
        return not any(number > card for number in self.against(card >> 4))

    def against(self, suit: int) -> list[int]:
        """The cards of a suit that the opponents may hold, or surely hold, ascending."""
        # A defender sees dummy; the rest is declarer's or the partner's.
        dummy = 0 if self.declares else self.view.known[self.dummy]
        return self.of_suit(self.hidden | dummy, suit)

    def of_suit(self, hand: int, suit: int) -> list[int]:
        """The cards of a suit in a hand, ascending."""
        return sorted(card for card in each_card(hand) if card >> 4 == suit)

    def beats(self, card: int, lying: Sequence[int]) -> bool:
        """Whether a card takes a trick in which the others lie."""
        return self.top([*lying, card]) == len(lying)

    def top(self, lying: Sequence[int]) -> int:
        """Which card of a trick, so far or in full, wins it."""
        best = 0
        for place, card in enumerate(lying):
            same = card >> 4 == lying[best] >> 4
            if (same and card > lying[best]) or (not same and card >> 4 == self.trump):
                best = place
        return best

    def winner(self, card: int, layout: SeenLayout) -> int:
        """Who gets the trick with a card, if whoever can take it from the other side does."""
        leader = self.view.leader
        lying = [*self.trick, card]
        while len(lying) < 4:
            seat = (leader + len(lying)) % 4
            hand = layout.hands[seat]
            legal = self.of_suit(hand, lying[0] >> 4) or list(each_card(hand))
            ahead = (leader + self.top(lying)) % 4
            over = [one for one in legal if self.beats(one, lying)]
            wants = over if over and ahead % 2 != seat % 2 else legal
            lying.append(min(wants, key=lambda one: (one >> 4 == self.trump, one & 15)))
        return (leader + native.winner_of(0, lying, self.trump)) % 4

    def takes(self, card: int) -> float:
        """In which share of the layouts the mover's side gets the trick."""
        return self.share(lambda layout: self.winner(card, layout) % 2 == self.mover % 2)

    @cached_property
    def taken(self) -> tuple[float, float]:
        """The same of both cards."""
        return self.takes(self.card), self.takes(self.rival)

    def missing(self, low: int, high: int) -> list[int]:
        """The cards of a suit between two of its cards that opponents may hold, ascending."""
        return [card for card in self.against(low >> 4) if low < card < high]

    @cached_property
    def trumps_out(self) -> int:
        """How many trumps the opponents of declarer have, as declarer counts them."""
        return 0 if self.trump > 3 else len(self.against(self.trump))


# --- following ---


def _of_follow(at: Situation) -> Iterator[Reason]:
    led = at.trick[0] >> 4
    card, rival = at.card, at.rival
    follows, rival_follows = card >> 4 == led, rival >> 4 == led
    if follows and rival_follows:
        yield from _of_same_suit(at)
        return
    ruffs, rival_ruffs = card >> 4 == at.trump, rival >> 4 == at.trump
    names = {"card": card_of(card), "other": card_of(rival)}
    if ruffs and rival_ruffs:
        yield Reason("ruff-high" if card > rival else "ruff-low", {**names})
    elif ruffs:
        yield Reason("ruff", {"card": card_of(card)})
    elif rival_ruffs:
        yield Reason("no-ruff", {**names})
    elif card >> 4 != rival >> 4:
        suit = at.of_suit(at.hand, rival >> 4)
        above = [one for one in at.against(rival >> 4) if one > suit[-1]]
        if above and len(suit) == len(above) + 1 and suit[-1] & 15 >= _HONOURS:
            yield Reason("keep-guard", {"card": card_of(suit[-1])})
        elif at.is_master(rival) and not at.is_master(card):
            yield Reason("keep-winner", {"card": card_of(rival)})
        else:
            yield Reason("keep-suit", {"suit": SUITS[rival >> 4]})


def _of_same_suit(at: Situation) -> Iterator[Reason]:
    card, rival = at.card, at.rival
    names: dict[str, str | int] = {"card": card_of(card), "other": card_of(rival)}
    yield from _of_finesse(at)
    # Who gets the trick.
    with_card, with_rival = at.taken
    if with_card >= _MOSTLY and with_rival <= 1 - _MOSTLY:
        yield Reason("take", {"card": names["card"]})
    elif with_rival - with_card >= 0.5:
        yield Reason("hold-up", names)
    elif with_card - with_rival >= 0.3:
        yield Reason("go-up", {"card": names["card"]})
    # What is left.
    yield from _of_danger(at)
    if abs(with_card - with_rival) >= 0.3:
        return
    if card > rival and at.other_hand is not None:
        mine, theirs = at.of_suit(at.hand, card >> 4), at.of_suit(at.other_hand, card >> 4)
        if len(theirs) >= len(mine) and any(one < card for one in theirs):
            yield Reason("unblock", {"card": names["card"], "suit": SUITS[card >> 4]})
    if card < rival and rival & 15 >= _HONOURS and at.missing(card, rival):
        yield Reason("keep-high", names)


def _of_finesse(at: Situation) -> Iterator[Reason]:
    """A lower card will do if the missing one lies before it."""
    low, high = min(at.card, at.rival), max(at.card, at.rival)
    if not at.declares or len(at.trick) != 2:
        return
    ahead = at.trick[at.top(at.trick)]
    holds = low if at.beats(low, at.trick) else ahead
    if holds == at.trick[1] or holds >> 4 != high >> 4 or not (between := at.missing(holds, high)):
        return
    missing = between[-1]
    told: dict[str, str | int] = {"card": card_of(at.card), "other": card_of(missing)}
    before, after = (at.mover + 3) % 4, (at.mover + 1) % 4
    if at.card == low:
        share = at.share(lambda layout: bool(layout.hands[before] >> missing & 1))
        yield Reason("finesse", {**told, "seat": SEATS[before], "n": _percent(share)})
    else:
        falls = at.share(lambda layout: at.of_suit(layout.hands[after], high >> 4) == [missing])
        yield Reason("no-finesse", {**told, "seat": SEATS[after], "n": _percent(falls)})


# --- leading ---


def _of_lead(at: Situation) -> Iterator[Reason]:
    yield from _of_declarers_lead(at) if at.declares else _of_defenders_lead(at)
    yield from _of_danger(at)
    card, rival = at.card, at.rival
    if card >> 4 == rival >> 4 and at.missing(min(card, rival), max(card, rival)):
        code = "lead-high" if card > rival else "keep-high"
        yield Reason(code, {"card": card_of(card), "other": card_of(rival)})


def _of_declarers_lead(at: Situation) -> Iterator[Reason]:
    card, rival = at.card, at.rival
    suit, rival_suit = card >> 4, rival >> 4
    other = at.other_hand
    if suit != rival_suit and at.trumps_out:
        if suit == at.trump:
            yield Reason("draw-trumps", {"n": at.trumps_out})
        elif other is not None and not at.of_suit(other, suit) and at.of_suit(other, at.trump):
            if at.of_suit(other, rival_suit):
                yield Reason("lead-to-ruff", {"suit": SUITS[suit], "seat": SEATS[at.partner]})
        elif rival_suit == at.trump:
            yield Reason("wait-trumps", {"card": card_of(card)})
    if at.is_master(card) and not at.is_master(rival):
        yield Reason("cash", {"card": card_of(card)})
    honour = _led_towards(at, card)
    if honour is not None and _led_towards(at, rival) is None:
        yield Reason("lead-towards", {"card": card_of(honour)})
    if suit != rival_suit and other is not None and not at.is_master(card):
        ours = len(at.of_suit(at.hand, suit)) + len(at.of_suit(other, suit))
        theirs = len(at.against(suit))
        if suit != at.trump and ours > theirs > 0:
            yield Reason("set-up", {"suit": SUITS[suit], "n": theirs})


def _led_towards(at: Situation, card: int) -> int | None:
    """The highest card opposite that can be caught only from behind, if a low card goes to it."""
    held = at.of_suit(at.other_hand or 0, card >> 4)
    above = [one for one in at.against(card >> 4) if held and one > card]
    caught = [one for one in held if one & 15 >= _HONOURS and any(a < one for a in above)]
    unsure = [one for one in held if one & 15 >= _HONOURS and not at.is_master(one)]
    if card & 15 >= _HONOURS or not caught or not unsure:
        return None
    return unsure[-1]


def _of_defenders_lead(at: Situation) -> Iterator[Reason]:
    card, rival = at.card, at.rival
    suit, rival_suit = card >> 4, rival >> 4

    def partner_ruffs(led: int) -> float:
        return at.share(
            lambda layout: (
                not at.of_suit(layout.hands[at.partner], led)
                and bool(at.of_suit(layout.hands[at.partner], at.trump))
            )
        )

    if suit != rival_suit and at.trump <= 3 and at.trump not in (suit, rival_suit):
        share = partner_ruffs(suit)
        if share >= _MOSTLY and partner_ruffs(rival_suit) <= 0.5:
            yield Reason("partner-ruffs", {"suit": SUITS[suit], "n": _percent(share)})
    if at.is_master(card) and not at.is_master(rival):
        yield Reason("cash", {"card": card_of(card)})
    if suit == at.trump != rival_suit:
        yield Reason("lead-trump", {"card": card_of(card)})
    dummy = at.view.known[at.dummy]
    if suit != rival_suit and dummy and at.trump not in (suit, rival_suit):
        strong = [one for one in at.of_suit(dummy, suit) if one & 15 >= _HONOURS]
        rival_strong = [one for one in at.of_suit(dummy, rival_suit) if one & 15 >= _HONOURS]
        if at.dummy == (at.mover + 3) % 4 and rival_strong and not strong:
            yield Reason("up-to-weakness", {"suit": SUITS[suit]})
        elif at.dummy == (at.mover + 1) % 4 and strong and not rival_strong:
            yield Reason("through-strength", {"suit": SUITS[suit]})
    if suit != rival_suit:
        honour = _unsupported(at, rival_suit)
        if honour is not None and _unsupported(at, suit) is None and not at.is_master(rival):
            yield Reason("away-from", {"card": card_of(honour)})
        elif not at.is_master(card) and _is_sequence(at, suit) and not _is_sequence(at, rival_suit):
            yield Reason("sequence", {"card": card_of(card)})


def _unsupported(at: Situation, suit: int) -> int | None:
    """An honour that a lead of its suit may give away: no top card, and no neighbour below."""
    held = at.of_suit(at.hand, suit)
    if not held or held[-1] & 15 < RANKS.index("Q") or at.is_master(held[-1]):
        return None
    return None if _is_sequence(at, suit) else held[-1]


def _is_sequence(at: Situation, suit: int) -> bool:
    held = at.of_suit(at.hand, suit)
    if len(held) < 2 or held[-1] & 15 < _HONOURS:
        return False
    return not at.missing(held[-2], held[-1])


# --- in which layouts it matters ---


def _of_danger(at: Situation) -> Iterator[Reason]:
    """The trick is lost in any case: to whom?"""
    if not at.declares:
        return
    for seat in ((at.mover + 1) % 4, (at.mover + 3) % 4):
        to_danger = at.share(lambda layout, seat=seat: at.winner(at.rival, layout) == seat)  # type: ignore[misc]
        instead = at.share(
            lambda layout, seat=seat: at.winner(at.card, layout) == (seat + 2) % 4  # type: ignore[misc]
        )
        if to_danger >= _MOSTLY and instead >= _MOSTLY:
            yield Reason("danger-hand", {"seat": SEATS[seat]})


def _of_layouts(at: Situation) -> Iterator[Reason]:
    """What the layouts in which the better card gains have in common, and the others have not."""
    card, rival = card_of(at.card), card_of(at.rival)
    sign = 1 if at.declares else -1
    found = telling_feature(
        at.seen,
        lambda layout: 1.0,
        lambda layout: sign * layout.tricks[card] > sign * layout.tricks[rival],
        _features(at),
    )
    if found is not None:
        yield found


def _features(at: Situation) -> Iterator[tuple[Reason, Callable[[SeenLayout], bool]]]:
    open_hands = [at.view.known[seat].bit_count() == at.view.sizes[seat] for seat in range(4)]
    others = [seat for seat in range(4) if not open_hands[seat]]

    def is_void(seat: int, suit: int) -> Callable[[SeenLayout], bool]:
        return lambda layout: not at.of_suit(layout.hands[seat], suit)

    def holds(seat: int, card: int) -> Callable[[SeenLayout], bool]:
        return lambda layout: bool(layout.hands[seat] >> card & 1)

    def splits(suit: int) -> Callable[[SeenLayout], bool]:
        def evenly(layout: SeenLayout) -> bool:
            lengths = [len(at.of_suit(layout.hands[seat], suit)) for seat in others]
            return max(lengths) - min(lengths) <= 1

        return evenly

    for suit in range(4):
        out = at.of_suit(at.hidden, suit)
        for seat in others:
            for card in reversed(out):
                if card & 15 >= _HONOURS:
                    told = {"seat": SEATS[seat], "card": card_of(card)}
                    yield Reason("layout-holds", {**told}), holds(seat, card)
            if out:
                empty = {"seat": SEATS[seat], "suit": SUITS[suit]}
                yield Reason("layout-void", {**empty}), is_void(seat, suit)
        if len(out) >= 3 and len(others) == 2:
            yield Reason("layout-even", {"suit": SUITS[suit]}), splits(suit)


def _percent(share: float) -> int:
    return round(100 * share)
