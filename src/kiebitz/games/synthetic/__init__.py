"""Games drawn at random, on which search can be studied exactly."""

from kiebitz.games.synthetic.bcd import BcdParameters, BcdTree
from kiebitz.games.synthetic.prefix import PrefixNode, PrefixParameters, prefix_node

__all__ = ["BcdParameters", "BcdTree", "PrefixNode", "PrefixParameters", "prefix_node"]
