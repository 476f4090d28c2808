"""Pictures of witnesses: tiles around a shape, coloured by their orientation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from enumino.drawing import Picture
from enumino.drawing.cells import Plan
from enumino.families.plane_tilings.periods import copies, with_numbers
from enumino.families.polyforms.columns import box_and_mask
from enumino.objects.box import cells_of
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

Tiles = list[tuple[tuple[int, ...], ...]]

# Fills by orientation, the orientation of the shape first. Their lightness differs, too.
COLOURS = (
    *("#f2c14e", "#6aa5d9", "#37916a", "#c2542f", "#a8d08d", "#31609f"),
    *("#f0a860", "#b9a3d6", "#7a1f5c", "#d7dee6", "#8a6d3b", "#e7a9b8"),
)
EDGE, MARKED = "#2b2b2b", "#000"
ROOM = 1.2  # width of the margin around the shape, in sizes of the shape


@dataclass(frozen=True)
class Patch:
    """Some tiles; the first `marked` tiles are the shape or a period."""

    lattice: Lattice
    tiles: Tiles
    marked: int

    def text(self) -> str:
        """Return the tiles in characters: outlines of squares, letters on other lattices."""
        cells = [cell for tile in self.tiles for cell in tile]
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        left -= left % self.lattice.sublattices
        moved = [[(r - top, c - left) for r, c in tile] for tile in self.tiles]
        if self.lattice == SQUARE:
            region = Region(cell for tile in moved for cell in tile)
            return str(Tiling(region, [("tile", tile) for tile in moved]))
        letters = {cell: chr(ord("A") + k % 26) for k, tile in enumerate(moved) for cell in tile}
        wide = " " if self.lattice.sublattices == 1 else ""
        rows, columns = (1 + max(axis) for axis in zip(*letters, strict=True))
        return "\n".join(
            (" " * r + wide.join(letters.get((r, c), " ") for c in range(columns))).rstrip()
            for r in range(rows)
        )

    def drawn(self) -> Picture:
        """Return the picture of the tiles, the marked tiles on top, with heavy lines."""
        plan = Plan(self.lattice, [cell for tile in self.tiles for cell in tile])
        return plan.picture(self._parts(plan))

    def _parts(self, plan: Plan) -> Iterator[str]:
        shapes = [self.lattice.normalised(cells) for cells in self.tiles]
        kinds = list(dict.fromkeys(shapes))
        for k in reversed(range(len(self.tiles))):
            colour = COLOURS[kinds.index(shapes[k]) % len(COLOURS)]
            edge, width, faded = EDGE, 0.07, ' fill-opacity=".72"'
            if k < self.marked:
                edge, width, faded = MARKED, 0.2, ""
            yield (
                f'<path d="{plan.border(self.tiles[k])}" fill="{colour}"{faded} stroke="{edge}" '
                f'stroke-width="{width}" stroke-linejoin="round"/>'
            )


def patch_of(lattice: Lattice, row: Mapping[str, Any]) -> Patch:
    """Return the patch of a row, or the tiles of its tiling near the shape."""
    box, mask = box_and_mask(row)
    shape = with_numbers(lattice, *np.array(list(cells_of(mask, box))).T)
    found = copies(lattice, shape, np.array(row["tiles"]).reshape(-1, 3)).tolist()
    count = lattice.sublattices
    tiles: Tiles = [tuple([(r, u * count + number) for r, u, number in tile]) for tile in found]
    if not row["vectors"]:
        return Patch(lattice, tiles, 1)
    return Patch(lattice, _spread(lattice, tiles, row["vectors"]), len(tiles))


def _spread(lattice: Lattice, tiles: Tiles, vectors: list[int]) -> Tiles:
    """Return the tiles of a period, then the other tiles near the shape."""
    plan = Plan(lattice, [cell for tile in tiles for cell in tile])
    middles = [[plan.middle(cell) for cell in tile] for tile in tiles]
    x, y = zip(*middles[0], strict=True)
    room = ROOM * max(max(x) - min(x), max(y) - min(y)) + 1
    left, right, top, bottom = min(x) - room, max(x) + room, min(y) - room, max(y) + room
    down, along = lattice.drawn[-2:]
    (a, b, c, d), count, found = vectors, lattice.sublattices, list(tiles)
    for i, j in product(range(-12, 13), repeat=2):
        rows, units = i * a + j * c, i * b + j * d
        dx, dy = (rows * down[axis] + units * along[axis] for axis in (0, 1))
        for tile, places in zip(tiles, middles, strict=True) if i or j else ():
            if any(left <= u + dx <= right and top <= v + dy <= bottom for u, v in places):
                found.append(tuple([(r + rows, k + units * count) for r, k in tile]))
    return found
