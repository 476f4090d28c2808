"""The columns of rows that are boards by L-trominoes."""

from __future__ import annotations

from dataclasses import replace

from enumino.families.tilings.columns import tiling_columns
from enumino.schema import ORBIT, SYMMETRY, Column

MISSING = (
    Column("missing_row", "uint16", "Row of the missing cell, from 0 at the top."),
    Column("missing_col", "uint16", "Column of the missing cell, from 0 at the left."),
)


def tromino_columns(layout: bool) -> tuple[Column, ...]:
    """Return the columns for constructed boards: the layout of small ones, the path for all.

    >>> [column.name for column in tromino_columns(layout=True)][3:5]
    ['path', 'layout']
    """
    path = Column(
        "path",
        "string",
        "Quadrants from the board to the missing cell: 0 upper left, 1 upper right, 2 and 3 below.",
        distinct=True,
    )
    letters = Column(
        "layout",
        "string",
        "One letter a tromino, by first cell in row-scan order, as in orientations.parquet.",
        distinct=True,
    )
    side = Column("board", "uint16", "Side of the board.")
    return (side, *MISSING, path, *([letters] if layout else []), SYMMETRY, ORBIT)


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
