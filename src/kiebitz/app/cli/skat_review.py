"""`kiebitz skat review` and `kiebitz skat hint`: what was wrong, and what to do now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.terminal import JsonOption, fail, print_json, read_lines

if TYPE_CHECKING:
    from kiebitz.games.skat.records import Record
    from kiebitz.players.skat.review import Judgement


def review(
    file: Annotated[
        Path, typer.Argument(help="A file of ISS records, one a line; - is standard input.")
    ],
    worlds: Annotated[
        int,
        typer.Option(
            help="Guesses at the hidden cards for each decision; four times as many in doubt.",
            min=1,
            max=100_000,
        ),
    ] = 40,
    threads: Annotated[
        int | None, typer.Option(help="Games at the same time; all cores unless told.", min=1)
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="The same seed gives the same review.", min=0)
    ] = 0,
    json: JsonOption = False,
) -> None:
    """Judges every card of recorded games by what its player could know.

    A card is an inaccuracy if it cost a tenth of the chance to win, a mistake at two tenths, a
    blunder at three. Bids, pick-up, discard and declaration are not judged yet.

    With --json a line a game: {"id", "verdict", "decisions": [{"seat", "phase", "trick", "move",
    "best", "loss", "loss_error", "class", "why"}]}. `phase` is bid, pickup, discard, declare or
    card; `loss` is chance to win, 0 to 1; what is not known is null.

    [dim]Examples:[/]

        kiebitz skat review games.sgf

        kiebitz skat review games.sgf --json --seed 1 > reviews.jsonl
    """
    from kiebitz.app.cli.skat_account import result_sentence
    from kiebitz.app.cli.skat_records import good_records
    from kiebitz.machine import cores

    for record, judged in _reviewed(good_records(file), worlds, seed, threads or cores()):
        if json:
            print_json(review_json(record, judged))
            continue
        print(f"{record.id or 'game'}: {result_sentence(record)}")
        for one in judged:
            if class_of(one) is not None:
                print(f"  {_told(one)}")
        print(f"  {verdict_of_game(judged)}\n", flush=True)


def _reviewed(
    records: Iterable[Record], worlds: int, seed: int, threads: int
) -> Iterator[tuple[Record, list[Judgement]]]:
    """Records with what was found, in their order, some at the same time."""
    from concurrent.futures import ThreadPoolExecutor
    from itertools import islice

    from kiebitz.cards import derive_seed
    from kiebitz.players.skat.review import review as judge

    numbered = enumerate(records)
    end: list[BaseException] = []  # what the records end with, said after the last review
    pool = ThreadPoolExecutor(threads)

    def start(number: int, record: Record) -> tuple[Record, Any]:
        own = derive_seed(seed, number)
        return record, pool.submit(lambda: list(judge(record.state, worlds=worlds, seed=own)))

    def more(count: int) -> Iterator[tuple[Record, Any]]:
        try:
            for number, record in islice(numbered, count):
                yield start(number, record)
        except typer.Exit as error:
            end.append(error)

    try:
        waiting = list(more(2 * threads))
        while waiting:
            record, future = waiting.pop(0)
            yield record, future.result()
            waiting += more(1)
    finally:
        pool.shutdown(cancel_futures=True)
    for error in end:
        raise error


def review_json(record: Record, judged: list[Judgement]) -> dict[str, Any]:
    """A game's review, with names that stay."""
    return {
        "id": record.id,
        "verdict": verdict_of_game(judged),
        "decisions": [
            {
                "seat": one.seat,
                "phase": "card",
                "trick": one.number // 3 + 1,
                "move": one.card,
                "best": one.best,
                "loss": round(one.cost, 4),
                "loss_error": None,
                "class": class_of(one),
                "why": _why(one, record),
            }
            for one in judged
        ],
    }


def class_of(one: Judgement) -> str | None:
    """What a decision is called; None if it was right, or the only one."""
    return None if one.verdict in ("fine", "forced") else one.verdict


def verdict_of_game(judged: list[Judgement]) -> str:
    """The game in one sentence: its dearest decision."""
    if not judged:
        return "No card was played."
    wrong = [one for one in judged if class_of(one) is not None]
    if not wrong:
        return "No mistake was found in the cards."
    worst = max(wrong, key=lambda one: one.cost)
    count = "One card was" if len(wrong) == 1 else f"{len(wrong)} cards were"
    return f"{count} not the best; the dearest: {_told(worst)}."


def _told(one: Judgement) -> str:
    from kiebitz.games.skat import SEAT_NAMES

    return (
        f"trick {one.number // 3 + 1}, {SEAT_NAMES[one.seat]} {one.card}, better {one.best}: "
        f"{one.verdict}, {100 * one.cost:.0f} % of the chance to win"
    )


def _why(one: Judgement, record: Record) -> str | None:
    """What the open cards say to a card that was not the best one."""
    if class_of(one) is None:
        return None
    if one.open_cost_game:
        return "with open cards it turned the game"
    if one.open_cost and record.state.contract and record.state.contract.game != "N":
        return f"with open cards it cost {one.open_cost} points"
    return None


def hint(
    view: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VIEW",
            help="What one seat knows: a move list with ?? for every hidden card; - is standard "
            "input, one a line, which is also read if nothing is given.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="At most so long for a card.", min=0.01, max=3600)
    ] = 2.0,
    json: JsonOption = False,
) -> None:
    """What a strong player would do in your place, and what it thinks of the other moves.

    It says what the hint on the page says. `chance` is the chance to win, `score` what the move
    is worth: Seeger-Fabian points before the cards are played, then the party's card points.

    A View is the cards and what was said, such as `w HAND|??.??.…|??.??.…|??.?? 1 18`: ten cards
    joined by dots where you sit, ?? for every other, then seat and call, seat and call.

    [dim]Examples:[/]

        kiebitz skat hint "$(cat view.txt)"

        kiebitz skat hint --json < views.txt
    """
    text = " ".join(view or ())
    for line in read_lines("-") if text in ("", "-") else [text]:
        if line.strip():
            _hint(line, seconds, json)


def _hint(text: str, seconds: float, json: bool) -> None:
    from kiebitz.app.web.hints import hint_for
    from kiebitz.app.web.work import Ticket
    from kiebitz.games.skat import SEAT_NAMES, View

    seen = View.parse(text)
    if seen.is_over:
        fail("this game is over")
    if seen.to_move != seen.seat:
        mover, own = SEAT_NAMES[seen.to_move], SEAT_NAMES[seen.seat]
        fail(f"{mover} is to move, but the known hand is {own}'s: there is nothing to decide")
    found = hint_for(seen, len(seen.native.history), seconds, Ticket())
    if json:
        print_json(found.model_dump(exclude={"ply"}))
        return
    print(found.move)
    for one in found.candidates:
        chance = "" if one.chance is None else f"{100 * one.chance:4.0f} %"
        score = "" if one.score is None else f"{one.score:8.1f}"
        print(f"  {one.move:<10} {chance} {score}")
    if found.worlds:
        print(f"  from {found.worlds} guesses at the hidden cards")
