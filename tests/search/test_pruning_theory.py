"""What must be looked at, whatever the algorithm: theorem 6.2 of Sturtevant's thesis."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

Scores = tuple[int, ...]
Leaves = list[Scores]
TOTAL = 36
#: Three players, two branches, three moves: eight leaves, in sixths of a point. What a leaf might
#: be instead is finer, so that a little more is always possible (else §5.15 would prune further).
FINE = [scores for scores in product(range(TOTAL + 1), repeat=3) if sum(scores) == TOTAL]
SCORES = [scores for scores in FINE if all(score % 6 == 0 for score in scores)]


def maxn(tree: Any, player: int = 0) -> Scores:
    """Plain maxⁿ, the first of equal branches."""
    if isinstance(tree[0], int):
        scores: Scores = tree
        return scores
    return max((maxn(branch, player + 1) for branch in tree), key=lambda found: found[player])


def evaluated(leaves: Leaves) -> set[int]:
    """The leaves that maxⁿ with shallow pruning looks at (§5.3)."""
    seen: set[int] = set()

    def visit(first: int, size: int, player: int, bound: int) -> Scores:
        """`bound`: what the parent's player has already."""
        if size == 1:
            seen.add(first)
            return leaves[first]
        half = size // 2
        best = visit(first, half, player + 1, 0)
        # Nothing is better than all there is; and even all that is left would not be more than
        # the parent's player has.
        if TOTAL - best[player] <= bound:
            return best
        other = visit(first + half, half, player + 1, best[player])
        return other if other[player] > best[player] else best

    visit(0, len(leaves), 0, 0)
    return seen


@pytest.mark.parametrize("seed", range(12))
def test_every_leaf_that_shallow_pruning_evaluates_may_decide_a_bound(seed: int) -> None:
    """Whoever skips one of them, knowing only those before it, cannot say who has more than what.

    Two values of that leaf, with the same leaves behind it, then give the root different scores;
    a bound between them is answered differently.
    """
    random = Random(seed)
    leaves = [random.choice(SCORES) for _ in range(8)]
    for leaf in evaluated(leaves):
        assert any(_decides(leaves, leaf, random) for _ in range(4000)), (leaves, leaf)


def _decides(leaves: Leaves, leaf: int, random: Random) -> bool:
    """Whether, with some branches behind it, this leaf decides if somebody has more than a bound.

    How many branches a node has is not known before: last-branch pruning, which knows it, may
    leave out more (§5.12).
    """
    after = [random.choice(FINE) for _ in leaves[leaf + 1 :]]
    more = [random.choice(FINE) for _ in range(2)]
    at = random.randrange(3)
    results = set()
    for scores in (random.choice(FINE), random.choice(FINE)):
        line: list[Any] = [*leaves[:leaf], scores, *after]
        tree: list[Any] = [[line[0:2], line[2:4]], [line[4:6], line[6:8]]]
        if at > 0:
            tree[leaf // 4].append(more)
        if at > 1:
            tree.append([more, more])
        results.add(maxn(tree))
    return len(results) == 2


def test_win_or_loss_alone_misleads_maxn() -> None:
    """Figure 6.3: more than 2 is a win, and player 2 cannot tell two wins apart."""

    def value(scores: Scores) -> Scores:
        return scores

    def won(scores: Scores) -> Scores:
        first, second, third = (int(score > 2) for score in scores)
        return first, second, third

    for seen, expected in ((value, 3), (won, 1)):
        left = [seen((5, 5, 0)), seen((1, 8, 1))]
        right = seen((3, 3, 4))
        best = max(left, key=lambda scores: scores[1])
        root = best if best[0] >= right[0] else right
        assert root[0] == expected
    # So the wins say that player 1 wins by going left, where the values give him 1.
