"""The double-dummy solver: how many tricks there are, and which cards take them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final, Literal

from kiebitz._core import bridge as rules
from kiebitz._core import bridge_solver as core
from kiebitz.errors import InvalidPosition, KiebitzError
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import (
    SEATS,
    STRAINS,
    card_number,
    card_of,
    parse_cards,
    parse_seat,
    parse_strain,
)
from kiebitz.games.bridge.deal import Deal
from kiebitz.games.bridge.par import Par, par
from kiebitz.games.bridge.scoring import Vulnerability
from kiebitz.games.moves import Card
from kiebitz.limits import Limit
from kiebitz.solvers.common import Progress, checked_limit, checked_memory, checked_threads

#: Which cards a solution lists: all (True), none (False), one of the best, or all the best.
Moves = bool | Literal["one", "best"]
Cards = str | Iterable[str]

#: Bytes.
DEFAULT_MEMORY: Final = core.DEFAULT_MEMORY


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
    plain_replies: bool = True
    fewest_ranks: bool = True
    fail_soft: bool = True
    known_lengths: bool = True
    low_discards: bool = True
    decisive_cards: bool = True

    def native(self) -> core.Options:
        """The same for the native core."""
        options = core.Options()
        for field in fields(self):
            setattr(options, field.name, getattr(self, field.name))
        return options


@dataclass(frozen=True, slots=True)
class Value:
    """What is proved of the tricks that a side takes from here on."""

    bounds: tuple[int, int]

    @property
    def value(self) -> int | None:
        """The exact number, if the bounds meet."""
        return _exact(*self.bounds)


@dataclass(frozen=True, slots=True)
class MoveValue(Value):
    """A card and what its player's side takes from here on if it is played."""

    card: Card


@dataclass(frozen=True, slots=True)
class Solution(Value):
    """What the side to move takes from here on, and with which cards."""

    to_move: str = "N"
    moves: tuple[MoveValue, ...] = ()  # best first
    nodes: int = 0  # cards tried
    positions: int = 0  # between tricks that were looked at
    seconds: float = 0.0
    #: False if a limit was reached; the bounds are what was proved until then.
    complete: bool = True

    @property
    def best_moves(self) -> tuple[Card, ...]:
        """The cards of `moves` that are as good as any, if all values are proved."""
        values = [move.value for move in self.moves]
        if not values or None in values:
            return ()
        return tuple(move.card for move in self.moves if move.value == values[0])


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
    def complete(self) -> bool:
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
        if not self.complete:
            raise InvalidPosition("par needs all twenty values; a limit stopped the search")
        return par([[value or 0 for value in row] for row in self.tricks], vulnerable, dealer)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that was played, and how many tricks it gave away."""

    card: Card
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

    `memory` bounds its table in bytes. Several Python threads may share one; they take turns.
    Ctrl-C ends a search.

    >>> solver = Solver()
    >>> solver.solve("N:A.K.. K.A.. Q.Q.. J.J..", "NT", "N").value
    1
    """

    __slots__ = ("_native",)

    def __init__(self, options: Options | None = None, *, memory: int = DEFAULT_MEMORY) -> None:
        self._native = core.Solver((options or Options()).native(), checked_memory(memory))

    @property
    def memory(self) -> int:
        """Bytes of its table."""
        return self._native.bytes

    def forget(self) -> None:
        """Forgets what it learned."""
        self._native.forget()

    def solve(
        self,
        deal: Deal | str,
        trump: str | int,
        leader: str | int,
        played: Cards = (),
        *,
        moves: Moves = True,
        limit: Limit | None = None,
    ) -> Solution:
        """As :func:`solve`."""
        position = _position(deal, trump, leader, played)
        found = self._native.solve(position, _native_moves(moves), *checked_limit(limit))
        return _solution(position, found)

    def table(self, deal: Deal | str, *, limit: Limit | None = None) -> DDTable:
        """As :func:`dd_table`."""
        return _table(self._native.table(_hands(_deal(deal)), *checked_limit(limit)))

    def line(
        self,
        deal: Deal | str,
        trump: str | int,
        leader: str | int,
        played: Cards = (),
        *,
        limit: Limit | None = None,
    ) -> tuple[Card, ...]:
        """As :func:`best_line`."""
        position = _position(deal, trump, leader, played)
        found = self._native.line(position, *checked_limit(limit))
        return tuple(card_of(card) for card in found.cards)

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
        played = _Played.of(deal, trump, leader, play)
        found = self._native.analyse(played.start, played.numbers, *checked_limit(limit))
        return played.analysis(found)


