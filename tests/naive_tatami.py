"""Slow, obviously right tatami layouts: mat after mat, and Hickerson's recurrences."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import Cell
from tests.naive_square import CLASSES
from tests.naive_square import IMAGES as SEVEN

Tile = frozenset[Cell]
Layout = frozenset[Tile]
Room = frozenset[Cell]
# layout, mats, monomers, horizontal, vertical, symmetry.
Row = tuple[str, int, int, int, int, str]

# The identity comes last.
IMAGES = (*SEVEN, lambda r, c, h, w: (r, c))


def room(drawing: str) -> npt.NDArray[np.bool_]:
    """The room of a drawing: dots are free, all else is wall; rows are parted by blanks."""
    return np.array([[letter == "#" for letter in row] for row in drawing.split()])


def cells(free: npt.NDArray[np.bool_]) -> Room:
    """The free cells as (row, column)."""
    return frozenset((int(r), int(c)) for r, c in np.argwhere(free))


def images(free: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """The number of the cell to which each image takes each free cell; -1 if it is no symmetry."""
    listed = sorted(cells(free))
    number = {cell: i for i, cell in enumerate(listed)}
    found = np.full((7, len(listed)), -1, np.int64)
    for k, image in enumerate(IMAGES[:7]):
        moved = [image(r, c, *free.shape) for r, c in listed]
        if set(moved) == set(listed):
            found[k] = [number[cell] for cell in moved]
    return found


def coverings(free: Room, most: int, *, may_meet: bool = True) -> Iterator[Layout]:
    """Every covering by dominoes and at most `most` monomers, cell after cell."""
    wide = len({c for _, c in free}) > len({r for r, _ in free})
    order = sorted(free, key=lambda cell: cell[::-1] if wide else cell)  # along the short side
    tile_of: dict[Cell, Tile] = {}

    def cover(at: int, left: int) -> Iterator[Layout]:
        while at < len(order) and order[at] in tile_of:
            at += 1
        if at == len(order):
            yield frozenset(tile_of.values())
            return
        r, c = order[at]
        for tile in map(frozenset, ([(r, c), (r, c + 1)], [(r, c), (r + 1, c)], [(r, c)])):
            spent = len(tile) == 1
            if tile <= free and tile_of.keys().isdisjoint(tile) and spent <= left:
                tile_of.update(dict.fromkeys(tile, tile))
                if may_meet or not any(
                    four_meet(tile_of, r - i, c - j) for r, c in tile for i, j in AROUND
                ):
                    yield from cover(at + 1, left - spent)
                for cell in tile:
                    del tile_of[cell]

    return cover(0, most)


AROUND = ((0, 0), (0, 1), (1, 0), (1, 1))


def four_meet(tile_of: Mapping[Cell, Tile], r: int, c: int) -> bool:
    """Whether four tiles meet right below and right of a cell; there, no cell is wall."""
    around = [tile_of.get((r + i, c + j)) for i, j in AROUND]
    return None not in around and len(set(around)) == 4


def is_tatami(layout: Layout) -> bool:
    """Whether no four tiles meet at a point."""
    tile_of = {cell: tile for tile in layout for cell in tile}
    return not any(four_meet(tile_of, r, c) for r, c in tile_of)


def listed(free: Room, most: int) -> Iterator[Layout]:
    """Every layout with at most `most` monomers; dead ends are left early."""
    return coverings(free, most, may_meet=False)


@cache
def layouts(free: Room, fewest: int, most: int) -> frozenset[Layout]:
    """Every layout of a region whose number of monomers is in the range."""
    return frozenset(layout for layout in listed(free, most) if fewest <= monomers_of(layout))


def monomers_of(layout: Layout) -> int:
    return sum(len(tile) == 1 for tile in layout)


def distribution(free: npt.NDArray[np.bool_], most: int) -> list[int]:
    """The number of layouts with each number of monomers."""
    numbers = Counter(map(monomers_of, listed(cells(free), most)))
    return [numbers[k] for k in range(most + 1)]


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
    return _symmetries(cells(free), free.shape)


@cache
def _symmetries(region: Room, shape: tuple[int, int]) -> list[int]:
    return [k for k in range(8) if {IMAGES[k](r, c, *shape) for r, c in region} == region]


def row(layout: Layout, free: npt.NDArray[np.bool_]) -> Row:
    """The row that the kernel should write for a layout, without its orbit."""
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
