"""Tables of `kernels.listing.lattice_search` from a lattice, by plain Python and NumPy."""

from __future__ import annotations

from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing import _lattice_places as places
from enumino.enum.kernels.listing import lattice_search
from enumino.enum.kernels.listing._lattice_places import EXTENT
from enumino.enum.kernels.listing.lattice_search import Tables
from enumino.enum.lattice_sizes import changes, obstacle
from enumino.objects.box import UNBOUNDED, Box
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import KINDS, Kind

# Names of the search that no lattice changes.
SHARED = (
    *("seek", "probe", "new_state", "new_columns", "is_full"),
    *("DONE", "NODES", "DEPTH", "BASE", "LEAF"),
)
Reach = tuple[tuple[int, ...], tuple[int, ...]]


def new_tables(
    lattice: Lattice, lowest: int, highest: int, kind: Kind, words: int, box: Box | None = None
) -> Tables:
    """Return the tables of a search for connected shapes of `lowest` to `highest` cells.

    The lattice has one or two cells a unit cell, which are neighbours; masks of `words` words have
    room for all boxes, or for the `box` that shapes are to fit into. Sizes that the search cannot
    hold raise a ValueError.
    """
    if reason := obstacle(lattice, kind, highest, words, box):
        raise ValueError(f"highest = {highest} is too large: {reason}.")
    # A search leaves the box by one cell, which no step follows.
    board = _Board(lattice, min(highest, sum(box.sides) + 1) if box else highest)
    numbers = lattice_numbers(lattice)
    upright = 1 if numbers[places.GROUP] == places.HEXAGONAL else numbers[places.COORDINATES]
    upright -= numbers[places.GROUP] == places.SIGNED and kind == "one-sided"
    root = board.number((0,) * lattice.dimensions)
    limits = (lowest, highest, KINDS.index(kind), upright, board.shift, board.height, root, words)
    images = _images(lattice)
    return Tables(
        limits=np.array(limits, np.int64),
        lattice=np.array(numbers, np.int64),
        steps=np.array([[board.step(step) for step in steps] for steps in lattice.steps], np.int64),
        on_side=np.array(
            [
                [step in sides for step in steps]
                for steps, sides in zip(lattice.steps, lattice.side_steps, strict=True)
            ],
            np.int64,
        ),
        corners=board.corners()[0],
        points=board.points(),
        gains=_gains(highest, numbers[places.STEP]),
        images=images,
        by_source=_by_source(lattice, images, kind),
        subgroups=np.array(
            [
                (bits, code, lattice.classes[code].orbit(kind))
                for bits, code in lattice.code_of.items()
            ],
            np.uint64,
        ),
        bounds=_bounds(lattice, kind, box),
    )


def _bounds(lattice: Lattice, kind: Kind, box: Box | None) -> npt.NDArray[np.int64]:
    """Return the bounds of extents, the last coordinate first; see `Tables.bounds`."""
    alternatives = [] if box is None else box.bounds(lattice, kind)
    found = np.zeros((len(alternatives), 2, 3), np.int64)
    for k, bounds in enumerate(alternatives):
        for i, extents in enumerate(bounds):
            found[k, i, : len(extents)] = extents[::-1]
            found[k, i, len(extents) :] = UNBOUNDED * i
    return found


@cache
def lattice_numbers(lattice: Lattice) -> tuple[int, ...]:
    """Return the numbers of a lattice for a search; `_lattice_places` names them."""
    first, dimensions = lattice.units[0], lattice.dimensions
    coordinates = len(first)
    by_step = changes(lattice)
    corners, corners_a_unit = _Board(lattice, 1).corners()
    return (
        places.SIGNED if coordinates == dimensions else places.HEXAGONAL,
        coordinates,
        lattice.sublattices,
        first[0] - 1,
        max(map(max, by_step)),
        int(any(sum(map(bool, change)) > 1 for change in by_step)),
        coordinates - 1 if dimensions == 3 else -1,
        coordinates - dimensions + 1,
        coordinates - dimensions,
        len(lattice.steps[0]),
        len(lattice.side_steps[0]),
        corners.shape[1],
        corners_a_unit,
        *_doubled_holes(lattice),
    )


@cache
def kernel_for(lattice: Lattice) -> Any:
    """Return the verbs of the search; `advance` is compiled for one lattice alone."""
    there = lattice_search.advance_for(lattice_numbers(lattice))
    shared = {name: getattr(lattice_search, name) for name in SHARED}
    return SimpleNamespace(**shared, advance=there, tally=partial(lattice_search.tally_by, there))


def _doubled_holes(lattice: Lattice) -> tuple[int, int, int]:
    """Return twice the additions to holes less corners of a shape, each cell, and each side.

    Holes are 1 - corners + edges - faces, where sticks are the edges themselves, and have no faces.
    In space they are counted in another way.
    """
    if lattice.dimensions == 3:
        return 0, 0, 0
    return (2, 2, 0) if lattice.of_edges else (2, len(lattice.side_steps[0]) - 2, 1)


