"""The symmetry classes of many objects at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import SQUARE
from enumino.objects.point_group import PointGroup


def classes_of(
    same: npt.NDArray[np.bool_], images: Sequence[int], group: PointGroup = SQUARE
) -> npt.NDArray[np.str_]:
    """Return the class of each object; an empty text where no object is kept by such images.

    Parameters
    ----------
    same : bool[images, objects]
        Whether an image of an object is the object itself.
    images : sequence of int
        Which images these are, as the group numbers them.
    group : PointGroup
    """
    kept_by = np.zeros(same.shape[1], np.int64)  # bit k: image k
    for flags, k in zip(same, images, strict=True):
        kept_by |= flags.astype(np.int64) << np.int64(k)
    subgroups = np.array(list(group.code_of))  # ascending
    names = np.array([*(group.class_names[code] for code in group.code_of.values()), ""])
    at = np.minimum(np.searchsorted(subgroups, kept_by), len(subgroups) - 1)
    classes: npt.NDArray[np.str_] = names[np.where(subgroups[at] == kept_by, at, len(subgroups))]
    return classes
