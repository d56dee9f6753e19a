"""One game at the table: the players decide in turn, and who breaks the rules loses it.

The table itself runs no player. Players that come with Kiebitz sit together in one process, which
plays their games as fast as it can. When something happens there that may be another's deed (the
process dies, hangs or has no memory left), the game is played again with a process for each
player, and that game counts. Players from elsewhere always have a process of their own.
"""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol, cast

from kiebitz.arena.arbiter import (
    ARBITERS,
    Arbiter,
    Ending,
    Facts,
    OpenPlayer,
    Position,
    Setting,
    Spec,
    arbiter_for,
)
from kiebitz.arena.executor import announce
from kiebitz.arena.isolation import Failure, IsolatedProcess
from kiebitz.arena.reference import load
from kiebitz.arena.worker import describe, printable
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision, Player

#: Whoever is asked and whose process dies is asked again, for somebody else may have killed it.
_ATTEMPTS = 3
#: For making a player, which is not part of a decision.
_MAKING_SECONDS = 120.0
_MEGABYTE = 1_000_000
_OUT_OF_MEMORY = "crashed: MemoryError"
_NOTE_LENGTH = 500

AnyPlayer = Player[object] | OpenPlayer[Position]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player by name, with its description, and the limit on each decision."""

    name: str
    spec: Spec
    limit: Limit | None = None


@dataclass(frozen=True, slots=True)
class GameTask:
    """One game to be played, with all that a worker must know.

    The cast is one player a seat, or if there is an auction or a fixed position with its parts
    (`by_part`), one player a part. The bidder conducts all seats until the parts are known.
    """

    number: int
    game: str
    cast: tuple[Contestant, ...]
    by_part: bool = False
    position: str | None = None
    bidder: Contestant | None = None
    seconds: float = 0.0  # for one decision; 0 for no bound
    memory: int = 0  # megabytes for a player; 0 for no bound
    apart: bool = False  # a process for each player from the start

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """All who take part."""
        return self.cast if self.bidder is None else (*self.cast, self.bidder)


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game that was played."""

    seats: tuple[str, ...]
    scores: tuple[float, ...]
    facts: Facts
    record: str
    note: str = ""
    forfeited_by: int | None = None
    seconds: tuple[float, ...] = ()
    decisions: tuple[int, ...] = ()


def play_game(task: GameTask, seed: int) -> GameResult:
    """Plays a game to its end. The same task and seed give the same game."""
    ours = task.game in ARBITERS and not any("factory" in one.spec for one in task.contestants)
    if ours and not task.apart:
        process = _shared_process(task.memory)
        value, failure = process.run(pickle.dumps((_play_together, task, seed)))
        if failure is None:
            return cast("GameResult", value)
        if failure.kind == "raised" and not failure.message.startswith("MemoryError"):
            raise KiebitzError(failure.message)
        process.end()
    return _play(task, seed, Apart(task))


