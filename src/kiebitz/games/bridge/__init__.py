"""Bridge: cards, deals, boards, notation, scores and par."""

from kiebitz.games.bridge.board import Board, PlayedTrick, tricks_of_play
from kiebitz.games.bridge.cards import SEATS, STRAINS, SUITS, card_text, parse_card
from kiebitz.games.bridge.deal import Deal
from kiebitz.games.bridge.diagram import draw_deal, draw_table
from kiebitz.games.bridge.lin import read_lin
from kiebitz.games.bridge.par import Par, ParContract, par
from kiebitz.games.bridge.pbn import read_pbn, write_pbn
from kiebitz.games.bridge.scoring import Contract, Vulnerability

__all__ = [
    "SEATS",
    "STRAINS",
    "SUITS",
    "Board",
    "Contract",
    "Deal",
    "Par",
    "ParContract",
    "PlayedTrick",
    "Vulnerability",
    "card_text",
    "draw_deal",
    "draw_table",
    "par",
    "parse_card",
    "read_lin",
    "read_pbn",
    "tricks_of_play",
    "write_pbn",
]
