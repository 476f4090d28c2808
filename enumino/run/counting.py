"""Count: run the tasks of a count, remember what is done, and count any problem by its search."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from enumino.datasets.totals import Total, against
from enumino.enum.forest import Forest
from enumino.enum.partition import partition
from enumino.enum.problem import Prefix, Problem, Tally
from enumino.errors import ProblemError
from enumino.registry import problem_from_json, rows_of
from enumino.run import events
from enumino.run.checkpoints import Checkpoint, Counted
from enumino.run.events import Dividing
from enumino.run.execution import Execution, HowToRun, Report
from enumino.run.runner import run_missing
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.published import Published

SECONDS_PER_TASK = 0.5
MAX_TASKS = 500
# Random walks, and the seconds of a search by them up to which it is one task without more walks.
GLANCE, SHORT = 100, 0.01
# Nodes searched in this thread before a search for a few objects is divided: half a second.
UNDIVIDED_NODES = 1 << 24

Task = TypeVar("Task", bound=events.Task)


@dataclass(frozen=True)
class SearchTask:
    """Some subtrees of a search; see `enumino.run.events.Task`."""

    index: int
    prefixes: tuple[Prefix, ...]
    seconds: float
    rate: float


@dataclass(frozen=True)
class Estimate:
    """Expected work of a method: nodes, seconds on one thread, and bytes, as far as they are known.

    At most `at_once` tasks that hold so many bytes share the work. `note` says why there are no
    seconds.
    """

    method: str
    nodes: float | None = None
    seconds: float | None = None
    bytes: float | None = None
    note: str = ""
    at_once: int | None = None


def expected_search(problem: Problem, method: str = "search", probes: int = 20_000) -> Estimate:
    """Return the expected work of counting a problem by its search, from so many random walks."""
    try:
        expected = problem.expect(problem.probe((), probes, seed=1))
    except ProblemError:  # no search takes a problem of that size
        return Estimate(method, note="out of reach")
    return Estimate(method, expected.nodes, expected.seconds)


@dataclass(frozen=True)
class CountSubtrees:
    """Counts the objects of the subtrees of a task: what is the same for all tasks."""

    problem: Problem
    by_key: bool
    by: tuple[str, ...] | None = None

    def __call__(self, task: SearchTask, report: Report) -> Counted:
        """Return the outcome of the task; `report` is called for every subtree."""
        started = perf_counter()
        total = Tally()
        for prefix in task.prefixes:
            tally = self._count(prefix)
            report(task.index, 0, tally.nodes)
            total += tally
        return Counted(task.index, total.counts, total.nodes, round(perf_counter() - started, 3))

    def _count(self, prefix: Prefix) -> Tally:
        if self.by is None:
            return self.problem.count(prefix, by_key=self.by_key)
        keys = key_columns(self.problem)
        if set(self.by) <= set(keys):
            return marginal(self.problem.count(prefix), keys, self.by)
        assert isinstance(self.problem, Forest)
        return self.problem.count_by(prefix, self.by)


def run_count(
    work: Callable[[Task, Report], Counted],
    divide: Callable[[], Sequence[Task]],
    title: str,
    count: dict[str, Any],
    *,
    digest: Callable[[Sequence[Task]], str],
    each: Callable[[Counted], None] | None = None,
    **how_to_run: Unpack[HowToRun],
) -> list[Counted]:
    """Run the tasks of a count that a checkpoint does not hold yet; return all outcomes.

    `title` says what is counted, `count` has the parameters as JSON values, and `digest` tells its
    tasks from those of another division. `each` receives the outcomes one by one instead, as they
    come.
    """
    how = Execution(**how_to_run)
    kept = None if how.checkpoint is None else Checkpoint(how.checkpoint, title, count)
    how.emit(Dividing())
    tasks = divide()
    if kept:
        kept.bind(digest(tasks))
    outcomes: list[Counted] = []
    take = each or outcomes.append
    known = []
    for outcome in kept.recall(tasks) if kept else ():
        take(outcome)
        known.append(replace(outcome, counts={}))
    with closing(run_missing(work, tasks, known, how)) as new:
        for outcome in new:
            if kept:
                kept.remember(outcome)
            take(outcome)
    if kept:
        kept.close()
    return outcomes


def count_by_search(
    problem: Problem,
    *,
    by_key: bool = True,
    by: Sequence[str] | None = None,
    **how_to_run: Unpack[HowToRun],
) -> Tally:
    """Count the objects of a problem by the values of its key columns, or of other columns.

    Parameters
    ----------
    problem : Problem
    by_key : bool
        False to ask for one number only, which may be much faster to find.
    by : sequence of str, optional
        Count by these columns instead, in this order; see `columns_counted`.
    **how_to_run : dict
        Where to run: `client`, `threads`, `processes`, `in_process`, as in `enumino.enumerate_to`;
        `checkpoint`, a folder in which finished tasks are saved, so that the same call resumes from
        it; `on_event`, called with `Dividing`, `Started`, `Progressed`, `TaskFinished`.

    Returns
    -------
    Tally

    Raises
    ------
    ProblemError
        If the objects cannot be counted by such a column.
    DatasetError
        If the checkpoint folder belongs to another count.

    Examples
    --------
    >>> from enumino import Polyominoes, Tatami
    >>> count_by_search(Tatami("4x7")).total
    3
    >>> sorted(count_by_search(Polyominoes(4), by=["perimeter"]).counts.items())
    [((8,), 1), ((10,), 4)]
    """
    count: dict[str, Any] = {"problem": problem.to_json(), "tree_version": problem.tree_version}
    columns = None if by is None else _in_order(problem, by)
    count |= {"by_key": by_key} if columns is None else {"by": list(columns)}
    title = problem.describe() + (f", by {' and '.join(columns)}" if columns else "")
    total = Tally(keys=columns or key_columns(problem))

    def add(outcome: Counted) -> None:
        nonlocal total
        total += Tally(outcome.counts, outcome.nodes)

    run_count(
        CountSubtrees(problem, by_key, columns),
        lambda: _tasks(problem),
        title,
        count,
        digest=lambda tasks: sha256(repr([t.prefixes for t in tasks]).encode()).hexdigest(),
        each=add,
        **how_to_run,
    )
    return total if columns is None or by is None else marginal(total, columns, by)


def count_up_to(problem: Problem, most: int, **how_to_run: Unpack[HowToRun]) -> int:
    """Count the objects of a problem up to a number, which ends the search.

    Parameters
    ----------
    problem : Problem
        One whose parameters have a `limit`.
    most : int
        At least 1; with 2, the result decides whether there is exactly one object.
    **how_to_run : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    int
        The number of objects, or `most` if there are more.

    Raises
    ------
    ProblemError
        If the problem has no limit, or a search of it would take a thousand years.

    Examples
    --------
    >>> from enumino import Tilings
    >>> [count_up_to(Tilings(region, "domino"), 2) for region in ("1x3", "1x4", "2x2")]
    [0, 1, 2]
    """
    if "limit" not in getattr(problem, "__dataclass_fields__", ()):
        raise ProblemError(f"A search for {problem.describe()} has no limit: count all of them.")
    limited = problem_from_json({**problem.to_json(), "limit": most})
    found = nodes = 0
    for batch in limited.batches([()], most):
        found += batch.records.num_rows
        nodes += batch.nodes
        if found < most and nodes >= UNDIVIDED_NODES:
            break
    else:
        return found
    found = 0
    how = Execution(**how_to_run)
    work = CountSubtrees(limited, by_key=False)
    with closing(run_missing(work, _tasks(problem), [], how)) as outcomes:
        for outcome in outcomes:
            found += sum(outcome.counts.values())
            if found >= most:
                return most
    return found


def key_columns(problem: Problem) -> tuple[str, ...]:
    """Return the names of the key columns."""
    return tuple(column.name for column in problem.columns if column.key)


def columns_counted(problem: Problem) -> tuple[str, ...]:
    """Return the names of the columns by which objects are counted, in the order of a row.

    >>> from enumino import Polyominoes
    >>> columns_counted(Polyominoes(8))[:7]
    ('cells', 'height', 'width', 'symmetry', 'perimeter', 'site_perimeter', 'holes')
    """
    return problem.counted if isinstance(problem, Forest) else key_columns(problem)


def marginal(tally: Tally, columns: Sequence[str], by: Sequence[str]) -> Tally:
    """Return a tally by some of its columns.

    >>> marginal(Tally({(1, "a"): 2, (2, "a"): 3}), ("number", "letter"), ("letter",)).counts
    {('a',): 5}
    """
    places, counts = [columns.index(name) for name in by], Counter[tuple[Any, ...]]()
    for key, count in tally.counts.items():
        counts[tuple(key[place] for place in places)] += count
    return Tally(dict(counts), tally.nodes, tuple(by))


def _in_order(problem: Problem, by: Sequence[str]) -> tuple[str, ...]:
    """Return columns in the order of a row: the order that is asked for changes no task."""
    known = columns_counted(problem)
    for name in by:
        if name not in known:
            raise ProblemError(
                f"There are no counts of {problem.describe()} by {quoted(name)}: choose from "
                f"{', '.join(known) or 'other problems'}."
            )
    if len(set(by)) < len(by):
        raise ProblemError(f"A column is given twice in {', '.join(by)}: once is enough.")
    return tuple(name for name in known if name in by)


def totals_by_search(problem: Problem, **how_to_run: Unpack[HowToRun]) -> list[Total]:
    """Count a problem as `count_by_search` does; return the totals beside the published ones."""
    tally = count_by_search(problem, **how_to_run)
    return rows_of(problem.to_json()).totals(tally.counts)


def refuse_checkpoint(checkpoint: str | os.PathLike[str] | None) -> None:
    """Refuse a checkpoint for a count that is not made by search, since it has no tasks."""
    if checkpoint is not None:
        raise ProblemError(
            "Counts by this method have no checkpoints: leave out --checkpoint, or use --method "
            "search if the command has it."
        )


def _tasks(problem: Problem) -> list[SearchTask]:
    """Divide the search into tasks of about half a second."""
    glance = problem.expect(problem.probe((), GLANCE, 1))
    if glance.seconds < SHORT:  # than a closer look
        rate = max(1, glance.nodes) / max(glance.seconds, 1e-9)
        return [SearchTask(0, ((),), glance.seconds, rate)]
    expected = problem.expect(problem.probe((), 1000, 1))
    wanted = min(MAX_TASKS, max(1, ceil(expected.seconds / SECONDS_PER_TASK)))
    divided = partition(problem, parts=wanted)
    rate = max(1, expected.nodes) / max(expected.seconds, 1e-9)
    return [
        SearchTask(
            i,
            tuple(subtree.prefix for subtree in part),
            min(sum(subtree.nodes for subtree in part) / rate, expected.seconds),  # to a limit
            rate,
        )
        for i, part in enumerate(divided.parts)
    ]


Labels = Mapping[str, int | str]


def columns_asked(by: str | Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that a user names, each once, in that order.

    >>> columns_asked("holes", ("cells", "holes"))
    ('holes',)
    """
    asked = (by,) if isinstance(by, str) else tuple(by)
    for name in asked:
        if name not in known:
            raise ProblemError(
                f"There are no counts by {quoted(name)}: choose from {', '.join(known)}."
            )
    if not asked or len(set(asked)) < len(asked):
        raise ProblemError("Name each column to count by once, and one at least.")
    return asked


def totals_by(
    problem: Problem,
    by: Sequence[str],
    known: Callable[[Labels], Published | None],
    *,
    size: str,
    kind: str,
    **how_to_run: Any,
) -> list[Total]:
    """Count a problem by a `size` and other columns; return the numbers beside the published ones.

    `known` returns what is published about the objects with some labels, `kind` is a label of all
    lines. For each size its total comes first, then the lines by the other columns.
    """
    tally = count_by_search(problem, by=(size, *by), **how_to_run)
    values = {column.name: column.values for column in problem.columns}
    orders = [{value: code for code, value in enumerate(values.get(name, ()))} for name in by]
    by_size: dict[int, dict[tuple[Any, ...], int]] = {}
    for (number, *rest), count in tally.counts.items():
        by_size.setdefault(number, {})[tuple(rest)] = count

    def place(key: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(order.get(v, v) for order, v in zip(orders, key, strict=True))

    lines = []
    for number, counts in sorted(by_size.items()):
        labels: dict[str, int | str] = {size: number, "kind": kind}
        lines.append(against(labels, sum(counts.values()), known(labels)))
        for key in sorted(counts, key=place):
            own = labels | dict(zip(by, key, strict=True))
            lines.append(against(own, counts[key], known(own)))
    return lines
