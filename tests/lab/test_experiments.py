"""Facts about every experiment there is, and about what comes out of the small ones."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.lab.experiment import SIZES, Experiment
from kiebitz.lab.items import STATES, all_items
from kiebitz.lab.registry import all_experiments, find
from kiebitz.lab.report import write_report
from kiebitz.lab.run import Where, run

ONE = Where(workers=1)


@pytest.mark.parametrize("experiment", all_experiments(), ids=lambda e: e.name)
def test_every_experiment_is_complete(experiment: Experiment) -> None:
    assert experiment.name == experiment.name.lower()
    assert experiment.paper
    assert experiment.item
    assert set(experiment.sizes) == set(SIZES)
    for size in SIZES:
        parameters = experiment.parameters(size)
        payloads = list(experiment.payloads(parameters))
        assert payloads
        assert json.loads(json.dumps(payloads)) == payloads
    # Workers import the function by its name.
    assert experiment.unit.__module__.startswith("kiebitz.")
    assert experiment.sizes["quick"].core_seconds <= 600


def test_names_are_unique() -> None:
    names = [experiment.name for experiment in all_experiments()]
    assert len(set(names)) == len(names)


def test_a_wrong_name_is_refused_with_a_hint() -> None:
    with pytest.raises(KiebitzError, match=r"did you mean recursion-levels\?"):
        find("recursion-level")


def test_the_levels_come_out_near_the_printed_ones(tmp_path: Path) -> None:
    changes = {"trees": 60, "batch": 30}
    result = run(find("recursion-levels"), changes=changes, folder=tmp_path, where=ONE)
    assert len(result.comparison) == 28
    for entry in result.comparison:
        assert entry.interval is not None
        # Twice the 95 % interval, the rounding of the print, and what no sample of 60 has seen.
        assert abs(entry.difference) < 2 * entry.interval + 0.002


def test_more_recursion_helps_when_worlds_are_revealed_and_hurts_when_not(tmp_path: Path) -> None:
    changes = {"disambiguations": [0.0, 0.6], "trees": 20, "batch": 10}
    result = run(find("disambiguation"), changes=changes, folder=tmp_path, where=ONE)
    loss = {(row["disambiguation"], row["level"]): float(row["best"] or 0) for row in result.table}
    assert loss[0.0, "R1"] > loss[0.0, "R0"]
    assert loss[0.6, "R1"] < loss[0.6, "R0"]


def test_the_right_reading_is_the_nearest(tmp_path: Path) -> None:
    changes = {"moves": [8, 9], "first": [True], "halving": ["equal"], "trees": 40, "batch": 20}
    result = run(find("bcd-readings"), changes=changes, folder=tmp_path, where=ONE)
    nearest = result.table[0]
    assert (nearest["moves"], nearest["bias_for"]) == (9, "after_last_mover")


def test_an_equilibrium_loses_less_than_the_levels(tmp_path: Path) -> None:
    changes = {"trees": 2, "batch": 1, "moves": 5, "iterations": 50}
    result = run(find("equilibrium"), changes=changes, folder=tmp_path, where=ONE)
    exploitability = {row["player"]: float(row["exploitability"] or 0) for row in result.table}
    assert 0 <= exploitability["equilibrium"] <= exploitability["R0"]


def test_fastest_cut_first_saves_positions(tmp_path: Path) -> None:
    changes = {"depth": 6, "trees": 6, "algorithms": ["mtdf"], "frontier_sizes": True}
    result = run(find("fastest-cut-first"), changes=changes, folder=tmp_path, where=ONE)
    deepest = {row["ordering"]: row for row in result.table if row["depth"] == 6}
    assert deepest["value"]["saved"] == 0
    for ordering in ("value_minus_size", "size_per_chance", "likely_then_size", "combined"):
        assert float(deepest[ordering]["saved"] or 0) > 0.1
        assert float(deepest[ordering]["multiple"] or 0) > 1


def test_the_grid_says_what_equal_moves_do(tmp_path: Path) -> None:
    changes = {"correlations": [0.0], "disambiguations": [0.0, 1.0]}
    result = run(find("bcd-grid"), changes=changes, folder=tmp_path, where=ONE)
    rows = {
        (row["equal_moves"], row["disambiguation"]): (float(row["r0"] or 0), float(row["r1"] or 0))
        for row in result.table
    }
    # §9.5: R0 mixes nearly everywhere when nothing is revealed, R1 does not, and pays for it.
    assert rows["mixed", 0.0][1] > 2 * rows["mixed", 0.0][0]
    assert abs(rows["fixed", 0.0][1] - rows["fixed", 0.0][0]) < 0.2
    assert rows["mixed", 1.0] == rows["fixed", 1.0] == (0, 0)


def test_tables_filled_beforehand_know_as_many_tricks_as_the_solvers(tmp_path: Path) -> None:
    table = run(find("bridge-control-tables"), folder=tmp_path, where=ONE).table
    assert [row["entries"] for row in table[:3]] == [12 * 4, 12 * 16, 12 * 64]
    assert all(row["other_tricks"] in (0, None) for row in table)
    assert table[-1]["cards"] == "deal"


def test_three_memories_of_bridge_find_the_same_tricks(tmp_path: Path) -> None:
    changes = {"heights": [4], "positions": 10, "batch": 5}
    found = run(find("bridge-rank-constraints"), changes=changes, folder=tmp_path, where=ONE).table
    assert [row["variant"] for row in found] == 2 * ["all ranks", "LWRS", "RCS"]
    assert [row["positions"] for row in found] == 6 * [10]
    assert all(float(row["saved_nodes"] or 0) >= 0 for row in found)
    with pytest.raises(KiebitzError, match="a hand has 1 to 13 cards, not 99"):
        run(find("bridge-rank-constraints"), changes={"heights": [99]}, folder=tmp_path, where=ONE)


def test_proof_graphs_are_drawn_with_the_fewest_positions(tmp_path: Path) -> None:
    result = run(find("proof-graphs"), folder=tmp_path, where=ONE)
    used = Counter(str(row["graph"]) for row in result.table if row["proves"])
    assert used["set cover"] == 2 + 5 + 2
    assert used["Nim"] == 12
    assert (result.folder / "plot.svg").exists()


def test_the_report_shows_the_best_run_of_each_experiment(tmp_path: Path) -> None:
    with pytest.raises(KiebitzError, match="no results"):
        write_report(tmp_path / "page", tmp_path / "results")
    changes = {"trees": 2, "batch": 1, "moves": 3}
    for seed in (1, 2):
        run(find("recursion-levels"), seed=seed, changes=changes, folder=tmp_path, where=ONE)
    page = write_report(tmp_path / "page", tmp_path).read_text()
    assert page.count("## Recursion levels against each other") == 1
    plots = list((tmp_path / "page").glob("*.svg"))
    assert len(plots) == 1
    assert f"]({plots[0].name})" in page
    every = write_report(tmp_path / "page", tmp_path, every=True).read_text()
    assert every.count("## Recursion levels against each other") == 2


def test_the_status_names_every_experiment_and_says_why_something_differs() -> None:
    items = all_items()
    by_item = {item.where: item for item in items}
    for experiment in all_experiments():
        assert experiment.name in by_item
    root = Path(__file__).parents[2]
    known = {experiment.name for experiment in all_experiments()}
    for item in items:
        assert item.state in STATES
        assert item.where or item.state == "not done", item
        assert not item.where or item.where in known or (root / item.where).is_file(), item
        assert item.note or not item.where or item.state != "differs", item
