"""`kiebitz arena …`: matches between players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.app.cli import arena_versions
from kiebitz.app.cli.terminal import App, JsonOption, SeedOption, fail, print_json, warn

if TYPE_CHECKING:
    from kiebitz.arena.executor import Cluster
    from kiebitz.arena.log import LoggedGame, MatchLog
    from kiebitz.arena.match import Standing

app = App(help="Matches between computer players: run them, go on, show what they gave.")
app.command("versions")(arena_versions.versions)

LogArgument = Annotated[Path, typer.Argument(help="The log of a match.")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, help="Processes; one a core if not given.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster", help="A Dask scheduler that does the work: tcp://HOST:8786 or tls://…"
    ),
]
TlsCaOption = Annotated[
    Path | None, typer.Option("--tls-ca", help="The authority that signed all certificates (PEM).")
]
TlsCertOption = Annotated[
    Path | None, typer.Option("--tls-cert", help="Our own certificate for the cluster (PEM).")
]
TlsKeyOption = Annotated[
    Path | None, typer.Option("--tls-key", help="The private key of our certificate (PEM).")
]


@app.command()
def run(
    config: Annotated[Path, typer.Argument(help="What is played, in TOML; see `arena example`.")],
    log: Annotated[
        Path | None, typer.Option("--log", help="Where games are logged; NAME.arena if not given.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option("--deals", min=1, help="Instead of the number in the file."),
    ] = None,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    tls_ca: TlsCaOption = None,
    tls_cert: TlsCertOption = None,
    tls_key: TlsKeyOption = None,
    json: JsonOption = False,
) -> None:
    """Plays a match and shows what it gave.

    Ctrl-C stops it; `kiebitz arena resume` goes on where it stopped, whatever stopped it.

    [dim]Examples:[/]

        kiebitz arena run match.toml

        kiebitz arena run match.toml --cluster tcp://10.0.0.1:8786 --seed 8
    """
    from kiebitz.arena.config import read_config
    from kiebitz.arena.match import create_match

    place = cluster_at(cluster, tls_ca, tls_cert, tls_key)
    described = read_config(config, seed=seed, deals=deals)
    with create_match(log or Path(f"{config.stem}.arena"), described) as opened:
        _play(opened, workers, place, json)


@app.command()
def resume(
    log: LogArgument,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    tls_ca: TlsCaOption = None,
    tls_cert: TlsCertOption = None,
    tls_key: TlsKeyOption = None,
    json: JsonOption = False,
) -> None:
    """Plays the games that are missing in a log.

    [dim]Example:[/]

        kiebitz arena resume match.arena
    """
    from kiebitz.arena.log import MatchLog
    from kiebitz.arena.match import check_players

    place = cluster_at(cluster, tls_ca, tls_cert, tls_key)
    with MatchLog.open(log) as opened:
        check_players(opened.config)
        _play(opened, workers, place, json)


@app.command()
def show(
    log: LogArgument,
    records: Annotated[
        bool, typer.Option("--records", help="Print the games' records instead, one a line.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Shows what a match has given so far; it may still be going on.

    [dim]Examples:[/]

        kiebitz arena show match.arena

        kiebitz arena show match.arena --records > games.sgf
    """
    from kiebitz.arena.log import MatchLog

    with MatchLog.open(log) as opened:
        if records:
            for game in opened.games():
                if json:
                    print_json(_game_json(game))
                else:
                    print(game.result.record)
        else:
            _show(opened, json)


@app.command()
def export(
    log: LogArgument,
    table: Annotated[Path, typer.Argument(help="The file to write, .parquet or .csv.")],
    json: JsonOption = False,
) -> None:
    """Writes all games as a table, one row for each seat.

    [dim]Example:[/]

        kiebitz arena export match.arena games.parquet
    """
    from kiebitz.arena.export import export_games
    from kiebitz.arena.log import MatchLog

    with MatchLog.open(log) as opened:
        rows = export_games(opened, table)
    if json:
        print_json({"file": str(table), "rows": rows})
    else:
        print(f"{rows} rows in {table}")


