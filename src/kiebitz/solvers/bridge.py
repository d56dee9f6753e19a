"""The double-dummy solver: how many tricks there are, and which cards take them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Final, Literal

from kiebitz._core import bridge as core
from kiebitz.errors import InvalidPosition
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import (
    SEATS,
    STRAINS,
    card_text,
    parse_card,
    parse_cards,
    parse_seat,
    parse_strain,
)
from kiebitz.games.bridge.deal import Deal
from kiebitz.games.bridge.par import Par, par
from kiebitz.games.bridge.scoring import Vulnerability
from kiebitz.limits import Limit

#: Which cards a solution lists.
Wanted = Literal["none", "one", "best", "all"]
_WANTED: Final = ("none", "one", "best", "all")
Cards = str | Iterable[str]
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Options:
    """The solver's techniques. None changes a value; each can be switched off, to measure it."""

    table: bool = True
    lowest_winning_rank: bool = True
    equivalent_cards: bool = True
    alike_cards: bool = True
    quick_tricks: bool = True
    transfer: bool = True
    there_and_back: bool = True
    later_tricks: bool = True
    look_ahead: bool = True
    ordering: bool = True
    best_move: bool = True
    memory_mb: int = 64

    def native(self) -> core.SolverOptions:
        """The same for the native core."""
        options = core.SolverOptions()
        for field in fields(self):
            if field.name != "memory_mb":
                setattr(options, field.name, getattr(self, field.name))
        if not 1 <= self.memory_mb <= 1 << 20:
            raise InvalidPosition(f"memory_mb must be 1 to {1 << 20}, not {self.memory_mb}")
        options.memory = self.memory_mb << 20
        return options


@dataclass(frozen=True, slots=True)
class CardTricks:
    """A card and the tricks that its player's side takes from here on if it is played."""

    card: str
    tricks: int | None  # None when a limit stopped the search
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class BoardSolution:
    """What the side to move takes from here on, and with which cards."""

    to_move: str
    tricks: int | None  # None when a limit stopped the search
    low: int
    high: int
    cards: tuple[CardTricks, ...]  # best first
    nodes: int  # cards tried
    positions: int  # between tricks that were looked at
    seconds: float


@dataclass(frozen=True, slots=True)
class DDTable:
    """Tricks of every declarer in every strain.

    >>> table = dd_table("N:AK... QJ... .AK.. .QJ..")
    >>> table["N", "S"], table["N", "NT"]
    (2, 2)
    """

    tricks: tuple[tuple[int | None, ...], ...]  # by strain S H D C NT, then declarer N E S W
    nodes: int
    seconds: float

    def __getitem__(self, where: tuple[str | int, str | int]) -> int | None:
        declarer, strain = where
        return self.tricks[parse_strain(strain)][parse_seat(declarer)]

    @property
    def is_complete(self) -> bool:
        """Whether every value is proved; False only after a limit."""
        return all(value is not None for row in self.tricks for value in row)

    def by_seat(self) -> dict[str, dict[str, int | None]]:
        """Seat to strain to tricks."""
        return {
            seat: {strain: self.tricks[s][d] for s, strain in enumerate(STRAINS)}
            for d, seat in enumerate(SEATS)
        }

    def par(
        self, vulnerable: str | Vulnerability = Vulnerability.NONE, dealer: str | int = "N"
    ) -> Par:
        """What the auction comes to with best bidding."""
        if not self.is_complete:
            raise InvalidPosition("par needs all twenty values; a limit stopped the search")
        return par([[value or 0 for value in row] for row in self.tricks], vulnerable, dealer)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that was played, and how many tricks it gave away."""

    card: str
    seat: str
    cost: int


@dataclass(frozen=True, slots=True)
class PlayAnalysis:
    """The declaring side's double-dummy tricks at the start and after each card."""

    tricks: tuple[int | None, ...]
    cards: tuple[PlayedCard, ...]
    nodes: int
    seconds: float


