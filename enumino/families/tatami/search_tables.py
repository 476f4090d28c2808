"""The tables of the row scan (`enumino.enum.kernels.listing.tatami`): a room as arrays."""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing.tatami import (
    BORDER,
    CORNERS,
    MAX_CELLS,
    PLAIN,
    Flags,
    Numbers,
    Tables,
)
from enumino.enum.kernels.shared.symmetry import INVERSES


def new_tables(
    room: Flags, images: Numbers, fewest: int, most: int, pruning: bool, up_to_symmetry: bool
) -> Tables:
    """Return the tables of a room.

    ``images[k, i]`` is the number, in row-major order, of the free cell where image k takes free
    cell i; row k is -1 if the image does not map the room to itself.
    """
    height, width = room.shape
    area = int(np.count_nonzero(room))
    if area > MAX_CELLS:
        raise ValueError(f"The room has {area} free cells, but a search takes {MAX_CELLS} at most.")
    stride, wide = min(height, width) + 1, width > height
    end = (max(height, width) + 2) * stride + 1
    rows, columns = np.nonzero(room)
    across, along = (columns, rows) if wide else (rows, columns)
    cells = (across + 1) * stride + along + 1
    empty = np.full(end + 1, -1, np.int32)
    empty[cells] = empty[end] = 0
    colours = np.zeros(end + 1, np.int8)
    colours[cells] = 1 - 2 * ((rows + columns) % 2)
    numbers = np.zeros(end + 1, np.int64)
    numbers[cells] = np.arange(area)
    fewest, most, rule = max(fewest, 0), min(most, area), PLAIN
    if pruning:
        # The number of monomers has the parity of the area.
        fewest, most = fewest + (area - fewest) % 2, most - (area - most) % 2
        rule = BORDER if area == room.size and most <= 0 else CORNERS
    upright = np.ones(end + 1, np.bool_)
    if rule == BORDER:
        at_the_side = (across == 0) | (across == max(height, width) - 1)
        upright[cells[at_the_side & (along > 0) & (along < stride - 2)]] = False
    symmetries = np.flatnonzero((images >= 0).all(axis=1))
    sources = np.zeros((symmetries.size, end + 1), np.int64)
    for row, image in zip(sources, symmetries, strict=True):
        row[cells] = cells[images[INVERSES[image]]]
    right, order = stride if wide else 1, symmetries.size + 1
    values = (area, stride, end, right, fewest, most, rule, up_to_symmetry, order, height, width)
    limits, scan = np.array(values, np.int64), np.sort(cells)
    return Tables(limits, empty, upright, colours, scan, numbers, symmetries, sources)
