"""`kiebitz train games` and `kiebitz train locations`: games to learn from, and where cards are."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.arena import TlsCaOption, TlsCertOption, TlsKeyOption, cluster_at
from kiebitz.app.cli.terminal import JsonOption, fail, print_json, warn
from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from kiebitz.beliefs.skat.networks import Networks

SeedOption = Annotated[int, typer.Option("--seed", help="The same seed, the same file.", min=0)]


def games(
    out: Annotated[
        Path, typer.Argument(help="The file of ISS records, or .parquet; it is continued.")
    ],
    games: Annotated[int, typer.Option(help="Deals to play.", min=1)] = 10_000,
    player: Annotated[
        str, typer.Option(help="Who plays all three seats.")
    ] = "pimc:worlds=10,values=win,sure=0,threads=1",
    processes: Annotated[
        int | None, typer.Option(help="All cores unless told.", min=1, max=256)
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="tcp://HOST:8786", help="A Dask scheduler.")
    ] = None,
    tls_ca: TlsCaOption = None,
    tls_cert: TlsCertOption = None,
    tls_key: TlsKeyOption = None,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Plays whole games, bids and cards, of a player against itself, to learn from.

    The same seed gives the same games. Interrupted, the command goes on where it was.

    [dim]Examples:[/]

        kiebitz train games games.sgf --games 100000

        kiebitz train games quick.sgf --player rules --games 5000 --seed 2

        kiebitz train games games.parquet --games 1000000 --cluster tcp://box:8786
    """
    from kiebitz.machine import cores
    from kiebitz.players.skat.self_play import Batch, play_batch, play_games

    there = cluster_at(cluster, tls_ca, tls_cert, tls_key)

    def on_cluster(batches: Iterable[Batch]) -> Iterator[list[str]]:
        from kiebitz.arena.executor import Executor, seeded

        with Executor(None, there) as executor:
            for outcome in executor.run(play_batch, seeded(batches, seed)):
                yield outcome.value

    def report(done: int) -> None:
        warn(f"{done:,} of {games:,} games")

    played = play_games(
        out,
        games,
        player=player,
        seed=seed,
        processes=processes or cores(),
        batches=on_cluster if there else None,
        report=report,
    )
    print_json({"file": str(out), "games": played}) if json else print(out)


RecordsOption = Annotated[
    Path, typer.Option(help="ISS records to learn from, an archive of any size.", exists=True)
]
SamplesOption = Annotated[
    Path | None,
    typer.Option(help="Folder for what is read of the records; FILE.samples unless told."),
]
EpochsOption = Annotated[int, typer.Option(help="How often each decision is seen.", min=1)]
OnlyOption = Annotated[
    str | None, typer.Option(help="Only suit, grand or null: a file for one kind of game.")
]
StartOption = Annotated[
    Path | None,
    typer.Option(
        help="Weights to go on from, of the same model: a file, or the name of shipped ones."
    ),
]
PlotOption = Annotated[
    Path | None, typer.Option(help="A picture of the errors while learning (SVG or PNG).")
]


