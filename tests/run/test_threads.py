"""Tasks in this thread, on threads and on a cluster: the same outcomes, reports and errors."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import active_count, get_ident

import pytest
from distributed import Client

from enumino.errors import ProblemError, RunError, StorageError
from enumino.run import tasks
from enumino.run.cluster import clients, local_client, window
from enumino.run.execution import RETRIES, Execution, Report
from enumino.run.listing import enumerate_plan
from enumino.run.planning import make_plan
from enumino.run.tasks import on_threads, run_tasks
from tests.dataset_tools import PROBLEM, ROWS_PER_PART, data_digest


@dataclass(frozen=True)
class Piece:
    """A task, and its own outcome."""

    index: int
    seconds: float = 0.0
    rate: float = 1.0
    rows: int = 1


TASKS = [Piece(index) for index in range(20)]
CALLS: list[int] = []  # numbers of the tasks that were called, in this process


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A client whose workers are threads of this process, so that it counts their calls, too."""
    with local_client(2) as client:
        yield client


@pytest.fixture(params=["in process", "threads", "cluster"])
def run(request: pytest.FixtureRequest) -> Callable[..., list[Piece]]:
    """Run some tasks in one of the three places; return all outcomes."""
    CALLS.clear()

    def run(work: Callable[[Piece, Report], Piece], tasks: Sequence[Piece] = TASKS) -> list[Piece]:
        client = request.getfixturevalue("client") if request.param == "cluster" else None
        how = Execution(client, threads=2, in_process=request.param == "in process")
        return list(run_tasks(work, tasks, [], how))

    return run


@dataclass(frozen=True)
class Failing:
    """Work whose task 3 fails, as often as it should."""

    error: Exception
    times: int

    def __call__(self, task: Piece, report: Report) -> Piece:
        """Count the call; fail, or return the task."""
        CALLS.append(task.index)
        if task.index == 3 and CALLS.count(3) <= self.times:
            raise self.error
        return task


@pytest.mark.parametrize("error", [TypeError("a bug"), ProblemError("wrong"), MemoryError()])
def test_an_error_that_would_come_again_is_raised_at_once_as_it_is(run, error) -> None:
    with pytest.raises(type(error)) as raised:
        run(Failing(error, 1))
    assert raised.value.args == error.args
    assert CALLS.count(3) == 1


def test_failures_of_the_storage_that_may_pass_are_tried_again(run) -> None:
    passing = StorageError("a hiccup", transient=True)
    assert sorted(run(Failing(passing, RETRIES)), key=lambda piece: piece.index) == TASKS
    assert CALLS.count(3) == RETRIES + 1


def test_failures_of_the_storage_that_last_are_raised(run) -> None:
    with pytest.raises(StorageError, match="a hiccup"):
        run(Failing(StorageError("a hiccup", transient=True), RETRIES + 1))
    assert CALLS.count(3) == RETRIES + 1
    CALLS.clear()
    with pytest.raises(StorageError, match="full"):
        run(Failing(StorageError("full"), 1))
    assert CALLS.count(3) == 1


def test_a_run_that_fails_leaves_its_client_usable(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Dask fetches the results of many futures at once, and one of them may be taken back."""
    gather = Client._gather_remote

    async def gather_later(self: Client, *how: bool) -> dict[str, object]:
        await asyncio.sleep(0.2)
        return await gather(self, *how)

    def work_once(task: Piece, report: Report) -> Piece:
        CALLS.append(task.index)
        if CALLS.count(task.index) > 1:
            raise RuntimeError("called again")
        return task

    monkeypatch.setattr(Client, "_gather_remote", gather_later)
    CALLS.clear()
    with pytest.raises(TypeError, match="a bug"):
        list(run_tasks(Failing(TypeError("a bug"), 1), TASKS[:4], [], Execution(client)))
    CALLS.clear()
    done = list(run_tasks(work_once, TASKS[:4], [], Execution(client)))
    assert sorted(done, key=lambda piece: piece.index) == TASKS[:4]
    gc.collect()
    assert not [record for record in caplog.records if record.name == "asyncio"]


def test_a_result_that_never_arrives_ends_the_run(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancel(self: Client, *how: bool) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(Client, "_gather_remote", cancel)
    monkeypatch.setattr(window, "RETRY_SECONDS", 0.0)
    with pytest.raises(RunError, match="has not arrived 100 times"):
        list(run_tasks(Failing(TypeError("a bug"), 0), TASKS, [], Execution(client)))


@pytest.mark.parametrize("threads", [1, 3, 40])
def test_every_task_is_done_once_and_reports_are_heard_here(threads: int) -> None:
    heard: list[tuple[int, int]] = []

    def work(task: Piece, report: Report) -> Piece:
        report(task.index, 1, 2)
        return task

    def report(index: int, rows: int, nodes: int) -> None:
        heard.append((index, get_ident()))

    done = list(on_threads(work, TASKS, threads, report))
    assert sorted(done, key=lambda task: task.index) == TASKS
    assert sorted(heard) == [(task.index, get_ident()) for task in TASKS]


def test_an_error_is_raised_and_threads_end() -> None:
    before = active_count()

    def work(task: Piece, report: Report) -> Piece:
        if task.index == 3:
            raise TypeError("no more")
        while task.index > 3:
            report(task.index, 0, 0)  # for ever, unless nobody asks any more
        return task

    with pytest.raises(TypeError, match="no more"):
        list(on_threads(work, TASKS, 4, lambda *_: None))
    assert active_count() == before


def test_tasks_end_where_nobody_asks_any_more() -> None:
    before = active_count()

    def work(task: Piece, report: Report) -> Piece:
        while task.index:
            report(task.index, 0, 0)
        return task

    outcomes = on_threads(work, TASKS, 4, lambda *_: None)
    assert next(outcomes).index == 0
    outcomes.close()
    assert active_count() == before


@pytest.mark.long
def test_many_threads_are_divided_among_processes(
    tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And write the same bytes."""
    monkeypatch.setattr(clients, "THREADS_A_PROCESS", 1)
    monkeypatch.setattr(tasks, "MIN_SECONDS_FOR_DASK", 0.0)
    monkeypatch.setattr(tasks, "MIN_SECONDS_FOR_PROCESSES", 0.0)
    processes: set[int] = set()

    def local(threads: int | None, **options: bool) -> Client:
        client = local_client(threads, **options)
        processes.update(client.run(os.getpid).values())
        return client

    monkeypatch.setattr(tasks, "local_client", local)
    plan = make_plan(tmp_path, PROBLEM, rows_per_part=ROWS_PER_PART)
    enumerate_plan(tmp_path, PROBLEM, plan, Execution(threads=2, processes=True))
    assert len(processes - {os.getpid()}) == 2
    assert data_digest(tmp_path) == digest


def test_work_of_seconds_stays_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def local(threads: int | None, *, processes: bool) -> Client:
        asked.append(processes)
        return local_client(1)

    monkeypatch.setattr(tasks, "local_client", local)
    for seconds in (10.0, 100.0):
        pieces = [Piece(index, seconds) for index in range(2)]
        assert list(run_tasks(lambda task, report: task, pieces, [], Execution(processes=True)))
    assert asked == [False, True]


def test_no_profiler_of_dask_runs_beside_local_threads(client: Client) -> None:
    (worker,) = client.cluster.workers.values()
    assert "tick" in worker.periodic_callbacks
    assert "profile" not in worker.periodic_callbacks
