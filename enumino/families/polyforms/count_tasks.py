"""Divide a count of polyforms into independent tasks, run them, and put the results together.

Fixed polyforms come from Redelmeier's search with the last three levels closed, split into
subtrees. Symmetry classes follow from the numbers of polyforms that each group of symmetries keeps,
by searches on quotients of the lattice; free and one-sided ones are sums of classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from typing import Any

from enumino.arguments import consecutive
from enumino.enum.kernels import lattice_count, quotient
from enumino.enum.kernels.quotient import OrbitGraph
from enumino.enum.orbit_graphs import orbit_graph
from enumino.enum.problem import Prefix
from enumino.enum.subtree_counts import CountingKernel, count_subtrees, cut
from enumino.enum.symmetric_shapes import classes_from, subjects
from enumino.enum.windows import window
from enumino.errors import ProblemError
from enumino.families.polyforms.published import Sequences
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import LATTICES
from enumino.objects.point_group import KINDS, Kind
from enumino.run.checkpoints import Counted
from enumino.words import plural, quoted

TREE_VERSION = 1
"""Of the order in which the kernels that count number children."""
FIXED: Kind = "fixed"
SECONDS_PER_TASK = 0.2
MAX_TASKS = 256
PREFIXES_PER_TASK = 40
FEWEST = lattice_count.CLOSED + 1  # cells of a search with three closed levels
CLOSED_NODES_PER_SECOND = 1.8e7
QUOTIENT_NODES_PER_SECOND = 1.0e7
SECONDS_PER_GRAPH = 0.1
LARGEST_NUMBER = 2.0**62  # that kernels count with 64 bits


@dataclass(frozen=True)
class Countable:
    """Polyforms of a lattice, as they are counted.

    Parameters
    ----------
    family : str
    lattice : Lattice
    sequences : Sequences
        What is published about them.
    growth, amplitude : float
        Fixed ones of n cells are about amplitude * growth^n / n, in space / n^1.5.
    """

    family: str
    lattice: Lattice
    sequences: Sequences
    growth: float
    amplitude: float

    def fixed(self, cells: int) -> float:
        """Return about how many fixed ones there are."""
        power = 1.5 if self.lattice.dimensions == 3 else 1.0
        about: float = self.amplitude * self.growth**cells / cells**power
        return max(1.0, about)

    @property
    def largest(self) -> int:
        """The largest size that the kernels take, and whose numbers they hold."""
        most = min(window(self.lattice).largest, quotient.MAX_CELLS)
        return max(n for n in range(1, most + 1) if self.fixed(n) < LARGEST_NUMBER)

    def fixed_nodes(self, cells: int) -> float:
        """Return about how many nodes the search for fixed ones visits."""
        lasts = range(1, max(2, cells - lattice_count.CLOSED + 1))
        return sum(self.fixed(n) for n in lasts)

    def kept_nodes(self, cells: int, order: int) -> float:
        """Return about how many nodes the search for those visits that a group of an order keeps.

        Measured on all lattices; most of the sets of orbits that are visited are not connected.
        """
        by_cell: float = 1.1 * self.growth ** (1 / order)
        about: float = 0.4 * by_cell**cells
        return about


@dataclass(frozen=True)
class Task:
    """One independent piece of a count: subtrees of a search.

    Attributes
    ----------
    subject : str
        What is counted: fixed polyforms, or those of one of the `subjects` of a lattice.
    prefixes : tuple of prefixes
        The subtrees.
    above : tuple of int
        Objects by size above the cut of the subject, given to one task of each subject.
    seconds : float
        Expected on one thread.
    rate : float
        Nodes that a thread is expected to visit in a second.
    """

    index: int
    subject: str
    prefixes: tuple[Prefix, ...] = ((),)
    above: tuple[int, ...] = ()
    seconds: float = 0.0
    rate: float = CLOSED_NODES_PER_SECOND


@dataclass(frozen=True)
class RunTask:
    """Runs the tasks of a count.

    Parameters
    ----------
    lattice : str
        Its name.
    cells : int
        The largest size.
    """

    lattice: str
    cells: int

    def __call__(self, task: Task, report: Callable[[int, int, int], None]) -> Counted:
        """Run a task; `report` gets its index, rows (none) and nodes since the last call."""
        started = perf_counter()
        kernel, search = self.search(task.subject)
        counts, nodes = count_subtrees(
            kernel, search, task.prefixes, lambda visited: report(task.index, 0, visited)
        )
        counts.update(dict(enumerate(task.above)))
        found: dict[tuple[Any, ...], int] = {
            (task.subject, size): count
            for size, count in counts.items()
            if count and size <= self.cells
        }
        return Counted(task.index, found, nodes, round(perf_counter() - started, 3))

    def search(self, subject: str) -> tuple[CountingKernel, Any]:
        """Return the kernel for a subject and a new search of it."""
        if subject == FIXED:
            seen = window(LATTICES[self.lattice])
            return lattice_count, lattice_count.new_search(seen, max(FEWEST, self.cells))
        return quotient, quotient.new_search(_graph(self.lattice, subject, self.cells))


@lru_cache(maxsize=4)
def _graph(lattice: str, subject: str, cells: int) -> OrbitGraph:
    """The graph of a subject, which several tasks in turn may need."""
    (symmetry,) = (e.symmetry for e in subjects(LATTICES[lattice]) if e.name == subject)
    return orbit_graph(symmetry, cells)


@dataclass(frozen=True)
class PolyformCount:
    """Numbers of polyforms of a range of sizes.

    Parameters
    ----------
    countable : Countable
    cells : range
        Consecutive sizes.
    kind : {"free", "one-sided", "fixed"} or None
        None for all three.
    by_symmetry : bool
        Also by symmetry class.
    published_fixed : bool
        Take the numbers of fixed ones from what is published, and count symmetric ones only.
    """

    countable: Countable
    cells: range
    kind: Kind | None = None
    by_symmetry: bool = False
    published_fixed: bool = False

    def __post_init__(self) -> None:
        family = self.countable.family
        if self.kind is not None and self.kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(self.kind)} {family}: choose {', '.join(KINDS)}."
            )
        object.__setattr__(self, "cells", consecutive(self.cells))
        most = quotient.MAX_CELLS if self.published_fixed else self.countable.largest
        wrong = [n for n in (self.cells[0], self.cells[-1]) if not 1 <= n <= most]
        if wrong:
            raise ProblemError(
                f"{family.capitalize()} with {plural(wrong[0], 'cell')} cannot be counted: "
                f"sizes go from 1 to {most}."
            )
        if self.published_fixed:
            self._check_what_is_published()

    def _check_what_is_published(self) -> None:
        family = self.countable.family
        if not self.needs_groups:
            raise ProblemError(
                f"With published numbers of fixed {family} nothing is left to count: choose "
                "another kind, or count without them."
            )
        for cells in self.cells:
            oeis, number = self.countable.sequences.of_kind(cells, FIXED)
            if number is None:
                raise ProblemError(
                    f"The number of fixed {family} with {plural(cells, 'cell')} is not among the "
                    f"published ones that we know ({oeis}): choose smaller sizes, or count it."
                )

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return {
            "family": self.countable.family,
            "cells": [self.cells[0], self.cells[-1]],
            "kind": self.kind,
            "by": "symmetry" if self.by_symmetry else None,
            **({"published_fixed": True} if self.published_fixed else {}),
        }

    @property
    def needs_groups(self) -> bool:
        """Whether symmetric polyforms have to be counted."""
        return self.kind != "fixed" or self.by_symmetry

    @property
    def run_task(self) -> RunTask:
        """What a worker does for a task."""
        return RunTask(self.countable.lattice.name, self.cells[-1])

    def expected(self) -> dict[str, tuple[float, float]]:
        """Return the nodes and seconds on one thread that each subject is expected to take."""
        largest, countable = self.cells[-1], self.countable
        found: dict[str, tuple[float, float]] = {}
        if not self.published_fixed:
            nodes = countable.fixed_nodes(largest)
            found[FIXED] = (nodes, nodes / CLOSED_NODES_PER_SECOND)
        if self.needs_groups:
            for each in subjects(countable.lattice):
                nodes = countable.kept_nodes(largest, len(each.symmetry.elements))
                seconds = SECONDS_PER_GRAPH + nodes / QUOTIENT_NODES_PER_SECOND
                found[each.name] = (nodes, seconds)
        return found

    def tasks(self) -> list[Task]:
        """Return the independent tasks, longest first; they depend on the parameters only."""
        pieces = []
        for subject, (nodes, seconds) in self.expected().items():
            wanted = min(MAX_TASKS, max(1, round(seconds / SECONDS_PER_TASK)))
            task = Task(0, subject, seconds=seconds, rate=max(1.0, nodes) / seconds)
            pieces += self._divided(task, wanted) if wanted > 1 else [task]
        pieces.sort(key=lambda task: -task.seconds)
        return [replace(task, index=i) for i, task in enumerate(pieces)]

    def _divided(self, task: Task, wanted: int) -> list[Task]:
        """Split a task evenly: all prefixes of one length, dealt out in turn."""
        prefixes, above = cut(*self.run_task.search(task.subject), wanted * PREFIXES_PER_TASK)
        return [
            replace(
                task,
                prefixes=tuple(prefixes[i::wanted]),
                above=tuple(above) if i == 0 else (),
                seconds=task.seconds / wanted,
            )
            for i in range(wanted)
        ]

    def rests_on(self, cells: int, symmetry: str | None) -> str:
        """Return the published sequence that a number was made from, or an empty string.

        Of the classes only that without symmetry needs all fixed ones.
        """
        trivial = self.countable.lattice.class_of([False] * len(self.countable.lattice.images))
        if self.published_fixed and symmetry in (None, trivial.name):
            return self.countable.sequences.of_kind(cells, FIXED).oeis
        return ""

    def combine(self, outcomes: Iterable[Counted]) -> dict[tuple[int, Kind, str | None], int]:
        """Return the numbers by size, kind and symmetry class (None for all of a kind)."""
        found: Counter[tuple[str, int]] = Counter()
        for outcome in outcomes:
            for (subject, size), number in outcome.counts.items():
                found[subject, size] += number
        if self.published_fixed:
            for cells in self.cells:
                found[FIXED, cells] = self.countable.sequences.of_kind(cells, FIXED).value or 0
        lattice = self.countable.lattice
        numbers: dict[tuple[int, Kind, str | None], int] = {}
        for cells in self.cells:
            if not self.needs_groups:
                numbers[cells, "fixed", None] = found[FIXED, cells]
                continue
            kept = {each.name: found[each.name, cells] for each in subjects(lattice)}
            free = classes_from(lattice, found[FIXED, cells], kept)
            for kind in KINDS if self.kind is None else (self.kind,):
                by_class = {
                    str(each.name): free[each.name] * each.per_free(kind)
                    for each in lattice.classes
                }
                numbers[cells, kind, None] = sum(by_class.values())
                if self.by_symmetry and (kind == self.kind or kind == "free"):
                    numbers |= {(cells, kind, name): n for name, n in by_class.items()}
        return numbers
