"""`kiebitz tables`: what is computed beforehand, in the user's cache directory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.arena import TlsCaOption, TlsCertOption, TlsKeyOption, cluster_at
from kiebitz.app.cli.terminal import App, JsonOption, fail, print_json, warn

if TYPE_CHECKING:
    from kiebitz.tables import TableInfo

app = App(help="What is computed beforehand. Without it every answer is the same, only slower.")

NameArgument = Annotated[str, typer.Argument(help="Its name, as `kiebitz tables list` prints it.")]


@app.command("build")
def build_tables(
    kind: Annotated[str, typer.Argument(help="null, suit or grand.")],
    cards: Annotated[
        int | None, typer.Option("--cards", help="Up to so many cards in each hand.")
    ] = None,
    splits: Annotated[
        int | None,
        typer.Option("--splits", help="suit and grand: only so many splits, the frequent ones."),
    ] = None,
    megabytes: Annotated[
        float | None,
        typer.Option("--megabytes", help="suit and grand: no larger than this; rows are left out."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Build the largest one anew.")] = False,
    workers: Annotated[
        int | None, typer.Option("--workers", help="Processes; one a core if not told.", min=1)
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", help="Address of a Dask scheduler that does it.")
    ] = None,
    tls_ca: TlsCaOption = None,
    tls_cert: TlsCertOption = None,
    tls_key: TlsKeyOption = None,
    json: JsonOption = False,
) -> None:
    """Builds tables from one card a hand up to --cards, as far as they are missing.

    Ctrl-C stops it; the same command goes on from there. A table appears whole or not at all.

    [dim]Examples:[/]

        kiebitz tables build null

        kiebitz tables build null --cards 6

        kiebitz tables build grand --cards 4

        kiebitz tables build suit --cards 4 --megabytes 150

        kiebitz tables build grand --cards 5 --megabytes 45

        kiebitz tables build null --cards 9 --cluster tcp://box:8786
    """
    from kiebitz.tables import build

    built = build(
        kind,
        cards,
        splits=splits,
        megabytes=megabytes,
        again=again,
        workers=workers,
        cluster=cluster_at(cluster, tls_ca, tls_cert, tls_key),
        show=True,
    )
    for info in built:
        _show(info, json)


@app.command("list")
def list_all(json: JsonOption = False) -> None:
    """Shows all tables: size, age, what it took to build them, and what each brings.

    [dim]Example:[/]

        kiebitz tables list
    """
    from kiebitz.tables import directory, list_tables

    found = list_tables()
    for info in found:
        _show(info, json)
    if not found:
        warn(f"there are no tables in {directory()}; `kiebitz tables build null` makes some")


@app.command("verify")
def verify(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names; all tables if none is told.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Reads every byte of tables; ends with status 1 if one is damaged or foreign.

    [dim]Examples:[/]

        kiebitz tables verify

        kiebitz tables verify null-5
    """
    from kiebitz.tables import list_tables, verify_table

    found = [verify_table(name) for name in names] if names else list_tables(whole=True)
    for info in found:
        if json:
            print_json({"name": info.name, "sound": not info.problem, "problem": info.problem})
        else:
            print(f"{info.name:<10} {info.problem or 'sound'}")
    bad = [info.name for info in found if info.problem]
    if bad:
        fail(f"not used: {', '.join(bad)}; `kiebitz tables remove {bad[0]}` removes it", status=1)


@app.command("remove")
def remove(
    name: NameArgument,
    json: JsonOption = False,
) -> None:
    """Removes a table.

    [dim]Example:[/]

        kiebitz tables remove null-5
    """
    from kiebitz.tables import remove_table

    info = remove_table(name)
    if json:
        print_json({"name": info.name, "bytes": info.bytes})
    else:
        print(f"{info.name} is removed ({_size(info.bytes)})")


def _show(info: TableInfo, json: bool) -> None:
    from kiebitz.arena.progress import duration
    from kiebitz.tables import brings

    if json:
        record: dict[str, Any] = {
            "name": info.name,
            "file": str(info.path),
            "bytes": info.bytes,
            "kind": info.kind,
            "cards": info.cards,
            "entries": info.entries,
            "complete": info.complete,
            "age_seconds": round(info.age),
            "build_seconds": round(info.seconds, 2),
            "note": info.note,
            "brings": brings(info),
            "problem": info.problem,
        }
        print_json(record)
    elif info.problem:
        print(f"{info.name:<10} {_size(info.bytes):>9}  not used: {info.problem}")
    else:
        age = duration(info.age) + " old"
        whole = "" if info.complete else ", not complete"
        print(f"{info.name:<10} {_size(info.bytes):>9}  {age}, {info.note}{whole}")
        print(f"{'':<10} {'':>9}  {brings(info)}")


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"
