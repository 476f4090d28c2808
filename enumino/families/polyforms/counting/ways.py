"""Ways to count polyominoes: searches, sweeps of transfer matrices, and walks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from enumino.enum.orbit_graphs import graph_and_cells
from enumino.families.polyforms.counting import costs, small
from enumino.families.polyforms.counting.costs import Cost
from enumino.families.polyforms.counting.subjects import (
    BY_CELLS,
    DIAGONALS,
    FIXED,
    HALF_TURNS,
    MIRRORS,
    OUTLINES,
    ROTATED,
    SUBJECTS,
    symmetry_of,
)
from enumino.families.polyforms.counting.work import Found, Part, Report, Search, Task, Way
from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice_definition import Definition
from enumino.run.checkpoints import Key

if TYPE_CHECKING:
    from enumino.enum.kernels.shared.histogram import Histogram

# Walks, measured on one core of a current server, for estimates and the division only.
FIXED_PER_SECOND = 9e7
KEPT_PER_SECOND = 3e6
SECONDS_PER_GRAPH = 0.05
SECONDS_PER_SHARE = 0.5
MOST_SHARES = 500
DEALT_AT = 10  # cells of the fixed polyominoes that are divided among shares, 36,446 of them
NODES_PER_CALL = 1 << 25


@dataclass(frozen=True)
class Searched(Search):
    """Search for fixed polyominoes, or for those that a group of `SUBJECTS` keeps.

    Up to `small.MOST_CELLS` cells the search is plain Python, which loads no kernel.
    """

    family: str | Definition = POLYOMINOES.name

    def parts(self) -> list[Part]:
        """Return the predicted work."""
        if self.name == FIXED:
            return super().parts()
        return [Part(self.name, 0, costs.invariant(self.name, self.cells))]

    def new_search(self) -> tuple[Any, Any]:
        """Return the kernel and a search of it."""
        return Search(SUBJECTS.get(self.name, FIXED), self.cells, self.family).new_search()

    def count(self, task: Task, report: Report) -> Found:
        """Count a share of the subtrees, or all without a kernel."""
        if self.cells > small.MOST_CELLS:
            return super().count(task, report)
        fixed = self.name == FIXED
        counts, nodes = small.fixed(self.cells) if fixed else small.invariant(self.name, self.cells)
        report(nodes)
        return Found({(self.name, size): number for size, number in enumerate(counts)}, nodes)


@dataclass(frozen=True)
class Swept(Way):
    """Sweep all widths of a transfer matrix, one of `costs.MATRICES`."""

    def parts(self) -> list[Part]:
        """Return the predicted work of each width."""
        each = costs.of_widths(self.name, self.cells)
        return [Part(self.name, width, cost) for width, cost in each.items()]

    def count(self, task: Task, report: Report) -> Found:
        """Sweep one width."""
        sweep = new_sweep(self.name, task.width, self.cells)
        while not sweep.done:
            before = sweep.steps
            sweep.advance()
            report(sweep.steps - before)
        return Found(self.found(sweep, task.width), sweep.steps, sweep.peak_bytes)

    def found(self, sweep: Any, width: int) -> dict[Key, int]:
        """Return the numbers of a finished sweep by subject and size."""
        return {
            (subject, size): int(number)
            for subject, numbers in sweep.numbers.items()
            for size, number in enumerate(numbers)
        }


class SweptBoxes(Swept):
    """Sweeps that count fixed polyominoes by size and both sides of the box, as walks do."""

    def found(self, sweep: Any, width: int) -> dict[Key, int]:
        """Return the numbers of a finished sweep by size, shorter and longer side."""
        return {
            (self.name, size, width, length): (1 if length == width else 2) * int(number)
            for length, numbers in enumerate(sweep.boxes)
            for size, number in enumerate(numbers)
        }


@dataclass(frozen=True)
class Walk(Way):
    """Walk polyominoes from `lowest` cells on, and count them by some of `polyomino_walk.NUMBERS`.

    They are those of one group of `SUBJECTS`, or the fixed ones, which are divided into shares.
    """

    lowest: int
    numbers: tuple[str, ...]

    def parts(self) -> list[Part]:
        """Return the predicted work."""
        if self.name == FIXED:
            nodes = sum(POLYOMINOES.about(size) for size in range(1, self.cells + 1))
            return [Part(self.name, 0, Cost(nodes, nodes / FIXED_PER_SECOND))]
        orbits = self.cells // len(symmetry_of(self.name).elements)
        seconds = SECONDS_PER_GRAPH + 3 * POLYOMINOES.about(orbits + 1) / KEPT_PER_SECOND
        return [Part(self.name, 0, Cost(seconds * KEPT_PER_SECOND, seconds))]

    def tasks(self) -> list[Task]:
        """Return one task of a group, or shares of the fixed ones."""
        (whole,) = super().tasks()
        shares = 1
        if self.name == FIXED and self.cells >= DEALT_AT + 2:
            shares = min(MOST_SHARES, max(1, round(whole.seconds / SECONDS_PER_SHARE)))
        return [
            Task(0, self.name, whole.seconds / shares, whole.rate, share=share, shares=shares)
            for share in range(shares)
        ]

    def count(self, task: Task, report: Report) -> Found:
        """Walk a share, or the polyominoes that a group keeps; keys have all numbers."""
        from enumino.enum.kernels.counting import polyomino_walk, symmetric_walk

        kernel: Any
        if self.name == FIXED:
            deal = (0, 0, 1) if task.shares == 1 else (DEALT_AT, task.share, task.shares)
            kernel = polyomino_walk
            state: Any = kernel.new_state(self.lowest, self.cells, self.numbers, deal)
        else:
            kernel, mask = symmetric_walk, polyomino_walk.mask_of(self.numbers)
            graph, orbits = graph_of(self.name, self.cells)
            state = kernel.new_state(graph, orbits, self.lowest, self.cells, mask)
        found = walked(kernel, state, report)
        counts = {(self.name, *key): count for key, count in found.items()}
        return Found(counts, int(state.cursor[kernel.NODES]))


@dataclass(frozen=True)
class WalkWithoutHoles(Walk):
    """Walk the polyominoes that a group keeps, and count by size those without holes."""

    lowest: int = 1
    numbers: tuple[str, ...] = ("cells", "holes")

    def count(self, task: Task, report: Report) -> Found:
        """Walk the polyominoes that a group keeps."""
        walk, counts = super().count(task, report), Counter[tuple[Any, ...]]()
        for (name, cells, *_, holes), number in walk.counts.items():
            if holes == 0:
                counts[name, cells] += number
        return walk._replace(counts=counts)


def new_sweep(name: str, width: int, cells: int) -> Any:
    """Begin the sweep of one width, a `MatrixSweep` with `numbers` by subject and size."""
    from enumino.families.polyforms.counting import rotated, straight
    from enumino.families.polyforms.counting.polygons import PolygonSweep

    if name in OUTLINES.values():
        return PolygonSweep(name.partition(",")[0], width, cells)
    sweeps: dict[str, Callable[[int, int], Any]] = {
        FIXED: straight.Sweep,
        HALF_TURNS: straight.HalfTurnSweep,
        MIRRORS: straight.MirrorSweep,
        DIAGONALS: rotated.DiagonalMirrorSweep,
        ROTATED[FIXED]: rotated.FixedSweep,
        ROTATED[HALF_TURNS]: rotated.RotatedHalfTurnSweep,
        BY_CELLS: partial(straight.Sweep, holes=False),
    }
    return sweeps[name](width, cells)


def walked(kernel: Any, state: Any, report: Report) -> dict[tuple[int, ...], int]:
    """Return the shapes of a walk by key, in larger tables as needed."""
    from enumino.enum.kernels.counting.polyomino_walk import NUMBERS
    from enumino.enum.kernels.shared import histogram

    found: Histogram = histogram.new_histogram(kernel.SLOTS)
    while not state.cursor[kernel.DONE]:
        before = int(state.cursor[kernel.NODES])
        kernel.walk(state, found, NODES_PER_CALL)
        report(int(state.cursor[kernel.NODES]) - before)
        if found.taken[0] >= found.keys.size // 4:
            found = histogram.grown(found)
    return histogram.numbers_of(found, len(NUMBERS))


def graph_of(name: str, cells: int) -> tuple[Any, list[list[tuple[int, ...]]]]:
    """Return the orbit graph of a group of `SUBJECTS`, and the cells of its orbits."""
    return graph_and_cells(symmetry_of(name), cells)


def count_small(way: Way) -> None:
    """Count a few polyominoes by a kernel, in order to compile it."""
    task = Task(0, way.name, 1, 1, width=2)
    count = Search.count if isinstance(way, Search) else type(way).count
    count(way, task, lambda nodes: None)  # type: ignore[arg-type]
