"""Polyominoes that tile their own dilate: an enlarged copy, from copies of the shape itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.families.coverings.problem import Tilings
from enumino.objects.covering import Tiling
from enumino.objects.piece import Piece
from enumino.objects.piece_names import FAMILIES
from enumino.objects.polyomino import Polyomino, free_polyominoes
from enumino.objects.region import Region
from enumino.words import plural

MAX_CELLS = 2048


@dataclass(frozen=True)
class Dilate:
    """A polyomino that tiles its dilate, and one tiling."""

    polyomino: Polyomino
    tiling: Tiling


def dilates(cells: int, factor: int) -> Iterator[Dilate]:
    """Yield the free polyominoes of a size that tile their own dilate.

    Parameters
    ----------
    cells : int
        Size of the polyominoes, 1 to 8.
    factor : int
        Side of the square that replaces every cell, in cells.

    Raises
    ------
    ProblemError
        If the size or the factor is out of reach.

    Examples
    --------
    >>> [found.polyomino.height for found in dilates(3, 2)]
    [1, 2]
    """
    cells, factor = whole(cells, "The number of cells"), whole(factor, "The factor")
    if not 1 <= cells <= len(FAMILIES):
        raise ProblemError(f"Dilates are tried for 1 to {len(FAMILIES)} cells, not {cells}.")
    if factor < 1 or cells * factor**2 > MAX_CELLS:
        raise ProblemError(
            f"The dilate of {plural(cells, 'cell')} by {factor} cannot be tried: factors go from 1 "
            f"to {int((MAX_CELLS / cells) ** 0.5)}."
        )
    for polyomino in free_polyominoes(cells):
        region = Region.of(polyomino.dilate(factor))
        problem = Tilings(region, [Piece("piece", polyomino)], placements=False)
        layout = _any_tiling(problem)
        if layout is not None:
            yield Dilate(polyomino, Tiling.from_layout(region, layout, problem.shapes))


def _any_tiling(problem: Tilings) -> str | None:
    """The layout of the first tiling, if there is one."""
    for batch in problem.batches([()], rows=1):
        if batch.records.num_rows:
            layout: str = batch.records.column("layout")[0].as_py()
            return layout
    return None
