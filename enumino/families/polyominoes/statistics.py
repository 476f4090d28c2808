"""Polyominoes by perimeter, box, holes and symmetry, counted without rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from enumino.datasets.totals import Total
from enumino.families.polyominoes import published
from enumino.families.polyominoes.columns import COUNTED
from enumino.families.polyominoes.problem import Polyominoes
from enumino.objects.lattice import Kind
from enumino.published import Published
from enumino.run.statistics import Labels, columns_asked, totals_by


def count_statistics(
    cells: Iterable[int], kind: Kind, by: str | Iterable[str], **how_to_run: Any
) -> list[Total]:
    """Count polyominoes of a kind by size and some of the columns `COUNTED`, with all totals."""
    asked, problem = columns_asked(by, COUNTED), Polyominoes(cells, kind)
    return totals_by(problem, asked, known, size="cells", kind=kind, **how_to_run)


def known(labels: Labels) -> Published | None:
    """Return what is published about the polyominoes with some labels.

    >>> known({"cells": 8, "kind": "free", "holes": 0})
    Published(oeis='A000104', value=363)
    """
    cells, kind, *_ = labels.values()
    values = {name: value for name, value in labels.items() if name not in ("cells", "kind")}
    return published.polyominoes_by(int(cells), kind, values)  # type: ignore[arg-type]
