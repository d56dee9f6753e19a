"""Whole games of a player against itself, as records to learn from."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from io import FileIO
from multiprocessing import get_context
from pathlib import Path

from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.games.skat.records import InvalidRecord, Record, read_records
from kiebitz.limits import Limit
from kiebitz.machine import require
from kiebitz.players.skat.player import SkatPlayer
from kiebitz.players.skat.registry import make_player

_AT_ONCE = 50  # games that a process plays before it reports
#: First and last game, seed and player.
Batch = tuple[int, int, int, str]
#: Has batches played somewhere; gives the records of each, in order.
Batches = Callable[[Iterable[Batch]], Iterator[list[str]]]


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
    batches: Batches | None = None,
    report: Callable[[int], None] = lambda done: None,
) -> int:
    """Writes games to a file, one a line; goes on behind those that are there. Returns how many.

    `batches` has them played elsewhere than in processes here. A file whose name ends in
    ``.parquet`` is made of the records when all are played, a row a game, with players and result.
    """
    make_player(player)  # whatever is wrong with it is said before the work
    text = out.with_suffix(".sgf") if out.suffix == ".parquet" else out
    done = _whole_lines(text, seed, player)
    wanted = (
        (first, min(games, first + _AT_ONCE), seed, player)
        for first in range(done, games, _AT_ONCE)
    )
    with text.open("ab", buffering=0) as file:
        for lines in (batches or _here(processes))(wanted):
            _append(file, "".join(f"{line}\n" for line in lines).encode(), text, done)
            done += len(lines)
            report(done)
    if out != text:
        _to_parquet(text, out)
    return done


def _append(file: FileIO, piece: bytes, path: Path, done: int) -> None:
    """Adds games to a file; on a full disk the ones before them stay."""
    before = file.tell()
    try:
        while piece:
            piece = piece[file.write(piece) or 0 :]
    except OSError as error:
        file.truncate(before)
        raise KiebitzError(
            f"games cannot be written to {str(path)!r} ({error.strerror or error}); {done:,} are "
            "there, the same command goes on"
        ) from None


def play_batch(batch: Batch, seed: int = 0) -> list[str]:
    """The records of some games of a series."""
    first, last, series, player = batch
    return [play_game(number, series, _player(player), player) for number in range(first, last)]


def _here(processes: int) -> Batches:
    def run(batches: Iterable[Batch]) -> Iterator[list[str]]:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            waiting: deque[Future[list[str]]] = deque()
            for batch in batches:
                waiting.append(pool.submit(play_batch, batch))
                if len(waiting) == 2 * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    return run


def _to_parquet(text: Path, out: Path) -> None:
    """A row a game: number, players, declarer, contract, what it was worth, and the record."""
    require("train", "a Parquet file")
    import polars as pl

    rows: list[dict[str, object]] = []
    for record in read_records(text):
        if isinstance(record, InvalidRecord):
            raise KiebitzError(f"{str(text)!r}: {record}")
        state = record.state
        rows.append(
            {
                "game": len(rows),
                **{f"player_{seat}": record.players[seat] for seat in range(3)},
                "declarer": state.declarer,
                "contract": str(state.contract) if state.contract else None,
                "value": state.result.value if state.result else 0,
                "record": record.to_sgf(),
            }
        )
    new = out.with_suffix(".new")
    pl.DataFrame(rows).write_parquet(new, compression="zstd")
    new.replace(out)


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