def _images(lattice: Lattice) -> npt.NDArray[np.int64]:
    """Return the sources of each image's coordinates, the last one first; see `Tables.images`."""
    last = len(lattice.units[0]) - 1
    found = np.zeros((len(lattice.images), places.FIRST_CELL + lattice.sublattices), np.int64)
    for k, image in enumerate(lattice.images):
        for i, (source, sign) in enumerate(zip(image.sources, image.signs, strict=True)):
            found[k, last - i] = 2 * (last - source) + (sign < 0)
        for number, origin in enumerate(lattice.origins):
            to = lattice.cell(image(*origin))
            found[k, places.FIRST_CELL + number] = to[-1] % lattice.sublattices
    return found


def _by_source(
    lattice: Lattice, images: npt.NDArray[np.int64], kind: Kind
) -> npt.NDArray[np.uint64]:
    """Return the images by code of a coordinate, and the valid ones; see `Tables.by_source`."""
    found = np.zeros((places.COUNTED + 1, 6), np.uint64)
    counted = {"fixed": (), "one-sided": lattice.rotation_images, "free": range(len(images))}
    for k in range(len(images)):
        for i in range(len(lattice.units[0])):
            found[i, images[k, i]] |= np.uint64(1 << k)
    found[places.COUNTED, 0] = sum(1 << k for k in counted[kind])
    return found


def _gains(cells: int, step: int) -> npt.NDArray[np.int64]:
    """Return the gains of pairs of coordinates by the last of `cells` cells; see `Tables.gains`.

    The least of the others is at 0 and the largest at the extent.
    """
    extents = np.arange(step * cells + 1)[:, None]
    at = np.arange(step * (cells + 2) + 1) - step
    low, high = np.minimum(at, 0), np.maximum(at, extents)
    gains: npt.NDArray[np.int64] = EXTENT * (high - low) + 2 * at - cells * (low + high)
    return gains


class _Board:
    """The cells in reach of shapes of up to `cells` cells, as one array in reading order."""

    def __init__(self, lattice: Lattice, cells: int) -> None:
        self.lattice = lattice
        self.lowest, self.highest = _reach(lattice, cells)
        self.sizes = [high - low + 1 for low, high in zip(self.lowest, self.highest, strict=True)]
        self.shift = (self.sizes[-1] - 1).bit_length()
        self.height = self.sizes[-2]
        self.number_of_cells = (
            (self.sizes[0] if lattice.dimensions == 3 else 1) * self.height
        ) << self.shift

    def number(self, cell: tuple[int, ...]) -> int:
        """Return the number of a cell."""
        return self.step(tuple(k - low for k, low in zip(cell, self.lowest, strict=True)))

    def step(self, step: tuple[int, ...]) -> int:
        """Return the difference of the numbers of cells that are a step apart."""
        *layer, row, column = step
        row += sum(layer) * self.height
        return (row << self.shift) + column

    def points(self) -> npt.NDArray[np.int16]:
        """Return the points of all cells, the last coordinate first: int16[3, cells]."""
        lattice = self.lattice
        rows, columns = np.divmod(np.arange(self.number_of_cells), 1 << self.shift)
        layers, rows = np.divmod(rows, self.height)
        units, numbers = np.divmod(columns, lattice.sublattices)
        at = [layers, rows, units][3 - lattice.dimensions :]
        found = np.zeros((3, self.number_of_cells), np.int16)
        last = len(lattice.units[0]) - 1
        origins = np.array(lattice.origins)
        for i in range(last + 1):
            steps = sum(unit[i] * k for unit, k in zip(lattice.units, at, strict=True))
            found[last - i] = origins[numbers, i] + steps
        return found

    def corners(self) -> tuple[npt.NDArray[np.int64], int]:
        """Return the numbers of a cell's corners, and the count of those of a unit cell.

        In space, where holes are counted in another way, there are none.
        """
        lattice, scale = self.lattice, self.lattice.corner_scale
        if lattice.dimensions == 3:
            return np.zeros((lattice.sublattices, 0), np.int64), 1
        kinds: dict[tuple[int, ...], int] = {}
        found = []
        for steps in lattice.corner_steps:
            for row, unit in steps:
                kinds.setdefault((row % scale, unit % scale), len(kinds))
        for steps in lattice.corner_steps:
            numbers = []
            for row, unit in steps:
                at = self.step((row // scale, unit // scale * lattice.sublattices))
                kind = kinds[row % scale, unit % scale]
                numbers.append(at // lattice.sublattices * len(kinds) + kind)
            found.append(numbers)
        return np.array(found, np.int64), len(kinds)


@cache
def _reach(lattice: Lattice, cells: int) -> Reach:
    """Return the smallest and the largest coordinates of cells of shapes, and of their neighbours.

    The first cell in reading order is in the unit cell at 0. There is one more row, and one more
    unit cell in each, to which corners of the last ones belong.
    """
    roots = [(0,) * (lattice.dimensions - 1) + (k,) for k in range(lattice.sublattices)]
    inside, fresh = set(roots), set(roots)
    for _ in range(cells - 1):
        around = {near for cell in fresh for near in lattice.neighbours(cell)}
        fresh = {near for near in around if near >= roots[0]} - inside
        inside |= fresh
    known = inside | {near for cell in inside for near in lattice.neighbours(cell)}
    axes = list(zip(*known, strict=True))
    lowest, highest = [min(axis) for axis in axes], [max(axis) for axis in axes]
    lowest[-1] -= lowest[-1] % lattice.sublattices
    highest[-1] += lattice.sublattices
    highest[-2] += 1
    return tuple(lowest), tuple(highest)
