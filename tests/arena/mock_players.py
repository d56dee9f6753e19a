"""Players for the tests of the arena: sensible, hopeless, and some that misbehave on purpose."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from kiebitz.arena.arbiter import PlainArbiter, Spec
from kiebitz.games.skat import Phase, View
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision


def _bid_like_a_child(view: View, random: Random) -> str:
    """Forehand plays, always: hearts with the first two cards put away."""
    moves = view.legal_moves
    if view.phase == Phase.BID:
        return "18" if view.seat == 0 else "p"
    if view.phase == Phase.PICK_UP:
        return "s"
    if view.phase == Phase.DECLARE:
        return "H"
    return moves[0]


def _random_card(view: View, random: Random) -> str:
    return random.choice(view.legal_moves)


def _high_card(view: View, random: Random) -> str:
    ranks = "789QKTAJ"
    return max(view.legal_moves, key=lambda card: (ranks.index(card[1]), card))


def _low_card(view: View, random: Random) -> str:
    ranks = "789QKTAJ"
    return min(view.legal_moves, key=lambda card: (ranks.index(card[1]), card))


def _raise(view: View, random: Random) -> str:
    if len(view.hand) == 5:
        raise RuntimeError("I cannot count to five")
    return _random_card(view, random)


def _exit(view: View, random: Random) -> str:
    if len(view.hand) == 5:
        sys.exit("enough")
    return _random_card(view, random)


def _die(view: View, random: Random) -> str:
    if len(view.hand) == 5:
        os.kill(os.getpid(), signal.SIGSEGV)
    return _random_card(view, random)


def _cheat(view: View, random: Random) -> str:
    if len(view.hand) == 5:
        return "CJ" if "CJ" not in view.hand else "SJ" if "SJ" not in view.hand else "nonsense"
    return _random_card(view, random)


def _hang(view: View, random: Random) -> str:
    while len(view.hand) == 5:
        pass
    return _random_card(view, random)


def _dawdle(view: View, random: Random) -> str:
    if len(view.hand) == 5:
        time.sleep(0.6)
    return _random_card(view, random)


def _hoard(view: View, random: Random) -> str:
    if len(view.hand) == 5:
        HOARD.append(bytearray(400_000_000))
    return _random_card(view, random)


def _babble(view: View, random: Random) -> str:
    """Raises an error whose text no file and no terminal takes."""
    if len(view.hand) == 5:
        raise RuntimeError("half a \ud83d pair\x1b[2J")
    return _random_card(view, random)


class _Speechless(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise ValueError("there is nothing to say")


def _choke(view: View, random: Random) -> str:
    if len(view.hand) == 5:
        raise _Speechless
    return _random_card(view, random)


def _stammer(view: View, random: Random) -> str:
    return "\ud800" if len(view.hand) == 5 else _random_card(view, random)


def _plot(view: View, random: Random) -> str:
    """Plays on, but has laid a bomb that goes off when another is to play."""
    if len(view.hand) == 5:
        threading.Timer(0.01, os._exit, [3]).start()
    return _random_card(view, random)


def _mumble(view: View, random: Random) -> Any:
    return 42


#: What the one who hoards never gives back.
HOARD: list[bytearray] = []

CARDS: Mapping[str, Callable[[View, Random], Any]] = {
    "random": _random_card,
    "high": _high_card,
    "low": _low_card,
    "raises": _raise,
    "exits": _exit,
    "dies": _die,
    "cheats": _cheat,
    "hangs": _hang,
    "dawdles": _dawdle,
    "mumbles": _mumble,
    "hoards": _hoard,
    "babbles": _babble,
    "chokes": _choke,
    "stammers": _stammer,
    "plots": _plot,
}


@dataclass(frozen=True)
class MockPlayer:
    """Bids like a child and plays cards by its manner."""

    name: str
    pause: float = 0.0
    trace: str = ""

    def decide(self, view: View, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        assert isinstance(view, View)
        time.sleep(self.pause)
        if self.trace:
            with Path(self.trace).open("a") as file:
                file.write("x")
        choose = CARDS[self.name] if view.phase == Phase.PLAY else _bid_like_a_child
        move = choose(view, Random(seed))
        return Decision(move, seed=seed) if isinstance(move, str) else move


def make(spec: Spec) -> MockPlayer:
    """The factory that configurations name."""
    if spec["manner"] not in CARDS:
        raise ValueError(f"manner: {spec['manner']!r}")
    return MockPlayer(
        str(spec["manner"]), float(str(spec.get("pause", 0))), str(spec.get("trace", ""))
    )


# --- a game without hidden cards, to show that the arena does not care ---


@dataclass(frozen=True)
class Race:
    """Each in turn moves one or two steps; whoever arrives at the goal wins."""

    goal: int
    place: int = 0
    to_move: int = 0
    players: int = 2

    @property
    def is_over(self) -> bool:
        return self.place >= self.goal

    @property
    def legal_moves(self) -> tuple[int, ...]:
        return () if self.is_over else (1, 2)

    @property
    def scores(self) -> tuple[int, ...]:
        winner = 1 - self.to_move
        return tuple(int(self.is_over and seat == winner) for seat in range(2))

    def play(self, move: int) -> Race:
        return Race(self.goal, self.place + move, 1 - self.to_move)


@dataclass(frozen=True)
class Racer:
    name: str

    def decide(self, view: Race, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        if self.name == "clever":
            return Decision(str((view.goal - view.place) % 3 or 1))
        return Decision(str(Random(seed).choice((1, 2))))


def _make_racer(spec: Spec) -> Racer:
    return Racer(str(spec["manner"]))


RACE = PlainArbiter(lambda seed: Race(10 + seed % 7), _make_racer, seats=2)
