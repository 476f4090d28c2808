"""Polyominoes that tile their own dilate, an enlarged copy, with copies of themselves."""

from collections.abc import Iterator
from typing import NamedTuple

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.families.tilings.problem import Tilings
from enumino.objects.piece import Piece
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from enumino.words import plural

LARGEST = 8  # cells of a shape
MAX_CELLS = 2048


class Dilate(NamedTuple):
    """A polyomino that tiles its dilate, and a tiling."""

    polyomino: Polyform
    tiling: Tiling


def dilates(cells: int, factor: int) -> Iterator[Dilate]:
    """Yield the free polyominoes of a size that tile their own dilate.

    The size is 1 to 8 cells; a square of side `factor` replaces each cell.

    >>> [found.polyomino.height for found in dilates(3, 2)]
    [1, 2]
    """
    cells, factor = whole(cells, "The number of cells"), whole(factor, "The factor")
    if not 1 <= cells <= LARGEST:
        raise ProblemError(f"Dilates are tried for 1 to {LARGEST} cells, not {cells}.")
    if factor < 1 or cells * factor**2 > MAX_CELLS:
        raise ProblemError(
            f"The dilate of {plural(cells, 'cell')} by {factor} cannot be tried: factors go from 1 "
            f"to {int((MAX_CELLS / cells) ** 0.5)}."
        )
    for polyomino in free_polyforms(cells):
        region = Region(polyomino.dilate(factor))
        problem = Tilings(region, [Piece(polyomino.address, polyomino)], placements=False, limit=1)
        for batch in problem.batches([()]):
            for layout in batch.records["layout"].to_pylist():
                yield Dilate(polyomino, Tiling.from_layout(region, layout, problem.board.shapes))
