"""Why one card is better than another: what it does in the trick, and in which layouts it matters.

Each concept is one test. It is named if the better card does it and the other one does not. What
is so is asked of the layouts in which the two differ: the others do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from kiebitz._core import skat as core
from kiebitz.games.skat import Contract, View, card_points
from kiebitz.games.skat.cards import DECK, SUITS, card_number
from kiebitz.players.reason import Reason, telling_feature
from kiebitz.players.skat.paranoid import find_sure_cards

if TYPE_CHECKING:
    from kiebitz.players.skat.judgement import Assessment, Option, SeenWorld

Test = Callable[["SeenWorld"], bool]

#: A thing is so if it is so in this share of the layouts.
_MOSTLY = 0.8
#: What is said without a number must be so at least in this share of all layouts.
_OFTEN = 0.5
#: Fewer points are no reason to spend one card rather than a higher one.
_FEW_POINTS = 6
_MOST_REASONS = 3
_PROOF_NODES = 10_000


def card_reasons(
    view: View, found: Assessment, best: Option, others: Sequence[Option]
) -> tuple[Reason, ...]:
    """What speaks for the best card and against others, the plainest reason first.

    What the card does is told against all of them, the rest against the first.
    """
    situations = [Situation(view, found, best, other) for other in others]
    first = situations[0]
    concepts = _of_null if first.contract.game == "N" else _of_trumps
    reasons: dict[str, Reason] = {}
    for reason in chain(
        _of_proof(first),
        _of_count(first),
        *map(concepts, situations),
        _of_layouts(first),
        _of_outcome(first),
    ):
        reasons.setdefault(reason.code, reason)
    return tuple(reasons.values())[:_MOST_REASONS]


class Situation:
    """A position, two cards to choose from, and the worlds in which they were compared."""

    def __init__(self, view: View, found: Assessment, best: Option, other: Option) -> None:
        assert view.contract is not None
        assert view.declarer is not None
        self.view = view
        self.best, self.other = best, other
        self.card, self.rival = best.move, other.move
        self.contract: Contract = view.contract
        self.seat, self.declarer = view.seat, view.declarer
        self.declares = self.seat == self.declarer
        self.partner = 3 - self.seat - self.declarer
        self.trick: tuple[str, ...] = tuple(view.trick)
        self.is_complete = found.complete
        # Those in which both cards were valued.
        self.worlds: Sequence[SeenWorld] = [
            world for world in found.worlds if {best.move, other.move} <= world.scores.keys()
        ]
        self.decisive = [
            world for world in self.worlds if world.scores[self.card] > world.scores[self.rival]
        ]

    def share(self, test: Test) -> float:
        """In which share of the layouts something is so."""
        return _share(self.worlds, test)

    def matters(self, test: Test) -> float:
        """The same of those in which the better card gains."""
        return _share(self.decisive, test)

    def is_so(self, test: Test) -> bool:
        """Whether something may be said without a number."""
        return self.matters(test) >= _MOSTLY and self.share(test) >= _OFTEN

    def suit(self, card: str) -> str:
        """The suit that a card belongs to; T for trumps."""
        return "T" if self.contract.is_trump(card) else card[0]

    def of_suit(self, cards: Sequence[str], suit: str) -> list[str]:
        """The cards of a suit, or the trumps."""
        return [card for card in cards if self.suit(card) == suit]

    def top(self, cards: Sequence[str]) -> int:
        """Which of the cards of a trick, so far or in full, wins it."""
        return trick_winner(self.contract, cards)

    def beats(self, card: str, others: Sequence[str]) -> bool:
        """Whether a card takes a trick in which the others lie."""
        return self.top((*others, card)) == len(others)

    def is_mine(self, seat: int) -> bool:
        """Whether a seat belongs to the mover's party."""
        return (seat == self.declarer) == self.declares

    def takes(self, card: str, world: SeenWorld) -> bool:
        """Whether the mover's party gets the trick with a card, if whoever can take it does."""
        return self.is_mine(self.trick_with(card, world)[0])

    def trick_with(self, card: str, world: SeenWorld) -> tuple[int, tuple[str, ...]]:
        """Who gets the trick with a card, if whoever can take it does, and the trick."""
        lying = (*self.trick, card)
        seats = [(self.view.leader + place) % 3 for place in range(3)]
        while len(lying) < 3:
            seat = seats[len(lying)]
            legal = self.of_suit(world.hands[seat], self.suit(lying[0])) or world.hands[seat]
            leads = self.is_mine(seats[self.top(lying)])
            over = [one for one in legal if self.beats(one, lying)]
            wants = over if leads != self.is_mine(seat) and over else legal
            lying = (*lying, min(wants, key=lambda one: card_points([one])))
        return seats[self.top(lying)], lying

    def must_lead(self, suit: str) -> Test:
        """Whether another party gets the trick and has nothing but one suit to go on with."""

        def has_to(world: SeenWorld) -> bool:
            seat, trick = self.trick_with(self.card, world)
            rest = set(world.hands[seat]) - set(trick)
            return not self.is_mine(seat) and all(self.suit(one) == suit for one in rest)

        return has_to

    @cached_property
    def outstanding_trumps(self) -> int:
        """How many trumps the mover does not see."""
        seen = set(self.view.hand) | set(self.view.discard)
        for seat in range(3):
            seen |= set(self.view.played(seat))
        return sum(self.contract.is_trump(card) and card not in seen for card in DECK)

    @cached_property
    def taken(self) -> tuple[float, float]:
        """Where it matters: how often each of the two cards gets the trick for its party."""
        return (
            self.matters(lambda world: self.takes(self.card, world)),
            self.matters(lambda world: self.takes(self.rival, world)),
        )

    @property
    def is_partners(self) -> bool:
        """Whether the partner's card is the highest on the table."""
        winner = (self.view.leader + self.top(self.trick)) % 3
        return not self.declares and winner == self.partner

    @property
    def wins_trick(self) -> bool:
        """Whether it may be said that the better card gets the trick."""
        return self.is_so(lambda world: self.takes(self.card, world))

    def is_fork(self, suit: str) -> bool:
        """Whether the mover has the highest card of a suit and one below what the others have."""
        own = self.of_suit(self.view.hand, suit)
        out = {
            card
            for world in self.worlds[:50]
            for seat, hand in enumerate(world.hands)
            if seat != self.seat
            for card in self.of_suit(hand, suit)
        }
        highest = [card for card in own if not any(self.beats(one, [card]) for one in out)]
        return bool(highest) and any(self.beats(one, [card]) for card in own for one in out)


