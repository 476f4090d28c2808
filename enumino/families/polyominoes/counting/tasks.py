"""Divide a count of polyominoes into independent tasks, run them, and put the results together.

Fixed polyominoes come from the transfer matrix, one task a width, or from Redelmeier's search
with the last three levels closed, split into subtrees. The symmetry classes follow from the
numbers of polyominoes invariant under each group: by transfer matrices, one task a width, or by
search on the quotient, whichever is cheaper; some groups follow from others by folding. Beyond the
reach of our own count of fixed polyominoes the published numbers are taken. Polyominoes without
holes are listed here, and counted as they are found; `without_holes` sweeps them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Literal

from enumino.arguments import consecutive
from enumino.enum.problem import Prefix
from enumino.enum.subtree_counts import count_subtrees, cut
from enumino.errors import ProblemError
from enumino.families.polyominoes.counting import costs, small
from enumino.families.polyominoes.counting.orbit_graph import SYMMETRIES, orbit_graph
from enumino.families.polyominoes.counting.sweeps import (
    COUNTED_BY,
    FIXED,
    FOLDED,
    ROTATED,
    new_sweep,
)
from enumino.families.polyominoes.counting.symmetry_sums import symmetry_classes
from enumino.families.polyominoes.published import polyominoes as published
from enumino.objects.lattice import KINDS, Kind, SymmetryClass
from enumino.run.checkpoints import Counted
from enumino.words import quoted

Method = Literal["search", "transfer-matrix", "rotated"]
TREE_VERSION = 2
"""Of the order in which the kernels that count number children."""
METHODS: tuple[Method, ...] = ("search", "transfer-matrix", "rotated")
LARGEST: dict[str, int] = {
    "search": 30, "transfer-matrix": 40, "rotated": 46, "without holes": 21,
}  # fmt: skip
"""Sizes that are reached by counting."""
LARGEST_WITH_PUBLISHED = 60
"""Size up to which symmetric polyominoes are counted, and published numbers of fixed ones used."""

SECONDS_PER_TASK = 0.1
MAX_TASKS = 64  # for each subject; a few thousand in all would be the limit of the scheduler
PREFIXES_PER_TASK = 40

WITHOUT_HOLES = "without holes"
Subject = str  # one of these, or the name of a group
Key = tuple[int, str]
"""Number of cells and, where lists are counted, symmetry class; else an empty string."""


@dataclass(frozen=True)
class Task:
    """One independent piece of a count: subtrees of a search, or one width.

    Attributes
    ----------
    subject : str
        What is counted: fixed polyominoes, those invariant under a group, or, of a kind, those
        without holes.
    cells : int
        Largest size.
    prefixes : tuple of prefixes
        The subtrees, where the subject is split.
    above : tuple of int
        Objects by size above the cut of the subject, given to one task of each subject.
    seconds : float
        Expected on one thread.
    rate : float
        Nodes that a thread is expected to visit in a second.
    width : int
        Sweep the boxes of this width; 0 for a search.
    bytes : float
        Memory that it is expected to hold.
    lowest : int
        Smallest size, where lists are counted.
    kind : {"free", "one-sided", "fixed"}
        What is listed to be counted.
    """

    index: int
    subject: Subject
    cells: int
    prefixes: tuple[Prefix, ...] = ((),)
    above: tuple[int, ...] = ()
    seconds: float = 0.0
    rate: float = costs.CLOSED_NODES_PER_SECOND
    width: int = 0
    bytes: float = 0.0
    lowest: int = 1
    kind: Kind = "fixed"


@dataclass(frozen=True)
class PolyominoCount:
    """Numbers of polyominoes of a range of sizes.

    Parameters
    ----------
    cells : range
        Consecutive sizes.
    kind : {"free", "one-sided", "fixed"} or None
        None for all three.
    by_symmetry : bool
        Also by symmetry class.
    method : {"search", "transfer-matrix", "rotated"}
        Where fixed polyominoes come from, and half-turns: the matrix on the lattice as it is, or
        turned by 45 degrees.
    without_holes : bool
        Only polyominoes without holes, by listing them.
    """

    cells: range
    kind: Kind | None = None
    by_symmetry: bool = False
    method: Method = "transfer-matrix"
    without_holes: bool = False

    def __post_init__(self) -> None:
        if self.kind is not None and self.kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(self.kind)} polyominoes: choose {', '.join(KINDS)}."
            )
        object.__setattr__(self, "cells", consecutive(self.cells))
        limit = self._largest
        if self.cells[0] < 1 or self.cells[-1] > limit:
            raise ProblemError(
                f"Polyominoes with {_span(self.cells)} cells cannot be counted by this method: "
                f"it takes 1 to {limit} cells{self._way_out()}."
            )

    @property
    def _largest(self) -> int:
        if self.without_holes:
            return LARGEST["without holes"]
        if self.needs_groups and self.method != "search":
            return LARGEST_WITH_PUBLISHED
        return LARGEST[self.method]

    def _way_out(self) -> str:
        if self.without_holes:
            return " by listing: leave out --method"
        if self.method == "search":
            return f", --method transfer-matrix 1 to {LARGEST['transfer-matrix']}"
        if self.method == "transfer-matrix" and not self.needs_groups:
            return f", --method rotated 1 to {LARGEST['rotated']}"
        return ""

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return {
            "family": "polyominoes",
            "cells": [self.cells[0], self.cells[-1]],
            "kind": self.kind,
            "by": "symmetry" if self.by_symmetry else None,
            "method": self.method,
            "without_holes": self.without_holes,
        }

    @property
    def needs_groups(self) -> bool:
        """Whether invariant polyominoes have to be counted."""
        return not self.without_holes and (self.kind != "fixed" or self.by_symmetry)

    def tasks(self) -> list[Task]:
        """Return the independent tasks, longest first; they depend on the parameters only."""
        if self.without_holes:
            pieces = _listing_tasks(self.cells[-1], self.cells[0], self.kind or "free")
        else:
            pieces = []
            for subject, method in self.methods().items():
                cells = self._largest_of(subject)
                if method == "search":
                    pieces += _subtree_tasks(subject, cells)
                else:
                    pieces += _width_tasks(sweep_of(subject, method), cells)
        pieces.sort(key=lambda task: -task.seconds)
        return [replace(task, index=i) for i, task in enumerate(pieces)]

    def methods(self) -> dict[Subject, Method]:
        """Return what is counted, and how: sweeps by their name, otherwise groups."""
        found = {FIXED: self.method}
        if not self.needs_groups:
            return found
        groups = set(SYMMETRIES) - set(FOLDED)
        if self.method != "search":
            for swept, subjects in COUNTED_BY.items():
                if swept != FIXED and costs.matrix_is_cheaper(swept, subjects, self.cells[-1]):
                    found[swept] = self.method if swept in ROTATED else "transfer-matrix"
                    groups -= set(subjects)
        return found | {name: "search" for name in SYMMETRIES if name in groups}

    def expected(self) -> list[costs.Part]:
        """Return what is counted, in which way, and what that is expected to take."""
        parts = []
        for subject, method in self.methods().items():
            cells = self._largest_of(subject)
            if method == "search":
                parts.append(costs.Part(subject, 0, _searched(subject, cells)))
            else:
                sweep = sweep_of(subject, method)
                widths = costs.of_widths(sweep, cells)
                parts += [costs.Part(sweep, width, cost) for width, cost in widths.items()]
        return parts

    def _largest_of(self, subject: Subject) -> int:
        """Largest size that has to be counted; of fixed ones, as far as the method reaches."""
        if subject != FIXED:
            return self.cells[-1]
        reach = LARGEST[self.method]
        own = [cells for cells in self.cells if cells <= reach]
        return max([*own, self.cells[-1] // 2 if self.needs_groups else 0, 1])

    def rests_on(self, cells: int, symmetry: str | None) -> str:
        """Return the published sequence that a number was made from, or an empty string.

        Of the classes only that without symmetry needs all fixed polyominoes.
        """
        known = cells <= LARGEST[self.method] or symmetry not in (None, SymmetryClass.NONE)
        return "" if self.without_holes or known else published(cells, "fixed").oeis

    def combine(self, outcomes: Iterable[Counted]) -> dict[tuple[int, Kind, str | None], int]:
        """Return the numbers by size, kind and symmetry class (None for all of a kind)."""
        sums: defaultdict[Subject, Counter[Key]] = defaultdict(Counter)  # none at all count as 0
        for outcome in outcomes:
            for (subject, size, name), number in outcome.counts.items():
                sums[subject][size, name] += number
        numbers: dict[tuple[int, Kind, str | None], int] = {}
        for cells in self.cells:
            classes = self._classes(sums, cells)
            for kind in KINDS if self.kind is None else (self.kind,):
                if classes is None:
                    numbers[cells, kind, None] = self._fixed(sums, cells)
                    continue
                by_class = {s: n * s.per_free(kind) for s, n in classes.items()}
                numbers[cells, kind, None] = sum(by_class.values())
                if self.by_symmetry and (kind == self.kind or kind == "free"):
                    numbers |= {(cells, kind, str(s)): n for s, n in by_class.items()}
        return numbers

    def _classes(
        self, sums: dict[Subject, Counter[Key]], cells: int
    ) -> dict[SymmetryClass, int] | None:
        """Free polyominoes of a size by class; None if only fixed ones are counted."""
        if self.without_holes:
            listed, kind = sums[WITHOUT_HOLES], self.kind or "free"
            return {s: listed[cells, str(s)] // s.per_free(kind) for s in SymmetryClass}
        if not self.needs_groups:
            return None
        invariant = {name: self._invariant(sums, name, cells) for name in SYMMETRIES}
        return symmetry_classes(self._fixed(sums, cells), invariant)

    def _fixed(self, sums: dict[Subject, Counter[Key]], cells: int) -> int:
        if cells <= LARGEST[self.method]:
            return sums[FIXED][cells, ""]
        known = published(cells, "fixed").value
        assert known is not None, cells
        return known

    def _invariant(self, sums: dict[Subject, Counter[Key]], name: str, cells: int) -> int:
        source, times = FOLDED.get(name, (name, 1))
        return 0 if cells % times else sums[source][cells // times, ""]


def run_task(task: Task, report: Callable[[int, int, int], None]) -> Counted:
    """Run a task; `report` gets its index, rows (none) and nodes since the last call."""
    started = perf_counter()
    peak = 0
    found: Counter[tuple[Any, ...]] = Counter()
    if task.width:
        sweep = new_sweep(task.subject, task.width, task.cells)
        while not sweep.done:
            before = sweep.steps
            sweep.advance()
            report(task.index, 0, sweep.steps - before)
        for subject, numbers in sweep.numbers.items():
            found.update({(subject, n, ""): int(number) for n, number in enumerate(numbers)})
        nodes, peak = sweep.steps, sweep.peak_bytes
    else:
        count = _tally
        if task.subject == WITHOUT_HOLES:
            count = _list_without_holes
        elif task.cells <= small.MOST_CELLS:
            count = _count_without_kernel
        counts, nodes = count(task, report)
        found.update({(task.subject, *key): number for key, number in counts.items()})
    for size, number in enumerate(task.above):
        found[task.subject, size, ""] += number
    counted = {key: number for key, number in found.items() if number}
    return Counted(task.index, counted, nodes, round(perf_counter() - started, 3), peak)


def _tally(task: Task, report: Callable[[int, int, int], None]) -> tuple[Counter[Key], int]:
    kernel, search = _search(task.subject, task.cells)
    counts, nodes = count_subtrees(
        kernel, search, task.prefixes, lambda visited: report(task.index, 0, visited)
    )
    return Counter({(size, ""): number for size, number in counts.items()}), nodes


def _count_without_kernel(
    task: Task, report: Callable[[int, int, int], None]
) -> tuple[Counter[Key], int]:
    fixed = task.subject == FIXED
    counts, nodes = small.fixed(task.cells) if fixed else small.invariant(task.subject, task.cells)
    report(task.index, 0, nodes)
    return Counter({(size, ""): number for size, number in enumerate(counts)}), nodes


def _list_without_holes(
    task: Task, report: Callable[[int, int, int], None]
) -> tuple[Counter[Key], int]:
    from enumino.families.polyominoes.problem import Polyominoes

    problem = Polyominoes(range(task.lowest, task.cells + 1), task.kind)
    found: Counter[Key] = Counter()
    nodes = 0
    for prefix in task.prefixes:
        tally = problem.count_by(prefix, ("cells", "symmetry", "holes"))
        for (size, name, holes), number in tally.counts.items():
            if holes == 0:
                found[size, name] += number
        nodes += tally.nodes
        report(task.index, 0, tally.nodes)
    return found, nodes


def count_small(subject: Subject, width: int = 0) -> None:
    """Count a few polyominoes, for the sake of the kernel, which is compiled for that."""
    count = run_task if width else _tally
    count(Task(0, subject, 8, width=width), lambda *_: None)


def _search(subject: Subject, cells: int) -> tuple[Any, Any]:
    """The kernel for a subject and a new search of it."""
    from enumino.enum.kernels import halfturn, quotient, redelmeier_count

    if subject == FIXED:
        return redelmeier_count, redelmeier_count.new_search(cells)
    if subject.startswith("R180"):
        return halfturn, halfturn.new_search(subject[-1], cells)
    return quotient, quotient.new_search(orbit_graph(subject, cells))


def sweep_of(subject: Subject, method: Method) -> str:
    """Return the name of what counts a subject, as `sweeps` has it, or the subject."""
    return ROTATED.get(subject, subject) if method == "rotated" else subject


def _width_tasks(subject: Subject, cells: int) -> list[Task]:
    return [
        Task(
            0, subject, cells, width=width, seconds=cost.seconds, bytes=cost.bytes,
            rate=cost.nodes / cost.seconds,
        )
        for width, cost in costs.of_widths(subject, cells).items()
    ]  # fmt: skip


def _subtree_tasks(subject: Subject, cells: int) -> list[Task]:
    """Split a search evenly: all prefixes of one length, dealt out in turn."""
    seconds = _searched(subject, cells).seconds
    wanted = min(MAX_TASKS, max(1, round(seconds / SECONDS_PER_TASK)))
    if wanted == 1:
        return [Task(0, subject, cells, seconds=seconds)]
    prefixes, above = cut(*_search(subject, cells), wanted * PREFIXES_PER_TASK)
    return [
        Task(
            0,
            subject,
            cells,
            tuple(prefixes[i::wanted]),
            tuple(above) if i == 0 else (),
            seconds / wanted,
        )
        for i in range(wanted)
    ]


def _searched(subject: Subject, cells: int) -> costs.Cost:
    return costs.search(cells) if subject == FIXED else costs.invariant(subject, cells)


def _listing_tasks(highest: int, lowest: int, kind: Kind) -> list[Task]:
    from enumino.enum.partition import partition
    from enumino.families.polyominoes.problem import Polyominoes

    divided = partition(Polyominoes(range(lowest, highest + 1), kind))
    total = sum(subtree.nodes for part in divided.parts for subtree in part)
    return [
        Task(
            0,
            WITHOUT_HOLES,
            highest,
            lowest=lowest,
            kind=kind,
            prefixes=tuple(subtree.prefix for subtree in part),
            seconds=divided.expected.seconds * sum(s.nodes for s in part) / total,
        )
        for part in divided.parts
    ]


def _span(cells: range) -> str:
    return str(cells[0]) if len(cells) == 1 else f"{cells[0]} to {cells[-1]}"
