"""A Hearts player that follows rules of thumb and does not search.

It stands in for the commercial program of table 7.13: duck when possible, give away the queen of
spades and high hearts, lead low, keep out of the way of the queen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision

_RANKS = "23456789TJQKA"
_HIGH_SPADES = ("SK", "SA")


@dataclass(frozen=True, slots=True)
class HeartsRulePlayer:
    """Plays by rules of thumb.

    >>> from kiebitz.games import hearts
    >>> HeartsRulePlayer().decide(hearts.State.deal(seed=1).view(3)).move
    'C2'
    """

    name: str = "rules of thumb"

    def decide(self, view: Any, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """The card for a View of Hearts."""
        legal = view.legal_moves
        if view.is_passing:
            return Decision(max(legal, key=_burden))
        if not view.table:
            return Decision(min(legal, key=lambda card: self._lead_cost(card, view.hand)))
        return Decision(self._follow(legal, view.table, view.players))

    @staticmethod
    def _lead_cost(card: str, hand: tuple[str, ...]) -> tuple[int, int]:
        danger = 0
        if card == "SQ":
            danger = 3
        elif card in _HIGH_SPADES:
            danger = 2
        elif card[0] == "H" and _RANKS.index(card[1]) > 4:
            danger = 1
        short = sum(other[0] == card[0] for other in hand)
        return danger, 2 * _RANKS.index(card[1]) + short

    @staticmethod
    def _follow(legal: tuple[str, ...], table: tuple[str, ...], players: int) -> str:
        led = table[0][0]
        if legal[0][0] != led:
            return max(legal, key=_burden)
        winning = max(
            (card for card in table if card[0] == led), key=lambda card: _RANKS.index(card[1])
        )
        below = [card for card in legal if _RANKS.index(card[1]) < _RANKS.index(winning[1])]
        if "SQ" in below:
            return "SQ"
        if below:
            return max(below, key=lambda card: _RANKS.index(card[1]))
        above = [card for card in legal if card != "SQ"] or list(legal)
        points = any(card[0] == "H" or card == "SQ" for card in table)
        last = len(table) == players - 1
        if last and not points:
            safe = [card for card in above if card not in _HIGH_SPADES] or above
            return max(safe, key=lambda card: _RANKS.index(card[1]))
        return min(above, key=lambda card: _RANKS.index(card[1]))


def _burden(card: str) -> int:
    """How much a player wants to be rid of a card."""
    if card == "SQ":
        return 100
    if card in _HIGH_SPADES:
        return 60 + _RANKS.index(card[1])
    return _RANKS.index(card[1]) + (20 if card[0] == "H" else 0)
