"""Players that value cards approximately: ProbCut and estimates, at the table and in playouts."""

from __future__ import annotations

import pytest

from kiebitz.arena.declared import declared_deal
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.players.skat import make_player

APPROXIMATE = ("probcut:0.5", "steps:0.5", "win:0.5", "estimate")


def start(seed: int) -> State:
    state = declared_deal(seed)
    assert state is not None
    return state


@pytest.mark.parametrize("values", APPROXIMATE)
def test_the_same_seed_gives_the_same_values_on_any_number_of_threads(values: str) -> None:
    view = start(2).view(0)
    first, second = (
        make_player(f"pimc:worlds=8,values={values},threads={threads}").decide(view, seed=5)
        for threads in (1, 2)
    )
    assert first.move == second.move
    assert first.move in view.legal_moves
    assert first.candidates == second.candidates


@pytest.mark.parametrize("values", ["estimate", "win:0.3"])
def test_playouts_can_be_played_by_them(values: str) -> None:
    state = start(2)
    player = make_player(f"recpimc:worlds=2,inner=2,inner_values={values},threads=1")
    assert player.decide(state.view(0), seed=1).move in state.view(0).legal_moves


def test_a_whole_game_can_be_played_by_estimates() -> None:
    for seed in (2, 3):
        state = start(seed)
        player = make_player("pimc:worlds=4,values=estimate,threads=1,sure=0")
        while not state.is_over:
            state = state.play(player.decide(state.view(state.to_move), seed=seed).move)
        assert state.result is not None


@pytest.mark.parametrize(
    "values", ["probcut", "probcut:", "probcut:0", "probcut:1", "probcut:x", "estimate:0.5", "best"]
)
def test_a_setting_that_is_none_is_refused(values: str) -> None:
    with pytest.raises(KiebitzError, match="values of player pimc must be points, steps, win"):
        make_player(f"pimc:values={values}")


def test_a_declarer_can_ask_otherwise_than_a_defender() -> None:
    state = start(2)
    declarer = state.declarer
    assert declarer is not None
    both = "pimc:worlds=8,values={},soloist_values={},threads=1,sure=0"
    asked = make_player(both.format("win:0.3", "probcut:0.3"))
    while state.to_move != declarer:
        alone = make_player("pimc:worlds=8,values=win:0.3,threads=1,sure=0")
        view = state.view(state.to_move)
        decision = asked.decide(view, seed=3)
        assert decision.candidates == alone.decide(view, seed=3).candidates
        state = state.play(decision.move)
    view = state.view(declarer)
    alone = make_player("pimc:worlds=8,values=probcut:0.3,threads=1,sure=0")
    assert asked.decide(view, seed=3).candidates == alone.decide(view, seed=3).candidates
    with pytest.raises(KiebitzError, match="soloist_values of player pimc must be same, points"):
        make_player("pimc:soloist_values=best")
