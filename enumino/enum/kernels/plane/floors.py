"""Floors for copies of one shape on any lattice of the plane.

A cell is (row, unit, number): its unit cell, and its number in the unit cell. Its place on a flat
floor is ``(row * width + unit) * numbers + number``, so a translation adds a constant. A copy of
the shape is an image, one for each element of the point group, and a *base*, which is added to the
places of its cells. Image 0 at the floor's origin is the shape itself. Its first cell is at unit
cell (0, 0), so bases decode to translations.

`owners` holds the number of the tile at a place, counted from 1, or 0. `stamps` marks places that a
pass has seen. The *halo* of an image consists of the cells that share a side or a corner with it.

`pairs` describes the ways in which two copies may touch. For the image and the translation of the
second copy, as the first copy sees them, it has the least number of coronas that the two copies
never have together, or 0. Two tiles that touch in a patch with K coronas, and have levels of at
most m, have K - m coronas together (see `_coronas`). A search for such a patch, with K in the
register `CORONAS`, places no other tiles.

The last fields are tables of copies around a tile, and sets of the copies left for cells: see
`copies`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine

WIDTH, ORIGIN, NUMBERS, STAMP, TILES, NODES, CORONAS, DEPTH, DOWN = range(9)  # registers
STEP, SPAN, RADIUS, PAIRS, COUNTED, KNOWN, TRAIL, EPOCH, MOVES = range(9, 18)  # further registers
WIDE, TALL, SHIFT, OTHER, OTHER_BASE = range(18, 23)  # a torus, and a copy from the start
IMAGE, ROW, UNIT, BASE = range(4)  # columns of tiles
SIDES, TOUCHING = range(2)  # kinds of steps
HALO, SAME, ROWS, UNITS, TABLES, MIRRORED = range(6)  # columns of images
POCKET = 6  # an empty region of as many tiles counts as open
CHANGES = 64  # of sets for each tile, in the mean
MANY = np.int64(1 << 30)
FAR = np.int8(126)  # the level of a tile that touches no other tile


class Plane(NamedTuple):
    """A lattice as arrays; elements of the group map (row, unit, number) by a matrix and shifts."""

    matrices: NDArray[np.int64]  # elements, 2, 2
    shifts: NDArray[np.int64]  # elements, numbers, 2
    numbers: NDArray[np.int64]  # elements, numbers: the number of the image of a cell
    # Elements, each with the rows and units of a translation after it.
    products: NDArray[np.int64]  # elements, elements, 3: the first after the second
    inverses: NDArray[np.int64]  # elements, 3
    touching: NDArray[np.int64]  # numbers, steps, 3: (row, unit, number) of cells that touch
    sides: NDArray[np.int64]  # the same for cells that share a side; rows end with number -1


class Floor(NamedTuple):
    """A floor for shapes of one size, with the images of the present shape."""

    quotients: NDArray[np.int64]  # images, images, 7: see `quotient`
    owners: NDArray[np.int16]
    stamps: NDArray[np.int64]
    weights: NDArray[np.int64]  # of places; none if less than the register `EPOCH`
    steps: NDArray[np.int64]  # 2, numbers, steps: places of cells there; 0 ends a row
    cells: NDArray[np.int64]  # images, cells: places
    halos: NDArray[np.int64]  # images, cells: places
    images: NDArray[np.int64]  # images, 6: halo cells; equal image, translation; tables; mirrored
    allowed: NDArray[np.bool_]  # images that a search may place
    moves: NDArray[np.int64]  # translations of a tile placed together, 3: place, rows, units
    pairs: NDArray[np.int8]  # images, rows, units
    tiles: NDArray[np.int64]  # tiles, 4: image, rows, units, base
    levels: NDArray[np.int8]  # tiles + 1, tiles: row k has the levels of the first k tiles
    frames: NDArray[np.int64]  # depths, 4
    choices: NDArray[np.uint64]  # depths, words: the copies left to try
    stack: NDArray[np.int64]  # places of a region
    registers: NDArray[np.int64]
    spots: NDArray[np.int64]  # images, cells: numbers in a window, less the number of the base
    tables: NDArray[np.uint64]  # kinds, images, cells of a window, words
    starts: NDArray[np.uint64]  # numbers, words: the copies of allowed images
    slots: NDArray[np.int32]  # places: the number of a known cell, or -1
    known: NDArray[np.int64]  # known cells, 5: number, rows, units, place, copies left
    left: NDArray[np.uint64]  # known cells, levels, words
    trail: NDArray[np.int64]  # changes, 2: a known cell, and its copies before
    before: NDArray[np.uint64]  # changes, levels, words


def new_floor(plane: Plane, cells: int, coronas: int, units: int = 0) -> Floor:
    """Allocate a floor with room for `coronas` coronas around a shape of `cells` cells.

    If `units` is given, a period of up to `units` unit cells also has room, with its surroundings.
    """
    elements, numbers = plane.numbers.shape
    span = cells * int(abs(plane.sides[..., :2]).max())  # of a tile, in rows or unit cells
    reach = (coronas + 1) * (span + 1) + 2 * POCKET  # regions extend a little beyond the tiles
    reach += 3 * units // 2 + span * (units > 0)
    width = 2 * reach + 1
    most = 4 * cells * (coronas + 1) ** 2 + 8  # tiles
    places, words = width * width * numbers, -(-elements * cells // 64)
    known = units * numbers or places
    moves = 10 + 24 * span + 8 * span**2 * numbers // cells if units else 1
    steps = np.zeros((2, numbers, plane.touching.shape[1] + 1), np.int64)
    for of, kind in ((SIDES, plane.sides), (TOUCHING, plane.touching)):
        row, unit, to = np.moveaxis(kind, 2, 0)
        at = (row * width + unit) * numbers + to - np.arange(numbers)[:, None]
        steps[of, :, : kind.shape[1]] = np.where(to < 0, 0, at)
    products = plane.products[plane.inverses[:, 0]]
    turns = plane.matrices[plane.inverses[:, 0]].reshape(-1, 1, 4).repeat(elements, 1)
    back = plane.inverses[:, None, 1:]
    floor = Floor(
        np.concatenate([products[..., :1], turns, back + products[..., 1:]], 2),
        owners=np.zeros(places, np.int16),
        stamps=np.zeros(places, np.int64),
        weights=np.zeros(places, np.int64),
        steps=steps,
        cells=np.zeros((elements, cells), np.int64),
        halos=np.zeros((elements, max(cells * (steps.shape[2] - 1), units * numbers)), np.int64),
        images=np.zeros((elements, 6), np.int64),
        allowed=np.zeros(elements, np.bool_),
        moves=np.zeros((moves, 3), np.int64),
        pairs=np.zeros((elements, 4 * span + 9, 4 * span + 9), np.int8),
        tiles=np.zeros((most, 4), np.int64),
        levels=np.zeros((most + 1, most), np.int8),
        frames=np.zeros((most, 4), np.int64),
        choices=np.zeros((most, words), np.uint64),
        stack=np.zeros(POCKET * cells, np.int64),
        registers=np.zeros(23, np.int64),
        spots=np.zeros((elements, cells), np.int64),
        tables=np.zeros((coronas + 1, elements, 0, words), np.uint64),
        starts=np.zeros((numbers, words), np.uint64),
        slots=np.full(places, -1, np.int32),
        known=np.zeros((known, 5), np.int64),
        left=np.zeros((known, coronas, words), np.uint64),
        trail=np.zeros((CHANGES * most, 2), np.int64),
        before=np.zeros((CHANGES * most, coronas, words), np.uint64),
    )
    floor.registers[WIDTH] = width
    floor.registers[ORIGIN] = (reach * width + reach) * numbers
    floor.registers[NUMBERS], floor.registers[MOVES] = numbers, 1
    floor.registers[STEP] = abs(plane.touching[..., :2]).max()
    floor.images[:, MIRRORED] = np.linalg.det(plane.matrices) < 0
    return floor


def set_shape(floor: Floor, plane: Plane, shape: NDArray[np.int64]) -> Floor:
    """Remove all tiles, and make the images of a shape of the floor's size: int64[cells, 3]."""
    steps = (shape[:, :2] - shape[0, :2]) @ plane.matrices.swapaxes(1, 2)
    images = np.concatenate([steps, plane.numbers[:, shape[:, 2], None]], 2)
    images[..., :2] += plane.shifts[:, shape[:, 2]]
    set_images(floor, np.ascontiguousarray(images))
    kinds, images, room, words = floor.tables.shape
    window = int((2 * floor.registers[RADIUS] + 1) ** 2 * floor.registers[NUMBERS])
    if room < window:
        floor = floor._replace(tables=np.empty((kinds, images, window, words), np.uint64))
    return floor


