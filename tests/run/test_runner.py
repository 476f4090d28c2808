"""Tasks in this thread, on threads and on Dask: the same outcomes, reports and errors."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Event as Flag
from threading import get_ident
from time import sleep

import pytest
from distributed import Client

from enumino.errors import ProblemError, RunError
from enumino.run import cluster
from enumino.run.events import Event, Progressed, Report
from enumino.run.runner import HowToRun, run_missing


@dataclass(frozen=True)
class Piece:
    """A task, and its own outcome."""

    index: int
    seconds: float = 0.0
    rate: float = 1.0
    rows: int = 1


TASKS = [Piece(index) for index in range(20)]
Work = Callable[[Piece, Report], Piece]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A client whose workers are threads of this process."""
    with Client(
        processes=False, threads_per_worker=2, dashboard_address=":0", set_as_default=False
    ) as client:
        yield client


@pytest.fixture(params=["in process", "threads", "dask"])
def how(request: pytest.FixtureRequest) -> HowToRun:
    """Each of the three places."""
    client = request.getfixturevalue("client") if request.param == "dask" else None
    return {"client": client, "threads": 1 if request.param == "in process" else 2}


@pytest.mark.parametrize(
    ("threads", "seconds", "parts", "expected"),
    [(16, 99, 20, 2), (17, 99, 20, 3), (16, 9, 20, None), (8, 99, 20, None), (16, 99, 8, None)],
)
def test_long_work_on_many_cores_takes_processes(
    threads: int, seconds: float, parts: int, expected: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def refuse(threads: int, processes: int) -> None:
        asked.append(processes)
        raise InterruptedError

    monkeypatch.setattr(cluster, "local_client", refuse)
    pieces = [Piece(index, seconds / parts) for index in range(parts)]
    with suppress(InterruptedError):
        list(run_missing(lambda p, _: p, pieces, [], threads=threads, processes="auto"))
    assert asked == ([] if expected is None else [expected])


def run(how: HowToRun, work: Work, done: Sequence[Piece] = ()) -> list[Piece]:
    return sorted(run_missing(work, TASKS, done, **how), key=lambda piece: piece.index)


# Work is pickled for Dask, and loaded again by the threads of this process: it shares these.
CALLED: list[int] = []
begun, ended = Flag(), Flag()


def noted(task: Piece, report: Report) -> Piece:
    CALLED.append(task.index)
    return task


def endless(task: Piece, report: Report) -> Piece:
    if task.index == 0:
        return task
    begun.set()
    try:
        while True:
            report(task.index, 0)
            sleep(0.001)
    finally:
        ended.set()


def test_every_task_that_is_not_done_is_done_once(how: HowToRun) -> None:
    CALLED.clear()
    assert run(how, noted, done=TASKS[3:8]) == TASKS[:3] + TASKS[8:]
    assert sorted(CALLED) == [task.index for task in TASKS[:3] + TASKS[8:]]


def test_reports_are_heard_in_the_calling_thread(
    how: HowToRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "REPORT_SECONDS", 0)
    heard: list[tuple[int, int]] = []

    def listen(event: Event) -> None:
        if isinstance(event, Progressed):
            heard.append((event.index, event.nodes))
            assert get_ident() == here

    def work(task: Piece, report: Report) -> Piece:
        report(task.index, 7)
        report(task.index, task.index)
        return task

    here = get_ident()
    assert run({**how, "on_event": listen}, work) == TASKS
    assert sorted(heard) == sorted((each.index, n) for each in TASKS for n in (7, each.index))


@pytest.mark.parametrize("error", [TypeError("a bug"), ProblemError("wrong"), MemoryError()])
def test_an_error_is_raised_as_it_is_and_the_client_stays_usable(
    how: HowToRun, error: Exception
) -> None:
    def fail(task: Piece, report: Report) -> Piece:
        if task.index == 3:
            raise error
        return task

    for _ in range(3):
        with pytest.raises(type(error)) as raised:
            run(how, fail)
        assert raised.value.args == error.args
    assert run(how, lambda task, report: task) == TASKS


def test_tasks_end_where_nobody_asks_any_more(how: HowToRun) -> None:
    if how["threads"] == 1 and how["client"] is None:
        pytest.skip("nothing runs beside")
    begun.clear()
    ended.clear()
    outcomes = run_missing(endless, TASKS, [], **how)
    assert next(outcomes) == TASKS[0]
    assert begun.wait(20)
    outcomes.close()
    assert ended.wait(20)


def test_a_worker_that_lacks_a_module_is_a_sentence(client: Client) -> None:
    def work(task: Piece, report: Report) -> Piece:
        raise ModuleNotFoundError("No module named 'enumino'", name="enumino")

    with pytest.raises(RunError, match=r"No module named 'enumino'.*same versions of enumino"):
        run({"client": client}, work)
