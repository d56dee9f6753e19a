"""A game of Skat as immutable states, and the View that a seat has of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from kiebitz._core import skat as core
from kiebitz.cards import derive_seed
from kiebitz.errors import IllegalMove, InvalidNotation, InvalidPosition, KiebitzError
from kiebitz.games.moves import Card, Move
from kiebitz.games.skat.cards import DECK, from_mask, parse_cards, to_mask
from kiebitz.games.skat.contract import Contract
from kiebitz.games.skat.moves import Kind, Phase, make_move, move_number, typed_move
from kiebitz.games.skat.result import Result

Goal = core.Goal
#: All numbers that may be bid.
BIDS: Final[tuple[int, ...]] = tuple(core.bids())
SEAT_NAMES: Final = ("forehand", "middlehand", "rearhand")


class _Table:
    """What State and View have in common: all that lies open on the table."""

    __slots__ = ("_native",)
    _native: core.State | core.View
    game: ClassVar[str] = "skat"
    player_counts: ClassVar[tuple[int, ...]] = (3,)
    seat_names: ClassVar[tuple[str, ...]] = SEAT_NAMES

    @property
    def players(self) -> int:
        """Three."""
        return 3

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""
        return self._native.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._native.is_over

    @property
    def phase(self) -> core.Phase:
        """What is to be decided next."""
        return self._native.phase

    @property
    def bid(self) -> int:
        """The last number bid, 0 for none."""
        return self._native.bid

    @property
    def highest_bids(self) -> tuple[int, ...]:
        """The highest number that each seat has named or held."""
        return tuple(self._native.highest_bids)

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, once the auction is over."""
        return None if self._native.declarer < 0 else self._native.declarer

    @property
    def contract(self) -> Contract | None:
        """What is played, once it is declared."""
        return Contract.from_code(self._native.contract) if self._native.declared else None

    @property
    def leader(self) -> int:
        """Who leads, or led, the trick on the table."""
        return self._native.leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, from the leader on."""
        return tuple(DECK[card] for card in self._native.trick)

    @property
    def trick_points(self) -> tuple[int, int]:
        """Card points in the tricks of the declarer and of the defenders, without the skat."""
        return self._native.trick_points

    @property
    def tricks_won(self) -> tuple[int, int]:
        """The number of tricks of the declarer and of the defenders."""
        return self._native.tricks_won

    @property
    def shown(self) -> tuple[Card, ...]:
        """The declarer's cards if they lie open: in ouvert games and after showing."""
        return from_mask(self._native.shown)

    def played(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat has played."""
        return from_mask(self._native.played[_checked_seat(seat)])

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the seat to move may do, as ISS tokens."""
        return tuple(map(typed_move, self._native.legal_moves()))


class State(_Table):
    """One position of a game of Skat, from the deal to the score.

    >>> state = State.deal(seed=7)
    >>> state.to_move, state.legal_moves[:3]
    (1, ('p', '18', '20'))
    >>> state = state.play("18").play("p").play("p").play("s")
    >>> state.declarer, len(state.hands[1])
    (1, 12)
    """

    __slots__ = ()
    _native: core.State

    def __init__(self, native: core.State) -> None:
        self._native = native

    @classmethod
    def deal(cls, seed: int) -> State:
        """A shuffled deal; the same seed gives the same cards."""
        return cls(core.State.deal(derive_seed(seed)))

    @classmethod
    def from_deal(cls, deal: str | Sequence[str]) -> State:
        """The start of a game with these 32 cards: forehand 10, middlehand 10, rearhand 10, skat 2.

        >>> from kiebitz.games.skat.cards import DECK
        >>> State.from_deal(".".join(DECK)).skat
        ('CJ', 'CA')
        """
        cards = parse_cards(deal.replace("|", ".")) if isinstance(deal, str) else tuple(deal)
        if len(cards) != 32 or len(set(cards)) != 32:
            raise InvalidPosition(
                f"a deal has 32 different cards, not {len(set(cards))}",
                code="deal-of-32",
                count=len(set(cards)),
            )
        hands = [to_mask(cards[10 * seat : 10 * seat + 10]) for seat in range(3)]
        return cls(core.State(hands, to_mask(cards[30:])))

    @classmethod
    def parse(cls, text: str) -> State:
        """Reads the move list that `str(state)` writes."""
        from kiebitz.games.skat.notation import parse_state

        return parse_state(text)

    def __str__(self) -> str:
        from kiebitz.games.skat.notation import format_state

        return format_state(self)

    def __repr__(self) -> str:
        return f"skat.State.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._native == other._native

    def __hash__(self) -> int:
        return hash(self._native)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return State.parse, (str(self),)

    @property
    def native(self) -> core.State:
        """The same state in the native core."""
        return self._native

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The three hands."""
        return tuple(from_mask(hand) for hand in self._native.hands)

    @property
    def skat(self) -> tuple[Card, ...]:
        """The two cards that lie aside: the skat, later the discard."""
        return from_mask(self._native.skat)

    def play(self, move: str) -> State:
        """The state after a move of the seat to move.

        A declaration may carry the discard with it: ``G.H7.HQ``.
        """
        if self.is_over:
            raise IllegalMove(
                f"the game is over: {_shown(move)} cannot be played",
                code="game-over",
                text=move[:40],
            )
        if self.phase == Phase.DECLARE and "." in move:
            contract, _, cards = move.partition(".")
            return self.play(contract).play(cards)
        try:
            number = move_number(move, self.phase)
        except InvalidNotation as error:
            raise self._refusal(move, error) from None
        try:
            return State(self._native.apply(number))
        except ValueError:
            raise self._refusal(move) from None

    def show(self) -> State:
        """The declarer lays the hand open, to claim the rest."""
        return self._happen(make_move(Kind.SHOW), "showing the hand")

    def resign(self, seat: int) -> State:
        """A seat gives up. The game ends when the declarer or both defenders did."""
        return self._happen(make_move(Kind.RESIGN, _checked_seat(seat)), "resigning")

    def time_out(self, seat: int) -> State:
        """A seat runs out of time, which ends the game."""
        return self._happen(make_move(Kind.TIME_OUT, _checked_seat(seat)), "running out of time")

    def leave(self, seat: int) -> State:
        """A seat leaves, which ends the game."""
        return self._happen(make_move(Kind.LEAVE, _checked_seat(seat)), "leaving")

    def view(self, seat: int) -> View:
        """What a seat knows, and nothing else."""
        return View(self._native.view(_checked_seat(seat)))

    @property
    def goal(self) -> Goal:
        """What the declarer must reach to win the declared game, by contract, cards and bid.

        >>> State.deal(seed=1).play("18").play("p").play("p").play("GHS").goal
        Goal.reach(90)
        """
        if not self._native.declared:
            raise KiebitzError(
                "no game is declared yet, so there is nothing to reach", code="not-declared"
            )
        return self._native.goal

    @property
    def scores(self) -> tuple[int, int, int]:
        """Seeger-Fabian points, when the game is over."""
        a, b, c = self._native.scores()
        return a, b, c

    @property
    def result(self) -> Result | None:
        """The result, when the game is over."""
        if not self.is_over:
            return None
        native = self._native
        timed_out = None if native.timed_out < 0 else native.timed_out
        left = None if native.left < 0 else native.left
        if not native.declared:
            return Result(
                declarer=self.declarer,
                timed_out=timed_out,
                left=left,
                penalties=_penalties(self.declarer, {timed_out, left} - {None}),
            )
        result = native.result()
        return Result(
            declarer=self.declarer,
            contract=str(self.contract),
            won=result.won,
            value=result.value,
            matadors=result.matadors,
            overbid=result.overbid,
            points=result.points,
            tricks=result.tricks,
            schneider=result.schneider,
            schwarz=result.schwarz,
            seeger_fabian=self.scores,
            resigned=native.resigned,
            timed_out=timed_out,
            left=left,
        )

    def _happen(self, event: int, what: str) -> State:
        try:
            return State(self._native.happen(event))
        except ValueError:
            raise IllegalMove(
                f"{what} is not possible here (phase {self.phase.name})",
                code="impossible",
                text=what,
            ) from None

    def _refusal(self, move: str, reason: InvalidNotation | None = None) -> IllegalMove:
        legal = self.legal_moves
        listed = " ".join(legal[:12]) + (f" … ({len(legal)} in all)" if len(legal) > 12 else "")
        why = f" ({reason})" if reason else ""
        message = (
            f"{_shown(move)} is not legal for {SEAT_NAMES[self.to_move]} now{why}; legal: {listed}"
        )
        return IllegalMove(message, code="illegal-move", text=move[:40], legal=legal[:12])


class View(_Table):
    """What one seat knows of a game: all that a player is ever given.

    >>> view = State.deal(seed=7).view(0)
    >>> len(view.hand), view.count_worlds()
    (10, 42678636)
    """

    __slots__ = ()
    _native: core.View

    def __init__(self, native: core.View) -> None:
        self._native = native

    @classmethod
    def start(cls, seat: int, hand: Sequence[str]) -> View:
        """What a seat knows after the deal."""
        try:
            return cls(core.View.start(seat, to_mask(hand)))
        except ValueError as error:
            raise InvalidPosition(str(error), code="hand-of-ten", count=len(hand)) from None

    @classmethod
    def parse(cls, text: str) -> View:
        """Reads a move list with ``??`` for hidden cards, as `str(view)` writes it."""
        from kiebitz.games.skat.notation import parse_view

        return parse_view(text)

    def __str__(self) -> str:
        from kiebitz.games.skat.notation import format_view

        return format_view(self)

    def __repr__(self) -> str:
        return f"skat.View.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._native == other._native

    def __hash__(self) -> int:
        return hash(self._native)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return View.parse, (str(self),)

    @property
    def native(self) -> core.View:
        """The same View in the native core."""
        return self._native

    @property
    def seat(self) -> int:
        """Whose View this is."""
        return self._native.seat

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that the seat holds now."""
        return from_mask(self._native.hand)

    @property
    def skat(self) -> tuple[Card, ...]:
        """The two cards that the seat picked up, if it did."""
        return from_mask(self._native.skat)

    @property
    def discard(self) -> tuple[Card, ...]:
        """The two cards that the seat put away, if it did."""
        return from_mask(self._native.discard)

    def see(self, move: int, revealed: int = 0) -> View:
        """The View after one more move, given as native numbers."""
        return View(self._native.see(move, revealed))

    def count_worlds(self) -> int:
        """How many distributions of the unseen cards are possible."""
        return self._native.count_worlds()

    def sample(self, seed: int) -> State:
        """A full state that this View leaves possible, all equally likely."""
        if self.count_worlds() == 0:
            raise InvalidPosition(
                "this View contradicts itself: no distribution of cards fits it",
                code="no-world-fits",
            )
        return State(core.State.sample(self._native, derive_seed(seed)))

    def allows(self, state: State) -> bool:
        """Whether a full state looks like this to the seat."""
        return state.native.is_consistent_with(self._native)


def random_cardplays(games: int, contract: Contract, seed: int) -> tuple[int, int]:
    """Plays random cards from random deals: how many cards fell, and a checksum of the scores.

    >>> random_cardplays(10, Contract.parse("G"), seed=1)[0]
    300
    """
    return core.random_cardplays(games, contract.code, seed)


def _checked_seat(seat: int) -> int:
    if seat not in (0, 1, 2):
        raise KiebitzError(
            f"seat {seat!r} does not exist: 0 forehand, 1 middlehand, 2 rearhand",
            code="no-such-seat",
        )
    return seat


def _shown(move: str) -> str:
    return repr(move if len(move) <= 40 else move[:40] + "…")


def _penalties(declarer: int | None, gone: set[int | None]) -> tuple[int, int, int]:
    # In the auction who goes away is penalised; later the whole party is.
    def is_penalised(seat: int) -> bool:
        if declarer is None or not gone:
            return seat in gone
        return (seat == declarer) == (declarer in gone)

    a, b, c = (int(is_penalised(seat)) for seat in range(3))
    return a, b, c
