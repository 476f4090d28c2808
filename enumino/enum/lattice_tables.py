"""Tables of the searches on a lattice, and its graph, by plain Python and NumPy."""

from functools import cache
from itertools import chain, permutations
from math import prod

import numpy as np

from enumino.arrays import I16, I32, I64, U64
from enumino.enum.kernels.listing import lattice_arrays as arrays
from enumino.enum.kernels.listing import symmetric_search
from enumino.enum.kernels.listing.lattice_arrays import EXTENT, LatticeConstants, Limits, Tables
from enumino.enum.orbit_graphs import Symmetry, orbit_graph
from enumino.objects.box import UNBOUNDED, Box
from enumino.objects.lattice import SQUARE, Cell, Lattice
from enumino.objects.point_group import KINDS, Isometry, Kind


def new_tables(
    lattice: Lattice,
    smallest: int,
    largest: int,
    kind: Kind,
    words: int,
    box: Box | None = None,
    trees: int = 0,
    room: int | None = None,
) -> Tables:
    """Return the tables of a search for connected shapes of `smallest` to `largest` cells.

    Masks of `words` words have room for all boxes, or for the `box` that shapes must fit into. With
    `trees`, the search lists only trees in which a cell has at most `trees` neighbours. The board
    has room for shapes of `room` cells, by default for all shapes that the search makes. The
    largest size is at most `lattice_sizes.largest`.
    """
    # A search leaves the box by one cell, which no step follows.
    board = _Numbering(lattice, room or min(largest, sum(box.sides) + 1 if box else largest))
    numbers = _lattice_constants(lattice)
    limits = Limits(
        smallest=smallest,
        largest=largest,
        kind=KINDS.index(kind),
        nonnegative={
            arrays.SIGNED: numbers.coordinates - (kind == "one-sided"),
            arrays.HEXAGONAL: 1,
        }.get(numbers.group, 0),
        shift=board.shift,
        height=board.height,
        root=board.number((0,) * lattice.dimensions),
        words=words,
        trees=trees,
        images_of_kind=sum(1 << lattice.images.index(k) for k in lattice.elements_of(kind)[1:]),
    )
    images = _images(lattice)
    return Tables(
        limits=limits,
        lattice=numbers,
        steps=_padded([[board.step(step) for step in steps] for steps in lattice.steps]),
        on_side=_padded(
            [
                [sides.count(step) for step in steps]
                for steps, sides in zip(lattice.steps, lattice.side_steps, strict=True)
            ]
        ),
        corners=board.corners()[0],
        cells=np.array(_counts_of_cells(lattice), np.int64),
        points=board.points(),
        pair_changes=_pair_changes(largest, numbers.step),
        images=images,
        images_by_source=_images_by_source(lattice, images),
        subgroups=np.array(
            [(bits, k, lattice.classes[k].orbit(kind)) for bits, k in lattice.code_of.items()],
            np.uint64,
        ),
        bounds=_bounds(lattice, kind, box),
    )


def symmetric_tables(
    symmetry: Symmetry,
    smallest: int,
    largest: int,
    kind: Kind,
    words: int,
    box: Box | None = None,
) -> symmetric_search.Tables:
    """Return the tables of a search for the shapes whose group is exactly a symmetry's group."""
    lattice = symmetry.lattice
    # Orbits leave a box by more than one cell, so the board does not follow from it.
    shape = new_tables(lattice, smallest, largest, kind, words, box, room=largest)
    graph, images = orbit_graph(symmetry, largest)
    orbits = [sorted({tuple(cell) for cell in orbit}) for orbit in images.tolist()]
    shift, height = shape.limits.shift, shape.limits.height
    cells = [cell for orbit in orbits for cell in orbit]
    code = lattice.code_of[sum(1 << k >> 1 for k in symmetry.elements)]
    return symmetric_search.Tables(
        graph=graph,
        shape=shape,
        cells=np.array(
            [((sum(layer) * height + r) << shift) + c for *layer, r, c in cells], np.int64
        ),
        numbers=np.array([cell[-1] % lattice.sublattices for cell in cells], np.int64),
        cells_from=np.cumsum([0, *map(len, orbits)]),
        wanted=np.array([code, lattice != SQUARE], np.int64),
    )


def _bounds(lattice: Lattice, kind: Kind, box: Box | None) -> I64:
    """Return the bounds of extents, the last coordinate first; see `Tables.bounds`."""
    alternatives = box.bounds(lattice, kind) if box else []
    found = np.zeros((len(alternatives), 2, arrays.AXES), np.int64)
    for k, bounds in enumerate(alternatives):
        for i, extents in enumerate(bounds):
            found[k, i, : len(extents)] = extents[::-1]
            found[k, i, len(extents) :] = UNBOUNDED * i
    return found


