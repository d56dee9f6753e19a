"""How all verbs speak: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, NoReturn

import typer

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="The same seed gives the same cards.", min=0)
]


def print_json(value: dict[str, Any]) -> None:
    """Prints one result as one line, at once."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def warn(message: str) -> None:
    """Says something beside the results."""
    print(message, file=sys.stderr, flush=True)


def fail(message: str, status: int = 2) -> NoReturn:
    """Ends the command with one clear line."""
    sys.stdout.flush()
    warn(f"kiebitz: {message}")
    sys.exit(status)
