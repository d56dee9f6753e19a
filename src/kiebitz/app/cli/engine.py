"""`kiebitz engine`: players for other programs, over JSON lines."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def engine(
    parallel: Annotated[
        int, typer.Option(help="Queries that think at the same time.", min=1, max=64)
    ] = 2,
    json: Annotated[
        bool,
        typer.Option(
            "--json", help="Changes nothing: the engine speaks only JSON.", show_default=False
        ),
    ] = True,
) -> None:
    """Answers queries: one JSON object a line on stdin, answers on stdout, tagged with their id.

    [dim]Example:[/]

        kiebitz engine < queries.jsonl > answers.jsonl

    A query: {"id": 1, "moves": "w CJ.H8.…|??.…|??.…|??.?? 1 18", "player": "pimc", "seed": 7}. The
    documentation has all fields, and a client to start from.
    """
    import sys

    from kiebitz.app.cli.terminal import print_json
    from kiebitz.app.engine import MAX_LINE_BYTES, Engine

    gone: OSError | None = None  # why nobody can read our answers any more

    def write(answer: dict[str, Any]) -> None:
        nonlocal gone
        if gone is None:
            try:
                print_json(answer)
            except OSError as error:
                gone = error

    stdin = sys.stdin.buffer
    served = Engine(write, parallel)
    # Lines are read one by one, so that a line is answered before the next one comes; of an endless
    # line only the beginning is kept.
    while gone is None and (line := stdin.readline(MAX_LINE_BYTES + 1)):
        served.take(line)
        while len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            line = stdin.readline(MAX_LINE_BYTES + 1)
    served.close()
    if gone is not None:
        raise gone
