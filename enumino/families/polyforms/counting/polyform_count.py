"""A count of polyforms by size, kind, and symmetry class or other columns, on any lattice.

All images of a shape have the same perimeter, site perimeter and holes, and the same box if its
shorter side comes first. So fixed shapes are counted by such a *key*, which is far cheaper than a
test for canonical ones, and those that each group of symmetries keeps by the same keys. The
symmetry classes follow for each key, and the kinds are sums of classes. The key of a count without
columns is the size alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any, ClassVar

from enumino.datasets.totals import Total, against
from enumino.enum.problem import Tally
from enumino.enum.symmetric_shapes import classes_from, kinds_from, subjects
from enumino.errors import ProblemError
from enumino.families.polyforms.counting.subjects import FIXED
from enumino.families.polyforms.counting.work import TREE_VERSION, Way, Work
from enumino.families.polyforms.families import PolyformFamily
from enumino.objects.point_group import KINDS, MOST_WITH_SUBGROUPS, Kind
from enumino.published import TOTAL, Published
from enumino.run.checkpoints import Key, finished_sizes
from enumino.run.counting import Estimate, Labels, totals_of
from enumino.words import quoted

# The parts of a key, in the order of `kernels.counting.polyomino_walk`.
KEY = ("cells", "height", "width", "perimeter", "site_perimeter", "holes")
SIDES = ("height", "width")
WIDTHS_AT_ONCE = 3  # sweeps that take most of the work

# By size and kind, the numbers of polyforms by the values of the columns.
Numbers = Mapping[tuple[int, Kind], Mapping[tuple[Any, ...], int]]


@dataclass(frozen=True)
class PolyformCount(ABC):
    """A count of the polyforms of some sizes, by the method of the class.

    `kind` None stands for all three kinds, or for free ones where they are listed or without holes.
    With `by_symmetry` the classes are counted as well, of free ones if no kind is given; `by` has
    the columns of any other count. With `published_fixed` the numbers of fixed ones are published
    ones. A size that the method does not reach is a ProblemError, as is an unknown kind.
    """

    family: PolyformFamily
    cells: range
    kind: Kind | None = None
    by_symmetry: bool = False
    by: tuple[str, ...] = ()
    without_holes: bool = False
    published_fixed: bool = False

    method: ClassVar[str]
    takes_memory: ClassVar[bool] = True  # whether its memory can be bounded

    def __post_init__(self) -> None:
        if self.kind is not None and self.kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(self.kind)} {self.family.noun}: choose {', '.join(KINDS)}."
            )
        if self.by_symmetry and not self.family.lattice.has_subgroups:
            raise ProblemError(
                f"{self.family.noun.capitalize()} are not counted by symmetry class: a lattice has "
                f"them if it has at most {MOST_WITH_SUBGROUPS} symmetries, and this one has "
                f"{len(self.family.lattice.elements)}. Count them by kind, or list them."
            )
        self.check_sizes()

    @abstractmethod
    def check_sizes(self) -> None:
        """Refuse sizes that the method does not reach."""

    @property
    @abstractmethod
    def estimate(self) -> Estimate:
        """The expected work."""

    @abstractmethod
    def numbers(self, **how_to_run: Any) -> Numbers:
        """Run the count, and return the numbers."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways to count the subjects; none if polyforms are listed."""
        return ()

    @property
    def taken(self) -> Mapping[int, Published]:
        """Published numbers of fixed polyforms that replace counts, by size."""
        return {}

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that are counted."""
        if self.kind is not None:
            return (self.kind,)
        listed = self.by or self.without_holes or self.family.lattice.overlaps
        return ("free",) if listed else KINDS

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are counted by, in this order."""
        return ("symmetry",) if self.by_symmetry else self.by

    @property
    def needs_groups(self) -> bool:
        """Whether symmetric shapes have to be counted."""
        return self.kinds != (FIXED,) or "symmetry" in self.columns

    def totals(self, *, memory: float | None = None, **how_to_run: Any) -> list[Total]:
        """Run the count, and return all numbers beside the published ones."""
        if memory is not None and not self.takes_memory:
            raise ProblemError(
                f"Counts of {self.family.noun} by {'columns' if self.by else 'listing'} take "
                "little memory, so --memory does not apply: leave it out."
            )
        found = self.numbers(**({} if memory is None else {"memory": memory}), **how_to_run)
        return self._lines_by_columns(found) if self.by else self._lines(found)

    def _lines(self, found: Numbers) -> list[Total]:
        """Return each kind of a size, and the classes; other lattices leave out empty classes."""
        lines = []
        for (cells, kind), counts in found.items():
            lines.append(self._line(cells, kind, TOTAL, sum(counts.values())))
            if self.by_symmetry and kind == (self.kind or "free"):
                for each in self.family.lattice.classes:
                    name = str(each.name)
                    line = self._line(cells, kind, name, counts.get((name,), 0))
                    if self.family.all_classes or line.count or line.published:
                        lines.append(line)
        return lines

    def _line(self, cells: int, kind: Kind, symmetry: str, count: int) -> Total:
        labels: Labels = {"cells": cells, "kind": kind, "symmetry": symmetry}
        known = self.family.published(
            cells, kind, None if symmetry == TOTAL else symmetry, without_holes=self.without_holes
        )
        return replace(against(labels, count, known), rests_on=self.rests_on(cells, symmetry))

    def _lines_by_columns(self, found: Numbers) -> list[Total]:
        (kind,) = self.kinds
        tally = Tally(
            {
                (n, *values): c
                for (n, _), counts in found.items()
                for values, c in counts.items()
                if c
            }
        )
        classes = {str(name): place for place, name in enumerate(self.family.lattice.class_names)}
        orders = [classes if name == "symmetry" else {} for name in self.by]

        def known(labels: Labels) -> Published | None:
            values = {name: v for name, v in labels.items() if name not in ("cells", "kind")}
            return self.family.published_by(int(labels["cells"]), kind, values)

        return totals_of(tally, self.by, orders, known, size="cells", kind=kind)

    def rests_on(self, cells: int, symmetry: str = TOTAL) -> str:
        """Return the published sequence that a number is made from, or an empty string.

        Among the classes, only the one without symmetry needs all fixed shapes.
        """
        lattice = self.family.lattice
        if cells not in self.taken:
            return ""
        if symmetry != TOTAL and lattice.class_named(symmetry).order > 1:
            return ""
        return self.taken[cells].oeis


