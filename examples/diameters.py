"""A property of one's own: see docs/conditions.md."""

from typing import Any

import numpy.typing as npt


def diameter(cells: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the largest distance of two cells, in steps on the grid."""
    distances = abs(cells[:, :, None] - cells[:, None]).sum(-1)
    return distances.max((1, 2))
