"""The four main listings: their rates beside the least that a listing needs, and with threads."""

import io
import itertools
import logging
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any

import pyarrow as pa
from distributed import Client

import enumino
from benchmarks.tables import Line, Table, ratios, rounds
from enumino import Polyominoes, Tatami, Tilings
from enumino.arguments import usable_cores
from enumino.datasets.writer import parquet_writer
from enumino.enum.forest import Forest

# Batches kept in memory to be written; rates are per row, whatever their number.
KEPT = 8


pentominoes = partial(Tilings, pieces="pentominoes", each_once=True)
dominoes = partial(Tilings, pieces="domino")
# The problem, its size, and a small size for compilation.
LISTINGS: dict[str, tuple[Callable[..., Forest], Any, Any]] = {
    "free polyominoes, 16 cells": (Polyominoes, 16, 6),
    "dominoes, 8x8": (dominoes, "8x8", "4x4"),
    "tatami, 3x60": (Tatami, "3x60", "3x10"),
    "pentominoes, 6x10": (pentominoes, "6x10", "3x20"),
}
Make = partial[Forest]
cluster = partial(
    Client, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
)


def chosen(smoke: bool) -> Iterator[tuple[str, Make]]:
    """Yield names and problems, or small ones, with kernels and verification compiled."""
    for name, (problem, size, small) in LISTINGS.items():
        with tempfile.TemporaryDirectory() as root:
            enumino.enumerate_to(root, problem(small), threads=1)
            enumino.verify(root, threads=1)
        yield name, partial(problem, small if smoke else size)


def seconds(action: Callable[[], Any], clock: Callable[[], float] = thread_time) -> float:
    """Return the seconds that an action takes."""
    started = clock()
    action()
    return clock() - started


def batches_of(problem: Forest) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a problem."""
    return (batch.records for batch in problem.batches([()]) if batch.records.num_rows)


def number_of_rows(problem: Forest) -> int:
    """Count rows with all columns, made and thrown away."""
    return sum(batch.num_rows for batch in batches_of(problem))


def write(problem: Forest, batches: list[pa.RecordBatch]) -> None:
    """Write batches into a file in memory."""
    with parquet_writer(io.BytesIO(), problem.columns) as writer:
        for batch in batches:
            writer.write_batch(batch.cast(writer.schema), row_group_size=batch.num_rows)


def rates(name: str, make: Make, turns: int) -> list[Line]:
    """Return the rates of search, writing, whole job and verification, and the size of rows."""
    problem = make()
    rows = number_of_rows(problem)
    sample = list(itertools.islice(batches_of(problem), KEPT))
    kept = sum(batch.num_rows for batch in sample)
    with tempfile.TemporaryDirectory() as folder:
        roots = [str(Path(folder, str(turn))) for turn in range(turns)]
        new, made = iter(roots), iter(roots)

        def job() -> None:
            enumino.enumerate_to(next(new), make(), threads=1)

        def verify() -> None:
            enumino.verify(next(made), threads=1)

        found = rounds(
            {
                "search": lambda: rows / seconds(lambda: number_of_rows(problem)) / 1e6,
                "write": lambda: kept / seconds(lambda: write(problem, sample)) / 1e6,
                "job": lambda: rows / seconds(job, process_time) / 1e6,
                "verify": lambda: rows / seconds(verify, process_time) / 1e6,
            },
            turns,
        )
        size = sum(file.stat().st_size for file in Path(roots[0], "data").iterdir()) / rows
    search, wrote, listed, verified = found.values()
    floor = [1 / (1 / s + 1 / w) for s, w in zip(search, wrote, strict=True)]
    unit = "M rows/s"
    return [
        Line(f"{name}: search, all columns", search, unit),
        Line("pyarrow alone writes these columns", wrote, unit),
        Line("whole job", listed, unit, ratios(listed, floor)),
        Line("verification", verified, unit, ratios(verified, floor)),
        Line("size of the files", [size], "bytes a row"),
    ]


def speed(smoke: bool, turns: int) -> Table:
    """Return the rate of each listing on one core."""
    lines = []
    for name, make in chosen(smoke):
        lines += rates(name, make, turns)
    return Table(
        "How fast are the main listings?",
        lines,
        "rate / ideal rate",
        "Processor time of one thread, start-up excluded. A whole job lists into a dataset. Its "
        "ideal rate is 1 / (1/search + 1/write): searching and writing, and nothing else. "
        "Verification recomputes at most a million rows.",
    )


def threads(smoke: bool, turns: int) -> Table:
    """Return the gain from more threads of one process, and from as many processes."""
    lines = []
    numbers = [number for number in (2, 4, 8, 16) if number <= (2 if smoke else usable_cores())]
    for name, make in itertools.islice(chosen(smoke), 1 if smoke else 3):
        rows = number_of_rows(make())
        with tempfile.TemporaryDirectory() as folder, ExitStack() as clusters:
            job = partial(timed, make, (Path(folder, str(i)) for i in itertools.count()))
            programs = {"1 thread": partial(job, threads=1)}
            for number in numbers:
                programs[f"{number} threads"] = partial(job, threads=number)
                client = clusters.enter_context(cluster(n_workers=number))
                client.run(number_of_rows, make.func(LISTINGS[name][2]))  # loads what it needs
                programs[f"{number} processes"] = partial(job, client=client)
            found = rounds(programs, turns)
        for by, taken in found.items():
            gain, reached = ratios(found["1 thread"], taken), [rows / t / 1e6 for t in taken]
            lines.append(Line(f"{name}: {by}", reached, "M rows/s", gain))
    return Table(
        "How much do more threads gain?",
        lines,
        "speed-up",
        "Wall time, start-up excluded. Processes have one thread each, and Dask's event loop is in "
        "the driver.",
    )


def timed(make: Make, roots: Iterator[Path], **by: Any) -> float:
    """Return the seconds of a listing into the next folder."""
    return seconds(lambda: enumino.enumerate_to(next(roots), make(), **by), perf_counter)
