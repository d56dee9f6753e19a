"""Single dummy: which card to play when two hands are hidden."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from kiebitz._core import bridge as rules
from kiebitz._core import bridge_players as core
from kiebitz.errors import InvalidPosition, KiebitzError
from kiebitz.games.bridge.cards import RANKS, SEATS, card_of, parse_seat, parse_strain
from kiebitz.games.bridge.deal import Deal
from kiebitz.games.bridge.facts import HandFacts
from kiebitz.games.bridge.scoring import Contract
from kiebitz.games.bridge.seen import SeenDeal, facts_of, layouts_of, look, refuse_refuted
from kiebitz.games.moves import Card
from kiebitz.limits import Limit
from kiebitz.players.bridge.line import LineRow, line_of
from kiebitz.solvers.common import Progress, checked_limit, checked_threads

DEFAULT_WORLDS = 100
DEFAULT_DEPTH = 2


@dataclass(frozen=True, slots=True)
class CardChances:
    """A card and how often declarer gets the tricks that are wanted."""

    card: Card
    #: When whoever decides must play alike where nothing tells the layouts apart, and the others
    #: see everything. None if it was not searched: other cards are better, or a limit was met.
    best_defence: float | None
    #: When all cards lie open: the average over double dummy (PIMC).
    double_dummy: float
    #: Declarer's tricks in the whole play on average, all cards open.
    tricks: float
    #: Standard errors of these two averages; zero if all layouts were looked at.
    double_dummy_error: float = 0.0
    tricks_error: float = 0.0


@dataclass(frozen=True, slots=True)
class SeenLayout:
    """One of the layouts that were looked at, and how every card ends in it, all cards open."""

    hands: tuple[int, ...]  # as masks, N E S W
    makes: dict[Card, bool]  # whether declarer gets the tricks that are wanted
    tricks: dict[Card, int]  # declarer's in the whole play
    line_wins: bool = False  # whether the plan's line wins here against best defence


@dataclass(frozen=True, slots=True)
class PlayPlan:
    """What can be said about the next card without seeing the hidden hands."""

    declarer: str
    seat: str  # who decides
    to_move: str  # whose card it is: the same, or dummy
    target: int  # tricks that declarer wants in the whole play
    cards: tuple[CardChances, ...]  # best first
    layouts: int | None  # that fit; None if there are too many to count
    worlds: int  # that were looked at
    exhaustive: bool  # these are all layouts
    depth: int  # own moves that were searched before cards were turned up; 1 is PIMC
    exact: bool  # all layouts, searched to the end
    complete: bool  # no limit was met
    nodes: int
    seconds: float
    seed: int
    #: What the player sees, and the layouts that were looked at.
    view: rules.View | None = field(default=None, repr=False, compare=False)
    seen: tuple[SeenLayout, ...] = field(default=(), repr=False, compare=False)
    #: For declarer: how to go on after the best card, as deep as was searched.
    line: tuple[LineRow, ...] = field(default=(), repr=False, compare=False)

    @property
    def card(self) -> Card:
        """The card to play."""
        return self.cards[0].card

    @property
    def double_dummy_card(self) -> Card:
        """The card that averaging over double dummy (PIMC) would play."""
        sign = -1 if self.declares else 1
        return min(
            self.cards,
            key=lambda one: (
                sign * one.double_dummy,
                sign * one.tricks,
                RANKS.index(one.card.rank),
            ),
        ).card

    @property
    def declares(self) -> bool:
        """Whether declarer decides; a defender wants the chances to be low."""
        return self.seat == self.declarer

    @property
    def chance(self) -> float:
        """How often declarer gets the tricks after the card to play."""
        best = self.cards[0]
        return best.double_dummy if best.best_defence is None else best.best_defence


def plan_play(
    deal: Deal | str,
    contract: str,
    declarer: str | int,
    played: str | Iterable[str] = (),
    *,
    leader: str | int | None = None,
    tricks: int | None = None,
    north: str = "",
    east: str = "",
    south: str = "",
    west: str = "",
    limit: Limit | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PlayPlan:
    """Which card to play, seeing two hands (the leader before the opening lead: one).

    The deal is PBN with ``-`` for hidden hands, or a whole deal of which only that is used which
    the player who decides may see. `contract` is ``3NT`` or, with `tricks`, a strain. What is
    known of hidden hands is stated as players do: ``east="5+H 11-15"``. `limit.worlds` layouts are
    looked at (all, if they are fewer), `limit.depth` own moves deep. A `leader` makes the deal an
    ending, in which dummy lies open.

    >>> deal = "N:AJ5... Q98... KT4... 762..."
    >>> plan = plan_play(deal, "NT", "S", leader="S", tricks=3, limit=Limit(depth=12))
    >>> plan.card, plan.exact, plan.chance, plan.cards[0].double_dummy
    ('S4', True, 0.5, 1.0)
    """
    seat = parse_seat(declarer)
    strain, wanted = _goal(contract, seat, tricks)
    first = None if leader is None else parse_seat(leader)
    stated = {"N": north, "E": east, "S": south, "W": west}
    seen = SeenDeal.of(deal)
    facts = facts_of(stated, seen.size)
    filled, _, view = look(seen, strain, seat, played, first, facts)
    if wanted is None or (tricks is None and filled.size != 13):
        raise InvalidPosition(
            f"say how many of the {filled.size} tricks declarer wants",
            code="bridge-no-target",
        )
    if not 0 <= wanted <= filled.size:
        raise InvalidPosition(
            f"declarer cannot want {wanted} of {filled.size} tricks", code="bridge-target"
        )
    refuse_refuted(facts, view)
    return plan_view(
        view, wanted, facts, limit=limit, seed=seed, threads=threads, progress=progress
    )


def plan_view(
    view: rules.View,
    target: int,
    facts: Iterable[HandFacts] = (),
    *,
    limit: Limit | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PlayPlan:
    """As :func:`plan_play`, from a native View."""
    found = core.single_dummy(
        *_question(view, target, facts, limit, seed), checked_threads(threads), progress
    )
    if not found.cards:
        raise _no_layout()
    return PlayPlan(
        SEATS[view.declarer],
        SEATS[view.seat],
        SEATS[view.to_move],
        target,
        tuple(
            CardChances(
                card_of(one.card),
                one.best_defence,
                one.makes,
                one.tricks,
                one.makes_error,
                one.tricks_error,
            )
            for one in found.cards
        ),
        found.layouts,
        found.worlds,
        found.exhaustive,
        found.depth,
        found.exact,
        found.complete,
        found.nodes,
        found.seconds,
        seed,
        view,
        tuple(
            SeenLayout(
                tuple(hands),
                {card_of(card): makes for card, makes, _ in ends},
                {card_of(card): tricks for card, _, tricks in ends},
                wins,
            )
            for hands, ends, wins in found.seen
        ),
        line_of(found.plan, view.declarer),
    )


def choose_card(
    view: rules.View,
    target: int,
    facts: Iterable[HandFacts] = (),
    *,
    limit: Limit | None = None,
    seed: int = 0,
) -> Card:
    """The card of :func:`plan_view`, sooner: nothing is found out that cannot change the choice."""
    card = core.choose_card(*_question(view, target, facts, limit, seed))
    if card is None:
        raise _no_layout()
    return card_of(card)


_Question = tuple[rules.View, list[core.HandFacts], int, int, int, int, int, float]


def _question(
    view: rules.View, target: int, facts: Iterable[HandFacts], limit: Limit | None, seed: int
) -> _Question:
    """What the native core is asked, checked."""
    limit = limit or Limit()
    known = list(facts) or [HandFacts()] * 4
    layouts_of(view, known)
    native = [one.native() for one in known]
    return (view, native, target, *_effort(limit), seed, *checked_limit(limit))


def _no_layout() -> InvalidPosition:
    return InvalidPosition(
        "no layout of the hidden cards was found that fits", code="bridge-no-layout"
    )


def _effort(limit: Limit) -> tuple[int, int]:
    """Worlds, and own moves searched in them."""
    worlds = limit.worlds or DEFAULT_WORLDS
    if worlds > core.MOST_WORLDS:
        raise KiebitzError(f"worlds are from 1 to {core.MOST_WORLDS}, not {worlds}")
    return worlds, min(limit.depth or DEFAULT_DEPTH, 52)


def _goal(contract: str, declarer: int, tricks: int | None) -> tuple[int, int | None]:
    """The strain, and the tricks that declarer wants."""
    if re.match(r"\s*\d", contract):
        bid = Contract.parse(contract, declarer)
        return bid.strain, bid.tricks if tricks is None else tricks
    return parse_strain(contract), tricks
