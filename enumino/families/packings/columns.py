"""What a row of a packing holds."""

from __future__ import annotations

from enumino.families.tilings.columns import tiling_columns
from enumino.objects.lattice import Lattice
from enumino.schema import Column


def packing_columns(lattice: Lattice, options: int, placements: bool) -> tuple[Column, ...]:
    """Return the columns for packings with so many options, with or without their placements.

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
