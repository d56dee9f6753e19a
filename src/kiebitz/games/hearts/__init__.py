"""Hearts for three and four, a hand at a time, and matches to 100 points.

>>> from kiebitz.games import hearts
>>> state = hearts.State.deal(seed=1, rules=hearts.Rules(players=3))
>>> state.players, len(state.hands[0])
(3, 17)
"""

from kiebitz.games.hearts.match import Match
from kiebitz.games.hearts.state import Moon, Pass, Rules, State, View

__all__ = ["Match", "Moon", "Pass", "Rules", "State", "View"]