class Solver:
    """A solver that keeps what it learned: related questions with one trump are cheap.

    There is no global state. One object serves one thread at a time.

    >>> solver = Solver()
    >>> solver.solve("N:A.K.. K.A.. Q.Q.. J.J..", "NT", "N").tricks
    1
    """

    __slots__ = ("_native",)

    def __init__(self, options: Options | None = None) -> None:
        self._native = core.Solver((options or Options()).native())

    @property
    def megabytes(self) -> float:
        """Memory of the table now."""
        return self._native.bytes / 2**20

    def forget(self) -> None:
        """Empties the table."""
        self._native.clear()

    def solve(
        self,
        deal: Deal | str,
        trump: str | int,
        leader: str | int,
        played: Cards = (),
        *,
        cards: Wanted = "all",
        limit: Limit | None = None,
    ) -> BoardSolution:
        """As :func:`solve_board`."""
        position = _position(deal, trump, leader, played)
        start = time.perf_counter()
        found = self._native.solve(position.native, _wanted(cards), *_budget(limit))
        return _solution(position, found, time.perf_counter() - start)

    def table(self, deal: Deal | str, *, limit: Limit | None = None) -> DDTable:
        """As :func:`dd_table`."""
        start = time.perf_counter()
        found, statistics = self._native.table(list(_deal(deal).hands), *_budget(limit))
        return _table(found, statistics, time.perf_counter() - start)

    def line(
        self,
        deal: Deal | str,
        trump: str | int,
        leader: str | int,
        played: Cards = (),
        *,
        limit: Limit | None = None,
    ) -> tuple[str, ...]:
        """As :func:`best_line`."""
        position = _position(deal, trump, leader, played)
        return tuple(
            card_text(card) for card in self._native.line(position.native, *_budget(limit))
        )

    def analyse(
        self,
        deal: Deal | str,
        trump: str | int,
        leader: str | int,
        play: Cards,
        *,
        limit: Limit | None = None,
    ) -> PlayAnalysis:
        """As :func:`analyse_play`."""
        whole = _deal(deal)
        strain, first = parse_strain(trump), parse_seat(leader)
        cards = _cards(play)
        follow_play(whole, strain, first, cards)
        start = time.perf_counter()
        bounds, statistics = self._native.analyse(
            (list(whole.hands), strain, first, []), list(cards), *_budget(limit)
        )
        seconds = time.perf_counter() - start
        declarer = (first + 3) % 4
        ours = [_exact(low, high) for low, high in bounds]
        tricks = tuple(
            value if value is None or declarer % 2 == 0 else whole.size - value for value in ours
        )
        told = []
        state = core.State(list(whole.hands), strain, declarer)
        for number, card in enumerate(cards):
            seat = state.to_move
            before, after = tricks[number], tricks[number + 1]
            change = 0 if before is None or after is None else after - before
            told.append(PlayedCard(card_text(card), SEATS[seat], abs(change)))
            state = state.apply(card)
        return PlayAnalysis(tricks, tuple(told), statistics.nodes, seconds)


def dd_table(
    deal: Deal | str, *, limit: Limit | None = None, options: Options | None = None
) -> DDTable:
    """The double-dummy table of a deal: the tricks of each declarer in each strain.

    >>> deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
    >>> dd_table(deal)["E", "S"]
    8
    """
    return Solver(options).table(deal, limit=limit)


def dd_tables(
    deals: Iterable[Deal | str],
    *,
    threads: int | None = None,
    limit: Limit | None = None,
    options: Options | None = None,
    progress: Progress | None = None,
) -> list[DDTable]:
    """The tables of many deals, on all cores. The limit is one deal's.

    >>> [table["N", "S"] for table in dd_tables(["A... K... Q... J...", "2... K... Q... J..."])]
    [1, 0]
    """
    hands = [list(_deal(deal).hands) for deal in deals]
    start = time.perf_counter()
    found = core.table_all(
        hands, _threads(threads), (options or Options()).native(), *_budget(limit), progress
    )
    each = (time.perf_counter() - start) / max(1, len(hands))
    return [_table(tricks, statistics, each) for tricks, statistics in found]


def solve_board(
    deal: Deal | str,
    trump: str | int,
    leader: str | int,
    played: Cards = (),
    *,
    cards: Wanted = "all",
    limit: Limit | None = None,
    options: Options | None = None,
) -> BoardSolution:
    """Tricks for the legal cards of the player to move.

    The deal is the one before the first of the `played` cards; they may end in mid-trick.

    >>> solution = solve_board("N:AQ.2.. 53.3.. 42.4.. K7.5..", "NT", "S", ["S2", "S7"])
    >>> solution.to_move, [(card.card, card.tricks) for card in solution.cards]
    ('N', [('SQ', 2), ('SA', 1)])
    """
    return Solver(options).solve(deal, trump, leader, played, cards=cards, limit=limit)


