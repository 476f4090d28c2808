"""Periodic tilings of a number of tiles: exact covers of the tori of their area.

Each sublattice of the plane has one basis (0, width), (height, shift), in rows and unit cells, with
0 <= shift < width: Hermite's normal form. A period is `height` rows of `width` unit cells. The
shape itself is one of the tiles, without loss of generality.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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

SEARCHED_NODES = 300_000  # of all tori of a height


def first_period(floor: Floor, tiles: range) -> tuple[Form, Numbers] | None:
    """Return the first tiling with some number of tiles in a period, or nothing.

    The floor is one for periods, with a shape. Tiles are images, rows and unit cells.
    """
    apart = _differences(floor)
    for number in tiles:
        units, rest = divmod(number * floor.cells.shape[1], int(floor.registers[NUMBERS]))
        for height in range(1, units + 1):
            if not rest and units % height == 0:
                found = _of_height(floor, apart, units // height, height)
                if found:
                    return found
    return None


def _of_height(
    floor: Floor, apart: list[Numbers], width: int, height: int
) -> tuple[Form, Numbers] | None:
    """Return the first tiling with a period of a height."""
    left, span = SEARCHED_NODES, _span(floor)
    period, images = _places(floor, height, width), floor.images.copy()
    images[0, HALO] = period.size
    torus = floor._replace(halos=period[None], images=images, levels=levels_of_first(floor))
    for shift, allowed in _without_overlap(floor, apart, width, height):
        torus = torus._replace(allowed=allowed, moves=_moves(floor, width, height, shift, span))
        floor.weights[floor.registers[ORIGIN] + period] = 0
        begin(torus)
        result = GIVEN_UP
        while result == GIVEN_UP and left > 0:
            result = cover(torus, PERIODIC, 1, min(left, CALL_NODES))
            left -= int(floor.registers[NODES])
            end_if_abandoned()
        if result == FOUND:
            tiles = symmetries_on(torus)
            empty(torus)
            return (width, height, shift), tiles
        empty(torus)
        if result == GIVEN_UP:
            break
    return None


def _places(floor: Floor, height: int, width: int) -> Numbers:
    """Return the places of a period around the origin, counted from there."""
    rows, units = np.arange(height) - height // 2, np.arange(width) - width // 2
    cells = (rows[:, None] * floor.registers[WIDTH] + units) * floor.registers[NUMBERS]
    places: Numbers = (cells[..., None] + np.arange(floor.registers[NUMBERS])).ravel()
    return places


def _differences(floor: Floor) -> list[Numbers]:
    """Return images, rows and unit cells: how far cells of a kind are apart in each image."""
    rows, units = translations(floor, floor.registers[ORIGIN] + floor.cells)
    alike = floor.numbers[:, :, None] == floor.numbers[:, None]
    image, one, other = np.nonzero(alike & ~np.eye(floor.cells.shape[1], dtype=np.bool_))
    return [image, *(at[image, one] - at[image, other] for at in (rows, units))]


def _span(floor: Floor) -> int:
    """Return the most rows or unit cells between two cells of a tile, of any kind."""
    places = translations(floor, floor.registers[ORIGIN] + floor.cells)
    return int(np.ptp(places, axis=2).max())


def _without_overlap(
    floor: Floor, apart: list[Numbers], width: int, height: int
) -> Iterator[tuple[int, Any]]:
    """Yield each shift for which the shape does not overlap its translates, and such images."""
    image, rows, units = (axis[apart[1] % height == 0] for axis in apart)
    for shift in range(width):
        allowed = floor.allowed.copy()
        allowed[image[(units - rows // height * shift) % width == 0]] = False
        if allowed[0]:
            yield shift, allowed


def _moves(floor: Floor, width: int, height: int, shift: int, span: int) -> Numbers:
    """Return the translations between tiles that reach a period or its surroundings."""
    tall, wide = height - 1 + 2 * span, width - 1 + 2 * span
    turns = np.arange(-(tall // height), tall // height + 1)
    further = np.arange(-(wide // width) - 1, wide // width + 1) * width
    units = (turns * shift % width)[:, None] + further
    places = turns[:, None] * height * floor.registers[WIDTH] + units
    moves: Numbers = places[abs(units) <= wide] * floor.registers[NUMBERS]
    return moves
