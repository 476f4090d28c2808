"""Polyforms by perimeter, box, holes and symmetry, counted without rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from enumino.datasets.totals import Total
from enumino.families.polyforms.columns import COUNTED
from enumino.families.polyforms.count_tasks import Countable
from enumino.families.polyforms.families import family_named
from enumino.families.polyforms.problem import Polyforms
from enumino.objects.point_group import Kind
from enumino.published import Published
from enumino.run.counting import columns_counted
from enumino.run.statistics import Labels, columns_asked, totals_by


def problem_of(family: str, cells: Iterable[int], kind: Kind) -> Polyforms:
    """Return the problem that lists the polyforms of a family."""
    return family_named(family).problem_class(cells, kind)


def count_statistics(
    countable: Countable,
    cells: Iterable[int],
    kind: Kind,
    by: str | Iterable[str],
    **how_to_run: Any,
) -> list[Total]:
    """Count polyforms of a kind by size and some of the columns `COUNTED`, with all totals."""
    problem = problem_of(countable.family, cells, kind)
    asked = columns_asked(by, [name for name in COUNTED if name in columns_counted(problem)])

    def known(labels: Labels) -> Published | None:
        return _known(countable, kind, labels)

    return totals_by(problem, asked, known, size="cells", kind=kind, **how_to_run)


def _known(countable: Countable, kind: Kind, labels: Labels) -> Published | None:
    """What is published about the polyforms with some labels."""
    cells, names = int(labels["cells"]), labels.keys() - {"cells", "kind"}
    if not names:
        return countable.sequences.of_kind(cells, kind)
    if names == {"symmetry"}:
        symmetry = countable.lattice.class_named(str(labels["symmetry"]))
        return countable.sequences.of_class(cells, kind, symmetry)
    return None
