"""What a worker does: it is told once what to do for the tasks of a run, and then gets these.

What it is told lives on Dask's worker object, for the latest few runs. A worker that does not
remember a run says so, and is told again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic, perf_counter
from typing import Any

from enumino.errors import EnuminoError
from enumino.run import execution
from enumino.run.execution import Report

MOST_RUNS = 8
"""Runs that a worker remembers."""


@dataclass(frozen=True)
class Done:
    """A finished task: its outcome, all rows and nodes that it reported, and how long it took."""

    outcome: Any
    rows: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Failed:
    """A task that failed for a reason that another attempt would not change."""

    error: EnuminoError


@dataclass(frozen=True)
class NotEnrolled:
    """A worker does not know the run that a task belongs to."""


class _AbandonedError(Exception):
    """Nobody waits for the outcome of this task any more."""


@dataclass
class _Run:
    """What a worker knows of a run; `progress` holds rows and nodes of tasks, not told yet."""

    work: Callable[[Any, Report], Any]
    topic: str
    progress: dict[str, tuple[int, int]] = field(default_factory=dict)
    told: float = float("-inf")
    lock: Lock = field(default_factory=Lock)

    def due(self, key: str, rows: int, nodes: int, pause: float) -> Mapping[str, tuple[int, int]]:
        """Note how far a task is; return what is to be told now of all tasks, mostly nothing."""
        with self.lock:
            self.progress[key] = rows, nodes
            if monotonic() - self.told < pause:
                return {}
            self.told = monotonic()
            due, self.progress = self.progress, {}
            return due

    def forget(self, key: str) -> None:
        """Leave out a task that is done: its outcome says how far it came."""
        with self.lock:
            self.progress.pop(key, None)


class _Runs:
    """The runs that a worker remembers."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._lock = Lock()

    @classmethod
    def of(cls, worker: Any) -> _Runs:
        """Return those of a worker; they live as long as it does."""
        runs: _Runs = vars(worker).setdefault("enumino_runs", cls())
        return runs

    def add(self, topic: str, run: _Run) -> None:
        with self._lock:
            self._runs[topic] = run
            while len(self._runs) > MOST_RUNS:
                self._runs.popitem(last=False)

    def get(self, topic: str) -> _Run | None:
        with self._lock:
            if topic in self._runs:
                self._runs.move_to_end(topic)
            return self._runs.get(topic)


def take_part(topic: str, work: bytes) -> None:
    """Remember what to do for the tasks of a run.

    Parameters
    ----------
    topic : str
        The identity of the run, and the topic of its reports.
    work : bytes
        The callable that does a task, pickled.
    """
    from distributed import get_worker
    from distributed.protocol import pickle

    _Runs.of(get_worker()).add(topic, _Run(pickle.loads(work), topic))


def attempt(topic: str, task: Any, pause: float) -> Done | Failed | NotEnrolled:
    """Do a task of a run; report how far it is.

    Parameters
    ----------
    topic : str
        The identity of the run, and the topic of its reports.
    task : enumino.run.events.Task
    pause : float
        Seconds between two reports of this worker, for all of its tasks together.
    """
    from distributed import get_worker

    worker = get_worker()
    run = _Runs.of(worker).get(topic)
    if run is None:
        return NotEnrolled()
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
        return run.work(task, report)

    started = perf_counter()
    try:
        outcome = execution.attempt(work, task, report)
    except EnuminoError as error:
        return Failed(error)
    finally:
        run.forget(key)
    return Done(outcome, rows, nodes, perf_counter() - started)
