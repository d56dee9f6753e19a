"""No belief sees a hidden card: other hidden cards, the same View, the same thoughts."""

from __future__ import annotations

from itertools import islice

import pytest

from kiebitz._core import skat_locations as core
from kiebitz._core import skat_players as players
from kiebitz.beliefs.skat import make_belief
from kiebitz.beliefs.skat.belief import subset_of
from kiebitz.beliefs.skat.locations import places_by_name
from kiebitz.beliefs.skat.networks import INPUTS
from kiebitz.games.skat import View
from tests.beliefs.test_locations import decisions, layers, played


def swapped() -> list[tuple[View, View]]:
    """Views of some decisions, and those of the same seat with the hidden cards dealt again."""
    found = []
    for seed in (1, 2, 3, 5, 8, 13):
        for state in islice(decisions(played(seed)), seed % 3, None, 5):
            view = state.view(state.to_move)
            other = view.sample(seed)
            if view.count_worlds() > 1:
                assert other.hands != state.hands or other.skat != state.skat
                found.append((view, other.view(state.to_move)))
    assert len(found) > 20
    return found


PAIRS = swapped()


@pytest.mark.parametrize(
    "name", ["uniform", "table", "logistic", "small", "deep", "policy", "calls", "small@500"]
)
def test_a_belief_by_name_thinks_the_same_whatever_is_hidden(name: str) -> None:
    belief = make_belief(name, 200)
    for number, (view, again) in enumerate(PAIRS):
        drawn = belief.draw(view, 5, number)
        assert belief.draw(again, 5, number) == drawn
        worlds = [world for world, _ in drawn]
        assert belief.likelihoods(again, worlds) == belief.likelihoods(view, worlds)
        if subset_of(name)[1] is None and number % 3 == 0:
            told, again_told = (places_by_name(one, name, sample=60) for one in (view, again))
            assert told == again_told


@pytest.mark.parametrize("inputs", range(len(INPUTS)), ids=INPUTS)
def test_a_network_of_any_inputs_thinks_the_same_whatever_is_hidden(inputs: int) -> None:
    suit, grand, null = (layers(game, (16,), inputs) for game in range(3))
    locations = core.LocationModel(suit, grand, null, 1.0, 0.0, inputs)
    suit, grand, null = (layers(game, (16,), inputs, 32) for game in range(3))
    policy = core.PolicyModel(suit, grand, null, inputs)
    belief = players.policy_belief(policy, locations)
    for number, (view, again) in enumerate(PAIRS):
        assert core.inputs(again.native) == core.inputs(view.native)
        assert locations.chances(again.native) == locations.chances(view.native)
        assert policy.chances(again.native) == policy.chances(view.native)
        drawn = belief.draw(view.native, 3, 1, number)
        assert belief.draw(again.native, 3, 1, number) == drawn
