"""The command `kiebitz`: noun, then verb.

Modules of this folder import only typer at the top; all that is heavier is imported inside the
verbs, so that `kiebitz --help` answers at once.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from kiebitz.app.cli import arena, bench, bridge, engine, games, lab, play, serve, skat, train
from kiebitz.app.cli.terminal import fail
from kiebitz.errors import KiebitzError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Plays, solves and explains card games.",
    epilog="Every verb has --help with examples, and --json for programs.",
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
app.command("bench")(bench.bench)


def _print_version(wanted: bool) -> None:
    if wanted:
        from kiebitz import __version__

        print(f"kiebitz {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    pass


# The parent of all errors in using the command line. Newer versions of typer bring it themselves,
# older ones take it from click.
UsageError: Any = typer.BadParameter.__base__


def main() -> None:
    """Runs the command line; bad input ends it with status 2 and one clear line."""
    try:
        sys.exit(app(standalone_mode=False))
    except UsageError as error:
        where = error.ctx.command_path if error.ctx else "kiebitz"
        message = error.format_message().rstrip(".")
        # Without a verb the help has been shown already.
        fail(f"{message}; '{where} --help' tells more") if message else sys.exit(2)
    except KiebitzError as error:
        fail(str(error))
    except FileNotFoundError as error:
        fail(f"there is no file {error.filename!r}")
    except IsADirectoryError as error:
        fail(f"{error.filename!r} is a folder, not a file")
    except PermissionError as error:
        fail(f"{error.filename!r} may not be read or written")
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away, as `head` does
        sys.exit(0)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
