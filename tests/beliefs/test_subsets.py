"""Worlds chosen from a subset: which ones, how often, on any number of threads."""

from __future__ import annotations

import pytest

from kiebitz.beliefs.skat import make_belief
from kiebitz.beliefs.skat.belief import is_belief, subset_of
from kiebitz.beliefs.skat.locations import places_by_name
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK, View
from kiebitz.players.skat import make_player
from tests.beliefs.test_locations import decisions, played

START = decisions(played(4))[0]
VIEW = START.view(START.to_move)
LATER = decisions(played(4))[9]


def views(least: int, most: int) -> list[View]:
    found = [
        state.view(state.to_move)
        for seed in range(1, 9)
        for state in decisions(played(seed))
        if least < state.view(state.to_move).count_worlds() <= most
    ]
    return found[:6]


def test_all_worlds_weighed_one_by_one_give_the_chances_that_are_dealt_directly() -> None:
    for view in views(4000, 60_000):
        exact = places_by_name(view, "small").chances
        drawn = make_belief("small@all").draw(view, 4000, 1)
        for card, chances in exact.items():
            for place, chance in enumerate(chances):
                seen = sum(
                    weight
                    for world, weight in drawn
                    if (*world.hands, world.skat)[place] >> DECK.index(card) & 1
                )
                assert seen / 4000 == pytest.approx(chance, abs=0.04)


def test_a_subset_holds_every_world_as_often_as_any_other_and_none_twice() -> None:
    view = views(500, 900)[0]
    count, size = view.count_worlds(), 20
    belief = make_belief(f"uniform@{size}", 1)
    assert len(belief.draw(view, 20 * size, 1)) == size  # all of the subset, many times
    seen: dict[object, float] = {}
    for seed in range(2000):
        for world, weight in belief.draw(view, size, seed):
            seen[world] = seen.get(world, 0) + weight
    assert len(seen) == count
    expected = 2000 * size / count
    assert all(abs(times - expected) < 6 * expected**0.5 for times in seen.values())


def test_the_worlds_of_a_subset_do_not_depend_on_the_number_of_threads() -> None:
    one, two = (make_belief("small@20000", threads=n).draw(VIEW, 80, 3) for n in (1, 2))
    assert one == two
    assert one != make_belief("small@20000").draw(VIEW, 80, 4)
    assert sum(weight for _, weight in one) == 80


@pytest.mark.parametrize("belief", ["table@3000", "small@3000", "policy@300", "uniform@all"])
def test_every_belief_may_choose_from_a_subset_in_every_player(belief: str) -> None:
    view = LATER.view(LATER.to_move)
    assert make_belief(belief).name == belief
    for spec in ("pimc:worlds=4", "recpimc:worlds=2,inner=2", "uct:playouts=20"):
        player = make_player(f"{spec},belief={belief},threads=1")
        assert player.decide(view, seed=1).move in view.legal_moves
    inner = make_player(f"recpimc:worlds=2,inner=2,inner_belief={belief},threads=1")
    assert inner.decide(view, seed=1).move in view.legal_moves


def test_where_cards_are_is_told_by_all_worlds() -> None:
    with pytest.raises(KiebitzError, match="say 'small'"):
        places_by_name(VIEW, "small@1000")


def test_names_of_subsets() -> None:
    assert subset_of("deep:my@home.weights@500000") == ("deep:my@home.weights", 500_000)
    assert subset_of("small@0") == ("small@0", None)
    for wrong in ("small@", "small@0", "small@many", "magic@10", "@10", "small@10@10"):
        assert not is_belief(wrong)
        with pytest.raises(KiebitzError, match="there is no belief"):
            make_belief(wrong)
