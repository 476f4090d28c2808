"""What large listings cost, and how they scale: real parts are measured, schedules are simulated.

    python -m benchmarks.scaling [--cells 18 20 21] [--sample 40] [--seed 1]

Parts of real plans, chosen at random, are made and written, and timed in processor time of one
thread. What a listing of 20, 22 or 24 cells costs follows from the published numbers of rows; what
it takes on 2 to 4,096 workers from a simulation (`benchmarks.scheduling`) in which parts are as
uneven as the measured ones. Everything beyond the measured sizes is extrapolated.
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
from enumino.datasets.storage import Store
from enumino.enum.partition import MAX_PARTS, ROWS_PER_PART
from enumino.families.polyominoes.published import polyominoes
from enumino.run import listing, shares
from enumino.words import size

LARGE = [20, 22, 24]
WORKERS = [2**k for k in range(1, 13)]
MOST_PARTS = 1 << 16  # looked at
GOOD = 0.9
ROW_GROUP = 131_072

# Not measured here, and told with the tables.
SENDING, DRIVING = 0.2, 0.002  # seconds a part: requests and transfer; the driver's work
CALM = {"sending": round(SENDING * SECOND), "driving": round(DRIVING * SECOND)}
TROUBLED = {"slow": 0.05, "slowness": 3, "lost_per_hour": 0.1, "noticing": 30 * SECOND}


@dataclass(frozen=True)
class Sample:
    """What was measured of some parts of a plan.

    `spread` are the seconds of the parts over their mean; `plan_bytes` the size of plan.json.
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


def measured(cells: int, number: int, rows_per_part: int | None, seed: int) -> Sample:
    """Make some parts of a plan, with all that belongs to it, and throw them away."""
    problem = enumino.Polyominoes(cells)
    with tempfile.TemporaryDirectory() as folder:
        started = process_time()
        plan = listing.make_plan(folder, problem, rows_per_part=rows_per_part, force=True)
        plan_seconds = process_time() - started
        chosen = random.Random(seed).sample(plan.parts, min(number, len(plan.parts)))
        seconds, rows, size_of_rows, footers, groups, said = [], 0, 0, 0, 0, 0
        for part in chosen:
            started = process_time()
            made = listing.run_part(folder, problem, part)
            seconds.append(process_time() - started)
            rows, size_of_rows = rows + made.rows, size_of_rows + made.bytes
            said += (Path(folder) / part.checkpoint).stat().st_size
            if made.rows:
                footer = pq.read_metadata(Path(folder) / part.file)
                footers, groups = footers + footer.serialized_size, groups + footer.num_row_groups
                (Path(folder) / part.file).unlink()
        plan_bytes = Store(folder).size("plan.json") or 0
    mean = statistics.fmean(seconds)
    return Sample(
        cells,
        len(plan.parts),
        rows / sum(seconds),
        size_of_rows / rows,
        footers / max(1, groups),
        said / len(chosen),
        plan_bytes,
        plan_seconds,
        [each / mean for each in seconds],
    )


def starting_seconds(cache: str | None) -> float:
    """Processor time of a process that imports what a worker needs and makes its first rows."""
    code = "import distributed, enumino; list(enumino.Polyominoes(5).batches([()]))"
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def verified_per_second(cells: int) -> float:
    """Rows a second that `verify` reads, compares and samples, in processor time."""
    with tempfile.TemporaryDirectory() as folder:
        rows = enumino.enumerate_to(folder, enumino.Polyominoes(cells), in_process=True).rows
        started = process_time()
        enumino.verify(folder, threads=1)
        return rows / (process_time() - started)


def lengths(total: float, parts: int, spread: Sequence[float], seed: int) -> list[int]:
    """Parts that together take `total` seconds, as uneven as the measured ones; in microseconds."""
    chance = random.Random(seed)
    drawn = [chance.choice(spread) for _ in range(parts)]
    scale = total * SECOND / sum(drawn)
    return [max(1, round(each * scale)) for each in drawn]


