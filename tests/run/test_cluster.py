"""An existing cluster, of any size: who takes part, and what travels."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, KilledWorker, LocalCluster, Status

import enumino
from enumino.errors import RunError
from enumino.run.cluster import SETTINGS, Settings, enrolment, failures, members, window, worker
from enumino.run.cluster.versions import decisive, versions_here
from enumino.run.counting import count_by_search
from enumino.run.events import Event, Notice, Resized, Started, TaskFinished
from enumino.run.listing import MakePart, PartTask
from tests.cluster_tools import Slow
from tests.dataset_tools import PARTS, PROBLEM, Enumino, Events, data_digest, enumerate_anywhere

pytestmark = pytest.mark.slow
ANSWERED = enrolment.Enrolment._answered
TRIOMINOES = ["enumerate", "polyominoes", "--cells", "3"]


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wait for half a second only, and look around often."""
    monkeypatch.setattr(window, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(window, "TICK", 0.05)
    before = SETTINGS.set(Settings(wait_seconds=0.5))
    yield
    SETTINGS.reset(before)


@contextmanager
def cluster_here(workers: int = 1, **options: Any) -> Iterator[tuple[LocalCluster, Client]]:
    """Workers that are threads of this process."""
    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=False, dashboard_address=":0",
            memory_limit=0, **options,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):  # fmt: skip
        yield cluster, client


def notices(events: Events) -> str:
    return "\n".join(event.sentence for event in events.of(Notice))


# Who takes part.


@pytest.mark.usefixtures("waiting")
def test_a_cluster_without_workers_is_given_up(tmp_path: Path) -> None:
    with (
        cluster_here(0) as (_, client),
        pytest.raises(RunError, match=r"has no workers: start some with .dask worker.*waited"),
    ):
        enumerate_anywhere(tmp_path, client=client)


def test_workers_may_come_later(tmp_path: Path, digest: str) -> None:
    with cluster_here(0) as (cluster, client):
        scaled = []

        def scale(event: Event) -> None:
            if isinstance(event, Started):
                scaled.append(event)
                cluster.scale(2)

        events = enumerate_anywhere(tmp_path, client=client, then=scale)
    assert scaled
    assert events.of(Started)[0].threads == 0
    assert events.of(Resized)[-1].threads == 2
    assert data_digest(tmp_path) == digest


@pytest.mark.usefixtures("waiting")
def test_paused_workers_are_told_and_given_up(tmp_path: Path, digest: str) -> None:
    """As many as are paused by the limit of their memory."""
    SETTINGS.set(Settings(wait_seconds=4))
    with cluster_here(2) as (cluster, client):
        first, second = cluster.workers.values()

        def pause(event: Event) -> None:
            if isinstance(event, TaskFinished) and first.status is Status.running:
                for each in (first, second):
                    each.loop.add_callback(setattr, each, "status", Status.paused)

        events = Events(pause)
        with pytest.raises(RunError, match=r"All 2 workers are paused by the memory limit.*kept"):
            enumerate_anywhere(tmp_path, client=client, on_event=events, problem=Slow(range(1, 12)))
        assert "Waiting, for up to" in notices(events)
        second.loop.add_callback(setattr, second, "status", Status.running)
        events = enumerate_anywhere(tmp_path, client=client)
        assert "1 worker of 2 paused" in notices(events)
    assert data_digest(tmp_path) == digest


def test_a_worker_that_has_forgotten_the_run_is_told_again(tmp_path: Path, digest: str) -> None:
    with cluster_here(1) as (cluster, client):
        (only,) = cluster.workers.values()

        def forget(event: Event) -> None:
            if isinstance(event, TaskFinished) and event.outcome.index % 10 == 3:
                vars(only).pop("enumino_runs", None)

        events = enumerate_anywhere(tmp_path, client=client, then=forget)
    assert events.finished_parts == list(range(PARTS))
    assert data_digest(tmp_path) == digest


