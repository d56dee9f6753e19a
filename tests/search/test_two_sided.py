"""Two-sided search and minimum proofs, from Python."""

from __future__ import annotations

import runpy
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.games.synthetic import PrefixParameters, leaked_choice, prefix_node
from kiebitz.search.proof import GameGraph, Proof, minimum_proof_sizes
from kiebitz.search.two_sided import (
    ALGORITHMS,
    ORDERINGS,
    Algorithm,
    DeepeningOptions,
    Ordering,
    deepen,
    solve,
    trained_chances,
)

Nim: Any = runpy.run_path(str(Path(__file__).resolve().parents[2] / "examples" / "nim.py"))["Nim"]
SMALL = PrefixParameters(least_branching=2, most_branching=4, depth=5)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_game_written_in_python_is_solved(algorithm: Algorithm) -> None:
    for heaps in ((1,), (2, 2), (1, 2, 3), (1, 3, 3), (2, 3, 4)):
        # Bouton 1901: who moves wins unless the heaps' nim sum is zero.
        nim_sum = 0
        for heap in heaps:
            nim_sum ^= heap
        assert solve(Nim(heaps), algorithm=algorithm).value == (1 if nim_sum else 0)


def test_the_table_saves_work_and_changes_no_value() -> None:
    with_table = solve(Nim((2, 3, 4)), algorithm="alpha_beta")
    without = solve(Nim((2, 3, 4)), algorithm="alpha_beta", table_bits=0)
    assert with_table.value == without.value
    assert with_table.nodes < without.nodes / 4


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), algorithm=st.sampled_from(ALGORITHMS))
def test_every_ordering_finds_the_value_that_the_tree_knows(
    seed: int, algorithm: Algorithm
) -> None:
    truth = prefix_node(SMALL, seed).exact
    least = minimum_proof_sizes(SMALL, seed)
    for ordering in ORDERINGS:
        found = deepen(
            SMALL, seed, algorithm, DeepeningOptions(ordering, exact_frontier=True, table_bits=14)
        )
        assert found.value == truth
        assert list(found.nodes) == sorted(found.nodes)
        for depth in range(1, SMALL.depth):
            assert found.nodes[depth] >= least[depth]


def test_trained_chances_rise_with_the_value_and_change_no_result() -> None:
    chances = trained_chances(SMALL, range(20), "nega_scout")
    assert chances[16 - 3] < 0.4 < 0.6 < chances[16 + 3]
    for seed in range(5):
        trained = DeepeningOptions("size_per_chance", chances=chances, exact_frontier=True)
        assert deepen(SMALL, seed, "nega_scout", trained).value == prefix_node(SMALL, seed).exact
    with pytest.raises(KiebitzError, match="trained chances are 33"):
        deepen(SMALL, 1, "mtdf", DeepeningOptions(chances=(0.5,)))


def test_likely_moves_come_by_size_and_a_wide_margin_leaves_size_alone() -> None:
    tree = PrefixParameters(depth=6)
    cases: list[tuple[Ordering, float]] = [
        ("likely_then_size", 1000),
        ("likely_then_size", 1),
        ("size", 0),
    ]
    for seed in range(3):
        nodes = {
            (ordering, margin): deepen(
                tree, seed, "mtdf", DeepeningOptions(ordering, margin, frontier_values=False)
            ).nodes
            for ordering, margin in cases
        }
        assert nodes["likely_then_size", 1000] == nodes["size", 0]
        assert nodes["likely_then_size", 1] != nodes["size", 0]


def proves(graph: GameGraph, proof: Proof) -> bool:
    """Whether every position of a proof has what its bound needs below it."""
    value = graph.values[0]
    for vertices, sign in ((proof.at_least, 1), (proof.at_most, -1)):
        for v in vertices:
            below = [child in vertices for child in graph.children[v]]
            if not below:
                enough = sign * graph.scores[v] >= sign * value
            else:
                enough = any(below) if graph.white[v] == (sign == 1) else all(below)
            if not enough:
                return False
    return 0 in proof.at_least and 0 in proof.at_most


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_extracted_proof_proves_and_none_is_smaller(data: Any) -> None:
    size = data.draw(st.integers(1, 7))
    children: list[set[int]] = [set() for _ in range(size)]
    for v in range(1, size):  # everything can be reached; some in several ways
        for parent in data.draw(st.sets(st.integers(0, v - 1), min_size=1, max_size=2)):
            children[parent].add(v)
    graph = GameGraph(
        tuple(data.draw(st.lists(st.booleans(), min_size=size, max_size=size))),
        tuple(tuple(sorted(below)) for below in children),
        tuple(data.draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))),
    )
    found = graph.proof()
    assert found is not None
    assert proves(graph, found)
    vertices = [sorted(part) for n in range(size + 1) for part in combinations(range(size), n)]
    assert found.size == min(
        len({*low, *high})
        for low in vertices
        for high in vertices
        if len({*low, *high}) <= found.size and proves(graph, Proof(tuple(low), tuple(high)))
    )