def dd_table(deal: Deal | str, *, limit: Limit | None = None, threads: int | None = 1) -> DDTable:
    """The double-dummy table of a deal: the tricks of each declarer in each strain.

    With more `threads` (None: all cores) the strains are solved side by side. A limit of nodes is
    kept by one thread.

    >>> deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
    >>> dd_table(deal)["E", "S"]
    8
    """
    number = checked_threads(threads)
    nodes, seconds = checked_limit(limit)
    if number == 1 or nodes:
        return Solver().table(deal, limit=limit)
    return _table(core.table_of_one(_hands(_deal(deal)), seconds, DEFAULT_MEMORY, number))


def dd_tables(
    deals: Iterable[Deal | str],
    *,
    limit: Limit | None = None,
    threads: int | None = None,
    options: Options | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> list[DDTable]:
    """The tables of many deals, on all cores. The limit is one deal's.

    >>> [table["N", "S"] for table in dd_tables(["A... K... Q... J...", "2... K... Q... J..."])]
    [1, 0]
    """
    found = core.table_many(
        [_hands(_deal(deal)) for deal in deals],
        *checked_limit(limit),
        (options or Options()).native(),
        checked_memory(memory),
        checked_threads(threads),
        progress,
    )
    return [_table(one) for one in found]


def solve(
    deal: Deal | str,
    trump: str | int,
    leader: str | int,
    played: Cards = (),
    *,
    moves: Moves = True,
    limit: Limit | None = None,
    threads: int | None = 1,
    progress: Progress | None = None,
) -> Solution:
    """Tricks for the legal cards of the player to move.

    The deal is the one before the first of the `played` cards; they may end in mid-trick. With more
    `threads` (None: all cores) all cards are solved side by side, and `progress` is told how many
    are; other `moves`, and a limit of nodes, are kept by one thread.

    >>> solution = solve("N:AQ.2.. 53.3.. 42.4.. K7.5..", "NT", "S", ["S2", "S7"])
    >>> solution.to_move, {move.card: move.value for move in solution.moves}
    ('N', {'SQ': 2, 'SA': 1})
    """
    number = checked_threads(threads)
    nodes, seconds = checked_limit(limit)
    if number == 1 or nodes or moves is not True:
        return Solver().solve(deal, trump, leader, played, moves=moves, limit=limit)
    position = _position(deal, trump, leader, played)
    return _solution(position, core.solve_one(position, seconds, DEFAULT_MEMORY, number, progress))


def solve_many(
    boards: Iterable[
        tuple[Deal | str, str | int, str | int] | tuple[Deal | str, str | int, str | int, Cards]
    ],
    *,
    moves: Moves = True,
    limit: Limit | None = None,
    threads: int | None = None,
    options: Options | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> list[Solution]:
    """Many boards (deal, trump, leader and cards played), on all cores. The limit is one board's.

    >>> [s.value for s in solve_many([("A... K... Q... J...", "NT", seat) for seat in "NE"])]
    [1, 0]
    """
    positions = [_position(*board) for board in boards]
    found = core.solve_many(
        positions,
        _native_moves(moves),
        *checked_limit(limit),
        (options or Options()).native(),
        checked_memory(memory),
        checked_threads(threads),
        progress,
    )
    return [_solution(position, one) for position, one in zip(positions, found, strict=True)]


def best_line(
    deal: Deal | str,
    trump: str | int,
    leader: str | int,
    played: Cards = (),
    *,
    limit: Limit | None = None,
) -> tuple[Card, ...]:
    """The rest of the play when nobody gives a trick away; of equal cards the lowest.

    >>> best_line("N:AK... QJ... 32... 54...", "NT", "N")
    ('SK', 'SJ', 'S2', 'S4', 'SA', 'SQ', 'S3', 'S5')
    """
    return Solver().line(deal, trump, leader, played, limit=limit)


def analyse_play(
    deal: Deal | str,
    trump: str | int,
    leader: str | int,
    play: Cards,
    *,
    limit: Limit | None = None,
) -> PlayAnalysis:
    """What each card of a played hand cost.

    >>> analysis = analyse_play("N:AQ.2.. 53.3.. 42.4.. K7.5..", "NT", "S", "S2 S7 SA S3")
    >>> analysis.tricks, analysis.cards[2]
    ((1, 1, 1, 2, 2), PlayedCard(card='SA', seat='N', cost=1))
    """
    return Solver().analyse(deal, trump, leader, play, limit=limit)


def analyse_plays(
    plays: Iterable[tuple[Deal | str, str | int, str | int, Cards]],
    *,
    limit: Limit | None = None,
    threads: int | None = None,
    options: Options | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> list[PlayAnalysis]:
    """Many played hands (deal, trump, leader, cards), on all cores.

    >>> [a.tricks for a in analyse_plays([("A... K... Q... J...", "NT", "N", "SA SK")])]
    [(0, 0, 0)]
    """
    played = [_Played.of(*play) for play in plays]
    found = core.analyse_many(
        [(one.start, one.numbers) for one in played],
        *checked_limit(limit),
        (options or Options()).native(),
        checked_memory(memory),
        checked_threads(threads),
        progress,
    )
    return [one.analysis(trace) for one, trace in zip(played, found, strict=True)]


@dataclass(frozen=True, slots=True)
class _Played:
    """A hand and the cards that were played in it, checked."""

    deal: Deal
    strain: int
    leader: int
    cards: tuple[Card, ...]

    @classmethod
    def of(cls, deal: Deal | str, trump: str | int, leader: str | int, play: Cards) -> _Played:
        played = cls(_deal(deal), parse_strain(trump), parse_seat(leader), parse_cards(play))
        follow_play(played.deal, played.strain, played.leader, played.cards)
        return played

    @property
    def start(self) -> core.Position:
        return core.Position(_hands(self.deal), self.strain, self.leader, [])

    @property
    def numbers(self) -> list[int]:
        return [card_number(card) for card in self.cards]

    def analysis(self, found: core.Trace) -> PlayAnalysis:
        declarer = (self.leader + 3) % 4
        ours = [_exact(low, high) for low, high in found.tricks]
        tricks = tuple(
            value if value is None or declarer % 2 == 0 else self.deal.size - value
            for value in ours
        )
        told = []
        state = rules.State(_hands(self.deal), self.strain, declarer)
        for number, card in enumerate(self.cards):
            before, after = tricks[number], tricks[number + 1]
            change = 0 if before is None or after is None else after - before
            told.append(PlayedCard(card, SEATS[state.to_move], abs(change)))
            state = state.apply(card_number(card))
        return PlayAnalysis(tricks, tuple(told), found.nodes, found.seconds)


def _position(
    deal: Deal | str, trump: str | int, leader: str | int, played: Cards = ()
) -> core.Position:
    strain = parse_strain(trump)
    state = follow_play(_deal(deal), strain, parse_seat(leader), parse_cards(played))
    return core.Position(state.hands, strain, state.leader, state.trick)


def _deal(deal: Deal | str) -> Deal:
    return deal if isinstance(deal, Deal) else Deal.parse(deal)


def _hands(deal: Deal) -> list[int]:
    return list(deal.hands)


def _native_moves(moves: Moves) -> int:
    known: Final = (False, "one", "best", True)
    if moves not in known:
        raise KiebitzError(f"moves is True, False, 'one' or 'best', not {moves!r}")
    return known.index(moves)


def _exact(low: int, high: int) -> int | None:
    return low if low == high else None


def _solution(position: core.Position, found: core.Solution) -> Solution:
    return Solution(
        found.value,
        SEATS[position.to_move],
        tuple(MoveValue((low, high), card_of(card)) for card, low, high in found.moves),
        found.nodes,
        found.positions,
        found.seconds,
        found.complete,
    )


def _table(found: core.Table) -> DDTable:
    tricks = tuple(tuple(_exact(low, high) for low, high in row) for row in found.tricks)
    return DDTable(tricks, found.nodes, found.seconds)
