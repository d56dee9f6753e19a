"""`kiebitz lab` as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.app.command import kiebitz

COMMAND = [sys.executable, "-m", "kiebitz.app.cli.main", "lab"]
SMALL = ("recursion-levels", "--set", "trees=4", "--set", "batch=1", "--set", "moves=3")


def lab(*arguments: str) -> subprocess.CompletedProcess[str]:
    return kiebitz("lab", *arguments)


def test_list_is_one_object_a_line() -> None:
    done = lab("list", "--json")
    assert done.returncode == 0
    experiments = [json.loads(line) for line in done.stdout.splitlines()]
    by_name = {experiment["name"]: experiment for experiment in experiments}
    levels = by_name["recursion-levels"]
    assert levels["item"] == "figure 9.2"
    assert "Furtak" in levels["paper"]
    assert set(levels["sizes"]) == {"quick", "paper"}
    assert "recursion-levels" in lab("list").stdout


def test_run_and_report(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "results"))
    done = lab("run", *SMALL, *out, "--seed", "5", "--json")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {line["kind"] for line in lines} == {"row", "compared", "run"}
    assert lines[-1]["seed"] == 5
    assert (Path(lines[-1]["folder"]) / "table.parquet").exists()
    again = lab("run", *SMALL, *out, "--seed", "5", "--json")
    assert again.stdout.splitlines()[:-1] == done.stdout.splitlines()[:-1]
    page = lab("report", *out, "--to", str(tmp_path / "page"))
    assert page.returncode == 0, page.stderr
    assert (tmp_path / "page" / "report.md").read_text().startswith("# Results of the lab")


def test_misuse_exits_2_with_one_line(tmp_path: Path) -> None:
    for arguments, reason in (
        (("run", "nothing"), "there is no experiment 'nothing'"),
        (("run", *SMALL, "--size", "huge"), "a size is quick or paper"),
        (("run", *SMALL, "--set", "moves"), "a change is KEY=VALUE"),
        (("run", *SMALL, "--set", "colour=red"), "has no parameter 'colour'"),
        (("report",), "there are no results"),
    ):
        done = lab(*arguments, "--out", str(tmp_path))
        assert done.returncode == 2
        assert reason in done.stderr
        assert "Traceback" not in done.stderr


def test_ctrl_c_stops_and_the_next_run_goes_on(tmp_path: Path) -> None:
    arguments = ["run", "recursion-levels", "--set", "trees=30", "--set", "batch=1"]
    command = [*COMMAND, *arguments, "--out", str(tmp_path), "--workers", "1", "--json"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        logs = list(tmp_path.glob("*/*/units.jsonl"))
        if logs and len(logs[0].read_text().splitlines()) > 3:
            break
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout.splitlines()[-1])
    assert 3 <= record["units_resumed"] < record["units"] == 30
