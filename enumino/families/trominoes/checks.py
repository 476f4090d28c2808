"""Check rows of trominoes against the missing cell and the letters of the layout.

The construction puts a tromino around the centre of each quadrant of a quadrant of ... the board:
around each point whose two coordinates contain the same power of two. First cells ascend with these
centres, row by row, so the letters of a layout are the trominoes around the centres in this order.
A letter says which cell at its centre the tromino leaves out. A layout is right if it covers every
cell but the missing cell once.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pyarrow as pa

from enumino.arrays import I64, Flags
from enumino.datasets.checks import Fault, faults_in_lots
from enumino.objects.lattice import Cell


def faults(rows: pa.RecordBatch, side: int, missing: Cell | None) -> Iterator[Fault]:
    """Yield the faults of the rows of a board."""
    return faults_in_lots(rows, side**2, partial(_wrong, side, missing))


def _wrong(side: int, missing: Cell | None, rows: pa.RecordBatch) -> Iterator[tuple[str, Flags]]:
    """Yield each possible fault, and the rows that have it."""
    row, column = (rows.column(f"missing_{n}").to_numpy().astype(int) for n in ("row", "col"))
    yield "is of a board that was not asked for", rows.column("board").to_numpy() != side
    if missing is not None:
        other = (row != missing[0]) | (column != missing[1])
        yield "has another missing cell than was asked for", other
    outside = (row >= side) | (column >= side)
    yield "has a missing cell outside the board", outside
    if outside.any():
        return
    other = _is_other(rows.column("layout"), row, column, side)
    yield "is not the tiling of the construction", other
    symmetry = np.where((row == column) | (row + column == side - 1), "diag", "none")
    claimed = rows.column("symmetry").to_numpy(zero_copy_only=False).astype(str)
    yield "has another symmetry class", claimed != symmetry


def _is_other(layouts: pa.StringArray, row: I64, column: I64, side: int) -> Flags:
    """Return whether each layout fails to cover each cell but the missing cell once."""
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
