"""What frames of regions may be, and cells that are given for one."""

from __future__ import annotations

from collections.abc import Iterable

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.objects.lattice import Cell

MAX_CELLS = 10**8
"""The most cells of a frame: rectangles as large are counted by recurrences, not listed."""


def checked_frame(height: int, width: int) -> tuple[int, int]:
    """Return the sizes of a frame; refuse empty and huge ones.

    Raises
    ------
    ProblemError
        If it has no cells, or more than MAX_CELLS.
    """
    height, width = whole(height, "The height of a region"), whole(width, "The width of a region")
    if height < 1 or width < 1:
        raise ProblemError(
            f"A region of {height}x{width} has no cells: it needs at least one row and one column."
        )
    if height * width > MAX_CELLS:
        raise ProblemError(
            f"A region of {height}x{width} has {height * width:,} cells, "
            f"more than the {MAX_CELLS:,} that a region may have."
        )
    return height, width


def each_once(cells: Iterable[Cell], what_is_wrong: str) -> frozenset[Cell]:
    """Return the set of cells; refuse one that comes twice, and say what is wrong with that.

    Raises
    ------
    ProblemError
        If a cell comes twice.
    """
    seen: set[Cell] = set()
    for cell in cells:
        if cell in seen:
            raise ProblemError(f"Cell {cell[0]},{cell[1]} {what_is_wrong}.")
        seen.add(cell)
    return frozenset(seen)
