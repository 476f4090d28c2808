"""The facts about the shape of polyforms: columns, their computation, and totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from enumino.datasets.checks import Fault
from enumino.datasets.facts import FactSet
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.plane.facts import TilingFacts
from enumino.families.polyforms.plane.rectangle_facts import RectangleFacts
from enumino.objects.lattice import SQUARE, Lattice, two_colouring
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.documents import Counts
    from enumino.datasets.rows import Rows
    from enumino.datasets.totals import Total
    from enumino.families.polyforms.rows import PolyformRows

SIZE = (
    Column("cells", "uint8", "Number of cells.", key=True),
    Column("orbit", "uint8", "Fixed objects that this row stands for.", key=True),
)
# Facts beside the named properties. Those of the graph of neighbours are of any lattice. Numbers
# that change in most rows are smaller as differences, and written faster.
GRAPH = (
    Column("edges", "uint8", "Pairs of adjacent cells.", key=True, encoding="delta"),
    Column(
        "cut_cells", "uint8", "Cells without which the shape is not connected.", encoding="delta"
    ),
    Column(
        "spanning_trees",
        "uint64",
        "Spanning trees of the graph of adjacent cells, at most 2^64 - 1.",
        encoding="delta",
    ),
)
COLOURED = (
    Column(
        "imbalance",
        "uint8",
        "Difference between the numbers of cells of two colours, where neighbours differ.",
        key=True,
        encoding="delta",
    ),
)
SQUARES = (
    Column(
        "simply_connected_interior",
        "bool",
        "No gap is enclosed; one that meets the outside at a corner is not.",
        key=True,
    ),
    Column("squares", "uint8", "Full squares of 2 x 2 cells.", encoding="delta"),
    Column("pinches", "uint8", "Corners where two cells touch and two are empty.", key=True),
    Column(
        "colourings",
        "uint8",
        "Chessboard colourings that no symmetry of the shape takes to each other.",
        key=True,
    ),
    Column(
        "rectangular_forms",
        "uint8",
        "Shapes of rectangular cells that no symmetry of these takes to each other.",
        key=True,
    ),
    Column("column_convex_images", "uint8", "Fixed images that are column-convex.", key=True),
    Column("directed_images", "uint8", "Fixed images that are directed.", key=True),
    Column("directed_convex_images", "uint8", "Fixed images that are directed convex.", key=True),
    Column("parallelogram_images", "uint8", "Fixed images that are parallelograms.", key=True),
)
# Properties that totals are kept for; others depend on the image, or follow from the imbalance.
COUNTED = ("tree", "snake", "without_holes", "convex", "l_convex")


@dataclass(frozen=True, repr=False)
class ShapeFacts(FactSet):
    """Facts about the shape of a polyform."""

    name: ClassVar[str] = "shape"
    version: ClassVar[int] = 2
    summary: ClassVar[str] = "Trees, snakes, convexity, cut cells, spanning trees."
    rows_per_second: ClassVar[float] = 2e6
    bytes_per_row: ClassVar[float] = 3.0

    def about(self, rows: Rows) -> Self:
        """Return the set as facts about shapes of a lattice that has all of them."""
        lattice: Lattice = rows.lattice
        if lattice.overlaps:
            raise ProblemError(
                "Facts about shapes are for cells that do not overlap, not for those of the "
                f"{lattice.name} lattice."
            )
        if not lattice.counts_holes:
            raise ProblemError(
                "Facts about shapes are for the plane and for cubes, where holes are defined, not "
                f"for the {lattice.name} lattice."
            )
        return super().about(rows)

    @property
    def described_rows(self) -> PolyformRows:
        """The polyforms."""
        rows: PolyformRows = self.__dict__["described"]
        return rows

    @property
    def reads(self) -> tuple[str, ...]:
        """Box and mask, and further columns that are not computed anew."""
        return (*BOX, *MASKS, "cells", "orbit", "holes")

    @property
    def columns(self) -> tuple[Column, ...]:
        """The size and the orbit of a row, for totals, and the facts that its lattice has."""
        from enumino.families.polyforms.properties import properties_of

        lattice = self.rows.lattice
        named = (
            Column(each.name, "bool", _sentence(each.definition), key=each.name in COUNTED)
            for each in properties_of(lattice)
        )
        coloured = COLOURED if two_colouring(lattice) else ()
        return (*SIZE, *named, *GRAPH, *coloured, *(SQUARES if lattice == SQUARE else ()))

    def compute(self, rows: pa.RecordBatch) -> Mapping[str, Any]:
        """Return the facts about some rows."""
        from enumino.families.polyforms.shape_kernels import measured

        given = {name: rows.column(name).to_numpy() for name in rows.schema.names}
        found = measured(self.rows.lattice, self.described_rows.kind, given)
        found |= {"cells": given["cells"], "orbit": given["orbit"]}
        found["without_holes"] = given["holes"] == 0
        found["balanced"] = found["imbalance"] == 0
        flags = [column.name for column in self.columns if column.type == "bool"]
        return found | {name: found[name].view(bool) for name in flags}

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute the facts from the masks, in NumPy."""
        from enumino.families.polyforms.shape_checks import faults

        return faults(rows, self.described_rows.lattice, self.described_rows.kind, self.columns)

    def totals(self, counts: Counts) -> list[Total]:
        """Return the numbers of shapes with each property, beside the published ones."""
        from enumino.families.polyforms.shape_totals import totals

        keys = [column.name for column in self.columns if column.key]
        return totals(self.described_rows, keys, counts)


def _sentence(phrase: str) -> str:
    return f"{phrase[0].upper()}{phrase[1:]}."


FACT_SETS = (ShapeFacts, TilingFacts, RectangleFacts)
