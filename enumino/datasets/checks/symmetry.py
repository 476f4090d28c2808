"""Redelmeier's symmetry classes of many objects at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from enumino.shapes import SymmetryClass


def classes_of(same: npt.NDArray[np.bool_], images: Sequence[int]) -> npt.NDArray[np.str_]:
    """Return the class of each object.

    Parameters
    ----------
    same : bool[images, objects]
        Whether an image of an object is the object itself.
    images : sequence of int
        Which images these are, in the order of `Region.images`.
    """
    if not images:
        return np.full(same.shape[1], str(SymmetryClass.NONE))
    kinds, which = np.unique(same, axis=1, return_inverse=True)
    classes = []
    for kind in kinds.T:
        kept = dict(zip(images, kind, strict=True))
        classes.append(str(SymmetryClass.fixed_by(*(bool(kept.get(k)) for k in range(7)))))
    return np.array(classes)[which.reshape(-1)]
