"""A count of polyforms by size, kind and symmetry class, on any lattice.

For each *group* of symmetries and each kind of centre (`enumino.enum.symmetric_shapes`), the
invariant shapes are counted independently; the trivial group keeps all fixed shapes. Moebius
inversion turns these numbers into symmetry classes, and kinds are sums of classes. The methods are:

- for fixed polyominoes and polyhexes, sweeps of a transfer matrix; for other fixed polyforms, a
  search for connected sets in the lattice's graph;
- for the shapes that a group keeps, a search on the quotient of the lattice; for large polyominoes
  with half-turns, sweeps of a matrix; for some groups of squares, folding.

A prefix is the number of a group, a swept width or 0, and a subtree of the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from enumino.arguments import consecutive
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.plan import Work
from enumino.datasets.totals import Total, Totals, against
from enumino.enum import drive, orbit_graphs, speeds
from enumino.enum.kernel import Counting
from enumino.enum.kernels.counting import quotient
from enumino.enum.kernels.listing import connected_subgraphs
from enumino.enum.kernels.shared.orbits import LANE_MASK
from enumino.enum.lattice_tables import lattice_graph
from enumino.enum.partition import by_levels
from enumino.enum.problem import Prefix, Tally
from enumino.enum.symmetric_shapes import classes_from, invariant_shapes
from enumino.errors import ProblemError
from enumino.families.polyforms.counting.sweeps import (
    FIXED,
    HALF_TURNS,
    FixedSweep,
    HalfTurnSweep,
    HexagonSweep,
    MatrixSweep,
)
from enumino.families.polyforms.families import (
    ON_LATTICES,
    POLYHEXES,
    POLYOMINOES,
    PolyformFamily,
    family_named,
)
from enumino.families.polyforms.parameters import LatticeParameters
from enumino.families.polyforms.properties import refuse_positions
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind
from enumino.parameters import sizes_text
from enumino.published import TOTAL
from enumino.registry import Family, rows_of
from enumino.run.counting import Count, HowToCount, Passed
from enumino.run.searching import SearchCount
from enumino.schema import Column
from enumino.words import span

if TYPE_CHECKING:
    from enumino.families.polyforms.problem import Polyforms

PREFIXES_PER_PART = 40
SECONDS_PER_PART = 0.2
MOST_PARTS = 256  # of a search
LARGEST_SQUARES = 40
LARGEST_NUMBER = 2.0**62  # largest expected count in 64 bits
SWEPT_FROM = 22  # cells of the largest polyominoes, from which half-turns are swept
HEXAGONS_SWEPT_FROM = 14  # cells of the largest polyhexes: a compiled sweep is faster from there

# For each group with mirrors between rows of cells: the group of the folded polyominoes, and k if
# polyominoes of n cells fold to n / k cells. No cell is on such a mirror, so every
# polyomino is half of a polyomino with that mirror. The half is connected, because a path that
# crosses the mirror can be folded back. The rest of the group acts on the half.
FOLDED = {
    "axis/1": (FIXED, 2),
    "axis2/1": ("axis/0", 2),
    "axis2/2": (FIXED, 4),
    "all/1": ("diag/0", 4),
}


@dataclass(frozen=True)
class PolyformCount(Count):
    """A count of the polyforms of some sizes, in total or also by symmetry class."""

    family: PolyformFamily
    cells: range
    kind: Kind = "free"
    by_symmetry: bool = False

    def __post_init__(self) -> None:
        self.family.check_kind(self.kind)
        if self.cells[0] < 1 or self.cells[-1] > self.largest:
            raise ProblemError(
                f"{self.family.noun.capitalize()} of 1 to {self.largest} cells are counted, not of "
                f"{span(self.cells, 'cell')}: choose other sizes."
            )

    @property
    def largest(self) -> int:
        """The largest size within reach."""
        if self.family == POLYOMINOES:
            return LARGEST_SQUARES
        most = min(quotient.MAX_CELLS, LANE_MASK // max(map(len, self.family.lattice.steps)))
        return max(n for n in range(1, most + 1) if self.family.about(n) < LARGEST_NUMBER)

    @property
    def title(self) -> str:
        by = ", by symmetry" if self.by_symmetry else ""
        return f"{self.kind} {self.family.noun} of {span(self.cells, 'cell')}{by}"

    @property
    def keys(self) -> tuple[Column, ...]:
        group = Column("group", "string", "Group and centre of the symmetries.", key=True)
        return group, Column("cells", "uint8", "Number of cells.", key=True)

    @property
    def tree_version(self) -> int:
        return 2

    def to_json(self) -> ParametersJson:
        cells, classes = sizes_text(self.cells), self.has_classes
        return {**self.family.common, "cells": cells, "kind": self.kind, "classes": classes}

    @property
    def has_classes(self) -> bool:
        """Whether symmetric shapes are counted."""
        return self.by_symmetry or self.kind != FIXED

    @cached_property
    def names(self) -> list[str]:
        """The names of the groups of the lattice with their centres, by number."""
        return [FIXED, *(each.name for each in invariant_shapes(self.family.lattice))]

    def work(self) -> dict[tuple[str, int], tuple[float, float]]:
        """Predict nodes and seconds by group and width; the width of a search is 0.

        Groups that follow from other groups by folding have no entry. On squares, most of the
        visited sets of orbits are connected, and fewer on other lattices.
        """
        family, cells = self.family, self.cells[-1]
        found: dict[tuple[str, int], tuple[float, float]] = {}
        squares, half_turns = family == POLYOMINOES, {*HALF_TURNS} if self.sweeps[1:] else set()
        for sweep in self.sweeps:
            found |= {(sweep.groups[0], width): each for width, each in sweep.work(cells).items()}
        if not self.sweeps:
            nodes = sum(family.about(n) for n in range(1, cells + 1))
            in_space = family.lattice.dimensions > 2
            speed = speeds.CONNECTED_CUBES if in_space else speeds.CONNECTED_SETS
            found[FIXED, 0] = nodes, nodes / speed
        factor, known = (0.945, FOLDED) if squares else (1.08, {})
        graph = (2 * cells + 1) ** family.lattice.dimensions / speeds.GRAPH_CELLS
        for each in invariant_shapes(family.lattice) if self.has_classes else ():
            if each.name not in known and each.name not in half_turns:
                order = len(each.symmetry.elements)
                nodes = 0.4 * (factor * family.growth ** (1 / order)) ** cells
                found[each.name, 0] = nodes, graph + nodes / speeds.ORBIT_SETS
        return found

    @property
    def sweeps(self) -> list[type[MatrixSweep]]:
        """The sweeps that count polyominoes and polyhexes."""
        if self.family == POLYHEXES and self.cells[-1] >= HEXAGONS_SWEPT_FROM:
            return [HexagonSweep]
        if self.family != POLYOMINOES:
            return []
        swept = self.has_classes and self.cells[-1] >= SWEPT_FROM
        return [FixedSweep, HalfTurnSweep] if swept else [FixedSweep]

    def divide(self) -> list[Work]:
        parts: list[Work] = []
        for (group, width), (nodes, seconds) in self.work().items():
            number = self.names.index(group)
            if width:
                parts.append(Work([(number, width)], nodes, seconds))
                continue
            # Each part makes the graph again, which takes the rest of the seconds.
            searched = seconds if group == FIXED else nodes / speeds.ORBIT_SETS
            wanted = min(MOST_PARTS, max(1, round(searched / SECONDS_PER_PART)))
            prefixes: list[Prefix] = [()]
            if group == FIXED:
                prefixes = [(root,) for root in range(self.family.lattice.sublattices)]
            if wanted > 1:
                prefixes = self._divided(group, prefixes, wanted * PREFIXES_PER_PART)
            for share in range(wanted):
                own = [(number, 0, *prefix) for prefix in prefixes[share::wanted]]
                parts.append(Work(own, nodes / wanted, seconds / wanted))
        return sorted(parts, key=lambda part: -part.seconds)

    def _divided(self, group: str, prefixes: list[Prefix], wanted: int) -> list[Prefix]:
        kernel, state, _ = self._search(group)
        return by_levels(lambda prefix: drive.enter(kernel, state, prefix)[0], prefixes, wanted)

    def _search(self, group: str) -> tuple[Counting, Any, Any]:
        """Return the kernel that searches for the shapes of a group, a state, and zero counts."""
        cells = self.cells[-1]
        graph, counts = _graph(self.family.lattice, group, cells), np.zeros(cells + 1, np.int64)
        if group == FIXED:
            tables = connected_subgraphs.Tables(np.array([1, cells, 1], np.int64), *graph)
            return connected_subgraphs, connected_subgraphs.new_state(tables), counts
        return quotient, quotient.new_state(graph), counts

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        counts: dict[tuple[Any, ...], int] = Counter()
        nodes, most = 0, self.cells[-1]
        for (number, width), own in groupby(prefixes, key=lambda prefix: prefix[:2]):
            group = self.names[number]
            if width:
                (swept,) = (each for each in self.sweeps if each.groups[0] == group)
                sweep = swept(width, most).run(passed)
                for name, numbers in sweep.numbers.items():
                    for cells, count in enumerate(numbers):
                        counts[name, cells] += int(count)
                nodes += sweep.steps
                continue
            kernel, state, zeros = self._search(group)
            for prefix in own:
                drive.enter(kernel, state, prefix[2:])
                found, visited = drive.tally(kernel, state, zeros)
                passed(visited)
                nodes += visited
                for (cells,), count in found.items():
                    counts[group, cells] += count
        return Tally(counts, nodes)

    def lines(self, counts: Counts) -> list[Total]:
        """Return the total of each size, and the classes that are not empty or should not be."""
        lines, family, lattice = [], self.family, self.family.lattice
        folded = FOLDED if family == POLYOMINOES else {}
        for cells in self.cells:
            fixed = counts.get((FIXED, cells), 0)
            found, kept = {TOTAL: fixed}, {}
            if self.has_classes:
                for group in self.names[1:]:
                    name, times = folded.get(group, (group, 1))
                    kept[group] = 0 if cells % times else counts.get((name, cells // times), 0)
                free = classes_from(lattice, fixed, kept)
                each = {c.name: free[c.name] * c.per_free(self.kind) for c in lattice.classes}
                found = {TOTAL: sum(each.values()), **(each if self.by_symmetry else {})}
            for name, number in found.items():
                known = family.published(cells, self.kind, symmetry=name)
                if name == TOTAL or family.all_classes or number or (known and known.value):
                    labels = {"cells": cells, "kind": self.kind, "symmetry": name}
                    lines.append(against(labels, number, known))
        return lines


@lru_cache(maxsize=4)
def _graph(lattice: Lattice, group: str, cells: int) -> Any:
    """Return the graph of the search for the shapes of a group, which several parts may need."""
    if group == FIXED:
        return lattice_graph(lattice, cells)
    (symmetry,) = (each.symmetry for each in invariant_shapes(lattice) if each.name == group)
    return orbit_graphs.orbit_graph(symmetry, cells)[0]


def count_of(
    family: Family,
    cells: str | int | Iterable[int],
    kind: Kind = "free",
    by: tuple[str, ...] = (),
    *,
    lattice: str | Path | Lattice | None = None,
    **conditions: Any,
) -> Count:
    """Return a count by symmetry class or in total; with conditions or columns, a listing."""
    if not isinstance(family, PolyformFamily):
        family = LatticeParameters(1, lattice=lattice).entry
    refuse_positions(" ".join(by), kind)
    by = tuple(name for name in by if name != "cells")  # counts are by size anyway
    by_symmetry = by == ("symmetry",)
    by_columns = bool(by) and not by_symmetry
    if not by_columns and all(value is None for value in conditions.values()):
        return PolyformCount(family, consecutive(cells), kind, by_symmetry)
    problem = family.problem_class(cells=cells, kind=kind, **conditions)
    if by_columns:
        return ColumnsCount(problem, ("cells", *by))
    by_symmetry = by_symmetry or conditions.get("symmetry") is not None
    return ClassesCount(problem, by_symmetry=by_symmetry)


@dataclass(frozen=True)
class ClassesCount(SearchCount):
    """A count of polyforms under conditions, by size and of all sizes, perhaps by class."""

    by_symmetry: bool = False

    def lines(self, counts: Counts) -> list[Total]:
        rows: Any = rows_of(self.problem.to_json())
        lines = [*rows.totals(counts), *rows.of_all_sizes(counts)]
        return lines if self.by_symmetry else [line for line in lines if line.symmetry == TOTAL]


@dataclass(frozen=True)
class ColumnsCount(SearchCount):
    """A count of polyforms by columns, after the total of each size."""

    problem: Polyforms

    def lines(self, counts: Counts) -> list[Total]:
        codes = [{value: k for k, value in enumerate(column.values)} for column in self.keys]

        def place(key: tuple[Any, ...]) -> list[Any]:
            return [code.get(value, value) for code, value in zip(codes, key, strict=False)]

        lines, (_, *by), problem = [], self.by or (), self.problem
        numbers = {(n,): sum(counts[key] for key in counts if key[0] == n) for n in problem.sizes}
        numbers |= counts
        for key in sorted(numbers, key=place):
            labels: dict[str, Any] = dict(zip(by, key[1:], strict=False))
            size, known = key[0], None
            if not problem.is_conditional:
                known = problem.entry.published(size, problem.kind, **labels)
            labels = {"cells": size, "kind": problem.kind, **labels}
            lines.append(against(labels, numbers[key], known))
        return lines


def count_polyforms(
    family: str,
    cells: int | Iterable[int],
    kind: Kind = "free",
    *,
    by: str | Iterable[str] | None = None,
    lattice: str | Path | Lattice | None = None,
    **how: Unpack[HowToCount],
) -> Totals:
    """Count polyforms by size, kind and symmetry class, without listing them.

    Parameters
    ----------
    family : str
        "polyominoes", "polyhexes", "polyiamonds", "polyplets", "polycubes", "polysticks", or
        "polyforms" with a `lattice`.
    cells : int or iterable of int
        Consecutive sizes; polyominoes up to 40 cells.
    kind : {"free", "one-sided", "fixed"}
        Equal up to translation, rotation and reflection; translation and rotation; translation.
    by : str or iterable of str, optional
        ``"symmetry"``: also count each symmetry class. Empty classes without a published number are
        omitted, except for polyominoes.
        Other or several columns: count by depth (of polycubes), height, width, symmetry, perimeter,
        site_perimeter and holes, as in datasets, and by properties of shapes. Such counts are
        listings without rows and reach smaller sizes.
    lattice : str, path or Lattice, optional
        The lattice of polyforms: a file in TOML, or the name of a lattice of the package.
    **how : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    Totals
        By size: the total, then the classes or columns. Counts are exact ints.

    Raises
    ------
    ProblemError
        If there is no such family, or the size is out of reach.
    DatasetError
        If the folder `to` holds something else.

    Examples
    --------
    >>> [line.count for line in count_polyforms("polyhexes", range(1, 8), "free")]
    [1, 1, 3, 7, 22, 82, 333]
    >>> [line.count for line in count_polyforms("polyhexes", 6, "free", by="holes")]
    [82, 81, 1]
    >>> [line.count for line in count_polyforms("polyforms", range(1, 8), "free", lattice="kite")]
    [1, 2, 4, 10, 27, 85, 262]
    """
    if lattice is not None and family != ON_LATTICES.name:
        raise ProblemError(
            f"{family.capitalize()} have a lattice of their own: leave out lattice, or count "
            f"{ON_LATTICES.name}."
        )
    found = ON_LATTICES if family == ON_LATTICES.name else family_named(family)
    if isinstance(by, Iterable) and not isinstance(by, str):
        asked = tuple(by)
    else:
        asked = () if by is None else (str(by),)
    return count_of(found, cells, kind, asked, lattice=lattice).totals(**how)


def count_polyominoes(
    cells: int | Iterable[int],
    kind: Kind = "free",
    *,
    by: str | Iterable[str] | None = None,
    **how: Unpack[HowToCount],
) -> Totals:
    """Count polyominoes by size, kind and symmetry class; see `count_polyforms`.

    Examples
    --------
    >>> [line.count for line in count_polyominoes(range(1, 9), "free")]
    [1, 1, 2, 5, 12, 35, 108, 369]
    >>> count_polyominoes(24, "fixed")[0].count
    5239988770268
    >>> [(line.labels["holes"], line.count) for line in count_polyominoes(8, by="holes")[1:]]
    [(0, 363), (1, 6)]
    """
    return count_polyforms("polyominoes", cells, kind, by=by, **how)
