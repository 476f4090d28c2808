"""Tools for tests of whole runs: a small problem of many parts, digests, the command line."""

import hashlib
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import enumino
from enumino.cli import main
from enumino.datasets.plan import Plan
from enumino.datasets.queries.session import answers
from enumino.datasets.storage import open_store
from enumino.enum.problem import Prefix, Problem
from enumino.registry import rows_of as family_of
from enumino.run.events import Event, PartFinished
from enumino.schema import arrow_schema

PROBLEM = enumino.Polyominoes(range(1, 10))
ROWS_PER_PART = 200  # which makes 9 parts
NONAMINOES = ["polyominoes", "--cells", "1-9", "--rows-per-part", str(ROWS_PER_PART)]
PATIENCE = 120  # seconds before a command counts as hanging
EXAMPLES = Path(__file__).parents[1] / "examples"
# A small dataset of each family.
SMALL = {
    "cover": ["cover", str(EXAMPLES / "colours.dlx")],
    "polyominoes": ["polyominoes", "--cells", "1-7", "--rows-per-part", "60"],
    "tatami": ["tatami", "--room", "4x4", "--monomers", "0-4", "--up-to-symmetry"],
    "tilings": ["tilings", "--region", "4x4", "--pieces", "L-tromino, I4, monomino:0-2"],
    "trominoes": ["trominoes", "--board", "4", "--missing", "all"],
}
# Small datasets of polyforms on other lattices, and of masks of two words.
POLYFORMS = {
    **{
        family: [family, "--cells", "1-4"]
        for family in ("polyplets", "polyhexes", "polyiamonds", "polycubes", "polysticks")
    },
    "two words": ["polyominoes", "--cells", "16", "--symmetry", "all"],
}


@cache
def small_dataset(family: str) -> Path:
    """The folder of a small dataset that tests only read."""
    root = Path(tempfile.mkdtemp(), family)
    command = ["enumerate", *(SMALL | POLYFORMS)[family], "--to", str(root)]
    assert main([*command, "--threads", "1", "--quiet"]) == 0
    return root


def asked(dataset: enumino.Dataset, query: str) -> list[dict[str, Any]]:
    """The rows of the answer to a query without access to files."""
    with answers([dataset], query) as reader:
        return reader.read_all().to_pylist()


def data_digest(root: str | os.PathLike[str]) -> str:
    """The SHA-256 of all part files of a dataset, by name."""
    digest = hashlib.sha256()
    for path in sorted(Path(root, "data").iterdir()):
        digest.update(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def data_file(root: Path, index: int) -> Path:
    """The path of the rows of a part."""
    return root / Plan.read(open_store(root)).parts[index].file


def checkpoint(root: Path, index: int) -> Path:
    """The path of the checkpoint of a part."""
    return root / Plan.read(open_store(root)).parts[index].checkpoint


def parts_done(root: Path) -> int:
    """The number of parts that have their checkpoint."""
    return len(list(root.glob("parts/*.json")))


def python_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "enumino", *arguments]


