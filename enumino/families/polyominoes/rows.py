"""Rows that are polyominoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from enumino import drawing
from enumino.datasets.checks import Check, Fault, Sums
from enumino.datasets.checks.numbers import differs, of_other_sizes
from enumino.datasets.documents import Counts, Parameters, parameters_of
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.drawing.figures import Cells
from enumino.families.polyominoes import published
from enumino.families.polyominoes.published import FREE_BY_SYMMETRY
from enumino.objects.lattice import Kind, SymmetryClass
from enumino.objects.polyform import Polyomino
from enumino.published import TOTAL
from enumino.words import plural

if TYPE_CHECKING:
    import pyarrow as pa

Size = Annotated[int, msgspec.Meta(ge=1, le=255)]
"""Cells of a polyomino, as its column holds them."""


class _Parameters(msgspec.Struct):
    cells: tuple[Size, Size]
    kind: Kind


class PolyominoRows(Rows):
    """One polyomino a row."""

    identity = ("width", "mask", "mask_hi")
    drawn_from = ("height", "width", "mask", "mask_hi")
    label_types = MappingProxyType({"cells": "uint8"})

    def __init__(self, problem: Parameters) -> None:
        asked = parameters_of(problem, _Parameters)
        lowest, highest = asked.cells
        self.sizes = range(lowest, highest + 1)
        self.kind: Kind = asked.kind

    @property
    def row_cells(self) -> int:
        """At most about so many are in a bounding box."""
        return 64

    def totals(self, counts: Counts) -> list[Total]:
        """A line for each size and class, classes without rows included, then the size's total."""
        sums = Counter(counts)
        lines = []
        for cells in self.sizes:
            by_class = {s: sums[cells, s] for s in FREE_BY_SYMMETRY}
            lines += [total(cells, self.kind, s, count) for s, count in by_class.items()]
            lines.append(total(cells, self.kind, None, sum(by_class.values())))
        return lines

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute every attribute from the mask."""
        from enumino.families.polyominoes import checks as polyominoes

        return polyominoes.faults(rows, self.kind)

    def further_sums(self) -> Sequence[Sums]:
        """Cells of masks, orbits, and rows without holes."""
        from enumino.datasets.checks.sums import MaskCells

        cells = MaskCells(("mask", "mask_hi"))
        orbits = _BySize("orbit sums", "orbit", self.sizes, "fixed", published.polyominoes)
        if self.kind not in published.WITHOUT_HOLES:
            return [cells, orbits]
        lookup = published.polyominoes_without_holes
        return [cells, orbits, _BySize("without holes", "holes", self.sizes, self.kind, lookup)]

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Identities between the classes of a size, which give the fixed and one-sided numbers.

        They hold for every size, whether or not the single classes are published.
        """
        yield laws(self.sizes, self.kind, counts)

    def object_of(self, row: Mapping[str, Any]) -> Polyomino:
        """The polyomino of a row."""
        mask = row["mask"] | row.get("mask_hi", 0) << 64
        return Polyomino.from_mask(row["height"], row["width"], mask)

    def picture(self, thing: Polyomino, *, ascii_only: bool = False) -> str:
        """Draw a polyomino in blocks."""
        return drawing.blocks(thing, ascii_only=ascii_only)

    def sheet(self, things: Sequence[Polyomino], title: str, most_pixels: int | None = None) -> str:
        """Draw polyominoes on a page, coloured by symmetry class."""
        return drawing.sheet_svg(things, title, most_pixels=most_pixels)

    def figures(self) -> Cells:
        """Cells by their masks."""
        made = "enumino.Polyomino.from_mask(height={height}, width={width}, mask={mask})"
        return Cells(("height", "width"), ("mask", "mask_hi"), python=made)

    def queries(self) -> tuple[str, str, str]:
        """Classes by size; sizes of those with holes; the symmetric ones."""
        return (
            "select cells, symmetry, count(*) from rows group by all order by all",
            'rows.filter(pl.col("holes") > 0).group_by("cells").len().sort("cells").collect()',
            "symmetry = 'rotate2'",
        )


def total(
    cells: int, kind: Kind, symmetry: str | None, count: int, *, without_holes: bool = False
) -> Total:
    """Put a number of polyominoes beside the published one; `symmetry` is None for all of a kind.

    >>> total(8, "free", None, 369).agrees
    True
    """
    lookup = published.polyominoes_without_holes if without_holes else published.polyominoes
    labels = {"cells": cells, "kind": kind, "symmetry": str(symmetry or TOTAL)}
    return against(labels, count, lookup(cells, kind, symmetry))


def laws(sizes: range, kind: Any, counts: Counts) -> Check:
    """Return whether the classes of each size give the published numbers of all three kinds."""
    name = "laws between classes"
    if unasked := of_other_sizes(name, sizes, counts):
        return unasked
    for cells in sizes:
        free: dict[SymmetryClass, int] = {}
        for symmetry in SymmetryClass:
            factor = symmetry.per_free(kind)
            free[symmetry], rest = divmod(counts.get((cells, str(symmetry)), 0), factor)
            if rest:
                detail = (
                    f"{plural(cells, 'cell')}: the {symmetry} class is not a multiple of {factor}"
                )
                return Check(name, False, detail)
        for other in ("fixed", "one-sided", "free"):
            number = sum(n * s.per_free(other) for s, n in free.items())
            oeis, value = published.polyominoes(cells, other)
            if value is not None and value != number:
                what = f"{other} polyominoes of {plural(cells, 'cell')}"
                return differs(name, what, number, oeis, value)
    return Check(name, True, "the classes give the fixed, one-sided and free numbers")


class _BySize:
    """Sums of a column by size, against a sequence; of ``holes``, the rows that have none."""

    def __init__(self, name: str, column: str, sizes: range, kind: Any, lookup: Any) -> None:
        self.name, self.column, self.sizes, self.kind, self.lookup = (
            name,
            column,
            sizes,
            kind,
            lookup,
        )
        self.sums: Counter[int] = Counter()

    def add(self, batch: pa.RecordBatch) -> None:
        import numpy as np

        cells = batch.column("cells").to_numpy()
        values = batch.column(self.column).to_numpy()
        sums = np.bincount(cells, weights=values == 0 if self.column == "holes" else values)
        for size in np.unique(cells):
            self.sums[int(size)] += int(sums[size])

    def check(self) -> Check:
        oeis = ""
        for cells in self.sizes:
            oeis, value = self.lookup(cells, self.kind)
            if value is not None and value != self.sums[cells]:
                size = plural(cells, "cell")
                return differs(self.name, size, self.sums[cells], oeis, value)
        return Check(self.name, True, f"equal to {oeis}")
