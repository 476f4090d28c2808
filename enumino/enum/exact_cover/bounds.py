"""Bounds on the uses of pieces by the number of cells, and on the cells that must stay joined."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def tightened(
    room: int,  # the cells to cover
    # int64[g]: the cells of each piece's smallest option; more than `room` if it has none.
    least: npt.NDArray[np.int64],
    # `fewest`, `most`: int64[g]: how often each piece must and may be used.
    fewest: npt.NDArray[np.int64],
    most: npt.NDArray[np.int64],
) -> tuple[int, npt.NDArray[np.int64]]:
    """Bound the uses of each piece by the cells that the others leave.

    Returns the cells less those that the pieces need at least, negative if there are too few, and
    how often each piece can be used.

    >>> room, pieces = 16, [4, 4]
    >>> tightened(room, np.array(pieces), np.array([3, 0]), np.array([9, 9]))
    (4, array([4, 1]))
    """
    unclaimed = room - int(np.minimum(fewest, room + 1) @ least)
    return unclaimed, np.minimum(most, fewest + max(unclaimed, 0) // least)


def has_cell_alone(options: npt.NDArray[np.bool_]) -> bool:
    """Return whether some option, bool[m, height, width], has a cell without another beside it."""
    beside = np.zeros_like(options)
    beside[:, 1:] |= options[:, :-1]
    beside[:, :-1] |= options[:, 1:]
    beside[:, :, 1:] |= options[:, :, :-1]
    beside[:, :, :-1] |= options[:, :, 1:]
    return bool((options & ~beside).any())
