"""Cost of the driver of a cluster: 4,000 parts on 1,000 workers that only sleep.

    python -m benchmarks.driver [--workers 1000] [--parts 4000] [--processes 4]

The scheduler is a real one. The workers are real, too, with one thread each, but many share a
process, and their parts sleep and report. The figures are the processor time and the memory of the
driver alone, with the view of the command; the aim is less than a fifth of a core, and 300 MB. The
parts last long enough for the scheduler, which shares the machine with all workers, to keep up.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from enumino.run.tasks import run_tasks

from benchmarks.timing import arguments
from enumino.cli.progress import RunView
from enumino.run.cluster import silence
from enumino.run.events import Event, Progressed, Started, TaskFinished
from enumino.run.execution import Execution, Report

# Environment variables that switch off the frequent background work of each worker.
CHEAP = {
    "DASK_LOGGING__DISTRIBUTED": "critical",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "10s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "60s",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "1h",
}
# Workers of a process that start at once.
TOGETHER = 25


@dataclass(frozen=True)
class Task:
    """A part that only takes time."""

    index: int
    seconds: float
    rate: float = 1e6


@dataclass(frozen=True)
class Outcome:
    index: int
    rows: int = 0


def work(task: Task, report: Report) -> Outcome:
    """Sleep for the time of the part, and report ten times a second."""
    end = time.monotonic() + task.seconds
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(0.1, left))
        report(task.index, 1000, 100_000)
    return Outcome(task.index, rows=1_000_000)


def scheduler_process(address: Any) -> None:
    from distributed import Scheduler

    async def serve() -> None:
        async with Scheduler(
            host="127.0.0.1", port=0, dashboard=False, dashboard_address=None
        ) as scheduler:
            address.send(scheduler.address)
            await scheduler.finished()

    asyncio.run(serve())


def worker_process(address: str, number: int) -> None:
    from distributed import Worker

    async def started() -> Worker:
        return await Worker(address, nthreads=1, memory_limit=0, dashboard=False, host="127.0.0.1")

    async def serve() -> None:
        workers: list[Worker] = []
        while len(workers) < number:
            more = min(TOGETHER, number - len(workers))
            workers += await asyncio.gather(*(started() for _ in range(more)))
        await asyncio.gather(*(worker.finished() for worker in workers))

    asyncio.run(serve())


def measure(tasks: Sequence[Task], client: Any, listener: Callable[[Event], None]) -> str:
    """Run the tasks, and return the time and memory that this process took."""
    seen = {Progressed: 0, TaskFinished: 0}

    def listen(event: Event) -> None:
        if type(event) in seen:
            seen[type(event)] += 1
        listener(event)

    started, spent = time.monotonic(), time.process_time()
    for _ in run_tasks(work, tasks, [], Execution(client, wait_seconds=600, on_event=listen)):
        pass
    seconds, spent = time.monotonic() - started, time.process_time() - spent
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert seen[TaskFinished] == len(tasks)
    return (
        f"{len(tasks):,} parts, {seen[Progressed]:,} reports in {seconds:.1f} s: "
        f"{100 * spent / seconds:.1f} % of a core, {1e6 * spent / len(tasks):.0f} µs a part, "
        f"at most {peak:.0f} MB"
    )


def view_alone(parts: int) -> str:
    """Measure the cost of the command's view by itself."""
    view = RunView(quiet=True, unit="part")
    view.quiet = False  # as on a terminal, without writing to it
    view.is_due = lambda *, last=False: False  # type: ignore[method-assign]
    view(Started([Task(i, 1.0) for i in range(parts)], [], 1000))
    started, number = time.process_time(), 200_000
    for i in range(number):
        view(Progressed(i % parts, 10, 1000))
    return f"{1e6 * (time.process_time() - started) / number:.2f} µs a report"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--parts", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=30.0, help="that a part takes")
    parser.add_argument("--processes", type=int, default=4, help="that share the workers")
    options = parser.parse_args()
    if options.smoke:
        options.workers, options.parts, options.seconds, options.processes = 8, 40, 0.2, 1
    print(f"the view, {options.parts:,} parts: {view_alone(options.parts)}")
    print(f"the view, 40 parts: {view_alone(40)}")

    os.environ |= CHEAP
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    scheduler = spawn.Process(target=scheduler_process, args=(theirs,), daemon=True)
    scheduler.start()
    address = ours.recv()
    share = -(-options.workers // options.processes)
    processes = [
        spawn.Process(target=worker_process, args=(address, share), daemon=True)
        for _ in range(options.processes)
    ]
    for process in processes:
        process.start()
    from distributed import Client

    silence()
    with Client(address, set_as_default=False, timeout="60s") as client:
        client.wait_for_workers(share * options.processes, timeout=600)
        print(f"{len(client.nthreads()):,} workers; {threading.active_count()} threads here")
        tasks = [Task(i, options.seconds) for i in range(options.parts)]
        print(measure(tasks, client, RunView(quiet=False, unit="part")), flush=True)
    for process in (*processes, scheduler):
        process.terminate()


if __name__ == "__main__":
    main()
