"""Cribbage for two to four: discard, play, show and crib; games to 121.

>>> from kiebitz.games import cribbage
>>> cribbage.show_points(["D4", "C6", "H5", "S5"], "SJ")
16
"""

from kiebitz.games.cribbage.state import Match, Rules, State, View, show_points

__all__ = ["Match", "Rules", "State", "View", "show_points"]
