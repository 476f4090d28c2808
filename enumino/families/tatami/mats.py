"""Where mats lie, read from the letters of many layouts at once, in NumPy, for the checks of rows.

A layout is the set of its mats: half mats cover what these leave. A *place* is a pair of cells side
by side, or one below the other, where a mat may lie, and there is a plane for each place, a bit a
layout (`enumino.datasets.checks.planes`). Images are permutations of places. A point has four tiles
at it if no mat lies on any of the four places that run through it.

Letters are read by tables: for each four cells of a row, which of them are taken from above and from
the left, and the next four letters tell where mats begin, and how many of the letters they are.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from enumino.datasets.checks.layouts import Text
from enumino.datasets.checks.planes import Planes
from enumino.objects.region import Region

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]
Found = npt.NDArray[np.uint16]

CELLS = 4  # of a row, read together
ALONG, ACROSS, SINGLE = 1, 2, 3
LETTERS = bytes({ord("H"): ALONG, ord("V"): ACROSS, ord("M"): SINGLE}.get(k, 0) for k in range(256))

# What is looked up: the next four letters, two bits each; above them a bit for each of the four
# cells that is taken from above, or is a wall; and whether a mat from the left covers the first.
TAKEN, FROM_LEFT = 8, 12
# What is found: a bit for each cell on which a mat along the row begins; whether something is
# wrong; the number of letters. Mats across the row and to the right are where they are looked up.
WRONG, USED = 4, 5


@cache
def _table() -> Found:
    """What four cells become, by what is looked up."""
    looked_up = np.arange(1 << FROM_LEFT + 1)
    used, found = np.zeros_like(looked_up), np.zeros_like(looked_up)
    right = looked_up >> FROM_LEFT & 1
    for cell in range(CELLS):
        taken = looked_up >> TAKEN + cell & 1
        free = 1 - (taken | right)
        letter = free * (looked_up >> 2 * used & 3)
        found |= (taken & right | free & (letter == 0)) << WRONG
        right = (letter == ALONG).astype(int)
        found |= right << cell | (letter == ACROSS) << TAKEN + cell
        used += free
    return (found | used << USED | right << FROM_LEFT).astype(np.uint16)


class Places:
    """The places of a room where mats may lie, in the order in which layouts are listed.

    That is row by row, in a room that is wider than tall column by column; of two places that begin
    at the same cell, that along the line comes first. Of two layouts that differ, the one comes
    first that has a mat on the first place where they differ.

    Attributes
    ----------
    room : Region
    across : bool[places]
        Whether they go down a column.
    images : dict of intp[places]
        Which place each becomes, by the images that keep the room.
    points : intp[4, points]
        The places that run through each point inside of the room.
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
            [along[numbers[r, c]], along[numbers[r + 1, c]], down[numbers[r, c]], down[numbers[r, c + 1]]]
        )

    def _moved(self, one: Numbers, other: Numbers) -> Numbers:
        """The numbers of places by their two cells."""
        rows = np.nonzero(self.room.grid)[0]
        found: Numbers = self._number[(rows[one] != rows[other]).astype(int), np.minimum(one, other)]
        return found

    def planes(self, layouts: Text) -> tuple[Planes, Flags]:
        """Return on which places layouts have mats, and which do not cover the room exactly."""
        begins, spoiled = self._begins(layouts)
        bits = 1 << np.arange(CELLS, dtype=np.uint8)
        ways = begins.astype(np.uint8), (begins >> TAKEN).astype(np.uint8)
        packed = np.array(
            [[np.packbits(way & bit, axis=-1) for bit in bits] for way in ways]
        )  # ways, cells, rows, groups, bytes
        ordered = np.moveaxis(packed, 1, 3).reshape(-1, packed.shape[-1])
        return ordered[self._at], spoiled

    def _begins(self, layouts: Text) -> tuple[Found, Flags]:
        """Return what was found for each four cells: uint16[rows, groups, layouts]; and as above."""
        text, lengths = layouts
        letters = np.frombuffer(text.tobytes().translate(LETTERS), np.uint8)
        ahead = letters.copy()  # from each letter on, four of them
        for k in (1, 2, 3):
            ahead[:-k] |= letters[k:] << np.uint8(2 * k)
        height, width = self.room.height, self.groups * CELLS
        walls = np.ones((height + 1, width), np.uint16)
        walls[:height, : self.room.width] = ~self.room.grid
        walls = (walls.reshape(-1, self.groups, CELLS) << np.arange(TAKEN, TAKEN + CELLS)).sum(2)
        taken = np.repeat(walls[..., None].astype(np.uint16), len(text), axis=2)
        found = np.empty((height, self.groups, len(text)), np.uint16)
        wrong, table = np.zeros(len(text), np.uint16), _table()
        starts = np.arange(len(text)) * text.shape[1]
        at = starts.copy()
        for r in range(height):
            right = np.zeros(len(text), np.uint16)
            for g, four in enumerate(found[r]):
                # Behind each layout is a zero, which makes it wrong, whatever is read after it.
                looked_up = taken[r, g] | right | ahead.take(at, mode="clip")
                table.take(looked_up, out=four, mode="clip")
                at += four >> USED & 7
                right = four & (1 << FROM_LEFT)
                below = four & (15 << TAKEN)
                wrong |= four & (1 << WRONG) | below & taken[r + 1, g]
                taken[r + 1, g] |= below
            wrong |= right
        return found, np.asarray((wrong != 0) | (at - starts != lengths))


@lru_cache(maxsize=1024)
def places_of(room: Region) -> Places:
    """Return the places of a room, which are the same for all its layouts."""
    return Places(room)
