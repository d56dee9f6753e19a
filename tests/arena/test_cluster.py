"""A real scheduler with two worker processes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kiebitz.arena.executor import Cluster, Executor, seeded
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from tests.arena import chores

pytest.importorskip("distributed")
ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def running_cluster(
    folder: Path, tls: dict[str, str] | None = None
) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers of one thread each, as processes; the address and the workers.

    With files for TLS they speak nothing else.
    """
    contact = folder / "scheduler.json"
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "30s",
    }

    encrypted = ["--protocol", "tls"] if tls else []
    encrypted += [word for name in tls or {} for word in (f"--{name}", (tls or {})[name])]

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [
                sys.executable,
                "-m",
                "dask",
                *arguments,
                *encrypted,
                "--scheduler-file",
                str(contact),
            ],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    scheduler = start(
        "scheduler", "--port", "0", "--dashboard-address", ":0", "--host", "127.0.0.1"
    )
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
    workers = [start("worker", *options) for _ in range(2)]
    try:
        yield _address(contact, tls or {}), workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def _address(contact: Path, tls: dict[str, str]) -> str:
    from distributed import Client
    from distributed.security import Security

    deadline = time.monotonic() + 120
    while not (contact.exists() and contact.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    names = {
        "tls-ca-file": "tls_ca_file",
        "tls-cert": "tls_client_cert",
        "tls-key": "tls_client_key",
    }
    security = Security(**{names[name]: file for name, file in tls.items()})
    with Client(scheduler_file=str(contact), timeout=60, security=security) as client:
        client.wait_for_workers(2, timeout=120)
        return str(client.scheduler.address)


def test_a_cluster_gives_what_one_machine_gives_although_a_worker_is_killed(
    tmp_path: Path,
) -> None:
    count = 40
    traces = tmp_path / "traces"
    traces.mkdir()
    with running_cluster(tmp_path) as (address, workers), Executor(cluster=address) as executor:
        outcomes = []
        for outcome in executor.run(chores.write_pid, seeded([str(traces)] * count, seed=3)):
            outcomes.append(outcome)
            if len(outcomes) == count // 4:
                os.kill(workers[0].pid, signal.SIGKILL)
    assert [outcome.value for outcome in outcomes] == [derive_seed(3, n) for n in range(count)]
    # Both did something: each has an isolated process of its own.
    assert len({path.name.split(".")[1] for path in traces.iterdir()}) >= 2


def test_failures_are_told_from_afar(tmp_path: Path) -> None:
    with running_cluster(tmp_path) as (address, _), Executor(cluster=address) as executor:
        raised = list(executor.run(chores.fail_at_three, seeded(range(5), seed=0)))
        died = list(executor.run(chores.die_at_three, seeded(range(5), seed=0)))
    assert [o.index for o in raised if o.failure] == [o.index for o in died if o.failure] == [3]
    assert raised[3].failure is not None
    assert raised[3].failure.kind == "raised"
    assert died[3].failure is not None
    assert (died[3].failure.kind, died[3].failure.step) == ("died", 3)


def _make_certificates(folder: Path) -> dict[str, str]:
    """An authority, and one certificate that it signed for all of a cluster."""

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc")
    openssl(
        *("req", "-x509", *new_key, "-days", "2", "-subj", "/CN=authority"),
        *("-keyout", "authority.key", "-out", "ca.pem"),
    )
    openssl(
        *("req", *new_key, "-subj", "/CN=kiebitz", "-keyout", "me.key", "-out", "me.csr"),
    )
    openssl(
        *("x509", "-req", "-in", "me.csr", "-CA", "ca.pem", "-CAkey", "authority.key"),
        *("-CAcreateserial", "-days", "2", "-out", "me.pem"),
    )
    names = {"tls-ca-file": "ca.pem", "tls-cert": "me.pem", "tls-key": "me.key"}
    return {option: str(folder / name) for option, name in names.items()}


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_a_cluster_with_tls_works_for_those_with_a_certificate_and_for_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiebitz.arena import cluster

    files = _make_certificates(tmp_path)
    with running_cluster(tmp_path, files) as (address, _):
        assert address.startswith("tls://127.0.0.1:")
        ours = Cluster(address, *files.values())
        with Executor(cluster=ours) as executor:
            done = list(executor.run(chores.tell, seeded(range(3), seed=1)))
        assert [outcome.value[0] for outcome in done] == [0, 1, 2]
        monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 3)
        for stranger in (address, address.replace("tls:", "tcp:")):
            with pytest.raises(KiebitzError, match="no Dask scheduler answers at"):
                Executor(cluster=stranger)


def test_an_absent_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from kiebitz.arena import cluster

    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 1)
    with pytest.raises(KiebitzError, match="no Dask scheduler answers at"):
        Executor(cluster="tcp://127.0.0.1:9")
