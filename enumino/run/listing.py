"""Listings: plan a problem, make its parts, and commit the dataset."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Unpack

from enumino.arguments import threads_or_cores
from enumino.datasets.commit import commit
from enumino.datasets.documents import MANIFEST
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import Part, PartResult, Plan, finished_part
from enumino.datasets.storage import Store, open_store
from enumino.datasets.writer import write_part
from enumino.enum.drive import stopped_by
from enumino.enum.problem import Problem
from enumino.errors import DatasetError
from enumino.run.events import OnEvent, Report
from enumino.run.own_functions import Function, with_functions
from enumino.run.planning import functions_in, make_plan
from enumino.run.runner import HowToRun, run_parts

if TYPE_CHECKING:
    from distributed import Client


def enumerate_to(
    root: str | os.PathLike[str],
    problem: Problem,
    client: Client | None = None,
    on_event: OnEvent | None = None,
    *,
    threads: int | None = None,
    rows_per_part: int | None = None,
    processes: int | None = None,
    only: Function | None = None,
    columns: Mapping[str, Function] = MappingProxyType({}),
) -> Manifest:
    """List a problem into a dataset; resume an unfinished one, and do nothing if it is finished.

    Parameters
    ----------
    root : str or path
        A folder that is new, empty or started with the same problem, or a URI such as
        ``s3://bucket/folder`` that the workers can reach, too.
    problem : Problem
    client : distributed.Client, optional
        An existing cluster; by default this process works, with one thread per core.
    on_event : callable, optional
        Called with the events of `enumino.run.events` (`Started`, `Progressed`, `PartFinished`),
        always in the calling thread.
    threads : int, optional
        Threads of this machine; with 1, the calling thread makes the parts.
    rows_per_part : int, optional
        Target number of rows per file, by default a million; other values give other files.
    processes : int, optional
        Worker processes that share the threads; by default, this process has all threads.
    only : callable, optional
        Keep the rows for which the function is true. It is called with a `pyarrow.RecordBatch` of
        the columns of the problem, and returns an array of bool with a value per row.
    columns : mapping of str to callable, optional
        Functions that make further columns, by column name. Each is called like `only`, and once
        without rows; it returns an array of bool, int64, double or string.

    Returns
    -------
    Manifest

    Raises
    ------
    DatasetError
        If the folder holds something else, such as a listing with other functions.
    ProblemError
        If a file cannot store a column of this name or type.
    StorageError
        If the folder cannot be written.
    RunError
        If a part or the cluster fails, or a function returns no value for a row.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/small"
    >>> enumino.enumerate_to(root, enumino.Polyominoes(range(1, 9))).rows
    533
    """
    threads_or_cores(threads)  # refuses other values before anything is written
    store = open_store(root)
    if only or columns:
        problem = with_functions(problem, only, columns)
    plan = make_plan(store, problem, rows_per_part)
    how = HowToRun(client=client, threads=threads, processes=processes, on_event=on_event)
    return enumerate_plan(store, problem, plan, **how)


def enumerate_plan(store: Store, problem: Problem, plan: Plan, **how: Unpack[HowToRun]) -> Manifest:
    """Make the missing parts of a plan, and commit the dataset; see `enumerate_to`."""
    if (manifest := Manifest.found(store, plan)) is not None and manifest.is_whole(store):
        store.sweep()  # its run may have been killed before it swept
        return manifest
    finished = make_parts(store, problem, plan, **how)
    if manifest is not None:  # parts have been lost since
        store.delete(MANIFEST)
    return commit(store, plan, finished)


def make_parts(
    store: Store, problem: Problem, plan: Plan, **how: Unpack[HowToRun]
) -> dict[int, PartResult]:
    """Make the missing parts of a plan or of a share; return the results of all its parts."""
    if plan.functions != functions_in(problem):
        raise DatasetError(
            f"{store.root} holds {plan.title}, which needs functions in Python: repeat the call of "
            "enumerate_to that started it, with the same functions."
        )
    make = partial(run_part, store, problem)
    return run_parts(make, store, plan, problem.tree_version, **how)


def run_part(
    store: Store, problem: Problem, part: Part, report: Report = lambda *_: None
) -> PartResult:
    """Make one part unless it is finished: it may be made again, or twice at once."""
    if (finished := finished_part(store, part)) is not None:
        return finished
    passed = partial(report, part.index)
    with stopped_by(lambda: passed(0)):
        batches = problem.batches(part.prefixes)
        return write_part(store, part, problem.to_json(), problem.columns, batches, passed)
