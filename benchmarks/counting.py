"""Counting polyominoes: the closed search, symmetry classes, the transfer matrix.

    python -m benchmarks.counting [--runs 3] [--largest 30]

Medians of several runs with the fastest and the slowest, in one process with warm kernels; compare
ratios within one run, since machines differ and drift.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from itertools import count
from time import perf_counter, process_time
from typing import Literal

import enumino
from benchmarks import timing
from benchmarks.timing import arguments, report, report_pairs
from enumino.arguments import usable_cores
from enumino.enum.kernels.counting import lattice_count
from enumino.enum.windows import window
from enumino.families.polyforms.columns import COUNTED_IN_PLANE as COUNTED
from enumino.families.polyforms.counting.methods import TransferMatrix
from enumino.families.polyforms.counting.straight import busiest_first, count_width
from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import SQUARE
from enumino.run.cluster import local_client

seconds = partial(timing.seconds, clock=perf_counter)


def searched(cells: int) -> int:
    search = lattice_count.new_search(window(SQUARE), cells)
    lattice_count.tally(search, 1 << 62)
    return int(search.counts[cells])


def statistics(cells: int, runs: int) -> None:
    """Compare a listing with counts by all columns: the bar is 1.3 times its rate."""
    print(f"\nfree polyominoes of {cells} cells by all columns, processor time of one thread")
    with tempfile.TemporaryDirectory() as folder:
        roots = (f"{folder}/{number}" for number in count())
        problem = enumino.Polyominoes(cells)
        ways: dict[str, Callable[[], object]] = {
            "listed to Parquet": lambda: enumino.enumerate_to(
                next(roots), problem, in_process=True
            ),
            "walked": lambda: columns("search"),
            "listed without rows": lambda: columns("listing"),
        }

        def columns(method: Literal["search", "listing"]) -> object:
            return enumino.count_polyominoes(cells, by=COUNTED, method=method, in_process=True)

        found: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(runs):
            for name, way in ways.items():
                found[name] += timing.seconds(way, 1, clock=process_time)
    for name, times in found.items():
        report(f"  {name}", times, "s")
    for name in list(ways)[1:]:
        report_pairs(f"{name}, against listed to Parquet", found["listed to Parquet"], found[name])


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--largest", type=int, default=30, help="size for the transfer matrix")
    options = parser.parse_args()
    smoke, cores = options.smoke, usable_cores()
    runs, largest = (1, 14) if smoke else (options.runs, options.largest)
    print(f"enumino {enumino.__version__}, {cores} cores, medians of {runs} runs\n")

    searched(5)
    print("closed search, one thread")
    for cells in (10,) if smoke else (16, 17, 18):
        total = searched(cells)
        rates = [total / s / 1e9 for s in seconds(lambda n=cells: searched(n), runs)]
        report(f"  {cells} cells", rates, "G fixed polyominoes/s")

    several = 12 if smoke else 20
    print(f"\nclosed search, {several} cells, as tasks")
    one: list[float] = []
    two: list[float] = []
    with local_client(1) as single, local_client(2) as pair:
        for _ in range(runs):
            for client, found in ((single, one), (pair, two)):
                found += seconds(
                    lambda c=client: enumino.count_polyominoes(
                        several, "fixed", method="search", client=c
                    ),
                    1,
                )
    report("  one thread", one, "s")
    report("  two threads", two, "s")
    report_pairs("two threads over one", one, two)

    print("\nall kinds and classes, every size, this process's threads")
    for cells in (12,) if smoke else (24, 28):
        report(
            f"  1 to {cells} cells",
            seconds(
                lambda n=cells: enumino.count_polyominoes(range(1, n + 1), by_symmetry=True), runs
            ),
            "s",
        )

    print("\ninvariant polyominoes alone, one thread")
    sizes = range(1, 13 if smoke else 29)
    work = TransferMatrix(POLYOMINOES, sizes, "free").work
    groups = [task for task in work.tasks() if not task.width]
    report(
        f"  all fifteen groups, 1 to {sizes[-1]} cells",
        seconds(lambda: [work(task, lambda *_: None) for task in groups], runs),
        "s",
    )

    statistics(9 if smoke else 16, runs)

    print("\ntransfer matrix, all sizes at once")
    for cells in (12,) if smoke else (24, 28):
        report(
            f"  to {cells} cells, one thread",
            seconds(lambda n=cells: [count_width(w, n) for w in busiest_first(n)], runs),
            "s",
        )
    for cells in (largest,) if smoke else (28, largest):
        report(
            f"  to {cells} cells, {cores} threads",
            seconds(lambda n=cells: enumino.count_polyominoes(n, "fixed"), runs),
            "s",
        )


if __name__ == "__main__":
    main()
