"""Games drawn at random, on which search can be studied exactly."""

from kiebitz.games.synthetic.bcd import BcdParameters, BcdTree
from kiebitz.games.synthetic.prefix import PrefixNode, PrefixParameters, leaked_choice, prefix_node
from kiebitz.games.synthetic.states import (
    BcdState,
    BcdView,
    MaxnParameters,
    MaxnState,
    PrefixState,
)

__all__ = [
    "BcdParameters",
    "BcdState",
    "BcdTree",
    "BcdView",
    "MaxnParameters",
    "MaxnState",
    "PrefixNode",
    "PrefixParameters",
    "PrefixState",
    "leaked_choice",
    "prefix_node",
]