def solve_boards(
    boards: Iterable[
        tuple[Deal | str, str | int, str | int] | tuple[Deal | str, str | int, str | int, Cards]
    ],
    *,
    cards: Wanted = "all",
    threads: int | None = None,
    limit: Limit | None = None,
    options: Options | None = None,
    progress: Progress | None = None,
) -> list[BoardSolution]:
    """Many boards (deal, trump, leader and cards played), on all cores. The limit is one board's.

    >>> [s.tricks for s in solve_boards([("A... K... Q... J...", "NT", seat) for seat in "NE"])]
    [1, 0]
    """
    positions = [_position(*board) for board in boards]
    start = time.perf_counter()
    found = core.solve_all(
        [position.native for position in positions],
        _wanted(cards),
        _threads(threads),
        (options or Options()).native(),
        *_budget(limit),
        progress,
    )
    each = (time.perf_counter() - start) / max(1, len(positions))
    return [_solution(position, one, each) for position, one in zip(positions, found, strict=True)]


def best_line(
    deal: Deal | str,
    trump: str | int,
    leader: str | int,
    played: Cards = (),
    *,
    limit: Limit | None = None,
    options: Options | None = None,
) -> tuple[str, ...]:
    """The rest of the play when nobody gives a trick away; of equal cards the lowest.

    >>> best_line("N:AK... QJ... 32... 54...", "NT", "N")
    ('SK', 'SJ', 'S2', 'S4', 'SA', 'SQ', 'S3', 'S5')
    """
    return Solver(options).line(deal, trump, leader, played, limit=limit)


def analyse_play(
    deal: Deal | str,
    trump: str | int,
    leader: str | int,
    play: Cards,
    *,
    limit: Limit | None = None,
    options: Options | None = None,
) -> PlayAnalysis:
    """What each card of a played hand cost.

    >>> analysis = analyse_play("N:AQ.2.. 53.3.. 42.4.. K7.5..", "NT", "S", "S2 S7 SA S3")
    >>> analysis.tricks, analysis.cards[2]
    ((1, 1, 1, 2, 2), PlayedCard(card='SA', seat='N', cost=1))
    """
    return Solver(options).analyse(deal, trump, leader, play, limit=limit)


def analyse_plays(
    plays: Iterable[tuple[Deal | str, str | int, str | int, Cards]],
    *,
    threads: int | None = None,
    limit: Limit | None = None,
    options: Options | None = None,
) -> list[PlayAnalysis]:
    """Many played hands (deal, trump, leader, cards), on all cores.

    >>> [a.tricks for a in analyse_plays([("A... K... Q... J...", "NT", "N", "SA SK")])]
    [(0, 0, 0)]
    """
    with ThreadPoolExecutor(_threads(threads)) as pool:
        return list(
            pool.map(lambda one: analyse_play(*one, limit=limit, options=options), list(plays))
        )


@dataclass(frozen=True, slots=True)
class _Position:
    native: tuple[list[int], int, int, list[int]]
    to_move: int


def _position(
    deal: Deal | str, trump: str | int, leader: str | int, played: Cards = ()
) -> _Position:
    whole = _deal(deal)
    strain, first = parse_strain(trump), parse_seat(leader)
    state = follow_play(whole, strain, first, _cards(played))
    return _Position((list(state.hands), strain, state.leader, list(state.trick)), state.to_move)


def _deal(deal: Deal | str) -> Deal:
    return deal if isinstance(deal, Deal) else Deal.parse(deal)


def _cards(cards: Cards) -> tuple[int, ...]:
    if isinstance(cards, str):
        return parse_cards(cards)
    return tuple(parse_card(card) for card in cards)


def _wanted(cards: Wanted) -> int:
    if cards not in _WANTED:
        raise InvalidPosition(f"cards is one of {', '.join(_WANTED)}, not {cards!r}")
    return _WANTED.index(cards)


def _budget(limit: Limit | None) -> tuple[int, float]:
    if limit is None:
        return 0, 0.0
    return limit.nodes or 0, limit.seconds or 0.0


def _threads(threads: int | None) -> int:
    chosen = os.cpu_count() or 1 if threads is None else threads
    if not 1 <= chosen <= 1024:
        raise InvalidPosition(f"threads must be 1 to 1024, not {chosen}")
    return chosen


def _exact(low: int, high: int) -> int | None:
    return low if low == high else None


def _solution(position: _Position, found: core.Solution, seconds: float) -> BoardSolution:
    low, high = found.tricks
    return BoardSolution(
        SEATS[position.to_move],
        _exact(low, high),
        low,
        high,
        tuple(CardTricks(card_text(card), _exact(a, b), a, b) for card, a, b in found.cards),
        found.statistics.nodes,
        found.statistics.tricks,
        seconds,
    )


def _table(
    found: Sequence[Sequence[tuple[int, int]]], statistics: core.SolverStatistics, seconds: float
) -> DDTable:
    tricks = tuple(tuple(_exact(low, high) for low, high in row) for row in found)
    return DDTable(tricks, statistics.nodes, seconds)