@kernel
def set_images(floor, images):
    """Set the cells and halos of the images of a shape, and which of them are equal."""
    clear(floor)
    registers, cells = floor.registers, floor.cells
    numbers, width, size = registers[NUMBERS], registers[WIDTH], cells.shape[1]
    registers[PAIRS], far, across = 0, np.int64(0), np.int64(0)
    for s in range(cells.shape[0]):
        low_row, low_unit, top_row, top_unit = MANY, MANY, -MANY, -MANY
        for j in range(size):
            row, unit = images[s, j, 0], images[s, j, 1]
            cells[s, j] = (row * width + unit) * numbers + images[s, j, 2]
            low_row, low_unit = min(low_row, row), min(low_unit, unit)
            top_row, top_unit = max(top_row, row), max(top_unit, unit)
        far = max(far, -low_row, top_row, -low_unit, top_unit)
        across = max(across, top_row - low_row, top_unit - low_unit)
        _set_halo(floor, s)
        _set_equal(floor, s)
    registers[SPAN] = across
    # From a tile to the farthest cells of copies that touch it.
    registers[RADIUS] = far + registers[STEP] + across
    for s in range(cells.shape[0]):
        for j in range(size):
            row, unit = moved(floor, registers[ORIGIN] + cells[s, j])
            at = row * (2 * registers[RADIUS] + 1) + unit
            floor.spots[s, j] = at * numbers + images[s, j, 2]


