"""Dask on this machine and elsewhere: addresses, versions, lost workers and lost schedulers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import dask
import psutil
import pytest
from distributed import Client, LocalCluster
from distributed.security import Security

import enumino
from enumino.datasets.plan import Part, PartResult
from enumino.errors import RunError
from enumino.run import cluster
from enumino.run.cluster import connect, local_client
from enumino.run.events import Event, PartFinished, Progressed, Report, Started
from enumino.run.runner import run_missing
from tests.dataset_tools import (
    EXAMPLES,
    NONAMINOES,
    PATIENCE,
    PROBLEM,
    ROWS_PER_PART,
    Enumino,
    Events,
    data_digest,
    parts_done,
    sentence,
    worker_processes,
)

TRIOMINOES = ["enumerate", "polyominoes", "--cells", "3", "--to"]


def listed(root: Path, client: Client, events: Events) -> None:
    enumino.enumerate_to(root, PROBLEM, client, events, rows_per_part=ROWS_PER_PART)


@pytest.fixture(scope="module")
def lonely_scheduler() -> Iterator[str]:
    """The address of a scheduler without workers."""
    with LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as cluster:
        yield cluster.scheduler_address


def test_a_scheduler_is_named_by_its_address_or_its_file(
    lonely_scheduler: str, here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 1.0)
    file = tmp_path / "scheduler.json"
    file.write_text("{}")
    for named in ("tcp://127.0.0.1:1", "nonsense", file):
        done = here(*TRIOMINOES, tmp_path / "x", "--scheduler", named)
        assert "No Dask scheduler answers at" in sentence(done, 1)
    monkeypatch.undo()
    file.write_text(f'{{"address": "{lonely_scheduler}"}}')
    with connect(str(file)) as one:
        assert one.scheduler.address == lonely_scheduler


@pytest.mark.slow
def test_processes_of_this_machine_take_work_from_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither from other machines nor from other users of this one."""
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 5.0)
    with local_client(threads=2, processes=2) as client:
        assert sorted(client.nthreads().values()) == [1, 1]
        assert client.submit(sum, [1, 2]).result(20) == 3
        for folder in (*client.run(lambda: sys.path[0]).values(), sys.path[0]):
            shared = Path(tempfile.gettempdir())  # others may write to it, as to no folder within
            private = next(each for each in Path(folder).parents if each.parent == shared)
            assert private.stat().st_mode & 0o777 == 0o700
        processes = [psutil.Process(), *psutil.Process().children(recursive=True)]
        found = [each for process in processes for each in process.net_connections("inet")]
        listening = [each.laddr for each in found if each.status == psutil.CONN_LISTEN]
        assert {each.ip for each in listening} == {"127.0.0.1"}
        for place in listening:
            for settings in ({}, security_of_another_user()):
                with dask.config.set(settings), pytest.raises(RunError, match="No Dask scheduler"):
                    connect(f"{'tls' if settings else 'tcp'}://127.0.0.1:{place.port}")


def security_of_another_user() -> dict[str, str]:
    """Settings of a client with a certificate of its own."""
    other, prefix = Security.temporary(), "distributed.comm.tls."
    key, certificate = other.tls_client_key, other.tls_client_cert
    names = {"client.key": key, "client.cert": certificate, "ca-file": certificate}
    return {prefix + name: value for name, value in names.items()}


def test_work_waits_for_a_worker_that_joins_late(tmp_path: Path, digest: str) -> None:
    with LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as cluster:

        def join(event: Event) -> None:
            if isinstance(event, Started):
                cluster.scale(1)

        events = Events(join)
        with Client(cluster, set_as_default=False) as client:
            listed(tmp_path, client, events)
    assert events.of(Started)[0].threads == 0
    assert data_digest(tmp_path) == digest


