"""`kiebitz train games` and `kiebitz train locations`: games to learn from, and where cards are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kiebitz.app.cli.terminal import JsonOption, fail, print_json, warn

SeedOption = Annotated[int, typer.Option("--seed", help="The same seed, the same file.", min=0)]


def games(
    out: Annotated[Path, typer.Argument(help="The file of ISS records; it is continued.")],
    games: Annotated[int, typer.Option(help="Deals to play.", min=1)] = 10_000,
    player: Annotated[
        str, typer.Option(help="Who plays all three seats.")
    ] = "pimc:worlds=10,values=win,sure=0,threads=1",
    processes: Annotated[
        int | None, typer.Option(help="All cores unless told.", min=1, max=256)
    ] = None,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Plays whole games, bids and cards, of a player against itself, to learn from.

    The same seed gives the same games. Interrupted, the command goes on where it was.

    [dim]Examples:[/]

        kiebitz train games games.sgf --games 100000

        kiebitz train games quick.sgf --player rules --games 5000 --seed 2
    """
    from kiebitz.machine import cores
    from kiebitz.players.skat.self_play import play_games

    def report(done: int) -> None:
        warn(f"{done:,} of {games:,} games")

    played = play_games(
        out, games, player=player, seed=seed, processes=processes or cores(), report=report
    )
    print_json({"file": str(out), "games": played}) if json else print(out)


def locations(
    out: Annotated[Path, typer.Argument(help="The file of weights to write.")],
    records: Annotated[
        Path, typer.Option(help="ISS records to learn from, an archive of any size.", exists=True)
    ],
    model: Annotated[str, typer.Option(help="logistic, small or deep.")] = "small",
    samples: Annotated[
        Path | None,
        typer.Option(help="Folder for what is read of the records; FILE.samples unless told."),
    ] = None,
    epochs: Annotated[
        int, typer.Option(help="At most; it ends when it learns no more.", min=1)
    ] = 10,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Learns where cards are from what a player sees: a network each for suit games, grand, null.

    Records are read once, in pieces; interrupted, reading goes on behind the last piece. A tenth
    of the games is kept for validation and a tenth for the error that the file tells.

    [dim]Examples:[/]

        kiebitz train locations small.weights --records games.sgf

        kiebitz train locations deep.weights --records iss-games.sgf --model deep
    """
    from kiebitz.machine import require

    require("train", "training")
    from kiebitz.beliefs.skat.location_data import read_samples, sample_archive
    from kiebitz.beliefs.skat.location_training import GAMES, MODELS, train_network
    from kiebitz.beliefs.skat.locations import save_model

    if model not in MODELS:
        fail(f"there is no model {model[:40]!r}: say {', '.join(MODELS)}")
    folder = samples or records.with_name(records.name + ".samples")
    archive = sample_archive(
        records, folder, seed=seed, report=lambda a: warn(f"{a.records:,} records read")
    )
    for text in archive.named:
        warn(f"kiebitz: {text}")
    if archive.bad:
        warn(f"{archive.bad:,} of {archive.lines:,} records could not be used")
    table = read_samples(folder)
    networks = {
        game: train_network(table, game, model, seed=seed, epochs=epochs, report=warn)
        for game in GAMES
    }
    command = f"kiebitz train locations --model {model} --epochs {epochs} --seed {seed}"
    data = f"{archive.records:,} games of {records.name}"
    save_model(out, networks, model=model, data=data, seed=seed, command=command)
    errors = {game: round(network.test, 5) for game, network in networks.items()}
    if json:
        print_json({"file": str(out), "cross_entropy": errors, "bad_records": archive.bad})
    else:
        print(out)
    sys.stdout.flush()
