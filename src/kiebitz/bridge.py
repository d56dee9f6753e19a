"""Bridge in one place: deals, notation, scores, par and the double-dummy solver.

>>> from kiebitz import bridge
>>> deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
>>> table = bridge.dd_table(deal)
>>> print(bridge.draw_table(table.tricks))
        ♣   ♦   ♥   ♠  NT
North   7   5   6   5   6
South   7   5   6   5   6
East    5   7   6   8   6
West    5   7   6   8   6
>>> print(table.par("None", "N"))
NS -110: 2S EW =
"""

from kiebitz.games.bridge import *  # noqa: F403
from kiebitz.games.bridge import __all__ as _games
from kiebitz.solvers.bridge import (
    BoardSolution,
    CardTricks,
    DDTable,
    Options,
    PlayAnalysis,
    PlayedCard,
    Solver,
    analyse_play,
    analyse_plays,
    best_line,
    dd_table,
    dd_tables,
    solve_board,
    solve_boards,
)
from kiebitz.solvers.single_suit import (
    SuitLayout,
    SuitPlan,
    SuitSolution,
    plan_suit,
    solve_suit,
)

__all__ = [
    *_games,
    "BoardSolution",
    "CardTricks",
    "DDTable",
    "Options",
    "PlayAnalysis",
    "PlayedCard",
    "Solver",
    "SuitLayout",
    "SuitPlan",
    "SuitSolution",
    "analyse_play",
    "analyse_plays",
    "best_line",
    "dd_table",
    "dd_tables",
    "plan_suit",
    "solve_board",
    "solve_boards",
    "solve_suit",
]
