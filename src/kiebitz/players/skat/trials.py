"""Games tried out before they are declared: worlds are drawn, and quick players finish them.

The hand model knows a hand by tables. Where it is in doubt between two games or two discards, games
are played: all candidates in the same worlds, every seat by a PIMC player that thinks of five
worlds. Such games promise too much and their share is uncertain, so it is added to what the model
says, with weights that were fitted to games that were really played.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, log
from typing import Any, NamedTuple

from kiebitz._core import skat_players as core
from kiebitz.cards import derive_seed
from kiebitz.games.skat.contract import Contract
from kiebitz.players.skat.evaluations import make_evaluation

_INNER_WORLDS = 5
#: So many worlds are tried before it looks at the clock.
_AT_ONCE = 4


class Blend(NamedTuple):
    """Log-odds to win: those of the model, those of the games tried, and a constant, added up."""

    model: float
    tried: float
    constant: float


#: Fitted to 758 suit games and 549 grands in doubt of PIMC (80 worlds) that the model had not
#: learned from, with 48 trials each. In suit games trials add next to nothing. In null, of which
#: there were 47 games there and 300 others, they tell more than the model.
BLENDS = {
    "suit": Blend(0.88, 0.11, 0.07),
    "grand": Blend(0.66, 0.43, -0.60),
    "null": Blend(0.30, 0.90, -0.35),
}


@dataclass(frozen=True, slots=True)
class Trial:
    """A game that might be declared: ten cards and two put away, as bit masks."""

    contract: Contract
    hand: int
    put_away: int
    win: float
    """The chance that the model gives it."""


@dataclass(frozen=True, slots=True)
class Trials:
    """Tries games in so many worlds.

    >>> from kiebitz.games.skat.cards import parse_cards, to_mask
    >>> hand = to_mask(parse_cards("CJ.SJ.HJ.CA.CT.CK.C7.SA.ST.HA"))
    >>> game = Trial(Contract.parse("G"), hand, to_mask(parse_cards("D7.D8")), 0.9)
    >>> Trials(8).chances([game], seat=0, bid=18, highest_bids=(18, 0, 0), seed=1)[0] > 0.8
    True
    """

    worlds: int

    def chances(
        self,
        games: Sequence[Trial],
        *,
        seat: int,
        bid: int,
        highest_bids: Sequence[int],
        seed: int,
        seconds: float | None = None,
    ) -> list[float]:
        """The chance to win each game, by model and trials; all are tried in the same worlds.

        When the seconds are over no further worlds are tried; a few are in any case.
        """
        end = inf if seconds is None else time.monotonic() + seconds
        twelve = games[0].hand | games[0].put_away
        unseen = [card for card in range(32) if not twelve >> card & 1]
        chance = random.Random(derive_seed(seed))
        deals = []
        for _ in range(self.worlds):
            chance.shuffle(unseen)
            deals.append((_mask(unseen[:10]), _mask(unseen[10:])))
        at_once = self.worlds if seconds is None else _AT_ONCE
        won, tried = [0] * len(games), 0
        while tried < self.worlds and (tried == 0 or time.monotonic() < end):
            some = deals[tried : tried + at_once]
            for number, game in enumerate(games):
                starts = [
                    (
                        _dealt(seat, game.hand, one), game.put_away, seat, game.contract.code, bid,
                        list(highest_bids),
                    )
                    for one in some
                ]  # fmt: skip
                won[number] += _won(starts, derive_seed(seed), tried)
            tried += len(some)
        return [blended(game, count, tried) for game, count in zip(games, won, strict=True)]


def blended(game: Trial, won: int, tried: int) -> float:
    """The chance of a game that the model knows and of which some trials were won.

    >>> game = Trial(Contract.parse("G"), 0, 0, 0.6)
    >>> blended(game, 9, 10) > blended(game, 5, 10)
    True
    """
    if not 0 < game.win < 1:
        return game.win
    kind = {"G": "grand", "N": "null"}.get(game.contract.game, "suit")
    blend = BLENDS[kind]
    odds = blend.model * log(game.win / (1 - game.win)) + blend.constant
    odds += blend.tried * log((won + 1) / (tried - won + 1))
    return 1 / (1 + exp(-odds))


def _dealt(seat: int, own: int, others: tuple[int, int]) -> list[int]:
    """Three hands: the seat's, then the next one's, then the third one's."""
    hands = [own, *others]
    return [hands[(place - seat) % 3] for place in range(3)]


def _won(starts: Sequence[Any], seed: int, first: int) -> int:
    """How many of these games quick players win; `first` is the number of the first of them."""
    player = _quick_player()
    return sum(won for _, won, _ in core.play_games(player, player, starts, seed, first))


@lru_cache(maxsize=1)
def _quick_player() -> core.Player:
    values = make_evaluation("win:0.3")
    return core.monte_carlo_player(core.uniform_belief(), values, _INNER_WORLDS, 1)


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)
