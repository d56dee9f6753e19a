"""States of games whose rules, texts and searches are all in the native core.

A game adds its rules and its own properties; everything else is here once.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

from kiebitz.cards import derive_seed
from kiebitz.errors import IllegalMove, InvalidNotation, InvalidPosition, KiebitzError
from kiebitz.games.moves import Move


class NativeState(Protocol):
    """What the native core offers of every such game."""

    @property
    def players(self) -> int: ...  # noqa: D102
    @property
    def to_move(self) -> int: ...  # noqa: D102
    @property
    def is_over(self) -> bool: ...  # noqa: D102
    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def drawing(self) -> str: ...  # noqa: D102
    def move_texts(self) -> list[str]: ...  # noqa: D102
    def scores(self) -> list[int]: ...  # noqa: D102
    def perft(self, depth: int) -> int: ...  # noqa: D102
    def successors(self) -> int: ...  # noqa: D102
    def parse_move(self, text: str) -> int: ...  # noqa: D102


NativeT = TypeVar("NativeT", bound=NativeState)


class BoardState(Generic[NativeT]):
    """One position; immutable, and written as text by `str`.

    What sets a game apart from others stands here as class attributes, and nowhere else.
    """

    __slots__ = ("_native",)
    #: The game's module in the native core.
    core: ClassVar[Any]
    #: The name of the game, like `chinese-checkers`.
    game: ClassVar[str]
    #: For how many the game is; the usual number first.
    player_counts: ClassVar[tuple[int, ...]]
    #: The class of the rules that `begin` is given.
    rules_type: ClassVar[Any]
    #: A match of many hands, in games that have it.
    match_type: ClassVar[Any] = None
    seat_names: ClassVar[tuple[str, ...]] = ("0", "1", "2", "3", "4", "5")
    #: What the depth of a search counts.
    depth_unit: ClassVar[Literal["move", "trick"]] = "move"
    #: What a search uses where it stops, unless it is told otherwise.
    default_evaluation: ClassVar[str] = "estimate"
    #: The score of a disqualified seat, no more than the worst that playing can bring.
    forfeit: ClassVar[int] = -1
    #: The score with which a game is won, in games that can also be broken off.
    winning_score: ClassVar[int | None] = None
    #: What `standings` counts.
    standing_name: ClassVar[str] = "score"
    #: Whether a score is the tricks taken, and so grows by one a trick at most.
    counts_tricks: ClassVar[bool] = False
    _native: NativeT

    def __init__(self, native: NativeT) -> None:
        self._native = native

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads the text that `str(state)` writes."""
        try:
            return cls(cls.core.State.parse(text))
        except ValueError as error:
            raise InvalidPosition(str(error)) from None

    @classmethod
    def begin(cls, rules: Any = None, seed: int = 0) -> Self:
        """The first position under the `Rules` of the game; cards are dealt by the seed."""
        return cls.from_rules((rules or cls.rules_type()).text, seed)

    @classmethod
    def from_rules(cls, rules: str, seed: int = 0) -> Self:
        """The first position under rules given as text."""
        try:
            return cls(cls.core.State.deal(rules, derive_seed(seed)))
        except ValueError as error:
            raise InvalidNotation(str(error)) from None

    def __str__(self) -> str:
        return self._native.text

    def __repr__(self) -> str:
        return f"{_shown_name(type(self), self.game)}.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and bool(self._native == other._native)

    def __hash__(self) -> int:
        return hash(self._native)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return type(self).parse, (str(self),)

    @property
    def native(self) -> NativeT:
        """The same state in the native core."""
        return self._native

    @property
    def players(self) -> int:
        """How many play."""
        return self._native.players

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""
        return self._native.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._native.is_over

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the seat to move may do."""
        return tuple(map(self.read_move, self._native.move_texts()))

    @classmethod
    def read_move(cls, text: str) -> Move:
        """The kind of move that a text of this game is."""
        return Move(text)

    @property
    def scores(self) -> tuple[int, ...]:
        """One number a seat, more is better; final when the game is over."""
        return tuple(self._native.scores())

    @property
    def points(self) -> tuple[int, ...]:
        """What the game itself counts for each seat: the scores, unless fewer points are better."""
        return self.scores

    @property
    def standings(self) -> tuple[float | None, ...]:
        """How well each seat did, finer than who won; None where that says nothing."""
        return tuple(map(float, self.points))

    @property
    def drawing(self) -> str:
        """The position as lines of text, for people."""
        return self._native.drawing

    def play(self, move: str) -> Self:
        """The state after a legal move."""
        if self.is_over:
            raise IllegalMove(f"the game is over: {move!r} cannot be played")
        try:
            number = self._native.parse_move(move)
            return type(self)(self._native.apply(number))  # type: ignore[attr-defined]
        except (ValueError, TypeError):
            raise IllegalMove(self._refusal(move)) from None

    def perft(self, depth: int) -> int:
        """How many positions there are after so many moves, counted with repetition."""
        try:
            return self._native.perft(depth)
        except (ValueError, TypeError) as error:
            raise KiebitzError(str(error)) from None

    @property
    def successors(self) -> int:
        """How many different positions one move can lead to."""
        return self._native.successors()

    def _refusal(self, move: object) -> str:
        legal = self.legal_moves
        listed = " ".join(legal[:12]) + (f" … ({len(legal)} in all)" if len(legal) > 12 else "")
        shown = repr(move)
        shown = shown if len(shown) <= 40 else shown[:40] + "…"
        return f"{shown} is not legal for seat {self.to_move} now; legal: {listed}"


class HiddenState(BoardState[NativeT]):
    """A position of a game with hidden cards."""

    __slots__ = ()
    view_type: ClassVar[Any]

    def view(self, seat: int) -> Any:
        """What a seat knows, and nothing else."""
        try:
            return self.view_type(self._native.view(seat))  # type: ignore[attr-defined]
        except (ValueError, TypeError):
            raise KiebitzError(
                f"seat {seat!r} does not exist: seats are 0 to {self.players - 1}"
            ) from None


StateT = TypeVar("StateT", bound=HiddenState[Any])


class HiddenView(Generic[StateT]):
    """What one seat knows: all that a player is ever given.

    Its text is the seat, `@`, and the text of the state with `??` for every hidden card; trick
    games have the cards of earlier tricks as one more field.

    >>> from kiebitz.games import spades
    >>> str(spades.State.deal(seed=1).view(2)).split()[4].count("??")
    34
    """

    __slots__ = ("_native", "_some_world")
    state_type: ClassVar[Any]

    def __init__(self, native: Any) -> None:
        self._native = native
        self._some_world: StateT | None = None

    @property
    def _world(self) -> StateT:
        """Any world: what lies open, and the seat's own cards and moves, is the same in all."""
        if self._some_world is None:
            self._some_world = self.sample(0)
        return self._some_world

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads the text that `str(view)` writes."""
        seat, at, seen = text.partition("@")
        if not at or seat not in ("0", "1", "2", "3", "4", "5"):
            raise InvalidNotation(f"a view is a seat, @ and a state, not {text[:20]!r}")
        try:
            return cls(cls.state_type.core.View.parse(seen, int(seat)))
        except ValueError as error:
            raise InvalidNotation(str(error)) from None

    def __str__(self) -> str:
        return f"{self.seat}@{self._native.text}"

    def __repr__(self) -> str:
        return f"{_shown_name(type(self), self.state_type.game)}.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and bool(self._native == other._native)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return type(self).parse, (str(self),)

    @property
    def native(self) -> Any:
        """The same View in the native core."""
        return self._native

    @property
    def seat(self) -> int:
        """Whose View this is."""
        seat: int = self._native.seat
        return seat

    @property
    def players(self) -> int:
        """How many play."""
        return self._world.players

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""
        return self._world.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._world.is_over

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the seat may do; empty when it is not its turn."""
        return self._world.legal_moves if self.to_move == self.seat else ()

    @property
    def drawing(self) -> str:
        """What the seat sees, as lines of text: of other hands only the number of cards."""
        drawing: str = self._native.drawing
        return drawing

    def sample(self, seed: int) -> StateT:
        """A full state that this View leaves possible."""
        core = self.state_type.core
        world: StateT = self.state_type(core.State.sample(self._native, derive_seed(seed)))
        return world

    def allows(self, state: StateT) -> bool:
        """Whether a full state looks like this to the seat."""
        return bool(state.native.is_consistent_with(self._native))


def _shown_name(kind: type, game: str) -> str:
    """How a class is reached: `hearts.State`."""
    return f"{game.replace('-', '_')}.{kind.__name__}"
