"""`kiebitz bridge play`: which card, when two hands are hidden."""

from __future__ import annotations

import json as json_reader
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.bridge_json import plan_json
from kiebitz.app.cli.terminal import JsonOption, SeedOption, fail, print_json, read_lines, warn

if TYPE_CHECKING:
    from kiebitz.players.bridge.single_dummy import PlayPlan

_FIELDS = (
    *("deal", "contract", "declarer", "leader", "played", "tricks"),
    *("north", "east", "south", "west"),
)
_MOST_ROWS = 16  # of the line
_FACTS = "What is known of {}'s hand: '5+H 11-15', 'balanced', '4432', 'SA noHK'."


def play(
    deal: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DEAL",
            help="A deal in PBN, with - for hidden hands. With --batch a file with a JSON object "
            "in each line; - is standard input, which is also read if nothing is named.",
            show_default=False,
        ),
    ] = None,
    contract: Annotated[
        str, typer.Option("--contract", "-c", help="As in 3NT or 4S; of an ending the strain.")
    ] = "",
    declarer: Annotated[str, typer.Option("--declarer", help="N, E, S or W.")] = "S",
    played: Annotated[
        str, typer.Option("--played", help="Cards played so far, as in 'H5 H2 HJ HA'.")
    ] = "",
    leader: Annotated[
        str, typer.Option("--leader", help="Of an ending: who leads first; dummy lies open.")
    ] = "",
    tricks: Annotated[
        int | None,
        typer.Option("--tricks", "-t", help="What declarer wants, if not just the contract."),
    ] = None,
    north: Annotated[str, typer.Option("--north", help=_FACTS.format("North"))] = "",
    east: Annotated[str, typer.Option("--east", help=_FACTS.format("East"))] = "",
    south: Annotated[str, typer.Option("--south", help=_FACTS.format("South"))] = "",
    west: Annotated[str, typer.Option("--west", help=_FACTS.format("West"))] = "",
    batch: Annotated[bool, typer.Option("--batch", help="Many questions, one a line.")] = False,
    worlds: Annotated[
        int, typer.Option("--worlds", min=1, max=4096, help="Layouts to look at; all, if fewer.")
    ] = 100,
    depth: Annotated[
        int,
        typer.Option(
            "--depth", "-m", min=1, max=52, help="Own moves before cards are turned up; 1 is PIMC."
        ),
    ] = 3,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, help="Stop after so many cards tried.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Stop after so many seconds.")
    ] = None,
    seed: SeedOption = 0,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, max=1024, help="All cores unless told.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Which card to play when only two hands are seen, and how often it succeeds.

    A card's chance "best defence" is that of a player who cannot look through the backs of the
    cards; "double dummy" is the average over layouts in which all cards lie open (PIMC), and is
    never lower for declarer. Who is to play decides whose question it is: declarer's (also for
    dummy), or a defender's, whose own hand and dummy are used. Before the opening lead the leader
    sees one hand.

    [dim]Examples:[/]

        kiebitz bridge play "N:AQT5.K82.A74.975 - K43.A76.K82.AJ42 -" \\
            -c 4S --played "H5 H2 HJ HA"

        kiebitz bridge play "N:AQT5.K82.A74.975 - K43.A76.K82.AJ42 -" \\
            -c 3NT --played H5 --west "5+H 8-11" --worlds 200 --depth 4 --json

        kiebitz bridge play "N:AJ5... Q98... KT4... 762..." \\
            -c NT --leader S --tricks 3 -m 12

        kiebitz bridge play --batch questions.jsonl --json
    """
    from kiebitz.limits import Limit

    limit = Limit(worlds=worlds, depth=depth, nodes=nodes, seconds=seconds)
    facts = {"north": north, "east": east, "south": south, "west": west}
    asked: dict[str, Any] = {
        "contract": contract,
        "declarer": declarer,
        "played": played,
        "tricks": tricks,
    }
    asked["leader"] = leader

    def answer(question: dict[str, Any]) -> PlayPlan:
        from kiebitz.players.bridge.single_dummy import plan_play

        if not question["contract"]:
            fail("name the contract, as in --contract 3NT")
        question["leader"] = question["leader"] or None
        return plan_play(**question, limit=limit, seed=seed or 0, threads=threads)

    text = " ".join(deal or ())
    if batch:
        _answer_all(text or "-", asked | facts, answer, json)
        return
    if not text:
        fail("name a deal, or say --batch to read questions from standard input")
    plan = answer({"deal": text, **asked, **facts})
    if json:
        print_json(plan_json(plan))
    else:
        _print(plan)


def _answer_all(
    source: str,
    asked: dict[str, Any],
    answer: Callable[[dict[str, Any]], PlayPlan],
    json: bool,
) -> None:
    """One JSON object a line; what it does not say is as on the command line."""
    from kiebitz.errors import KiebitzError

    bad = False
    for number, line in enumerate(read_lines(source), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            plan = answer(asked | _question(line))
        except KiebitzError as error:
            warn(f"kiebitz: line {number}: {error}")
            bad = True
            continue
        if json:
            print_json(plan_json(plan))
        else:
            _print(plan)
            print()
    if bad:
        raise typer.Exit(1)


def _question(line: str) -> dict[str, Any]:
    from kiebitz.errors import InvalidNotation

    try:
        question = json_reader.loads(line)
    except (ValueError, RecursionError):
        raise InvalidNotation('this is not JSON, as in {"deal": "N:…", "played": "H5"}') from None
    if not isinstance(question, dict) or "deal" not in question:
        raise InvalidNotation('a question is a JSON object with a "deal"')
    for name, value in question.items():
        if name not in _FIELDS:
            raise InvalidNotation(f"there is no field {name!r}; there are {', '.join(_FIELDS)}")
        wanted = int if name == "tricks" else str
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise InvalidNotation(f"{name} must be a {'number' if wanted is int else 'text'}")
    return question


def _print(plan: PlayPlan) -> None:
    from rich.console import Console
    from rich.table import Table

    from kiebitz.app.bridge_words import line_lines
    from kiebitz.players.bridge.line import goes_on

    console = Console(soft_wrap=False, highlight=False)
    whose = "" if plan.to_move == plan.seat else f" for {plan.to_move}, dummy"
    count = "too many to count" if plan.layouts is None else f"{plan.layouts:,}"
    which = "all looked at" if plan.exhaustive else f"{plan.worlds} of them drawn"
    console.print(
        f"{plan.seat} plays{whose}; {plan.declarer} wants {plan.target} tricks. "
        f"Layouts that fit: {count}, {which}."
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("card")
    for column in ("best defence", "double dummy", "tricks"):
        table.add_column(column, justify="right")
    for one in plan.cards:
        chance = "–" if one.best_defence is None else f"{100 * one.best_defence:.1f} %"
        error = "" if plan.exhaustive else f" ± {100 * one.double_dummy_error:.1f}"
        average = f"{100 * one.double_dummy:.1f}{error} %"
        table.add_row(one.card.symbol, chance, average, f"{one.tricks:.2f}")
    console.print(table)
    searched = "to the end" if plan.exact else f"{plan.depth} own moves deep"
    console.print(f"Play {plan.card.symbol}. Best defence was searched {searched}.")
    if goes_on(plan.line):
        won = sum(layout.line_wins for layout in plan.seen)
        console.print(f"The line, which wins in {won} of {plan.worlds} layouts:")
        rows = line_lines(plan.line)
        for row in rows[:_MOST_ROWS]:
            console.print(f"  {row}")
        if len(rows) > _MOST_ROWS:
            console.print(f"  … and {len(rows) - _MOST_ROWS} rows more (--json has all)")
    if plan.double_dummy_card != plan.card:
        console.print(f"Averaging over double dummy would play {plan.double_dummy_card.symbol}.")
    if not plan.complete:
        warn("a limit ended the search")
