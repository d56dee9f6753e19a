"""Games drawn at random, on which search can be studied exactly."""

from kiebitz.games.synthetic.bcd import BcdParameters, BcdTree

__all__ = ["BcdParameters", "BcdTree"]
