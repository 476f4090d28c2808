"""Little work on threads of this process, without Dask: starting a client takes longer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event as Flag
from threading import Thread, current_thread

from enumino.datasets.storage import interrupt_requests
from enumino.run.execution import Outcome, Report, Task, attempt


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
    running: list[Thread] = []

    def send(index: int, rows: int, nodes: int) -> None:
        if abandoned.is_set():
            raise _AbandonedError
        inbox.put((index, rows, nodes))

    with ThreadPoolExecutor(
        threads, "enumino", initializer=lambda: running.append(current_thread())
    ) as pool:
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
        except (KeyboardInterrupt, GeneratorExit):
            abandoned.set()
            interrupt_requests(running)  # the pool waits for uploads
            raise
        finally:
            abandoned.set()
            pool.shutdown(wait=False, cancel_futures=True)
