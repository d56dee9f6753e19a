"""Best defence on trees of the paper that are built card by card, and from known payoffs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.search.best_defence import Leaf, Max, Min, Tree, solve
from kiebitz.search.known_payoffs import strategy_for

LOWS = 9
#: Who holds the king, and how many low cards West has; East has the others.
WORLDS = [(king, west) for king in "WE" for west in range(LOWS + 1)]
RANKS = {"A": 4, "K": 3, "Q": 2, "x": 1, "2": 0, "-": -1}


@dataclass(frozen=True)
class Suit:
    """Figure 3: North has ace and queen, South the two, and the defenders what is left."""

    north: tuple[str, ...] = ("A", "Q")
    south: bool = True
    worlds: frozenset[int] = frozenset(range(len(WORLDS)))
    king_is_gone: bool = False
    lows: tuple[int, int] = (0, 0)  # played by West and East
    void: tuple[bool, bool] = (False, False)
    tricks: int = 0
    trick: tuple[tuple[str, str], ...] = ()

    def options(self, seat: str) -> list[str]:
        """At most three: the king, a low card, another suit."""
        if self.void["WE".index(seat)]:
            return ["-"]
        return [*([] if self.king_is_gone else ["K"]), "x", "-"]

    def after(self, seat: str, card: str) -> Suit:
        trick = (*self.trick, (seat, card))
        if seat == "N":
            return replace(self, trick=trick, north=tuple(c for c in self.north if c != card))
        if seat == "S":
            return replace(self, trick=trick, south=False)
        side = "WE".index(seat)
        lows, void = list(self.lows), list(self.void)
        lows[side] += card == "x"
        void[side] = void[side] or card == "-"
        return replace(
            self,
            trick=trick,
            lows=(lows[0], lows[1]),
            void=(void[0], void[1]),
            king_is_gone=self.king_is_gone or card == "K",
            worlds=frozenset(w for w in self.worlds if self.holds(seat, card, WORLDS[w])),
        )

    def holds(self, seat: str, card: str, world: tuple[str, int]) -> bool:
        """Whether the card is possible there; who can follow suit must."""
        king, west = world
        side = "WE".index(seat)
        left = (west if seat == "W" else LOWS - west) - self.lows[side]
        has_king = king == seat and not self.king_is_gone
        return {"K": has_king, "x": left > 0, "-": left == 0 and not has_king}[card]


def tree_of(suit: Suit) -> Tree:
    """All lines of play; once the king is gone, MAX wins what is left."""
    if len(suit.trick) == 4:
        best = max(suit.trick, key=lambda played: RANKS[played[1]])
        suit = replace(suit, trick=(), tricks=suit.tricks + (best[0] in "NS"))
    if not suit.trick and (not suit.north or suit.king_is_gone):
        tricks = suit.tricks + len(suit.north)
        return Leaf(*(tricks if w in suit.worlds else None for w in range(len(WORLDS))))
    if not suit.trick:
        leads = [("N", card) for card in suit.north] + [("S", "2")] * suit.south
        return Max(*(tree_of(suit.after(*lead)) for lead in leads))
    seat = "NESW"[("NESW".index(suit.trick[-1][0]) + 1) % 4]
    if seat == "S":
        return tree_of(suit.after("S", "2" if suit.south else "-"))
    if seat == "N":
        return Max(*(tree_of(suit.after("N", card)) for card in suit.north))
    return Min(*(tree_of(suit.after(seat, card)) for card in suit.options(seat)))


def possible(tree: Tree) -> Tree | None:
    """Without the lines that no deal allows: the ten cards are somewhere."""
    if isinstance(tree, Leaf):
        return None if all(payoff is None for payoff in tree.payoffs) else tree
    below = [branch for branch in map(possible, tree.branches) if branch is not None]
    return type(tree)(*below) if below else None


def leaves_of(tree: Tree) -> int:
    return 1 if isinstance(tree, Leaf) else sum(map(leaves_of, tree.branches))


def test_figure_3_has_20_worlds_and_76_leaves_and_the_finesse_is_best() -> None:
    tree = tree_of(Suit())
    assert leaves_of(tree) == 76
    tree = possible(tree) or tree
    best = solve(tree)
    assert best.proved
    # Two tricks whenever West has the king, and always one.
    assert best.payoffs == tuple(2 if king == "W" else 1 for king, _ in WORLDS)
    # South leads the two; North takes a king with the ace, and finesses a low card.
    assert best.choices[()] == 2
    found = strategy_for(tree, best.payoffs)
    assert found is not None
    assert found[()] == 2


def random_tree(random: Random, depth: int, worlds: int) -> Tree:
    if depth == 0:
        return Leaf(*(random.randint(0, 2) for _ in range(worlds)))
    kind = Max if depth % 2 == 0 else Min
    return kind(*(random_tree(random, depth - 1, worlds) for _ in range(2)))


@pytest.mark.parametrize("seed", range(20))
def test_the_best_payoffs_lead_back_to_a_strategy_that_gets_them(seed: int) -> None:
    tree = random_tree(Random(seed), 6, 5)
    best = solve(tree)
    choices = strategy_for(tree, best.payoffs)
    assert choices is not None

    def payoffs(node: Tree, path: tuple[int, ...]) -> list[int]:
        if isinstance(node, Leaf):
            return [payoff or 0 for payoff in node.payoffs]
        if isinstance(node, Max):
            number = choices[path]
            return payoffs(node.branches[number], (*path, number))
        below = [payoffs(branch, (*path, i)) for i, branch in enumerate(node.branches)]
        return [min(column) for column in zip(*below, strict=True)]

    got = payoffs(tree, ())
    assert all(a >= (b or 0) for a, b in zip(got, best.payoffs, strict=True))
    # More in any one world, at the same payoffs elsewhere, no strategy gets.
    more = [(b or 0) + (i == 0) for i, b in enumerate(best.payoffs)]
    assert strategy_for(tree, more) is None or sum(more) <= sum(got)


def test_payoffs_are_one_for_each_world() -> None:
    with pytest.raises(KiebitzError, match="3 payoffs for a tree of 2 worlds"):
        strategy_for(Max(Leaf(0, 1)), (0, 1, 1))


def test_a_bias_that_only_breaks_ties_never_gives_up_expectation() -> None:
    # Vector minimaxing takes the second branch for its two worlds; ivm may give them up for the
    # first world, ivm with ties only may not.
    tree = Max(Leaf(1, 0, 0), Leaf(0, 1, 1))
    assert solve(tree, "ivm-ties").payoffs == (0, 1, 1)
    even = Max(Min(Max(Leaf(1, 0), Leaf(0, 1)), Max(Leaf(0, 1), Leaf(1, 0))))
    assert solve(even, "vector-mm").value == 0
    assert solve(even, "ivm-ties").value == solve(even).value == 0.5
