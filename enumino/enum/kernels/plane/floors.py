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
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import inlined

WIDTH, ORIGIN, NUMBERS, STAMP, TILES, NODES, CORONAS, DEPTH, DOWN = range(9)  # registers
IMAGE, BASE = range(2)  # columns of tiles
SIDES, TOUCHING = range(2)  # kinds of steps
HALO, SAME, ROWS, UNITS = range(4)  # columns of images
POCKET = 6  # an empty region of as many tiles counts as open
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

    plane: Plane
    owners: NDArray[np.int16]
    stamps: NDArray[np.int64]
    weights: NDArray[np.int64]  # of places, for searches
    steps: NDArray[np.int64]  # 2, numbers, steps: places of cells there; 0 ends a row
    cells: NDArray[np.int64]  # images, cells: places
    numbers: NDArray[np.int64]  # images, cells
    halos: NDArray[np.int64]  # images, cells: places
    images: NDArray[np.int64]  # images, 4: halo cells; an equal image, and the translation to it
    allowed: NDArray[np.bool_]  # images that a search may place
    moves: NDArray[np.int64]  # translations of a tile that are placed together: 0, or a period's
    pairs: NDArray[np.int8]  # images, rows, units
    tiles: NDArray[np.int64]  # tiles, 2: image and base
    levels: NDArray[np.int8]  # tiles + 1, tiles: row k has the levels of the first k tiles
    frames: NDArray[np.int64]  # depths, 4
    stack: NDArray[np.int64]  # places of a region
    registers: NDArray[np.int64]


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
    steps = np.zeros((2, numbers, plane.touching.shape[1] + 1), np.int64)
    for of, kind in ((SIDES, plane.sides), (TOUCHING, plane.touching)):
        row, unit, to = np.moveaxis(kind, 2, 0)
        places = (row * width + unit) * numbers + to - np.arange(numbers)[:, None]
        steps[of, :, : kind.shape[1]] = np.where(to < 0, 0, places)
    floor = Floor(
        plane,
        owners=np.zeros(width * width * numbers, np.int16),
        stamps=np.zeros(width * width * numbers, np.int64),
        weights=np.zeros(width * width * numbers, np.int64),
        steps=steps,
        cells=np.zeros((elements, cells), np.int64),
        numbers=np.zeros((elements, cells), np.int64),
        halos=np.zeros((elements, cells * (steps.shape[2] - 1)), np.int64),
        images=np.zeros((elements, 4), np.int64),
        allowed=np.zeros(elements, np.bool_),
        moves=np.zeros(1, np.int64),
        pairs=np.zeros((elements, 4 * span + 9, 4 * span + 9), np.int8),
        tiles=np.zeros((most, 2), np.int64),
        levels=np.zeros((most + 1, most), np.int8),
        frames=np.zeros((most, 4), np.int64),
        stack=np.zeros(POCKET * cells, np.int64),
        registers=np.zeros(9, np.int64),
    )
    floor.registers[WIDTH] = width
    floor.registers[ORIGIN] = (reach * width + reach) * numbers
    floor.registers[NUMBERS] = numbers
    return floor


def set_shape(floor: Floor, shape: NDArray[np.int64]) -> None:
    """Remove all tiles, and make the images of a shape of the floor's size: int64[cells, 3]."""
    empty(floor)
    plane, numbers, size = floor.plane, floor.registers[NUMBERS], len(shape)
    kinds = plane.numbers[:, shape[:, 2]]
    moved = (shape[:, :2] - shape[0, :2]) @ plane.matrices.transpose(0, 2, 1)
    moved += plane.shifts[:, shape[:, 2]]
    cells = (moved[..., 0] * floor.registers[WIDTH] + moved[..., 1]) * numbers + kinds
    floor.cells[:], floor.numbers[:] = cells, kinds
    # Each place once, in the order of its first appearance, after the cells of the image.
    around = (cells[..., None] + floor.steps[TOUCHING, kinds, :-1]).reshape(len(cells), -1)
    for image, places in enumerate(np.concatenate([cells, around], 1).tolist()):
        halo = [*dict.fromkeys(places)][size:]
        floor.halos[image, : len(halo)] = halo
        floor.images[image, HALO] = len(halo)
    # Images are equal if their cells have the same distances from the least cell.
    least = cells.min(1, keepdims=True)
    forms = np.sort((cells - least) * numbers, 1) + least % numbers
    same = (forms[:, None] == forms).all(2).argmax(1)
    between = (least - least[same])[:, 0]
    floor.images[:, SAME] = same
    floor.images[:, ROWS:] = np.stack(translations(floor, floor.registers[ORIGIN] + between), 1)
    floor.allowed[:] = same == np.arange(len(same))


def levels_of_first(floor: Floor) -> NDArray[np.int8]:
    """Return levels with which only the first tile must be surrounded."""
    levels = np.full_like(floor.levels, FAR)
    levels[:, 0] = 0
    return levels


def empty(floor: Floor) -> None:
    """Remove all tiles."""
    if floor.registers[TILES]:
        floor.owners[places_of(floor, floor.tiles[: floor.registers[TILES]])] = 0
        floor.registers[TILES] = 0


def places_of(floor: Floor, tiles: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places of tiles: int64[tiles, cells, moves]."""
    cells = tiles[:, BASE, None] + floor.cells[tiles[:, IMAGE]]
    places: NDArray[np.int64] = cells[..., None] + floor.moves
    return places


def symmetries_on(floor: Floor) -> NDArray[np.int64]:
    """Return the image, the rows and the unit cells of each tile: int64[tiles, 3]."""
    tiles = floor.tiles[: floor.registers[TILES]]
    return np.stack([tiles[:, IMAGE], *translations(floor, tiles[:, BASE])], 1)


def translations(floor: Floor, bases: Any) -> list[Any]:
    """Return the rows and unit cells of the translations of copies, by their bases."""
    width = floor.registers[WIDTH]
    rows, units = np.divmod(bases // floor.registers[NUMBERS], width)
    return [rows - width // 2, units - width // 2]


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
    floor.tiles[number, IMAGE] = image
    floor.tiles[number, BASE] = base
    floor.registers[TILES] = number + 1
    _give(floor, image, base, number + 1)


@inlined
def take_back(floor):
    """Remove the last tile."""
    number = floor.registers[TILES] - 1
    floor.registers[TILES] = number
    _give(floor, floor.tiles[number, IMAGE], floor.tiles[number, BASE], np.int64(0))


@inlined
def _give(floor, image, base, owner):
    for k in range(floor.moves.size):
        for j in range(floor.cells.shape[1]):
            floor.owners[base + floor.moves[k] + floor.cells[image, j]] = owner


@inlined
def quotient(floor, tile, image, base):
    """Return a copy's image, rows and unit cells as a tile sees it: after the tile's inverse."""
    plane, width = floor.plane, floor.registers[WIDTH]
    place = floor.registers[ORIGIN] + base - floor.tiles[tile, BASE]
    at = place // floor.registers[NUMBERS]
    row, unit = at // width - width // 2, at % width - width // 2
    back = plane.inverses[floor.tiles[tile, IMAGE]]
    matrix, product = plane.matrices[back[0]], plane.products[back[0], image]
    to_row = matrix[0, 0] * row + matrix[0, 1] * unit + back[1] + product[1]
    to_unit = matrix[1, 0] * row + matrix[1, 1] * unit + back[2] + product[2]
    return product[0], to_row, to_unit
