"""Whole games of a player against itself, as records to learn from."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.games.skat.records import Record
from kiebitz.limits import Limit
from kiebitz.players.skat.player import SkatPlayer
from kiebitz.players.skat.registry import make_player

_AT_ONCE = 50  # games that a process plays before it reports


def play_game(number: int, seed: int, player: SkatPlayer, name: str) -> str:
    """Game `number` of a series, all three seats by the same player, as one ISS record.

    >>> play_game(3, 1, make_player("rules"), "rules").count("P1[rules]")
    1
    """
    own = derive_seed(seed, number)
    state = State.deal(own)
    step = 0
    while not state.is_over:
        step += 1
        view = state.view(state.to_move)
        decision = player.decide(view, limit=Limit(), seed=derive_seed(own, step))
        state = state.play(decision.move)
    names = {f"P{seat}": name for seat in range(3)}
    return Record.of(state, ID=str(number), SE=str(seed), **names).to_sgf()


def play_games(
    out: Path,
    games: int,
    *,
    player: str,
    seed: int = 1,
    processes: int = 1,
    report: Callable[[int], None] = lambda done: None,
) -> int:
    """Writes games to a file, one a line; goes on behind those that are there. Returns how many."""
    make_player(player)  # whatever is wrong with it is said before the work
    done = _whole_lines(out, seed, player)
    with (
        out.open("ab") as file,
        ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool,
    ):
        waiting: dict[int, Future[list[str]]] = {}
        following = done
        while done < games:
            while following < games and len(waiting) < 2 * processes:
                last = min(games, following + _AT_ONCE)
                waiting[following] = pool.submit(_play_some, following, last, seed, player)
                following = last
            # Always the next ones of the series, so that the file has no gaps.
            lines = waiting.pop(done).result()
            file.write("".join(f"{line}\n" for line in lines).encode())
            file.flush()
            done += len(lines)
            report(done)
    return done


def _play_some(first: int, last: int, seed: int, player: str) -> list[str]:
    return [play_game(number, seed, _player(player), player) for number in range(first, last)]


@lru_cache(maxsize=1)
def _player(spec: str) -> SkatPlayer:
    return make_player(spec)


def _whole_lines(out: Path, seed: int, player: str) -> int:
    """How many games are there; half a line at the end is cut off."""
    if not out.exists():
        return 0
    count, end = 0, 0
    with out.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            if count == 0 and (f"SE[{seed}]" not in (text := line.decode()) or player not in text):
                raise KiebitzError(
                    f"{str(out)!r} holds other games: choose another file, seed or player"
                )
            count += 1
            end += len(line)
    with out.open("rb+") as file:
        file.truncate(end)
    return count
