"""Run a problem into a dataset: the one module that knows engine, datasets and Dask.

Three steps, each usable alone: `make_plan` divides the problem and writes ``plan.json``,
`run_part` makes one part, `commit` (of `enumino.datasets`) makes the dataset of them. `run_part`
is idempotent and atomic, so parts may be retried, run twice at once, or left to other machines.
`enumerate_to` does all three, feeding parts to Dask through a bounded window.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

import enumino
from enumino.datasets.commit import commit
from enumino.datasets.manifest import MANIFEST, PLAN, Manifest, Part, PartResult, Plan, part_file
from enumino.datasets.storage import Store
from enumino.datasets.writer import write_part
from enumino.enum import problem_from_json
from enumino.enum.partition import ROWS_PER_PART, partition
from enumino.enum.problem import Problem
from enumino.errors import DatasetError, EnuminoError, RunError, StorageError
from enumino.schema import footer

if TYPE_CHECKING:
    import pyarrow as pa
    from distributed import Client, Future

RETRIES = 2
WINDOW = 3  # parts in flight for each thread
SPARE = 1.1  # of the expected bytes must be free on the disk
TOPIC = "enumino-progress"


@dataclass(frozen=True)
class Compiling:
    """Kernels are being compiled in this process, which later runs are spared."""


@dataclass(frozen=True)
class Started:
    """A run begins, or goes on: `done` parts were finished before."""

    plan: Plan
    done: list[PartResult]
    threads: int
    dashboard: str | None = None


@dataclass(frozen=True)
class Progressed:
    """A part has come further: rows and nodes since the last such event of it."""

    index: int
    rows: int
    nodes: int


@dataclass(frozen=True)
class PartFinished:
    """A part is committed."""

    result: PartResult


@dataclass(frozen=True)
class Finished:
    """The dataset is committed; `already` if it was before this run."""

    manifest: Manifest
    already: bool = False


Event = Compiling | Started | Progressed | PartFinished | Finished
OnEvent = Callable[[Event], None]


@contextmanager
def announce_compilation(on_event: OnEvent) -> Iterator[None]:
    """Emit `Compiling` as soon as a kernel is not found in the disk cache, once."""
    from numba.core import event

    class Listener(event.Listener):  # type: ignore[misc]
        announced = False

        def on_start(self, event: object) -> None:
            if not self.announced:
                self.announced = True
                on_event(Compiling())

        def on_end(self, event: object) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


def make_plan(
    root: str | os.PathLike[str],
    problem: Problem,
    *,
    rows_per_part: int = ROWS_PER_PART,
    force: bool = False,
) -> Plan:
    """Divide a problem and write ``plan.json``, or return the plan that is already there.

    Raises
    ------
    DatasetError
        If the folder holds another problem's dataset, or something else.
    StorageError
        If it cannot be written to, or its disk cannot hold the rows and `force` is not given.
    """
    store = Store(root)
    names = store.names()
    if PLAN in names:
        plan = Plan.read(store)
        _refuse_other(store, plan, problem)
        return plan
    if set(names) - {"wip"}:
        raise DatasetError(
            f"{store.root} is not empty and holds no dataset ({', '.join(names[:3])}): "
            "choose an empty or new folder."
        )
    plan = plan_for(problem, rows_per_part)
    _refuse_full_disk(store, plan, force)
    plan.write(store)
    return plan


def plan_for(problem: Problem, rows_per_part: int = ROWS_PER_PART) -> Plan:
    """Return the plan of a problem; it depends on the arguments only."""
    divided = partition(problem, rows_per_part)
    parts = [
        (tuple(subtree.prefix for subtree in part), sum(subtree.nodes for subtree in part))
        for part in divided.parts
    ]
    expected = divided.expected._asdict()
    return Plan.of(problem.to_json(), problem.describe(), problem.columns, expected, parts)


def run_part(
    root: str | os.PathLike[str],
    problem: Problem,
    part: Part,
    on_event: OnEvent | None = None,
) -> PartResult:
    """Make one part, unless it is already there; a pure function of its arguments.

    Raises
    ------
    StorageError
        If its file cannot be written.
    """
    store = Store(root)
    if (done := finished_part(store, part)) is not None:
        return done
    columns = problem.columns
    key_values = footer(problem.to_json(), columns)
    return write_part(store, part.index, columns, key_values, _reported(problem, part, on_event))


def finished_part(store: Store, part: Part) -> PartResult | None:
    """Return the result of a part if it was committed and its file is still there, whole."""
    try:
        result = PartResult.read(store, part.index)
    except EnuminoError:
        return None
    return result if not result.rows or store.size(part_file(part.index)) == result.bytes else None


def _reported(
    problem: Problem, part: Part, on_event: OnEvent | None
) -> Iterator[tuple[pa.RecordBatch, int]]:
    for batch in problem.batches(part.prefixes):
        yield batch
        if on_event:
            on_event(Progressed(part.index, batch.records.num_rows, batch.nodes))


def enumerate_to(
    root: str | os.PathLike[str],
    problem: Problem,
    client: Client | None = None,
    on_event: OnEvent | None = None,
    *,
    threads: int | None = None,
    in_process: bool = False,
    rows_per_part: int = ROWS_PER_PART,
    force: bool = False,
) -> Manifest:
    """Enumerate a problem into a dataset; resume it if it was begun, do nothing if it is finished.

    Parameters
    ----------
    root : str or path
        A folder, new, empty or begun with the same problem; or a URI such as ``s3://bucket/folder``
        that the workers can reach too.
    problem : Problem
    client : distributed.Client, optional
        An existing cluster; by default one thread a core of this process.
    on_event : callable, optional
        Called with `Started`, `Progressed`, `PartFinished`, `Finished`; from one thread at a time.
    threads : int, optional
        Threads of the local client.
    in_process : bool
        Run the parts one after the other in this thread, without Dask.
    rows_per_part : int
        Aimed at when the problem is divided; other values give other files.
    force : bool
        Begin even if the disk cannot hold the expected rows.

    Returns
    -------
    Manifest

    Raises
    ------
    DatasetError
        If the folder holds something else.
    StorageError
        If it cannot be written to.
    RunError
        If a part, or the cluster, fails.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/small"
    >>> enumino.enumerate_to(root, enumino.Polyominoes(range(1, 9))).rows
    533
    """
    emit: OnEvent = on_event or (lambda event: None)
    plan = make_plan(root, problem, rows_per_part=rows_per_part, force=force)
    store = Store(root)
    if store.exists(MANIFEST):
        manifest = Manifest.read(store)
        emit(Finished(manifest, already=True))
        return manifest
    done = [result for part in plan.parts if (result := finished_part(store, part)) is not None]
    finished = {result.index for result in done}
    missing = [part for part in plan.parts if part.index not in finished]
    started = perf_counter()
    if in_process or not missing:
        emit(Started(plan, done, 1))
        for part in missing:
            emit(PartFinished(run_part(store.root, problem, part, emit)))
        used = 1
    elif client is not None:
        used = _run_on(client, store, problem, plan, done, missing, emit)
    else:
        with local_client(threads) as own:
            used = _run_on(own, store, problem, plan, done, missing, emit)
    seconds = round(perf_counter() - started, 3)
    manifest = commit(store, {"wall_seconds": seconds, "threads": used})
    emit(Finished(manifest))
    return manifest


def local_client(threads: int | None = None) -> Client:
    """Return a Dask client whose worker is a pool of threads in this process.

    Kernels and Parquet encoding release the GIL: one compilation serves all, nothing is pickled.
    The dashboard is started if bokeh is installed.
    """
    from distributed import Client

    return Client(
        processes=False,
        n_workers=1,
        threads_per_worker=threads or usable_cores(),
        dashboard_address=":0" if _has_dashboard() else None,
        memory_limit=0,
    )


def _has_dashboard() -> bool:
    """Whether what Dask's own dashboard needs is installed."""
    return find_spec("bokeh") is not None


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def connect(address: str) -> Client:
    """Return a client of the scheduler at `address`, whose workers can do the work.

    Raises
    ------
    RunError
        If there is no scheduler, it has no workers, or they run another version of enumino.
    """
    from distributed import Client

    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise RunError(
            f"No Dask scheduler answers at {address!r}: start one with `dask scheduler`, "
            "and give its address, such as tcp://127.0.0.1:8786."
        ) from error
    try:
        _check_workers(client, address)
    except BaseException:
        client.close()
        raise
    return client


