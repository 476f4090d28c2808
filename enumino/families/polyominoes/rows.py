"""Rows of polyominoes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from enumino import drawing
from enumino.datasets.checks import Sums
from enumino.datasets.documents import Parameters
from enumino.datasets.rows import Rows
from enumino.drawing.figures import Cells
from enumino.families.polyforms.families import PolyformFamily
from enumino.families.polyforms.rows import BySize, PolyformRows
from enumino.families.polyominoes import FAMILY, published
from enumino.objects.polyform import Polyomino

if TYPE_CHECKING:
    import pyarrow as pa


class PolyominoRows(PolyformRows):
    """Rows of polyominoes, one polyomino a row."""

    identity = ("width", "mask", "mask_hi")
    drawn_from = ("height", "width", "mask", "mask_hi")
    empty_classes = True
    by_moments = False

    def _family(self, problem: Parameters) -> PolyformFamily:
        return FAMILY

    @property
    def row_cells(self) -> int:
        """Approximate number of cells of a large bounding box."""
        return 64

    def _hole_sums(self) -> Iterator[Sums]:
        if self.kind in published.WITHOUT_HOLES:
            known = partial(published.SEQUENCES_WITHOUT_HOLES.of_kind, kind=self.kind)
            yield BySize("without holes", "holes", self.sizes, known, lambda holes: holes == 0)

    def object_of(self, row: Mapping[str, Any]) -> Polyomino:
        """The polyomino of a row."""
        mask = row["mask"] | row.get("mask_hi", 0) << 64
        return Polyomino.from_mask(row["height"], row["width"], mask)

    def picture(self, thing: Any, *, ascii_only: bool = False) -> str:
        """Draw a polyomino in blocks."""
        return drawing.blocks(thing, ascii_only=ascii_only)

    def sheet(self, things: Sequence[Any], title: str, most_pixels: int | None = None) -> str:
        """Draw polyominoes on a page, coloured by symmetry class."""
        return drawing.sheet_svg(things, title, most_pixels=most_pixels)

    def figures(self) -> Cells:
        """Figures of the cells, drawn from the masks."""
        made = "enumino.Polyomino.from_mask(height={height}, width={width}, mask={mask})"
        return Cells(("height", "width"), ("mask", "mask_hi"), python=made)

    def colours(self) -> Mapping[str, Mapping[str, str]]:
        """Return the colours of the symmetry classes, as drawings have them."""
        return Rows.colours(self)

    def tables(self) -> dict[str, pa.Table]:
        """Return no tables: the documentation has the classes."""
        return {}

    def queries(self) -> tuple[str, str, str]:
        """Queries by class and size and for shapes with holes, and for symmetric shapes."""
        return (
            "select cells, symmetry, count(*) from rows group by all order by all",
            'rows.filter(pl.col("holes") > 0).group_by("cells").len().sort("cells").collect()',
            "symmetry = 'rotate2'",
        )
