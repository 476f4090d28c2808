"""Which symmetries of a region count as the same packing."""

from __future__ import annotations

from collections.abc import Sequence

from enumino.families.packings.parameters import UpTo
from enumino.objects.lattice import Lattice


def counting_images(lattice: Lattice, up_to: UpTo | None) -> Sequence[int]:
    """Return the images of a lattice that count: all of them, or its rotations.

    >>> from enumino.objects.lattices import CUBIC
    >>> [len(counting_images(CUBIC, up_to)) for up_to in (None, "symmetry", "rotations")]
    [47, 47, 23]
    """
    return lattice.rotation_images if up_to == "rotations" else range(len(lattice.images))
