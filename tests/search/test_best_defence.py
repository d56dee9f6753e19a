"""The game trees printed in 001, rebuilt from its text; all strategies of small random trees."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import InvalidPosition, KiebitzError
from kiebitz.limits import Limit
from kiebitz.search.best_defence import (
    ALGORITHMS,
    Leaf,
    Max,
    Min,
    Path,
    Tree,
    payoffs_of,
    solve,
    tree_of,
    with_known_worlds,
)


def wins(*worlds: int, of: int = 5) -> Leaf:
    """A leaf with payoff 1 in these worlds (numbered from 1) and 0 in the others."""
    return Leaf(*(1 if world in worlds else 0 for world in range(1, of + 1)))


# Figure 1: two worlds; under b MIN can hold MAX to nothing, under c MAX always gets 1, and at two
# of the MAX nodes it does not matter which branch is chosen.
FIGURE_1 = Max(
    Min(
        Max(wins(1, of=2), wins(2, of=2), name="d"),
        Max(wins(of=2), wins(of=2), name="e"),
        name="b",
    ),
    Min(
        Max(wins(1, 2, of=2), wins(of=2), name="f"),
        Max(wins(1, 2, of=2), wins(1, 2, of=2), name="g"),
        name="c",
    ),
    name="a",
)

FIGURE_9 = Max(
    Min(wins(1, of=4), wins(1, of=4), name="b"),
    Min(wins(2, 4, of=4), wins(1, 3, of=4), name="c"),
    name="a",
)

RIGHT_HAND_SIDE = Min(
    Max(wins(1, 2, 3, 4), wins(), name="f"), Max(wins(1, 2, 3, 4), name="g"), name="e"
)

FIGURE_10 = Max(
    Min(
        Max(wins(1, 2, 3), wins(4, 5), name="c"),
        Max(wins(1, 2, 3), wins(4, 5), name="d"),
        name="b",
    ),
    RIGHT_HAND_SIDE,
    name="a",
)

LEFT_OF_11 = Min(
    Max(wins(1, 2, 3), wins(4, 5), name="c"),
    Max(wins(3, 4, 5), wins(1, 2), name="d"),
    name="b",
)
FIGURE_11 = Max(LEFT_OF_11, RIGHT_HAND_SIDE, name="a")

# Figure 24 alters two payoffs under c of figure 11: w4 on its left, w3 on its right.
FIGURE_24 = Min(
    Max(wins(1, 2, 3, 4), wins(3, 4, 5), name="c"),
    Max(wins(3, 4, 5), wins(1, 2), name="d"),
    name="b",
)


def test_figure_1_monte_carlo_finds_the_right_move() -> None:
    solution = solve(FIGURE_1, "monte-carlo")
    assert solution.choice("a") == 1
    assert solution.value == solution.believed == solve(FIGURE_1).value == 1.0


def test_figure_3_the_finesse_wins_two_tricks_when_west_has_the_king() -> None:
    # AQ opposite 2. West plays K, low or shows out; w1: West has the king, w2: East has it.
    tree = Max(
        Min(
            Max(Leaf(2, None), Leaf(1, None), name="west plays the king"),  # the ace, or the queen
            Max(
                Min(Leaf(None, 1), Leaf(1, 1)),  # the ace: the queen may still lose to the king
                Min(Leaf(None, 1), Leaf(2, 2)),  # the queen: East takes it with the king or ducks
                name="west plays low",
            ),
        ),
        name="low from South",
    )
    solution = solve(tree)
    assert solution.payoffs == (2, 1)
    assert solution.choice("west plays low") == 1
    assert solution.choice("west plays the king") == 0


def test_figure_9_monte_carlo_assumes_that_min_knows_the_world() -> None:
    sampled = solve(FIGURE_9, "monte-carlo")
    assert sampled.choice("a") == 0
    assert sampled.value == solve(FIGURE_9).value == 0.25
    blind = with_known_worlds(FIGURE_9, [False] * 4)
    # One world left, with the number of the four worlds that MAX wins.
    best = solve(blind, probabilities=[0.25])
    assert best.choice("a") == 1
    assert best.value == 0.5
    assert payoffs_of(blind, sampled.choices) == (1,)


def test_figure_10_strategy_fusion_at_max_nodes() -> None:
    sampled = solve(FIGURE_10, "monte-carlo")
    assert sampled.choice("a") == 0
    assert sampled.believed == pytest.approx(1.0)
    assert sampled.payoffs == (1, 1, 1, 0, 0)
    for algorithm in ("vector-mm", "exact"):
        assert solve(FIGURE_10, algorithm).choice("a") == 1
        assert solve(FIGURE_10, algorithm).payoffs == (1, 1, 1, 1, 0)


def test_figure_11_non_locality() -> None:
    sampled = solve(FIGURE_11, "monte-carlo")
    assert sampled.choice("a") == 0
    assert sampled.payoffs == (0, 0, 1, 0, 0)
    assert solve(FIGURE_11, "vector-mm").choice("a") == 1  # figure 17
    # Below b: the minimax value is 1 in every world, so payoff-reduction does nothing.
    for algorithm in ("monte-carlo", "vector-mm", "prm"):
        assert solve(LEFT_OF_11, algorithm).payoffs == (0, 0, 1, 0, 0)
    assert solve(LEFT_OF_11, "vm-beta").payoffs == (1, 1, 0, 0, 0)
    assert solve(LEFT_OF_11).value == pytest.approx(0.4)
    assert payoffs_of(LEFT_OF_11, {(0,): 1, (1,): 0}) == (0, 0, 0, 1, 1)


def test_figure_24_iterative_biasing() -> None:
    for algorithm in ("monte-carlo", "vector-mm", "prm", "vm-beta"):
        assert solve(FIGURE_24, algorithm).payoffs == (0, 0, 1, 1, 0)
    solution = solve(FIGURE_24, "ivm")
    assert solution.payoffs == (0, 0, 1, 1, 1)
    assert (solution.choice("c"), solution.choice("d")) == (1, 0)
    assert solve(FIGURE_24).payoffs == (0, 0, 1, 1, 1)


def clique_tree(vertices: int, edges: Sequence[tuple[int, int]]) -> Tree:
    """The reduction of 001 §6: vertex i is a MAX node, selected by its left branch."""
    linked = set(edges) | {(b, a) for a, b in edges}
    return Min(
        *(
            Max(
                Leaf(*(int(i == j or (i, j) in linked) for j in range(vertices))),
                Leaf(*(int(i != j) for j in range(vertices))),
                name=f"v{i + 1}",
            )
            for i in range(vertices)
        )
    )


@given(st.integers(1, 7), st.data())
@settings(max_examples=60, deadline=None)
def test_the_best_defence_finds_the_largest_clique(vertices: int, data: st.DataObject) -> None:
    pairs = list(itertools.combinations(range(vertices), 2))
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    largest = max(
        size
        for size in range(1, vertices + 1)
        for group in itertools.combinations(range(vertices), size)
        if all(pair in edges for pair in itertools.combinations(group, 2))
    )
    solution = solve(clique_tree(vertices, edges))
    assert solution.value * vertices == pytest.approx(largest)
    chosen = [world for world, payoff in enumerate(solution.payoffs) if payoff]
    assert all(pair in edges for pair in itertools.combinations(chosen, 2))


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    worlds = draw(st.integers(1, 4))
    payoffs = st.integers(-1, 2)

    def build(depth: int, possible: frozenset[int]) -> Tree:
        kind = draw(st.sampled_from(["leaf", "max", "min"])) if depth else "leaf"
        if kind == "leaf":
            return Leaf(*(draw(payoffs) if w in possible else None for w in range(worlds)))
        degree = draw(st.integers(1, 3 if depth > 1 else 2))
        if kind == "max":
            return Max(*(build(depth - 1, possible) for _ in range(degree)))
        sets = [
            frozenset(draw(st.sets(st.sampled_from(sorted(possible))))) for _ in range(degree - 1)
        ]
        sets.append(possible - frozenset().union(*sets) if sets else possible)
        return Min(*(build(depth - 1, each) for each in sets if each))

    return build(3, frozenset(range(worlds)))


def strategies_of(tree: Tree, path: Path = ()) -> list[dict[Path, int]]:
    if isinstance(tree, Leaf):
        return [{}]
    below = [strategies_of(branch, (*path, i)) for i, branch in enumerate(tree.branches)]
    if isinstance(tree, Max):
        return [{path: i} | rest for i, options in enumerate(below) for rest in options]
    return [
        {key: value for part in parts for key, value in part.items()}
        for parts in itertools.product(*below)
    ]


def expectation(payoffs: Sequence[int | None]) -> float:
    return sum(payoff or 0 for payoff in payoffs) / len(payoffs)


@given(trees())
@settings(max_examples=150, deadline=None)
def test_exact_is_the_best_of_all_strategies_and_nothing_exceeds_it(tree: Tree) -> None:
    strategies = strategies_of(tree)
    best = max(expectation(payoffs_of(tree, choices)) for choices in strategies)
    for algorithm in ALGORITHMS:
        solution = solve(tree, algorithm)
        assert solution.value == pytest.approx(expectation(payoffs_of(tree, solution.choices)))
        assert solution.payoffs == payoffs_of(tree, solution.choices)
        assert solution.value <= best + 1e-9 <= solution.upper + 2e-9
        if algorithm == "exact":
            assert solution.value == pytest.approx(best)
            assert solution.proved


def test_a_limit_ends_the_search_with_what_is_proved() -> None:
    tree = clique_tree(8, list(itertools.combinations(range(8), 2))[::2])
    whole = solve(tree)
    part = solve(tree, limit=Limit(nodes=12))
    assert not part.finished
    assert part.value <= whole.value <= part.upper


@dataclass(frozen=True)
class GuessTheCoin:
    """MIN sees a coin and may say what he likes (but never tails of heads); MAX bets on it."""

    heads: bool
    said: str = ""
    bet: str = ""

    @property
    def to_move(self) -> int:
        return 1 if not self.said else 0

    @property
    def is_over(self) -> bool:
        return bool(self.bet)

    @property
    def legal_moves(self) -> list[str]:
        if not self.said:
            return ["heads"] if self.heads else ["heads", "tails"]
        return ["heads", "tails"]

    def play(self, move: str, /) -> GuessTheCoin:
        if not self.said:
            return GuessTheCoin(self.heads, move)
        return GuessTheCoin(self.heads, self.said, move)


def test_a_game_written_in_python_becomes_a_tree() -> None:
    def payoff(end: GuessTheCoin) -> int:
        return int((end.bet == "heads") == end.heads)

    tree = tree_of([GuessTheCoin(True), GuessTheCoin(False)], [0], payoff)
    # MIN always says heads, so that MAX can only win with one side of the coin.
    assert set(solve(tree).payoffs) == {0, 1}
    with pytest.raises(InvalidPosition):
        tree_of([GuessTheCoin(True), GuessTheCoin(False)], [0, 1], payoff)
    with pytest.raises(InvalidPosition):
        tree_of([GuessTheCoin(True), GuessTheCoin(False, "heads")], [0], payoff)


@pytest.mark.parametrize(
    "tree",
    [
        Max(),
        Max(Leaf(1, 2), Leaf(1)),
        Max(Leaf(1, None), Leaf(None, 1)),
        Leaf(),
        Leaf(None),
        Max(Max(Leaf(1), name="a"), name="a"),
        Leaf(100_000),
    ],
)
def test_trees_that_make_no_sense_are_refused(tree: Tree) -> None:
    with pytest.raises(KiebitzError):
        solve(tree)


def test_unknown_algorithms_and_wrong_probabilities_are_refused() -> None:
    with pytest.raises(KiebitzError, match="iprm-beta"):
        solve(Leaf(1), "minimax")
    with pytest.raises(KiebitzError, match="2 probabilities for 1 worlds"):
        solve(Leaf(1), probabilities=[0.5, 0.5])
