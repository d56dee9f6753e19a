"""One game at the table: the players decide in turn, and who breaks the rules loses it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kiebitz.arena.arbiter import Arbiter, Ending, Facts, arbiter_for
from kiebitz.arena.executor import Failure, announce
from kiebitz.arena.reference import load
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision

#: The seat in place of a player's when the harness itself works.
NOBODY = -1
_NOTE_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player by name, with its description, and the limit on each decision."""

    name: str
    spec: Mapping[str, Any]
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
    arbiter = arbiter_for(task.game)
    state = arbiter.start(task.position, derive_seed(seed, 0))
    seconds, decisions = [0.0] * arbiter.seats, [0] * arbiter.seats
    journal = ""
    moves = 0
    while not state.is_over:
        seat = state.to_move
        contestant = _contestant(task, arbiter, state, seat)
        announce(seat, seconds=task.seconds, note=journal)
        begin = time.perf_counter()
        offence = move = ""
        overran = False
        try:
            # A seat's seed does not depend on who else plays: the same player in the same
            # situation decides alike in both games of a pair (thesis §9.6).
            choice = derive_seed(seed, 1, seat, moves)
            move = _decide(task, contestant, arbiter, state, choice)
        except BaseException as error:  # whatever a player does, the match goes on
            offence = f"crashed: {type(error).__name__}: {error}"
        spent = time.perf_counter() - begin
        seconds[seat] += spent
        decisions[seat] += 1
        if not offence and 0 < task.seconds < spent:
            offence, overran = f"took {spent:.1f} s, allowed are {task.seconds:g} s", True
        if not offence:
            try:
                state = arbiter.play(state, move)
            except KiebitzError as error:
                offence = f"illegal move: {error}"
        if offence:
            return _forfeit(task, arbiter, state, seat, offence, overran)
        journal += f"{move}\n"
        moves += 1
    announce(NOBODY, note=journal)
    names = _names(task, arbiter, state)
    ending = arbiter.ending(state, names, task.number)
    return _result(ending, names, seconds=tuple(seconds), decisions=tuple(decisions))


def adjudicate(task: GameTask, seed: int, failure: Failure) -> GameResult:
    """The result of a game whose process died or was stopped while a player decided."""
    if failure.step == NOBODY:
        raise KiebitzError(f"game {task.number} cannot be played: {failure.message}")
    arbiter = arbiter_for(task.game)
    state = arbiter.start(task.position, derive_seed(seed, 0))
    for move in failure.note.splitlines():
        state = arbiter.play(state, move)
    overran = failure.kind == "overran"
    offence = failure.message if overran else f"crashed: {failure.message}"
    return _forfeit(task, arbiter, state, failure.step, offence, overran)


def make_contestant_player(contestant: Contestant, game: str) -> Any:
    """The player of a contestant; one for all games of a process."""
    return _player(game, json.dumps(dict(contestant.spec), sort_keys=True))


@cache
def _player(game: str, spec: str) -> Any:
    described = json.loads(spec)
    if "factory" in described:
        return load(described.pop("factory"))(described)
    return arbiter_for(game).make_player(described)


def _contestant(task: GameTask, arbiter: Arbiter, state: Any, seat: int) -> Contestant:
    if not task.by_part:
        return task.cast[seat]
    if arbiter.is_auction(state):
        if task.bidder is None:
            raise KiebitzError(f"game {task.number}: the position has an auction but no bidder")
        return task.bidder
    return task.cast[arbiter.part_of(state, seat)]


def _names(task: GameTask, arbiter: Arbiter, state: Any) -> tuple[str, ...]:
    return tuple(_contestant(task, arbiter, state, seat).name for seat in range(arbiter.seats))


def _decide(task: GameTask, contestant: Contestant, arbiter: Arbiter, state: Any, seed: int) -> str:
    player = make_contestant_player(contestant, task.game)
    if hasattr(player, "decide"):
        view = arbiter.view(state, state.to_move)
        decision = player.decide(view, limit=contestant.limit, seed=seed)
    else:
        # Not a player but an experiment: who sees all cards has another method, by intention.
        decision = player.decide_with_open_cards(state)
    if not isinstance(decision, Decision) or not isinstance(decision.move, str):
        raise TypeError(f"a player answers with a Decision, not with {decision!r:.60}")
    return decision.move


def _forfeit(
    task: GameTask, arbiter: Arbiter, state: Any, seat: int, offence: str, overran: bool
) -> GameResult:
    names = _names(task, arbiter, state)
    ending = arbiter.forfeit(state, seat, overran, names, task.number)
    note = f"{names[seat]} (seat {seat}) {offence}"
    return _result(ending, names, note=note[:_NOTE_LENGTH], forfeited_by=seat)


def _result(ending: Ending, names: Sequence[str], **more: Any) -> GameResult:
    return GameResult(tuple(names), ending.scores, ending.facts, ending.record, **more)