def test_errors_may_be_normally_distributed() -> None:
    parameters = PrefixParameters(depth=2, noise=3, gaussian=True)
    errors = [
        node.evaluation - node.exact
        for node in (prefix_node(parameters, seed, [seed % 4]) for seed in range(2000))
    ]
    mean = sum(errors) / len(errors)
    deviation = (sum(error**2 for error in errors) / len(errors)) ** 0.5
    assert abs(mean) < 0.25
    assert 2.8 < deviation < 3.2
    assert max(map(abs, errors)) > 6
    assert all(abs(error) <= 12 for error in errors)


def test_leaked_quality_goes_from_even_to_perfect_choice() -> None:
    draws = [number / 400 for number in range(400)]
    best = prefix_node(SMALL, 3).exact

    def good(strength: float) -> int:
        moves = [leaked_choice(SMALL, 3, strength, draw) for draw in draws]
        return sum(prefix_node(SMALL, 3, [move]).exact == best for move in moves)

    assert good(0.0) < good(0.5) < good(5.0)
    assert good(100.0) == 400


def test_moves_of_a_prefix_tree_never_help_their_mover() -> None:
    for seed in range(10):
        root = prefix_node(SMALL, seed)
        children = [prefix_node(SMALL, seed, [move]) for move in range(root.moves)]
        assert max(child.exact for child in children) == root.exact
        for move, child in enumerate(children):
            replies = [prefix_node(SMALL, seed, [move, reply]) for reply in range(child.moves)]
            assert min(reply.exact for reply in replies) == child.exact


def smallest_cover(elements: int, sets: list[tuple[int, ...]]) -> int:
    for size in range(1, len(sets) + 1):
        for chosen in combinations(sets, size):
            if set(range(elements)) <= {element for members in chosen for element in members}:
                return size
    raise AssertionError("the sets do not cover the elements")


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_minimum_proof_is_a_minimum_set_cover(data: Any) -> None:
    elements = data.draw(st.integers(1, 5))
    members = st.sets(st.integers(0, elements - 1), min_size=1).map(lambda s: tuple(sorted(s)))
    sets = data.draw(st.lists(members, min_size=1, max_size=5))
    sets += [(element,) for element in range(elements) if not any(element in s for s in sets)]
    fewest = smallest_cover(elements, sets)
    plain = GameGraph.of_set_cover(elements, sets)
    assert plain.minimum_target_proof(1) == 2 + elements + fewest
    assert plain.minimum_target_proof(2) is None
    extended = GameGraph.of_set_cover(elements, sets, for_minimax=True)
    assert extended.minimum_minimax_proof() == 2 + elements + fewest + 2


def test_bad_input_is_refused() -> None:
    with pytest.raises(KiebitzError, match="an edge must lead to a higher vertex"):
        GameGraph((True, False), ((1,), (0,)), (0, 0)).minimum_minimax_proof()
    with pytest.raises(KiebitzError, match="vertex 1 cannot be reached"):
        GameGraph((True, False), ((), ()), (0, 0)).minimum_minimax_proof()
    with pytest.raises(KiebitzError, match="no set holds 2"):
        GameGraph.of_set_cover(3, [(0, 1)])
    with pytest.raises(KiebitzError, match="most_branching must be from 4 to 64"):
        prefix_node(PrefixParameters(most_branching=2), 1)
    with pytest.raises(KiebitzError, match="move 9 is not legal here"):
        prefix_node(SMALL, 1, [9])
    with pytest.raises(KiebitzError, match="an algorithm is one of"):
        solve(Nim((1,)), algorithm="minimax")  # type: ignore[arg-type]
    with pytest.raises(KiebitzError, match="the game is over"):
        solve(Nim(()))
