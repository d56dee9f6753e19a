"""What a match must know about its game: how to deal, who plays which part, how to record it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from kiebitz.arena.reference import load
from kiebitz.errors import IllegalMove, KiebitzError
from kiebitz.games.catalogue import PLAYERS

#: What can be stored about a game beside its scores: numbers, texts, truth values, None.
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: one score a seat, what else is worth counting, and the record."""

    scores: tuple[float, ...]
    facts: Facts = field(default_factory=dict)
    record: str = ""


@runtime_checkable
class Arbiter(Protocol):
    """Runs games of one kind. States and views are the game's own."""

    seats: int
    #: What the parts of a game that starts at its cardplay are called: declarer, defender.
    parts: tuple[str, ...]

    def make_player(self, spec: Mapping[str, Any]) -> Any:
        """The player that a configuration describes."""

    def positions(self, path: Path, kinds: Sequence[str]) -> Iterable[str]:
        """The positions in a file at which games of these kinds start."""

    def start(self, position: str | None, seed: int) -> Any:
        """The first state: the given one, or a deal from the seed."""

    def play(self, state: Any, move: str) -> Any:
        """The state after a move; raises IllegalMove."""

    def view(self, state: Any, seat: int) -> Any:
        """What a seat may know."""

    def is_auction(self, state: Any) -> bool:
        """Whether it is still open who plays which part."""

    def part_of(self, state: Any, seat: int) -> int:
        """The part of a seat once the auction is over, as a place in `parts`."""

    def ending(self, state: Any, names: Sequence[str], number: int) -> Ending:
        """The result of a finished game between these players."""

    def forfeit(
        self, state: Any, seat: int, overran: bool, names: Sequence[str], number: int
    ) -> Ending:
        """The result when a seat is disqualified, for running out of time or for worse."""


@dataclass(frozen=True)
class PlainArbiter:
    """An arbiter for any game of the protocol in `kiebitz.games.protocol`.

    The record is the start and the moves. A disqualified seat scores `forfeit_score`, the others
    what they have.
    """

    deal: Callable[[int], Any]
    make: Callable[[Mapping[str, Any]], Any]
    seats: int
    forfeit_score: float = -1.0
    parts: tuple[str, ...] = ()

    def make_player(self, spec: Mapping[str, Any]) -> Any:
        """The player that a configuration describes."""
        return self.make(spec)

    def positions(self, path: Path, kinds: Sequence[str]) -> Iterable[str]:
        """There are none in files."""
        raise KiebitzError("this game has no positions from a file")

    def start(self, position: str | None, seed: int) -> Any:
        """A deal from the seed."""
        return self.deal(seed)

    def play(self, state: Any, move: str) -> Any:
        """The state after a move, which may be given as text."""
        for legal in state.legal_moves:
            if str(legal) == move:
                return state.play(legal)
        listed = " ".join(map(str, state.legal_moves[:12]))
        raise IllegalMove(f"{move[:40]!r} is not legal; legal: {listed}")

    def view(self, state: Any, seat: int) -> Any:
        """What a seat may know; the whole state in games without hidden information."""
        return state.view(seat) if hasattr(state, "view") else state

    def is_auction(self, state: Any) -> bool:
        """There is none."""
        return False

    def part_of(self, state: Any, seat: int) -> int:
        """Every seat is a part of its own."""
        return seat

    def ending(self, state: Any, names: Sequence[str], number: int) -> Ending:
        """The scores of a finished game."""
        return Ending(tuple(map(float, state.scores)), record=str(state))

    def forfeit(
        self, state: Any, seat: int, overran: bool, names: Sequence[str], number: int
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
def arbiter_for(game: str) -> Arbiter:
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
    return arbiter
