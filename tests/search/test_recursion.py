"""The exact policies on BCD trees, against OpenSpiel on the same game in Gambit's format."""

from __future__ import annotations

import math

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import exploitability as spiel_exploitability

from kiebitz.errors import KiebitzError
from kiebitz.games.synthetic import BcdParameters, BcdTree
from kiebitz.games.synthetic.bcd import Policy
from kiebitz.search.recursion import (
    equilibrium,
    exploitability,
    level_policies,
    recursion_table,
)


def as_gambit(tree: BcdTree) -> str:
    """The tree in Gambit's extensive form format."""
    types, moves = tree.parameters.types, tree.parameters.moves
    # Gambit numbers each player's sets on their own.
    sets: tuple[dict[tuple[int, int, int, tuple[int, ...]], int], ...] = ({}, {})
    chances = " ".join(f'"w{world}" 1/{tree.worlds}' for world in range(tree.worlds))
    lines = ['EFG 2 R "bcd" { "first" "second" }', f'c "" 1 "" {{ {chances} }} 0']
    outcomes = 0

    def add(world: int, depth: int, history: int) -> None:
        nonlocal outcomes
        if depth == moves:
            outcomes += 1
            wins = tree.leaf(history, world)
            lines.append(f't "" {outcomes} "o{outcomes}" {{ {wins} {-wins} }}')
            return
        player = depth % 2
        pair = divmod(world, types)
        own, other = pair if player == 0 else pair[::-1]
        seen = tree.information_set(depth, history, own, other)
        number = sets[player].setdefault((depth, history, own, seen), len(sets[player]) + 1)
        lines.append(f'p "" {player + 1} {number} "s{player}.{number}" {{ "left" "right" }} 0')
        add(world, depth + 1, 2 * history)
        add(world, depth + 1, 2 * history + 1)

    for world in range(tree.worlds):
        add(world, 0, 0)
    return "\n".join(lines) + "\n"


def exploitability_by_openspiel(tree: BcdTree, policy: Policy) -> float:
    """The sum of both best responses, computed by OpenSpiel."""
    game = pyspiel.load_efg_game(as_gambit(tree))
    chances: dict[str, float] = {}

    def collect(state: pyspiel.State, world: int, depth: int, history: int) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for w, (action, _) in enumerate(state.chance_outcomes()):
                collect(state.child(action), w, 0, 0)
            return
        chance = policy[depth][history * tree.worlds + world]
        # One information set has one chance, or the policy would know what it may not.
        assert chances.setdefault(state.information_state_string(), chance) == chance
        for move, action in enumerate(state.legal_actions()):
            collect(state.child(action), world, depth + 1, 2 * history + move)

    def choose(state: pyspiel.State) -> dict[int, float]:
        second = chances[state.information_state_string()]
        left, right = state.legal_actions()
        return {left: 1 - second, right: second}

    collect(game.new_initial_state(), 0, 0, 0)
    tabular = spiel_policy.tabular_policy_from_callable(game, choose)
    return float(spiel_exploitability.nash_conv(game, tabular))


@pytest.mark.parametrize("disambiguation", [0.0, 0.3, 0.7])
def test_exploitability_is_what_openspiel_finds(disambiguation: float) -> None:
    parameters = BcdParameters(
        types=3, moves=4, disambiguation=disambiguation, correlation=0.5, bias=0.6
    )
    for seed in range(4):
        tree = BcdTree(parameters, seed)
        for policy in (*level_policies(tree, 2), equilibrium(tree, 20)):
            ours = exploitability(tree, policy)
            assert ours == pytest.approx(exploitability_by_openspiel(tree, policy), abs=1e-9)


def test_an_equilibrium_cannot_be_exploited() -> None:
    tree = BcdTree(BcdParameters(types=4, moves=5, disambiguation=0.2), seed=3)
    before = exploitability(tree, equilibrium(tree, 10))
    after = exploitability(tree, equilibrium(tree, 1000))
    assert 0 <= after < 0.01 < before


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**64 - 1),
    disambiguation=st.floats(0, 1),
    bias_for=st.sampled_from(["first_player", "second_player", "last_mover", "after_last_mover"]),
    halving=st.sampled_from(["equal", "coin"]),
    split_time=st.sampled_from(["own_moves", "every_move"]),
    first=st.booleans(),
)
def test_gains_are_antisymmetric_and_below_the_best_response(
    seed: int, disambiguation: float, bias_for: str, halving: str, split_time: str, first: bool
) -> None:
    parameters = BcdParameters(
        moves=5,
        types=4,
        disambiguation=disambiguation,
        bias_for=bias_for,  # type: ignore[arg-type]
        halving=halving,  # type: ignore[arg-type]
        split_time=split_time,  # type: ignore[arg-type]
        split_before_first_move=first,
    )
    table = recursion_table(BcdTree(parameters, seed), [0, 1, 2, 4])
    for row in range(4):
        assert table.gain[row][row] == pytest.approx(0, abs=1e-12)
        assert table.playout[row] <= table.best[row] + 1e-12
        for column in range(4):
            assert table.gain[row][column] == pytest.approx(-table.gain[column][row], abs=1e-12)
            assert table.gain[row][column] <= table.best[row] + 1e-12


# Figure 9.2 of the thesis: what the column wins of the row; the last column is its "BR".
PRINTED = {
    0: (0.294, 0.175, 0.158, 0.156, 0.157, 0.157, 0.299),
    1: (0.051, 0.029, 0.025, 0.027, 0.027, 0.088),
    2: (0.029, 0.018, 0.021, 0.021, 0.071),
    3: (0.008, 0.004, 0.004, 0.059),
    4: (0.005, 0.004, 0.057),
    5: (0.001, 0.055),
    8: (0.055,),
}


def test_figure_9_2() -> None:
    levels = list(PRINTED)
    samples: dict[tuple[int, int], list[float]] = {}
    for seed in range(150):
        table = recursion_table(BcdTree(BcdParameters(), seed), levels)
        for row in range(len(levels)):
            entries = [*table.gain[row][row + 1 :], table.playout[row]]
            for column, gain in enumerate(entries):
                samples.setdefault((row, column), []).append(gain)
    for (row, column), gains in samples.items():
        mean = math.fsum(gains) / len(gains)
        variance = math.fsum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
        printed = PRINTED[levels[row]][column]
        # Four standard errors, and the rounding of the printed number.
        assert abs(mean - printed) < 4 * math.sqrt(variance / len(gains)) + 0.001, (row, column)


def test_arguments_out_of_range_are_refused() -> None:
    with pytest.raises(KiebitzError, match="bias must be from 0 to 1"):
        BcdTree(BcdParameters(bias=1.5), 1)
    with pytest.raises(KiebitzError, match="moves must be from 1 to 14"):
        BcdTree(BcdParameters(moves=40), 1)
    with pytest.raises(KiebitzError, match="halving is one of equal, coin"):
        BcdParameters(halving="odd")  # type: ignore[arg-type]
    tree = BcdTree(BcdParameters(types=2, moves=2), 1)
    with pytest.raises(ValueError, match="world must be from 0 to 3"):
        tree.leaf(0, 4)
    with pytest.raises(ValueError, match="history"):
        tree.leaf(4, 0)
    with pytest.raises(ValueError, match="one chance for each history"):
        exploitability(tree, [[0.5]])
    with pytest.raises(KiebitzError, match="at least one level"):
        recursion_table(tree, [])
