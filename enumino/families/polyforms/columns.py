"""Columns of the rows of polyforms."""

from __future__ import annotations

from enumino.objects.lattice import Lattice
from enumino.schema import ORBIT, SYMMETRY, Column

# Columns of a mask, 64 bits each, the low ones first.
MASKS = ("mask", "mask_hi")
BOX = ("depth", "height", "width")  # of as many dimensions as there are, the last ones
# Columns by which polyforms of a size are counted without rows.
COUNTED_IN_PLANE = ("height", "width", "symmetry", "perimeter", "site_perimeter", "holes")
COUNTED = (*BOX[:-2], *COUNTED_IN_PLANE)


def columns_counted(lattice: Lattice) -> tuple[str, ...]:
    """Return the columns of the shapes of a lattice that they are counted by.

    >>> from enumino.objects.lattices import CUBIC
    >>> columns_counted(CUBIC)[:2], columns_counted(CUBIC)[-1]
    (('depth', 'height'), 'site_perimeter')
    """
    columns = (*BOX[-lattice.dimensions : -2], *COUNTED_IN_PLANE)
    return columns if lattice.dimensions == 2 else tuple(n for n in columns if n != "holes")


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


def polyform_columns(lattice: Lattice, words: int) -> tuple[Column, ...]:
    """Return the columns of polyforms whose masks have a number of words.

    >>> from enumino.objects.lattices import HEXAGONAL
    >>> [column.name for column in polyform_columns(HEXAGONAL, 2)][:6]
    ['cells', 'height', 'width', 'mask', 'mask_hi', 'symmetry']
    """
    solid = lattice.dimensions > 2
    bit, cell = "r * width + c", "(r, c)"
    perimeter = "Edges between a cell and an empty cell."
    holes = "Bounded components of the complement, by edges."
    if solid:
        bit, cell = "(z * height + r) * width + c", "(z, r, c)"
        perimeter = "Faces between a cell and an empty cell."
    if lattice.of_edges:
        perimeter = "Pairs of a cell and an empty cell that connect."
        holes = "Bounded regions of the plane between the cells."
    columns = (
        Column("cells", "uint8", "Number of cells.", key=True),
        Column("depth", "uint8", "Layers of the bounding box."),
        Column("height", "uint8", "Rows of the bounding box."),
        Column("width", "uint8", "Columns of the bounding box."),
        Column("mask", "uint64", f"Bit {bit} is set where {cell} is a cell.", distinct=True),
        Column("mask_hi", "uint64", "Bits 64 to 127 of the mask.", distinct=True),
        Column(
            "symmetry",
            "string",
            f"Symmetry class: {', '.join(lattice.class_names)}.",
            key=True,
            values=lattice.class_names,
        ),
        ORBIT,
        Column("perimeter", "uint8", perimeter),
        Column("site_perimeter", "uint8", "Empty cells that connect with a cell."),
        Column("holes", "uint8", holes),
    )
    left_out = {*MASKS[words:], *BOX[: -lattice.dimensions]}
    left_out |= {"holes"} if solid else set()
    return tuple(column for column in columns if column.name not in left_out)


def polyomino_columns(words: int) -> tuple[Column, ...]:
    """Return the columns of polyominoes whose masks have a number of words.

    >>> [column.name for column in polyomino_columns(1)][:5]
    ['cells', 'height', 'width', 'mask', 'symmetry']
    """
    left_out = MASKS[words:]
    return tuple(column for column in POLYOMINO_COLUMNS if column.name not in left_out)
