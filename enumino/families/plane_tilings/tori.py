"""Periodic tilings with a given number of tiles."""

from __future__ import annotations

from enumino.enum.drive import end_if_abandoned
from enumino.enum.kernels.plane.covers import FOUND, PERIODIC, begin_tori, cover
from enumino.enum.kernels.plane.floors import NUMBERS, SHIFT, Floor, symmetries_on
from enumino.families.plane_tilings.periods import Period

SEARCHED_NODES = 300_000  # for all tori of the same height


def first_period(floor: Floor, tiles: range) -> Period | None:
    """Return the first tiling whose period has one of these numbers of tiles, or None.

    The floor must have room for the largest period.
    """
    for number in tiles:
        units, rest = divmod(number * floor.cells.shape[1], int(floor.registers[NUMBERS]))
        for height in range(1, units + 1):
            if not rest and units % height == 0:
                found = _of_height(floor, units // height, height)
                if found:
                    return found
    return None


def _of_height(floor: Floor, width: int, height: int) -> Period | None:
    """Return the first tiling whose period has this width and height, or None."""
    begin_tori(floor, width, height)
    result = cover(floor, PERIODIC, 1, SEARCHED_NODES)
    end_if_abandoned()
    shift = int(floor.registers[SHIFT])
    return ((width, height, shift), symmetries_on(floor)) if result == FOUND else None
