"""Small runs of the experiments with games and trees for several players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.games.cribbage import Rules, State
from kiebitz.lab.cribbage_play import laid_away, points_without_crib
from kiebitz.lab.experiments.pruning_best_case import TABLE_5_21, recurrence
from kiebitz.lab.registry import find
from kiebitz.lab.results import Result
from kiebitz.lab.run import Where, run


def small(name: str, folder: Path, **changes: Any) -> Result:
    return run(find(name), changes=changes, folder=folder, where=Where(workers=1))


def test_the_recurrence_of_speculative_pruning_is_the_printed_one() -> None:
    for branching, growth in TABLE_5_21.items():
        assert recurrence(3, branching) == pytest.approx(growth, abs=5e-5)


def test_the_best_case_grows_as_the_thesis_says(tmp_path: Path) -> None:
    found = small("pruning-best-case", tmp_path, branchings=[2, 3], leaves=1000)
    growth = {
        (row["algorithm"], row["branching"]): float(row["growth"] or 0) for row in found.table
    }
    assert growth["maxn", 2] == growth["shallow", 2] == 2
    assert growth["speculative", 2] == pytest.approx(TABLE_5_21[2], abs=0.01)
    assert growth["speculative", 3] == pytest.approx(TABLE_5_21[3], abs=0.03)
    assert growth["last-branch", 2] == growth["speculative", 2]
    assert growth["paranoid", 3] == pytest.approx(3 ** (2 / 3), abs=0.2)


def test_prunings_leave_less_of_ordered_trees_and_shallow_pruning_gains_little(
    tmp_path: Path,
) -> None:
    found = small("pruning-average", tmp_path, leaves=100, trees=3)
    deepest = {
        (row["order"], row["algorithm"]): float(row["share"] or 0)
        for row in found.table
        if row["depth"] == 4
    }
    for name in ("speculative", "paranoid"):
        assert deepest["ordered", name] < deepest["random", name] < 100
    assert deepest["random", "shallow"] > deepest["random", "speculative"]


def test_plain_maxn_needs_the_nodes_of_the_thesis(tmp_path: Path) -> None:
    found = small("checkers-nodes", tmp_path, positions=1, longest=9)
    nodes = {row["algorithm"]: float(row["nodes"] or 0) for row in found.table}
    # Ten moves everywhere, depths 1 to 6.
    assert nodes["plain maxⁿ"] == 1_234_560
    assert nodes["paranoid"] < nodes["speculative maxⁿ"] < nodes["plain maxⁿ"] / 4


def test_the_history_learns_to_throw_the_queen_under_the_ace(tmp_path: Path) -> None:
    found = small("hearts-history", tmp_path, tables=1, hands=8, trials=2)
    weights = {str(row["card"]): row["percent"] for row in found.table if row["what"] == "weight"}
    # Which of them is first takes more hands than a test should play.
    assert float(weights["SQ"] or 0) + float(weights["SK"] or 0) > 15
    assert max(weights, key=lambda card: float(weights[card] or 0))[0] == "S"
    assert weights["SA"] == 0  # it lies on the table


def test_no_heuristic_is_sure_and_ties_alone_cost_least(tmp_path: Path) -> None:
    found = small("heuristics-compared", tmp_path, depths=[4], trees=40, batch=40)
    by_name = {row["algorithm"]: row for row in found.table}
    assert by_name["ivm-ties"]["worse"] == 0
    assert float(by_name["prm"]["better"] or 0) > 0


def test_some_contests_can_be_left_out(tmp_path: Path) -> None:
    found = small("cribbage-open", tmp_path, deals=2, contests=["play alone"])
    assert {row["contest"] for row in found.table} == {"play alone"}
    with pytest.raises(KiebitzError, match="there is no contest 'chess'"):
        small("cribbage-open", tmp_path, contests=["chess"])


def test_without_discards_and_crib_a_hand_of_cribbage_is_play_and_show() -> None:
    state = laid_away(State.deal(3, Rules(players=3)), 3)
    assert state.is_playing
    assert all(len(hand) == 4 for hand in state.hands)
    while not state.is_over:
        state = state.play(state.legal_moves[0])
    counted = points_without_crib(state)
    assert counted[1:] == [float(score) for score in state.scores[1:]]
    assert counted[0] <= state.scores[0]


def test_a_lead_is_counted_on_the_same_deals(tmp_path: Path) -> None:
    result = small("cribbage-open", tmp_path, contests=["play alone"], deals=6, nodes=300)
    first, second = result.table
    assert float(first["lead"] or 0) == pytest.approx(
        float(first["score"] or 0) - float(second["score"] or 0)
    )
    # What the deals have in common is gone from it.
    assert float(first["lead_ci"] or 0) < float(first["score_ci"] or 0)
    assert second["lead"] is None


def test_a_book_by_self_play_is_used(tmp_path: Path) -> None:
    table = small("opening-book", tmp_path, books=1, learning=12, longest=200).table
    assert [row["player"] for row in table] == ["with a book", "without"]
    assert float(table[0]["in_book"] or 0) > 0
    assert float(table[0]["won"] or 0) + float(table[1]["won"] or 0) > 0


def test_hearts_follows_the_schedule_of_the_thesis(tmp_path: Path) -> None:
    changes = {"games": 1, "nodes": 500, "limit": 26}
    table = small("hearts-match", tmp_path, schedule="thesis", evaluation="match", **changes).table
    assert all(float(row["game"] or 0) >= 0 for row in table)
    with pytest.raises(KiebitzError, match="a schedule is fixed or thesis"):
        small("hearts-match", tmp_path, schedule="none", **changes)
