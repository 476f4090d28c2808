"""Recomputation of rows of trominoes from the missing cell and the letters of the layout.

The construction puts a tromino around the centre of each quadrant of a quadrant of ... the board:
the points whose two coordinates have the same power of two as a factor. There are as many centres
as trominoes, and first cells ascend with the centres, row by row. So the letters of a layout belong
to the centres in that order, and each tells which cell at its centre a tromino leaves out; a layout
is sound if every cell but the missing one is covered once.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault, first_faults
from enumino.objects.lattice import Cell

CELLS_TOGETHER = 1 << 22  # of boards that are looked at together

Flags = npt.NDArray[np.bool_]


def faults(rows: pa.RecordBatch, side: int, missing: Cell | None) -> Iterator[Fault]:
    """Yield the faults of the rows of a board, the first row of each kind and lot."""
    together = max(1, CELLS_TOGETHER // side**2)
    for first in range(0, rows.num_rows, together):
        lot = _wrong(rows.slice(first, together), side, missing)
        yield from first_faults(lot, range(first, first + together))


def _wrong(rows: pa.RecordBatch, side: int, missing: Cell | None) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence about each possible fault, and the rows that have it."""
    row, column = (rows.column(f"missing_{n}").to_numpy().astype(int) for n in ("row", "col"))
    yield "is of a board that was not asked for", rows.column("board").to_numpy() != side
    if missing is not None:
        other = (row != missing[0]) | (column != missing[1])
        yield "lacks a cell that was not asked for", other
    outside = (row >= side) | (column >= side)
    yield "lacks a cell outside the board", outside
    if outside.any():
        return
    yield (
        "is not the tiling of the construction",
        _is_other(rows.column("layout"), row, column, side),
    )
    symmetry = np.where((row == column) | (row + column == side - 1), "diag", "none")
    claimed = rows.column("symmetry").to_numpy(zero_copy_only=False).astype(str)
    yield "has another symmetry class", claimed != symmetry


def _is_other(
    layouts: pa.StringArray, row: npt.NDArray[np.int64], column: npt.NDArray[np.int64], side: int
) -> Flags:
    """Return the layouts that do not cover all cells but the missing one, each once."""
    numbers = np.arange(1, side)
    down, right = np.nonzero((numbers & -numbers)[:, None] == (numbers & -numbers))
    wrong = np.array([len(text) != len(down) for text in layouts.to_pylist()], bool)
    kept = np.flatnonzero(~wrong)
    texts = "".join(layouts.take(pa.array(kept)).to_pylist())
    letters = np.array([*texts], "U1").reshape(len(kept), len(down))
    covered = np.zeros((len(kept), side, side), np.uint8)
    for quadrant, letter in enumerate("dcba"):
        covered[:, down + quadrant // 2, right + quadrant % 2] += letters != letter
    covered[np.arange(len(kept)), row[kept], column[kept]] += 1
    wrong[kept] = (covered != 1).any((1, 2)) | ~np.isin(letters, [*"abcd"]).all(1)
    return wrong
