"""Abalone for two and three.

>>> from kiebitz.games import abalone
>>> len(abalone.State.start().legal_moves)
44
"""

from kiebitz.games.abalone.state import Rules, State

__all__ = ["Rules", "State"]