def test_a_cluster_is_reached_by_its_address_unless_its_versions_differ(
    tmp_path: Path, here: Enumino, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = cluster.versions_here()
    assert {"enumino", "code", "numba", "numpy", "pyarrow", "duckdb"} <= ours.keys()
    with worker_processes(1) as client:
        where = ["--scheduler", client.scheduler.address, "--to", tmp_path / "a"]
        assert here("enumerate", *NONAMINOES, *where).code == 0
        monkeypatch.setattr(cluster, "versions_here", lambda: {**ours, "numba": "0.1"})
        with pytest.raises(RunError, match=rf"has numba {ours['numba']} \(driver: 0\.1\)"):
            listed(tmp_path / "b", client, Events())
    assert data_digest(tmp_path / "a") == digest
    assert not list((tmp_path / "b" / "data").glob("*"))


@pytest.mark.slow
def test_parts_in_other_processes_report_and_end_where_nobody_asks_any_more(tmp_path: Path) -> None:
    def endless(part: Part, report: Report) -> PartResult:
        try:
            while True:
                report(part.index, 1)
                sleep(0.001)
        finally:
            (tmp_path / "ended").touch()

    def stop(event: Event) -> None:
        if isinstance(event, Progressed):
            assert event.nodes > 1
            raise InterruptedError

    part = Part.of([()], nodes=1, seconds=1)
    with worker_processes(1) as client:
        with pytest.raises(InterruptedError):
            list(run_missing(endless, [part], [], client=client, on_event=stop))
        wait_until((tmp_path / "ended").exists)


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(tmp_path: Path, finished: Path, digest: str) -> None:
    with worker_processes(2) as client:
        workers = list(client.run(os.getpid).values())

        def kill(event: Event) -> None:
            if isinstance(event, PartFinished) and len(workers) == 2:
                os.kill(workers.pop(), signal.SIGKILL)

        events = Events(kill)
        listed(tmp_path, client, events)
    assert events.finished_parts == list(range(parts_done(finished)))
    assert data_digest(tmp_path) == digest


class ProcessCluster:
    """A scheduler and workers as processes; all are ended with the context."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.environment = folder, environment
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> ProcessCluster:
        self.scheduler = self.start_scheduler()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        """Start a scheduler at a free port, and wait until it listens."""
        file = self.folder / f"scheduler-{len(self.processes)}.json"
        process = self._start(
            "distributed.cli.dask_scheduler", "--no-dashboard", "--port", "0",
            "--scheduler-file", str(file),
        )  # fmt: skip
        wait_until(lambda: file.exists() and b"address" in file.read_bytes())
        self.scheduler_file = file
        self.address = json.loads(file.read_text())["address"]
        return process

    def worker(self) -> None:
        """Start a worker; it joins in its own time."""
        self._start(
            "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-dashboard",
            "--no-nanny", "--local-directory", str(self.folder),
        )  # fmt: skip

    def started_worker(self) -> None:
        """Start a worker, and wait until it is there."""
        self.worker()
        with Client(self.address, set_as_default=False) as client:
            wait_until(client.nthreads)

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        settings = {
            "PYTHONPATH": str(EXAMPLES.parent),
            "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
        }
        with (self.folder / f"process-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module, "--host", "127.0.0.1", *arguments],
                env=os.environ | settings | self.environment,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
            )
        self.processes.append(process)
        return process


def wait_until(holds: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, "it never came"
        sleep(0.05)


@pytest.mark.slow
def test_a_lost_scheduler_ends_the_run_in_a_sentence(tmp_path: Path, digest: str) -> None:
    with ProcessCluster(tmp_path) as cluster:
        cluster.started_worker()

        def kill(event: Event) -> None:
            if isinstance(event, PartFinished):
                cluster.scheduler.kill()

        with connect(cluster.address) as client, pytest.raises(RunError, match="scheduler is lost"):
            listed(tmp_path / "rows", client, Events(kill))
        again = cluster.start_scheduler()
        cluster.started_worker()
        assert again.poll() is None
        with connect(cluster.address) as client:
            listed(tmp_path / "rows", client, Events())
    assert data_digest(tmp_path / "rows") == digest


@pytest.mark.slow
def test_a_scheduler_without_the_package_is_a_sentence(tmp_path: Path) -> None:
    lacking = tmp_path / "lacking"
    lacking.mkdir()
    (lacking / "enumino.py").write_text("raise ModuleNotFoundError('no enumino', name='enumino')")
    with ProcessCluster(tmp_path, PYTHONPATH=str(lacking)) as cluster:
        cluster.worker()
        wait_until(cluster.scheduler_file.exists)
        with connect(cluster.address) as client, pytest.raises(RunError, match="same version"):
            listed(tmp_path / "rows", client, Events())
