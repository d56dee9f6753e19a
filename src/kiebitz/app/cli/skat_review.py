"""`kiebitz skat review` and `kiebitz skat hint`: what was wrong, and what to do now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.terminal import JsonOption, fail, print_json, read_lines, warn

if TYPE_CHECKING:
    from kiebitz.games.skat.records import Record
    from kiebitz.players.skat.report import Report, Tally
    from kiebitz.players.skat.review import Judgement


def review(
    file: Annotated[
        Path, typer.Argument(help="A file of ISS records, one a line; - is standard input.")
    ],
    worlds: Annotated[
        int,
        typer.Option(
            help="At most so many guesses at the hidden cards for a card of the first trick that "
            "stays in doubt; later, where they cost less, up to four times as many.",
            min=1,
            max=100_000,
        ),
    ] = 16_384,
    player: Annotated[
        str | None,
        typer.Option(help="The report counts only the decisions of the player of this name."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write the report over all games here, as JSON.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(help="Games at the same time; all cores unless told.", min=1)
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="The same seed gives the same review.", min=0)
    ] = 0,
    json: JsonOption = False,
) -> None:
    """Judges every decision of recorded games by what its player could know.

    Bids, pick-up, declaration and discard are judged by the hand model, cards in guesses at the
    hidden cards; more are made while it is open what a card is to be called. All counts in list
    points (Seeger-Fabian): an inaccuracy costs 10, a mistake 25, a blunder 60 or more, with two
    standard errors to spare. A report over all games follows: what was lost by role, contract and
    phase, and the dearest habits.

    With --json a line a game: {"id", "verdict", "decisions": [{"seat", "phase", "trick", "move",
    "best", "loss", "loss_error", "class", "why"}]}. `phase` is bid, pickup, discard, declare or
    card; `loss` is in list points, `loss_error` its standard error; the report goes to stderr.

    [dim]Examples:[/]

        kiebitz skat review games.sgf

        kiebitz skat review games.sgf --json --seed 1 > reviews.jsonl

        kiebitz skat review games.sgf --player Ada --report ada.json
    """
    from kiebitz.app.cli.skat_account import result_sentence
    from kiebitz.app.cli.skat_records import good_records
    from kiebitz.app.skat_words import verdict_sentence
    from kiebitz.machine import cores
    from kiebitz.players.skat.report import Report, wrong_decisions
    from kiebitz.players.skat.verdicts import verdict_of

    summary = Report()
    progress = _Progress(file)
    try:
        reviewed = _reviewed(good_records(file), worlds, seed, threads or cores())
        for number, (record, judged) in enumerate(reviewed, start=1):
            name = record.id or str(number)
            _add(summary, name, record, judged, player)
            progress.clear()
            if json:
                print_json(review_json(record, judged))
                progress.show(number)
                continue
            print(f"{record.id or 'game'}: {result_sentence(record)}")
            print(f"  {verdict_sentence(verdict_of(record.state, judged))}")
            for one in wrong_decisions(judged):
                print(f"  {_told(one)}")
            print(flush=True)
            progress.show(number)
    finally:
        progress.clear()
        if summary.games:
            for line in report_lines(summary, player):
                warn(line) if json else print(line)
            if report is not None:
                import json as json_module

                text = json_module.dumps(report_json(summary), indent=1, ensure_ascii=False)
                report.write_text(text + "\n", encoding="utf-8")


class _Progress:
    """How many games were reviewed, on stderr: one line that moves, or a line now and then."""

    _EVERY = 25

    def __init__(self, file: Path) -> None:
        import sys
        import time

        self._live = sys.stderr.isatty()
        self._total = file.read_bytes().count(b"(;") if file.is_file() else 0
        self._started, self._clock = time.monotonic(), time.monotonic

    def clear(self) -> None:
        """Makes room for other lines."""
        if self._live:
            typer.echo("\r\033[K", err=True, nl=False)

    def show(self, done: int) -> None:
        """After so many games."""
        if not self._live and done % self._EVERY:
            return
        of = f" of {self._total}" if self._total >= done else ""
        text = f"{done}{of} games reviewed"
        if self._total > done:
            left = (self._clock() - self._started) / done * (self._total - done)
            text += f", about {left:.0f} s left"
        typer.echo(text, err=True, nl=not self._live)


def _add(
    summary: Report, name: str, record: Record, judged: list[Judgement], player: str | None
) -> None:
    if player is None:
        summary.add(name, record.state, judged)
    elif player in record.players:
        summary.add(name, record.state, judged, record.players.index(player))


def _reviewed(
    records: Iterable[Record], worlds: int, seed: int, threads: int
) -> Iterator[tuple[Record, list[Judgement]]]:
    """Records with what was found, in their order, some at the same time."""
    from concurrent.futures import ThreadPoolExecutor
    from itertools import islice

    from kiebitz.players.skat.review import review as judge

    waiting_records = iter(records)
    end: list[BaseException] = []  # what the records end with, said after the last review
    pool = ThreadPoolExecutor(threads)

    def start(record: Record) -> tuple[Record, Any]:
        return record, pool.submit(lambda: list(judge(record.state, worlds=worlds, seed=seed)))

    def more(count: int) -> Iterator[tuple[Record, Any]]:
        try:
            for record in islice(waiting_records, count):
                yield start(record)
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
    from kiebitz.app.skat_words import verdict_sentence, why
    from kiebitz.players.skat.verdicts import verdict_of

    return {
        "id": record.id,
        "verdict": verdict_sentence(verdict_of(record.state, judged)),
        "decisions": [
            {
                "seat": one.seat,
                "phase": one.phase,
                "trick": one.trick,
                "move": one.move,
                "best": one.best,
                "loss": round(one.loss, 2),
                "loss_error": round(one.error, 2),
                "class": one.grade,
                "why": why(one),
            }
            for one in judged
        ],
    }


def _told(one: Judgement) -> str:
    from kiebitz.app.skat_words import PHASE_NAMES, why
    from kiebitz.games.skat import SEAT_NAMES

    where = PHASE_NAMES[one.phase] if one.trick is None else f"trick {one.trick}"
    chances = ""
    if one.before is not None and one.after is not None:
        chances = f", {100 * one.before:.0f} % → {100 * one.after:.0f} %"
    because = why(one)
    return (
        f"{where}, {SEAT_NAMES[one.seat]}: {one.move}, better {one.best}: {one.grade}, "
        f"−{one.loss:.0f} ± {one.error:.0f} points{chances}{f' ({because})' if because else ''}"
    )


def report_json(report: Report) -> dict[str, Any]:
    """The report over all games, with names that stay."""

    def tallies(found: dict[str, Tally]) -> dict[str, Any]:
        return {
            name: {
                "games": one.games,
                "decisions": one.decisions,
                "loss": round(one.loss, 1),
                "classes": dict(one.grades),
            }
            for name, one in found.items()
        }

    return {
        "games": report.games,
        "by_role": tallies(report.roles),
        "by_contract": tallies(report.contracts),
        "by_phase": tallies(report.phases),
        "habits": [
            {"phase": h.phase, "habit": h.code, "loss": round(h.loss, 1), "games": h.games}
            for h in report.habits
        ],
    }


def report_lines(report: Report, player: str | None = None) -> Iterator[str]:
    """The report over all games for people."""
    from kiebitz.app.skat_words import PHASE_NAMES, habit_name

    games = "1 game" if report.games == 1 else f"{report.games} games"
    yield f"{games}{f' of {player}' if player else ''}"
    for title, found in (
        ("role", report.roles),
        ("contract", report.contracts),
        ("phase", report.phases),
    ):
        yield f"  by {title}: decisions, blunders, mistakes, inaccuracies, points lost"
        for name, one in sorted(found.items(), key=lambda item: -item[1].loss):
            shown = PHASE_NAMES.get(name, name) if title == "phase" else name
            counts = (one.grades[g] for g in ("blunder", "mistake", "inaccuracy"))
            yield (
                f"    {shown:<16}{one.decisions:6}"
                + "".join(f"{count:5}" for count in counts)
                + f"{0 - one.loss:9.0f}"
            )
    if report.habits:
        yield "  dearest habits"
        for habit in report.habits[:8]:
            count = len(habit.games)
            shown = ", ".join(habit.games[:5]) + (" …" if count > 5 else "")
            yield (
                f"    {habit_name(habit.phase, habit.code)}: {-habit.loss:.0f} points in {count} "
                f"game{'s' if count > 1 else ''} ({shown})"
            )


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
    ] = 4.0,
    json: JsonOption = False,
) -> None:
    """What a strong player would do in your place, and what it thinks of the other moves.

    It says what the hint on the page says. `chance` is the chance to win, `score` what the move
    is worth to the party in list points (Seeger-Fabian), `loss` what it is behind the best move.

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
    from kiebitz.app.skat_words import carried_sentence, reason_sentence
    from kiebitz.app.web.hints import hint_for
    from kiebitz.app.web.work import Ticket
    from kiebitz.games.skat import SEAT_NAMES, View
    from kiebitz.players.reason import Reason

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
    if found.carried is not None:
        print(f"  {carried_sentence(found.carried)}")
    for reason in found.reasons:
        print(f"  {reason_sentence(Reason(reason.code, reason.parameters))}")
    for one in found.candidates:
        chance = "      " if one.chance is None else f"{100 * one.chance:4.0f} %"
        score = "" if one.score is None else f"{one.score:8.1f}"
        print(f"  {one.move:<10} {chance} {score}")
    if found.worlds:
        print(f"  from {found.worlds} guesses at the hidden cards")
