"""`kiebitz skat …`: deals, records, results."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.app.cli import skat_solve
from kiebitz.app.cli.terminal import JsonOption, SeedOption, fail, print_json, warn

if TYPE_CHECKING:
    from kiebitz.games.skat.records import Record

app = typer.Typer(no_args_is_help=True, help="Skat: deal, show, score, solve.")
app.command("solve")(skat_solve.solve)

FileArgument = Annotated[
    Path, typer.Argument(help="A file of ISS records, one a line; - reads standard input.")
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
    file: Annotated[Path | None, typer.Argument(help="A file of ISS records; - for stdin.")] = None,
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

    if file is None:
        from importlib.resources import files

        text = files("kiebitz.games.skat").joinpath("sample.sgf").read_bytes()
        records = _good_records(text)
    else:
        records = _good_records(file)
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

    for record in _good_records(file):
        if json:
            print_json(result_json(record))
        else:
            print(result_line(record))


def _good_records(source: Path | bytes) -> Iterator[Record]:
    """The good records; after the last one, exits with status 1 if there were bad ones."""
    import sys

    from kiebitz.games.skat.records import InvalidRecord, read_records

    bad = 0
    stream = sys.stdin.buffer if source == Path("-") else source
    for record in read_records(stream):
        if isinstance(record, InvalidRecord):
            bad += 1
            warn(f"kiebitz: {record}")
        else:
            yield record
    if bad:
        warn(f"kiebitz: {bad} bad record{'s' if bad > 1 else ''}")
        raise typer.Exit(1)
