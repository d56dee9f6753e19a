"""Skat, from the deal to the score."""

from kiebitz.games.skat.cards import DECK, card_points, parse_cards, sort_cards
from kiebitz.games.skat.contract import Contract
from kiebitz.games.skat.moves import Phase
from kiebitz.games.skat.result import Result, ScoreList, Stakes, soloist_points, stakes
from kiebitz.games.skat.sheet import ClubSheet
from kiebitz.games.skat.state import BIDS, SEAT_NAMES, Goal, State, View

__all__ = [
    "BIDS",
    "DECK",
    "SEAT_NAMES",
    "ClubSheet",
    "Contract",
    "Goal",
    "Phase",
    "Result",
    "ScoreList",
    "Stakes",
    "State",
    "View",
    "card_points",
    "parse_cards",
    "soloist_points",
    "sort_cards",
    "stakes",
]
