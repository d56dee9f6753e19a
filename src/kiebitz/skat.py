"""Skat in one place: the rules and the open-hand solver.

>>> from kiebitz import skat
>>> position = skat.Position.parse(
...     game="G", declarer=0, leader=0, hands="CJ.CA|SJ.CT|HJ.CK", skat="H7.H8"
... )
>>> skat.solve(position).value
31
"""

from kiebitz.games.skat import (
    BIDS,
    DECK,
    SEAT_NAMES,
    Contract,
    Phase,
    Result,
    ScoreList,
    State,
    View,
    card_points,
    parse_cards,
    sort_cards,
)
from kiebitz.solvers.skat import (
    ALL_TRICKS,
    MoveValue,
    Options,
    Position,
    Solution,
    Solver,
    solve,
    solve_many,
    solve_moves,
)

__all__ = [
    "ALL_TRICKS",
    "BIDS",
    "DECK",
    "SEAT_NAMES",
    "Contract",
    "MoveValue",
    "Options",
    "Phase",
    "Position",
    "Result",
    "ScoreList",
    "Solution",
    "Solver",
    "State",
    "View",
    "card_points",
    "parse_cards",
    "solve",
    "solve_many",
    "solve_moves",
    "sort_cards",
]
