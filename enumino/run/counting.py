"""Count the objects of any problem by its search, without making rows, on threads or a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING

from enumino.arguments import threads_or_cores
from enumino.enum.partition import partition
from enumino.enum.problem import Prefix, Problem, Tally
from enumino.run.cluster import Report, one_at_a_time
from enumino.run.events import Dividing, OnCountEvent
from enumino.run.tasks import run_tasks

if TYPE_CHECKING:
    from distributed import Client

SECONDS_PER_TASK = 0.5
MAX_TASKS = 500


@dataclass(frozen=True)
class SearchTask:
    """Some subtrees of a search; see `enumino.run.events.CountTask`."""

    index: int
    problem: Problem
    by_key: bool
    prefixes: tuple[Prefix, ...]
    seconds: float
    rate: float


@dataclass(frozen=True)
class SearchOutcome:
    """What a task has counted."""

    index: int
    tally: Tally
    seconds: float
    peak_bytes: int = 0


def count_by_search(
    problem: Problem,
    *,
    by_key: bool = True,
    client: Client | None = None,
    threads: int | None = None,
    in_process: bool = False,
    on_event: OnCountEvent | None = None,
) -> Tally:
    """Count the objects of a problem by the values of its key columns.

    Parameters
    ----------
    problem : Problem
    by_key : bool
        False to ask for one number only, which may be much faster to find.
    client, threads, in_process :
        Where to run, as in `enumino.enumerate_to`.
    on_event : callable, optional
        Called with `CountStarted`, `CountProgressed`, `TaskFinished`.

    Returns
    -------
    Tally

    Examples
    --------
    >>> from enumino import Tatami
    >>> count_by_search(Tatami("4x7")).total
    3
    """
    threads_or_cores(threads)  # refuses what is no number of them
    emit = one_at_a_time(on_event)
    emit(Dividing())
    tasks = _tasks(problem, by_key)
    total = Tally()
    for outcome in run_tasks(
        _run, tasks, [], emit, client=client, threads=threads, in_process=in_process
    ):
        total += outcome.tally
    return total


def _tasks(problem: Problem, by_key: bool) -> list[SearchTask]:
    """Divide the search into tasks of about half a second."""
    expected = problem.expect(problem.probe((), 1000, 1))
    wanted = min(MAX_TASKS, max(1, ceil(expected.seconds / SECONDS_PER_TASK)))
    divided = partition(problem, parts=wanted)
    rate = max(1, expected.nodes) / max(expected.seconds, 1e-9)
    return [
        SearchTask(
            i,
            problem,
            by_key,
            tuple(subtree.prefix for subtree in part),
            sum(subtree.nodes for subtree in part) / rate,
            rate,
        )
        for i, part in enumerate(divided.parts)
    ]


def _run(task: SearchTask, report: Report) -> SearchOutcome:
    started = perf_counter()
    total = Tally()
    for prefix in task.prefixes:
        tally = task.problem.count(prefix, by_key=task.by_key)
        report(task.index, 0, tally.nodes)
        total += tally
    return SearchOutcome(task.index, total, perf_counter() - started)
