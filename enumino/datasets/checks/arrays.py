"""Many objects at once, as arrays: bit planes and symmetry classes.

A plane is one property of many objects, a bit an object. Planes are uint8[planes, bytes], as
`numpy.packbits` packs them, so that each operation handles eight objects a byte. Unused bits of the
last byte are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from enumino.objects.lattice import SQUARE
from enumino.objects.point_group import PointGroup

Planes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

# Planes whose bits are counted together; they stay in the cache.
COUNTED = 32


def counted(planes: Planes, objects: int) -> npt.NDArray[np.int32]:
    """Return the number of planes that contain each object.

    >>> counted(np.packbits([[1, 1, 0], [0, 1, 0]], axis=1), 3).tolist()
    [1, 2, 0]
    """
    found = np.zeros(objects, np.int32)
    for first in range(0, len(planes), COUNTED):
        bits = np.unpackbits(planes[first : first + COUNTED], axis=1, count=objects)
        found += bits.sum(0, dtype=np.uint8)
    return found


def in_any(planes: Planes, objects: int) -> Flags:
    """Return whether each object is in one of the planes.

    >>> in_any(np.packbits([[1, 1, 0], [0, 1, 0]], axis=1), 3).tolist()
    [True, True, False]
    """
    flags: Any = np.unpackbits(np.bitwise_or.reduce(planes, axis=0), count=objects)
    return np.asarray(flags.view(np.bool_))


Codes = npt.NDArray[np.int32]


def class_codes(
    same: npt.NDArray[np.bool_], images: Sequence[int], group: PointGroup = SQUARE
) -> Codes:
    """Return the class number of each object, -1 if no object is kept by such images.

    ``same[i, j]`` says whether image number ``images[i]`` of the group keeps object j.
    """
    kept_by = np.zeros(same.shape[1], np.uint64)  # bit k: image k
    for flags, k in zip(same, images, strict=True):
        kept_by |= flags.astype(np.uint64) << np.uint64(k)
    return codes_of(kept_by, group)


def codes_of(kept_by: npt.NDArray[np.uint64], group: PointGroup) -> Codes:
    """Return class numbers of any group, from the weight of the images that keep each object."""
    subgroups = np.array(list(group.code_of), np.uint64)  # ascending
    codes = np.array(list(group.code_of.values()), np.int32)
    at = np.minimum(np.searchsorted(subgroups, kept_by), len(subgroups) - 1)
    found: Codes = np.where(subgroups[at] == kept_by, codes[at], np.int32(-1))
    return found


def claimed_codes(classes: pa.StringArray, group: PointGroup = SQUARE) -> Codes:
    """Return the class numbers that the rows name, -2 for other texts."""
    names = pa.array(group.class_names, pa.string())
    encoded = classes if pa.types.is_dictionary(classes.type) else classes.dictionary_encode()
    known = pc.index_in(encoded.dictionary, names)
    codes: Codes = known.take(encoded.indices).fill_null(-2).to_numpy()
    return codes
