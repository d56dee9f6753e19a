"""How to play one suit: the best chance of each number of tricks, and the line that has it (001).

North and South are declarer's; the missing cards lie with East and West in every possible way.
Either hand may lead to each trick, entries are plentiful, and the defenders, who see everything,
never open the suit themselves.

>>> solution = solve_suit("AJ92", "K843")
>>> {tricks: round(plan.percent, 2) for tricks, plan in solution.tricks.items()}
{1: 100.0, 2: 100.0, 3: 100.0, 4: 41.52}
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from kiebitz._core import best_defence as _native
from kiebitz.errors import InvalidNotation, KiebitzError
from kiebitz.limits import Limit
from kiebitz.search.best_defence import ALGORITHMS
from kiebitz.solvers.suit_line import Line, Step
from kiebitz.solvers.suit_words import Play, Row, in_words, row_in_words

RANKS = "23456789TJQKA"
_MAX_POSITIONS = 4_000_000


@dataclass(frozen=True)
class SuitLayout:
    """One way in which East and West may hold the missing cards.

    Alike cards are not told apart: x is any small card of a group, H any honour of one.
    """

    west: str
    east: str
    probability: float
    tricks: int
    """What the plan makes against it; with a number of tricks wanted, that number or 0."""

    @property
    def percent(self) -> float:
        """The probability in per cent."""
        return 100 * self.probability


DeclarerPlays = Literal["needed", "all", "tactics"]
DECLARER_PLAYS: tuple[DeclarerPlays, ...] = get_args(DeclarerPlays)


@dataclass(frozen=True)
class SuitPlan:
    """A line of play and what it is worth against best defence."""

    north: str
    south: str
    tricks: int | None
    """How many tricks are wanted; None for as many as can be expected."""
    algorithm: str
    value: float
    """The probability of making them; if tricks is None, the expected number of tricks."""
    believed: float
    """What the algorithm takes the value to be; Monte Carlo is too optimistic."""
    upper: float
    """No line is worth more than this."""
    finished: bool
    """False if a limit ended the search: then the value is that of the best line found."""
    layouts: tuple[SuitLayout, ...] = field(repr=False)
    nodes: int
    seconds: float = field(compare=False)
    steps: tuple[Step, ...] = field(repr=False, compare=False)
    groups: tuple[int, ...] = field(repr=False, compare=False)
    winning: frozenset[int] = field(repr=False, compare=False)
    counts: tuple[tuple[tuple[int, ...], float], ...] = field(repr=False, compare=False)

    @property
    def percent(self) -> float:
        """The chance in per cent (of a plan for a number of tricks)."""
        return 100 * self.value

    @property
    def proved(self) -> bool:
        """Whether no line can be better."""
        return self.value >= self.upper - 1e-9

    @property
    def wins(self) -> tuple[SuitLayout, ...]:
        """The layouts in which the line makes the tricks wanted."""
        return tuple(layout for layout in self.layouts if layout.tricks > 0)

    @property
    def losses(self) -> tuple[SuitLayout, ...]:
        """The layouts in which it does not."""
        return tuple(layout for layout in self.layouts if layout.tricks == 0)

    @cached_property
    def _line(self) -> Line:
        return Line(
            self.north,
            self.south,
            self.groups,
            self.steps,
            self.counts,
            self.winning,
            self.tricks,
        )

    @property
    def line(self) -> str:
        """The line of play in words.

        >>> plan_suit("AQ", "32", 2).line
        'low to the queen (the ace on the king)'
        """
        return in_words(self.told)

    @cached_property
    def told(self) -> Play:
        """The line of play as data, to be worded in any language.

        >>> plan_suit("AK", "32", 2).told
        Play(kind='cash', cards='AK', instead=(), after=None, cut=False)
        """
        if not self.finished and not (self.winning and self.steps):
            return Play("none-found")
        return self._line.play()

    def rows(self, depth: int = 13) -> list[Row]:
        """The rows of `tree` as data; none where there is nothing to decide."""
        return self._line.tree(depth)

    def tree(self, depth: int = 13) -> str:
        """The line of play as a tree, one card a row, down to the given number of tricks."""
        return "\n".join(map(row_in_words, self.rows(depth))) or self.line


@dataclass(frozen=True)
class SuitSolution:
    """The best line for each number of tricks, and the one with the most tricks to expect."""

    north: str
    south: str
    tricks: dict[int, SuitPlan]
    expected: SuitPlan | None


def plan_suit(
    north: str,
    south: str,
    tricks: int | None = None,
    algorithm: str = "exact",
    *,
    vacant: tuple[int, int] = (13, 13),
    seed: int | None = None,
    limit: Limit | None = None,
    plays: DeclarerPlays = "needed",
) -> SuitPlan:
    """Finds the line for at least so many tricks, or for the most tricks to expect.

    `plays` are what declarer may do. `needed` leaves out what no line needs; the algorithms of the
    paper can choose differently when it is `all`, and with `tactics`, where declarer says with the
    lead what third hand will do, not every line is possible.

    `vacant` are the places in West's and East's hands that may hold cards of the suit. Equal
    choices are resolved for the lower card, or at random if there is a `seed`.

    >>> round(plan_suit("QJ98", "32", 2).percent, 1)
    50.7
    >>> round(plan_suit("AQ", "x3", 2, vacant=(13, 6)).percent, 1)
    68.4
    """
    started = time.perf_counter()
    if algorithm not in ALGORITHMS and not algorithm.startswith("monte-carlo:"):
        raise KiebitzError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
    if plays not in DECLARER_PLAYS:
        raise KiebitzError(f"declarer's plays are {', '.join(DECLARER_PLAYS)}, not {plays!r}")
    north, south = read_holdings(north, south)
    rounds = max(len(north), len(south))
    if tricks is not None and not 0 <= tricks <= rounds:
        raise KiebitzError(f"{tricks} tricks from {rounds} rounds are not possible")
    if not all(0 <= places <= 13 for places in vacant):
        raise KiebitzError(f"vacant places are 0 to 13, not {vacant[0]} and {vacant[1]}")
    if sum(vacant) < 13 - len(north) - len(south):
        raise KiebitzError(
            f"{13 - len(north) - len(south)} missing cards do not fit into "
            f"{vacant[0]} and {vacant[1]} vacant places"
        )
    limit = limit or Limit()
    try:
        found = _native.solve_suit(
            _mask(north),
            _mask(south),
            vacant[0],
            vacant[1],
            tricks,
            algorithm,
            seed,
            limit.nodes,
            limit.seconds,
            _MAX_POSITIONS,
            DECLARER_PLAYS.index(plays),
        )
    except (ValueError, RuntimeError, TypeError) as error:
        raise KiebitzError(
            f"{north or '-'} opposite {south or '-'}: {error}",
            code="suit-refused",
            north=north or "-",
            south=south or "-",
        ) from error
    answer = found.answer
    payoffs = [payoff or 0 for payoff in answer.payoffs] or [0] * len(found.layouts)
    counts = tuple((tuple(west), probability) for west, probability in found.layouts)
    layouts = tuple(
        SuitLayout(
            _hand(found.groups, west),
            _hand(
                found.groups, [g.bit_count() - w for g, w in zip(found.groups, west, strict=True)]
            ),
            probability,
            payoff if tricks is None else payoff * tricks,
        )
        for (west, probability), payoff in zip(found.layouts, payoffs, strict=True)
    )
    steps = tuple(
        Step(seat, tuple(cards), choice, tuple(following))
        for (_, choice, following), (seat, cards) in zip(answer.steps, found.plays, strict=True)
    )
    return SuitPlan(
        north=north,
        south=south,
        tricks=tricks,
        algorithm=algorithm,
        value=answer.value,
        believed=answer.believed,
        upper=answer.upper,
        finished=answer.finished,
        layouts=layouts,
        nodes=answer.nodes,
        seconds=time.perf_counter() - started,
        steps=steps,
        groups=tuple(found.groups),
        winning=frozenset(w for w, p in enumerate(payoffs) if tricks is None or p > 0),
        counts=counts,
    )


def solve_suit(
    north: str,
    south: str,
    algorithm: str = "exact",
    *,
    vacant: tuple[int, int] = (13, 13),
    seed: int | None = None,
    limit: Limit | None = None,
    expected: bool = False,
) -> SuitSolution:
    """Plans for every number of tricks that can be made; with `expected`, for the most to expect.

    A limit in seconds is for the whole; one in nodes for each number of tricks.

    >>> solve_suit("A", "2").tricks[1].line
    'cash the ace'
    """
    started = time.perf_counter()
    cards = read_holdings(north, south)
    plans: dict[int, SuitPlan] = {}

    def rest() -> Limit | None:
        if limit is None or limit.seconds is None:
            return limit
        left = limit.seconds - (time.perf_counter() - started)
        return Limit(nodes=limit.nodes, seconds=max(left, 1e-3))

    def plan(tricks: int | None) -> SuitPlan:
        return plan_suit(*cards, tricks, algorithm, vacant=vacant, seed=seed, limit=rest())

    for tricks in range(1, max(map(len, cards)) + 1):
        plans[tricks] = plan(tricks)
        if plans[tricks].upper < 1e-12:
            # What no layout allows is not listed, and more tricks than that are not either.
            del plans[tricks]
            break
    return SuitSolution(*cards, plans, plan(None) if expected else None)


def read_holdings(north: str, south: str) -> tuple[str, str]:
    """Reads two holdings: ranks, `10` for a ten, `x` for a small card, `-` for none.

    Small cards are the lowest that nobody names.

    >>> read_holdings("akq9", "xx")
    ('AKQ9', '32')
    >>> read_holdings("J10", "-")
    ('JT', '')
    """
    texts = [_letters(text) for text in (north, south)]
    named = [letter for text in texts for letter in text if letter != "X"]
    for letter in named:
        if named.count(letter) > 1:
            raise InvalidNotation(
                f"the {letter} is there twice: {north!r} opposite {south!r}",
                code="suit-twice",
                rank=letter,
            )
    free = [rank for rank in RANKS if rank not in named]
    if sum(text.count("X") for text in texts) > len(free):
        raise InvalidNotation(
            f"more than 13 cards: {north!r} opposite {south!r}", code="suit-over-13"
        )
    holdings = []
    for text in reversed(texts):
        cards = [letter if letter != "X" else free.pop(0) for letter in text]
        holdings.append("".join(sorted(cards, key=RANKS.index, reverse=True)))
    south_cards, north_cards = holdings
    if not north_cards and not south_cards:
        raise InvalidNotation("North and South hold no card of the suit", code="suit-empty")
    return north_cards, south_cards


def _letters(text: str) -> str:
    letters = text.strip().upper().replace("10", "T")
    if letters == "-":
        letters = ""
    for letter in letters:
        if letter not in RANKS + "X":
            raise InvalidNotation(
                f"{letter!r} in {text!r} is no rank: a holding is written like AJ92, AKxx or -",
                code="suit-not-a-rank",
                text=letter,
            )
    return letters


def _mask(holding: str) -> int:
    return sum(1 << RANKS.index(letter) for letter in holding)


def _hand(groups: list[int], counts: list[int]) -> str:
    text = ""
    for group, count in zip(groups, counts, strict=True):
        cards = [letter for rank, letter in enumerate(RANKS) if group >> rank & 1][::-1]
        if count == len(cards):
            text += "".join(cards)
        else:
            text += ("H" if cards[-1] in "TJQKA" else "x") * count
    return text or "-"
