"""Pictures of witnesses: tiles around a shape, coloured by their orientation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from enumino.drawing import Picture
from enumino.drawing.cells import Plan
from enumino.families.plane_tilings.periods import copy_of, tiles_of
from enumino.families.polyforms.columns import box_and_mask
from enumino.objects.box import cells_of
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

Cell = tuple[int, ...]

# Fills by orientation, the shape's own first: turned, then reflected; they differ in lightness.
COLOURS = (
    *("#f2c14e", "#6aa5d9", "#37916a", "#c2542f", "#a8d08d", "#31609f"),
    *("#f0a860", "#b9a3d6", "#7a1f5c", "#d7dee6", "#8a6d3b", "#e7a9b8"),
)
EDGE, MARKED = "#2b2b2b", "#000"
ROOM = 1.2  # sizes of the shape that are drawn around it


@dataclass(frozen=True)
class Patch:
    """Some tiles; `marked` of them, the first ones, are the shape or those of a period.

    If none is marked, nothing is faded.
    """

    lattice: Lattice
    tiles: tuple[tuple[Cell, ...], ...]
    marked: int

    def orientations(self) -> list[int]:
        """Return the number of the orientation of each tile, in the order of their appearance."""
        found: dict[tuple[Cell, ...], int] = {}
        shapes = [self.lattice.normalised(cells) for cells in self.tiles]
        return [found.setdefault(shape, len(found)) for shape in shapes]

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
        kinds = self.orientations()
        for k in reversed(range(len(self.tiles))):
            colour = COLOURS[kinds[k] % len(COLOURS)]
            marked = k < self.marked
            edge, width = (MARKED, 0.2) if marked else (EDGE, 0.07)
            faded = "" if marked or not self.marked else ' fill-opacity=".72"'
            yield (
                f'<path d="{plan.border(self.tiles[k])}" fill="{colour}"{faded} stroke="{edge}" '
                f'stroke-width="{width}" stroke-linejoin="round"/>'
            )


def patch_of(lattice: Lattice, row: Mapping[str, Any]) -> Patch:
    """Return the patch of a row, or the tiles of a tiling that come near the shape."""
    box, mask = box_and_mask(row)
    shape: list[Any] = list(cells_of(mask, box))
    tiles: list[tuple[Cell, ...]] = [
        tuple(copy_of(lattice, shape, tile)) for tile in tiles_of(row["tiles"])
    ]
    if not row["vectors"]:
        return Patch(lattice, tuple(tiles), 1)
    return Patch(lattice, tuple(_spread(lattice, tiles, row["vectors"])), len(tiles))


def _spread(
    lattice: Lattice, tiles: list[tuple[Cell, ...]], vectors: list[int]
) -> list[tuple[Cell, ...]]:
    """Return the tiles of a period, and the others of the tiling near them."""
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
