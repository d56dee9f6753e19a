"""Every exact pruning is maxⁿ, on random trees, in the games and in a game written in Python."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz._core import multiplayer as core
from kiebitz.errors import KiebitzError
from kiebitz.games import catalogue, chinese_checkers, hearts, spades
from kiebitz.limits import Limit
from kiebitz.search.multiplayer import (
    ALGORITHMS,
    History,
    Method,
    ScoreBounds,
    is_above,
    search,
    tricks_by_depth,
)

EXACT = [name for name in ALGORITHMS if name not in ("approximate-deep", "paranoid", "minimax")]


@given(
    players=st.integers(2, 6),
    branching=st.integers(1, 5),
    depth=st.integers(1, 5),
    total=st.integers(0, 60),
    seed=st.integers(0, 2**60),
    ties=st.sampled_from(["first", "last", "least for root", "most for root"]),
    without=st.sets(st.sampled_from(["immediate", "shallow", "discrete"])),
)
@settings(max_examples=250, deadline=None)
def test_prunings_on_random_trees(
    players: int, branching: int, depth: int, total: int, seed: int, ties: Any, without: set[str]
) -> None:
    found = {}
    for name in EXACT:
        method = Method(name, ties=ties, without=tuple(without))
        result = core.search_tree(players, branching, depth, total, True, seed, method.options())
        found[name] = (result.move, result.values)
    assert len(set(map(str, found.values()))) == 1


def test_approximate_deep_differs_now_and_then() -> None:
    different = 0
    for seed in range(300):
        plain = core.search_tree(3, 4, 6, 1000, True, seed, Method("maxn").options())
        deep = core.search_tree(3, 4, 6, 1000, True, seed, Method("approximate-deep").options())
        assert deep.statistics.nodes < plain.statistics.nodes
        different += deep.values != plain.values
    assert 0 < different < 300


def some_position(name: str, seed: int) -> Any:
    """A position late enough that three moves can be searched without pruning."""
    chooser = random.Random(seed)
    state = catalogue.start(name, seed=seed)
    length = {"hearts": 40, "spades": 42, "sergeant-major": 44, "cribbage": 5}.get(name, 12)
    for _ in range(length):
        if not state.is_over:
            state = state.play(chooser.choice(state.legal_moves))
    return state


@pytest.mark.parametrize("name", catalogue.PLAYERS)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=6, deadline=None)
def test_prunings_in_games(name: str, seed: int) -> None:
    state = some_position(name, seed)
    if state.is_over:
        return
    limit = Limit(depth=2)
    plain = search(state, "maxn", limit=limit)
    for algorithm in EXACT:
        found = search(state, Method(algorithm, table_entries=1024), limit=limit)
        assert (found.move, found.values) == (plain.move, plain.values)


@pytest.mark.parametrize("name", catalogue.PLAYERS)
def test_every_move_has_its_exact_values(name: str) -> None:
    state = some_position(name, 5)
    found = search(state, "speculative", limit=Limit(depth=2), all_moves=True)
    assert set(found.candidates) == set(state.legal_moves)
    seat = state.to_move
    best = max(values[seat] for values in found.candidates.values())
    assert found.candidates[found.move][seat] == best == found.value


def nim() -> Any:
    path = Path(__file__).parents[2] / "examples" / "nim.py"
    spec = importlib.util.spec_from_file_location("nim_for_search", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["nim_for_search"] = module
    spec.loader.exec_module(module)
    return module.Nim


def brute_force(state: Any) -> tuple[int, ...]:
    """maxⁿ in five lines of Python, ties to the first move."""
    if state.is_over:
        return tuple(state.scores)
    best: tuple[int, ...] = ()
    for move in state.legal_moves:
        values = brute_force(state.play(move))
        if not best or values[state.to_move] > best[state.to_move]:
            best = values
    return best


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("heaps", [(1, 2), (2, 2, 1), (3, 2), (1, 1, 1, 1)])
def test_a_game_written_in_python(players: int, heaps: tuple[int, ...]) -> None:
    state = nim()(heaps, players=players)
    bounds = ScoreBounds(0, 1, 1)
    expected = brute_force(state)
    for algorithm in EXACT:
        found = search(state, algorithm, limit=Limit(depth=50), bounds=bounds)
        assert found.values == expected
        assert found.complete
        assert found.move in state.legal_moves
    if players == 2:
        won = search(state, "minimax", limit=Limit(depth=50), bounds=bounds).value > 0
        assert won == (expected[0] == 1)


def test_wrong_bounds_of_a_python_game_are_noticed() -> None:
    with pytest.raises(KiebitzError, match="bound"):
        search(nim()((2, 1)), limit=Limit(depth=9), bounds=ScoreBounds(0, 5, 0))


def test_an_evaluation_written_in_python() -> None:
    state = nim()((9, 9, 9), players=3)
    seen = []

    def evaluate(position: Any) -> tuple[int, ...]:
        seen.append(position)
        return (0, 0, 0)

    found = search(
        state, "maxn", limit=Limit(depth=1), bounds=ScoreBounds(0, 1, 1), evaluate=evaluate
    )
    assert found.depth == 1
    assert len(seen) == len(state.legal_moves)


def test_paranoid_guarantees_no_more_than_maxn_expects() -> None:
    """An equilibrium gives a player at least what it can enforce against all others (§4.2)."""
    for name in ("spades", "hearts", "sergeant-major"):
        for seed in range(6):
            state = some_position(name, seed)
            if state.is_over:
                continue
            values = search(state, Method("maxn", evaluation="score"), limit=Limit(depth=20)).values
            method = Method("paranoid", evaluation="score", own_value_only=True)
            sure = search(state, method, limit=Limit(depth=20)).value
            assert sure <= values[state.to_move]


def test_misuse_is_refused() -> None:
    state = hearts.State.deal(1)
    with pytest.raises(KiebitzError, match="speculative"):
        search(state, "alphabeta")
    with pytest.raises(KiebitzError, match="two players"):
        search(state, "minimax")
    with pytest.raises(KiebitzError, match="evaluation"):
        search(state, Method(evaluation="wrong"))
    with pytest.raises(KiebitzError, match="book"):
        search(chinese_checkers.State.start(), Method(evaluation="book"), limit=Limit(depth=1))
    over = spades.State.deal(1)
    while not over.is_over:
        over = over.play(over.legal_moves[0])
    with pytest.raises(KiebitzError, match="over"):
        search(over)


def test_a_narrow_search_and_a_shuffled_root() -> None:
    state = chinese_checkers.State.start(chinese_checkers.Rules(3, pegs=6))
    narrow = search(state, Method("maxn", width=3), limit=Limit(depth=3))
    assert narrow.nodes == 3 + 9 + 27 + 3 + 9 + 3  # deepening searches depth 1, 2 and 3
    moves = {search(state, limit=Limit(depth=1), shuffle=seed).move for seed in range(20)}
    assert len(moves) > 1


@pytest.mark.parametrize("algorithm", ["paranoid", "immediate", "speculative"])
def test_chance_chooses_among_equal_values_at_a_random_root(algorithm: str) -> None:
    state = chinese_checkers.State.start(chinese_checkers.Rules(3, pegs=6))
    method = Method(algorithm, order="value", random_root=True)
    # Far enough to see two moves of one's own: either may come first.
    seat = state.to_move
    found = search(state, method, limit=Limit(depth=4), all_moves=True).candidates
    worth = {move: values[seat if len(values) > 1 else 0] for move, values in found.items()}
    chosen = {search(state, method, limit=Limit(depth=4), shuffle=seed).move for seed in range(12)}
    assert len(chosen) > 1
    assert {worth[move] for move in chosen} == {max(worth.values())}
    # Without a seed nothing is left to chance.
    without = Method(algorithm, order="value")
    same = {search(state, each, limit=Limit(depth=3)).move for each in (method, without)}
    assert len(same) == 1


def test_zero_windows_bracket_the_value() -> None:
    for name in ("spades", "hearts", "chinese-checkers"):
        state = some_position(name, 3)
        method = Method("paranoid")
        value = search(state, method, limit=Limit(depth=2)).value
        assert not is_above(state, value, method, depth=2)
        assert is_above(state, value - 1, method, depth=2)


@pytest.mark.parametrize("own", [False, True], ids=["lead", "own value"])
def test_zero_windows_answer_every_question_in_hearts(own: bool) -> None:
    for seed in range(3):
        state = hearts.State.deal(seed, hearts.Rules(players=3 + seed % 2))
        for evaluation in ("estimate", "score"):
            method = Method("paranoid", evaluation=evaluation, own_value_only=own)
            value = search(state, method, limit=Limit(depth=1)).value
            for bound in (value - 40, value - 1, value, value + 40):
                assert is_above(state, bound, method, depth=1) == (bound < value)


def test_zero_windows_in_a_game_written_in_python() -> None:
    game = nim()
    for heaps, players in (((3, 4), 2), ((2, 2, 1), 3), ((4, 1), 4)):
        state = game(heaps, players=players)
        bounds = ScoreBounds(0, 1, 1)
        value = search(state, "paranoid", limit=Limit(depth=20), bounds=bounds).value
        assert value in (-1, 1)  # the win, or somebody else's
        for bound in range(-3, 3):
            assert is_above(state, bound, depth=20, bounds=bounds) == (bound < value)
    with pytest.raises(KiebitzError, match="ran out"):
        is_above(game((5, 6, 7), players=3), 0, depth=20, nodes=10)
    with pytest.raises(KiebitzError, match="over"):
        is_above(game((0,), players=2), 0, depth=1)


def test_tricks_by_depth_are_those_of_full_searches() -> None:
    method = Method("paranoid", evaluation="score", own_value_only=True)
    for seed in range(4):
        state = spades.State.deal(seed, spades.Rules(bidding=False))
        expected = [search(state, method, limit=Limit(depth=depth)).value for depth in (1, 2, 3)]
        assert list(tricks_by_depth(state, depth=3)) == expected
    with pytest.raises(KiebitzError, match="between two tricks"):
        tricks_by_depth(hearts.State.deal(1), depth=1)
    with pytest.raises(KiebitzError, match="ran out"):
        tricks_by_depth(spades.State.deal(1, spades.Rules(bidding=False)), depth=6, nodes=50)


def test_a_history_can_be_learned_kept_and_used() -> None:
    state = some_position("spades", 2)
    table = History()
    search(state, limit=Limit(depth=2), learn=table)
    assert sum(table.weights) > 0
    other = History()
    other.weights = table.weights
    with_history = search(state, "paranoid", limit=Limit(depth=2), history=other)
    assert with_history.value == search(state, "paranoid", limit=Limit(depth=2)).value


@pytest.mark.parametrize("evaluation", ["distance", "progress"])
def test_evaluations_of_chinese_checkers_bound_what_prunings_rely_on(evaluation: str) -> None:
    state = chinese_checkers.State.start(chinese_checkers.Rules(3, 6))
    for seed in range(4):
        state = state.play(search(state, "paranoid", limit=Limit(depth=2), shuffle=seed).move)
        plain, pruned = (
            search(state, Method(name, evaluation=evaluation, width=8), limit=Limit(depth=4))
            for name in ("maxn", "speculative")
        )
        assert plain.values == pruned.values
        assert plain.move == pruned.move
