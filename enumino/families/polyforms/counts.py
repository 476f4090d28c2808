"""Count polyforms by size, kind and symmetry class, or by columns, without listing them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Unpack

from enumino.arguments import consecutive
from enumino.datasets.totals import Total, against, as_totals
from enumino.errors import ProblemError
from enumino.families.polyforms.families import (
    CLASSES,
    ON_LATTICES,
    PolyformFamily,
    family_named,
)
from enumino.families.polyforms.on_lattices import LatticeParameters
from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind
from enumino.published import TOTAL, Published
from enumino.run.counting import Labels, columns_asked, count_by_search, totals_by
from enumino.run.execution import HowToRun


@as_totals
def count_polyforms(
    family: str,
    cells: int | Iterable[int],
    kind: Kind | None = None,
    *,
    by: str | Iterable[str] | None = None,
    lattice: str | Path | Lattice | None = None,
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count polyforms by size, kind and symmetry class, without listing them.

    Parameters
    ----------
    family : str
        "polyominoes", "polyhexes", "polyiamonds", "polyplets", "polycubes", "polysticks", or
        "polyforms" with a `lattice`.
    cells : int or iterable of int
        Consecutive sizes; polyominoes up to 40 cells.
    kind : {"free", "one-sided", "fixed"}, optional
        By default all three, or free ones by columns.
    by : str or iterable of str, optional
        ``"symmetry"``: also count each symmetry class (of free ones, if no kind is given). Empty
        classes without a published number are left out, except those of polyominoes.
        Other columns, or several: count by depth (of polycubes), height, width, symmetry,
        perimeter, site_perimeter, holes, as datasets have them, and by facts about shapes. Such
        counts are listings without rows, and reach less far.
    lattice : str, path or Lattice, optional
        The lattice of polyforms: a file in TOML, or the name of one that comes with the package.
    **how_to_run : dict
        Where to run: `client`, `threads`, `processes`, `in_process`, as in `enumino.enumerate_to`;
        `checkpoint`, a folder in which finished tasks are saved, so that the same call resumes from
        it; `on_event`, called with `Dividing`, `Started`, `Progressed`, `TaskFinished`.

    Returns
    -------
    list of Total
        By size: the kinds (symmetry ``total``), then the classes, or the lines by columns. Counts
        are exact ints.

    Raises
    ------
    ProblemError
        If there is no such family, or the size is out of reach.
    DatasetError
        If the checkpoint folder belongs to another count.

    Examples
    --------
    >>> [line.count for line in count_polyforms("polyhexes", range(1, 8), "free")]
    [1, 1, 3, 7, 22, 82, 333]
    >>> [line.count for line in count_polyforms("polyhexes", 6, "free", by="holes")]
    [82, 81, 1]
    >>> [line.count for line in count_polyforms("polyforms", range(1, 8), "free", lattice="kite")]
    [1, 2, 4, 10, 27, 85, 262]
    """
    from enumino.families.polyforms.counting.count import Count

    found, sizes = _family(family, lattice), consecutive(cells)
    columns = () if by is None else columns_asked(by, found.counted)
    if found.lists_to_count(columns):
        problem = found.problem_class(sizes, kind or "free")
        return listed_totals(problem, columns or None, **how_to_run)
    return Count(found, sizes, kind, columns == CLASSES).totals(**how_to_run)


def _family(name: str, lattice: str | Path | Lattice | None) -> PolyformFamily:
    """Return the family of a name, and of a lattice for polyforms."""
    if lattice is None and name != ON_LATTICES.name:
        return family_named(name)
    if name != ON_LATTICES.name:
        raise ProblemError(
            f"{name.capitalize()} have a lattice of their own: leave out lattice, or count "
            f"{ON_LATTICES.name}."
        )
    return LatticeParameters(1, lattice=lattice).entry


def count_polyominoes(
    cells: int | Iterable[int],
    kind: Kind | None = None,
    *,
    by: str | Iterable[str] | None = None,
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
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


def listed_totals(problem: Polyforms, by: tuple[str, ...] | None, **how_to_run: Any) -> list[Total]:
    """List polyforms without keeping rows; return their numbers beside the published ones.

    They are by size, and of all sizes, and by symmetry class if that is asked for; or by other
    columns, after the total of each size, of which those without conditions are published.
    """
    from enumino.families.polyforms.rows import PolyformRows

    if by is None or by == CLASSES:
        rows = PolyformRows(problem.to_json())
        counts = count_by_search(problem, **how_to_run).counts
        lines = [*rows.totals(counts), *rows.of_all_sizes(counts)]
        return lines if by else [line for line in lines if line.symmetry == TOTAL]

    def known(labels: Labels) -> Published | None:
        if problem.is_conditional:
            return None
        values = {name: v for name, v in labels.items() if name not in ("cells", "kind")}
        return problem.entry.published_by(int(labels["cells"]), problem.kind, values)

    found = totals_by(problem, by, known, size="cells", kind=problem.kind, **how_to_run)
    met = {line.labels["cells"] for line in found}
    none = [{"cells": size, "kind": problem.kind} for size in problem.cells if size not in met]
    found += [against(labels, 0, None) for labels in none]
    return sorted(found, key=lambda line: line.labels["cells"])