@subroutine
def _set_halo(floor, image):
    """Find the cells around an image, in the order of its cells and their steps."""
    registers, steps, size = floor.registers, floor.steps, floor.cells.shape[1]
    registers[STAMP] += 1
    for place in floor.cells[image]:
        floor.stamps[registers[ORIGIN] + place] = registers[STAMP]
    reached = 0
    for j in range(size):
        for e in range(steps.shape[2] - 1):
            place = floor.cells[image, j]
            near = place + steps[TOUCHING, place % registers[NUMBERS], e]
            if floor.stamps[registers[ORIGIN] + near] != registers[STAMP]:
                floor.stamps[registers[ORIGIN] + near] = registers[STAMP]
                floor.halos[image, reached] = near
                reached += 1
    floor.images[image, HALO] = reached
    floor.images[image, TABLES] = 0


@subroutine
def _set_equal(floor, image):
    """Find the first image with the same cells up to a translation."""
    registers, kept, cells = floor.registers, floor.images[image], floor.cells
    for s in range(image + 1):
        apart = _least(cells[image]) - _least(cells[s])
        registers[STAMP] += 1
        for place in cells[s]:
            floor.stamps[registers[ORIGIN] + place] = registers[STAMP]
        equal = apart % registers[NUMBERS] == 0
        for place in cells[image]:
            equal &= floor.stamps[registers[ORIGIN] + place - apart] == registers[STAMP]
        if equal:
            kept[SAME] = s
            kept[ROWS], kept[UNITS] = moved(floor, registers[ORIGIN] + apart)
            floor.allowed[image] = s == image
            return


@inlined
def _least(places):
    least = places[0]
    for place in places:
        least = min(least, place)
    return least


@inlined
def moved(floor, base):
    """Return the rows and unit cells of the translation of a copy, by its base."""
    width, at = floor.registers[WIDTH], base // floor.registers[NUMBERS]
    return at // width - width // 2, at % width - width // 2


def places_of(floor: Floor, tiles: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places of tiles: int64[tiles, cells]."""
    places: NDArray[np.int64] = tiles[:, BASE, None] + floor.cells[tiles[:, IMAGE]]
    return places


def symmetries_on(floor: Floor) -> NDArray[np.int64]:
    """Return the image, the rows and the unit cells of each tile: int64[tiles, 3]."""
    return floor.tiles[: floor.registers[TILES], :BASE].copy()


@inlined
def fits(floor, image, base):
    """Return whether all cells of a copy are empty."""
    for j in range(floor.cells.shape[1]):
        if floor.owners[base + floor.cells[image, j]] != 0:
            return False
    return True


@inlined
def put(floor, image, base):
    """Add a tile, with all its translates."""
    number = floor.registers[TILES]
    tile = floor.tiles[number]
    tile[IMAGE], tile[BASE] = image, base
    tile[ROW], tile[UNIT] = moved(floor, base)
    floor.registers[TILES] = number + 1
    _give(floor, image, base, number + 1)


@inlined
def take_back(floor):
    """Remove the last tile."""
    number = floor.registers[TILES] - 1
    floor.registers[TILES] = number
    _give(floor, floor.tiles[number, IMAGE], floor.tiles[number, BASE], np.int64(0))


@subroutine
def clear(floor):
    """Remove all tiles."""
    while floor.registers[TILES] > 0:
        take_back(floor)


@inlined
def _give(floor, image, base, owner):
    for k in range(floor.registers[MOVES]):
        for j in range(floor.cells.shape[1]):
            floor.owners[base + floor.moves[k, 0] + floor.cells[image, j]] = owner


@inlined
def quotient(floor, own, apart, image):
    """Return a copy's image, rows and unit cells as a tile sees it: after the tile's inverse.

    The tile's image is `own`, and `apart` is the copy's base, less the tile's base.
    """
    row, unit = moved(floor, floor.registers[ORIGIN] + apart)
    seen = floor.quotients[own, image]
    to_row = seen[1] * row + seen[2] * unit + seen[5]
    to_unit = seen[3] * row + seen[4] * unit + seen[6]
    return seen[0], to_row, to_unit
