"""The tasks of a run, whose work each process fetches once from the scheduler.

Calls travel as bytes that only the worker unpickles. Dask unpickles tasks in the scheduler, too,
and in a worker's connection: a scheduler without our package would refuse them, and a worker
without it would close the connection. So `pickle.loads` is called with a pickled call: to unpickle
it is to make it, and an error is that of one task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from time import monotonic, perf_counter
from typing import Any

from enumino.run import execution
from enumino.run.cluster.versions import Versions, versions_here
from enumino.run.execution import Report

MOST_RUNS = 8  # whose work a process remembers


class _Call:
    """A call that is made when it is unpickled."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.function, self.arguments


def call(function: Callable[..., Any], *arguments: Any) -> bytes:
    """Return a call that `pickle.loads` makes."""
    from distributed.protocol import pickle

    pickled: bytes = pickle.dumps(_Call(function, arguments))
    return pickled


@dataclass(frozen=True)
class Done:
    """A finished task: its outcome, all rows and nodes that it reported, and how long it took."""

    outcome: Any
    rows: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Refused:
    """A task that a worker must not do, since its versions differ."""

    address: str
    versions: Versions


class _AbandonedError(Exception):
    """Nobody waits for the outcome of this task any more."""


@dataclass
class _Run:
    """A run as a worker process knows it; `progress` holds rows and nodes not reported yet."""

    work: Callable[[Any, Report], Any] | None
    versions: Versions
    progress: dict[str, tuple[int, int]] = field(default_factory=dict)
    reported: float = float("-inf")
    lock: Lock = field(default_factory=Lock)

    def due(self, key: str, rows: int, nodes: int, pause: float) -> Mapping[str, tuple[int, int]]:
        """Note the progress of a task; return what is to be reported now of all tasks."""
        with self.lock:
            self.progress[key] = rows, nodes
            if monotonic() - self.reported < pause:
                return {}
            self.reported = monotonic()
            due, self.progress = self.progress, {}
            return due

    def forget(self, key: str) -> None:
        """Leave out a task that is done: its outcome says how far it came."""
        with self.lock:
            self.progress.pop(key, None)


def worker_versions() -> dict[str, str]:
    """Return the versions of a worker."""
    return versions_here()


@lru_cache(MOST_RUNS)
def _run(topic: str) -> _Run:
    """Fetch a run from the scheduler; it has no work for a process whose versions differ."""
    from distributed import get_worker
    from distributed.protocol import pickle
    from distributed.utils import sync

    worker = get_worker()
    wanted, work = sync(worker.loop, worker.scheduler.get_metadata, keys=[topic])
    found = versions_here()
    fits = all(found.get(name) == version for name, version in wanted.items())
    return _Run(pickle.loads(work) if fits else None, found)


def attempt(topic: str, task: Any, pause: float) -> Done | Refused:
    """Do a task of a run; report the progress of this process, with a pause of some seconds."""
    from distributed import get_worker

    worker = get_worker()
    run = _run(topic)
    if (do := run.work) is None:
        return Refused(worker.address, run.versions)
    key = worker.get_current_task()
    rows = nodes = 0

    def report(_: int, more_rows: int, more_nodes: int) -> None:
        nonlocal rows, nodes
        rows, nodes = rows + int(more_rows), nodes + int(more_nodes)
        if due := run.due(key, rows, nodes, pause):
            worker.log_event(topic, [(each, *far) for each, far in due.items()])
        state = worker.state.tasks.get(key)
        if state is not None and state.state == "cancelled":
            raise _AbandonedError

    def work(task: Any, report: Report) -> Any:
        nonlocal rows, nodes
        rows = nodes = 0  # another attempt begins anew
        return do(task, report)

    started = perf_counter()
    try:
        outcome = execution.attempt(work, task, report)
    finally:
        run.forget(key)
    return Done(outcome, rows, nodes, perf_counter() - started)
