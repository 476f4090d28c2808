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
from types import SimpleNamespace
from typing import Any

import pytest
from distributed import Client, KilledWorker, LocalCluster, Status

import enumino
from enumino.errors import RunError
from enumino.run.cluster import window, worker, workers
from enumino.run.cluster.package import decisive, versions_here
from enumino.run.counting import count_by_search
from enumino.run.events import Event, Notice, Resized, Started, TaskFinished
from enumino.run.execution import Execution, Report
from enumino.run.listing import MakePart, PartTask
from enumino.run.tasks import run_tasks
from tests.cluster_tools import Slow
from tests.dataset_tools import PARTS, PROBLEM, Enumino, Events, data_digest, enumerate_anywhere

pytestmark = pytest.mark.slow
TRIOMINOES = ["enumerate", "polyominoes", "--cells", "3"]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look around often."""
    monkeypatch.setattr(window, "LOOK_SECONDS", 0.1)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Workers of this process know of no earlier run."""
    worker._work_of.cache_clear()


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


@pytest.mark.usefixtures("impatient")
def test_a_cluster_without_workers_is_given_up(tmp_path: Path) -> None:
    with (
        cluster_here(0) as (_, client),
        pytest.raises(RunError, match=r"has no workers: start some with .dask worker.*waited"),
    ):
        enumerate_anywhere(tmp_path, client=client, wait_seconds=0.5)


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
def test_paused_workers_are_told_and_given_up(tmp_path: Path, digest: str) -> None:
    """As many as are paused by the limit of their memory."""
    with cluster_here(2) as (cluster, client):
        first, second = cluster.workers.values()

        def pause(event: Event) -> None:
            if isinstance(event, TaskFinished) and first.status is Status.running:
                for each in (first, second):
                    each.loop.add_callback(setattr, each, "status", Status.paused)

        events = Events(pause)
        with pytest.raises(RunError, match=r"part: 2 of 2 paused by the memory limit.*kept"):
            enumerate_anywhere(
                tmp_path,
                client=client,
                on_event=events,
                problem=Slow(range(1, 12)),
                wait_seconds=4,
            )
        assert "Waiting, for up to" in notices(events)
        second.loop.add_callback(setattr, second, "status", Status.running)
        events = enumerate_anywhere(tmp_path, client=client)
        assert "1 worker of 2 paused" in notices(events)
    assert data_digest(tmp_path) == digest


def test_a_worker_that_has_forgotten_the_run_fetches_it_again(tmp_path: Path, digest: str) -> None:
    with cluster_here(1) as (_, client):

        def forget(event: Event) -> None:
            if isinstance(event, TaskFinished) and event.outcome.index % 10 == 3:
                worker._work_of.cache_clear()

        events = enumerate_anywhere(tmp_path, client=client, then=forget)
    assert events.finished_parts == list(range(PARTS))
    assert data_digest(tmp_path) == digest