def _lattice_constants(lattice: Lattice) -> LatticeConstants:
    """Return the numbers of a lattice for a search."""
    first, dimensions = lattice.units[0], lattice.dimensions
    coordinates, unit = len(first), first[0]
    by_step = lattice.changes
    _, planes = _Numbering(lattice, 1).corners()
    return LatticeConstants(
        group=_group(lattice),
        coordinates=coordinates,
        sublattices=lattice.sublattices,
        unit=unit,
        unit_shift=unit.bit_length() - 1 if unit & (unit - 1) == 0 else -1,
        step=max(map(max, by_step)),
        jointly=any(sum(map(bool, change)) > 1 for change in by_step),
        layer_axis=coordinates - dimensions + 2 if dimensions > 2 else -1,
        row_axis=coordinates - dimensions + 1,
        unit_axis=coordinates - dimensions,
        planes=planes,
        euler_start=0 if dimensions > 2 else 2,
        euler_per_side=int(dimensions == 2 and not lattice.of_edges),
    )


def _group(lattice: Lattice) -> int:
    """Return the kind of group of a lattice, among the kinds that the search distinguishes."""
    coordinates, elements = len(lattice.units[0]), set(lattice.elements)
    orders = list(permutations(range(coordinates)))
    if len(elements) == len(orders) << coordinates:
        return arrays.SIGNED
    one_sign = {Isometry(order, (s,) * coordinates) for order in orders for s in (1, -1)}
    return arrays.HEXAGONAL if coordinates == 3 and elements == one_sign else arrays.OTHERS


def _counts_of_cells(lattice: Lattice) -> list[tuple[int, int, int, int]]:
    """Return the neighbours, sides and corners of each cell of a unit cell, and its share of holes.

    By Euler's formula a shape has 1 - corners + edges - faces holes: cells are faces, or edges in
    the lattice of sticks. Twice this number is 2 - 2 corners + perimeter + the sum of sides - 2
    over the cells. In space holes are counted in another way.
    """
    solid = lattice.dimensions > 2
    return [
        (
            len(lattice.steps[k]),
            len(lattice.side_steps[k]),
            0 if solid else len(lattice.corner_steps[k]),
            0 if solid else 2 if lattice.of_edges else len(lattice.side_steps[k]) - 2,
        )
        for k in range(lattice.sublattices)
    ]


def _padded(rows: list[list[int]]) -> I64:
    """Return rows as one array, with zeros where they are short."""
    longest = max(map(len, rows))
    return np.array([row + [0] * (longest - len(row)) for row in rows], np.int64)


def _images(lattice: Lattice) -> I64:
    """Return the sources of each image's coordinates, the last one first; see `Tables.images`."""
    last, shifts = len(lattice.units[0]) - 1, arrays.FIRST_CELL + lattice.sublattices
    found = np.zeros((len(lattice.images), shifts + arrays.AXES), np.int64)
    for k, image in enumerate(lattice.images):
        for i, (source, sign) in enumerate(zip(image.sources, image.signs, strict=True)):
            found[k, last - i] = 2 * (last - source) + (sign < 0)
            found[k, shifts + last - i] = lattice.shift(image)[i]
        for number in range(lattice.sublattices):
            to = lattice.image_of(image, (0,) * (lattice.dimensions - 1) + (number,))
            found[k, arrays.FIRST_CELL + number] = to[-1] % lattice.sublattices
    return found


def _images_by_source(lattice: Lattice, images: I64) -> U64:
    """Return the images with a code at a coordinate; see `Tables`."""
    found = np.zeros((3, 6), np.uint64)
    for k in range(len(images)):
        for i in range(len(lattice.units[0])):
            found[i, images[k, i]] |= np.uint64(1 << k)
    return found


def _pair_changes(cells: int, step: int) -> I64:
    """Return the changes of pairs by the last of `cells` cells; see `Tables.pair_changes`."""
    extents = np.arange(step * cells + 1)[:, None]
    at = np.arange(step * (cells + 2) + 1) - step
    low, high = np.minimum(at, 0), np.maximum(at, extents)
    return EXTENT * (high - low) + 2 * at - cells * (low + high)