def _check_workers(client: Client, address: str) -> None:
    def installed() -> str | None:  # pickled by value: the worker may not have the package
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("enumino")
        except PackageNotFoundError:
            return None

    versions: dict[str, str | None] = client.run(installed)
    if not versions:
        raise RunError(
            f"The scheduler at {address} has no workers: start some with `dask worker {address}`."
        )
    for worker, found in versions.items():
        if found != enumino.__version__:
            has = f"enumino {found}" if found else "no enumino"
            raise RunError(
                f"The worker {worker} has {has}, this is {enumino.__version__}: "
                "install the same version on every worker."
            )


@dataclass(frozen=True)
class _Failure:
    """A part that failed for a reason that another attempt would not change."""

    error: EnuminoError


def _attempt(root: str, problem: Problem, part: Part, version: str) -> PartResult | _Failure:
    """What a worker does for a part; it reports its progress to the scheduler."""
    from distributed import get_worker

    if version != enumino.__version__:
        return _Failure(
            RunError(
                f"A worker has enumino {enumino.__version__}, the client {version}: "
                "install the same version everywhere."
            )
        )
    worker = get_worker()

    def report(event: Event) -> None:
        if isinstance(event, Progressed):
            worker.log_event(TOPIC, (root, event.index, event.rows, event.nodes))

    try:
        return run_part(root, problem, part, report)
    except EnuminoError as error:
        return _Failure(error)


