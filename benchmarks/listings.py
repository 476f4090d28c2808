"""The four main listings: their rates, the bounds of these, and the time of each step."""

from __future__ import annotations

import hashlib
import io
import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any, Unpack

import pyarrow as pa

import enumino
from benchmarks.tables import Line, Table, ratios, rounds
from enumino import Polyominoes, Tatami, Tilings
from enumino.arguments import usable_cores
from enumino.datasets.writer import count_by, parquet_writer
from enumino.enum.forest import Forest
from enumino.run.cluster import local_client
from enumino.run.runner import HowToRun
from enumino.words import plural

# Batches kept in memory to be written; rates are per row, whatever their number.
KEPT = 8
Clock = Callable[[], float]


@dataclass(frozen=True)
class Listing:
    """A listing, a small listing of the same kind for compilation, and its rounds."""

    name: str
    problem: Callable[[], Forest]
    small: Callable[[], Forest]
    rounds: int = 5


LISTINGS = (
    Listing("free polyominoes, 16 cells", lambda: Polyominoes(16), lambda: Polyominoes(6)),
    Listing("dominoes, 8x8", lambda: Tilings("8x8", "domino"), lambda: Tilings("4x4", "domino"), 3),
    Listing("tatami, 3x60", lambda: Tatami("3x60"), lambda: Tatami("3x10")),
    Listing(
        "pentominoes, 6x10",
        lambda: Tilings("6x10", "pentominoes", each_once=True),
        lambda: Tilings("3x20", "pentominoes", each_once=True),
    ),
)


def seconds(action: Callable[[], Any], clock: Clock = thread_time) -> float:
    """Return the seconds that an action takes."""
    started = clock()
    action()
    return clock() - started


def least(action: Callable[[], Any]) -> float:
    """Return the processor time of the fastest of three runs."""
    return min(seconds(action) for _ in range(3))


