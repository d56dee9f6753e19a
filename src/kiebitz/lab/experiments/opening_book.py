"""An opening book by self-play for small Chinese Checkers (thesis §6.4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.contests import PAPER, seatings
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Paranoid players of small Chinese Checkers for three, alike but for a book: games of the player
against itself say which of its first moves won most often. Each unit learns a book of its own from
`learning` games and plays all seatings once. The thesis describes books and does not measure them;
it warns that a book makes assumptions about the opponents. Here these are right: the opponents are
the players that made the book. `in_book` is how many moves a game came from it.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a book and its games."""
    about = {key: parameters[key] for key in ("learning", "plies", "nodes", "longest")}
    for book in range(parameters["books"]):
        yield {"book": book, **about}


def unit(payload: Any, seed: int) -> list[float]:
    """Wins of the seats with and without the book, seats of both, moves from the book, games."""
    from kiebitz.games.chinese_checkers import Rules, State
    from kiebitz.limits import Limit
    from kiebitz.search.multiplayer import Method, search
    from kiebitz.search.opening_book import book_by_self_play

    start = State.start(Rules(players=3, pegs=6, longest=payload["longest"]))
    method, limit = Method("paranoid", order="value"), Limit(nodes=payload["nodes"])
    book = book_by_self_play(
        start, method, limit, games=payload["learning"], plies=payload["plies"], seed=seed
    )
    wins, seats_of, from_book = [0, 0], [0, 0], 0
    for number, seats in enumerate(seatings(3)):
        state: Any = start
        made = 0
        while not state.is_over:
            made += 1
            has_book = seats[state.to_move] == 1
            move = book.move(state) if has_book and made <= payload["plies"] else None
            from_book += move is not None
            shuffle = derive_seed(seed, 1, number, made)
            state = state.play(move or search(state, method, limit=limit, shuffle=shuffle).move)
        for seat, side in enumerate(seats):
            seats_of[side] += 1
            wins[side] += state.scores[seat] == max(state.scores) == state.winning_score
    return [*wins, *seats_of, from_book, number + 1]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """With and without the book, per cent of a seat's games."""
    table: list[Row] = []
    moves = sum(done.value[4] for done in finished) / sum(done.value[5] for done in finished)
    for side, name in ((1, "with a book"), (0, "without")):
        won = Sum()
        for done in finished:
            won.add(100 * done.value[side] / done.value[2 + side])
        table.append(
            {
                "player": name,
                "books": won.count,
                "won": won.mean,
                "won_ci": won.interval,
                "in_book": moves if side else None,
            }
        )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """Share of games won by a seat."""
    axes = figure.subplots()
    names = [str(row["player"]) for row in table]
    axes.bar(names, numbers(table, "won"), yerr=numbers(table, "won_ci"), capsize=2.5)
    axes.axhline(100 / 3, color="black", linewidth=0.8)
    axes.set_ylabel("games won by a seat (%)")


_SHARED = {"plies": 12, "longest": 400}

EXPERIMENT = Experiment(
    name="opening-book",
    paper=PAPER,
    item="§6.4.1",
    title="An opening book by self-play in small Chinese Checkers",
    sizes={
        "quick": Size({**_SHARED, "books": 2, "learning": 8, "nodes": 50}, 5),
        "paper": Size({**_SHARED, "books": 30, "learning": 200, "nodes": 1000}, 4_000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
