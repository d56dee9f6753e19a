"""A hand of Cribbage of which only the play is searched: discards at random, the crib not counted.

The thesis prints fewer points a hand than its rules give even to players who play at random. So
its hands are probably counted like this (tables 7.9 and 7.12).
"""

from __future__ import annotations

from random import Random
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
    start = laid_away(State.deal(seed, Rules(players=payload["players"])), seed)
    for number, seats in enumerate(seatings(payload["players"])):
        depths = [Sum() for _ in seats]
        end = play_out(start, payload, seats, derive_seed(seed, number), depths)
        points = points_without_crib(end)
        for seat, side in enumerate(seats):
            sides[side][0].add(points[seat])
            sides[side][1].merge(depths[seat].packed)
    return [[score.mean, depth.packed] for score, depth in sides]


def laid_away(state: State, seed: int) -> State:
    """The hand after everybody has laid away a card at random.

    >>> laid_away(State.deal(seed=1, rules=Rules(players=3)), seed=1).is_playing
    True
    """
    random = Random(derive_seed(seed, 1))
    while not state.is_playing:
        state = state.play(random.choice(state.hands[state.to_move]))
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
