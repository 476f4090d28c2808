"""Count polyforms by size, kind and symmetry class, or by columns, without listing them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from enumino.arguments import consecutive
from enumino.datasets.documents import Counts
from enumino.datasets.totals import Total, Totals, against
from enumino.errors import ProblemError
from enumino.families.polyforms.counting.count import PolyformCount
from enumino.families.polyforms.families import (
    CLASSES,
    ON_LATTICES,
    PolyformFamily,
    family_named,
)
from enumino.families.polyforms.parameters import LatticeParameters
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind
from enumino.published import TOTAL
from enumino.registry import Family, rows_of
from enumino.run.counting import Count, HowToCount
from enumino.run.searching import CountByColumns, SearchCount

if TYPE_CHECKING:
    from enumino.families.polyforms.problem import Polyforms


def count_of(
    family: Family,
    cells: str | int | Iterable[int],
    kind: Kind = "free",
    by: tuple[str, ...] = (),
    *,
    lattice: str | Path | Lattice | None = None,
    **conditions: Any,
) -> Count:
    """Return the count by columns: the equation of all classes, or a listing without rows.

    Under conditions and by other columns it is a listing.
    """
    if not isinstance(family, PolyformFamily):
        family = LatticeParameters(1, lattice=lattice).entry
    given = any(value is not None for value in conditions.values())
    if not given and by in ((), CLASSES):
        return PolyformCount(family, consecutive(cells), kind, by == CLASSES)
    problem = family.problem_class(cells=cells, kind=kind, **conditions)
    if by in ((), CLASSES):
        by_symmetry = by == CLASSES or conditions.get("symmetry") is not None
        return ClassesCount(problem, by_symmetry=by_symmetry)
    return ColumnsCount(problem, ("cells", *by))


@dataclass(frozen=True)
class ClassesCount(SearchCount):
    """Polyforms that meet conditions by size, and of all sizes, if asked for by symmetry class."""

    by_symmetry: bool = False

    def lines(self, counts: Counts) -> list[Total]:
        rows: Any = rows_of(self.problem.to_json())
        lines = [*rows.totals(counts), *rows.of_all_sizes(counts)]
        return lines if self.by_symmetry else [line for line in lines if line.symmetry == TOTAL]

    def varying(self) -> list[str]:
        """Return the labels that vary: classes do not stand in b-files."""
        return ["cells"]


@dataclass(frozen=True)
class ColumnsCount(CountByColumns):
    """Polyforms by columns, after the total of each size, beside what is published."""

    problem: Polyforms

    def lines(self, counts: Counts) -> list[Total]:
        return [line for cells in self.problem.sizes for line in self._lines(cells, counts)]

    def _lines(self, cells: int, counts: Counts) -> list[Total]:
        _, *by = self.by or ()
        orders = [{v: code for code, v in enumerate(column.values)} for column in self.keys[1:]]
        found = {tuple(key): number for (size, *key), number in counts.items() if size == cells}

        def place(key: tuple[Any, ...]) -> list[Any]:
            return [order.get(value, value) for order, value in zip(orders, key, strict=True)]

        labels = {"cells": cells, "kind": self.problem.kind}
        keys = sorted(found, key=place)
        return [
            self._line(labels, {}, sum(found.values())),
            *(self._line(labels, dict(zip(by, key, strict=True)), found[key]) for key in keys),
        ]

    def varying(self) -> list[str]:
        """Return the columns, and the size if there are several."""
        _, *by = self.by or ()
        return [*(["cells"] if len(self.problem.sizes) > 1 else []), *by]

    def _line(self, labels: dict[str, Any], values: dict[str, Any], number: int) -> Total:
        problem, known = self.problem, None
        if not problem.is_conditional:
            known = problem.entry.published(labels["cells"], problem.kind, **values)
        return against(labels | values, number, known)


def count_polyforms(
    family: str,
    cells: int | Iterable[int],
    kind: Kind = "free",
    *,
    by: str | Iterable[str] | None = None,
    lattice: str | Path | Lattice | None = None,
    **how_to_run: Unpack[HowToCount],
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
        left out, except those of polyominoes.
        Other columns, or several: count by depth (of polycubes), height, width, symmetry,
        perimeter, site_perimeter, holes, as datasets have them, and by properties of shapes. Such
        counts are listings without rows, and reach less far.
    lattice : str, path or Lattice, optional
        The lattice of polyforms: a file in TOML, or the name of one that comes with the package.
    **how_to_run : dict
        Where to run: `client`, `threads` and `processes`, as in `enumino.enumerate_to`;
        `to`, a folder that keeps finished parts, from which the same call goes on; `on_event`,
        called with `Started`, `Progressed`, `PartFinished`.

    Returns
    -------
    Totals
        By size: the total, then the classes, or the lines by columns. Counts are exact ints.

    Raises
    ------
    ProblemError
        If there is no such family, or the size is out of reach.
    DatasetError
        If the folder holds something else.

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
    asked = (by,) if isinstance(by, str) else tuple(by or ())
    return count_of(found, cells, kind, asked, lattice=lattice).totals(**how_to_run)


def count_polyominoes(
    cells: int | Iterable[int],
    kind: Kind = "free",
    *,
    by: str | Iterable[str] | None = None,
    **how_to_run: Unpack[HowToCount],
) -> Totals:
    """Count polyominoes by size, kind and symmetry class: `count_polyforms` of polyominoes.

    Examples
    --------
    >>> [line.count for line in count_polyominoes(range(1, 9), "free")]
    [1, 1, 2, 5, 12, 35, 108, 369]
    >>> count_polyominoes(28, "fixed")[0].count
    1228088671826973
    >>> [(line.labels["holes"], line.count) for line in count_polyominoes(8, by="holes")[1:]]
    [(0, 363), (1, 6)]
    """
    return count_polyforms("polyominoes", cells, kind, by=by, **how_to_run)
