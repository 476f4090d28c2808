"""Periodic tilings with a given number of tiles: exact covers of all tori of their area.

Each sublattice of the plane has one basis (0, width), (height, shift), in rows and unit cells, with
0 <= shift < width: Hermite's normal form. A period is `height` rows of `width` unit cells. Without
loss of generality, the shape itself is one of the tiles.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.drive import end_if_abandoned
from enumino.enum.kernels.plane.covers import (
    CALL_NODES,
    FOUND,
    GIVEN_UP,
    PERIODIC,
    begin,
    cover,
)
from enumino.enum.kernels.plane.floors import (
    HALO,
    NODES,
    NUMBERS,
    ORIGIN,
    WIDTH,
    Floor,
    empty,
    levels_of_first,
    symmetries_on,
    translations,
)
from enumino.families.plane_tilings.periods import Form

Numbers = npt.NDArray[np.int64]

SEARCHED_NODES = 300_000  # for all tori of the same height


def first_period(floor: Floor, tiles: range) -> tuple[Form, Numbers] | None:
    """Return the first periodic tiling with one of the numbers of tiles, or None.

    The floor has room for the largest period. Tiles are images, rows and unit cells.
    """
    for number in tiles:
        units, rest = divmod(number * floor.cells.shape[1], int(floor.registers[NUMBERS]))
        for height in range(1, units + 1):
            if not rest and units % height == 0:
                found = _of_height(floor, units // height, height)
                if found:
                    return found
    return None


def _of_height(floor: Floor, width: int, height: int) -> tuple[Form, Numbers] | None:
    """Return the first tiling whose period has this width and height, or None."""
    left, numbers = SEARCHED_NODES, floor.registers[NUMBERS]
    rows, units = translations(floor, floor.registers[ORIGIN] + floor.cells)
    period, images = _places(floor, height, width), floor.images.copy()
    images[0, HALO] = period.size
    torus = floor._replace(halos=period[None], images=images, levels=levels_of_first(floor))
    # The images that overlap none of their translates, by shift.
    moved = (units - rows // height * np.arange(width)[:, None, None]) % width
    folded = np.sort((moved * height + rows % height) * numbers + floor.numbers, 2)
    allowed = floor.allowed & (folded[..., 1:] != folded[..., :-1]).all(2)
    span = int(np.ptp([rows, units], axis=2).max())  # rows or unit cells between cells of a tile
    for shift in np.flatnonzero(allowed[:, 0]).tolist():
        moves = _moves(floor, width, height, shift, span)
        torus = torus._replace(allowed=allowed[shift], moves=moves)
        floor.weights[floor.registers[ORIGIN] + period] = 0
        begin(torus)
        result = GIVEN_UP
        while result == GIVEN_UP and left > 0:
            result = cover(torus, PERIODIC, 1, min(left, CALL_NODES))
            left -= int(floor.registers[NODES])
            end_if_abandoned()
        found = symmetries_on(torus)
        empty(torus)
        if result == FOUND:
            return (width, height, shift), found
        if result == GIVEN_UP:
            break
    return None


def _places(floor: Floor, height: int, width: int) -> Numbers:
    """Return the places of a period in the middle of the floor, relative to the origin."""
    rows, units = np.arange(height) - height // 2, np.arange(width) - width // 2
    cells = (rows[:, None] * floor.registers[WIDTH] + units) * floor.registers[NUMBERS]
    places: Numbers = (cells[..., None] + np.arange(floor.registers[NUMBERS])).ravel()
    return places


def _moves(floor: Floor, width: int, height: int, shift: int, span: int) -> Numbers:
    """Return the translations by vectors of the period that keep a tile near the period."""
    tall, wide = height - 1 + 2 * span, width - 1 + 2 * span
    turns = np.arange(-(tall // height), tall // height + 1)
    further = np.arange(-(wide // width) - 1, wide // width + 1) * width
    units = (turns * shift % width)[:, None] + further
    places = turns[:, None] * height * floor.registers[WIDTH] + units
    moves: Numbers = places[abs(units) <= wide] * floor.registers[NUMBERS]
    return moves
