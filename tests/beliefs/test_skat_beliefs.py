from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz._core.skat_players import CardView
from kiebitz.beliefs.skat import SkatWorld, TableBelief, UniformSkatBelief, WeighingBelief
from kiebitz.beliefs.skat.tables import Tables, load_tables, shipped_tables, train_tables
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State, View
from kiebitz.games.skat.cards import card_number
from tests.players.skat import positions

CJ = 1 << card_number("CJ")


@settings(max_examples=40, deadline=None)
@given(number=st.integers(0, 1999), cards=st.integers(0, 27), seed=st.integers(0, 2**63))
def test_drawn_worlds_are_possible(number: int, cards: int, seed: int) -> None:
    state = positions.after(number, cards)
    if state.is_over:
        return
    view = state.view(state.to_move)
    for belief in (UniformSkatBelief(), TableBelief(candidates=100)):
        drawn = belief.draw(view, 10, seed)
        assert 1 <= len(drawn) <= 10
        for world, _ in drawn:
            union = world.skat
            for seat, hand in enumerate(world.hands):
                assert union & hand == 0
                union |= hand
                assert hand & view.native.impossible[seat] == 0
                assert hand.bit_count() == 10 - view.native.played[seat].bit_count()
            played = view.native.played[0] | view.native.played[1] | view.native.played[2]
            assert union | played == 2**32 - 1
            assert world.hands[view.seat] == view.native.hand


def test_all_worlds_are_drawn_once_when_they_are_few() -> None:
    view = _view(positions.after(0, 24))
    count = view.count_worlds()
    drawn = UniformSkatBelief().draw(view, count + 5, seed=1)
    assert len(drawn) == len({world for world, _ in drawn}) == count


def test_the_table_belief_weighs_the_true_world_above_the_average() -> None:
    # XSkat's games: other players than those the tables were trained on.
    belief = TableBelief()
    uniform = UniformSkatBelief()
    better = 0
    for number in range(100):
        state = positions.start(number)
        view = _view(state)
        a, b, c = state.native.hands
        true_world = SkatWorld((a, b, c), state.native.skat)
        worlds = [world for world, _ in uniform.draw(view, 60, seed=number)]
        truth, *drawn = belief.likelihoods(view, [true_world, *worlds])
        better += truth > sorted(drawn)[30]
    assert better > 60


class JackOfClubsLeft(WeighingBelief):
    """The jack of clubs, if unseen, is with the next seat for sure."""

    name = "jack left"

    def weigh(self, view: CardView, worlds: Sequence[SkatWorld]) -> Sequence[float]:
        seat = (view.seat + 1) % 3
        return [1.0 if world.hands[seat] & CJ else 0.0 for world in worlds]


def test_a_belief_written_in_python_decides_which_worlds_are_seen() -> None:
    for number in range(20):
        state = positions.start(number)
        view = _view(state)
        if view.native.hand & CJ or view.native.discard & CJ:
            continue
        drawn = JackOfClubsLeft(200).draw(view, 20, seed=3)
        assert all(world.hands[(view.seat + 1) % 3] & CJ for world, _ in drawn)
        assert sum(weight for _, weight in drawn) == pytest.approx(20)
        return


def test_tables_survive_being_written(tmp_path: object) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    file = tmp_path / "tables.json"
    tables = shipped_tables()
    tables.save(file)
    assert load_tables(file.read_text()) == tables
    with pytest.raises(KiebitzError):
        load_tables("[]")


def test_training_learns_that_declarers_hold_trumps() -> None:
    tables = train_tables(positions.start(number) for number in range(600))
    assert isinstance(tables, Tables)
    belief = TableBelief(tables)
    state = next(
        state
        for state in map(positions.start, range(600, 700))
        if state.contract is not None
        and state.contract.game == "C"
        and state.to_move != state.declarer
    )
    view = _view(state)
    worlds = [world for world, _ in UniformSkatBelief().draw(view, 200, seed=1)]
    declarer = state.declarer
    assert declarer is not None
    clubs_and_jacks = 0xFF808080
    worlds.sort(key=lambda world: (world.hands[declarer] & clubs_and_jacks).bit_count())
    few = sum(belief.likelihoods(view, worlds[:50]))
    many = sum(belief.likelihoods(view, worlds[-50:]))
    assert many > 2 * few


def _view(state: State) -> View:
    return state.view(state.to_move)