def _share(worlds: Sequence[SeenWorld], test: Test) -> float:
    total = sum(world.weight for world in worlds)
    return sum(world.weight for world in worlds if test(world)) / (total or 1.0)


def trick_winner(contract: Contract, cards: Sequence[str]) -> int:
    """Which of one to three cards wins a trick, the first one led.

    >>> trick_winner(Contract.parse("H"), ["CA", "H7", "CT"])
    1
    >>> trick_winner(Contract.parse("G"), ["CA", "H7"])
    0
    """
    # Cards that cannot win fill the trick; one more card shows who leads next.
    led = cards[0]
    plain = (suit for suit in SUITS if suit not in (led[0], contract.game))
    full = [*cards, *(f"{suit}7" for suit in plain if f"{suit}7" not in cards)][:3]
    numbers = [card_number(card) for card in (*full, led)]
    return core.seats_of_play(contract.code, numbers)[3]


# --- what is certain ---


def _of_proof(at: Situation) -> Iterator[Reason]:
    if not at.declares or (at.best.win or 0) < 0.999 or (at.other.win or 0) > 0.999:
        return
    sure, _ = find_sure_cards(at.view, nodes=_PROOF_NODES)
    if at.card in sure and at.rival not in sure:
        yield Reason("sure", {"card": at.card})


def _of_count(at: Situation) -> Iterator[Reason]:
    if at.contract.game == "N" or len(at.trick) != 2:
        return
    own, others = at.view.trick_points
    so_far = own + card_points(at.view.discard) if at.declares else others
    need = 61 if at.declares else 60
    seats = [(at.view.leader + place) % 3 for place in range(3)]

    def reached(card: str) -> int:
        lying = (*at.trick, card)
        mine = at.is_mine(seats[at.top(lying)])
        return so_far + (card_points(lying) if mine else 0)

    if so_far < need <= reached(at.card) and reached(at.rival) < need:
        yield Reason("count-61" if at.declares else "count-60", {"n": reached(at.card)})


