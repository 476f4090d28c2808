"""Floors for copies of one shape on any lattice of the plane.

A cell is (row, unit, number): its unit cell, and its number in it. It lies at the place
``(row * width + unit) * numbers + number`` of a flat floor, so a translation adds a constant, and a
copy of the shape is an image, one for each element of the point group, with the place that is added
to the places of its cells: its *base*. Image 0 at the floor's origin is the shape itself; its first
cell is at unit cell (0, 0), so bases decode to translations.

`owners` holds the number of the tile at a place, counted from 1, or 0. `stamps` marks places that a
pass has seen. The *halo* of an image is the cells that share a side or a corner with it.

Images, halos and the images that have the same cells are made for many shapes at once, by NumPy.

`pairs` has the ways in which two copies may touch: for the image and the translation of the second,
as the first sees it, the least number of coronas that the two never have together, or 0. Two tiles
that touch in a patch with K coronas, and have levels of at most m, have K - m coronas together (see
`_coronas`). A search for such a patch, with K in the register `CORONAS`, places no other tiles.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import inlined

WIDTH, ORIGIN, NUMBERS, STAMP, TILES, NODES, CORONAS, DEPTH, DOWN = range(9)  # registers
IMAGE, BASE = range(2)  # of a tile
SIDES, TOUCHING = range(2)  # steps
HALO, SAME, ROWS, UNITS = range(4)  # of images
POCKET = 6  # tiles: the size from which an empty region counts as open
MANY = np.int64(1 << 30)
FAR = np.int8(126)  # the level of a tile that no other one touches


class Plane(NamedTuple):
    """A lattice as arrays; elements of the group map (row, unit, number) by a matrix and shifts."""

    matrices: NDArray[np.int64]  # elements, 2, 2
    shifts: NDArray[np.int64]  # elements, numbers, 2
    numbers: NDArray[np.int64]  # elements, numbers: the number of the image of a cell
    # Elements with the rows and units of a translation after them.
    products: NDArray[np.int64]  # elements, elements, 3: the first after the second
    inverses: NDArray[np.int64]  # elements, 3
    touching: NDArray[np.int64]  # numbers, steps, 3: (row, unit, number) of cells that touch
    sides: NDArray[np.int64]  # numbers, steps, 3: those that share a side; rows end with number -1


class Images(NamedTuple):
    """The images of shapes, each as the arrays of a `Floor`, with a first axis for the shapes."""

    cells: NDArray[np.int64]
    numbers: NDArray[np.int64]
    halos: NDArray[np.int64]
    images: NDArray[np.int64]


class Floor(NamedTuple):
    """A floor for shapes of a number of cells, with the images of the present one."""

    matrices: NDArray[np.int64]  # as in the plane
    products: NDArray[np.int64]
    inverses: NDArray[np.int64]
    owners: NDArray[np.int16]
    stamps: NDArray[np.int64]
    weights: NDArray[np.int64]  # of places, for searches
    steps: NDArray[np.int64]  # 2, numbers, steps: places of cells there; 0 ends a row
    cells: NDArray[np.int64]  # images, cells: places
    numbers: NDArray[np.int64]  # images, cells
    halos: NDArray[np.int64]  # images, cells: places
    images: NDArray[np.int64]  # images, 4: halo cells; the first image with its cells, and how far
    allowed: NDArray[np.bool_]  # images that a search may lay
    moves: NDArray[np.int64]  # places that are added to those of a tile: 0, or all of a period's
    pairs: NDArray[np.int8]  # images, rows, units
    tiles: NDArray[np.int64]  # tiles, 2: image and base
    levels: NDArray[np.int8]  # tiles + 1, tiles: the coronas of the first tiles, by their number
    frames: NDArray[np.int64]  # depths, 4
    stack: NDArray[np.int64]  # of fills
    registers: NDArray[np.int64]


def new_floor(plane: Plane, cells: int, coronas: int, units: int = 0) -> Floor:
    """Allocate a floor on which shapes of `cells` cells have room for `coronas` coronas.

    So have, with one corona, the translates around a period of up to `units` unit cells.
    """
    elements, numbers = plane.numbers.shape
    span = cells * int(abs(plane.sides[..., :2]).max())  # of a tile, in rows or unit cells
    reach = (coronas + 1) * (span + 1) + 2 * POCKET  # fills go a little beyond the tiles
    reach += 3 * units // 2 + span * (units > 0)
    width = 2 * reach + 1
    most = 4 * cells * (coronas + 1) ** 2 + 8  # tiles
    steps = np.zeros((2, numbers, plane.touching.shape[1] + 1), np.int64)
    for of, kind in ((SIDES, plane.sides), (TOUCHING, plane.touching)):
        row, unit, to = np.moveaxis(kind, 2, 0)
        places = (row * width + unit) * numbers + to - np.arange(numbers)[:, None]
        steps[of, :, : kind.shape[1]] = np.where(to < 0, 0, places)
    floor = Floor(
        plane.matrices,
        plane.products,
        plane.inverses,
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


def images_of(plane: Plane, floor: Floor, shapes: NDArray[np.int64]) -> Images:
    """Return the images of shapes of the size of a floor: int64[shapes, cells, 3]."""
    width, numbers = floor.registers[WIDTH], floor.registers[NUMBERS]
    own, size = shapes[:, :, 2], shapes.shape[1]
    apart = shapes[:, :, :2] - shapes[:, :1, :2]
    moved = np.einsum("eij,xnj->xeni", plane.matrices, apart)
    moved += np.moveaxis(plane.shifts[:, own], 1, 0)
    kinds = np.ascontiguousarray(np.moveaxis(plane.numbers[:, own], 1, 0))
    cells = (moved[..., 0] * width + moved[..., 1]) * numbers + kinds
    # Each place once, in the order in which it is found; the shape's own cells come first.
    around = cells[..., None] + floor.steps[TOUCHING, kinds, :-1]
    found = np.concatenate([cells, around.reshape(*cells.shape[:2], -1)], 2)
    order = found.argsort(2, kind="stable")
    ranked = np.take_along_axis(found, order, 2)
    is_new = np.ones(found.shape, np.bool_)
    np.put_along_axis(is_new, order[..., 1:], ranked[..., 1:] != ranked[..., :-1], 2)
    is_new[..., :size] = False
    front = np.argsort(~is_new, 2, kind="stable")[..., : found.shape[2] - size]
    # Images with the same cells have these at the same distances from the least.
    least = cells.min(2, keepdims=True)
    forms = np.sort((cells - least) * numbers, 2) + least % numbers
    same = (forms[:, :, None] == forms[:, None]).all(3).argmax(2)
    between = least[..., 0] - np.take_along_axis(least[..., 0], same, 1)
    rows, units = translations(floor, floor.registers[ORIGIN] + between)
    images = np.stack([is_new.sum(2), same, rows, units], 2)
    return Images(cells, kinds, np.take_along_axis(found, front, 2), images)


def set_shape(floor: Floor, images: Images, number: int) -> None:
    """Take one of the shapes as the present one, and remove all tiles."""
    empty(floor)
    for own, each in zip(
        (floor.cells, floor.numbers, floor.halos, floor.images), images, strict=True
    ):
        own[:] = each[number]
    floor.allowed[:] = floor.images[:, SAME] == np.arange(len(floor.images))


def levels_of_first(floor: Floor) -> NDArray[np.int8]:
    """Return levels of tiles among which only the first one has to be surrounded."""
    levels = np.full_like(floor.levels, FAR)
    levels[:, 0] = 0
    return levels


def empty(floor: Floor) -> None:
    """Remove all tiles."""
    floor.owners[places_of(floor, floor.tiles[: floor.registers[TILES]])] = 0
    floor.registers[TILES] = 0


def places_of(floor: Floor, tiles: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places that tiles take: int64[tiles, cells, moves]."""
    cells = tiles[:, BASE, None] + floor.cells[tiles[:, IMAGE]]
    places: NDArray[np.int64] = cells[..., None] + floor.moves
    return places


