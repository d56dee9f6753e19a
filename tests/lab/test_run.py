"""Runs: their files, going on after a stop, and the same numbers wherever they are made."""

from __future__ import annotations

import json
from pathlib import Path

import polars
import pytest

from kiebitz.errors import KiebitzError
from kiebitz.journal import Journal
from kiebitz.lab.run import Where, run
from tests.lab.toy import TOY

ONE = Where(workers=1)


def test_a_run_writes_table_plot_comparison_and_record(tmp_path: Path) -> None:
    result = run(TOY, "quick", 7, folder=tmp_path, where=ONE)
    assert [row["product"] for row in result.table] == [0.0, 1.5, 3.0, 4.5]
    assert result.folder == tmp_path / "toy" / "quick-seed7"
    table = polars.read_parquet(result.folder / "table.parquet")
    assert table["product"].to_list() == [0.0, 1.5, 3.0, 4.5]
    assert (result.folder / "plot.svg").read_text().startswith("<?xml")
    record = json.loads((result.folder / "run.json").read_text())["record"]
    assert record["seed"] == 7
    assert record["parameters"] == {"units": 4, "factor": 1.5, "trap": ""}
    assert record["version"]
    assert record["machine"]["cores"] >= 1
    text = (result.folder / "table.md").read_text()
    assert "| number 2 | 3.25 | 3.00 ± 0.50 | -0.25 |" in text
    assert "Within 0.1: 1 of 2." in text


def test_printed_numbers_without_a_row_are_left_out(tmp_path: Path) -> None:
    result = run(TOY, "quick", 7, folder=tmp_path, where=ONE)
    assert [entry.difference for entry in result.comparison] == [-0.25, 0.0]
    assert result.worst == 0.25


def test_a_run_goes_on_after_a_unit_failed(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    trap.touch()
    changes = {"trap": str(trap)}
    with pytest.raises(KiebitzError, match=r"1 of 4 units of toy failed.*the trap snapped"):
        run(TOY, "quick", 7, changes=changes, folder=tmp_path, where=ONE)
    trap.unlink()
    result = run(TOY, "quick", 7, changes=changes, folder=tmp_path, where=ONE)
    assert result.record["units_resumed"] == 3
    whole = run(TOY, "quick", 7, folder=tmp_path, where=ONE)
    assert result.table == whole.table


def test_a_killed_worker_loses_only_its_unit(tmp_path: Path) -> None:
    trap = tmp_path / "trap.kill"
    trap.touch()
    with pytest.raises(KiebitzError, match="1 of 4 units of toy failed"):
        run(TOY, "quick", 7, changes={"trap": str(trap)}, folder=tmp_path, where=Where(workers=2))
    log = next((tmp_path / "toy").glob("*/units.jsonl"))
    assert len(log.read_text().splitlines()) == 1 + 3


def test_a_finished_run_is_not_done_again(tmp_path: Path) -> None:
    first = run(TOY, "quick", 7, folder=tmp_path, where=ONE)
    log = first.folder / "units.jsonl"
    before = log.read_bytes()
    again = run(TOY, "quick", 7, folder=tmp_path, where=ONE)
    assert again.record["units_resumed"] == 4
    assert log.read_bytes() == before
    assert again.table == first.table


def test_numbers_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    one = run(TOY, "paper", 3, folder=tmp_path / "one", where=ONE)
    two = run(TOY, "paper", 3, folder=tmp_path / "two", where=Where(workers=2))
    assert one.table == two.table
    assert (one.folder / "plot.svg").read_bytes() == (two.folder / "plot.svg").read_bytes()
    other = run(TOY, "paper", 4, folder=tmp_path / "one", where=ONE)
    assert other.table != one.table


def test_a_cluster_gives_the_same_numbers(tmp_path: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        there = run(
            TOY, "quick", 3, folder=tmp_path / "a", where=Where(cluster=cluster.scheduler_address)
        )
    here = run(TOY, "quick", 3, folder=tmp_path / "b", where=ONE)
    assert there.table == here.table


def test_changed_parameters_have_their_own_folder(tmp_path: Path) -> None:
    plain = run(TOY, "quick", 1, folder=tmp_path, where=ONE)
    changed = run(TOY, "quick", 1, changes={"factor": 2}, folder=tmp_path, where=ONE)
    assert changed.folder != plain.folder
    assert [row["product"] for row in changed.table] == [0.0, 2.0, 4.0, 6.0]
    assert "--set factor=2" in (changed.folder / "table.md").read_text()


def test_wrong_parameters_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KiebitzError, match="no parameter 'fctor'; it has units, factor, trap"):
        run(TOY, changes={"fctor": 2}, folder=tmp_path, where=ONE)
    with pytest.raises(KiebitzError, match=r"parameter factor is like 1\.5, not 'two'"):
        run(TOY, changes={"factor": "two"}, folder=tmp_path, where=ONE)


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "units.jsonl"
    with Journal(path, {"seed": 1}) as journal:
        journal.add(0, "a")
        journal.add(1, "b")
    path.write_text(path.read_text()[:-4])
    with Journal(path, {"seed": 1}) as journal:
        assert journal.finished == {0: "a"}
        journal.add(1, "c")
    with Journal(path, {"seed": 1}) as journal:
        assert journal.finished == {0: "a", 1: "c"}


def test_units_of_another_run_are_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "units.jsonl"
    with Journal(path, {"version": "1"}) as journal:
        journal.add(0, "a")
    with (
        pytest.raises(KiebitzError, match=r"holds other work, .*version"),
        Journal(path, {"version": "2"}, strict=True),
    ):
        pass
    with Journal(path, {"version": "2"}) as journal:
        assert journal.finished == {}
    assert '[0, "a", 0.0]' in (tmp_path / "units.old1.jsonl").read_text()


def test_two_runs_do_not_write_the_same_log(tmp_path: Path) -> None:
    path = tmp_path / "units.jsonl"
    with (
        Journal(path, {"seed": 1}),
        pytest.raises(KiebitzError, match="another run is writing"),
        Journal(path, {"seed": 1}),
    ):
        pass