# --- what the card does in the trick ---


def _of_trumps(at: Situation) -> Iterator[Reason]:
    if not at.trick:
        yield from _of_lead(at)
        return
    card, rival = at.card, at.rival
    more = card_points([card]) - card_points([rival])
    with_card, with_rival = at.taken
    ruffs = at.suit(card) == "T" != at.suit(at.trick[0])
    lying = card_points(at.trick)
    if at.wins_trick and with_rival <= 1 - _MOSTLY:
        yield Reason("ruff" if ruffs else "take", {"card": card, "n": lying + card_points([card])})
    elif with_rival - with_card >= 0.5:
        follows = at.suit(card) == at.suit(at.trick[0])
        code = "hold-up" if follows or at.suit(rival) != "T" else "throw-off"
        yield Reason(code, {"card": card, "other": rival})
    elif with_card - with_rival >= 0.3:
        yield Reason("ruff" if ruffs else "go-over", {"card": card})
    elif at.wins_trick and with_rival >= _MOSTLY:
        own = at.beats(card, at.trick)
        if at.is_partners and at.suit(rival) == "T" != at.suit(card):
            yield Reason("leave-it", {"other": rival})
        elif more > 0 and not (own and at.beats(rival, [card]) and more < _FEW_POINTS):
            code = "bring-home" if own or at.declares else "smear"
            yield Reason(code, {"card": card, "n": more})
        elif more:
            yield Reason("hold-up", {"card": card, "other": rival})
        elif at.suit(card) != at.suit(rival):
            yield Reason("keep-suit", {"suit": at.suit(rival)})
    elif with_card <= 1 - _MOSTLY and with_rival <= 1 - _MOSTLY:
        if more < 0:
            yield Reason("save-points", {"other": rival, "n": -more})
        elif at.suit(card) != at.suit(rival):
            yield Reason("keep-suit", {"suit": at.suit(rival)})


def _of_lead(at: Situation) -> Iterator[Reason]:
    card, rival = at.card, at.rival
    suit, rival_suit = at.suit(card), at.suit(rival)
    if suit == rival_suit:
        if at.beats(card, [rival]):
            code = "cash" if at.wins_trick else "lead-high"
            yield Reason(code, {"card": card})
        else:
            yield Reason("hold-up", {"card": card, "other": rival})
        return
    if at.is_fork(rival_suit) and at.matters(at.must_lead(rival_suit)) >= _MOSTLY:
        yield Reason("throw-in", {"card": card, "suit": rival_suit})
    if at.declares:
        if suit == "T" and at.outstanding_trumps:
            yield Reason("draw-trumps", {"n": at.outstanding_trumps})
        if at.wins_trick and at.taken[1] < _MOSTLY and suit != "T":
            yield Reason("cash", {"card": card})
        if rival_suit == "T":
            yield Reason("keep-trumps", {"card": card})
        return
    if suit == "T" and at.is_so(lambda world: bool(at.of_suit(world.hands[at.declarer], "T"))):
        yield Reason("lead-trump", {"n": at.outstanding_trumps})

    def ruffs(seat: int, led: str) -> Test:
        return lambda world: bool(
            not at.of_suit(world.hands[seat], led) and at.of_suit(world.hands[seat], "T")
        )

    def tops(led: str, own: str) -> Test:
        def partner_wins(world: SeenWorld) -> bool:
            held = at.of_suit(world.hands[at.partner], led)
            against = at.of_suit(world.hands[at.declarer], led)
            return any(at.beats(one, [own, *against[:1]]) for one in held) and all(
                any(at.beats(one, [foe]) for one in held) for foe in against
            )

        return partner_wins

    for code, here, there in (
        ("partner-ruffs", ruffs(at.partner, suit), ruffs(at.partner, rival_suit)),
        ("partner-takes", tops(suit, card), tops(rival_suit, rival)),
    ):
        if suit != "T" and at.matters(here) >= _MOSTLY and at.matters(there) <= 0.5:
            yield Reason(code, {"partner": at.partner, "suit": suit, "n": _percent(at.share(here))})
    trumped, instead = ruffs(at.declarer, suit), ruffs(at.declarer, rival_suit)
    for code, led, here, there in (
        ("force", suit, trumped, instead),
        ("declarer-ruffs", rival_suit, instead, trumped),
    ):
        if led != "T" and at.matters(here) >= _MOSTLY and at.matters(there) <= 0.5:
            yield Reason(code, {"suit": led, "n": _percent(at.share(here))})
    if at.wins_trick and at.taken[1] < _MOSTLY and at.matters(tops(suit, card)) < 0.5:
        yield Reason("cash", {"card": card})


