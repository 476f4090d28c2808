"""Symmetry classes of many objects at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from enumino.objects.lattice import SQUARE
from enumino.objects.point_group import PointGroup

Codes = npt.NDArray[np.int32]

# Largest number of images for which a table of all sets of images is used.
MOST_TABLED = 15


def class_codes(
    same: npt.NDArray[np.bool_], images: Sequence[int], group: PointGroup = SQUARE
) -> Codes:
    """Return the class number of each object, -1 if no object is kept by such images.

    ``same[i, j]`` says whether image number ``images[i]`` of the group keeps object j.
    """
    few = len(group.images) <= MOST_TABLED
    kept_by: npt.NDArray[Any]  # bit k: image k
    kept_by = np.zeros(same.shape[1], np.uint16 if few else np.uint64)
    for flags, k in zip(same, images, strict=True):
        kept_by |= flags.astype(kept_by.dtype) << k
    if few:
        tabled: Codes = group.class_codes[kept_by].astype(np.int32)
        return tabled
    return codes_of(kept_by, group)


def codes_of(kept_by: npt.NDArray[np.uint64], group: PointGroup) -> Codes:
    """Return class numbers of any group, from the images that keep each object as bits."""
    subgroups = np.array(list(group.code_of), np.uint64)  # ascending
    codes = np.array(list(group.code_of.values()), np.int32)
    at = np.minimum(np.searchsorted(subgroups, kept_by), len(subgroups) - 1)
    found: Codes = np.where(subgroups[at] == kept_by, codes[at], np.int32(-1))
    return found


def claimed_codes(classes: pa.StringArray, group: PointGroup = SQUARE) -> Codes:
    """Return the class numbers that the rows name, -2 for other texts."""
    names = pa.array(map(str, group.class_names), pa.string())
    encoded = classes if pa.types.is_dictionary(classes.type) else classes.dictionary_encode()
    known = pc.index_in(encoded.dictionary, names)
    codes: Codes = known.take(encoded.indices).fill_null(-2).to_numpy()
    return codes
