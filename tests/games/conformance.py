"""The games that must pass the conformance suite. To add a game, add its entry here."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kiebitz.games import skat

ROOT = Path(__file__).resolve().parents[2]


@cache
def _example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Entry:
    """How the suite begins, checks and reads back one game."""

    name: str
    start: Callable[[int], Any]  # seed to first state
    parse: Callable[[str], Any] | None = None  # reads str(state) back
    parse_view: Callable[[str], Any] | None = None
    scores_fit: Callable[[Any], bool] = lambda state: True  # at the end of a game


def _skat_scores_fit(state: skat.State) -> bool:
    declarer, result = state.declarer, state.result
    assert result is not None
    if declarer is None:
        return state.scores == (0, 0, 0)
    own = result.value + (50 if result.won else -50)
    others = 0 if result.won else 40
    return state.scores == tuple(own if seat == declarer else others for seat in range(3))


GAMES = [
    Entry(
        "skat",
        start=skat.State.deal,
        parse=skat.State.parse,
        parse_view=skat.View.parse,
        scores_fit=_skat_scores_fit,
    ),
    Entry(
        "nim",
        start=lambda seed: _example("nim").Nim((seed % 4, 1, seed % 3), players=2 + seed % 3),
        scores_fit=lambda state: sum(state.scores) == 1,
    ),
]
