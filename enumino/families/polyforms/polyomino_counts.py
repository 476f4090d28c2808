"""Count polyominoes by size, kind and symmetry class, or by columns, by one of several methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, Unpack

from enumino.arguments import consecutive
from enumino.datasets.totals import Total, against, as_totals
from enumino.errors import ProblemError
from enumino.families.polyforms.class_count import (
    FIXED,
    ClassCount,
    Cost,
    Sizes,
    Way,
    needs_groups,
)
from enumino.families.polyforms.counting import costs, small
from enumino.families.polyforms.counting.class_counts import (
    LARGEST,
    METHODS,
    METHODS_WITHOUT_HOLES,
    Method,
    by_size,
    without_holes_by_size,
)
from enumino.families.polyforms.counting.ways import missing_kernels
from enumino.families.polyforms.polyomino_statistics import ColumnCount, column_count
from enumino.families.polyforms.problem import LARGEST as LARGEST_LISTED
from enumino.families.polyforms.problem import Polyominoes
from enumino.families.polyforms.published import squares as published
from enumino.objects.lattice import Kind, SymmetryClass
from enumino.published import TOTAL
from enumino.run.counting import count_by_search
from enumino.run.execution import HowToRun
from enumino.run.statistics import CLASSES_OR_COLUMNS
from enumino.words import quoted

NO_MEMORY = "Counts by columns take little memory, and none can be set: leave out --memory."
AnyMethod = Literal["auto", "search", "transfer-matrix", "rotated", "polygons", "listing"]


@dataclass(frozen=True)
class Estimate:
    """Expected cost of a method, None where it cannot reach the sizes.

    `taken` are the sizes whose numbers of fixed polyominoes are published ones.
    """

    method: str
    cost: Cost | None
    taken: tuple[int, ...] = ()


@dataclass(frozen=True)
class SizeCount:
    """A count of polyominoes by size, kind and symmetry class, and its method."""

    cells: range
    kind: Kind | None
    by_symmetry: bool
    without_holes: bool
    method: str
    count: ClassCount | Polyominoes

    @property
    def ways(self) -> tuple[Way, ...]:
        """Return the ways to count the subjects; none if polyominoes are listed."""
        return self.count.work.ways if isinstance(self.count, ClassCount) else ()

    @property
    def taken(self) -> tuple[int, ...]:
        """Sizes whose numbers of fixed polyominoes are published ones."""
        return tuple(self.count.taken) if isinstance(self.count, ClassCount) else ()

    @property
    def cost(self) -> Cost:
        """The expected work in all, and the most bytes of one task."""
        if isinstance(self.count, Polyominoes):
            expected = self.count.expect(self.count.probe((), probes=20_000, seed=1))
            return Cost(expected.nodes, expected.seconds, 1e7)
        each = [part.cost for way in self.ways for part in way.parts()]
        nodes, seconds = sum(cost.nodes for cost in each), sum(cost.seconds for cost in each)
        return Cost(nodes, seconds, max(cost.bytes for cost in each))

    def estimates(self) -> list[Estimate]:
        """Return the expected costs of all methods for the same numbers."""
        methods = (*METHODS_WITHOUT_HOLES, "listing") if self.without_holes else METHODS
        return [self._estimate(method) for method in methods]

    def _estimate(self, method: str) -> Estimate:
        try:
            other = size_count(self.cells, self.kind, self.by_symmetry, method, self.without_holes)
        except ProblemError:
            return Estimate(method, None)
        return Estimate(method, other.cost, other.taken)

    def missing_kernels(self) -> list[Callable[[], object]]:
        """Return calls that compile the kernels of symmetric ones that are not cached."""
        few = self.cells[-1] <= small.MOST_CELLS
        if few or self.without_holes or not needs_groups(self.kind, self.by_symmetry):
            return []
        return missing_kernels(self.ways)

    def totals(self, *, memory: float | None = None, **how_to_run: Any) -> list[Total]:
        """Run the count, and return all numbers beside the published ones."""
        if isinstance(self.count, ClassCount):
            kept = self.count.extended(how_to_run.get("checkpoint"))
            asked = (self.kind, self.by_symmetry, self.method, self.without_holes)
            count = size_count(kept, *asked).count
            assert isinstance(count, ClassCount)
            numbers = count.numbers(memory=memory, **how_to_run)
        else:
            numbers = self._listed(self.count, **how_to_run)
        return [
            replace(
                total(n, of_kind, symmetry, number, without_holes=self.without_holes),
                rests_on=self.rests_on(n, symmetry),
            )
            for (n, of_kind, symmetry), number in numbers.items()
            if n in self.cells
        ]

    def rests_on(self, cells: int, symmetry: str | None) -> str:
        """Return the published sequence that a number is made from, or an empty string."""
        if isinstance(self.count, Polyominoes):
            return ""
        return self.count.rests_on(cells, symmetry)

    def _listed(self, problem: Polyominoes, **how_to_run: Any) -> Sizes:
        """Count polyominoes without holes by listing them."""
        by = ("cells", "symmetry", "holes")
        listed = count_by_search(problem, by=by, **how_to_run).counts
        numbers: dict[tuple[int, Kind, str | None], int] = {}
        for n in self.cells:
            classes = {str(s): listed.get((n, str(s), 0), 0) for s in SymmetryClass}
            numbers[n, problem.kind, None] = sum(classes.values())
            if self.by_symmetry:
                numbers |= {(n, problem.kind, name): count for name, count in classes.items()}
        return numbers


def size_count(
    cells: range, kind: Kind | None, by_symmetry: bool, method: str, without_holes: bool = False
) -> SizeCount:
    """Return the count by size, kind and symmetry class, by a method or the cheaper one."""
    count: ClassCount | Polyominoes
    if without_holes:
        one = kind or "free"
        if method == "listing":
            count = _listing(cells, one)
        else:
            way = next((m for m in METHODS_WITHOUT_HOLES if method in ("auto", m)), None)
            if way is None:
                raise ProblemError(
                    f"Polyominoes without holes are counted by {', '.join(METHODS_WITHOUT_HOLES)} "
                    f"or listing, not by {quoted(method)}: leave out --method."
                )
            method, count = way, without_holes_by_size(cells, one, by_symmetry, way)
        return SizeCount(cells, one, by_symmetry, True, method, count)
    chosen = _cheaper(cells) if method == "auto" else _known(method)
    count = by_size(cells, kind, by_symmetry, chosen)
    return SizeCount(cells, kind, by_symmetry, False, chosen, count)


def _listing(cells: range, kind: Kind) -> Polyominoes:
    if cells[0] >= 1 and cells[-1] <= LARGEST_LISTED:
        return Polyominoes(cells, kind)
    wrong = f"{cells[0]} to {cells[-1]}" if len(cells) > 1 else f"{cells[0]}"
    raise ProblemError(
        f"Polyominoes with {wrong} cells cannot be counted by this method: it takes 1 to "
        f"{LARGEST_LISTED} cells by listing: leave out --method."
    )


def _cheaper(cells: range) -> Method:
    """The method with the lower expected cost."""
    largest = cells[-1]
    if not 1 <= largest <= LARGEST["search"]:
        return "transfer-matrix"  # raises an error for sizes out of its reach
    if largest <= small.MOST_CELLS:
        return "search"
    searched = costs.search(largest).seconds < costs.matrix(FIXED, largest).seconds
    return "search" if searched else "transfer-matrix"


def _known(method: str) -> Method:
    if method == "polygons":
        raise ProblemError(
            "The method polygons counts what has no holes: add --without-holes, or leave it out."
        )
    if method == "listing":
        raise ProblemError("The method listing counts by columns: name some, as --by holes.")
    if method not in METHODS:
        raise ProblemError(
            f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
        )
    return METHODS[METHODS.index(method)]


def choose(
    cells: range,
    kind: Kind | None,
    *,
    by_symmetry: bool = False,
    by: str | Iterable[str] | None = None,
    method: str = "auto",
    without_holes: bool = False,
) -> SizeCount | ColumnCount:
    """Return the count that `count_polyominoes` runs for these arguments."""
    if by is None:
        return size_count(cells, kind, by_symmetry, method, without_holes)
    if by_symmetry:
        raise ProblemError(CLASSES_OR_COLUMNS)
    if without_holes:
        raise ProblemError(
            "--without-holes cannot be combined with columns: leave it out and add holes to --by; "
            "the lines with 0 holes are those without."
        )
    return column_count(cells, kind or "free", by, method)


@as_totals
def count_polyominoes(
    cells: int | Iterable[int],
    kind: Kind | None = None,
    *,
    by_symmetry: bool = False,
    by: str | Iterable[str] | None = None,
    method: AnyMethod = "auto",
    without_holes: bool = False,
    memory: float | None = None,
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count polyominoes by size, kind and symmetry class, without listing them.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes, up to 60; fixed ones alone up to 40, by search up to 30, and up to 55
        without holes. Beyond 40 the numbers of fixed polyominoes are the published ones, and
        `Total.rests_on` says so of all numbers that are made from them.
    kind : {"free", "one-sided", "fixed"}, optional
        By default all three.
    by_symmetry : bool
        Also count each symmetry class (of free polyominoes, if no kind is given).
    by : str or iterable of str, optional
        Count by these columns (free polyominoes, if no kind is given): height, width, symmetry,
        perimeter, site_perimeter, holes, as datasets have them. Up to 30 cells.
    method : {"auto", "search", "transfer-matrix", "rotated", "polygons", "listing"}
        Method for fixed polyominoes and half-turns: search, transfer matrix, or another one on
        the lattice turned by 45 degrees (up to 46 cells). They share no transitions and no
        bounds. ``"auto"`` takes the cheaper of the first two.
        Symmetric ones are counted by search as well, or in the cheaper way.
        By columns, the transfer matrix counts fixed ones by height and width, up to 40 cells, and
        listing is the search of a dataset, without its files.
    without_holes : bool
        Whether to count only polyominoes without holes (free ones, if no kind is given): fixed
        ones by transfer matrix, or by another of polygons (``"polygons"``); or all, up to 21
        cells, by listing them.
    client, threads, in_process, wait_seconds, upload :
        Where to run, as in `enumino.enumerate_to`.
    checkpoint : str or path, optional
        Folder that remembers finished tasks; the same call goes on from there.
    memory : float, optional
        Most bytes that sweeps hold at once: the largest run alone, before all others.
    on_event : callable, optional
        Called with `Dividing`, `Started`, `Progressed`, `TaskFinished`.

    Returns
    -------
    list of Total
        By size: the kinds (symmetry ``total``), then the classes, or the lines by columns. Counts
        are exact ints.

    Raises
    ------
    ProblemError
        If the method does not reach that size.
    DatasetError
        If the checkpoint folder belongs to another count.

    Examples
    --------
    >>> [line.count for line in count_polyominoes(range(1, 9), "free")]
    [1, 1, 2, 5, 12, 35, 108, 369]
    >>> count_polyominoes(28, "fixed")[0].count
    1228088671826973
    >>> [(line.labels["holes"], line.count) for line in count_polyominoes(8, by="holes")[1:]]
    [(0, 363), (1, 6)]
    """
    count = choose(
        consecutive(cells),
        kind,
        by_symmetry=by_symmetry,
        by=by,
        method=method,
        without_holes=without_holes,
    )
    if isinstance(count, SizeCount):
        return count.totals(memory=memory, **how_to_run)
    if memory is not None:
        raise ProblemError(NO_MEMORY)
    return count.totals(**how_to_run)


def total(
    cells: int, kind: Kind, symmetry: str | None, count: int, *, without_holes: bool = False
) -> Total:
    """Return a number of polyominoes beside the published one; without `symmetry`, of a kind.

    >>> total(8, "free", None, 369).agrees
    True
    """
    lookup = published.polyominoes_without_holes if without_holes else published.polyominoes
    labels = {"cells": cells, "kind": kind, "symmetry": str(symmetry or TOTAL)}
    return against(labels, count, lookup(cells, kind, symmetry))
