"""A count of polyforms by size, kind and symmetry class, on any lattice.

One equation counts them all: the fixed polyforms, and those that each subgroup of the symmetries
keeps about each kind of centre (`enumino.enum.symmetric_shapes`), give the symmetry classes by
Moebius inversion, and the kinds are sums of classes. These *subjects* are counted independently:

- fixed polyominoes by sweeps of a transfer matrix, other fixed polyforms as the connected sets of
  the lattice's graph;
- those that a group keeps by a search on the quotient of the lattice, half-turns of many squares
  by sweeps of a matrix, and some groups of squares from others by folding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from time import perf_counter
from typing import Any, NamedTuple

from enumino.datasets.totals import Total, against
from enumino.enum import drive, orbit_graphs
from enumino.enum.kernel import Counting
from enumino.enum.lattice_graph import lattice_graph
from enumino.enum.problem import LEAF, Prefix
from enumino.enum.symmetric_shapes import classes_from, subjects
from enumino.errors import ProblemError, RunError
from enumino.families.polyforms.counting import costs
from enumino.families.polyforms.counting.costs import FIXED, HALF_TURNS, Cost
from enumino.families.polyforms.families import POLYOMINOES, PolyformFamily
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import KINDS, Kind
from enumino.published import TOTAL
from enumino.run.checkpoints import Counted
from enumino.run.counting import Estimate, run_count
from enumino.run.execution import Report
from enumino.words import plural, quoted

TREE_VERSION = 4  # version of the division into tasks, and of the order of children in kernels
PREFIXES_PER_TASK = 40
SECONDS_PER_TASK = 0.2
MOST_TASKS = 256
LARGEST_SQUARES = 40
LARGEST_NUMBER = 2.0**62  # largest expected count of kernels with 64 bits
SWEPT_FROM = 22  # cells of polyominoes from which half-turns are swept
SWEEPS_AT_ONCE = 3  # that take most of the work

# Groups of squares with mirrors between rows of cells: those of n cells fold onto others of n / k.
# No cell lies on such a mirror, so every polyomino is half of one with that mirror, and the half
# is connected: a path that crosses the mirror is folded back. The rest of the group acts on it.
FOLDED = {
    "axis/1": (FIXED, 2),
    "axis2/1": ("axis/0", 2),
    "axis2/2": (FIXED, 4),
    "all/1": ("diag/0", 4),
}


@dataclass(frozen=True)
class Task:
    """An independent piece of a count: a `width` that is swept, or subtrees of a search.

    See `enumino.run.events.Task`.
    """

    index: int
    subject: str
    seconds: float
    rate: float
    bytes: float = 0.0
    width: int = 0
    prefixes: tuple[Prefix, ...] = ()


class Search(NamedTuple):
    """A search for the shapes of a subject: its kernel, new states, counts, and its first nodes."""

    kernel: Counting
    new_state: Callable[[], Any]
    new_counts: Callable[[], Any]
    first: tuple[Prefix, ...]


@dataclass(frozen=True)
class Count:
    """A count of the polyforms of some sizes.

    `kind` None stands for all three kinds. With `by_symmetry` the classes are counted as well, of
    free ones if no kind is given. An unknown kind, or a size out of reach, is a ProblemError.
    """

    family: PolyformFamily
    cells: range
    kind: Kind | None = None
    by_symmetry: bool = False

    def __post_init__(self) -> None:
        noun, lowest, highest = self.family.noun, self.cells[0], self.cells[-1]
        if self.kind is not None and self.kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(self.kind)} {noun}: choose {', '.join(KINDS)}."
            )
        if lowest < 1 or highest > self.largest:
            wrong = f"{lowest} to {highest}" if lowest < highest else f"{lowest}"
            raise ProblemError(
                f"{noun.capitalize()} of 1 to {self.largest} cells are counted, not of {wrong}: "
                "choose other sizes."
            )

    @property
    def largest(self) -> int:
        """The largest size within reach."""
        if self.family == POLYOMINOES:
            return LARGEST_SQUARES
        from enumino.enum.kernels.counting import quotient
        from enumino.enum.kernels.shared.orbits import LANE_MASK

        most = min(quotient.MAX_CELLS, LANE_MASK // max(map(len, self.family.lattice.steps)))
        return max(n for n in range(1, most + 1) if self.family.about(n) < LARGEST_NUMBER)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that are counted."""
        return KINDS if self.kind is None else (self.kind,)

    @property
    def has_classes(self) -> bool:
        """Whether symmetric shapes have to be counted."""
        return self.by_symmetry or self.kinds != (FIXED,)

    @property
    def subjects(self) -> dict[str, bool]:
        """The subjects that do not follow from others; whether they are swept, all at once."""
        squares, highest = self.family == POLYOMINOES, self.cells[-1]
        found = {FIXED: squares}
        if self.has_classes:
            found |= {each.name: False for each in subjects(self.family.lattice)}
        if squares:
            found = {name: swept for name, swept in found.items() if name not in FOLDED}
            if self.has_classes and highest >= SWEPT_FROM:
                found = {n: s for n, s in found.items() if n not in HALF_TURNS}
                found[HALF_TURNS[0]] = True
        return found

    def costs(self) -> dict[tuple[str, int], Cost]:
        """Return the predicted work by subject and by width that is swept, or 0."""
        cells, found = self.cells[-1], dict[tuple[str, int], Cost]()
        orders = {e.name: len(e.symmetry.elements) for e in subjects(self.family.lattice)}
        for subject, swept in self.subjects.items():
            if swept:
                widths = costs.of_widths(subject, cells)
                found |= {(subject, width): cost for width, cost in widths.items()}
            elif subject == FIXED:
                found[subject, 0] = costs.of_fixed(self.family, cells)
            else:
                found[subject, 0] = costs.of_group(self.family, orders[subject], cells)
        return found

    @property
    def estimate(self) -> Estimate:
        """The expected work."""
        every = self.costs()
        return Estimate(
            "transfer-matrix" if self.family == POLYOMINOES else "search",
            sum(cost.nodes for cost in every.values()),
            sum(cost.seconds for cost in every.values()),
            max(cost.bytes for cost in every.values()) or None,
            at_once=SWEEPS_AT_ONCE if any(width for _, width in every) else None,
        )

    def tasks(self) -> list[Task]:
        """Return the tasks, longest first; they depend on the parameters only."""
        tasks = [task for key, cost in self.costs().items() for task in self._tasks(*key, cost)]
        tasks.sort(key=lambda task: -task.seconds)
        return [replace(task, index=index) for index, task in enumerate(tasks)]

    def _tasks(self, subject: str, width: int, cost: Cost) -> Iterator[Task]:
        """Yield the tasks of a width, or those of a search, of even weight."""
        rate = max(1.0, cost.nodes) / cost.seconds
        if width:
            yield Task(0, subject, cost.seconds, rate, cost.bytes, width)
            return
        wanted = min(MOST_TASKS, max(1, round(cost.seconds / SECONDS_PER_TASK)))
        search = self._search(subject)
        prefixes = search.first if wanted == 1 else cut(search, wanted * PREFIXES_PER_TASK)
        for share in range(wanted):
            own = tuple(prefixes[share::wanted])
            yield Task(0, subject, cost.seconds / wanted, rate, prefixes=own)

    def _search(self, subject: str) -> Search:
        """Return the search for the shapes of a subject."""
        import numpy as np

        from enumino.enum.kernels.counting import quotient
        from enumino.enum.kernels.listing import connected_subgraphs

        lattice, cells = self.family.lattice, self.cells[-1]
        if subject == FIXED:
            limits = np.array([1, cells, 1], np.int64)
            tables = connected_subgraphs.Tables(limits, *_lattice_graph(lattice, cells))
            return Search(
                connected_subgraphs,
                lambda: connected_subgraphs.new_state(tables),
                lambda: np.zeros((cells + 1, 1), np.int64),
                tuple((root,) for root in range(lattice.sublattices)),
            )
        return Search(
            quotient,
            lambda: quotient.new_state(_orbit_graph(lattice, subject, cells)),
            lambda: np.zeros(cells + 1, np.int64),
            ((),),
        )

    def __call__(self, task: Task, report: Report) -> Counted:
        """Run a task; `report` gets its index, rows (none) and nodes since the last call."""
        started = perf_counter()
        counts, nodes = (self._sweep if task.width else self._visit)(task, report)
        seconds = round(perf_counter() - started, 3)
        kept = {key: int(number) for key, number in counts.items() if number}
        return Counted(task.index, kept, nodes, seconds)

    def _sweep(self, task: Task, report: Report) -> tuple[dict[tuple[str, int], int], int]:
        """Sweep a width; return numbers by subject and size, and the steps."""
        from enumino.families.polyforms.counting.sweeps import SWEEPS

        sweep = SWEEPS[task.subject](task.width, self.cells[-1])
        while not sweep.done:
            before = sweep.steps
            sweep.advance()
            report(task.index, 0, sweep.steps - before)
        counts = {
            (subject, n): number
            for subject, numbers in sweep.numbers.items()
            for n, number in enumerate(numbers)
        }
        return counts, sweep.steps

    def _visit(self, task: Task, report: Report) -> tuple[dict[tuple[str, int], int], int]:
        """Search subtrees; return numbers by subject and size, and the nodes visited."""
        search, nodes = self._search(task.subject), 0
        state, counts = search.new_state(), search.new_counts()
        for prefix in task.prefixes:
            drive.enter(search.kernel, state, prefix)
            visited = drive.tally(search.kernel, state, counts)
            report(task.index, 0, visited)
            nodes += visited
        return {(task.subject, n): c for n, c in enumerate(counts.ravel().tolist())}, nodes

    @property
    def title(self) -> str:
        """The numbers to count, in words."""
        first, last = self.cells[0], self.cells[-1]
        sizes = plural(last, "cell") if first == last else f"{first} to {last} cells"
        kinds = self.kind or "fixed, one-sided and free"
        by = ", by symmetry" if self.by_symmetry else ""
        return f"{kinds} {self.family.noun} of {sizes}{by}"

    @property
    def identity(self) -> dict[str, Any]:
        """The parameters in a checkpoint."""
        cells = [self.cells[0], self.cells[-1]]
        by = "symmetry" if self.by_symmetry else None
        common = {**self.family.common, "cells": cells, "kind": self.kind, "by": by}
        return {**common, "tree_version": TREE_VERSION}

    def totals(self, **how_to_run: Any) -> list[Total]:
        """Run the count, and return all numbers beside the published ones."""
        sums: Counter[tuple[Any, ...]] = Counter()
        run_count(
            self,
            self.tasks,
            self.title,
            self.identity,
            digest=lambda tasks: sha256(repr(tasks).encode()).hexdigest(),
            each=lambda outcome: sums.update(outcome.counts),
            **how_to_run,
        )
        return [line for cells in self.cells for line in self._lines(cells, sums)]

    def _lines(self, cells: int, sums: Counter[tuple[Any, ...]]) -> Iterator[Total]:
        """Yield each kind of a size, and the classes; other lattices leave out empty classes."""
        if not self.has_classes:
            yield self._line(cells, "fixed", TOTAL, sums[FIXED, cells])
            return
        lattice, folded = self.family.lattice, FOLDED if self.family == POLYOMINOES else {}
        kept = {}
        for each in subjects(lattice):
            name, times = folded.get(each.name, (each.name, 1))
            kept[each.name] = 0 if cells % times else sums[name, cells // times]
        free = classes_from(lattice, sums[FIXED, cells], kept)
        self._compare(cells, free)
        for kind in self.kinds:
            counts = {str(c.name): free[c.name] * c.per_free(kind) for c in lattice.classes}
            yield self._line(cells, kind, TOTAL, sum(counts.values()))
            if self.by_symmetry and kind == (self.kind or "free"):
                for name, number in counts.items():
                    line = self._line(cells, kind, name, number)
                    if self.family.all_classes or line.count or line.published:
                        yield line

    def _compare(self, cells: int, free: Mapping[str, int]) -> None:
        """Compare the classes of a small size with shapes that are grown cell by cell, if any."""
        grown = self.family.grown(cells) or free
        for name, number in free.items():
            if number != grown.get(name, 0):
                raise RunError(
                    f"The search counts {number} free {self.family.noun} of {cells} cells and "
                    f"class {name}, and {grown.get(name, 0)} are grown cell by cell: do not trust "
                    "counts on this lattice, and report its file."
                )

    def _line(self, cells: int, kind: Kind, symmetry: str, count: int) -> Total:
        known = self.family.published(cells, kind, None if symmetry == TOTAL else symmetry)
        return against({"cells": cells, "kind": kind, "symmetry": symmetry}, count, known)


def cut(search: Search, wanted: int) -> list[Prefix]:
    """Return prefixes of a search of about one length, at least `wanted` if there are so many."""
    state, frontier = search.new_state(), list(search.first)
    while len(frontier) < wanted:
        following = [child for prefix in frontier for child in _children(search, state, prefix)]
        if following == frontier:
            break
        frontier = following
    return frontier


def _children(search: Search, state: Any, prefix: Prefix) -> Iterable[Prefix]:
    children = drive.enter(search.kernel, state, prefix)
    return [prefix] if children == LEAF else [(*prefix, child) for child in range(children)]


@lru_cache(maxsize=4)
def _lattice_graph(lattice: Lattice, cells: int) -> Any:
    """The graph of a lattice, which several tasks need in turn."""
    return lattice_graph(lattice, cells)


@lru_cache(maxsize=4)
def _orbit_graph(lattice: Lattice, subject: str, cells: int) -> Any:
    """The orbit graph of a subject, which several tasks may need in turn."""
    (symmetry,) = (each.symmetry for each in subjects(lattice) if each.name == subject)
    return orbit_graphs.orbit_graph(symmetry, cells)
