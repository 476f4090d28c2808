"""What a row of a polyomino holds."""

from __future__ import annotations

from enumino.schema import ORBIT, SYMMETRY, Column

POLYOMINO_COLUMNS = (
    Column("cells", "uint8", "Number of cells.", key=True),
    Column("height", "uint8", "Rows of the bounding box; at most width unless kind is fixed."),
    Column("width", "uint8", "Columns of the bounding box."),
    Column(
        "mask",
        "uint64",
        "Bit r * width + c is set where (r, c) is a cell; row 0 on top.",
        distinct=True,
    ),
    Column("mask_hi", "uint64", "Bits 64 and up of the mask.", distinct=True),
    SYMMETRY,
    ORBIT,
    Column("perimeter", "uint8", "Unit edges between a cell and an empty cell.", encoding="delta"),
    Column(
        "site_perimeter", "uint8", "Empty cells that share an edge with a cell.", encoding="delta"
    ),
    Column("holes", "uint8", "Bounded components of the complement under edge adjacency."),
)


COUNTED = ("height", "width", "symmetry", "perimeter", "site_perimeter", "holes")
"""What polyominoes of a size are counted by without rows."""


def polyomino_columns(largest: int) -> tuple[Column, ...]:
    """Return the columns for polyominoes of up to `largest` cells.

    A canonical box of n cells has at most ((n + 1) / 2)² cells: one word of mask to n = 15.

    >>> [column.name for column in polyomino_columns(8)][:5]
    ['cells', 'height', 'width', 'mask', 'symmetry']
    """
    return tuple(c for c in POLYOMINO_COLUMNS if c.name != "mask_hi" or largest >= 16)
