"""Cost and scaling of large listings: parts are measured, schedules are simulated.

    python -m benchmarks.scaling [--cells 18 20 21] [--sample 30] [--runs 2] [--seed 1]

Random parts of real plans are made, written, and timed in processor time of one thread; the fastest
run of each part counts. The cost of a listing of 20, 22 or 24 cells follows from the published
numbers of rows, and its duration on 2 to 4,096 workers from a simulation (`benchmarks.scheduling`)
in which parts are as uneven as the measured ones. Everything beyond the measured sizes is
extrapolated.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

import pyarrow.parquet as pq

import enumino
from benchmarks.scheduling import SECOND, Cluster, best_efficiency, simulate
from benchmarks.timing import arguments
from enumino.cli.tables import duration
from enumino.datasets import verify
from enumino.enum.partition import MAX_PARTS, ROWS_PER_PART
from enumino.families.polyforms.families import POLYOMINOES
from enumino.run import listing, planning
from enumino.words import size

LARGE = [20, 22, 24]
WORKERS = [2**k for k in range(1, 13)]
MOST_PARTS = 1 << 16  # looked at
GOOD = 0.9
ROW_GROUP = 131_072

TROUBLED = {"slow": 0.05, "slowness": 3, "lost_per_hour": 0.1, "noticing": 30 * SECOND}
REQUESTS = 4  # of a part to an object store


@dataclass(frozen=True)
class Sample:
    """Measurements of some parts of a plan.

    `spread` are the seconds of the parts over their mean, `nodes` the same of the nodes that they
    visit, which are exact; `plan_bytes` is the size of plan.json.
    """

    cells: int
    parts: int
    rows_per_second: float
    bytes_per_row: float
    footer_per_group: float
    checkpoint_bytes: float
    plan_bytes: int
    plan_seconds: float
    spread: list[float]
    nodes: list[float]


def over_mean(values: Sequence[float]) -> list[float]:
    mean = statistics.fmean(values)
    return [value / mean for value in values]


def measured(cells: int, number: int, runs: int, rows_per_part: int | None, seed: int) -> Sample:
    """Make some parts of a plan with their files, and delete them."""
    problem = enumino.Polyominoes(cells)
    with tempfile.TemporaryDirectory() as folder:
        started = process_time()
        plan = planning.make_plan(folder, problem, rows_per_part=rows_per_part, force=True)
        plan_seconds = process_time() - started
        chosen = random.Random(seed).sample(plan.parts, min(number, len(plan.parts)))
        seconds, nodes = [], []
        rows = size_of_rows = footers = groups = said = 0
        for part in chosen:
            file, checkpoint = Path(folder, part.file), Path(folder, part.checkpoint)
            times = []
            for _ in range(runs):
                checkpoint.unlink(missing_ok=True)
                started = process_time()
                made = listing.run_part(folder, problem, part)
                times.append(process_time() - started)
            seconds.append(min(times))
            nodes.append(made.nodes)
            rows, size_of_rows = rows + made.rows, size_of_rows + made.bytes
            said += checkpoint.stat().st_size
            footer = pq.read_metadata(file)
            footers, groups = footers + footer.serialized_size, groups + footer.num_row_groups
            file.unlink()
        plan_bytes = Path(folder, "plan.json").stat().st_size
    return Sample(
        cells,
        len(plan.parts),
        rows / sum(seconds),
        size_of_rows / rows,
        footers / groups,
        said / len(chosen),
        plan_bytes,
        plan_seconds,
        over_mean(seconds),
        over_mean(nodes),
    )


def starting_seconds(cache: str | None) -> float:
    """Measure the processor time of a process that imports a worker's modules and makes rows."""
    code = "import distributed, enumino; list(enumino.Polyominoes(5).batches([()]))"
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def verified_per_second(cells: int) -> float:
    """Return the rows per second of processor time that `verify` reads and compares.

    A verification recomputes at most a million rows, a small share of a large listing; here it
    recomputes 10,000.
    """
    verify.SAMPLE_ROWS = 10_000
    with tempfile.TemporaryDirectory() as folder:
        rows = enumino.enumerate_to(folder, enumino.Polyominoes(cells), in_process=True).rows
        started = process_time()
        verify.verify(folder, threads=1)
        return rows / (process_time() - started)


