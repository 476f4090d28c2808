"""Counts by size, kind and symmetry class without rows, divided into independent tasks.

The *subjects* of a count are all fixed shapes and those that each group of symmetries keeps. The
classes follow from their numbers (`enumino.enum.symmetric_shapes`), and the kinds are sums of
classes. A subject is counted in one of several ways: by a search, by the sweeps of a transfer
matrix, or by a walk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from time import perf_counter
from typing import Any, NamedTuple

from enumino.enum.orbit_graphs import orbit_graph
from enumino.enum.problem import Prefix
from enumino.enum.subtree_counts import count_subtrees, cut
from enumino.enum.symmetric_shapes import classes_from, subjects
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import KINDS, Kind
from enumino.published import Published
from enumino.run.checkpoints import Counted, Key, finished_sizes
from enumino.run.counting import run_count

FIXED: Kind = "fixed"
TREE_VERSION = 3  # version of the division into tasks, and of the order of children in kernels
PREFIXES_PER_TASK = 40

Report = Callable[[int], None]  # takes the nodes visited since the last call
Sizes = Mapping[tuple[int, Kind, str | None], int]  # by symmetry class, None for all of a kind


class Cost(NamedTuple):
    """Predicted work: nodes, seconds on one thread, and bytes held by one task."""

    nodes: float
    seconds: float
    bytes: float = 0.0


class Part(NamedTuple):
    """Predicted work of a way for one width that is swept, or for all of it (width 0)."""

    name: str
    width: int
    cost: Cost


class Found(NamedTuple):
    """Results of a task: numbers by subject and key, nodes visited, and most bytes held."""

    counts: Mapping[Key, int]
    nodes: int
    peak_bytes: int = 0


@dataclass(frozen=True)
class Task:
    """An independent piece of a count, by the way of a name; see `enumino.run.events.Task`.

    It is a `width` that is swept, or subtrees of a search with the objects `above` them by size (in
    one task of each search), or a share of a walk.
    """

    index: int
    way: str
    seconds: float
    rate: float
    bytes: float = 0.0
    width: int = 0
    prefixes: tuple[Prefix, ...] = ((),)
    above: tuple[int, ...] = ()
    share: int = 0
    shares: int = 1


@dataclass(frozen=True)
class Way(ABC):
    """A way to count one subject, or several at once, up to a size."""

    name: str
    cells: int

    @abstractmethod
    def parts(self) -> list[Part]:
        """Return the predicted work."""

    @abstractmethod
    def count(self, task: Task, report: Report) -> Found:
        """Count the objects of a task."""

    def tasks(self) -> list[Task]:
        """Return the tasks, in any order."""
        return [
            Task(0, self.name, cost.seconds, max(1.0, cost.nodes) / cost.seconds, cost.bytes, width)
            for _, width, cost in self.parts()
        ]


@dataclass(frozen=True)
class Search(Way):
    """A search by a kernel that counts by size, divided into subtrees."""

    seconds_per_task = 0.2
    most_tasks = 256

    @abstractmethod
    def new_search(self) -> tuple[Any, Any]:
        """Return the kernel and a search of it."""

    def tasks(self) -> list[Task]:
        """Return tasks of even weight: prefixes of one length, dealt out in turn."""
        (whole,) = super().tasks()
        wanted = min(self.most_tasks, max(1, round(whole.seconds / self.seconds_per_task)))
        if wanted == 1:
            return [whole]
        prefixes, above = cut(*self.new_search(), wanted * PREFIXES_PER_TASK)
        part = replace(whole, seconds=whole.seconds / wanted)
        divided = [replace(part, prefixes=tuple(prefixes[i::wanted])) for i in range(wanted)]
        return [replace(divided[0], above=tuple(above)), *divided[1:]]

    def count(self, task: Task, report: Report) -> Found:
        """Count the objects of the subtrees, and those above them."""
        counts, nodes = count_subtrees(*self.new_search(), task.prefixes, report)
        counts.update(dict(enumerate(task.above)))
        return Found({(self.name, n): counts[n] for n in counts if n <= self.cells}, nodes)


def search_of(lattice: Lattice, subject: str, cells: int) -> tuple[Any, Any]:
    """Return the kernel and a search for fixed shapes of a lattice, or one of its `subjects`."""
    from enumino.enum.kernels.counting import lattice_count, quotient
    from enumino.enum.windows import window

    if subject == FIXED:
        fewest = max(cells, lattice_count.CLOSED + 1)
        return lattice_count, lattice_count.new_search(window(lattice), fewest)
    return quotient, quotient.new_search(_graph(lattice, subject, cells))


@lru_cache(maxsize=4)
def _graph(lattice: Lattice, subject: str, cells: int) -> Any:
    """The orbit graph of a subject, which several tasks may need in turn."""
    (symmetry,) = (each.symmetry for each in subjects(lattice) if each.name == subject)
    return orbit_graph(symmetry, cells)


@dataclass(frozen=True)
class Work:
    """All ways of a count, and the function that runs a task of one of them."""

    ways: tuple[Way, ...]

    def parts(self) -> list[Part]:
        """Return the predicted work of all ways."""
        return [part for way in self.ways for part in way.parts()]

    def tasks(self) -> list[Task]:
        """Return the tasks, longest first; they depend on the ways only."""
        pieces = [task for way in self.ways for task in way.tasks()]
        pieces.sort(key=lambda task: -task.seconds)
        return [replace(task, index=i) for i, task in enumerate(pieces)]

    def __call__(self, task: Task, report: Callable[[int, int, int], None]) -> Counted:
        """Run a task; `report` gets its index, rows (none) and nodes since the last call."""
        started = perf_counter()
        way = next(way for way in self.ways if way.name == task.way)
        found = way.count(task, lambda nodes: report(task.index, 0, nodes))
        counts = {key: number for key, number in found.counts.items() if number}
        seconds = round(perf_counter() - started, 3)
        return Counted(task.index, counts, found.nodes, seconds, found.peak_bytes)

    def sums(self, parameters: dict[str, Any], **how_to_run: Any) -> Counter[Key]:
        """Run all tasks, and return the numbers by subject and key.

        `parameters` identify the count in a checkpoint, as JSON values.
        """
        sums: Counter[Key] = Counter()  # of all tasks: each may have thousands of keys
        run_count(
            self,
            self.tasks,
            {**parameters, "tree_version": TREE_VERSION},
            digest=lambda tasks: sha256(repr(tasks).encode()).hexdigest(),
            each=lambda outcome: sums.update(outcome.counts),
            **how_to_run,
        )
        return sums


@dataclass(frozen=True)
class ClassCount:
    """Numbers of shapes of a lattice by size, kind (None for all three) and symmetry class.

    `parameters` are the count as JSON values. `sources` has for each of the `subjects` of the
    lattice the name under which it is counted, and k if its number for n cells is that of the other
    for n / k; by default its own name, and 1. `taken` has published numbers of fixed shapes, by
    size, that replace counts.
    """

    lattice: Lattice
    cells: range
    kind: Kind | None
    by_symmetry: bool
    parameters: dict[str, Any]
    work: Work
    sources: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    taken: Mapping[int, Published] = field(default_factory=dict)

    @property
    def needs_groups(self) -> bool:
        """Whether symmetric shapes have to be counted."""
        return needs_groups(self.kind, self.by_symmetry)

    def rests_on(self, cells: int, symmetry: str | None) -> str:
        """Return the published sequence that a number was made from, or an empty string.

        Among the classes, only the one without symmetry needs all fixed shapes.
        """
        trivial = self.lattice.class_of([False] * len(self.lattice.images))
        if cells in self.taken and symmetry in (None, trivial.name):
            return self.taken[cells].oeis
        return ""

    def numbers(self, **how_to_run: Any) -> Sizes:
        """Run the count, and return the numbers by size, kind and symmetry class."""
        return self.combine(self.work.sums(self.parameters, **how_to_run))

    def extended(self, checkpoint: Any) -> range:
        """Return the sizes of a finished count in a checkpoint that holds these, or our own."""
        return kept_sizes(checkpoint, self.parameters) or self.cells

    def combine(self, sums: Counter[Key]) -> Sizes:
        """Return the numbers by size, kind and symmetry class from those of the subjects."""
        numbers: dict[tuple[int, Kind, str | None], int] = {}
        for cells in self.cells:
            fixed = self._fixed(sums, cells)
            if not self.needs_groups:
                numbers[cells, FIXED, None] = fixed
                continue
            kept = {each.name: self._kept(sums, each.name, cells) for each in self._subjects}
            free = classes_from(self.lattice, fixed, kept)
            for kind in KINDS if self.kind is None else (self.kind,):
                by_class = {
                    str(each.name): free[each.name] * each.per_free(kind)
                    for each in self.lattice.classes
                }
                numbers[cells, kind, None] = sum(by_class.values())
                if self.by_symmetry and kind == (self.kind or "free"):
                    numbers |= {(cells, kind, name): n for name, n in by_class.items()}
        return numbers

    @property
    def _subjects(self) -> Iterable[Any]:
        return subjects(self.lattice)

    def _fixed(self, sums: Counter[Key], cells: int) -> int:
        return (self.taken[cells].value or 0) if cells in self.taken else sums[FIXED, cells]

    def _kept(self, sums: Counter[Key], subject: str, cells: int) -> int:
        name, times = self.sources.get(subject, (subject, 1))
        return 0 if cells % times else sums[name, cells // times]


def kept_sizes(checkpoint: Any, parameters: dict[str, Any]) -> range | None:
    """Return the sizes of a finished count in a checkpoint that include those of the parameters."""
    if checkpoint is None:
        return None
    return finished_sizes(checkpoint, {**parameters, "tree_version": TREE_VERSION})


def needs_groups(kind: Kind | None, by_symmetry: bool) -> bool:
    """Return whether a kind, or the classes, need counts of symmetric shapes."""
    return kind != FIXED or by_symmetry
