"""The columns of rows that are tilings."""

from __future__ import annotations

from enumino.objects.lattice import SQUARE, Lattice
from enumino.schema import ORBIT, SYMMETRY, Column


def tiling_columns(options: int, placements: bool, lattice: Lattice = SQUARE) -> tuple[Column, ...]:
    """Return the columns of tilings of a board with a number of options.

    >>> [column.type for column in tiling_columns(2056, placements=True)]
    ['string', 'list<uint16>', 'uint16', 'string', 'uint8']
    """
    number = "uint16" if options <= 1 << 16 else "uint32"
    layout = Column(
        "layout",
        "string",
        "One letter a piece, by first cell in reading order; orientations.parquet explains them.",
        distinct=True,
    )
    listed = Column(
        "placements",
        f"list<{number}>",
        "Options of options.parquet, ascending, which is by first cell.",
        distinct=True,
    )
    pieces = Column("pieces", "uint16", "Number of pieces.")
    symmetry = (
        SYMMETRY
        if lattice == SQUARE
        else Column(
            "symmetry",
            "string",
            f"Symmetry class of the {lattice.name} lattice, {lattice.class_names[0]} for none.",
            key=True,
            values=lattice.class_names,
        )
    )
    return (layout, *([listed] if placements else []), pieces, symmetry, ORBIT)
