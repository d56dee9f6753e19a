"""The command `kiebitz`: noun, then verb.

Modules of this folder import only typer at the top; all that is heavier is imported inside the
verbs, so that `kiebitz --help` answers at once.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any, NoReturn

import typer

from kiebitz.app.cli import (
    arena,
    bench,
    bridge,
    engine,
    games,
    lab,
    play,
    serve,
    skat,
    tables,
    train,
)
from kiebitz.app.cli.terminal import App, fail
from kiebitz.errors import KiebitzError

app = App(
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="Plays, solves and explains card games.",
    epilog="Every verb has --help with examples, and --json for programs. "
    "`kiebitz --install-completion` teaches your shell the words.",
)
app.add_typer(skat.app, name="skat")
app.add_typer(bridge.app, name="bridge")
app.add_typer(games.app, name="games")
app.command("play")(play.play)
app.command("search")(games.search)
app.command("serve")(serve.serve)
app.command("engine")(engine.engine)
app.add_typer(arena.app, name="arena")
app.add_typer(lab.app, name="lab")
app.add_typer(train.app, name="train")
app.add_typer(tables.app, name="tables")
app.command("bench")(bench.bench)


def _print_version(wanted: bool) -> None:
    if wanted:
        from kiebitz import __version__

        print(f"kiebitz {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


# The parent of all errors in using the command line. Newer versions of typer bring it themselves,
# older ones take it from click.
UsageError: Any = typer.BadParameter.__base__


def main() -> None:
    """Runs the command line; bad input ends it with status 2 and one clear line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that knows no é gets \\xe9, not the end
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(app(standalone_mode=False))
    except UsageError as error:
        where = error.ctx.command_path if error.ctx else "kiebitz"
        message = error.format_message().rstrip(".")
        # Without a verb the help has been shown already.
        fail(f"{message}; '{where} --help' tells more") if message else sys.exit(2)
    except KiebitzError as error:
        fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away, as `head` does
        sys.exit(0)
    except OSError as error:
        fail(_trouble(error))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        _confess(error)


def _trouble(error: OSError) -> str:
    """What the system refused, in one sentence."""
    name = repr(str(error.filename)) if error.filename else "a file"
    if isinstance(error, FileNotFoundError):
        return f"there is no file {name}"
    if isinstance(error, IsADirectoryError):
        return f"{name} is a folder, not a file"
    if isinstance(error, NotADirectoryError | FileExistsError):
        return f"{name} is a file, or lies in one, where a folder is needed"
    if isinstance(error, PermissionError):
        return f"{name} may not be read or written"
    return f"{name} cannot be read or written: {error.strerror or error}"


def _confess(error: Exception) -> NoReturn:
    """The last net: an error of ours is one sentence, and its traceback a file."""
    import tempfile
    import traceback

    told = "".join(traceback.format_exception(error))
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="kiebitz-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as file:
            file.write(f"kiebitz {' '.join(sys.argv[1:])}\n\n{told}")
        where = f"the traceback is in {file.name}, please report it"
    except OSError:
        where = f"the traceback could not be kept: {told.splitlines()[-2].strip()}"
    first = (str(error) or "without words").splitlines()[0][:200]
    fail(f"an error of Kiebitz itself ({type(error).__name__}: {first}); {where}", status=70)


if __name__ == "__main__":
    main()