def workers_have(found: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers that are asked from here on answer that they have these versions."""
    monkeypatch.setattr(
        enrolment.Enrolment,
        "_answered",
        lambda self, member, _, answered=ANSWERED: answered(self, member, found),
    )


def test_versions_that_differ_are_refused_in_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = versions_here()
    for name, counts_too in (("pyarrow", False), ("enumino", True), ("code", True)):
        theirs = {**ours, name: "9.9"}
        workers_have(theirs, monkeypatch)
        with cluster_here(1) as (_, client):
            with pytest.raises(RunError, match="install the same on every worker") as refusal:
                enumerate_anywhere(tmp_path / name, client=client)
            said, head, here_line, there = str(refusal.value).splitlines()
            assert "has other" in said or "has enumino 9.9" in said
            assert re.split(r"\s{2,}", head.strip()) == list(ours)
            assert here_line.split() == ["here", *ours.values()]
            assert there.split()[1:] == list(theirs.values())
            if counts_too:
                with pytest.raises(RunError, match="install the same"):
                    count_by_search(PROBLEM, client=client)
            else:
                assert count_by_search(enumino.Polyominoes(5), client=client).total == 12


def test_what_bytes_depend_on_matters_to_listings_only() -> None:
    ours = versions_here()
    assert decisive(ours, bytes_matter=False) == ("enumino", "code")
    assert {"numba", "numpy", "pyarrow"} < set(decisive(ours, bytes_matter=True))
    assert "python" not in decisive(ours, bytes_matter=True)


def test_a_later_worker_of_another_version_gets_no_parts(
    tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster_here(1) as (cluster, client):

        def join(event: Event) -> None:
            if isinstance(event, TaskFinished) and len(cluster.worker_spec) == 1:
                workers_have({**versions_here(), "numpy": "1.0"}, monkeypatch)
                cluster.scale(2)

        problem = Slow(range(1, 12), seconds=0.1)
        events = enumerate_anywhere(tmp_path, client=client, then=join, problem=problem)
    assert events.of(Resized) == []
    assert "they get no parts" in notices(events)
    assert "1.0" in notices(events)
    assert data_digest(tmp_path) == digest


def test_a_worker_with_another_version(
    lonely_scheduler: str, here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enumino, "__version__", "99.0")
    process = worker_process(lonely_scheduler, sys.executable)
    done = here(*TRIOMINOES, "--scheduler", lonely_scheduler, "--to", tmp_path, "--quiet")
    process.terminate()
    process.wait()
    assert (done.code, done.out) == (1, "")
    assert "this is 99.0: install the same on every worker" in done.err.splitlines()[0]


def worker_process(address: str, *python: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start a worker with some Python."""
    return subprocess.Popen(
        [*python, "-m", "distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard"],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.long
@pytest.mark.parametrize("uploaded", [False, True])
def test_a_worker_without_the_package(
    uploaded: bool, lonely_scheduler: str, here: Enumino, tmp_path: Path
) -> None:
    """A Python outside the virtual environment that sees all of its packages but ours."""
    base = getattr(sys, "_base_executable", sys.executable)
    if Path(base).parent == Path(sys.executable).parent:
        pytest.skip("not run in a virtual environment")
    packages = tmp_path / "packages"
    packages.mkdir()
    for found in Path(sysconfig.get_path("purelib")).iterdir():
        if "enumino" not in found.name:
            (packages / found.name).symlink_to(found)
    environment = {"PYTHONPATH": str(packages), "XDG_CACHE_HOME": str(tmp_path)}
    process = worker_process(lonely_scheduler, base, "-P", NUMBA_DISABLE_JIT="1", **environment)
    options = ["--upload"] if uploaded else []
    try:
        done = here(
            *TRIOMINOES, "--scheduler", lonely_scheduler, "--to", tmp_path / "x", "-q", *options
        )
    finally:
        process.terminate()
        process.wait()
    if uploaded:
        assert (done.code, done.err) == (0, "")
        assert list(tmp_path.glob("enumino/uploaded/*/enumino/enum/kernels/__pycache__"))
    else:
        assert "has no enumino (--upload ships it)" in done.err.splitlines()[0]


# What travels.


def test_tasks_do_not_carry_the_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent for a part is as large as its prefixes; the problem is sent once."""
    sent: dict[str, list[int]] = {}
    submit = Client.submit

    def recorded(self: Client, function: Any, call: bytes, **options: Any) -> Any:
        assert function is pickle.loads
        kind = options["key"].split("-")[1]
        sent.setdefault(kind, []).append(len(call) + sum(map(len, options["buffers"])))
        return submit(self, function, call, **options)

    monkeypatch.setattr(Client, "submit", recorded)
    cover = enumino.Covers(("queens", 9))
    large = len(pickle.dumps(MakePart(str(tmp_path), cover)))
    with cluster_here(1) as (_, client):
        enumerate_anywhere(tmp_path, problem=cover, rows_per_part=20, client=client)
    assert len(sent["enrol"]) == 2
    assert large <= max(sent["enrol"]) < large + 1000
    assert len(sent["task"]) > 5
    plan = json.loads((tmp_path / "plan.json").read_text())
    assert max(sent["task"]) < 1000 + max(len(part["prefixes"]) for part in plan["parts"])
    assert set(PartTask.__dataclass_fields__) == {"part", "seconds", "rate"}


def test_large_work_is_passed_on_by_workers(
    tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enrolment, "SMALL_BYTES", 0)
    with cluster_here(2) as (_, client):
        enumerate_anywhere(tmp_path, client=client)
    assert data_digest(tmp_path) == digest


def test_a_worker_reports_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of its tasks together; what was reported last stands for all before it."""
    now = 0.0
    monkeypatch.setattr(worker, "monotonic", lambda: now)
    run = worker._Run(lambda task, report: None, "topic")
    messages = []
    for step in range(1, 1001):
        now = step / 100
        due = [dict(run.due(key, step, 10 * step, 1.0)) for key in ("a", "b")]
        messages += [each for each in due if each]
    assert 10 <= len(messages) <= 11
    assert messages[-1].keys() == {"a", "b"}
    assert messages[-1]["b"][0] >= 900
    run.forget("b")
    assert "b" not in run.progress


@pytest.mark.parametrize("workers", [1, 200, 1000, 4000])
def test_many_workers_report_less_often(workers: int) -> None:
    crew = members.Crew()
    crew.update({str(number): 1 for number in range(workers)}, {})
    assert crew.pause >= 1.0
    assert workers / crew.pause <= members.REPORTS_A_SECOND


def test_a_worker_remembers_a_few_runs() -> None:
    class Worker:
        pass

    runs = worker._Runs.of(Worker())
    for number in range(100):
        runs.add(str(number), worker._Run(print, str(number)))
    assert runs.get("0") is None
    assert runs.get("99") is not None
    assert sum(runs.get(str(number)) is not None for number in range(100)) == worker.MOST_RUNS


def test_a_part_nobody_waits_for_is_stopped(tmp_path: Path) -> None:
    """So that a cluster can be used again at once after Ctrl-C."""
    with cluster_here(1) as (_, client):

        def stop(event: Event) -> None:
            if isinstance(event, TaskFinished):
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            enumerate_anywhere(
                tmp_path, client=client, then=stop, problem=Slow(range(1, 12), seconds=0.2)
            )
        started = time.monotonic()
        assert client.submit(len, "used again").result(timeout=20) == 10
        assert time.monotonic() - started < 5
        assert not [key for key in client.futures if "enumino" in key]


# Failures.


def test_killed_workers_are_losses() -> None:
    assert failures.is_loss(KilledWorker("task", None, 3))


def test_a_part_that_takes_its_workers_along_ends_the_run(tmp_path: Path, monkeypatch) -> None:
    """As when its memory is never enough."""
    with cluster_here(0) as (_, client):
        tasks = [PartTask(None, 1.0, 1.0)]
        monkeypatch.setattr(PartTask, "index", 7)
        running = window._Window(client, len, tasks, lambda event: None, False)
        running.crew.update({"tcp://a:1": 1}, {"tcp://a:1": 1})
        (member,) = running.crew.members.values()
        lost = window.Attempt("key", 0, member, None, 0.0)
        for _ in range(window.LOSSES):
            running._lost(lost, blamed=True)
            running._lost(lost, blamed=False)
        with pytest.raises(RunError, match=r"4 workers died over part 7, most likely out of memor"):
            running._lost(lost, blamed=True)