def batches_of(problem: Forest) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a problem."""
    return (batch.records for batch in problem.batches([()]) if batch.records.num_rows)


def number_of_rows(problem: Forest) -> int:
    """Count rows with all columns, made and thrown away."""
    return sum(batch.num_rows for batch in batches_of(problem))


def written(problem: Forest, batches: list[pa.RecordBatch], **others: Any) -> bytes:
    """Return the file of some batches."""
    stream = io.BytesIO()
    with parquet_writer(stream, problem.columns, **others) as writer:
        for batch in batches:
            writer.write_batch(batch.cast(writer.schema), row_group_size=batch.num_rows)
    return stream.getvalue()


def rates(listing: Listing, number: int) -> list[Line]:
    """Return rates of search, writing, whole job and verification, in million rows/s per core."""
    problem = listing.problem()
    rows = number_of_rows(problem)
    sample = list(itertools.islice(batches_of(problem), KEPT))
    kept = sum(batch.num_rows for batch in sample)
    sizes: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        job, verify = written_and_verified(listing.problem, folder, sizes)
        found = rounds(
            {
                "search": lambda: rows / seconds(lambda: number_of_rows(problem)) / 1e6,
                "write": lambda: kept / seconds(lambda: written(problem, sample)) / 1e6,
                "job": job,
                "verify": verify,
            },
            number,
        )
    bounds = [1 / (1 / s + 1 / w) for s, w in zip(found["search"], found["write"], strict=True)]
    unit = "M rows/s"
    return [
        Line(f"{listing.name}: search, all columns", found["search"], unit),
        Line("pyarrow alone writes these columns", found["write"], unit),
        Line("whole job", found["job"], unit, ratios(found["job"], bounds), "target 0.9"),
        Line("verified", found["verify"], unit, note=share(found["verify"], found["job"], 0.5)),
        Line("size of the files", sizes, "bytes a row"),
    ]


def written_and_verified(
    problem: Callable[[], Forest], folder: str, sizes: list[float]
) -> tuple[Callable[[], float], Callable[[], float]]:
    """Return an action that lists a problem into a dataset, and one that verifies the latest.

    Both return millions of rows a second of processor time, in one thread; `sizes` gets the bytes
    of a row of each dataset. Beyond a million rows a verification recomputes a million of them.
    """
    latest: list[tuple[str, int]] = []

    def write() -> float:
        root = str(Path(folder, str(len(latest))))
        started = process_time()
        rows = enumino.enumerate_to(root, problem(), threads=1).rows
        taken = process_time() - started
        sizes.append(sum(file.stat().st_size for file in Path(root, "data").iterdir()) / rows)
        latest.append((root, rows))
        return rows / taken / 1e6

    def verify() -> float:
        root, rows = latest[-1]
        return rows / seconds(lambda: enumino.verify(root, threads=1), process_time) / 1e6

    return write, verify


def share(verified: list[float], made: list[float], bar: float) -> str:
    """Return the median of the ratios of two rates, with the required least ratio."""
    middle = sorted(ratios(verified, made))[len(made) // 2]
    return f"{middle:.2f} of the job's rate, target {bar}"


def speed(smoke: bool, most: int) -> Table:
    """Return the rate of each listing on one core."""
    lines = []
    for listing in LISTINGS:
        chosen = Listing(listing.name, listing.small, listing.small, 1) if smoke else listing
        warm(chosen)
        lines += rates(chosen, min(most, chosen.rounds))
    return Table(
        "How fast are the main listings?",
        lines,
        "rate / ideal rate",
        "Processor time of one thread, start-up excluded. A whole job lists into a dataset. Its "
        "ideal rate is 1 / (1/search + 1/write): searching and writing, and nothing else.",
    )


def warm(listing: Listing) -> None:
    """Compile the kernels of a listing and of its verification."""
    with tempfile.TemporaryDirectory() as root:
        enumino.enumerate_to(root, listing.small(), threads=1)
        enumino.verify(root, threads=1)


def steps(listing: Listing) -> list[Line]:
    """Return the nanoseconds per row of each step of a listing, with its share as the ratio."""
    problem, plain = listing.problem(), {"compression": "none", "compression_level": None}
    rows = number_of_rows(problem)
    searching = seconds(lambda: [None for _ in problem._filled([()], 131_072)])
    making = seconds(lambda: number_of_rows(problem))
    sample = list(itertools.islice(batches_of(problem), KEPT))
    keys = [column.name for column in problem.columns if column.key]
    scale = rows / sum(batch.num_rows for batch in sample)
    contents = written(problem, sample)
    unsafe = {"write_page_checksum": False}
    encoding = least(lambda: written(problem, sample, **unsafe, **plain)) * scale
    packing = least(lambda: written(problem, sample, **unsafe)) * scale
    writing = least(lambda: written(problem, sample)) * scale
    counting = least(lambda: [count_by(batch, keys) for batch in sample]) * scale
    with tempfile.TemporaryDirectory() as root:
        started = process_time()
        files = enumino.enumerate_to(root, listing.problem(), threads=1).files
        whole = process_time() - started
    digesting = seconds(lambda: hashlib.sha256(contents)) * scale
    with tempfile.TemporaryFile(buffering=0) as file:
        file.write(bytes(sum(each["bytes"] for each in files) // len(files)))
        syncing = seconds(lambda: os.fsync(file.fileno()), perf_counter) * len(files)
    whole += syncing
    parts = {
        "search": searching,
        "attributes, order, Arrow": making - searching,
        "encoding and statistics": encoding,
        "compression": packing - encoding,
        "page checksums": writing - packing,
        "totals": counting,
        "SHA-256": digesting,
        "fsync": syncing,
    }
    parts["plan, commit and Python between"] = whole - sum(parts.values())
    names = (f"{listing.name}: {next(iter(parts))}", *itertools.islice(parts, 1, None))
    return [
        Line(name, [1e9 * taken / rows], "ns a row", [taken / whole])
        for name, taken in zip(names, parts.values(), strict=True)
    ]


def profile(smoke: bool, most: int) -> Table:
    """Return the time of each step of each listing; one round, whatever `most` is."""
    lines = []
    for listing in LISTINGS:
        chosen = Listing(listing.name, listing.small, listing.small, 1) if smoke else listing
        warm(chosen)
        lines += steps(chosen)
    note = (
        "Processor time of one thread, wall time for fsync; one round. The time of a step of "
        "writing is the difference between a writer with it and one without; where it is smaller "
        "than the noise, it may be negative."
    )
    return Table("Where does the time go?", lines, "share", note)


def threads(smoke: bool, most: int) -> Table:
    """Return the gain from more threads of one process, and from as many processes."""
    lines = []
    for listing in LISTINGS[: 1 if smoke else 3]:
        chosen = Listing(listing.name, listing.small, listing.small, 1) if smoke else listing
        warm(chosen)
        rows = number_of_rows(chosen.problem())
        with tempfile.TemporaryDirectory() as folder, ExitStack() as clients:
            roots = (str(Path(folder, str(i))) for i in itertools.count())

            def made(
                chosen: Listing = chosen, roots: Iterator[str] = roots, **how: Unpack[HowToRun]
            ) -> float:
                return seconds(
                    lambda: enumino.enumerate_to(next(roots), chosen.problem(), **how),
                    perf_counter,
                )

            programs, cores = {}, 2 if smoke else usable_cores()
            for number in (each for each in (1, 2, 4, 8, 16) if each <= cores):
                programs[plural(number, "thread")] = partial(made, threads=number)
                if number > 1:
                    client = clients.enter_context(local_client(number, number))
                    client.run(lambda c=chosen: number_of_rows(c.small()))  # loads what it needs
                    programs[plural(number, "process", "processes")] = partial(made, client=client)
            found = rounds(programs, min(most, 1 if smoke else 3), seconds=20)
        for name, taken in found.items():
            speedups = ratios(found["1 thread"], taken)
            label = f"{chosen.name}: {name}"
            lines.append(Line(label, [rows / t / 1e6 for t in taken], "M rows/s", speedups))
    return Table(
        "How much do more threads gain?",
        lines,
        "speed-up",
        "Wall time, start-up excluded. Processes have one thread each, and Dask's event loop is in "
        "the driver.",
    )