def _of_null(at: Situation) -> Iterator[Reason]:
    card, rival = at.card, at.rival
    same = card[0] == rival[0]
    if at.declares:
        if not at.trick:
            if same and at.beats(rival, [card]):
                yield Reason("stay-below", {"card": card, "other": rival})
            else:
                yield Reason("safe-lead", {"card": card, "suit": rival[0]})
        elif card[0] == at.trick[0][0]:
            if at.beats(rival, at.trick) and not at.beats(card, at.trick):
                yield Reason("stay-below", {"card": card, "other": rival})
            elif at.beats(card, [rival]):
                yield Reason("get-rid", {"card": card})
        else:
            yield Reason("get-rid", {"card": card})
        return

    def is_held(suit: str) -> bool:
        return at.is_so(lambda world: bool(at.of_suit(world.hands[at.declarer], suit)))

    if not at.trick:
        if not same and is_held(card[0]):
            yield Reason("danger-suit", {"suit": card[0]})
        if same and at.beats(rival, [card]):
            yield Reason("stay-below", {"card": card, "other": rival})
        elif same:
            yield Reason("lead-high", {"card": card})
    elif card[0] != at.trick[0][0]:
        yield Reason("clear-suit", {"suit": card[0]})
    elif at.beats(rival, at.trick) and not at.beats(card, at.trick):
        yield Reason("stay-below", {"card": card, "other": rival})
    elif at.beats(card, at.trick) and not at.beats(rival, at.trick):
        yield Reason("take-lead", {"card": card})
    elif at.beats(card, [rival]):
        yield Reason("get-rid", {"card": card})


# --- in which layouts it matters ---


def _of_layouts(at: Situation) -> Iterator[Reason]:
    """What the layouts in which the better card gains have in common, and the others have not."""
    found = telling_feature(
        at.worlds,
        lambda world: world.weight,
        lambda world: world.scores[at.card] > world.scores[at.rival],
        _features(at),
    )
    if found is not None:
        yield found


def _features(at: Situation) -> Iterator[tuple[Reason, Test]]:
    others = [seat for seat in range(3) if seat != at.seat]
    suits = "CSHD" if at.contract.game == "N" else "TCSHD".replace(at.contract.game, "")

    def is_void(seat: int, suit: str) -> Test:
        return lambda world: not at.of_suit(world.hands[seat], suit)

    def holds(seat: int, card: str) -> Test:
        return lambda world: card in world.hands[seat]

    def are_apart(world: SeenWorld) -> bool:
        return all(at.of_suit(world.hands[seat], "T") for seat in others)

    for seat in others:
        for suit in suits:
            yield Reason("layout-void", {"seat": seat, "suit": suit}), is_void(seat, suit)
    if at.contract.game != "N":
        yield Reason("layout-apart"), are_apart
    unseen = sorted({card for world in at.worlds[:50] for s in others for card in world.hands[s]})
    for seat in others:
        for card in unseen:
            yield Reason("layout-holds", {"seat": seat, "card": card}), holds(seat, card)


def _of_outcome(at: Situation) -> Iterator[Reason]:
    fall = (at.best.win or 0.0) - (at.other.win or 0.0)
    if fall >= 0.05:
        turned = at.share(lambda world: at.card in world.wins and at.rival not in world.wins)
        parameters: dict[str, str | int] = {
            "card": at.card,
            "other": at.rival,
            "n": _percent(turned),
        }
        yield Reason("fails-in", parameters)
    elif at.other.loss >= 10 and at.contract.game != "N":
        ahead = (at.best.win or 0.0) >= 0.5
        yield Reason("schneider-made" if ahead else "schneider-saved", {"n": round(at.other.loss)})


def _percent(share: float) -> int:
    return round(100 * share)