def workers_have(found: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers that are asked from here on answer that they have these versions."""
    monkeypatch.setattr(worker, "versions_here", lambda: found)


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
            said, head, _, here_line, there = str(refusal.value).splitlines()
            assert f"has {name} 9.9 instead of {ours[name]}: install the same" in said
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


@pytest.mark.long
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


@pytest.mark.usefixtures("impatient")
def test_a_worker_refuses_tasks_that_come_before_it_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that joins later, and is given a task at once."""
    answers = [versions_here()]
    theirs = {**versions_here(), "numpy": "1.0"}
    monkeypatch.setattr(worker, "versions_here", lambda: answers.pop() if answers else theirs)
    events = Events()
    with (
        cluster_here(1) as (_, client),
        pytest.raises(RunError, match="No worker can be given a part: 1 of 1 with other"),
    ):
        enumerate_anywhere(tmp_path, client=client, on_event=events, wait_seconds=0.5)
    assert events.finished_parts == []
    assert "they get no parts" in notices(events)


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
def test_workers_are_replaced_while_others_do_not_fit(
    tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tasks are then for the workers that fit, all of which leave."""
    with cluster_here(1) as (cluster, client):
        (first,) = cluster.scheduler_info["workers"]

        def change(event: Event) -> None:
            if isinstance(event, TaskFinished) and len(cluster.worker_spec) == 1:
                workers_have({**versions_here(), "numpy": "1.0"}, monkeypatch)
                cluster.scale(2)
            if isinstance(event, Notice) and "they get no parts" in event.sentence:
                workers_have(versions_here(), monkeypatch)
                client.retire_workers([first])
                cluster.scale(3)

        problem = Slow(range(1, 12), seconds=0.1)
        events = enumerate_anywhere(tmp_path, client=client, then=change, problem=problem)
        assert first not in client.nthreads()
    assert events.finished_parts == list(range(PARTS))
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
    assert "instead of 99.0: install the same on every worker" in done.err.splitlines()[0]


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
    environment = {
        "PYTHONPATH": str(packages),
        "PYTHONDONTWRITEBYTECODE": "",
        "XDG_CACHE_HOME": str(tmp_path),
    }
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
    """A part sends as much as its prefixes; a process fetches the problem once."""
    sent: list[int] = []
    submit = Client.submit

    def recorded(self: Client, function: Any, call: bytes, **options: Any) -> Any:
        assert function is pickle.loads
        sent.append(len(call))
        return submit(self, function, call, **options)

    monkeypatch.setattr(Client, "submit", recorded)
    cover = enumino.Covers(("queens", 9))
    large = len(pickle.dumps(MakePart(str(tmp_path), cover)))
    fetched: list[int] = []
    with cluster_here(2) as (cluster, client):
        handlers = cluster.scheduler.handlers
        get = handlers["get_metadata"]

        def counted(**about: Any) -> Any:
            found = get(**about)
            fetched.append(len(found[1]))
            return found

        handlers["get_metadata"] = counted
        enumerate_anywhere(tmp_path, problem=cover, rows_per_part=20, client=client)
        kept = cluster.scheduler.task_metadata.items()
        assert [work for topic, work in kept if topic.startswith("enumino-")] == [None]
    assert 1 <= len(fetched) <= 2, "by the two workers of this process at once, at most"
    assert large <= fetched[0] < large + 1000
    assert len(sent) > 5
    plan = json.loads((tmp_path / "plan.json").read_text())
    assert max(sent) < 1000 + max(len(part["prefixes"]) for part in plan["parts"])
    assert set(PartTask.__dataclass_fields__) == {"part", "seconds", "rate"}


def test_a_task_reports_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last report stands for all before it, and the outcome for what was not reported."""
    now, told = 0.0, list[tuple[str, int, int]]()
    monkeypatch.setattr(worker, "monotonic", lambda: now)

    def work(task: PartTask, report: Report) -> PartTask:
        nonlocal now
        for step in range(1, 1001):
            now = step / 100
            report(task.index, 1, 10)
        return task

    there = SimpleNamespace(
        get_current_task=lambda: "key",
        log_event=lambda topic, event: told.append(event),
        state=SimpleNamespace(tasks={}),
    )
    monkeypatch.setattr("distributed.get_worker", lambda: there)
    monkeypatch.setattr(worker, "_work_of", lambda topic: work)
    done = worker.attempt("topic", Seventh(None, 1.0, 1.0), 1.0)
    assert isinstance(done, worker.Done)
    assert (done.rows, done.nodes) == (1000, 10_000)
    assert 10 <= len(told) <= 11
    assert told[-1][1] >= 900


def test_many_tasks_report_less_often() -> None:
    nobody = SimpleNamespace(scheduler=SimpleNamespace(address=""))
    for number in (1, 200, 1000, 4000):
        everyone = workers.Workers(nobody, same_bytes=False, upload=False)
        for name in map(str, range(number)):
            everyone.members[name] = workers.Member(name, 1, running=True, fits=True)
        assert everyone.pause >= 1.0
        assert number / everyone.pause <= workers.REPORTS_A_SECOND


def test_a_worker_remembers_a_few_runs() -> None:
    assert worker._work_of.cache_parameters()["maxsize"] == worker.MOST_RUNS <= 16


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


def run_task(client: Client, work: Any) -> list[PartTask]:
    """Run one task, of number 7."""
    return list(run_tasks(work, [Seventh(None, 1.0, 1.0)], [], Execution(client)))


class Seventh(PartTask):
    """A task without a part, which is its own outcome."""

    index = 7
    rows = 0


def test_a_part_that_takes_its_workers_along_ends_the_run() -> None:
    """As when its memory is never enough: Dask gives it up after some workers."""

    def work(task: PartTask, report: Report) -> PartTask:
        raise KilledWorker("task", SimpleNamespace(address="tcp://a:1"), 3)

    with (
        cluster_here(1) as (_, client),
        pytest.raises(RunError, match=r"4 workers died over part 7, most likely out of memory"),
    ):
        run_task(client, work)


def test_a_task_on_a_worker_without_the_package_is_done_elsewhere() -> None:
    failures = [ImportError("no enumino", name="enumino.run")]

    def work(task: PartTask, report: Report) -> PartTask:
        if failures:
            raise failures.pop()
        return task

    with cluster_here(1) as (_, client):
        assert [task.index for task in run_task(client, work)] == [7]


@pytest.mark.long
def test_tasks_that_dask_gives_up_are_not_reported() -> None:
    """Asyncio reports each exception that nobody asked for; others stay."""
    code = (
        "import logging; from distributed.client import AllExit; from enumino.run import cluster\n"
        "cluster.silence()\n"
        "for error in (AllExit(), KeyError('ours')):\n"
        "    logging.getLogger('asyncio').error('never retrieved', exc_info=error)\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "AllExit" not in said.stderr
    assert "ours" in said.stderr
