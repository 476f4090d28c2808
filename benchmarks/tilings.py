"""Tilings: the search and its rows, whole jobs, threads.

    python -m benchmarks.tilings [--quick] [--runs 3]

Medians of several runs with the fastest and the slowest, with warm kernels; compare ratios within
one run, since machines differ and drift. `benchmarks.solvers` compares with other programs.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import enumino
from benchmarks.timing import arguments, number_of_rows, report, report_pairs, seconds
from enumino import Tilings, count_by_search
from enumino.arguments import usable_cores
from enumino.enum.partition import partition
from enumino.run.cluster import local_client
from enumino.run.events import Event, Started

ONCE = "6x10", "pentominoes", "each-once"


def searches(board: str, runs: int) -> None:
    """What is prepared of a problem is kept from the first count."""
    print("\nsearch and rows, one thread, preparation excluded")
    for what, problem, aim in (
        ("6x10 by 12 pentominoes", Tilings(*ONCE), "aim 0.7"),
        ("6x10, up to symmetry", Tilings(*ONCE, up_to_symmetry=True), "aim 0.15"),
        (f"{board} by dominoes", Tilings(board, "domino"), "aim 1.2" if board == "8x8" else ""),
    ):
        total = problem.count(by_key=False).total
        times = seconds(lambda p=problem: p.count(by_key=False), runs)
        report(f"  {what}, {total:,} counted", times, "s", aim)
    for placements in (True, False):
        problem = Tilings(board, "domino", placements=placements)
        million = number_of_rows(problem) / 1e6
        rates = [million / s for s in seconds(lambda p=problem: number_of_rows(p), runs)]
        columns = "all columns" if placements else "no placements"
        report(f"  {board} by dominoes, rows with {columns}", rates, "M rows/s")


def job(board: str, threads: int) -> tuple[float, float]:
    """Seconds of a whole job in a process of its own, start-up excluded; peak MB."""
    code = (
        "import enumino, resource, sys, tempfile; from time import perf_counter\n"
        "from enumino.run.cluster import local_client\n"
        "problem = enumino.Tilings(sys.argv[1], 'domino', placements=False)\n"
        "list(enumino.Tilings('4x4', 'domino', placements=False).batches([()]))\n"
        "with tempfile.TemporaryDirectory() as folder, local_client(int(sys.argv[2])) as client:\n"
        "    started = perf_counter()\n"
        "    enumino.enumerate_to(folder, problem, client)\n"
        "    print(perf_counter() - started)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)\n"
    )
    command = [sys.executable, "-c", code, board, str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    taken, peak = done.stdout.split()
    return float(taken), float(peak)


def jobs(board: str, numbers: list[int], runs: int) -> None:
    print("\nenumerate, dominoes without placements, start-up excluded")
    found: dict[int, list[tuple[float, float]]] = {threads: [] for threads in numbers}
    for _ in range(runs):
        for threads in numbers:
            found[threads].append(job(board, threads))
    for threads, each in found.items():
        aim = "aim 6" if (board, threads) == ("8x8", 2) else ""
        report(f"  {board} on {threads} thread(s)", [taken for taken, _ in each], "s", aim)
        report("    peak memory", [peak for _, peak in each], "MB")
    if len(numbers) == 2:
        one, two = ([taken for taken, _ in each] for each in found.values())
        report_pairs("two threads over one", one, two)


def threads(runs: int) -> None:
    print("\ntwo threads over one, pair by pair")
    for engine in ("cell-masks", "dancing-links"):
        problem = Tilings(*ONCE, engine=engine)
        parts = partition(problem, parts=50).parts

        def pooled(number: int, problem: Tilings = problem, parts: list = parts) -> float:
            def count(part: list) -> int:
                return sum(problem.count(tree.prefix, by_key=False).total for tree in part)

            with ThreadPoolExecutor(number) as pool:
                started = perf_counter()
                assert sum(pool.map(count, parts)) == 9356
                return perf_counter() - started

        ratios = [pooled(1) / pooled(2) for _ in range(runs)]
        report(f"  6x10, {len(parts)} parts, {engine}, threads alone", ratios, "times", "aim 1.8")
    with local_client(1) as one, local_client(2) as two:
        for name, problem in (
            ("6x10, dancing links", Tilings(*ONCE, engine="dancing-links")),
            ("8x8 by dominoes, dancing links", Tilings("8x8", "domino", engine="dancing-links")),
        ):
            ratios, tasks = [], 0
            for _ in range(runs):
                (alone, tasks), (both, _) = (searched(problem, client) for client in (one, two))
                ratios.append(alone / both)
            report(f"  {name}, count_by_search, {tasks} tasks", ratios, "times")


def searched(problem: Tilings, client: object) -> tuple[float, int]:
    """Seconds of a count from its first task on, and the number of tasks."""
    started, tasks = perf_counter(), 0

    def note(event: Event) -> None:
        nonlocal started, tasks
        if isinstance(event, Started):
            started, tasks = perf_counter(), len(event.tasks)

    count_by_search(problem, by_key=False, client=client, on_event=note)
    return perf_counter() - started, tasks


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller boards, fewer runs")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    quick, runs = options.quick, options.runs
    print(f"enumino {enumino.__version__}, {usable_cores()} cores, medians of {runs} runs")

    if options.smoke:
        searches("4x4", 1)
        jobs("4x4", [1, 2], 1)
        return
    board = "7x8" if quick else "8x8"
    searches(board, runs)
    jobs(board, [2] if quick else [1, 2], 1 if quick else runs)
    if not quick:
        threads(runs)


if __name__ == "__main__":
    main()