class _Numbering:
    """The cells in reach of shapes of up to `cells` cells, as one array in reading order."""

    def __init__(self, lattice: Lattice, cells: int) -> None:
        self.lattice = lattice
        self.lowest, self.highest = _reach(lattice, cells)
        self.sizes = [high - low + 1 for low, high in zip(self.lowest, self.highest, strict=True)]
        self.shift = (self.sizes[-1] - 1).bit_length()
        self.height = self.sizes[-2]
        self.number_of_cells = prod(self.sizes[:-1]) << self.shift

    def number(self, cell: tuple[int, ...]) -> int:
        """Return the number of a cell."""
        return self.step(tuple(k - low for k, low in zip(cell, self.lowest, strict=True)))

    def step(self, step: tuple[int, ...]) -> int:
        """Return the difference of the numbers of cells that are a step apart."""
        *others, column = step
        row = 0
        for size, k in zip(self.sizes, others, strict=False):
            row = row * size + k
        return (row << self.shift) + column

    def points(self) -> I16:
        """Return the points of all cells, and their numbers in their unit cells; see `Tables`."""
        lattice = self.lattice
        rows, columns = np.divmod(np.arange(self.number_of_cells), 1 << self.shift)
        units, numbers = np.divmod(columns, lattice.sublattices)
        at = [*np.unravel_index(rows, self.sizes[:-1]), units]
        last = len(lattice.units[0]) - 1
        found = np.zeros((arrays.AXES + 1, self.number_of_cells), np.int16)
        found[arrays.NUMBER] = numbers
        origins = np.array(lattice.origins)
        for i in range(last + 1):
            steps = sum(unit[i] * k for unit, k in zip(lattice.units, at, strict=True))
            found[last - i] = origins[numbers, i] + steps
        return found

    def corners(self) -> tuple[I64, int]:
        """Return steps from cells to their corners, and planes of corners, each of one per cell."""
        lattice, scale = self.lattice, self.lattice.corner_scale
        count = lattice.sublattices
        if lattice.dimensions > 2:
            return np.zeros((lattice.sublattices, 0), np.int64), 1
        kinds: dict[tuple[int, ...], int] = {}
        found = []
        for steps in lattice.corner_steps:
            for row, unit in steps:
                kinds.setdefault((row % scale, unit % scale), len(kinds))
        for own, steps in enumerate(lattice.corner_steps):
            numbers = []
            for row, unit in steps:
                plane, number = divmod(kinds[row % scale, unit % scale], count)
                at = self.step((row // scale, unit // scale * count + number - own))
                numbers.append((1 + plane) * self.number_of_cells + at)
            found.append(numbers)
        return _padded(found), -(-len(kinds) // count)


@cache
def _reach(lattice: Lattice, cells: int) -> tuple[Cell, Cell]:
    """Return the smallest and the largest coordinates of cells of shapes, and of their neighbours.

    The first cell in reading order is in the unit cell at 0. Corners may lie beyond all neighbours.
    """
    inside = (_behind(lattice, number, cells) for number in range(lattice.sublattices))
    axes = list(zip(*chain(*inside), strict=True))
    *others, last = lattice.reach
    margins = [*others, last * lattice.sublattices]
    lowest = [min(axis) - by for axis, by in zip(axes, margins, strict=True)]
    highest = [max(axis) + by for axis, by in zip(axes, margins, strict=True)]
    lowest[-1] -= lowest[-1] % lattice.sublattices
    highest[-1] += -(highest[-1] + 1) % lattice.sublattices
    return tuple(lowest), tuple(highest)


def lattice_graph(lattice: Lattice, cells: int) -> tuple[I64, I32]:
    """Return the `starts` and `neighbours` of `connected_subgraphs` for shapes of a lattice.

    Every fixed shape has a first cell in reading order, its *root*, which a translation brings into
    the unit cell at the origin. So the shapes of up to n cells are the connected sets of a root and
    cells behind it, at most n - 1 steps away. The first elements are the roots, one for each cell
    of a unit cell, each in a copy of the lattice of its own.
    """
    copies = [_behind(lattice, number, cells) for number in range(lattice.sublattices)]
    order = [(number, copy[0]) for number, copy in enumerate(copies)]
    order += [(number, cell) for number, copy in enumerate(copies) for cell in copy[1:]]
    index = {element: k for k, element in enumerate(order)}
    near = [
        sorted(
            index[number, other] for other in lattice.neighbours(cell) if (number, other) in index
        )
        for number, cell in order
    ]
    starts = np.cumsum([0, *map(len, near)], dtype=np.int64)
    return starts, np.array([k for each in near for k in each], np.int32)


def _behind(lattice: Lattice, number: int, cells: int) -> list[Cell]:
    """Return a root, and the cells behind it that shapes with it may have, nearest first."""
    root = (0,) * (lattice.dimensions - 1) + (number,)
    found, outermost = {root: None}, [root]
    for _ in range(cells - 1):
        around = [near for cell in outermost for near in lattice.neighbours(cell)]
        outermost = [near for near in dict.fromkeys(around) if near > root and near not in found]
        found.update(dict.fromkeys(outermost))
    return list(found)
