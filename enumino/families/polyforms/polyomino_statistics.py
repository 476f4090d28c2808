"""Polyominoes by perimeter, box, holes and symmetry, without rows: by walks, boxes or listing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from enumino.datasets.totals import Total
from enumino.enum.problem import Tally
from enumino.errors import ProblemError
from enumino.families.polyforms.class_count import kept_sizes
from enumino.families.polyforms.columns import COUNTED_IN_PLANE as COUNTED
from enumino.families.polyforms.counting.walks import SIDES, BoxCount, WalkCount
from enumino.families.polyforms.problem import Polyominoes
from enumino.families.polyforms.published import squares as published
from enumino.objects.lattice import Kind, SymmetryClass
from enumino.published import Published
from enumino.run.counting import Estimate, count_by_search, expected_search
from enumino.run.statistics import Labels, columns_asked, totals_of
from enumino.words import quoted

StatisticsMethod = Literal["search", "transfer-matrix", "listing"]
METHODS: tuple[StatisticsMethod, ...] = ("search", "transfer-matrix", "listing")
CLASS_ORDER = {str(symmetry): code for code, symmetry in enumerate(SymmetryClass)}
MATRIX_FROM = 13  # cells from which the transfer matrix is the cheaper way to count boxes


@dataclass(frozen=True)
class ColumnCount:
    """A count of polyominoes of a kind by some of the columns `COUNTED`, and its method."""

    cells: range
    kind: Kind
    by: tuple[str, ...]
    method: StatisticsMethod
    count: WalkCount | BoxCount | Polyominoes

    @property
    def estimate(self) -> Estimate:
        """The expected work."""
        if isinstance(self.count, Polyominoes):
            return expected_search(self.count, self.method)
        parts = [part.cost for part in self.count.work.parts()]
        nodes, seconds = sum(cost.nodes for cost in parts), sum(cost.seconds for cost in parts)
        return Estimate(self.method, nodes, seconds)

    def tally(self, **how_to_run: Any) -> Tally:
        """Run the count, and return the numbers by size and columns."""
        if isinstance(self.count, Polyominoes):
            return count_by_search(self.count, by=("cells", *self.by), **how_to_run)
        kept = kept_sizes(how_to_run.get("checkpoint"), self.count.to_json())
        count = replace(self.count, cells=kept or self.cells)
        tally = count.combine(count.work.sums(count.to_json(), **how_to_run))
        return Tally({key: n for key, n in tally.counts.items() if key[0] in self.cells})

    def totals(self, **how_to_run: Any) -> list[Total]:
        """Run the count, and return all numbers beside the published ones."""
        orders = [CLASS_ORDER if name == "symmetry" else {} for name in self.by]
        found = self.tally(**how_to_run)
        return totals_of(found, self.by, orders, known, size="cells", kind=self.kind)


def column_count(cells: range, kind: Kind, by: str | Iterable[str], method: str) -> ColumnCount:
    """Return the count by some columns, by a method or by the one that suits (``"auto"``)."""
    asked = columns_asked(by, COUNTED)
    if method not in ("auto", *METHODS):
        raise ProblemError(
            f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
        )
    boxes_only = kind == "fixed" and set(asked) <= set(SIDES)
    if method == "transfer-matrix" or (
        method == "auto" and boxes_only and cells[-1] >= MATRIX_FROM
    ):
        if kind != "fixed":
            raise ProblemError(
                f"The transfer matrix counts fixed polyominoes by their boxes, not {kind} ones: "
                "leave out --method, or ask for --kind fixed."
            )
        return ColumnCount(cells, kind, asked, "transfer-matrix", BoxCount(cells, asked))
    if method == "listing":
        return ColumnCount(cells, kind, asked, "listing", Polyominoes(cells, kind))
    return ColumnCount(cells, kind, asked, "search", WalkCount(cells, kind, asked))


def known(labels: Labels) -> Published | None:
    """Return the published number of polyominoes with some labels.

    >>> known({"cells": 8, "kind": "free", "holes": 0})
    Published(oeis='A000104', value=363)
    """
    cells, kind, *_ = labels.values()
    values = {name: value for name, value in labels.items() if name not in ("cells", "kind")}
    return published.polyominoes_by(int(cells), kind, values)  # type: ignore[arg-type]