def make_contestant_player(contestant: Contestant, game: str) -> AnyPlayer:
    """The player of a contestant; one for all games of a process."""
    return _player(game, _described(contestant))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player did: a move, or an offence."""

    move: str = ""
    seconds: float = 0.0
    offence: str = ""
    overran: bool = False

    @property
    def is_out_of_memory(self) -> bool:
        """Whether there was no memory left where the player sat."""
        return self.offence.startswith(_OUT_OF_MEMORY)


class Players(Protocol):
    """Those at a table, wherever they sit."""

    def ask(self, contestant: Contestant, state: Position, seed: int) -> Answer:
        """Lets one of them decide."""


class Together:
    """All players in this process."""

    def __init__(self, task: GameTask) -> None:
        self._arbiter = arbiter_for(task.game)
        self._seconds = task.seconds
        self._players = {
            one.name: make_contestant_player(one, task.game) for one in task.contestants
        }

    def ask(self, contestant: Contestant, state: Position, seed: int) -> Answer:
        """Lets one of them decide here."""
        player = self._players[contestant.name]
        seen = _seen(self._arbiter, state, _sees_all(player))
        announce(state.to_move, seconds=self._seconds)
        answer = _decide(player, contestant, seen, seed)
        if answer.is_out_of_memory:
            raise MemoryError  # whose fault it is shows when each has a process
        return answer


class Apart:
    """Each player in a process of its own."""

    def __init__(self, task: GameTask) -> None:
        self._task = task
        self._arbiter = arbiter_for(task.game)

    def ask(self, contestant: Contestant, state: Position, seed: int) -> Answer:
        """Lets one of them decide there."""
        task = self._task
        process = _player_process(task.game, _described(contestant), task.memory)
        return process.ask(self._arbiter, task, contestant, state, seed)


class PlayerProcess:
    """The process of one player, with its memory bounded."""

    def __init__(self, memory: int) -> None:
        self._process = IsolatedProcess(memory * _MEGABYTE)
        self._bound = f" (it may use {memory} MB)" if memory else ""
        self._sees_all = False

    def ask(
        self,
        arbiter: Arbiter[Position, object],
        task: GameTask,
        contestant: Contestant,
        state: Position,
        seed: int,
    ) -> Answer:
        """Lets the player decide; again if the process dies, for somebody may have killed it."""
        for _ in range(_ATTEMPTS):
            failure = self._prepare(contestant, task.game)
            if failure is None:
                seen = _pickled(_seen(arbiter, state, self._sees_all), task.game)
                question = _Question(task.game, contestant, task.seconds, seen)
                value, failure = self._process.run(pickle.dumps((_answer, question, seed)))
                if failure is None:
                    return self._checked(cast("Answer", value))
            if failure.kind != "died":
                break
        assert failure is not None
        if failure.kind == "overran":
            return Answer(offence=failure.message, overran=True)
        return self._checked(Answer(offence=f"crashed: {failure.message}"))

    def _prepare(self, contestant: Contestant, game: str) -> Failure | None:
        """Has the player made in a new process, which is not part of its first decision."""
        if self._process.is_running:
            return None
        question = _Question(game, contestant, _MAKING_SECONDS, b"")
        value, failure = self._process.run(pickle.dumps((_introduce, question, 0)))
        self._sees_all = bool(value)
        return failure

    def _checked(self, answer: Answer) -> Answer:
        if not answer.is_out_of_memory:
            return answer
        self._process.end()  # it may hold on to what it has
        return replace(answer, offence=answer.offence + self._bound)


@dataclass(frozen=True, slots=True)
class _Question:
    game: str
    contestant: Contestant
    seconds: float
    seen: bytes  # pickled: it may be of a type that is known only when the game is loaded


def _play_together(task: GameTask, seed: int) -> GameResult:
    return _play(task, seed, Together(task))


def _introduce(question: _Question, seed: int) -> bool:
    """Makes the player of this process; gives whether it sees all cards."""
    announce(0, seconds=question.seconds)
    return _sees_all(make_contestant_player(question.contestant, question.game))


def _answer(question: _Question, seed: int) -> Answer:
    """What the player of this process decides."""
    arbiter_for(question.game)
    seen = pickle.loads(question.seen)
    player = make_contestant_player(question.contestant, question.game)
    announce(0, seconds=question.seconds)
    return _decide(player, question.contestant, seen, seed)


def _play(task: GameTask, seed: int, players: Players) -> GameResult:
    arbiter = arbiter_for(task.game)
    state = arbiter.start(task.position, derive_seed(seed, 0))
    seconds, decisions = [0.0] * arbiter.seats, [0] * arbiter.seats
    moves = 0
    while not state.is_over:
        seat = state.to_move
        # A seat's seed does not depend on who else plays: the same player in the same situation
        # decides alike in both games of a pair (thesis §9.6).
        choice = derive_seed(seed, 1, seat, moves)
        answer = players.ask(_contestant(task, arbiter, state, seat), state, choice)
        offence, overran = answer.offence, answer.overran
        seconds[seat] += answer.seconds
        decisions[seat] += 1
        moves += 1
        if not offence and 0 < task.seconds < answer.seconds:
            offence = f"took {answer.seconds:.1f} s, allowed are {task.seconds:g} s"
            overran = True
        if not offence:
            try:
                state = arbiter.play(state, answer.move)
            except (KiebitzError, UnicodeError) as error:
                offence = f"illegal move: {error}"
        if offence:
            return _forfeit(task, arbiter, state, seat, offence, overran)
    names = _names(task, arbiter, state)
    ending = arbiter.ending(state, names, task.number)
    return _result(ending, names, seconds=tuple(seconds), decisions=tuple(decisions))


def _decide(player: AnyPlayer, contestant: Contestant, seen: object, seed: int) -> Answer:
    begin = time.perf_counter()
    move = offence = ""
    try:
        decision: object
        if _sees_all(player):
            decision = cast("OpenPlayer[object]", player).decide_with_open_cards(seen)
        else:
            ordinary = cast("Player[object]", player)
            decision = ordinary.decide(seen, limit=contestant.limit, seed=seed)
        if not isinstance(decision, Decision) or not isinstance(decision.move, str):
            raise TypeError(f"a player answers with a Decision, not with {decision!r:.60}")
        move = decision.move
    except BaseException as error:  # whatever a player does, the match goes on
        offence = f"crashed: {describe(error)}"
    return Answer(move, time.perf_counter() - begin, offence)


def _seen(arbiter: Arbiter[Position, object], state: Position, sees_all: bool) -> object:
    return state if sees_all else arbiter.view(state, state.to_move)


def _sees_all(player: AnyPlayer) -> bool:
    return not hasattr(player, "decide")


def _pickled(seen: object, game: str) -> bytes:
    try:
        return pickle.dumps(seen)
    except Exception as error:
        raise KiebitzError(
            f"{game}: what a player sees cannot be sent: {describe(error)}"
        ) from None


def _described(contestant: Contestant) -> str:
    return json.dumps(contestant.spec, sort_keys=True)


@cache
def _player(game: str, described: str) -> AnyPlayer:
    spec: dict[str, Setting] = json.loads(described)
    if "factory" in spec:
        make = cast("Callable[[Spec], AnyPlayer]", load(str(spec.pop("factory"))))
        return make(spec)
    return arbiter_for(game).make_player(spec)


@cache
def _player_process(game: str, described: str, memory: int) -> PlayerProcess:
    return PlayerProcess(memory)


@cache
def _shared_process(memory: int) -> IsolatedProcess:
    return IsolatedProcess(memory * _MEGABYTE)


def _contestant(
    task: GameTask, arbiter: Arbiter[Position, object], state: Position, seat: int
) -> Contestant:
    if not task.by_part:
        return task.cast[seat]
    if arbiter.is_auction(state):
        if task.bidder is None:
            raise KiebitzError(f"game {task.number}: the position has an auction but no bidder")
        return task.bidder
    return task.cast[arbiter.part_of(state, seat)]


def _names(task: GameTask, arbiter: Arbiter[Position, object], state: Position) -> tuple[str, ...]:
    return tuple(_contestant(task, arbiter, state, seat).name for seat in range(arbiter.seats))


def _forfeit(
    task: GameTask,
    arbiter: Arbiter[Position, object],
    state: Position,
    seat: int,
    offence: str,
    overran: bool,
) -> GameResult:
    names = _names(task, arbiter, state)
    ending = arbiter.forfeit(state, seat, overran, names, task.number)
    note = printable(f"{names[seat]} (seat {seat}) {offence}")
    return _result(ending, names, note=note[:_NOTE_LENGTH], forfeited_by=seat)


def _result(
    ending: Ending,
    names: tuple[str, ...],
    *,
    note: str = "",
    forfeited_by: int | None = None,
    seconds: tuple[float, ...] = (),
    decisions: tuple[int, ...] = (),
) -> GameResult:
    return GameResult(
        names, ending.scores, ending.facts, ending.record, note, forfeited_by, seconds, decisions
    )
