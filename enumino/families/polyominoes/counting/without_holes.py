"""Divide a count of polyominoes without holes into tasks, run them, and put the results together.

Fixed ones, and those that half-turns and single mirrors keep, are polygons on the plane and on its
quotients: one task for each width that is swept (`polygons`). Fixed ones are counted by cells as
well (`sweep_without_holes`), in less time. Those with four or eight symmetries are few: they are
walked, with holes or without. The classes follow for polyominoes without holes as they do for all,
since no symmetry makes or fills a hole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain
from time import perf_counter
from typing import Any, Literal

from enumino.arguments import consecutive
from enumino.errors import ProblemError
from enumino.families.polyominoes.counting.costs import Part, invariant
from enumino.families.polyominoes.counting.orbit_graph import SUBJECTS, SYMMETRIES
from enumino.families.polyominoes.counting.polygon_costs import (
    BY_CELLS,
    COUNTED_BY,
    FIXED,
    LARGEST,
    of_widths,
)
from enumino.families.polyominoes.counting.sweeps import WidthSweep
from enumino.families.polyominoes.counting.symmetry_sums import symmetry_classes
from enumino.families.polyominoes.walks import graph_of, walked
from enumino.objects.lattice import KINDS, Kind
from enumino.run.checkpoints import Counted
from enumino.words import quoted

SweepMethod = Literal["transfer-matrix", "polygons"]
SWEEP_METHODS: dict[SweepMethod, str] = {"transfer-matrix": BY_CELLS, "polygons": FIXED}
"""The sweeps of fixed ones."""
VERSION = 1
"""Of the numbers that tasks give."""
WALKED = tuple(name for name in SYMMETRIES if name not in chain(*COUNTED_BY.values()))
"""Groups of four and eight symmetries."""
WALKED_PER_SECOND = 3e6


@dataclass(frozen=True)
class Task:
    """The sweep of one width, or (width 0) the walk of those that a group keeps."""

    index: int
    subject: str
    width: int
    seconds: float
    rate: float
    bytes: float


@dataclass(frozen=True)
class CountWithoutHoles:
    """Numbers of polyominoes without holes of a range of sizes.

    Parameters
    ----------
    cells : range
        Consecutive sizes.
    kind : {"free", "one-sided", "fixed"}
    by_symmetry : bool
        Also by symmetry class.
    method : {"transfer-matrix", "polygons"}
        How fixed ones are counted: by their cells, or by their outlines.

    Raises
    ------
    ProblemError
        If there is no such kind, or there are sizes out of reach.
    """

    cells: range
    kind: Kind = "free"
    by_symmetry: bool = False
    method: SweepMethod = "transfer-matrix"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(self.kind)} polyominoes: choose {', '.join(KINDS)}."
            )
        object.__setattr__(self, "cells", consecutive(self.cells))
        if self.cells[0] < 1 or self.cells[-1] > LARGEST:
            wrong = self.cells[0] if self.cells[0] < 1 else self.cells[-1]
            raise ProblemError(
                f"Polyominoes without holes are counted from 1 to {LARGEST} cells, not of {wrong}."
            )

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values: what tasks depend on."""
        return {
            "family": "polyominoes",
            "cells": [self.cells[0], self.cells[-1]],
            "kinds": "all" if self.needs_groups else FIXED,
            "without_holes": True,
            "method": self.method,
            "version": VERSION,
        }

    @property
    def needs_groups(self) -> bool:
        """Whether those that groups of symmetries keep have to be counted."""
        return self.kind != FIXED or self.by_symmetry

    def expected(self) -> list[Part]:
        """Return what is counted, and what each width or walk is expected to take."""
        largest = self.cells[-1]
        kinds = [SWEEP_METHODS[self.method]]
        if self.needs_groups:
            kinds += [kind for kind in COUNTED_BY if kind != FIXED]
        parts = [
            Part(kind, width, cost)
            for kind in kinds
            for width, cost in of_widths(kind, largest).items()
        ]
        if self.needs_groups:
            parts += [Part(name, 0, invariant(name, largest)) for name in WALKED]
        return parts

    def tasks(self) -> list[Task]:
        """Return the independent tasks, longest first; they depend on the parameters only."""
        pieces = []
        for subject, width, cost in self.expected():
            rate = cost.nodes / cost.seconds if width else WALKED_PER_SECOND
            pieces.append(Task(0, subject, width, cost.seconds, rate, cost.bytes))
        pieces.sort(key=lambda task: -task.seconds)
        return [replace(task, index=i) for i, task in enumerate(pieces)]

    def run_task(self, task: Task, report: Callable[[int, int, int], None]) -> Counted:
        """Run a task; `report` gets its index, rows (none) and nodes since the last call."""
        started = perf_counter()
        found, nodes, peak = (self._swept if task.width else self._walked)(
            task, lambda nodes: report(task.index, 0, nodes)
        )
        counts = {key: number for key, number in found.items() if number}
        return Counted(task.index, counts, nodes, round(perf_counter() - started, 3), peak)

    def _swept(
        self, task: Task, report: Callable[[int], None]
    ) -> tuple[dict[tuple[Any, ...], int], int, int]:
        sweep = new_sweep(task.subject, task.width, self.cells[-1])
        while not sweep.done:
            before = sweep.steps
            sweep.advance()
            report(sweep.steps - before)
        found = {
            (subject, size): int(number)
            for subject, numbers in sweep.numbers.items()
            for size, number in enumerate(numbers)
        }
        return found, sweep.steps, sweep.peak_bytes

    def _walked(
        self, task: Task, report: Callable[[int], None]
    ) -> tuple[dict[tuple[Any, ...], int], int, int]:
        from enumino.enum.kernels import polyomino_walk, symmetric_walk

        mask = polyomino_walk.mask_of(("cells", "holes"))
        graph, orbits = graph_of(SUBJECTS[task.subject], self.cells[-1])
        state = symmetric_walk.new_state(graph, orbits, 1, self.cells[-1], mask)
        found: Counter[tuple[Any, ...]] = Counter()
        for (cells, *_, holes), number in walked(symmetric_walk, state, report).items():
            if holes == 0:
                found[task.subject, cells] += number
        return found, int(state.cursor[symmetric_walk.NODES]), 0

    def rests_on(self, cells: int, symmetry: str | None) -> str:
        """Return an empty string: no published number is used."""
        return ""

    def combine(self, outcomes: Iterable[Counted]) -> dict[tuple[int, Kind, str | None], int]:
        """Return the numbers by size, kind and symmetry class (None for all of a kind)."""
        sums: Counter[tuple[Any, ...]] = Counter()
        for outcome in outcomes:
            sums.update(outcome.counts)
        numbers: dict[tuple[int, Kind, str | None], int] = {}
        for cells in self.cells:
            fixed = sums[FIXED, cells]
            if not self.needs_groups:
                numbers[cells, self.kind, None] = fixed
                continue
            kept = {name: sums[name, cells] for name in SYMMETRIES}
            by_class = {
                symmetry: number * symmetry.per_free(self.kind)
                for symmetry, number in symmetry_classes(fixed, kept).items()
            }
            numbers[cells, self.kind, None] = sum(by_class.values())
            if self.by_symmetry:
                numbers |= {(cells, self.kind, str(s)): n for s, n in by_class.items()}
        return numbers


def new_sweep(subject: str, width: int, cells: int) -> WidthSweep:
    """Begin the sweep of one width.

    Examples
    --------
    >>> sweep = new_sweep("fixed, by cells", 2, 4)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers["fixed"].tolist()
    [0, 0, 0, 4, 17]
    """
    if subject == BY_CELLS:
        from enumino.families.polyominoes.counting.sweep_without_holes import SweepWithoutHoles

        return SweepWithoutHoles(width, cells)
    from enumino.families.polyominoes.counting.polygons import PolygonSweep

    return PolygonSweep(subject, width, cells)
