"""Whether the defenders accept a claim."""

from __future__ import annotations

from kiebitz.games.skat import State
from kiebitz.limits import Limit
from kiebitz.solvers.skat import ALL_TRICKS, Solver


def accepts_claim(state: State) -> bool:
    """Whether the declarer makes every trick that is left (in null: none) against best defence.

    The referee sees all cards; the defenders get to know no more than yes or no.
    """
    solution = Solver().solve(state, line=False, threshold=ALL_TRICKS, limit=Limit(nodes=2_000_000))
    return solution.won is True
