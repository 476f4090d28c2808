"""The runner of listings and counts: tasks in this thread, on threads, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from queue import SimpleQueue
from threading import Event as Flag

from enumino.arguments import threads_or_cores
from enumino.run import events
from enumino.run.cluster import dashboard, dispatch, local_client, threads_of
from enumino.run.execution import Execution, Outcome, Report, Task, attempt

# Seconds of work below which plain threads do it: a client of Dask takes a second to start.
MIN_SECONDS_FOR_DASK = 4.0
# And below which all threads are of this process: others take some seconds to load what they need.
MIN_SECONDS_FOR_PROCESSES = 120.0


def run_tasks(
    work: Callable[[Task, Report], Outcome],
    tasks: Sequence[Task],
    done: Sequence[Outcome],
    how: Execution,
    *,
    same_bytes: bool = False,
    one_at_a_time: Container[int] = (),
) -> Generator[Outcome]:
    """Yield the outcomes of the tasks that are not done yet, as they come.

    A task counts as finished when the next outcome is asked for: what is done with an outcome,
    such as to keep it, comes first. A single task stays in this thread, little work in this
    process. `work` travels to each worker once, with all that is the same for every task. For
    `same_bytes`, workers must have our versions of what the bytes of files depend on. Tasks of the
    numbers `one_at_a_time` run in this thread, before all others.
    """
    known = {outcome.index for outcome in done}
    missing = [task for task in tasks if task.index not in known]
    with ExitStack() as stack:
        used, link, client = 1, None, None if how.in_process else how.client
        if client is None and len(missing) > 1 and not how.in_process:
            seconds = sum(task.seconds for task in missing)
            if seconds < MIN_SECONDS_FOR_DASK:
                used = min(threads_or_cores(how.threads), len(missing))
            else:
                several = how.processes and seconds >= MIN_SECONDS_FOR_PROCESSES
                client = stack.enter_context(local_client(how.threads, processes=several))
        if client is not None:
            used, link = threads_of(client), dashboard(client)
        how.emit(events.Started(tasks, list(done), used, link))

        def report(index: int, rows: int, nodes: int) -> None:
            how.emit(events.Progressed(index, rows, nodes))

        for task in missing:
            if task.index in one_at_a_time:
                yield (outcome := attempt(work, task, report))
                how.emit(events.TaskFinished(outcome))
        missing = [task for task in missing if task.index not in one_at_a_time]
        outcomes: Generator[Outcome]
        if client is not None:
            outcomes = dispatch(client, work, missing, how, threads=used, same_bytes=same_bytes)
        elif len(missing) > 1 and not how.in_process:
            outcomes = on_threads(work, missing, used, report)
        else:
            outcomes = (attempt(work, task, report) for task in missing)
        for outcome in stack.enter_context(closing(outcomes)):
            yield outcome
            how.emit(events.TaskFinished(outcome))


class _AbandonedError(Exception):
    """Nobody waits for the outcome any more."""


def on_threads(
    work: Callable[[Task, Report], Outcome],
    tasks: Sequence[Task],
    threads: int,
    report: Report,
) -> Generator[Outcome]:
    """Yield the outcomes of tasks as they come; raise the first error of a task.

    Reports arrive in the thread that asks for outcomes. When nobody asks any more, tasks end at
    their next report.
    """
    inbox: SimpleQueue[Future[Outcome] | tuple[int, int, int]] = SimpleQueue()
    abandoned = Flag()

    def send(index: int, rows: int, nodes: int) -> None:
        if abandoned.is_set():
            raise _AbandonedError
        inbox.put((index, rows, nodes))

    with ThreadPoolExecutor(threads, "enumino") as pool:
        try:
            for task in tasks:
                pool.submit(attempt, work, task, send).add_done_callback(inbox.put)
            left = len(tasks)
            while left:
                received = inbox.get()
                if isinstance(received, tuple):
                    report(*received)
                else:
                    left -= 1
                    yield received.result()
        finally:
            abandoned.set()
            pool.shutdown(wait=False, cancel_futures=True)
