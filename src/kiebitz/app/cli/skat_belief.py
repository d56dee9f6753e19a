"""`kiebitz skat belief`: where the unseen cards probably are."""

from __future__ import annotations

import json as json_module
from typing import Annotated, Any

import typer

from kiebitz.app.cli.terminal import JsonOption, fail, print_json, read_lines
from kiebitz.errors import InvalidNotation, KiebitzError


def belief(
    view: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[VIEW]",
            help="What one seat knows during cardplay: a move list with ?? for hidden cards. With "
            "--batch a file; - is standard input, which is also read if nothing is named.",
            show_default=False,
        ),
    ] = None,
    belief: Annotated[
        str,
        typer.Option(
            help="uniform, table, logistic, small, deep, policy, calls; your own weights: "
            "small:FILE."
        ),
    ] = "small",
    batch: Annotated[
        bool, typer.Option("--batch", help="Many Views, one JSON object a line.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """The chance of each unseen card in each seat and in the skat.

    A line for --batch: {"view": "w …", "world": "HAND|HAND|HAND|SKAT"}; the world, three hands of
    now and the skat, is optional. A line of the answer: {"cards": {"CJ": [p0, p1, p2, pskat], …},
    "worlds": N, "ratio": r}, where `ratio` is how many times likelier than by chance that world is.
    A bad line is answered with {"line": N, "error": "…"}, and the exit status is then 1.
    `policy` and `calls` are asked about 2,000 worlds; all others are exact.

    [dim]Examples:[/]

        kiebitz skat belief "$(cat view.txt)"

        kiebitz skat belief --belief deep --batch --json < views.jsonl

        kiebitz skat belief --belief small:my.weights --batch --json < views.jsonl
    """
    from kiebitz.beliefs.skat.locations import places_by_name

    if batch:
        _answer_all(" ".join(view or ("-",)), belief)
        return
    if not view:
        fail("a View is needed, or --batch")
    from kiebitz.app.engine_belief import places_json
    from kiebitz.games.skat import View

    found = places_by_name(View.parse(" ".join(view)), belief)
    if json:
        print_json(places_json(found))
        return
    print(f"{'':4}{'fore':>7}{'middle':>8}{'rear':>7}{'skat':>7}   of {found.worlds:,} worlds")
    for card, chances in found.chances.items():
        a, b, c, skat = (f"{100 * chance:.0f} %" for chance in chances)
        print(f"{card:4}{a:>7}{b:>8}{c:>7}{skat:>7}")


def _answer_all(source: str, belief: str) -> None:
    """One answer a line, an error in its place; exits with status 1 if there was one."""
    from kiebitz.app.engine_belief import places_json
    from kiebitz.beliefs.skat import make_belief
    from kiebitz.beliefs.skat.locations import places_by_name

    make_belief(belief)  # what is wrong with it is no fault of a line
    bad = False
    for number, line in enumerate(read_lines(source), start=1):
        if not line.strip():
            continue
        try:
            seen, world = read_question(line)
            print_json(places_json(places_by_name(seen, belief, world)))
        except KiebitzError as error:
            print_json({"line": number, "error": str(error)})
            bad = True
    if bad:
        raise typer.Exit(1)


def read_question(line: str) -> tuple[Any, Any]:
    """The View of a line, and the world that is asked about, if there is one."""
    from kiebitz.app.engine_belief import world_of
    from kiebitz.games.skat import View

    try:
        given = json_module.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"not a JSON object: {error}") from None
    if not isinstance(given, dict) or not isinstance(given.get("view"), str):
        raise InvalidNotation('a line is a JSON object with a "view"')
    text = given.get("world")
    return View.parse(given["view"]), None if text is None else world_of(text)
