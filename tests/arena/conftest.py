from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiebitz.arena.config import Config, parse_config

HERE = Path(__file__).parent
DATA = HERE.parent / "data"

MakeConfig = Callable[..., Config]


@pytest.fixture(scope="session")
def make_config() -> MakeConfig:
    """Configurations with mock players named after their manners, or `ours`: by their kinds."""

    def make(
        *manners: str,
        play: str = "whole",
        deals: dict[str, Any] | None = None,
        pause: float = 0,
        sprt: dict[str, Any] | None = None,
        ours: bool = False,
        **match: Any,
    ) -> Config:
        mock = {"factory": "mock_players.py:make", "pause": pause}
        players = {
            manner: {"kind": manner} if ours else {**mock, "manner": manner} for manner in manners
        }
        table: dict[str, Any] = {
            "match": {"play": play, "seed": 1, **match},
            "deals": deals or {"count": 4},
            "player": players,
        }
        if sprt:
            table["sprt"] = sprt
        return parse_config(table, HERE)

    return make
