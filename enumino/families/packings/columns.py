"""What a row of a packing holds."""

from __future__ import annotations

from enumino.objects.lattice import Lattice
from enumino.schema import ORBIT, Column


def packing_columns(lattice: Lattice, options: int, placements: bool) -> tuple[Column, ...]:
    """Return the columns for packings with so many options, with or without their placements.

    >>> from enumino.objects.lattices import CUBIC
    >>> [column.name for column in packing_columns(CUBIC, 688, placements=True)]
    ['layout', 'placements', 'pieces', 'symmetry', 'orbit']
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
    symmetry = Column(
        "symmetry",
        "string",
        f"Symmetry class of the {lattice.name} lattice, {lattice.class_names[0]} for none.",
        key=True,
        values=tuple(map(str, lattice.class_names)),
    )
    return (layout, *([listed] if placements else []), pieces, symmetry, ORBIT)
