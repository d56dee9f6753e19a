"""What the text of 001 says about its figures, on fewer trees and problems."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.lab.registry import find
from kiebitz.lab.run import Where, run
from kiebitz.lab.suit_problems import generate, shipped_problems
from kiebitz.search.best_defence import Leaf, Max, solve
from kiebitz.solvers.single_suit import DECLARER_PLAYS, plan_suit

ONE = Where(workers=1)
Errors = dict[tuple[Any, Any, Any, Any], float]


def errors_of(name: str, folder: Path, **changes: Any) -> Errors:
    """Error by algorithm, similarity, depth and knowledge."""
    table = run(find(name), changes=changes, folder=folder, where=ONE).table
    return {
        (row["algorithm"], row["similarity"], row["depth"], row["knowledge"]): float(
            row["error"] or 0
        )
        for row in table
    }


def test_figures_7_and_8(tmp_path: Path) -> None:
    errors = errors_of("monte-carlo-errors", tmp_path, trees=150, known=[0, 9])
    by_place = {(depth, known): error for (_, _, depth, known), error in errors.items()}
    assert by_place[2, 0.0] > 0 == by_place[2, 1.0]  # A
    assert by_place[3, 0.0] < by_place[5, 0.0] < by_place[8, 0.0]  # B
    for depth in (3, 5, 7):
        assert by_place[depth, 0.0] < by_place[depth, 1.0]  # C
        gaps = [abs(by_place[depth, k] - by_place[depth + 1, k]) for k in (0.0, 1.0)]
        assert gaps[1] < gaps[0]  # D
    assert by_place[9, 1.0] > 95


def test_figure_27(tmp_path: Path) -> None:
    errors = errors_of(
        "non-locality-heuristics", tmp_path, trees=150, known=[0, 9], depths=[5, 6, 8]
    )
    for depth in (5, 6, 8):
        at_full = {key[0]: error for key, error in errors.items() if key[2:] == (depth, 1.0)}
        at_none = {key[0]: error for key, error in errors.items() if key[2:] == (depth, 0.0)}
        assert at_full["vector-mm"] < at_full["monte-carlo"]
        assert max(at_full["prm"], at_full["vm-beta"], at_full["ivm"]) < at_full["vector-mm"]
        assert at_full["prm-beta"] < min(at_full["prm"], at_full["vm-beta"])
        assert min(at_none["prm"], at_none["vm-beta"]) > at_none["monte-carlo"]
    assert errors["vm-beta", 0.0, 8, 1.0] < errors["vm-beta", 0.0, 6, 1.0]
    assert errors["prm", 0.0, 8, 1.0] < 0.5 * errors["monte-carlo", 0.0, 8, 1.0]


def test_more_sampled_worlds_come_near_to_all_of_them(tmp_path: Path) -> None:
    errors = errors_of("monte-carlo-samples", tmp_path, trees=200, depths=[3], known=[9])
    line = {name: error for (name, *_), error in errors.items()}
    assert line["monte-carlo:1"] > line["monte-carlo:10"] > line["monte-carlo"]
    assert abs(line["monte-carlo:100"] - line["monte-carlo"]) < 10


def test_other_trees_of_a_suit_keep_its_best_plan_but_not_what_algorithms_find(
    tmp_path: Path,
) -> None:
    for problem in shipped_problems()[::50]:
        values = [
            plan_suit(problem.north, problem.south, problem.tricks, plays=plays).value
            for plays in DECLARER_PLAYS
        ]
        assert values[1] == pytest.approx(values[0])
        assert values[2] <= values[0] + 1e-9
        assert 100 * values[0] == pytest.approx(problem.percent, abs=1e-3)
    table = run(find("suit-tactics"), folder=tmp_path, where=ONE).table
    found = {
        (row["payoffs"], row["plays"], row["algorithm"]): float(row["optimal"] or 0)
        for row in table
    }
    assert len(found) == 2 * 3 * 5
    assert found["chance", "all", "prm"] > found["chance", "all", "monte-carlo"]


def test_a_sample_is_drawn_by_the_probabilities() -> None:
    tree = Max(Leaf(1, 0, 0), Leaf(0, 1, 1))
    # The first world nearly always: a small sample takes it for the only one.
    assert solve(tree, "monte-carlo:5", probabilities=[0.98, 0.01, 0.01], seed=1).value > 0.9
    assert solve(tree, "monte-carlo:500", probabilities=[0.4, 0.3, 0.3], seed=1).value > 0.5
    chosen = {solve(tree, "monte-carlo:1", seed=seed).payoffs for seed in range(20)}
    assert chosen == {(1, 0, 0), (0, 1, 1)}
    for bad in ("monte-carlo:", "monte-carlo:0", "monte-carlo:x"):
        with pytest.raises(KiebitzError, match="draws 1 to 99999 worlds"):
            solve(tree, bad)


def test_figures_29_and_30(tmp_path: Path) -> None:
    errors = errors_of("world-similarity", tmp_path, trees=150, known=[9], depths=[6])
    line = [error for key, error in sorted(errors.items(), key=lambda item: float(item[0][1]))]
    assert line == sorted(line, reverse=True)
    similar = errors_of("similar-worlds", tmp_path, trees=300, depths=[7])
    by_name = {key[0]: error for key, error in similar.items()}
    assert by_name["monte-carlo"] > by_name["vm-beta"] > by_name["prm"] > by_name["iprm-beta"]


def test_figure_28(tmp_path: Path) -> None:
    result = run(find("suit-problems"), changes={"problems": 60}, folder=tmp_path, where=ONE)
    loss = {row["algorithm"]: float(row["loss"] or 0) for row in result.table}
    assert loss["monte-carlo"] > loss["vm-beta"] > loss["prm-beta"] >= loss["iprm-beta"]
    assert loss["monte-carlo"] > loss["vector-mm"]
    assert loss["exact"] == 0
    assert all(row["problems"] == 60 for row in result.table)


def test_the_shipped_problems_are_those_of_the_generator() -> None:
    shipped = shipped_problems()
    assert len(shipped) >= 650
    assert len({(p.north, p.south, p.tricks) for p in shipped}) == len(shipped)
    assert list(itertools.islice(generate(1), 40)) == shipped[:40]
    for problem in shipped[40::60]:
        plan = plan_suit(problem.north, problem.south, problem.tricks)
        assert plan.percent == pytest.approx(problem.percent, abs=0.001)
        if problem.tricks < max(len(problem.north), len(problem.south)):
            assert plan_suit(problem.north, problem.south, problem.tricks + 1).upper == 0
