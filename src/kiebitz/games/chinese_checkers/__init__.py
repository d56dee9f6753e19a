"""Chinese Checkers for 2, 3, 4 and 6 on the full board and the small one.

>>> from kiebitz.games import chinese_checkers
>>> len(chinese_checkers.State.start().legal_moves)
14
"""

from kiebitz.games.chinese_checkers.book import load_book
from kiebitz.games.chinese_checkers.state import Rules, State

__all__ = ["Rules", "State", "load_book"]
