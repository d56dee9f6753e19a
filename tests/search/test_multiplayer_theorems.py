"""Theorems of Sturtevant's thesis about maxⁿ, on trees that are written down or drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kiebitz.games import chinese_checkers, hearts, spades
from kiebitz.lab.experiments.pruning_average import Node, Tree
from kiebitz.limits import Limit
from kiebitz.search.multiplayer import Method, ScoreBounds, search


def random_tree(random: Random, depth: int, highest: int, total: int) -> Tree:
    if depth == 0:
        while True:
            scores = tuple(random.randint(0, highest) for _ in range(3))
            if sum(scores) <= total:
                return scores
    return tuple(random_tree(random, depth - 1, highest, total) for _ in range(3))


def solved(tree: Tree, method: Method | str, highest: int, total: int) -> Any:
    bounds = ScoreBounds(0, highest, total)
    return search(Node(tree), method, limit=Limit(depth=20), bounds=bounds)


@pytest.mark.parametrize("much", [6, 100, 10_000])
def test_a_wrong_model_of_ties_costs_any_amount(much: int) -> None:
    """Theorem 4.1, with the tree of figure 4.7."""
    tree = (((0, 2, 0), (5, 2, 0)), ((0, 3, 0), (much, 3, 0)))
    worth = {
        ties: solved(tree, Method("maxn", ties=ties), much, 2 * much).values[0]
        for ties in ("first", "last", "least for root", "most for root")
    }
    assert worth == {"first": 0, "last": much, "least for root": 0, "most for root": much}


@pytest.mark.parametrize(("highest", "total"), [(6, 12), (6, 15), (6, 18)])
def test_shallow_pruning_needs_less_to_share_than_two_could_want(highest: int, total: int) -> None:
    """Theorem 5.2: with maxsum ≥ 2·maxp it prunes no more than immediate pruning does."""
    random = Random(highest + total)
    for _ in range(60):
        tree = random_tree(random, 4, highest, total)
        plain = solved(tree, "immediate", highest, total)
        assert solved(tree, "shallow", highest, total).nodes == plain.nodes


def test_shallow_pruning_saves_where_there_is_little_to_share() -> None:
    """The other side of theorem 5.2."""
    random = Random(5)
    trees = [random_tree(random, 4, 6, 8) for _ in range(60)]
    saved = [
        solved(tree, "immediate", 6, 8).nodes - solved(tree, "shallow", 6, 8).nodes
        for tree in trees
    ]
    assert min(saved) >= 0
    assert sum(saved) > 0


@pytest.mark.parametrize("seed", range(8))
def test_nobody_gains_by_leaving_his_maxn_strategy_alone(seed: int) -> None:
    """What maxⁿ finds is an equilibrium point (Luce and Raiffa, as cited in §4.3)."""
    tree = random_tree(Random(seed), 4, 9, 27)
    values = solved(tree, "maxn", 9, 27).values

    def reply(node: Node, rebel: int) -> int:
        """What one player gets at best while all others keep to maxⁿ."""
        if node.is_over:
            return node.scores[rebel]
        if node.to_move == rebel:
            return max(reply(node.play(move), rebel) for move in node.legal_moves)
        bounds = ScoreBounds(0, 9, 27)
        chosen = search(node, "maxn", limit=Limit(depth=20), bounds=bounds).move
        return reply(node.play(int(chosen)), rebel)

    assert tuple(reply(Node(tree), rebel) for rebel in range(3)) == values


def test_who_fears_the_queen_leads_another_card() -> None:
    """Figure 4.8, in the game itself: the ace of spades may catch the queen, or may not."""
    state = hearts.State.parse("3-ocfb open -|-|- 4,5,4 - C3.SA|SQ.SK|C5.C8 0 - 5,5,5 -")
    points = {}
    for ties in ("last", "least for root"):
        method = Method("maxn", ties=ties, evaluation="score")
        found = search(state, method, limit=Limit(depth=2), all_moves=True)
        points[ties] = {card: 26 - values[0] for card, values in found.candidates.items()}
        assert found.complete
    assert points["last"] == {"SA": 4, "C3": 4}
    assert points["least for root"] == {"SA": 4 + 13, "C3": 4}


def test_positions_come_up_again_after_the_second_own_move() -> None:
    """§6.2.3 and figure 6.5: with three players not before four moves have been made."""
    state = chinese_checkers.State.start(chinese_checkers.Rules(3, pegs=6))
    method = Method("maxn", table_entries=2**16, deepen=False, width=8)
    hits = {
        depth: search(state, method, limit=Limit(depth=depth)).statistics["table_hits"]
        for depth in (3, 4, 5)
    }
    assert hits[3] == hits[4] == 0 < hits[5]


def towards_the_end(state: Any, cards: int, seed: int) -> Any:
    random = Random(seed)
    while sum(map(len, state.hands)) > cards:
        state = state.play(random.choice(state.legal_moves))
    return state


def test_hearts_cannot_be_pruned_by_two_players_bounds_and_spades_can() -> None:
    """Table 5.9 and §5.5.2: 26 minus the points sum to 52 for three, twice the most of one."""
    shallow = Method("shallow", evaluation="score")
    immediate = Method("immediate", evaluation="score")
    saved = 0
    for seed in range(12):
        rules = hearts.Rules(players=3, moon="none")
        state = towards_the_end(hearts.State.deal(seed, rules), 12, seed)
        found = search(state, shallow, limit=Limit(depth=4))
        assert found.complete
        assert sum(found.values) == 52
        assert found.statistics["shallow"] == 0
        assert found.nodes == search(state, immediate, limit=Limit(depth=4)).nodes

        tricks = towards_the_end(spades.State.deal(seed, spades.Rules(bidding=False)), 12, seed)
        pruned = search(tricks, shallow, limit=Limit(depth=4))
        assert sum(pruned.values) == 17
        saved += search(tricks, immediate, limit=Limit(depth=4)).nodes - pruned.nodes
    assert saved > 0
