"""Spades for three: bids, 17 tricks, over-tricks; and the game over several hands.

>>> from kiebitz.games import spades
>>> spades.State.deal(seed=1).legal_moves[:3]
('0', '1', '2')
"""

from kiebitz.games.spades.state import Match, Rules, State, View

__all__ = ["Match", "Rules", "State", "View"]
