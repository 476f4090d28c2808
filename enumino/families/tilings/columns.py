"""The columns of rows that are tilings or packings."""

from __future__ import annotations

from enumino.objects.lattice import Lattice
from enumino.schema import ORBIT, SYMMETRY, Column


def tiling_columns(
    options: int,
    placements: bool,
    *,
    order: str = "row-scan order",  # order of the cells, in words for the description
    symmetry: Column = SYMMETRY,  # the symmetry classes of the lattice
) -> tuple[Column, ...]:
    """Return the columns of tilings of a board with a number of options.

    >>> [column.type for column in tiling_columns(2056, placements=True)]
    ['string', 'list<uint16>', 'uint16', 'string', 'uint8']
    """
    number = "uint16" if options <= 1 << 16 else "uint32"
    layout = Column(
        "layout",
        "string",
        f"One letter a piece, by first cell in {order}; orientations.parquet explains them.",
        distinct=True,
    )
    listed = Column(
        "placements",
        f"list<{number}>",
        "Options of options.parquet, ascending, which is by first cell.",
        distinct=True,
    )
    pieces = Column("pieces", "uint16", "Number of pieces.")
    return (layout, *([listed] if placements else []), pieces, symmetry, ORBIT)


def packing_columns(lattice: Lattice, options: int, placements: bool) -> tuple[Column, ...]:
    """Return the columns of packings of a board with a number of options.

    >>> from enumino.objects.lattices import CUBIC
    >>> [column.name for column in packing_columns(CUBIC, 688, placements=True)]
    ['layout', 'placements', 'pieces', 'symmetry', 'orbit']
    """
    symmetry = Column(
        "symmetry",
        "string",
        f"Symmetry class of the {lattice.name} lattice, {lattice.class_names[0]} for none.",
        key=True,
        values=tuple(map(str, lattice.class_names)),
    )
    return tiling_columns(options, placements, order="reading order", symmetry=symmetry)