def locations(
    out: Annotated[Path, typer.Argument(help="The file of weights to write.")],
    records: RecordsOption,
    model: Annotated[str, typer.Option(help="logistic, small or deep.")] = "small",
    inputs: Annotated[
        str, typer.Option(help="table (the 360 of the paper), acts, history or all.")
    ] = "table",
    loss: Annotated[
        str,
        typer.Option(
            help="cards (each by itself, as in the paper), worlds, or hands: worlds, above tables "
            "of what bids and game say of whole hands."
        ),
    ] = "cards",
    tables: Annotated[
        Path | None,
        typer.Option(help="Tables of hands for --loss hands; those that ship unless told."),
    ] = None,
    start: StartOption = None,
    sinkhorn: Annotated[
        int, typer.Option(help="Rounds of scaling to 10, 10, 10 and 2 cards.", min=0, max=100)
    ] = 0,
    samples: SamplesOption = None,
    epochs: EpochsOption = 10,
    only: OnlyOption = None,
    plot: PlotOption = None,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Learns where cards are from what a player sees: a network each for suit games, grand, null.

    Records are read once, in pieces; interrupted, reading goes on behind the last piece. A tenth
    of the games is kept for validation and a tenth for the error that the file tells.

    [dim]Examples:[/]

        kiebitz train locations small.weights --records games.sgf

        kiebitz train locations deep.weights --records iss-games.sgf \\
            --model deep --plot curves.svg

        kiebitz train locations deep-null.weights --records games.sgf \\
            --model deep --only null

        kiebitz train locations small.weights --records games.sgf \\
            --loss hands --epochs 6

        kiebitz train locations mine.weights --records club.sgf \\
            --start small --loss hands
    """
    if model == "policy":
        fail("a policy is learned by `kiebitz train policy`")
    options: dict[str, Any] = {
        "model": model, "inputs": inputs, "loss": loss, "scaled": sinkhorn,
    }  # fmt: skip
    if tables is not None:
        if loss != "hands":
            fail("--tables are for --loss hands")
        from kiebitz.beliefs.skat.tables import load_tables

        try:
            options["tables"] = load_tables(tables.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            fail(f"cannot read {str(tables)!r}: {error}")
    if start is not None:
        options["start"] = _learned_before(start, model, inputs, loss)
    _learn(out, records, options, samples, epochs, only, plot, seed, json, start)


def _learned_before(start: Path, model: str, inputs: str, loss: str = "") -> Networks:
    """The networks of a file, or those that ship under a name; they must fit what is learned."""
    from kiebitz.beliefs.skat.locations import KIND, POLICY_KIND
    from kiebitz.beliefs.skat.networks import INPUTS, load_networks, shipped

    named = not start.exists() and start.suffix == ""
    kind = POLICY_KIND if model == "policy" else KIND
    found = load_networks(shipped(start.name) if named else start, kind, model)
    if INPUTS[found.inputs] != inputs:
        fail(f"{str(start)!r} has other inputs: say --inputs {INPUTS[found.inputs]}")
    if found.hands is not None and loss != "hands":
        fail(f"{str(start)!r} stands on tables of hands: say --loss hands")
    return found


def policy(
    out: Annotated[Path, typer.Argument(help="The file of weights to write.")],
    records: RecordsOption,
    inputs: Annotated[str, typer.Option(help="acts, table, history or all.")] = "acts",
    start: StartOption = None,
    samples: SamplesOption = None,
    epochs: EpochsOption = 10,
    only: OnlyOption = None,
    plot: PlotOption = None,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Learns which card is played from what its player sees: to play by, and to draw conclusions.

    [dim]Examples:[/]

        kiebitz train policy policy.weights --records games.sgf

        kiebitz train policy mine.weights --records club.sgf --start policy
    """
    options: dict[str, Any] = {"model": "policy", "inputs": inputs}
    if start is not None:
        options["start"] = _learned_before(start, "policy", inputs)
    _learn(out, records, options, samples, epochs, only, plot, seed, json, start)


def calls(
    out: Annotated[Path, typer.Argument(help="The file of weights to write.")],
    records: RecordsOption,
    epochs: EpochsOption = 8,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Learns how far a hand is bid, from the auctions of records: to hear calls, and silence.

    [dim]Examples:[/]

        kiebitz train calls calls.weights --records games.sgf

        kiebitz train calls mine.weights --records iss-games.sgf \\
            --epochs 12 --seed 2
    """
    from kiebitz.machine import require

    require("train", "training")
    from kiebitz.beliefs.skat.calls import read_auctions, train_calls

    _try_to_write(out)
    auctions = read_auctions(records)
    if auctions.bad:
        warn(f"{auctions.bad:,} records could not be used")
    data = f"{len(auctions) // 3:,} auctions of {records.name}"
    errors = train_calls(auctions, out, epochs=epochs, seed=seed, data=data, report=warn)
    if json:
        print_json({"file": str(out), "errors": errors, "bad_records": auctions.bad})
    else:
        print(out)


def _try_to_write(out: Path) -> None:
    """Says that a file cannot be written before the work, not after it."""
    new = out.with_name(f"{out.name}.new")
    try:
        new.write_bytes(b"kiebitz")
        new.unlink()
    except OSError as error:
        fail(f"weights cannot be written to {str(out)!r}: {error.strerror or error}")


def _learn(
    out: Path,
    records: Path,
    options: dict[str, Any],
    samples: Path | None,
    epochs: int,
    only: str | None,
    plot: Path | None,
    seed: int,
    json: bool,
    start: Path | None = None,
) -> None:
    from kiebitz.machine import require

    require("train", "training")
    from kiebitz.beliefs.skat.finished import Finished
    from kiebitz.beliefs.skat.location_data import read_samples, sample_archive
    from kiebitz.beliefs.skat.location_training import Lesson, train_network
    from kiebitz.beliefs.skat.locations import save_model
    from kiebitz.beliefs.skat.networks import GAMES

    lesson = Lesson(**options, epochs=epochs, seed=seed)
    _try_to_write(out)
    folder = samples or records.with_name(records.name + ".samples")
    archive = sample_archive(
        records, folder, seed=seed, report=lambda a: warn(f"{a.records:,} records read")
    )
    for text in archive.named:
        warn(f"kiebitz: {text}")
    if archive.bad:
        warn(f"{archive.bad:,} of {archive.lines:,} records could not be used")
    table = read_samples(folder)
    finished = Finished(folder, lesson, archive)
    networks = {}
    for game in [only] if only else GAMES:
        trained = finished.get(game) or train_network(table, game, lesson, warn)
        finished.put(game, trained)
        networks[game] = trained
    verb = "policy" if lesson.model == "policy" else "locations"
    plain = {"tables", "start"}  # told otherwise
    named = {key: value for key, value in options.items() if value and key not in plain}
    if start is not None:
        named["start"] = start.name
    given = {"epochs": epochs, "seed": seed, **named}
    told = " ".join(
        f"--{'sinkhorn' if name == 'scaled' else name} {value}"
        for name, value in given.items()
        if not (verb == "policy" and name == "model")
    )
    data = f"{archive.records:,} games of {records.name}"
    if lesson.start is not None:
        before = dict.fromkeys(lesson.start.data[game] for game in networks)
        data = f"{data}; before that {', '.join(before)}"
    try:
        save_model(out, networks, lesson, data=data, command=f"kiebitz train {verb} {told}")
    except KiebitzError as error:
        fail(f"{error}; what was learned is kept in {str(folder)!r}, the same command goes on")
    finished.forget()
    if plot is not None:
        from kiebitz.lab.learning import draw_curves

        draw_curves(plot, {game: trained.curve for game, trained in networks.items()})
    errors = {
        game: {name: round(value, 5) for name, value in network.test.items()}
        for game, network in networks.items()
    }
    if json:
        print_json(
            {
                "file": str(out),
                "cross_entropy": {game: one["cross_entropy"] for game, one in errors.items()},
                "errors": errors,
                "bad_records": archive.bad,
            }
        )
    else:
        print(out)
    sys.stdout.flush()
