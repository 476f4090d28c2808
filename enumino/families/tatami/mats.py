"""The places of mats, read from the letters of many layouts at once in NumPy, for checks of rows.

A layout is the set of its mats: half mats cover the other cells. A *place* is a pair of cells side
by side, or one below the other, where a mat may lie. Each place has a plane, with one bit a layout
(`enumino.datasets.checks.arrays`). Images are permutations of places. Four tiles meet at a point if
no mat lies on any of the four places that run through it.

Letters are read by a table. Its index has the taken cells among four of a row and the next four
letters; its entry has the cells where mats begin and the number of letters that they use.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.datasets.checks.arrays import Planes, Text
from enumino.objects.region import Region

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]
Found = npt.NDArray[np.uint16]

CELLS = 4  # cells of a row that are read together
ALONG, ACROSS, SINGLE = 1, 2, 3
LETTERS = bytes({ord("H"): ALONG, ord("V"): ACROSS, ord("M"): SINGLE}.get(k, 0) for k in range(256))

# Bits of an index: the next four letters, two bits each; a bit for each of the four cells that is
# taken, by a mat from above or by a wall; and whether a mat from the left covers the first.
TAKEN, RIGHT = 8, 12
# Bits of an entry: the cells where mats along the row begin, and those where mats across it do;
# whether there is a fault; whether a mat covers the first of the next four cells; letters used.
BELOW, WRONG, USED = 4, 8, 13


@cache
def _table() -> Found:
    """The table from taken cells and letters to the mats that begin on four cells."""
    looked_up = np.arange(1 << RIGHT + 1)
    used, found = np.zeros_like(looked_up), np.zeros_like(looked_up)
    right = looked_up >> RIGHT & 1
    for cell in range(CELLS):
        taken = looked_up >> TAKEN + cell & 1
        free = 1 - (taken | right)
        letter = free * (looked_up >> 2 * used & 3)
        found |= (taken & right | free & (letter == 0)) << WRONG
        right = (letter == ALONG).astype(int)
        found |= right << cell | (letter == ACROSS) << BELOW + cell
        used += free
    return (found | right << RIGHT | used << USED).astype(np.uint16)


class Places:
    """The places of a room where mats may lie, in the order in which layouts are listed.

    The order is row by row, or column by column in a room that is wider than tall. Of two places
    that begin at the same cell, the one along the line comes first. Of two layouts that differ, the
    one with a mat on the first place where they differ comes first.

    ``across[place]`` is True down a column; ``images[k]`` are the images of the places, for images
    that keep the room; ``points``, intp[4, points], are the places that run through each point
    inside of the room.
    """

    def __init__(self, room: Region) -> None:
        self.room = room
        numbers = np.pad(room.numbers, ((0, 1), (0, 1)), constant_values=-1)
        first = np.stack([numbers[:-1, :-1]] * 2)
        second = np.stack([numbers[:-1, 1:], numbers[1:, :-1]])
        across, row, column = np.nonzero((first >= 0) & (second >= 0))
        if room.width > room.height:
            order = np.lexsort([1 - across, row, column])
        else:
            order = np.lexsort([across, column, row])
        across, row, column = across[order], row[order], column[order]
        self.across = across == 1
        self.groups = -(-room.width // CELLS)
        walls = np.ones((room.height + 1, self.groups * CELLS), np.uint16)
        walls[:-1, : room.width] = ~room.grid
        bits = np.uint16(1) << np.arange(TAKEN, TAKEN + CELLS, dtype=np.uint16)
        self._walls = walls.reshape(-1, self.groups, CELLS) @ bits  # bits of an index
        self._at = (across * room.height + row) * (CELLS * self.groups) + column
        ends = first[across, row, column], second[across, row, column]
        self._number = np.full((2, len(room)), -1)
        self._number[across, ends[0]] = np.arange(len(across))
        self.images = {
            k: self._moved(room.images[k][ends[0]], room.images[k][ends[1]])
            for k in np.flatnonzero(room.images[:, 0] >= 0).tolist()
        }
        inside = np.min([numbers[:-1, :-1], numbers[:-1, 1:], numbers[1:, :-1], numbers[1:, 1:]], 0)
        r, c = np.nonzero(inside >= 0)
        along, down = self._number
        self.points = np.stack(
            [
                along[numbers[r, c]],
                along[numbers[r + 1, c]],
                down[numbers[r, c]],
                down[numbers[r, c + 1]],
            ]
        )

    def _moved(self, one: Numbers, other: Numbers) -> Numbers:
        """The numbers of places with these two cells."""
        rows = np.nonzero(self.room.grid)[0]
        found: Numbers = self._number[
            (rows[one] != rows[other]).astype(int), np.minimum(one, other)
        ]
        return found

    def planes(self, layouts: Text) -> tuple[Planes, Flags]:
        """Return the planes of the mats of layouts, and which layouts are not exact coverings."""
        begins, spoiled = self._begins(layouts)
        bits = [1 << k for k in range(2 * CELLS)]
        packed = np.array([np.packbits(begins & np.uint8(bit), axis=-1) for bit in bits])
        ways = packed.reshape(2, CELLS, *packed.shape[1:])  # ways, cells, rows, groups, bytes
        return np.moveaxis(ways, 1, 3).reshape(-1, packed.shape[-1])[self._at], spoiled

    def _begins(self, layouts: Text) -> tuple[npt.NDArray[np.uint8], Flags]:
        """Return the table's entries, uint8[rows, groups, layouts], and faulty layouts as above."""
        text, lengths = layouts
        number, ahead = len(text), _four_ahead(text)
        begins = np.empty((self.room.height, self.groups, number), np.uint8)
        wrong, table = np.zeros(number, np.uint16), _table()
        starts = np.arange(number) * text.shape[1]
        at = starts.copy()
        taken = np.repeat(self._walls[0, :, None], number, axis=1)
        for row, walls in zip(begins, self._walls[1:], strict=True):
            right: Any = np.uint16(0)
            for g, wall in enumerate(walls):
                # A zero follows each layout, so reading beyond the end is a fault.
                letters = ahead.take(at, mode="clip")
                found = table.take(taken[g] | right | letters, mode="clip")
                at += found >> np.uint16(USED)
                right = found & np.uint16(1 << RIGHT)
                taken[g] = (found << np.uint16(TAKEN - BELOW)) & np.uint16(15 << TAKEN)
                wrong |= found & np.uint16(1 << WRONG)
                if wall:
                    wrong |= taken[g] & wall
                    taken[g] |= wall
                row[g] = found  # its low byte
            wrong |= right
        return begins, np.asarray((wrong != 0) | (at - starts != lengths))


def _four_ahead(text: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the four letters from each character of all texts, in two bits each."""
    size = text.size
    letters = np.zeros(-(-size // 8) + 1, np.uint64)  # so that eight are shifted at a time
    letters.view(np.uint8)[:size] = np.frombuffer(text.tobytes().translate(LETTERS), np.uint8)
    ahead = letters.view(np.uint8)[:size].copy()
    for k in range(1, CELLS):
        ahead |= (letters << np.uint64(2 * k)).view(np.uint8)[k : size + k]
    return ahead


@lru_cache(maxsize=1024)
def places_of(room: Region) -> Places:
    """Return the places of a room, which are the same for all its layouts."""
    return Places(room)