def enumino_command(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own to its end."""
    defaults = {"capture_output": True, "text": True, "timeout": PATIENCE, "check": False}
    return subprocess.run(python_command(*map(str, arguments)), **{**defaults, **options})


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


# The command line: arguments in, outcome out.
Enumino = Callable[..., Outcome]
# An enumeration, verified: arguments in, the folder and what was said as JSON out.
Listed = Callable[..., tuple[Path, dict[str, Any]]]


def sentence(outcome: Outcome, code: int) -> str:
    """The error message of a command: one line on stderr, after lines of progress."""
    assert outcome.code == code, outcome
    assert outcome.out == ""
    assert outcome.err.endswith("\n"), outcome.err
    *progress, line = outcome.err.splitlines(keepends=True)
    assert all(each.endswith("...\n") for each in progress), outcome.err
    assert line.startswith("Error: "), outcome.err
    return line


def rows_of(root: Path) -> list[dict[str, Any]]:
    """All rows of a dataset, part by part."""
    files = sorted(root.glob("data/*"))
    return pa.concat_tables([pq.read_table(file) for file in files]).to_pylist() if files else []


def rows_found(problem: Problem, prefixes: Iterable[Prefix] = ((),)) -> list[dict[str, Any]]:
    """The rows of subtrees in search order."""
    batches = problem.batches(list(prefixes))
    return [row for batch in batches for row in batch.records.to_pylist()]


def stored(problem: Problem) -> pa.RecordBatch:
    """All rows of a problem, as they come back from a file."""
    return pa.RecordBatch.from_pylist(
        rows_found(problem), schema=arrow_schema(problem.columns, signed=False)
    )


def changed(batch: pa.RecordBatch, row: int, **values: Any) -> pa.RecordBatch:
    """Rows with other values in one of them."""
    columns = batch.to_pydict()
    for name, value in values.items():
        columns[name][row] = value
    return pa.record_batch(columns, schema=batch.schema)


checks_of = cache(lambda problem: family_of(problem.to_json()))


def faults(
    problem: Problem, rows: pa.RecordBatch | Iterable[dict[str, Any]]
) -> list[tuple[str, int]]:
    """The faults of rows of a problem: what is wrong, and with which row."""
    if not isinstance(rows, pa.RecordBatch):
        schema = arrow_schema(problem.columns, signed=False)
        rows = pa.RecordBatch.from_pylist(list(rows), schema=schema)
    return list(checks_of(problem).faults(rows))


def total(said: dict[str, Any]) -> tuple[int, int | None]:
    """The number of all rows, and the published one."""
    (line,) = [row for row in said["rows"] if "symmetry" not in row]
    assert isinstance(line["count"], str)
    return int(line["count"]), None if line["published"] is None else int(line["published"])


class Events:
    """An `on_event` that keeps all events, and detects two at once."""

    def __init__(self, then: Callable[[Event], None] | None = None) -> None:
        self.all: list[Event] = []
        self.overlapping = False
        self._busy = threading.Lock()
        self._then = then

    def __call__(self, event: Event) -> None:
        if not self._busy.acquire(blocking=False):
            self.overlapping = True
            self._busy.acquire()
        try:
            self.all.append(event)
            if self._then:
                self._then(event)
        finally:
            self._busy.release()

    def of(self, kind: type) -> list[Event]:
        return [event for event in self.all if isinstance(event, kind)]

    @property
    def finished_parts(self) -> list[int]:
        """The numbers of the parts that this run made."""
        return sorted(event.result.index for event in self.of(PartFinished))


class StopHereError(Exception):
    """A test stops a run."""


def stop_after(number: int) -> Events:
    """An `on_event` that stops a run after a number of finished parts."""

    def stop(_: Event) -> None:
        if len(events.finished_parts) == number:
            raise StopHereError

    events = Events(stop)
    return events


def enumerate_anywhere(root: str | os.PathLike[str], **options: Any) -> Events:
    """Enumerate, or resume, the usual problem or another one; return what happened.

    `then` is called with each event.
    """
    events = Events(options.pop("then", None))
    options = {"rows_per_part": ROWS_PER_PART, "on_event": events, **options}
    enumino.enumerate_to(root, options.pop("problem", PROBLEM), **options)
    return events


@contextmanager
def worker_processes(count: int, environment: dict[str, str] | None = None) -> Iterator[object]:
    """A Dask cluster of processes with one thread each, under nannies; yields a client."""
    import dask
    from distributed import Client, LocalCluster

    with (
        # A worker that was killed may be long in coming back while the machine is busy.
        dask.config.set({"distributed.deploy.lost-worker-timeout": "10 minutes"}),
        LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            silence_logs=50,
            env=environment or {},
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def together(*actions: Callable[[], object]) -> list[object]:
    """Call all actions at once, in threads; return their results, or raise the first error."""
    from concurrent.futures import ThreadPoolExecutor

    start = threading.Barrier(len(actions))

    def started(action: Callable[[], object]) -> object:
        start.wait()
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return [future.result() for future in [pool.submit(started, a) for a in actions]]


@contextmanager
def interrupted(seconds: float, interrupt: Callable[[], object]) -> Iterator[None]:
    """Call `interrupt` in a thread of its own, unless the block has ended by then.

    The time begins within the block that awaits the interrupt: it may be over before this thread
    goes on.
    """
    timer = threading.Timer(seconds, interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
