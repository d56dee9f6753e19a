"""Players whose name says how strong they are: each is another player with its own settings.

Weaker ones err as people do: they think of few distributions of the cards, draw no conclusions from
the auction, forget what fell, and bid shyly or boldly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Level:
    """A player's kind, the settings in which it differs from it, and what it is like."""

    kind: str
    sentence: str
    settings: Mapping[str, Any] = field(default_factory=dict)


#: From the weakest to the strongest.
LEVELS: Mapping[str, Level] = {
    "beginner": Level(
        "rules",
        "Follows simple rules, remembers only the last trick and bids shyly.",
        {"memory": 1, "threshold": 0.75},
    ),
    "club": Level(
        "pimc",
        "Thinks of three distributions of the cards, draws no conclusions from the auction and "
        "bids boldly.",
        {
            "worlds": 3,
            "belief": "uniform",
            "values": "win:0.3",
            "sure": 0,
            "threshold": 0.55,
        },
    ),
    "strong": Level(
        "pimc",
        "Thinks of 20 distributions, the likelier ones by every bid and every card.",
        {"worlds": 20, "values": "win:0.3"},
    ),
    "master": Level(
        "pimc",
        "Thinks of 160 such distributions, and tries games before it declares them.",
        {"values": "win:0.3", "soloist_values": "probcut:0.3", "tries": 48},
    ),
    "grandmaster": Level(
        "recpimc",
        "Plays each of 160 distributions to its end with players who think of ten themselves: the "
        "strongest, and ten times slower.",
        {"belief": "small", "tries": 48},
    ),
}