def _run_on(
    client: Client,
    store: Store,
    problem: Problem,
    plan: Plan,
    done: list[PartResult],
    missing: list[Part],
    emit: OnEvent,
) -> int:
    """Run the missing parts on a cluster, heaviest first; return its number of threads."""
    from distributed import as_completed

    threads = int(sum(client.nthreads().values()))
    ours = getattr(client.cluster, "processes", None) is False
    dashboard = None if ours and not _has_dashboard() else client.dashboard_link or None
    emit(Started(plan, done, threads, dashboard))

    def progress(event: tuple[float, tuple[str, int, int, int]]) -> None:
        root, index, rows, nodes = event[1]
        if root == store.root:
            emit(Progressed(index, rows, nodes))

    client.subscribe_topic(TOPIC, progress)
    waiting = iter(missing)

    def submit(part: Part) -> Future:
        return client.submit(
            _attempt, store.root, problem, part, enumino.__version__,
            key=f"enumino-{problem.family}-{part.index}-{os.urandom(4).hex()}",
            retries=RETRIES, priority=-part.index, pure=False,
        )  # fmt: skip

    window = [submit(part) for part in islice(waiting, WINDOW * max(1, threads))]
    running = as_completed(window)
    try:
        for future in running:
            emit(PartFinished(_result(store, future)))
            if (part := next(waiting, None)) is not None:
                running.add(submit(part))
    finally:
        client.unsubscribe_topic(TOPIC)
        client.cancel(list(running.futures))
    return threads


def _result(store: Store, future: Future) -> PartResult:
    try:
        outcome = future.result()
    except Exception as error:
        raise RunError(
            f"A part failed {RETRIES + 1} times ({type(error).__name__}: {error}): finished parts "
            "are kept; run the same command again to go on."
        ) from error
    if isinstance(outcome, _Failure):
        raise outcome.error
    result: PartResult = outcome
    if result.rows and store.size(part_file(result.index)) != result.bytes:
        raise StorageError(
            f"A worker finished {part_file(result.index)}, but it is not in {store.root} here: "
            "use a folder that all workers share, or an object store."
        )
    return result


def _refuse_other(store: Store, plan: Plan, problem: Problem) -> None:
    wanted = problem.to_json()
    differing = [
        key for key in {**plan.problem, **wanted} if plan.problem.get(key) != wanted.get(key)
    ]
    if differing:
        names = ", ".join(
            f"{key} {plan.problem.get(key)} instead of {wanted.get(key)}" for key in differing
        )
        raise DatasetError(
            f"{store.root} holds {plan.title} ({names}): "
            f"choose another folder for {problem.describe()}."
        )


def _refuse_full_disk(store: Store, plan: Plan, force: bool) -> None:
    free, needed = store.free_bytes(), plan.expected["bytes"] * SPARE
    if free is not None and needed > free and not force:
        raise StorageError(
            f"{plan.title} need about {needed / 1e9:,.1f} GB, and the disk of {store.root} has "
            f"{free / 1e9:,.1f} GB free: choose another disk, or insist with --force."
        )


def problem_of(plan: Plan) -> Problem:
    """Return the problem that a plan divides."""
    return problem_from_json(plan.problem)
