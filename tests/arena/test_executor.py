from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiebitz.arena.executor import Executor, Unit, seeded
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from tests.arena import chores

ROOT = Path(__file__).resolve().parents[2]


def test_outcomes_come_in_order_with_the_seed_of_their_unit() -> None:
    expected = [(number, derive_seed(7, number)) for number in range(20)]
    for workers in (1, 3):
        with Executor(workers=workers) as executor:
            outcomes = list(executor.run(chores.tell, seeded(range(20), seed=7)))
        assert [outcome.value for outcome in outcomes] == expected


def test_unordered_outcomes_come_as_they_are_done() -> None:
    with Executor(workers=2) as executor:
        list(executor.run(chores.tell_late, seeded([1, 1], seed=0)))  # both processes run
        indices = [
            outcome.index
            for outcome in executor.run(chores.tell_late, seeded(range(6), seed=0), ordered=False)
        ]
    assert sorted(indices) == list(range(6))
    assert indices != list(range(6))


def test_a_unit_that_raises_fails_alone() -> None:
    with Executor(workers=2) as executor:
        outcomes = list(executor.run(chores.fail_at_three, seeded(range(6), seed=0)))
    failures = [outcome.failure for outcome in outcomes]
    assert [failure is None for failure in failures] == [True, True, True, False, True, True]
    assert failures[3] is not None
    assert failures[3].kind == "raised"
    assert failures[3].message == "LookupError: three is not served"
    assert (failures[3].step, failures[3].note) == (3, "payload 3")
    assert "fail_at_three" in failures[3].details
    with pytest.raises(KiebitzError, match="unit 3 failed"):
        _ = outcomes[3].value


def test_a_unit_that_kills_its_process_fails_alone_after_three_attempts() -> None:
    with Executor(workers=2) as executor:
        outcomes = list(executor.run(chores.die_at_three, seeded(range(6), seed=0)))
    assert [outcome.value for outcome in outcomes if outcome.index != 3] == [0, 1, 2, 4, 5]
    failure = outcomes[3].failure
    assert failure is not None
    assert (failure.kind, failure.step, failure.note) == ("died", 3, "payload 3")
    assert "signal 9" in failure.message
    assert outcomes[3].attempts == 3


def test_a_unit_whose_process_was_killed_once_is_done_again(tmp_path: Path) -> None:
    with Executor(workers=1) as executor:
        (outcome,) = executor.run(chores.die_once, seeded([str(tmp_path / "trace")], seed=5))
    assert outcome.value == derive_seed(5, 0)
    assert outcome.attempts == 2


def test_a_step_that_takes_too_long_is_ended() -> None:
    with Executor(workers=1) as executor:
        outcomes = list(executor.run(chores.hang_at_three, seeded(range(5), seed=0)))
    failure = outcomes[3].failure
    assert failure is not None
    assert (failure.kind, failure.step) == ("overran", 3)
    assert outcomes[4].value == 4


def test_prints_of_a_unit_do_not_disturb() -> None:
    with Executor(workers=1) as executor:
        assert [o.value for o in executor.run(chores.chatter, seeded([1, 2], seed=0))] == [1, 2]


def test_units_are_taken_only_when_there_is_room_and_leaving_early_is_safe() -> None:
    taken = []

    def units() -> Iterator[Unit[int]]:
        for number in range(1000):
            taken.append(number)
            yield Unit(number, number, 0)

    with Executor(workers=2) as executor:
        for outcome in executor.run(chores.tell, units()):
            if outcome.index == 3:
                break
        assert len(taken) < 100
        again = [outcome.value for outcome in executor.run(chores.tell, seeded([8], seed=0))]
        assert again == [(8, derive_seed(0, 0))]


def test_what_a_worker_could_not_find_is_refused() -> None:
    with Executor(workers=1) as executor, pytest.raises(KiebitzError, match="cannot be sent"):
        list(executor.run(lambda payload, seed: payload, seeded([1], seed=0)))


def test_a_bad_number_of_workers_is_refused() -> None:
    with pytest.raises(KiebitzError, match="at least one worker"):
        Executor(workers=0)


def _pids(folder: Path) -> set[int]:
    return {int(path.name.split(".")[1]) for path in folder.iterdir()}


def _is_alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_when_their_master_is_killed(tmp_path: Path, end: signal.Signals) -> None:
    script = (
        "from kiebitz.arena.executor import *; from tests.arena import chores; import sys\n"
        "with Executor(workers=2) as e:\n"
        "    for o in e.run(chores.write_pid, seeded([sys.argv[1]] * 10_000, 0)): pass\n"
    )
    master = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while len(_pids(tmp_path)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    pids = _pids(tmp_path)
    assert len(pids) == 2
    os.kill(master.pid, end)
    master.wait(timeout=20)
    while any(map(_is_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_is_alive, pids))