@app.command()
def errors(
    log: LogArgument,
    judge: Annotated[
        str,
        typer.Option("--judge", help="pipma: by the open cards; paranoid: by what was known."),
    ] = "pipma",
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    tls_ca: TlsCaOption = None,
    tls_cert: TlsCertOption = None,
    tls_key: TlsKeyOption = None,
    json: JsonOption = False,
) -> None:
    """Post-mortem: how often each player threw away a certain win, by trick and role.

    What a judge has found is kept in the log.

    [dim]Examples:[/]

        kiebitz arena errors match.arena

        kiebitz arena errors match.arena --judge paranoid --json
    """
    from dataclasses import asdict

    from kiebitz.arena.error_rates import error_rates, judge_match, unjudged
    from kiebitz.arena.log import MatchLog
    from kiebitz.arena.progress import Progress

    place = cluster_at(cluster, tls_ca, tls_cert, tls_key)
    with MatchLog.open(log) as opened:
        with Progress("games", sum(1 for _ in unjudged(opened, judge))) as progress:
            judge_match(opened, judge, workers=workers, cluster=place, on_game=progress.advance)
        rates = error_rates(opened, judge)
    if json:
        for rate in rates:
            print_json({"judge": judge, **asdict(rate)})
    else:
        from kiebitz.app.cli.arena_tables import print_error_rates

        print_error_rates(judge, rates)


@app.command()
def example(
    name: Annotated[str | None, typer.Argument(help="Which; all are listed if not given.")] = None,
    json: JsonOption = False,
) -> None:
    """Prints an annotated configuration.

    [dim]Example:[/]

        kiebitz arena example cardplay > match.toml
    """
    from importlib.resources import files

    folder = files("kiebitz.arena") / "examples"
    texts = {
        entry.name.removesuffix(".toml"): entry.read_text("utf-8")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }
    if name is not None and name not in texts:
        fail(f"there is no example {name!r}: {', '.join(texts)}")
    if json:
        for one in texts if name is None else [name]:
            print_json({"name": one, "config": texts[one]})
    elif name is None:
        for one, text in texts.items():
            print(f"{one:<12} {text.splitlines()[0].lstrip('# ')}")
    else:
        print(texts[name], end="")


def cluster_at(
    address: str | None, ca: Path | None, cert: Path | None, key: Path | None
) -> Cluster | None:
    """The cluster that the options name, if they do."""
    if address is None:
        if ca or cert or key:
            fail("--tls-ca, --tls-cert and --tls-key belong to --cluster")
        return None
    from kiebitz.arena.executor import Cluster

    return Cluster(address, *(None if file is None else str(file) for file in (ca, cert, key)))


def _play(log: MatchLog, workers: int | None, cluster: Cluster | None, json: bool) -> None:
    from kiebitz.arena.match import Standing, play_match
    from kiebitz.arena.progress import Progress
    from kiebitz.machine import memory_can_be_bounded

    before = Standing(log)
    if before.is_over:
        warn("kiebitz: the match is over")
    elif log.config.memory and not memory_can_be_bounded():
        warn("kiebitz: this system cannot bound the memory of players; they may use all of it")
    with Progress("games", before.total, done=before.played) as progress:

        def tell(standing: Standing, game: LoggedGame) -> None:
            if game.result.note:
                warn(f"game {game.number}: {game.result.note}")
            progress.total = standing.total
            progress.advance(standing.note)

        try:
            play_match(log, workers=workers, cluster=cluster, on_game=tell)
        except KeyboardInterrupt:
            warn(f"kiebitz: stopped; go on with `kiebitz arena resume {log.path}`")
            raise
    _show(log, json)


def _show(log: MatchLog, json: bool) -> None:
    from kiebitz.app.cli.arena_tables import print_report, report_json
    from kiebitz.arena.report import make_report

    report = make_report(log)
    if json:
        print_json(report_json(report))
    else:
        print_report(report)


def _game_json(game: LoggedGame) -> dict[str, object]:
    from kiebitz.arena.arbiter import facts_to_table

    result = game.result
    return {
        "number": game.number,
        "deal": game.deal,
        "casting": game.casting,
        "seed": game.seed,
        "seats": result.seats,
        "scores": result.scores,
        **facts_to_table(result.facts),
        "note": result.note,
        "record": result.record,
    }
