"""What a row of a tiling of a board that lacks a cell holds."""

from __future__ import annotations

from dataclasses import replace

from enumino.families.coverings.columns import tiling_columns
from enumino.families.trominoes.columns import MISSING
from enumino.schema import ORBIT, SYMMETRY, Column


def deficient_columns() -> tuple[Column, ...]:
    """Return the columns for all tilings of boards that lack a cell.

    >>> [column.name for column in deficient_columns() if column.key]
    ['missing_row', 'missing_col', 'symmetry']
    """
    sides = (
        Column("rows", "uint16", "Rows of the board."),
        Column("cols", "uint16", "Columns of the board."),
    )
    row, col = (replace(column, key=True) for column in MISSING)
    layout, *_ = tiling_columns(0, placements=False)
    return (*sides, row, col, layout, SYMMETRY, ORBIT)
