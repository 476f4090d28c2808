"""Columns of the rows of polyforms."""

from collections.abc import Mapping
from typing import Any

from enumino.objects.lattice import SQUARE, Lattice
from enumino.schema import ORBIT, Column

MASKS = ("mask", "mask_hi", "mask_2", "mask_3")  # 64 bits each, the low bits first
BOX = ("depth", "height", "width")  # no depth in the plane


def box_and_mask(row: Mapping[str, Any]) -> tuple[tuple[int, ...], int]:
    """Return the sides of the box of a row, and the mask."""
    mask = sum(row.get(name, 0) << 64 * k for k, name in enumerate(MASKS))
    return tuple(row[name] for name in BOX if name in row), mask


def polyform_columns(lattice: Lattice, words: int) -> tuple[Column, ...]:
    """Return the columns of polyforms with masks of `words` words."""
    solid, names = lattice.dimensions > 2, lattice.class_names
    bit, cell, sides = "r * width + c", "(r, c)", "Edges"
    if solid:
        bit, cell, sides = "(z * height + r) * width + c", "(z, r, c)", "Faces"
    perimeter = f"{sides} between a cell and an empty cell."
    holes = "Bounded components of the complement, by edges."
    if lattice.of_edges:
        perimeter = "Pairs of a cell and an adjacent empty cell."
        holes = "Bounded regions of the plane between the cells."
    height = "Rows of the bounding box"
    height += "; at most width unless kind is fixed." if lattice == SQUARE else "."
    columns = (
        Column("cells", "uint8", "Number of cells.", key=True),
        Column("depth", "uint8", "Layers of the bounding box."),
        Column("height", "uint8", height),
        Column("width", "uint8", "Columns of the bounding box."),
        Column("mask", "uint64", f"Bit {bit} is set where {cell} is a cell."),
        Column("mask_hi", "uint64", "Bits 64 to 127 of the mask."),
        Column("mask_2", "uint64", "Bits 128 to 191 of the mask."),
        Column("mask_3", "uint64", "Bits 192 to 255 of the mask."),
        Column(
            "symmetry", "string", f"Symmetry class: {', '.join(names)}.", key=True, values=names
        ),
        ORBIT,
        Column("perimeter", "uint8", perimeter),
        Column("site_perimeter", "uint8", "Empty cells adjacent to a cell."),
        Column("holes", "uint8", holes),
    )
    left_out = {*MASKS[words:], *BOX[: -lattice.dimensions], *(("holes",) if solid else ())}
    return tuple(column for column in columns if column.name not in left_out)