def symmetries_on(floor: Floor) -> NDArray[np.int64]:
    """Return the image, the rows and the unit cells of each tile: int64[tiles, 3]."""
    tiles = floor.tiles[: floor.registers[TILES]]
    return np.stack([tiles[:, IMAGE], *translations(floor, tiles[:, BASE])], 1)


def translations(floor: Floor, bases: Any) -> list[Any]:
    """Return the rows and unit cells by which copies with these bases are translated."""
    width = floor.registers[WIDTH]
    rows, units = np.divmod(bases // floor.registers[NUMBERS], width)
    return [rows - width // 2, units - width // 2]


@inlined
def place_of(floor, row, unit):
    """Return the place of a unit cell, counted from the origin."""
    return (row * floor.registers[WIDTH] + unit) * floor.registers[NUMBERS]


@inlined
def fits(floor, image, base):
    """Return whether no cell of a copy is taken."""
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
def translation_of(floor, base):
    """Return the rows and unit cells by which a copy with a base is translated."""
    width, numbers = floor.registers[WIDTH], floor.registers[NUMBERS]
    at, reach = base // numbers, (width - 1) // 2
    return at // width - reach, at % width - reach


@inlined
def quotient(floor, tile, image, base):
    """Return a copy's image, rows and unit cells as a tile sees it: after the tile's inverse."""
    back = floor.inverses[floor.tiles[tile, IMAGE]]
    row, unit = translation_of(floor, floor.registers[ORIGIN] + base - floor.tiles[tile, BASE])
    matrix, product = floor.matrices[back[0]], floor.products[back[0], image]
    to_row = matrix[0, 0] * row + matrix[0, 1] * unit + back[1] + product[1]
    to_unit = matrix[1, 0] * row + matrix[1, 1] * unit + back[2] + product[2]
    return product[0], to_row, to_unit
