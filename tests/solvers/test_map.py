"""The map of the solvers' files is whole, and in the order in which they depend on each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs/background/solver-map.md").read_text(encoding="utf-8")


def listed(game: str) -> list[str]:
    """The headers in the table of a game, in their order."""
    section = MAP.split(f"(`solvers/{game}/`)")[1].split("\n### ")[0].split("\n## ")[0]
    cells = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    return [name for cell in cells for name in re.findall(r"`(\w+\.hpp)`", cell)]


@pytest.mark.parametrize("game", ["skat", "bridge"])
def test_every_header_is_listed_once_and_uses_only_those_above_it(game: str) -> None:
    folder = ROOT / "native" / "solvers" / game
    names = listed(game)
    assert sorted(names) == sorted(path.name for path in folder.glob("*.hpp"))
    for place, name in enumerate(names):
        text = (folder / name).read_text(encoding="utf-8")
        used = re.findall(rf'#include "solvers/{game}/(\w+\.hpp)"', text)
        assert set(used) <= set(names[:place]), f"{name} uses what is below it on the map"


def test_the_default_path_knows_the_variants_only_where_it_chooses() -> None:
    folder = ROOT / "native" / "solvers" / "skat"
    knowing = {
        path.name for path in folder.glob("*.?pp") if "skat/variants/" in path.read_text("utf-8")
    }
    assert knowing == {"trump_engine.cpp", "null_engine.cpp"}
