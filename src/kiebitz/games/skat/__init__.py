"""Skat, from the deal to the score."""

from kiebitz.games.skat.cards import DECK, card_points, parse_cards, sort_cards
from kiebitz.games.skat.contract import Contract
from kiebitz.games.skat.moves import Phase
from kiebitz.games.skat.result import Result, ScoreList
from kiebitz.games.skat.state import BIDS, SEAT_NAMES, State, View

__all__ = [
    "BIDS",
    "DECK",
    "SEAT_NAMES",
    "Contract",
    "Phase",
    "Result",
    "ScoreList",
    "State",
    "View",
    "card_points",
    "parse_cards",
    "sort_cards",
]
