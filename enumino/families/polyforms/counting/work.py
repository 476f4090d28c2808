"""The work of a count, divided into independent tasks.

The *subjects* of a count are all fixed shapes and those that each group of symmetries keeps. The
classes follow from their numbers (`enumino.enum.symmetric_shapes`), and the kinds are sums of
classes. A subject is counted in one of several ways: by a search, by the sweeps of a transfer
matrix, or by a walk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from time import perf_counter
from typing import Any, NamedTuple

from enumino.enum.orbit_graphs import orbit_graph
from enumino.enum.problem import Prefix
from enumino.enum.statistics import count_subtrees, cut
from enumino.enum.symmetric_shapes import subjects
from enumino.families.polyforms.counting import costs
from enumino.families.polyforms.counting.costs import Cost
from enumino.families.polyforms.counting.subjects import FIXED
from enumino.families.polyforms.on_lattices import family_of
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_definition import Definition
from enumino.run.checkpoints import Counted, Key
from enumino.run.counting import run_count

TREE_VERSION = 3  # version of the division into tasks, and of the order of children in kernels
PREFIXES_PER_TASK = 40

Report = Callable[[int], None]  # takes the nodes visited since the last call


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
    """A search for fixed polyforms of a family, or for those of one of its lattice's `subjects`.

    `family` is the key of the family.
    """

    family: str | Definition
    seconds_per_task = 0.2
    most_tasks = 256

    def parts(self) -> list[Part]:
        """Return the predicted work."""
        return [Part(self.name, 0, costs.search(family_of(self.family), self.name, self.cells))]

    def new_search(self) -> tuple[Any, Any]:
        """Return the kernel and a search of it."""
        from enumino.enum.kernels.counting import lattice_count, quotient
        from enumino.enum.windows import window

        lattice = family_of(self.family).lattice
        if self.name == FIXED:
            fewest = max(self.cells, lattice_count.CLOSED + 1)
            return lattice_count, lattice_count.new_search(window(lattice), fewest)
        return quotient, quotient.new_search(_graph(lattice, self.name, self.cells))

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

    def sums(self, identity: dict[str, Any], **how_to_run: Any) -> Counter[Key]:
        """Run all tasks, and return the numbers by subject and key.

        `identity` tells the count from others in a checkpoint, as JSON values.
        """
        sums: Counter[Key] = Counter()  # of all tasks: each may have thousands of keys
        run_count(
            self,
            self.tasks,
            identity,
            digest=lambda tasks: sha256(repr(tasks).encode()).hexdigest(),
            each=lambda outcome: sums.update(outcome.counts),
            **how_to_run,
        )
        return sums
