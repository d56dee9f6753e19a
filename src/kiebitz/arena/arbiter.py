"""What a game offers to the arena: how it is dealt and played, who plays which part, how it ends.

All that the arena knows about a game stands here. States and views are the game's own: the arena
takes them from an arbiter and hands them back to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, TypeVar, cast, runtime_checkable

from kiebitz.arena.reference import load
from kiebitz.errors import IllegalMove, KiebitzError
from kiebitz.games.catalogue import PLAYERS
from kiebitz.games.protocol import GameState
from kiebitz.players.protocol import Decision, Player

#: What a table of a configuration may hold.
Setting: TypeAlias = "bool | int | float | str | Sequence[Setting] | Mapping[str, Setting] | None"
#: How a configuration describes a player.
Spec: TypeAlias = Mapping[str, Setting]
Scalar: TypeAlias = bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class Declared:
    """A game that one seat declared against the others: what the tables count about it."""

    declarer: int
    contract: str
    kind: str
    won: bool
    points: int
    tricks: int
    value: int
    bid: int
    schneider: bool
    schwarz: bool
    overbid: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """A game that could have been declared and was not."""

    declarer: None = None


#: What is worth knowing about a game beside its scores; a game of yours may use names of its own.
Facts: TypeAlias = Declared | Passed | Mapping[str, Scalar]


def facts_to_table(facts: Facts) -> dict[str, Scalar]:
    """Facts as the log and the exported tables keep them.

    >>> facts_to_table(Passed()), facts_to_table({"laps": 3})
    ({'declarer': None}, {'laps': 3})
    """
    return dict(facts) if isinstance(facts, Mapping) else asdict(facts)


def facts_from_table(table: Mapping[str, Scalar]) -> Facts:
    """Reads what `facts_to_table` wrote.

    >>> facts_from_table({"declarer": None})
    Passed(declarer=None)
    """
    if table.keys() == {one.name for one in fields(Declared)}:
        return Declared(**table)  # type: ignore[arg-type]
    return Passed() if table == {"declarer": None} else table


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: one score a seat, what else is worth counting, and the record."""

    scores: tuple[float, ...]
    facts: Facts = field(default_factory=dict)
    record: str = ""


class Position(Protocol):
    """All that the arena itself asks of a state."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""


StateT = TypeVar("StateT", bound=Position)
ViewT = TypeVar("ViewT")
OpenT = TypeVar("OpenT", contravariant=True)


@runtime_checkable
class OpenPlayer(Protocol[OpenT]):
    """Not a player but an experiment: it sees all cards, and has another method by intention."""

    def decide_with_open_cards(self, state: OpenT) -> Decision:
        """The move in a state."""


@runtime_checkable
class Arbiter(Protocol[StateT, ViewT]):
    """Runs games of one kind."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What the parts of a game that starts at its cardplay are called: declarer, defender."""

    def make_player(self, spec: Spec) -> Player[ViewT] | OpenPlayer[StateT]:
        """The player that a configuration describes."""

    def positions(self, path: Path, kinds: Sequence[str]) -> Iterable[str]:
        """The positions in a file at which games of these kinds start."""

    def start(self, position: str | None, seed: int) -> StateT:
        """The first state: the given one, or a deal from the seed."""

    def play(self, state: StateT, move: str) -> StateT:
        """The state after a move; raises IllegalMove."""

    def view(self, state: StateT, seat: int) -> ViewT:
        """What a seat may know."""

    def is_auction(self, state: StateT) -> bool:
        """Whether it is still open who plays which part."""

    def part_of(self, state: StateT, seat: int) -> int:
        """The part of a seat once the auction is over, as a place in `parts`."""

    def ending(self, state: StateT, names: Sequence[str], number: int) -> Ending:
        """The result of a finished game between these players."""

    def forfeit(
        self, state: StateT, seat: int, overran: bool, names: Sequence[str], number: int
    ) -> Ending:
        """The result when a seat is disqualified, for running out of time or for worse."""


MoveT = TypeVar("MoveT")


@dataclass(frozen=True)
class PlainArbiter(Generic[MoveT, ViewT]):
    """An arbiter for any game of the protocol in `kiebitz.games.protocol`.

    The record is the start and the moves. A disqualified seat scores `forfeit_score`, the others
    what they have.
    """

    deal: Callable[[int], GameState[MoveT]]
    make: Callable[[Spec], Player[ViewT]]
    seats: int
    forfeit_score: float = -1.0
    parts: tuple[str, ...] = ()

    def make_player(self, spec: Spec) -> Player[ViewT]:
        """The player that a configuration describes."""
        return self.make(spec)

    def positions(self, path: Path, kinds: Sequence[str]) -> Iterable[str]:
        """There are none in files."""
        raise KiebitzError("this game has no positions from a file")

    def start(self, position: str | None, seed: int) -> GameState[MoveT]:
        """A deal from the seed."""
        return self.deal(seed)

    def play(self, state: GameState[MoveT], move: str) -> GameState[MoveT]:
        """The state after a move, which may be given as text."""
        for legal in state.legal_moves:
            if str(legal) == move:
                return state.play(legal)
        listed = " ".join(map(str, state.legal_moves[:12]))
        raise IllegalMove(f"{move[:40]!r} is not legal; legal: {listed}")

    def view(self, state: GameState[MoveT], seat: int) -> ViewT:
        """What a seat may know; the whole state in games without hidden information."""
        view = getattr(state, "view", None)
        return cast("ViewT", state if view is None else view(seat))

    def is_auction(self, state: GameState[MoveT]) -> bool:
        """There is none."""
        return False

    def part_of(self, state: GameState[MoveT], seat: int) -> int:
        """Every seat is a part of its own."""
        return seat

    def ending(self, state: GameState[MoveT], names: Sequence[str], number: int) -> Ending:
        """The scores of a finished game."""
        return Ending(tuple(map(float, state.scores)), record=str(state))

    def forfeit(
        self,
        state: GameState[MoveT],
        seat: int,
        overran: bool,
        names: Sequence[str],
        number: int,
    ) -> Ending:
        """The scores so far, and the penalty."""
        scores = [float(score) for score in state.scores]
        scores[seat] = self.forfeit_score
        return Ending(tuple(scores), record=str(state))


#: The games with an arbiter. Others are named as ``file.py:arbiter``.
ARBITERS: Mapping[str, str] = {
    "skat": "kiebitz.arena.skat:ARBITER",
    **{
        name.lower().replace("_", "-"): f"kiebitz.arena.multiplayer:{name}"
        for game, counts in PLAYERS.items()
        for count in counts
        for name in (
            f"{game.replace('-', '_').upper()}_{count}",
            *([game.replace("-", "_").upper()] if count == counts[0] else []),
        )
    },
}


@cache
def arbiter_for(game: str) -> Arbiter[Position, object]:
    """The arbiter of a game, by its name or by reference.

    >>> arbiter_for("skat").seats
    3
    """
    if game not in ARBITERS and ":" not in game:
        known = ", ".join(ARBITERS)
        raise KiebitzError(f"game {game!r} is not known: {known}, or file.py:arbiter")
    arbiter = load(ARBITERS.get(game, game))
    if not isinstance(arbiter, Arbiter):
        raise KiebitzError(f"{game!r} is not an arbiter (see kiebitz.arena.arbiter)")
    # Of which type its states are, only the game knows; all others get them from it.
    return cast("Arbiter[Position, object]", arbiter)
