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

from __future__ import annotations

import re
from collections.abc import Iterator

from kiebitz.errors import InvalidPosition
from kiebitz.games.bridge import (
    SEATS,
    STRAINS,
    SUITS,
    Bid,
    Board,
    Card,
    Contract,
    Deal,
    Double,
    Move,
    Par,
    ParContract,
    Pass,
    PlayedTrick,
    Redouble,
    Vulnerability,
    draw_deal,
    draw_table,
    par,
    parse_call,
    parse_card,
    parse_cards,
    read_lin,
    read_pbn,
    tricks_of_play,
    write_pbn,
)
from kiebitz.games.bridge.facts import HandFacts
from kiebitz.games.sources import Source, read_text
from kiebitz.players.bridge.single_dummy import CardChances, PlayPlan, plan_play
from kiebitz.solvers.bridge import (
    DDTable,
    MoveValue,
    Options,
    PlayAnalysis,
    PlayedCard,
    Solution,
    Solver,
    analyse_play,
    analyse_plays,
    best_line,
    dd_table,
    dd_tables,
    solve,
    solve_many,
)
from kiebitz.solvers.single_suit import (
    SuitLayout,
    SuitPlan,
    SuitSolution,
    plan_suit,
    solve_suit,
)

__all__ = [
    "SEATS",
    "STRAINS",
    "SUITS",
    "Bid",
    "Board",
    "Card",
    "CardChances",
    "Contract",
    "DDTable",
    "Deal",
    "Double",
    "HandFacts",
    "Move",
    "MoveValue",
    "Options",
    "Par",
    "ParContract",
    "Pass",
    "PlayAnalysis",
    "PlayPlan",
    "PlayedCard",
    "PlayedTrick",
    "Redouble",
    "Solution",
    "Solver",
    "SuitLayout",
    "SuitPlan",
    "SuitSolution",
    "Vulnerability",
    "analyse_play",
    "analyse_plays",
    "best_line",
    "dd_table",
    "dd_tables",
    "draw_deal",
    "draw_table",
    "par",
    "parse_call",
    "parse_card",
    "parse_cards",
    "plan_play",
    "plan_suit",
    "read",
    "read_lin",
    "read_pbn",
    "review",
    "solve",
    "solve_many",
    "solve_suit",
    "tricks_of_play",
    "write_pbn",
]

_DEAL = re.compile(r"([NESWnesw]:)?[^\s.]*\.[^\s.]*\.[^\s.]*\.\S*\s")


def read(source: Source) -> Iterator[Board]:
    """The boards of a path, a text or an open file: PBN, LIN, or one deal a line.

    >>> from kiebitz import bridge
    >>> [str(board.deal) for board in bridge.read("N:A... K... Q... J...")]
    ['N:A... K... Q... J...']
    >>> [board.number for board in bridge.read('[Board "7"]\\n[Deal "N:A... K... Q... J..."]')]
    [7]
    """
    text = read_text(source, _is_text)
    yield from read_lin(text) if _is_lin(text) else read_pbn(text)


def review(board: Board) -> PlayAnalysis:
    """What each card of a played board cost, with all cards open.

    >>> from kiebitz import bridge
    >>> deal = bridge.Deal.parse("N:AQ.2.. 53.3.. 42.4.. K7.5..")
    >>> play = bridge.parse_cards("S2 S7 SA S3")
    >>> board = bridge.Board(deal, contract=bridge.Contract.parse("1NT", "E"), play=play)
    >>> [card.cost for card in bridge.review(board).cards]
    [0, 0, 1, 0]
    """
    if board.contract is None or not board.play:
        raise InvalidPosition("there is nothing to review: no cards were played on this board")
    leader = (board.contract.declarer + 1) % 4
    return analyse_play(board.deal, board.contract.strain, leader, board.play)


def _is_lin(text: str) -> bool:
    return "|" in text or "%7c" in text.lower()


def _is_text(text: str) -> bool:
    return text.lstrip().startswith("[") or _is_lin(text) or _DEAL.match(text) is not None
