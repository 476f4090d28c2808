"""Count polyforms by size, kind and symmetry class, without listing them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Unpack

from enumino.arguments import consecutive
from enumino.datasets.totals import Total, against, as_totals
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import COUNTED
from enumino.families.polyforms.count_tasks import polyform_count
from enumino.families.polyforms.families import PolyformFamily, family_named
from enumino.objects.point_group import Kind
from enumino.published import TOTAL, Published
from enumino.run.counting import columns_counted
from enumino.run.execution import HowToRun
from enumino.run.statistics import CLASSES_OR_COLUMNS, Labels, columns_asked, totals_by

FIXED_BY_COLUMNS = (
    "Published numbers of fixed polyforms say nothing of other columns: count by symmetry, or "
    "without them."
)


@as_totals
def count_polyforms(
    family: str,
    cells: int | Iterable[int],
    kind: Kind | None = None,
    *,
    by_symmetry: bool = False,
    by: str | Iterable[str] | None = None,
    published_fixed: bool = False,
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count polyforms by size, kind and symmetry class, without listing them.

    Parameters
    ----------
    family : {"polyhexes", "polyiamonds", "polyplets", "polycubes", "polysticks"}
    cells : int or iterable of int
        Consecutive sizes.
    kind : {"free", "one-sided", "fixed"}, optional
        By default all three.
    by_symmetry : bool
        Also count each symmetry class (of free ones, if no kind is given). Empty classes without
        a published number are left out.
    by : str or iterable of str, optional
        Count by these columns (free ones, if no kind is given): depth (of polycubes), height,
        width, symmetry, perimeter, site_perimeter, holes, as datasets have them.
    published_fixed : bool
        Whether to use the numbers of fixed ones in the OEIS, and count only those with a symmetry.
        `Total.rests_on` marks all numbers that are made from them.
    client, threads, in_process, wait_seconds, upload :
        Where to run, as in `enumino.enumerate_to`.
    checkpoint : str or path, optional
        Folder that remembers finished tasks; the same call goes on from there.
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
        If there is no such family, the size is out of reach, or the number of fixed ones is to be
        taken where none is published.
    DatasetError
        If the checkpoint folder belongs to another count.

    Examples
    --------
    >>> [line.count for line in count_polyforms("polyhexes", range(1, 8), "free")]
    [1, 1, 3, 7, 22, 82, 333]
    >>> [line.count for line in count_polyforms("polyhexes", 6, "free", by="holes")]
    [82, 81, 1]
    """
    if by is not None:
        if by_symmetry:
            raise ProblemError(CLASSES_OR_COLUMNS)
        if published_fixed:
            raise ProblemError(FIXED_BY_COLUMNS)
        return _by_columns(
            family_named(family),
            consecutive(cells),
            kind or "free",
            by,
            **how_to_run,
        )
    counted = family_named(family)
    count = polyform_count(counted, consecutive(cells), kind, by_symmetry, published_fixed)
    kept = count.extended(how_to_run.get("checkpoint"))
    wider = polyform_count(counted, kept, kind, by_symmetry, published_fixed)
    numbers = wider.numbers(**how_to_run)
    lines = [
        replace(
            _beside_the_published(counted, cells, of_kind, symmetry, number),
            rests_on=count.rests_on(cells, symmetry),
        )
        for (cells, of_kind, symmetry), number in numbers.items()
        if cells in count.cells
    ]
    return [line for line in lines if line.symmetry == TOTAL or line.count or line.published]


def _beside_the_published(
    family: PolyformFamily, cells: int, kind: Kind, symmetry: str | None, count: int
) -> Total:
    labels = {"cells": cells, "kind": kind, "symmetry": TOTAL if symmetry is None else symmetry}
    return against(labels, count, family.published(cells, kind, symmetry))


def _by_columns(
    family: PolyformFamily, cells: range, kind: Kind, by: str | Iterable[str], **how_to_run: Any
) -> list[Total]:
    """Count polyforms of a kind by size and some of the columns `COUNTED`, with all totals."""
    problem = family.problem_class(cells, kind)
    names = columns_asked(by, [name for name in COUNTED if name in columns_counted(problem)])

    def known(labels: Labels) -> Published | None:
        others = labels.keys() - {"cells", "kind"}
        if others - {"symmetry"}:
            return None
        symmetry = str(labels["symmetry"]) if others else None
        return family.published(int(labels["cells"]), kind, symmetry)

    return totals_by(problem, names, known, size="cells", kind=kind, **how_to_run)
