"""Count polyominoes by perimeter, site perimeter, holes, box and symmetry, by walking fixed ones.

All images of a polyomino have the same numbers, if its box is named by the shorter and the longer
side. So fixed polyominoes are counted by these numbers as the walk meets them, which is far
cheaper than to find out which of them are canonical; those that each symmetry group keeps are
counted by the same numbers; and the symmetry classes follow for each key by itself, as they do
for all polyominoes of a size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from enumino.enum.problem import Tally
from enumino.errors import ProblemError
from enumino.families.polyominoes.problem import about_fixed
from enumino.objects.lattice import SQUARE, Kind, SymmetryClass
from enumino.run.checkpoints import Counted

if TYPE_CHECKING:
    from enumino.enum.kernels._histogram import Histogram

WALK_VERSION = 1
"""Of the order in which nodes are dealt to tasks."""
LARGEST = 30
FIXED = "fixed"
NUMBERS = ("cells", "height", "width", "perimeter", "site_perimeter", "holes")
"""The parts of a key, in the order of `polyomino_walk`."""
SIDES = ("height", "width")

# Measured on one core of a current server; they only serve estimates and the division into tasks.
NODES_PER_SECOND = 9e7
KEPT_PER_SECOND = 3e6
SECONDS_PER_GRAPH = 0.05
SECONDS_PER_TASK = 0.5
MAX_TASKS = 500
DEALT_AT = 10
"""Cells of the fixed polyominoes that are dealt to the tasks, 36,446 of them."""
NODES_PER_CALL = 1 << 25

Key = tuple[int, ...]


class Cost(NamedTuple):
    """What a count is expected to take, `seconds` on one thread."""

    nodes: float
    seconds: float


@dataclass(frozen=True)
class Task:
    """A share of the walk of fixed polyominoes, or the walk of those that a group keeps."""

    index: int
    subject: str
    seconds: float
    rate: float
    share: int = 0
    shares: int = 1


@dataclass(frozen=True)
class WalkCount:
    """Numbers of polyominoes of some sizes and a kind by some columns.

    Parameters
    ----------
    cells : range
    kind : {"free", "one-sided", "fixed"}
    by : tuple of str
        Columns of `COUNTED`, in the order of the answer.

    Raises
    ------
    ProblemError
        If there are sizes out of reach.
    """

    cells: range
    kind: Kind
    by: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.cells[0] < 1 or self.cells[-1] > LARGEST:
            wrong = self.cells[0] if self.cells[0] < 1 else self.cells[-1]
            raise ProblemError(
                f"Polyominoes with {wrong} cells cannot be counted by these columns: sizes go from "
                f"1 to {LARGEST}."
            )

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values, in an order that does not matter to tasks."""
        return {
            "family": "polyominoes",
            "cells": [self.cells[0], self.cells[-1]],
            "kinds": "fixed" if self.subjects == [FIXED] else "all",
            "by": [name for name in NUMBERS if name in self.numbers],
            "method": "walk",
            "version": WALK_VERSION,
        }

    @property
    def numbers(self) -> tuple[str, ...]:
        """The parts of keys that are counted by; of fixed ones both sides or none."""
        asked = {"cells", *self.by}
        if self.kind == "fixed" and asked.intersection(SIDES):
            asked.update(SIDES)
        return tuple(name for name in NUMBERS if name in asked)

    @property
    def subjects(self) -> list[str]:
        """What is walked: fixed polyominoes, and those that groups keep if that is needed."""
        from enumino.enum.symmetric_shapes import subjects

        if self.kind == "fixed" and "symmetry" not in self.by:
            return [FIXED]
        return [FIXED, *(subject.name for subject in subjects(SQUARE))]

    def cost(self) -> Cost:
        """Return what the count is expected to take."""
        nodes = sum(task.seconds * task.rate for task in self.tasks())
        return Cost(nodes, sum(task.seconds for task in self.tasks()))

    def tasks(self) -> list[Task]:
        """Return the independent tasks, longest first; they depend on the parameters only."""
        largest = self.cells[-1]
        nodes = sum(about_fixed(size) for size in range(1, largest + 1))
        seconds = nodes / NODES_PER_SECOND
        shares = min(MAX_TASKS, max(1, round(seconds / SECONDS_PER_TASK)))
        shares = 1 if largest < DEALT_AT + 2 else shares
        pieces = [
            Task(0, FIXED, seconds / shares, NODES_PER_SECOND, share, shares)
            for share in range(shares)
        ]
        for subject in self.subjects[1:]:
            seconds = SECONDS_PER_GRAPH + 3 * about_fixed(largest // 2 + 1) / KEPT_PER_SECOND
            pieces.append(Task(0, subject, seconds, KEPT_PER_SECOND))
        pieces.sort(key=lambda task: -task.seconds)
        return [replace(task, index=i) for i, task in enumerate(pieces)]

    def run_task(self, task: Task, report: Callable[[int, int, int], None]) -> Counted:
        """Run a task; `report` gets its index, rows (none) and nodes since the last call."""
        started = perf_counter()
        kernel, state = self._walk(task)
        found = walked(kernel, state, lambda nodes: report(task.index, 0, nodes))
        counts = {(task.subject, *key): count for key, count in found.items()}
        nodes = int(state.cursor[kernel.NODES])
        return Counted(task.index, counts, nodes, round(perf_counter() - started, 3))

    def _walk(self, task: Task) -> tuple[Any, Any]:
        """The kernel of a task, and its state at the root."""
        from enumino.enum.kernels import polyomino_walk, symmetric_walk

        lowest, highest = self.cells[0], self.cells[-1]
        if task.subject == FIXED:
            deal = (0, 0, 1) if task.shares == 1 else (DEALT_AT, task.share, task.shares)
            return polyomino_walk, polyomino_walk.new_state(lowest, highest, self.numbers, deal)
        mask = polyomino_walk.mask_of(self.numbers)
        graph, orbits = graph_of(task.subject, highest)
        return symmetric_walk, symmetric_walk.new_state(graph, orbits, lowest, highest, mask)

    def combine(self, counts: Mapping[tuple[Any, ...], int]) -> Tally:
        """Return the numbers by size and columns, of what all tasks found."""
        sums: dict[Key, Counter[str]] = {}
        for (subject, *key), number in counts.items():
            sums.setdefault(tuple(key), Counter())[subject] += number
        found: Counter[tuple[Any, ...]] = Counter()
        for numbers, subjects in sums.items():
            for symmetry, count in self._classes(subjects).items():
                for values, part in self._oriented(numbers, count):
                    values["symmetry"] = symmetry
                    found[(numbers[0], *(values[name] for name in self.by))] += part
        return Tally({key: count for key, count in found.items() if count})

    def _classes(self, subjects: Counter[str]) -> dict[str, int]:
        """Polyominoes of the kind with one key by symmetry class; all together if that will do."""
        from enumino.enum.symmetric_shapes import classes_from

        if self.subjects == [FIXED]:
            return {"": subjects[FIXED]}
        free = classes_from(SQUARE, subjects[FIXED], subjects)
        return {name: n * SymmetryClass(name).per_free(self.kind) for name, n in free.items()}

    def _oriented(self, key: Key, count: int) -> Iterator[tuple[dict[str, Any], int]]:
        """Yield the numbers of a key; of fixed ones, half of an oblong's lie and half stand."""
        values: dict[str, Any] = dict(zip(NUMBERS, key, strict=True))
        if self.kind != "fixed" or values["height"] == values["width"]:
            yield values, count
            return
        yield dict(values), count // 2
        yield values | {"height": values["width"], "width": values["height"]}, count // 2


def walked(kernel: Any, state: Any, report: Callable[[int], None]) -> dict[Key, int]:
    """Return the shapes of a walk by key, in larger tables as needed; `report` hears nodes."""
    from enumino.enum.kernels import _histogram

    found: Histogram = _histogram.new_histogram(kernel.SLOTS)
    while not state.cursor[kernel.DONE]:
        before = int(state.cursor[kernel.NODES])
        kernel.walk(state, found, NODES_PER_CALL)
        report(int(state.cursor[kernel.NODES]) - before)
        if found.taken[0] >= found.keys.size // 4:
            found = _histogram.grown(found)
    return _histogram.numbers_of(found, len(NUMBERS))


def graph_of(subject: str, cells: int) -> tuple[Any, list[list[tuple[int, ...]]]]:
    """Return the orbit graph of a group of symmetries, and the cells of its orbits."""
    from enumino.enum.orbit_graphs import graph_and_cells
    from enumino.enum.symmetric_shapes import subjects

    (symmetry,) = (each.symmetry for each in subjects(SQUARE) if each.name == subject)
    return graph_and_cells(symmetry, cells)
