"""Tatami rooms: searching, listing, a whole dataset, counting.

    python -m benchmarks.tatami [--quick] [--runs 5]

Medians of several runs with the fastest and the slowest, in one process with warm kernels. What
runs on one thread is timed by the processor time of that thread, the rest by the clock; compare
ratios within one run, since machines differ and drift.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter

import enumino
from benchmarks.timing import arguments, number_of_rows, report, report_pairs, seconds
from enumino import Tatami
from enumino.arguments import usable_cores
from enumino.families.tatami.recurrences import layouts
from enumino.run.cluster import local_client
from tests import naive_tatami as naive


def search(rooms: list[str], runs: int) -> None:
    """Measure the search alone; the preparation of a room is kept from the first count."""
    print("search, one thread, borders and corners pruned")
    aims = {"30x31": "aim 50 ms", "60x61": "aim 1000 ms"}
    for room in rooms:
        problem = Tatami(room)
        tally = problem.count()
        assert tally.total == layouts(*map(int, room.split("x")))
        times = [s * 1e3 for s in seconds(problem.count, runs)]
        note = f"{tally.nodes:,} nodes; {aims.get(room, '')}".removesuffix("; ")
        report(f"  {room}, {tally.total} layouts", times, "ms", note)


def half_mats(side: int, runs: int) -> None:
    problem = Tatami(f"{side}x{side}", side)
    tally = problem.count()
    assert tally.total == side * 2 ** (side - 1)
    times = [s * 1e3 for s in seconds(problem.count, runs)]
    name = f"  {side}x{side} with {side} half mats, {tally.total:,} layouts"
    report(name, times, "ms", f"{tally.nodes:,} nodes")


def oracle(room: str, runs: int) -> None:
    """Measure the plain Python of the tests: all coverings, with a test of every point of each."""
    free = naive.cells(Tatami(room).rooms[0].grid)
    plain = naive.layouts.__wrapped__  # nothing remembered from run to run
    assert len(plain(free, 0, 0)) == Tatami(room).count().total
    ratios = []
    for _ in range(runs):
        (ours,) = seconds(lambda: Tatami(room).count(), 1)
        (theirs,) = seconds(lambda: plain(free, 0, 0), 1)
        ratios.append(theirs / ours)
    report(f"  {room}, plain Python over the search, preparation included", ratios, "times")


def listing(room: str, runs: int) -> None:
    print("\nlisting with all columns, one thread")
    known, problem = layouts(*map(int, room.split("x"))), Tatami(room)
    assert number_of_rows(problem) == known
    times = [s / known * 1e9 for s in seconds(lambda: number_of_rows(problem), runs)]
    report(f"  {room}, {known:,} rows", times, "ns a row")


def dataset(room: str, runs: int) -> None:
    """Measure a dataset written on one and two threads, read and verified, without start-up."""
    print("\nwhole job, start-up excluded")
    problem = Tatami(room)
    million = problem.count().total / 1e6
    written: dict[int, list[float]] = {1: [], 2: []}
    verified, both = [], []
    with tempfile.TemporaryDirectory() as folder, local_client(1) as one, local_client(2) as two:
        small = str(Path(folder) / "small")
        enumino.enumerate_to(small, Tatami("3x12"), two)
        assert enumino.verify(small).ok
        for run in range(runs):
            for threads, client in ((1, one), (2, two)):
                root = str(Path(folder) / f"{threads} threads, run {run}")
                (writing,) = seconds(
                    lambda r=root, c=client: enumino.enumerate_to(r, problem, c), 1, perf_counter
                )
                written[threads].append(million / writing)
            started = perf_counter()
            assert enumino.verify(root).ok
            verifying = perf_counter() - started
            verified.append(million / verifying)
            both.append(million / (writing + verifying))
    for threads, rates in written.items():
        aim = "aim 1" if threads == 2 else ""
        report(f"  {room} written on {threads} thread(s)", rates, "M rows/s", aim)
    report(f"  {room} verified", verified, "M rows/s", "aim 1")
    report("  written on 2 threads and then verified", both, "M rows/s")
    report_pairs("two threads over one", written[2], written[1])


def counting(runs: int) -> None:
    print("\ncounting without listing, one thread")
    for room, monomers, what in (
        ("1000x1001", 0, "recurrence"),
        ("3x100000", 0, "recurrence"),
        ("12x12", None, "transfer matrix, any half mats"),
    ):
        total = enumino.count_tatami(room, monomers)[-1].count
        times = seconds(lambda r=room, m=monomers: enumino.count_tatami(r, m), runs)
        digits = int(total.bit_length() * 0.30103) + 1  # str() refuses numbers so long
        note = f"{total:,}" if digits < 25 else f"a number of about {digits:,} digits"
        report(f"  {room}, {what}", [s * 1e3 for s in times], "ms", note)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller rooms, fewer runs")
    parser.add_argument("--runs", type=int, help="5, or 3 if quick")
    options = parser.parse_args()
    quick, runs = options.quick, options.runs or (3 if options.quick else 5)
    print(f"enumino {enumino.__version__}, {usable_cores()} cores, medians of {runs} runs\n")

    if options.smoke:
        search(["6x7"], 1)
        half_mats(4, 1)
        oracle("4x4", 1)
        listing("3x12", 1)
        dataset("3x12", 1)
        counting(1)
        return
    search(["30x31", "60x61"] if quick else ["30x31", "60x61", "100x101", "120x121"], runs)
    half_mats(10 if quick else 12, runs)
    oracle("6x6" if quick else "6x7", runs)
    listing("3x50" if quick else "3x60", runs)
    dataset("3x50" if quick else "3x60", runs)
    counting(runs)


if __name__ == "__main__":
    main()