def parts_needed(total: float, spread: Sequence[float], cluster: Cluster, seed: int) -> int | None:
    """The fewest parts, a power of two, with 90 % of what work divided at will would reach."""
    wanted = GOOD * best_efficiency(round(total * SECOND), cluster)
    parts = 1 << (cluster.workers - 1).bit_length()
    while parts <= MOST_PARTS:
        outcome = simulate(lengths(total, parts, spread, seed), cluster, seed)
        if outcome.efficiency >= wanted:
            return parts
        parts *= 2
    return None


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
        ["cells", "parts", "M rows/s", "bytes/row", "longest/mean", "shortest/mean", "plan.json"]
    ]
    rows += [
        [
            str(sample.cells),
            f"{sample.parts:,}",
            f"{sample.rows_per_second / 1e6:.2f}",
            f"{sample.bytes_per_row:.2f}",
            f"{max(sample.spread):.2f}",
            f"{min(sample.spread):.2f}",
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
    rows = polyominoes(cells, "free").value
    assert rows is not None
    parts = min(MAX_PARTS, -(-rows // ROWS_PER_PART))
    return Listing(cells, rows, rows / sample.rows_per_second, parts, rows * sample.bytes_per_row)


def print_costs(large: list[Listing], sample: Sample, verified: float) -> None:
    rows = [["free polyominoes of", *(f"{each.cells} cells" for each in large)]]

    def line(name: str, *values: str) -> None:
        rows.append([name, *values])

    groups = [each.rows / each.parts / ROW_GROUP for each in large]
    jobs = [min(shares.MOST_JOBS, max(1, round(e.seconds / shares.JOB_SECONDS))) for e in large]
    line("rows (A000105)", *(f"{each.rows:,}" for each in large))
    line("core-hours to list", *(f"{each.seconds / 3600:.2g}" for each in large))
    line("core-hours to verify", *(f"{each.rows / verified / 3600:.2g}" for each in large))
    line("bytes", *(size(each.bytes) for each in large))
    line("parts", *(f"{each.parts:,}" for each in large))
    line("rows a part", *(f"{each.rows / each.parts / 1e6:.1f} M" for each in large))
    line("bytes a part", *(size(each.bytes / each.parts) for each in large))
    line("seconds a part", *(f"{each.seconds / each.parts:.2g}" for each in large))
    line("jobs of an array", *(f"{number}" for number in jobs))
    each_takes = [duration(each.seconds / n) for each, n in zip(large, jobs, strict=True)]
    line("each of them", *each_takes)
    line("row groups a part", *(f"{max(1, number):.0f}" for number in groups))
    footers = [
        max(1, n) * sample.footer_per_group * e.parts for n, e in zip(groups, large, strict=True)
    ]
    line("all footers", *map(size, footers))
    line("all checkpoints", *(size(sample.checkpoint_bytes * each.parts) for each in large))
    table(rows)


def print_scaling(each: Listing, spread: list[float], cluster: Cluster, seed: int) -> None:
    """How long a listing takes on 2 to 4,096 workers, and how much of their time is work."""
    print(f"{each.cells} cells, {each.parts:,} parts, {duration(each.seconds)} on one thread\n")
    header = ["workers", "time", "efficiency", "with trouble", "at best", "parts for 90 %"]
    rows = [header]
    work = lengths(each.seconds, each.parts, spread, seed)
    for workers in WORKERS:
        calm = replace(cluster, workers=workers)
        outcome = simulate(work, calm, seed)
        troubled = simulate(work, replace(calm, **TROUBLED), seed)
        needed = parts_needed(each.seconds, spread, calm, seed)
        rows.append(
            [
                f"{workers:,}",
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
    parser.add_argument("--sample", type=int, default=40, help="parts that are made of each size")
    parser.add_argument("--verified", type=int, default=15, help="size that is verified")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows_per_part = None
    if options.smoke:
        options.cells, options.sample, options.verified, rows_per_part = [10], 5, 8, 100
    list(enumino.Polyominoes(5).batches([()]))

    warm = starting_seconds(None)
    with tempfile.TemporaryDirectory() as cache:
        compiling = 0.0 if options.smoke else max(0.0, starting_seconds(cache) - warm)
    print(f"enumino {enumino.__version__}, processor time of one thread, parts chosen at random\n")
    samples = [measured(c, options.sample, rows_per_part, options.seed) for c in options.cells]
    print_samples(samples)
    verified = verified_per_second(options.verified)
    print(f"A worker starts in {warm:.1f} s, and compiles the kernels in {compiling:.1f} s;")
    print(f"verify reads {verified / 1e6:.2f} M rows/s.\n")

    largest = samples[-1]
    large = [extrapolated(cells, largest) for cells in LARGE]
    print_costs(large, largest, verified)
    cluster = Cluster(1, starting=round(warm * SECOND), compiling=round(compiling * SECOND), **CALM)
    print(
        f"Requests and transfer take {SENDING} s a part, the driver {1000 * DRIVING:.0f} ms. In "
        f"trouble {100 * TROUBLED['slow']:.0f} % of the workers take {TROUBLED['slowness']} times "
        f"as long, each is lost {TROUBLED['lost_per_hour']} times an hour, and that is noticed "
        f"after {TROUBLED['noticing'] // SECOND} s.\n"
    )
    for each in large:
        print_scaling(each, largest.spread, cluster, options.seed)


if __name__ == "__main__":
    main()
