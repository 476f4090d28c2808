"""The runner of listings and counts: tasks in this thread, on threads, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from enumino.arguments import threads_or_cores
from enumino.datasets.storage import interrupt_requests
from enumino.run import events
from enumino.run.cluster import dashboard, dispatch, local_client, threads_of
from enumino.run.execution import Outcome, Report, Task, attempt
from enumino.run.threads import on_threads

if TYPE_CHECKING:
    from distributed import Client

# Seconds of work below which plain threads do it: a client of Dask takes a second to start.
MIN_SECONDS_FOR_DASK = 4.0


def run_tasks(
    work: Callable[[Task, Report], Outcome],
    tasks: Sequence[Task],
    done: Sequence[Outcome],
    emit: Callable[[events.Event], None],
    *,
    client: Client | None,
    threads: int | None,
    in_process: bool,
    same_bytes: bool = False,
    alone: Container[int] = (),
) -> Generator[Outcome]:
    """Yield the outcomes of the tasks that are not done yet, as they come.

    A task counts as finished when the next outcome is asked for: what is done with an outcome,
    such as to keep it, comes first.

    Parameters
    ----------
    work : callable
        What a worker does for a task; it travels to each worker once, with all that is the same for
        every task.
    tasks, done : sequences
        All tasks, and outcomes that are known: both have an `index`.
    emit : callable
        Hears `Started`, `Progressed`, `TaskFinished`, and of a cluster `Resized` and `Notice`;
        always called by the thread that asks for outcomes.
    client, threads, in_process :
        Where to run, as in `enumino.enumerate_to`. A single task stays in this thread, little
        work in this process.
    same_bytes : bool
        Whether workers must have our versions of what the bytes of files depend on.
    alone : container of int
        Tasks, by index, that run one after the other in this thread, before all others.
    """
    known = {outcome.index for outcome in done}
    missing = [task for task in tasks if task.index not in known]
    little = sum(task.seconds for task in missing) < MIN_SECONDS_FOR_DASK
    with ExitStack() as stack:
        used, seen = 1, None
        if in_process:
            client = None
        elif client is None and len(missing) > 1:
            if little:
                used = min(threads_or_cores(threads), len(missing))
            else:
                client = stack.enter_context(local_client(threads))
                stack.push(_drop_uploads)
        if client is not None:
            used, seen = threads_of(client), dashboard(client)
        emit(events.Started(tasks, list(done), used, seen))

        def report(index: int, rows: int, nodes: int) -> None:
            emit(events.Progressed(index, rows, nodes))

        for task in missing:
            if task.index in alone:
                yield (outcome := attempt(work, task, report))
                emit(events.TaskFinished(outcome))
        missing = [task for task in missing if task.index not in alone]
        outcomes: Generator[Outcome]
        if client is not None:
            outcomes = dispatch(client, work, missing, emit, threads=used, same_bytes=same_bytes)
        elif len(missing) > 1 and not in_process:
            outcomes = on_threads(work, missing, used, report)
        else:
            outcomes = (attempt(work, task, report) for task in missing)
        for outcome in stack.enter_context(closing(outcomes)):
            yield outcome
            emit(events.TaskFinished(outcome))


def _drop_uploads(kind: type[BaseException] | None, *_: object) -> None:
    """Drop the uploads of our threads on Ctrl-C: a client that is closed waits for them."""
    if kind is not None and issubclass(kind, KeyboardInterrupt):
        interrupt_requests()
