"""Listing polyominoes: the search alone, the whole job, threads, and pyarrow's own floor.

    python -m benchmarks.polyominoes [--cells 15] [--job 16] [--runs 5]

Rates are millions of rows a second, medians of several runs with the fastest and the slowest;
compare ratios within one run, since machines differ and drift.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pyarrow as pa
import pyarrow.parquet as pq

import enumino
from benchmarks.timing import arguments
from enumino.arguments import usable_cores
from enumino.datasets.writer import COMPRESSION, COMPRESSION_LEVEL
from enumino.families.polyominoes.problem import Polyominoes


def timed(action: Callable[[], int], runs: int) -> tuple[float, float, float]:
    """Median, slowest and fastest rate of an action that returns a number of rows."""
    rates = []
    for _ in range(runs):
        started = perf_counter()
        rows = action()
        rates.append(rows / (perf_counter() - started) / 1e6)
    return statistics.median(rates), min(rates), max(rates)


def report(name: str, rates: tuple[float, float, float]) -> float:
    median, low, high = rates
    print(f"{name:<58} {median:6.2f}   ({low:.2f} to {high:.2f})", flush=True)
    return median


def search(problem: Polyominoes) -> int:
    return sum(batch.records.num_rows for batch in problem.batches([()]))


def write(problem: Polyominoes, batches: list[pa.RecordBatch]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        with pq.ParquetWriter(
            Path(folder) / "rows.parquet",
            batches[0].schema,
            compression=COMPRESSION,
            compression_level=COMPRESSION_LEVEL,
            use_dictionary=[c.name for c in problem.columns if not c.distinct],
            store_schema=False,
        ) as writer:
            for batch in batches:
                writer.write_batch(batch, row_group_size=max(1, batch.num_rows))
    return sum(batch.num_rows for batch in batches)


def floor(problem: Polyominoes, runs: int) -> None:
    batches = [batch.records for batch in problem.batches([()])]
    rates = timed(lambda: write(problem, batches), runs)
    report("  floor: pyarrow alone writes these columns", rates)


def job(cells: int, threads: int) -> tuple[float, int]:
    """Rows a second of a whole job in a process of its own, start-up excluded; peak kB."""
    code = (
        "import enumino, resource, sys, tempfile; from time import perf_counter\n"
        "problem, threads = enumino.Polyominoes(int(sys.argv[1])), int(sys.argv[2])\n"
        "from enumino.run.cluster import local_client\n"
        "list(enumino.Polyominoes(5).batches([()]))\n"
        "with tempfile.TemporaryDirectory() as folder, local_client(threads) as client:\n"
        "    started = perf_counter()\n"
        "    rows = enumino.enumerate_to(folder, problem, client).rows\n"
        "    print(rows / (perf_counter() - started) / 1e6)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    command = [sys.executable, "-c", code, str(cells), str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rate, peak = done.stdout.split()
    return float(rate), int(peak)


def seconds(*arguments: str) -> float:
    """Wall time of a command of ours."""
    started = perf_counter()
    subprocess.run([sys.executable, "-m", "enumino", *arguments], capture_output=True, check=True)
    return perf_counter() - started


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--cells", type=int, default=15, help="size for the search alone")
    parser.add_argument("--job", type=int, default=16, help="size for the whole job")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    if options.smoke:
        options.cells, options.job, options.runs = 8, 8, 1
    runs = options.runs
    print(f"enumino {enumino.__version__}, {usable_cores()} cores, medians of {runs} runs\n")

    search(Polyominoes(5))
    print("million rows a second, one thread")
    for cells in (options.cells - 1, options.cells):
        problem = Polyominoes(cells)
        report(
            f"  search, {cells} cells, free, all columns", timed(lambda p=problem: search(p), runs)
        )
    for kind in ("one-sided", "fixed"):
        other = Polyominoes(options.cells - 1, kind)
        name = f"  search, {options.cells - 1} cells, {kind}, all columns"
        report(name, timed(lambda p=other: search(p), runs))
    floor(Polyominoes(options.cells), runs)

    print(f"\nwhole job, {options.job} cells, free, start-up excluded")
    rates: dict[int, list[float]] = {1: [], 2: []}
    peaks: dict[int, list[int]] = {1: [], 2: []}
    for _ in range(runs):
        for threads in (1, 2):
            rate, peak = job(options.job, threads)
            rates[threads].append(rate)
            peaks[threads].append(peak)
    for threads in (1, 2):
        found = rates[threads]
        report(f"  {threads} thread(s)", (statistics.median(found), min(found), max(found)))
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    print(f"  two threads over one, pair by pair: {statistics.median(ratios):.2f}")
    print(f"  peak memory: {max(peaks[1] + peaks[2]) / 1000:.0f} MB")

    print("\nseconds")
    with tempfile.TemporaryDirectory() as folder:
        helps = [seconds("--help") for _ in range(runs)]
        small = [
            seconds("enumerate", "polyominoes", "--cells", "8", "--to", f"{folder}/{i}")
            for i in range(runs)
        ]
    print(f"  enumino --help                          {statistics.median(helps):.2f}")
    print(f"  enumino enumerate polyominoes --cells 8 {statistics.median(small):.2f}")


if __name__ == "__main__":
    main()
