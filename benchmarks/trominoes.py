"""Tromino boards: one large board built and checked, and a board for each missing cell.

    python -m benchmarks.trominoes [--quick] [--runs 5] [--seed 0]

Medians of several runs with the fastest and the slowest, processor time of one thread with warm
kernels; compare ratios within one run, since machines differ and drift.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from pathlib import Path
from time import perf_counter, thread_time

import enumino
from benchmarks.timing import arguments, number_of_rows, report, seconds
from enumino import Trominoes
from enumino.arguments import usable_cores
from enumino.families.trominoes.checks import check_board
from enumino.families.trominoes.construction import numbered_board
from enumino.run.cluster import local_client


def single(side: int, chance: random.Random, runs: int) -> None:
    """Measure single boards with a random cell each time; every board is checked."""
    built, checked = [], []
    for _ in range(runs):
        cell = chance.randrange(side), chance.randrange(side)
        started = thread_time()
        board = numbered_board(side, cell)
        built.append((thread_time() - started) * 1e3)
        started = thread_time()
        fault = check_board(board, *cell)
        checked.append((thread_time() - started) * 1e3)
        assert fault is None, f"without {cell}: {fault}"
    million = side * side / 1e6
    rate = f"{statistics.median(built) / million:.2f} ns a cell"
    print(f"one board without a random cell, {million:.1f} million cells")
    report(f"  {side}x{side} built", built, "ms", rate)
    report(f"  {side}x{side} checked, all L and all covered once", checked, "ms")


def all_cells(side: int, runs: int) -> None:
    print("\na board for each missing cell")
    problem = Trominoes(side)

    assert number_of_rows(problem) == problem.count().total == side * side
    times = [s / side**2 * 1e6 for s in seconds(lambda: number_of_rows(problem), runs)]
    report(f"  side {side}, {side * side:,} rows with layouts", times, "us a row")
    written, verified = [], []
    with tempfile.TemporaryDirectory() as folder, local_client(usable_cores()) as client:
        for run in range(runs):
            root = str(Path(folder) / str(run))
            started = perf_counter()
            enumino.enumerate_to(root, problem, client)
            written.append(perf_counter() - started)
            started = perf_counter()
            assert enumino.verify(root).ok
            verified.append(perf_counter() - started)
    report("  written as a dataset, start-up excluded", written, "s")
    report("  verified", verified, "s")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller boards, fewer runs")
    parser.add_argument("--runs", type=int, help="5, or 3 if quick")
    parser.add_argument("--seed", type=int, default=0, help="for the random cells")
    options = parser.parse_args()
    quick, runs = options.quick, options.runs or (3 if options.quick else 5)
    print(f"enumino {enumino.__version__}, {usable_cores()} cores, medians of {runs} runs\n")

    if options.smoke:
        single(16, random.Random(options.seed), 1)
        all_cells(4, 1)
        return
    single(1024 if quick else 4096, random.Random(options.seed), runs)
    all_cells(16 if quick else 32, runs)


if __name__ == "__main__":
    main()
