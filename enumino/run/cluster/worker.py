"""The tasks of a run, whose work each process fetches once from the scheduler.

Calls travel as bytes that only the worker unpickles. Dask unpickles tasks in the scheduler, too,
and in a worker's connection: a scheduler without our package would refuse them, and a worker
without it would close the connection. So `pickle.loads` is called with a pickled call: to unpickle
it is to make it, and an error is that of one task.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic, perf_counter
from typing import Any

from enumino.run import execution
from enumino.run.cluster.package import Versions, versions_here
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


def worker_versions() -> dict[str, str]:
    """Return the versions of a worker."""
    return versions_here()


@lru_cache(MOST_RUNS)
def _work_of(topic: str) -> Callable[[Any, Report], Any] | Refused:
    """Fetch the work of a run from the scheduler, unless the versions of this process differ."""
    from distributed import get_worker
    from distributed.protocol import pickle
    from distributed.utils import sync

    worker = get_worker()
    wanted, work = sync(worker.loop, worker.scheduler.get_metadata, keys=[topic])
    found = versions_here()
    if any(found.get(name) != version for name, version in wanted.items()):
        return Refused(worker.address, found)
    loaded: Callable[[Any, Report], Any] = pickle.loads(work)
    return loaded


def attempt(topic: str, task: Any, pause: float) -> Done | Refused:
    """Do a task of a run, and report its progress, with pauses of some seconds."""
    from distributed import get_worker

    worker = get_worker()
    do = _work_of(topic)
    if isinstance(do, Refused):
        return do
    key = worker.get_current_task()
    rows = nodes = 0
    reported = float("-inf")

    def report(_: int, more_rows: int, more_nodes: int) -> None:
        nonlocal rows, nodes, reported
        rows, nodes = rows + int(more_rows), nodes + int(more_nodes)
        if monotonic() - reported >= pause:
            reported = monotonic()
            worker.log_event(topic, (key, rows, nodes))
        state = worker.state.tasks.get(key)
        if state is not None and state.state == "cancelled":
            raise _AbandonedError

    def work(task: Any, report: Report) -> Any:
        nonlocal rows, nodes
        rows = nodes = 0  # another attempt starts from the beginning
        return do(task, report)

    started = perf_counter()
    outcome = execution.attempt(work, task, report)
    return Done(outcome, rows, nodes, perf_counter() - started)
