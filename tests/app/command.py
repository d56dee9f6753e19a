"""The command line as a user runs it, each call in a process of its own.

Python, typer and scipy need far longer to start than most verbs to answer. So the processes are
forked from one that has loaded them, by way of multiprocessing's fork server.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(
    [
        "kiebitz.app.cli.main",
        "kiebitz.skat",
        "pydantic.type_adapter",
        "scipy.stats",
        "typer.rich_utils",
    ]
)


def kiebitz(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "stdin").write_text(stdin, encoding="utf-8")
        surroundings = (dict(os.environ), Path.cwd())
        process = _PROCESSES.Process(target=_run, args=(arguments, folder, *surroundings))
        process.start()
        process.join()
        assert process.exitcode is not None
        stdout, stderr = ((folder / one).read_text("utf-8") for one in ("stdout", "stderr"))
        return subprocess.CompletedProcess(arguments, process.exitcode, stdout, stderr)


def _run(
    arguments: tuple[str, ...], folder: Path, environment: dict[str, str], place: Path
) -> None:
    from kiebitz.app.cli.main import main

    for number, (name, mode) in enumerate(_STREAMS):
        with (folder / name).open(mode) as file:
            os.dup2(file.fileno(), number)
        setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(place)
    sys.argv = ["kiebitz", *arguments]
    main()
