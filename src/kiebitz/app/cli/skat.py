"""`kiebitz skat …`: deals, records, results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiebitz.app.cli import skat_belief, skat_review, skat_solve
from kiebitz.app.cli.terminal import App, JsonOption, SeedOption, fail, print_json

app = App(help="Skat: deal, solve, hints; recorded games shown, scored and reviewed.")
app.command("solve")(skat_solve.solve)
app.command("hint")(skat_review.hint)
app.command("belief")(skat_belief.belief)
app.command("review")(skat_review.review)

FileArgument = Annotated[
    Path, typer.Argument(help="A file of ISS records, one a line; - is standard input.")
]


@app.command()
def deal(seed: SeedOption = None, json: JsonOption = False) -> None:
    """Deals 32 cards: three hands and the skat.

    [dim]Examples:[/]

        kiebitz skat deal --seed 7

        kiebitz skat deal --seed 7 --json
    """
    import secrets

    from kiebitz.games.skat import State

    chosen = secrets.randbits(32) if seed is None else seed
    state = State.deal(chosen)
    hands = [".".join(hand) for hand in state.hands]
    skat = ".".join(state.skat)
    if json:
        print_json({"seed": chosen, "deal": ".".join((*hands, skat)), "hands": hands, "skat": skat})
        return
    from kiebitz.app.cli.skat_account import print_deal

    print_deal(state, chosen)


@app.command()
def show(
    file: Annotated[
        Path | None, typer.Argument(help="A file of ISS records, one a line; - is standard input.")
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Show a sample game instead.")] = False,
    json: JsonOption = False,
) -> None:
    """Tells each recorded game: the deal, the auction, every trick, the result.

    [dim]Examples:[/]

        kiebitz skat show games.sgf

        kiebitz skat show --sample
    """
    if sample == (file is not None):
        fail("name a file of records, or say --sample")
    from kiebitz.app.cli.skat_account import account_json, print_account
    from kiebitz.app.cli.skat_records import good_records

    if file is None:
        from importlib.resources import files

        text = files("kiebitz.games.skat").joinpath("sample.sgf").read_bytes()
        records = good_records(text)
    else:
        records = good_records(file)
    for record in records:
        if json:
            print_json(account_json(record))
        else:
            print_account(record)


@app.command()
def score(file: FileArgument, json: JsonOption = False) -> None:
    """Recomputes the result of every record and checks the recorded one.

    Bad records are reported on stderr with their line and reason; the exit status is then 1.

    [dim]Examples:[/]

        kiebitz skat score games.sgf

        kiebitz skat score games.sgf --json
    """
    from kiebitz.app.cli.skat_account import result_json, result_line
    from kiebitz.app.cli.skat_records import good_records

    for record in good_records(file):
        if json:
            print_json(result_json(record))
        else:
            print(result_line(record))