def lengths(total: float, parts: int, spread: Sequence[float], seed: int) -> list[int]:
    """Return part lengths in microseconds, `total` seconds together, with the measured spread."""
    chance = random.Random(seed)
    drawn = [chance.choice(spread) for _ in range(parts)]
    scale = total * SECOND / sum(drawn)
    return [max(1, round(each * scale)) for each in drawn]


def parts_needed(total: float, spread: Sequence[float], cluster: Cluster, seed: int) -> int | None:
    """Return the fewest parts, a power of two, with 90 % of the efficiency of divisible work."""
    wanted = GOOD * best_efficiency(round(total * SECOND), cluster)
    parts = 1 << (cluster.workers - 1).bit_length()
    while parts <= MOST_PARTS:
        outcome = simulate(lengths(total, parts, spread, seed), cluster, seed)
        if outcome.efficiency >= wanted:
            return parts
        parts *= 2
    return None


def amount(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2f}"


def table(rows: list[list[str]]) -> None:
    """Print a table in Markdown."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        print(
            f"| {' | '.join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))} |"
        )
        if number == 0:
            print(f"|{'|'.join('-' * (width + 1) + ':' for width in widths)}|")
    print(flush=True)


def print_samples(samples: list[Sample]) -> None:
    rows = [
        [
            "cells",
            "parts",
            "M rows/s",
            "bytes/row",
            "seconds over mean",
            "nodes over mean",
            "plan.json",
        ]
    ]
    rows += [
        [
            str(sample.cells),
            f"{sample.parts:,}",
            f"{sample.rows_per_second / 1e6:.2f}",
            f"{sample.bytes_per_row:.2f}",
            f"{min(sample.spread):.2f} to {max(sample.spread):.2f}",
            f"{min(sample.nodes):.2f} to {max(sample.nodes):.2f}",
            f"{size(sample.plan_bytes)}, {sample.plan_seconds:.0f} s",
        ]
        for sample in samples
    ]
    table(rows)


@dataclass(frozen=True)
class Listing:
    """A large listing, extrapolated."""

    cells: int
    rows: int
    seconds: float
    parts: int
    bytes: float


def extrapolated(cells: int, sample: Sample) -> Listing:
    rows = POLYOMINOES.published(cells, "free").value
    assert rows is not None
    parts = min(MAX_PARTS, -(-rows // ROWS_PER_PART))
    return Listing(cells, rows, rows / sample.rows_per_second, parts, rows * sample.bytes_per_row)


def print_costs(large: list[Listing], sample: Sample, verified: float, cluster: Cluster) -> None:
    rows = [["free polyominoes of", *(f"{each.cells} cells" for each in large)]]

    def line(name: str, *values: str) -> None:
        rows.append([name, *values])

    groups = [each.rows / each.parts / ROW_GROUP for each in large]
    jobs = [min(planning.MOST_JOBS, max(1, round(e.seconds / planning.JOB_SECONDS))) for e in large]
    line("rows (A000105)", *(f"{each.rows:,}" for each in large))
    line("core-hours to list", *(amount(each.seconds / 3600) for each in large))
    line("core-hours to verify", *(amount(each.rows / verified / 3600) for each in large))
    line("bytes", *(size(each.bytes) for each in large))
    line("parts", *(f"{each.parts:,}" for each in large))
    line("rows a part", *(f"{each.rows / each.parts / 1e6:.1f} M" for each in large))
    line("bytes a part", *(size(each.bytes / each.parts) for each in large))
    line("seconds a part", *(amount(each.seconds / each.parts) for each in large))
    line("jobs of an array", *(f"{number}" for number in jobs))
    each_takes = [duration(each.seconds / n) for each, n in zip(large, jobs, strict=True)]
    line("each of them", *each_takes)
    line("row groups a part", *(f"{max(1, number):.0f}" for number in groups))
    footers = [
        max(1, n) * sample.footer_per_group * e.parts for n, e in zip(groups, large, strict=True)
    ]
    line("all footers", *map(size, footers))
    line("all checkpoints", *(size(sample.checkpoint_bytes * each.parts) for each in large))
    each_part = [each.seconds / each.parts + cluster.sending / SECOND for each in large]
    line("workers for one driver", *(f"{t * SECOND / cluster.driving:,.0f}" for t in each_part))
    line("requests/s of 1,000 workers", *(f"{1000 * REQUESTS / t:,.0f}" for t in each_part))
    rates = [e.bytes / e.parts / t for e, t in zip(large, each_part, strict=True)]
    line("bytes/s of 1,000 workers", *(size(1000 * rate) for rate in rates))
    table(rows)


def print_scaling(each: Listing, spread: list[float], clusters: list[Cluster], seed: int) -> None:
    """Print the duration of a listing on clusters, and the share of the workers' time in use."""
    print(f"{each.cells} cells, {each.parts:,} parts, {duration(each.seconds)} on one thread\n")
    header = ["workers", "time", "efficiency", "with trouble", "at best", "parts for 90 %"]
    rows = [header]
    work = lengths(each.seconds, each.parts, spread, seed)
    for calm in clusters:
        outcome = simulate(work, calm, seed)
        troubled = simulate(work, replace(calm, **TROUBLED), seed)
        needed = parts_needed(each.seconds, spread, calm, seed)
        rows.append(
            [
                f"{calm.workers:,}",
                duration(outcome.makespan / SECOND),
                f"{100 * outcome.efficiency:.0f} %",
                f"{100 * troubled.efficiency:.0f} %",
                f"{100 * best_efficiency(sum(work), calm):.0f} %",
                "more" if needed is None else f"{needed:,}",
            ]
        )
    table(rows)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--cells", type=int, nargs="+", default=[18, 20, 21], help="measured sizes")
    parser.add_argument("--sample", type=int, default=30, help="parts that are made of each size")
    parser.add_argument("--runs", type=int, default=2, help="of each part")
    parser.add_argument("--sending", type=float, default=0.2, help="seconds of a part's requests")
    parser.add_argument("--driving", type=float, default=0.002, help="the driver's seconds a part")
    parser.add_argument("--verified", type=int, default=15, help="size that is verified")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows_per_part = None
    if options.smoke:
        options.cells, options.verified, rows_per_part = [10], 8, 100
        options.sample, options.runs = 5, 1
    list(enumino.Polyominoes(5).batches([()]))

    warm = starting_seconds(None)
    with tempfile.TemporaryDirectory() as cache:
        compiling = 0.0 if options.smoke else max(0.0, starting_seconds(cache) - warm)
    print(f"enumino {enumino.__version__}, processor time of one thread, parts chosen at random\n")
    samples = [
        measured(cells, options.sample, options.runs, rows_per_part, options.seed)
        for cells in options.cells
    ]
    print_samples(samples)
    verified = verified_per_second(options.verified)
    print(f"A worker starts in {warm:.1f} s, and compiles the kernels in {compiling:.1f} s;")
    print(f"verify reads {verified / 1e6:.2f} M rows/s.\n")

    largest = samples[-1]
    large = [extrapolated(cells, largest) for cells in LARGE]
    cluster = Cluster(
        1,
        starting=round(warm * SECOND),
        compiling=round(compiling * SECOND),
        sending=round(options.sending * SECOND),
        driving=round(options.driving * SECOND),
    )
    print_costs(large, largest, verified, cluster)
    print(
        f"Requests and transfer take {options.sending} s a part, the driver {options.driving} s. "
        f"In trouble {100 * TROUBLED['slow']:.0f} % of the workers take {TROUBLED['slowness']} "
        f"times as long, each is lost {TROUBLED['lost_per_hour']} times an hour, and that is "
        f"noticed after {TROUBLED['noticing'] // SECOND} s.\n"
    )
    most = WORKERS[:4] if options.smoke else WORKERS
    clusters = [replace(cluster, workers=workers) for workers in most]
    for each in large:
        print_scaling(each, largest.spread, clusters, options.seed)


if __name__ == "__main__":
    main()
