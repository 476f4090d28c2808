"""Run the tasks of a count, in this thread, on local threads or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, TypeVar

from enumino.arguments import threads_or_cores
from enumino.run.cluster import Report, dispatch, local_client, threads_of
from enumino.run.events import CountOutcome, CountProgressed, CountStarted, CountTask, TaskFinished

if TYPE_CHECKING:
    from distributed import Client

WORTH_A_CLUSTER = 2.0
"""Seconds of work below which tasks run in this thread: starting others would take as long."""

Task = TypeVar("Task", bound=CountTask)
Outcome = TypeVar("Outcome", bound=CountOutcome)


def run_tasks(
    work: Callable[[Task, Report], Outcome],
    tasks: Sequence[Task],
    done: Sequence[Outcome],
    emit: Callable[..., None],
    *,
    client: Client | None,
    threads: int | None,
    in_process: bool,
) -> Iterator[Outcome]:
    """Yield the outcomes of the tasks that are not done yet, as they come.

    Parameters
    ----------
    work : callable
        What a worker does for a task.
    tasks, done : sequences
        All tasks, and outcomes that are known: both have an `index`.
    emit : callable
        As `enumino.run.cluster.one_at_a_time` makes it; hears `CountStarted`, `CountProgressed`,
        `TaskFinished`.
    client, threads, in_process :
        Where to run, as in `enumino.enumerate_to`; little work stays here if nothing is said.
    """
    threads_or_cores(threads)  # refuses what is no number of them
    known = {outcome.index for outcome in done}
    missing = [task for task in tasks if task.index not in known]
    small = sum(task.seconds for task in missing) < WORTH_A_CLUSTER
    here = in_process or (client is None and (len(missing) < 2 or (threads is None and small)))
    with ExitStack() as stack:
        if here:
            client = None
        elif client is None:
            client = stack.enter_context(local_client(threads))
        emit(CountStarted(tasks, list(done), 1 if client is None else threads_of(client)))

        def report(index: int, _rows: int, nodes: int) -> None:
            emit(CountProgressed(index, nodes), wait=False)

        outcomes: Iterator[Outcome] = (
            (work(task, report) for task in missing)
            if client is None
            else dispatch(client, work, missing, report)
        )
        for outcome in outcomes:
            yield outcome
            emit(TaskFinished(outcome))
