"""Bridge: cards, deals, boards, notation, scores and par."""

from kiebitz.games.bridge.board import Board, PlayedTrick, tricks_of_play
from kiebitz.games.bridge.calls import Bid, Double, Redouble, parse_call
from kiebitz.games.bridge.cards import SEATS, STRAINS, SUITS, parse_card, parse_cards
from kiebitz.games.bridge.deal import Deal
from kiebitz.games.bridge.diagram import draw_deal, draw_table
from kiebitz.games.bridge.lin import read_lin
from kiebitz.games.bridge.par import Par, ParContract, par
from kiebitz.games.bridge.pbn import read_pbn, write_pbn
from kiebitz.games.bridge.scoring import Contract, Vulnerability
from kiebitz.games.moves import Card, Move, Pass

__all__ = [
    "SEATS",
    "STRAINS",
    "SUITS",
    "Bid",
    "Board",
    "Card",
    "Contract",
    "Deal",
    "Double",
    "Move",
    "Par",
    "ParContract",
    "Pass",
    "PlayedTrick",
    "Redouble",
    "Vulnerability",
    "draw_deal",
    "draw_table",
    "par",
    "parse_call",
    "parse_card",
    "parse_cards",
    "read_lin",
    "read_pbn",
    "tricks_of_play",
    "write_pbn",
]