class CountByTasks(PolyformCount):
    """A count of fixed shapes, and of those that groups keep, by independent tasks.

    `sources` has for each of the `subjects` of the lattice the name under which it is counted, and
    k if its number for n cells is that of the other for n / k; by default its own name, and 1.
    """

    sources: ClassVar[Mapping[str, tuple[str, int]]] = {}

    @property
    @abstractmethod
    def largest(self) -> int:
        """The largest size."""

    @property
    def reach(self) -> float:
        """Cells to which fixed shapes are counted; beyond it published numbers are taken."""
        return inf

    @property
    @abstractmethod
    def parameters(self) -> dict[str, Any]:
        """The parameters that tell the count from others of the family, as JSON values."""

    @abstractmethod
    def fixed(self) -> list[Way]:
        """Return the way to count fixed shapes, if they are counted."""

    @abstractmethod
    def symmetric(self) -> list[Way]:
        """Return the ways to count those that groups keep."""

    @property
    def ways(self) -> tuple[Way, ...]:
        return (*self.fixed(), *(self.symmetric() if self.needs_groups else ()))

    @property
    def work(self) -> Work:
        """All tasks."""
        return Work(self.ways)

    @cached_property
    def taken(self) -> Mapping[int, Published]:
        sequences = self.family.sequences
        return {n: sequences.of_kind(n, "fixed") for n in self.cells if n > self.reach}

    @property
    def identity(self) -> dict[str, Any]:
        """The parameters in a checkpoint."""
        cells = [self.cells[0], self.cells[-1]]
        names = {**self.family.common, "cells": cells}
        return {**names, **self.parameters, "tree_version": TREE_VERSION}

    @property
    def way_out(self) -> str:
        """The end of a sentence: another method that reaches further, if there is one."""
        return ""

    def check_sizes(self) -> None:
        lowest, highest = self.cells[0], self.cells[-1]
        if lowest >= 1 and highest <= self.largest:
            return
        what = " ".join(([self.kind] if self.kind else []) + [self.family.noun])
        what += " without holes" if self.without_holes else ""
        columns = " by columns" if self.by else ""
        wrong = f"{lowest} to {highest}" if lowest < highest else f"{lowest}"
        raise ProblemError(
            f"The method {self.method} counts {what} of 1 to {self.largest} cells{columns}, not of "
            f"{wrong}{self.way_out}."
        )

    @property
    def estimate(self) -> Estimate:
        parts = self.work.parts()
        costs = [part.cost for part in parts]
        return Estimate(
            self.method,
            sum(cost.nodes for cost in costs),
            sum(cost.seconds for cost in costs),
            max(cost.bytes for cost in costs) or None,
            at_once=WIDTHS_AT_ONCE if any(part.width for part in parts) else None,
        )

    def numbers(self, **how_to_run: Any) -> Numbers:
        checkpoint = how_to_run.get("checkpoint")
        kept = None if checkpoint is None else finished_sizes(checkpoint, self.identity)
        wider = self if kept is None else replace(self, cells=kept)
        return self.combine(wider.work.sums(wider.identity, **how_to_run))

    def combine(self, sums: Counter[Key]) -> Numbers:
        """Return the numbers by size, kind and columns from those of the subjects by key."""
        found = {(n, kind): Counter[Key]() for n in self.cells for kind in self.kinds}
        keys = {key[1:] for key in sums} if self.by else {(n,) for n in self.cells}
        for key in keys:
            if key[0] not in self.cells:
                continue
            for symmetry, kind, count in self._kinds_and_classes(sums, key):
                for values, part in oriented(key, kind, count):
                    values["symmetry"] = symmetry
                    found[key[0], kind][tuple(values[name] for name in self.columns)] += part
        return found

    def _kinds_and_classes(self, sums: Counter[Key], key: Key) -> Iterator[tuple[str, Kind, int]]:
        """Yield the numbers of shapes with a key by class and kind.

        The class is empty where fixed shapes suffice, or the lattice has no classes.
        """
        cells, *others = key

        def number(name: str, times: int = 1) -> int:
            return 0 if cells % times else sums[name, cells // times, *others]

        taken = self.taken.get(cells)
        fixed = number(FIXED) if taken is None else taken.value or 0
        if not self.needs_groups:
            yield "", "fixed", fixed
            return
        lattice = self.family.lattice
        kept = {
            each.name: number(*self.sources.get(each.name, (each.name, 1)))
            for each in subjects(lattice)
        }
        if not lattice.has_subgroups:
            for kind, number_of_kind in kinds_from(lattice, fixed, kept).items():
                if kind in self.kinds:
                    yield "", kind, number_of_kind
            return
        free = classes_from(lattice, fixed, kept)
        for each in lattice.classes:
            for kind in self.kinds:
                yield str(each.name), kind, free[each.name] * each.per_free(kind)


def oriented(key: Key, kind: Kind, count: int) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the values of a key; half of the fixed ones in an oblong lie and half stand."""
    values: dict[str, Any] = dict(zip(KEY, key, strict=False))
    height, width = values.get("height"), values.get("width")
    if kind != FIXED or height == width:
        yield values, count
        return
    yield dict(values), count // 2
    yield values | {"height": width, "width": height}, count // 2
