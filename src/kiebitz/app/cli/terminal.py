"""How all verbs speak: results on stdout, everything else on stderr."""

from __future__ import annotations

import contextlib
import inspect
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from kiebitz.app.json_lines import json_line
from kiebitz.errors import KiebitzError

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")]


def _checked_seed(seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed < 2**64:
        raise typer.BadParameter(f"a seed is a whole number below 2 to the 64th, not {seed}")
    return seed


SeedOption = Annotated[
    int | None,
    typer.Option("--seed", help="The same seed gives the same answer.", callback=_checked_seed),
]


class _PlainFlags:
    """A command whose help shows a flag as what it is: a word without a value."""

    def get_params(self, ctx: Any) -> Any:
        params = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params


class Verb(_PlainFlags, TyperCommand):
    """A command that does something."""


class Noun(_PlainFlags, TyperGroup):
    """A command that has verbs."""


class App(typer.Typer):
    """A noun and its verbs, in the manner of this house."""

    def __init__(self, **settings: Any) -> None:
        settings = {"cls": Noun, "no_args_is_help": True, "rich_markup_mode": "rich", **settings}
        super().__init__(**settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Adds a verb; its docstring is its help."""

        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            given = {"cls": Verb, "help": _told(function.__doc__ or ""), **settings}
            return super(App, self).command(name, **given)(function)

        return add


def _told(text: str) -> str:
    """A docstring as help: the terminal breaks lines, and of all brackets [dim] alone is markup."""
    paragraphs = [
        part if part.startswith(" ") else " ".join(part.splitlines())
        for part in inspect.cleandoc(text).split("\n\n")
    ]
    return re.sub(r"\[(?!dim\]|/\])(?=[a-z#/@][^[]*\])", r"\\[", "\n\n".join(paragraphs))


def print_json(value: dict[str, Any]) -> None:
    """Prints one result as one line, at once; whatever it says, the line is JSON."""
    print(json_line(value, sys.stdout.encoding or "ascii"), flush=True)


def indented(text: str, columns: int) -> str:
    """A text so many columns in: on a terminal all its lines, for a program it is one line."""
    margin = " " * columns
    if not sys.stdout.isatty():
        return margin + text
    width = max(shutil.get_terminal_size().columns, columns + 20)
    return textwrap.fill(text, width, initial_indent=margin, subsequent_indent=margin)


def read_lines(source: str) -> Iterator[str]:
    """The lines of a text file, or of stdin for `-`, as they come; what is not text is refused."""
    name = "standard input" if source == "-" else repr(source)
    with contextlib.ExitStack() as closing:
        stream = (
            sys.stdin.buffer if source == "-" else closing.enter_context(Path(source).open("rb"))
        )
        for raw in stream:
            if b"\0" in raw:
                raise KiebitzError(f"{name} is not a text file")
            yield raw.decode("utf-8", "replace").rstrip("\r\n")


def warn(message: str) -> None:
    """Says something beside the results."""
    print(message, file=sys.stderr, flush=True)


def fail(message: str, status: int = 2) -> NoReturn:
    """Ends the command with one clear line."""
    sys.stdout.flush()
    warn(f"kiebitz: {message}")
    sys.exit(status)
