"""Counting polyforms: fixed ones, half-turns, all kinds and classes, columns.

    python -m benchmarks.counting [--runs 3] [--largest 30]

Medians of several runs with the fastest and the slowest, in one process with warm kernels; compare
ratios within one run, since machines differ and drift.
"""

from __future__ import annotations

from functools import partial
from time import perf_counter, process_time

import enumino
from benchmarks import timing
from benchmarks.timing import arguments, report
from enumino.arguments import usable_cores
from enumino.families.polyforms.columns import COUNTED_IN_PLANE as COUNTED
from enumino.families.polyforms.counting import costs
from enumino.families.polyforms.counting.sweeps import SWEEPS

OTHERS = {"polyhexes": 13, "polyiamonds": 20, "polyplets": 10, "polycubes": 10, "polysticks": 12}


def swept(subject: str, cells: int) -> int:
    """Run the sweeps of all widths; return the steps."""
    return sum(SWEEPS[subject](width, cells).run().steps for width in costs.widths(subject, cells))


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--largest", type=int, default=30, help="size for all classes")
    options = parser.parse_args()
    smoke, cores = options.smoke, usable_cores()
    runs, largest = (1, 12) if smoke else (options.runs, options.largest)
    of_thread = partial(timing.seconds, clock=process_time)
    of_all = partial(timing.seconds, clock=perf_counter)
    print(f"enumino {enumino.__version__}, {cores} cores, medians of {runs} runs\n")

    print("sweeps of all widths, one thread")
    for subject in SWEEPS:
        swept(subject, 8)
        for cells in (10,) if smoke else (24, 28, 32):
            times = of_thread(lambda s=subject, n=cells: swept(s, n), runs)
            report(f"  {subject}, {cells} cells, {swept(subject, cells):,} steps", times, "s")

    print("\nfixed polyforms of other lattices, one thread")
    for family, cells in OTHERS.items():
        most = 5 if smoke else cells

        def count(family: str = family, most: int = most) -> int:
            return enumino.count_polyforms(family, most, "fixed", in_process=True)[0].count

        total = count()
        rates = [total / s / 1e6 for s in of_thread(count, runs)]
        report(f"  {family}, {most} cells", rates, "M/s")

    print("\nall kinds and classes of polyominoes, every size, this process's threads")
    for cells in (12,) if smoke else (24, largest):
        times = of_all(
            lambda n=cells: enumino.count_polyominoes(range(1, n + 1), by="symmetry"), runs
        )
        report(f"  1 to {cells} cells", times, "s")

    cells = 9 if smoke else 14
    print(f"\nfree polyominoes of {cells} cells by all columns, one thread")
    times = of_thread(lambda: enumino.count_polyominoes(cells, by=COUNTED, in_process=True), runs)
    report("  listed without rows", times, "s")


if __name__ == "__main__":
    main()
