"""A hand of Cribbage in which only the play is searched: discards are simple, the crib not counted.

The thesis prints fewer points a hand than its rules give even to players who play at random. So
its hands are probably counted like this (tables 7.9 and 7.12).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from kiebitz.cards import derive_seed
from kiebitz.games.cribbage import Rules, State, show_points
from kiebitz.games.deck52 import DECK
from kiebitz.lab.contests import card_unit, play_out, seatings
from kiebitz.lab.experiment import Sum


def unit(payload: Any, seed: int) -> list[Any]:
    """As `card_unit`, or the play alone where the payload says so."""
    if not payload.get("play_alone"):
        return card_unit(payload, seed)
    sides = [[Sum(), Sum()], [Sum(), Sum()]]
    start = laid_away(State.deal(seed, Rules(players=payload["players"])))
    for number, seats in enumerate(seatings(payload["players"])):
        depths = [Sum() for _ in seats]
        end = play_out(start, payload, seats, derive_seed(seed, number), depths)
        points = points_without_crib(end)
        for seat, side in enumerate(seats):
            sides[side][0].add(points[seat])
            sides[side][1].merge(depths[seat].packed)
    return [[score.mean, depth.packed] for score, depth in sides]


def laid_away(state: State) -> State:
    """The hand after everybody has kept what shows most on average, without a look at the starter.

    >>> laid_away(State.deal(seed=1, rules=Rules(players=3))).is_playing
    True
    """
    while not state.is_playing:
        hand = state.hands[state.to_move]
        unseen = [card for card in DECK if card not in hand]

        def worth(kept: tuple[str, ...], unseen: list[Any] = unseen) -> int:
            return sum(show_points(kept, starter) for starter in unseen)

        kept = max(combinations(hand, 4), key=worth)
        state = state.play(next(card for card in hand if card not in kept))
    return state


def points_without_crib(end: Any) -> list[float]:
    """What each seat has made in play and show.

    >>> points = points_without_crib(State.deal(seed=1, rules=Rules(players=3)))
    Traceback (most recent call last):
    ValueError: the hand is not over
    """
    if not end.is_over or end.starter is None:
        raise ValueError("the hand is not over")
    points = [float(score) for score in end.scores]
    crib = [card for number, card in enumerate(DECK) if end.native.crib >> number & 1]
    points[0] -= show_points(crib, end.starter, is_crib=True)  # the first seat deals
    return points
