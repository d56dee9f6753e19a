"""Sergeant Major (8-5-3) for three: exchange, trump, kitty, 16 tricks.

>>> from kiebitz.games import sergeant_major
>>> sergeant_major.State.deal(seed=1).legal_moves
('trump=C', 'trump=D', 'trump=H', 'trump=S')
"""

from kiebitz.games.sergeant_major.match import Match
from kiebitz.games.sergeant_major.state import Rules, State, Trump, View

__all__ = ["Match", "Rules", "State", "Trump", "View"]
