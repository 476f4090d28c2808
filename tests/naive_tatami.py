"""Slow, obviously right tatami layouts: list all coverings of a region, look at every point."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import Cell
from tests.naive_square import CLASSES
from tests.naive_square import IMAGES as SEVEN

Tile = frozenset[Cell]
Layout = frozenset[Tile]
Room = frozenset[Cell]
Row = tuple[str, int, int, int, int, str]
"""layout, mats, monomers, horizontal, vertical, symmetry."""

# The identity comes last.
IMAGES = (*SEVEN, lambda r, c, h, w: (r, c))


def room(drawing: str) -> npt.NDArray[np.bool_]:
    """The room of a drawing: dots are free, all else is wall; rows are parted by blanks."""
    return np.array([[letter == "." for letter in row] for row in drawing.split()])


def cells(free: npt.NDArray[np.bool_]) -> Room:
    """The free cells as (row, column)."""
    return frozenset((int(r), int(c)) for r, c in np.argwhere(free))


def images(free: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Where each image of the frame takes the free cells, by number; -1 if it is no symmetry."""
    listed = sorted(cells(free))
    number = {cell: i for i, cell in enumerate(listed)}
    found = np.full((7, len(listed)), -1, np.int64)
    for k, image in enumerate(IMAGES[:7]):
        moved = [image(r, c, *free.shape) for r, c in listed]
        if set(moved) == set(listed):
            found[k] = [number[cell] for cell in moved]
    return found


def coverings(free: Room, most: int) -> Iterator[Layout]:
    """Every covering by dominoes and at most so many monomers: by what covers the first cell."""
    if not free:
        yield frozenset()
        return
    r, c = min(free)
    for tile in ({(r, c), (r, c + 1)}, {(r, c), (r + 1, c)}, {(r, c)}):
        left = most - (len(tile) == 1)
        if tile <= free and left >= 0:
            for others in coverings(free - tile, left):
                yield others | {frozenset(tile)}


def is_tatami(layout: Layout) -> bool:
    """Whether no four tiles meet at a point; there, none of the four cells is wall."""
    tile_of = {cell: tile for tile in layout for cell in tile}
    for r, c in tile_of:
        around = [tile_of.get(cell) for cell in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))]
        if None not in around and len(set(around)) == 4:
            return False
    return True


@cache
def layouts(free: Room, fewest: int, most: int) -> frozenset[Layout]:
    """Every layout of a region whose number of monomers is in the range."""
    return frozenset(
        layout
        for layout in coverings(free, most)
        if is_tatami(layout) and fewest <= sum(len(tile) == 1 for tile in layout)
    )


def letter(tile: Tile) -> str:
    """H lies along a row, V along a column, M is a single cell."""
    return "M" if len(tile) == 1 else "H" if len({r for r, _ in tile}) == 1 else "V"


def text(layout: Layout) -> str:
    """The letters of the tiles, by their first cells in row-major order."""
    return "".join(letter(tile) for tile in sorted(layout, key=min))


def image(layout: Layout, k: int, shape: tuple[int, int]) -> Layout:
    """The layout under an image of the frame."""
    return frozenset(frozenset(IMAGES[k](r, c, *shape) for r, c in tile) for tile in layout)


def symmetries(free: npt.NDArray[np.bool_]) -> list[int]:
    """The images that map the region to itself, the identity included."""
    region = cells(free)
    return [k for k in range(8) if {IMAGES[k](r, c, *free.shape) for r, c in region} == region]


def row(layout: Layout, free: npt.NDArray[np.bool_]) -> Row:
    """What the kernel should write for a layout, its orbit apart."""
    fixed = [k for k in symmetries(free) if k < 7 and image(layout, k, free.shape) == layout]
    written = text(layout)
    horizontal, vertical = written.count("H"), written.count("V")
    return (
        written,
        horizontal + vertical,
        written.count("M"),
        horizontal,
        vertical,
        CLASSES[tuple(fixed)],
    )


def listed_before(layout: Layout, shape: tuple[int, int]) -> list[str]:
    """Sort key of the listing: letters cell by cell, along the shorter side of the frame.

    At each first cell the tile along the scan comes first, then the one across, then the monomer.
    """
    wide = shape[1] > shape[0]
    along, across = "VH" if wide else "HV"
    ranks = {along: "0", across: "1", "M": "2"}
    firsts = [(min(tile)[::-1] if wide else min(tile), ranks[letter(tile)]) for tile in layout]
    return [rank for _, rank in sorted(firsts)]


def classes(found: frozenset[Layout], free: npt.NDArray[np.bool_]) -> dict[Layout, int]:
    """The first layout of each class under the symmetries of the region, with the class's size."""
    sizes = {}
    group = symmetries(free)
    for layout in found:
        orbit = {image(layout, k, free.shape) for k in group}
        sizes[min(orbit, key=lambda other: listed_before(other, free.shape))] = len(orbit)
    return sizes
