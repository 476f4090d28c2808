"""Estimated and measured seconds: a speed of `enumino.enum.speeds` is right where both agree.

python -m benchmarks.speeds
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from enumino import (
    Covers,
    Graph,
    Polyhexes,
    Polyominoes,
    Subgraphs,
    Tatami,
    Tilings,
    Trominoes,
    enumerate_to,
)
from enumino.enum.problem import Problem
from enumino.families.polyforms.counts import PolyformCount
from enumino.families.polyforms.families import POLYCUBES, POLYIAMONDS, POLYOMINOES

EDGES = [(a, a + b) for b in (1, 8) for a in range(64 - b) if b == 8 or a % 8 < 7]
# By the names of the speeds that decide their times.
LISTINGS: dict[str, Problem] = {
    "POLYFORMS, POLYFORM_ROWS": Polyominoes(14),
    "SYMMETRIC_POLYFORMS": Polyhexes(range(2, 17), symmetry="C3"),
    "CELL_MASKS": Tilings("6x10", "pentominoes", each_once=True),
    "OPTION_BITSETS": Covers("queens 12", "option-bitsets"),
    "DANCING_LINKS": Covers("queens 10", "dancing-links"),
    "SUBGRAPHS": Subgraphs(Graph(map(str, range(64)), EDGES), range(1, 8)),
    "LAYOUTS, LETTERS": Tatami("10x10", (0, 10)),
    "PIECES": Tilings("8x8", "domino", limit=1_000_000),
    "TROMINOES": Trominoes(64),
}
COUNTS = {
    "CONNECTED_SETS": PolyformCount(POLYIAMONDS, range(21, 22), "fixed"),
    "CONNECTED_CUBES": PolyformCount(POLYCUBES, range(13, 14), "fixed"),
    "ORBIT_SETS": PolyformCount(POLYOMINOES, range(21, 22)),
    "GRAPH_CELLS": PolyformCount(POLYCUBES, range(10, 11)),
}


def listed(problem: Problem) -> tuple[float, Callable[[Path], object]]:
    """The estimate for the nodes that a listing visits, and the listing."""
    nodes = sum(batch.nodes for batch in problem.batches([()]))
    return problem.expect(nodes).seconds, lambda folder: enumerate_to(folder, problem, threads=1)


def counted(count: PolyformCount) -> tuple[float, Callable[[Path], object]]:
    """The estimate for a count, and the count."""
    parts = count.divide()
    return sum(part.seconds for part in parts), lambda _: [
        count.tally(part.prefixes, lambda nodes: None) for part in parts
    ]


def main() -> None:
    print("| speed | estimated | measured |\n|---|--:|--:|")
    jobs = {name: listed(problem) for name, problem in LISTINGS.items()}
    for name, (seconds, run) in (jobs | {n: counted(c) for n, c in COUNTS.items()}).items():
        taken = []
        for _ in range(2):  # the first one compiles
            with TemporaryDirectory() as folder:
                started = process_time()
                run(Path(folder, "rows"))
                taken.append(process_time() - started)
        print(f"| {name} | {seconds:.2f} | {min(taken):.2f} |", flush=True)


if __name__ == "__main__":
    main()
