"""Orbit graphs: a lattice modulo a symmetry group with a fixed centre.

A group of lattice symmetries that fixes a centre cuts the cells into orbits. Two orbits are
neighbours when some of their cells are. Each orbit has a representative cell; where the k-th
neighbour of rep(p) is g(rep(q)), the edge from p carries the *gain* g. A set of orbits is a
connected shape just when it is connected in this graph and the gains of its closed walks, with the
stabilisers of its cells, generate the whole group (see T. Zaslavsky, "Biased graphs", 1989, for
gain graphs and their balance).

Each invariant shape is to be found once. Let M be a maximal subgroup. If all gains and stabilisers
of a set were in M, so would be the group that they generate: an invariant shape has an orbit whose
stabiliser, or an edge whose gain, is not in M. So the search starts at orbits that cover these
edges, in a fixed order, the earlier ones forbidden. Where the group leaves directions fixed (a
mirror its plane, a turn in space its axis), shapes can slide: there is one root for each class of
starts up to translation, and the starts before it in its own class are forbidden, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import floor
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from enumino.arrays import I64, Flags
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Isometry

if TYPE_CHECKING:
    from enumino.enum.kernels.shared.orbits import OrbitGraph

Cell = tuple[int, ...]
Matrix = tuple[tuple[int, ...], ...]
Ints = I64
_MOST_ORBITS = 65_535  # numbered by 16 bits, one number for all others
_AXIS_BITS = 20  # of a cell's number
_NO_CELL = -1


class Symmetry(NamedTuple):
    """A group by numbers of elements of a lattice, 0 first, about a `centre` in units / `parts`."""

    lattice: Lattice
    elements: tuple[int, ...]
    centre: Cell
    parts: int


class _Group:
    """The subgroups of a group by size, and tables of both by numbers, see `OrbitGraph`."""

    def __init__(self, lattice: Lattice, elements: tuple[int, ...]) -> None:
        every = (bits << 1 | 1 for each in lattice.classes for bits in each.subgroups)
        within = sum(1 << k for k in elements)
        lists = [
            [k for k, element in enumerate(elements) if bits >> element & 1]
            for bits in every
            if bits & ~within == 0
        ]
        lists.sort(key=lambda subgroup: (len(subgroup), subgroup))
        self.bits: Ints = np.array([sum(1 << k for k in subgroup) for subgroup in lists])

        def generated(some: Ints) -> Any:
            """Return the numbers of the smallest subgroups with some elements, given as bits."""
            return (some[..., None] & ~self.bits == 0).argmax(axis=-1)

        products = np.searchsorted(elements, _products(lattice)[np.ix_(elements, elements)])
        inverses = (products == 0).argmax(axis=1)
        # By element and subgroup: the bits of the conjugate.
        conjugates = [
            [sum(1 << products[products[a, k], back] for k in each) for each in lists]
            for a, back in enumerate(inverses)
        ]
        tables = {
            "products": products,
            "quotients": products[:, inverses],
            "conjugates": generated(np.array(conjugates)),
            "joins": generated(self.bits[:, None] | self.bits),
            "adjoined": generated(self.bits[:, None] | np.left_shift(1, np.arange(len(elements)))),
        }
        self.tables = {name: table.astype(np.uint8) for name, table in tables.items()}

    def numbers(self, belongs: Flags) -> Any:
        """Return the numbers of subgroups, given by element as whether it belongs to each."""
        bits = np.tensordot(np.left_shift(1, np.arange(len(belongs))), belongs, 1)
        return (bits[..., None] == self.bits).argmax(axis=-1)

    def maximal(self) -> Any:
        """Return the numbers of the maximal subgroups."""
        proper = self.bits[:-1]
        above = (proper[:, None] & ~proper == 0).sum(axis=1)
        return np.flatnonzero(above == 1)


_group = cache(_Group)


@cache
def _products(lattice: Lattice) -> Any:
    """Return the numbers of the products of all elements of a point group."""
    number = {element: k for k, element in enumerate(lattice.elements)}
    return np.array([[number[a.after(b)] for b in number] for a in number])


class _Orbits:
    """The orbits of a symmetry by their largest cells, numbered in reading order: int64 arrays."""

    def __init__(self, symmetry: Symmetry) -> None:
        self.lattice, self.symmetry = symmetry.lattice, symmetry
        lattice, _, centre, parts = symmetry
        self.elements = [lattice.elements[k] for k in symmetry.elements]
        self.group = _group(lattice, symmetry.elements)
        self._shifts = _AXIS_BITS * np.arange(lattice.dimensions)[::-1]
        matrices = np.array([matrix_of(lattice, element) for element in self.elements])
        matrices[:, -1] *= lattice.sublattices
        # By element and axis: the change of an image's number for each step of a unit cell.
        self._changes = (matrices << self._shifts[:, None]).sum(axis=1)
        fixed = np.array(centre) @ np.array(lattice.units)[: len(centre)]
        starts = [
            [
                lattice.cell(
                    tuple([(k + c) // parts for k, c in zip(element(*at), fixed, strict=True)])
                )
                for at in (parts * np.array(lattice.origins) - fixed).tolist()
            ]
            for element in self.elements
        ]
        self._starts = self.numbers(np.array(starts))  # by element and cell of the unit cell at 0
        degree = max(map(len, lattice.steps))
        self._steps = np.zeros((lattice.sublattices, degree, lattice.dimensions), np.int64)
        for number, steps in enumerate(lattice.steps):
            self._steps[number, : len(steps)] = steps

    def numbers(self, cells: Ints) -> Any:
        """Return the numbers of cells, which are given by coordinates, int64[..., dimensions]."""
        return (cells + (1 << _AXIS_BITS - 1) << self._shifts).sum(axis=-1)

    def cells(self, numbers: Ints) -> Any:
        """Return the coordinates of cells."""
        return (numbers[..., None] >> self._shifts & (1 << _AXIS_BITS) - 1) - (1 << _AXIS_BITS - 1)

    def images(self, numbers: Ints) -> Any:
        """Return the images of cells by element of the group: int64[order, ...]."""
        at, width = self.cells(numbers), self.lattice.sublattices
        number = at[..., -1] % width
        at[..., -1] //= width
        return np.tensordot(self._changes, at, (1, -1)) + self._starts[:, number]

    def representatives(self, numbers: Ints) -> Any:
        """Return the representatives of the orbits of cells."""
        return self.images(numbers).max(axis=0)

    def weights(self, numbers: Ints) -> Any:
        """Return the numbers of cells in the orbits of cells."""
        return len(self.elements) // (self.images(numbers) == numbers).sum(axis=0)

    def edges(self, representatives: Ints) -> tuple[Ints, Ints]:
        """Return the ends and the gains of the edges from orbits: int64[orbits, degree].

        A cell with fewer neighbours than others has edges to itself without a gain.
        """
        at = self.cells(representatives)
        near = self.numbers(at[:, None] + self._steps[at[:, -1] % self.lattice.sublattices])
        ends = self.representatives(near)
        return ends, (self.images(ends) == near).argmax(axis=0)

    @cached_property
    def slides(self) -> list[tuple[int, Cell]]:
        """Return a basis of the translations that the group fixes, each after its pivot.

        Units are units of the lattice; the pivots, the first entries that are not 0, ascend.
        """
        # The group fixes all directions, an axis or a plane. In the plane, the shortest slide along
        # an axis is a side or a diagonal of a rectangle or rhomb of the reduced periods a and b, at
        # most 2 a - b: no entry is larger than 2. For cubes none is larger than 1.
        dimensions, basis = self.lattice.dimensions, []
        moves = moves_of(self.lattice, self.elements)
        every = product(range(-2, 3), repeat=dimensions)
        steps = [step for step in every if not any(applied(moves, step))]
        for pivot in range(dimensions):
            found = [s for s in steps if not any(s[:pivot]) and s[pivot] > 0]
            found.sort(key=lambda s: (s[pivot], [abs(k) for k in s]))
            basis += [(pivot, slide) for slide in found[:1]]
        return basis

    def in_first_period(self, numbers: Ints) -> tuple[Ints, Ints]:
        """Return images of cells in the first period, and int64[..., slides]: numbers of slides."""
        at, width, times = self.cells(numbers), self.lattice.sublattices, []
        for pivot, slide in self.slides:
            along = np.array([*slide[:-1], slide[-1] * width])
            times.append(at[..., pivot] // along[pivot])
            at -= times[-1][..., None] * along
        return self.numbers(at), np.moveaxis(
            np.array(times, np.int64).reshape(len(times), *numbers.shape), 0, -1
        )


def matrix_of(lattice: Lattice, by: Isometry) -> Matrix:
    """Return an isometry as it acts on translations, in units of the lattice, row by row."""
    images = [by(*unit) for unit in lattice.units]
    return tuple(
        tuple(image[i] // lattice.units[i][i] for image in images)
        for i in range(lattice.dimensions)
    )


def moves_of(lattice: Lattice, elements: Iterable[Isometry]) -> Matrix:
    """Return the moves of a point by some isometries: the different rows of all together."""
    rows: dict[tuple[int, ...], None] = {}
    for element in elements:
        for i, row in enumerate(matrix_of(lattice, element)):
            rows[(*row[:i], row[i] - 1, *row[i + 1 :])] = None
    return tuple(rows)


def applied(matrix: Matrix, point: Sequence[int]) -> Cell:
    """Return the product of a matrix and a point."""
    return tuple([sum(map(mul, row, point)) for row in matrix])


def orbit_graph(symmetry: Symmetry, cells: int) -> tuple[OrbitGraph, Ints]:
    """Return the orbit graph of a group for shapes of up to `cells` cells, and the orbits.

    Orbits are the images of their representatives, int64[orbits, order, dimensions].
    """
    from enumino.enum.kernels.shared.orbits import LANE_BITS, WEIGHTS, OrbitGraph

    orbits = _Orbits(symmetry)
    starts = _starts(orbits, cells)
    region, ends, gains = _reachable(orbits, starts, cells)
    count, group = len(region), orbits.group
    if count > _MOST_ORBITS:
        raise ValueError(f"{count:,} orbits, but a graph numbers at most {_MOST_ORBITS:,}.")
    images = orbits.images(region)
    weights = np.append(len(images) // (images == region).sum(axis=0), 0)
    sizes = np.unique(weights[:-1])
    lanes = np.append(np.left_shift(1, LANE_BITS * np.searchsorted(sizes, weights[:-1])), 0)
    neighbours = np.vstack([_places(ends, region), np.full(ends.shape[1], count)])
    distinct = neighbours.copy()
    for k in range(ends.shape[1]):
        before = np.column_stack([np.arange(count + 1), neighbours[:, :k]])
        distinct[(before == neighbours[:, k : k + 1]).any(axis=1), k] = count
    forbidden = list(_forbidden_orbits(orbits, starts, region))
    free = [np.delete(weights[:-1], each) for each in forbidden]
    graph = OrbitGraph(
        cells,
        weights,
        lanes,
        sizes=np.append(sizes, np.full(WEIGHTS - len(sizes), cells + 1)),
        stabilisers=np.append(group.numbers(images == region), 0).astype(np.uint8),
        neighbours=neighbours.astype(np.uint16),
        gains=np.vstack([gains, np.zeros(ends.shape[1])]).astype(np.uint8),
        distinct=distinct.astype(np.uint16),
        roots=_places(starts, region).astype(np.uint16),
        forbidden=np.concatenate([*forbidden, []]).astype(np.uint16),
        forbidden_from=np.cumsum([0, *map(len, forbidden)]),
        **group.tables,
        whole=len(group.bits) - 1,
        lightest=int(min([each.min(initial=cells + 1) for each in free], default=cells + 1)),
    )
    return graph, orbits.cells(images.T)


def _places(numbers: Ints, among: Ints) -> Ints:
    """Return the places of numbers in a list without repetitions, or its length if missing."""
    order = np.argsort(among)
    at = np.searchsorted(among, numbers, sorter=order)
    places = np.append(order, len(among))[at]
    return np.where(np.append(among, _NO_CELL)[places] == numbers, places, len(among))


@cache
def _distances(lattice: Lattice, most: int) -> Ints:
    """Return, by cell of the unit cell at 0, the steps to the cells around it, if at most `most`.

    The place of each cell is its difference from the unit cell at 0, plus the middle of the array.
    """
    width = lattice.sublattices
    sides = [2 * most * k + 3 for k in lattice.reach]
    found = np.full((width, *sides[:-1], sides[-1] * width), most + 1)
    middle = _middle(found, width)
    for number in range(width):
        start = (0,) * (lattice.dimensions - 1) + (number,)
        reached, outermost = {start}, [start]
        for distance in range(most + 1):
            found[number][tuple((np.array(outermost) + middle).T)] = distance
            around = {near for cell in outermost for near in lattice.neighbours(cell)}
            outermost = [cell for cell in around if cell not in reached]
            reached.update(outermost)
    return found


def _middle(distances: Ints, sublattices: int) -> Ints:
    """Return the place of the cell 0 in an array of `_distances`."""
    middle = np.array(distances.shape[1:]) // 2
    middle[-1] -= sublattices // 2
    return middle


def _spreads(orbits: _Orbits, numbers: Ints, cells: int) -> Any:
    """Return the least size of a connected set with all images of each cell, if at most `cells`."""
    distances, width = _distances(orbits.lattice, cells - 1), orbits.lattice.sublattices
    at = orbits.cells(numbers)
    number = at[..., -1] % width
    at[..., -1] -= number
    apart = orbits.cells(orbits.images(numbers)) - at
    places = np.clip(apart + _middle(distances, width), 0, np.array(distances.shape[1:]) - 1)
    return 1 + distances[number, *np.moveaxis(places, -1, 0)].max(axis=0)


def _cells_near(orbits: _Orbits, cells: int) -> Any:
    """Return the representatives that shapes may have, in the first period, least spread first.

    In a shape of n cells, the images of a cell under a group G are at most n - 1 steps from it, and
    the cell is one of them: so their mean, which G fixes, is at most (n - 1) (1 - 1 / |G|) steps
    away. Slides bring this point, and the shape, to the centre up to less than one of each. So no
    coordinate of the cell differs from the centre by more than these steps and slides.
    """
    lattice, (*_, centre, parts) = orbits.lattice, orbits.symmetry
    steps = (cells - 1) * max(map(max, lattice.changes)) * (1 - Fraction(1, len(orbits.elements)))
    sides = []
    for axis, k in enumerate(centre):
        middle = Fraction(k, parts)
        far = steps / lattice.units[axis][axis]
        far += sum(abs(slide[axis]) for _, slide in orbits.slides)
        width = lattice.sublattices if axis == len(centre) - 1 else 1
        sides.append(np.arange(floor(middle - far) * width, (floor(middle + far) + 1) * width))
    box = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1)
    tried = np.unique(orbits.in_first_period(orbits.numbers(box).ravel())[0])
    near = tried[orbits.representatives(tried) == tried]
    near = near[orbits.weights(near) <= cells]
    spreads = _spreads(orbits, near, cells)
    order = np.lexsort((near, spreads))
    return near[order[: np.count_nonzero(spreads <= cells)]]


def _starts(orbits: _Orbits, cells: int) -> Ints:
    """Return cells of which every shape, up to slides, has an orbit; the least spread first."""
    near, group = _cells_near(orbits, cells), orbits.group
    stabilisers = group.bits[group.numbers(orbits.images(near) == near)]
    ends, gains = orbits.edges(near)
    ends = _places(orbits.in_first_period(ends)[0], near)
    covers = []
    for within in group.maximal():
        outside = ~group.bits[within]
        chosen = stabilisers & outside != 0
        covers.append(near[_cover(chosen, ends, outside >> gains & 1 == 1)])
    return min(covers, key=len)


def _cover(chosen: Flags, ends: Ints, among: Flags) -> Any:
    """Choose cells with the most edges until each of some edges has a chosen end."""
    chosen = np.append(chosen, True)  # a missing cell
    edges = np.column_stack([np.nonzero(among)[0], ends[among]])
    edges = np.unique(np.sort(edges, axis=1), axis=0)
    while len(edges := edges[~chosen[edges].any(axis=1)]):
        loops = edges[:, 0] == edges[:, 1]
        touched = np.bincount(edges[:, 0], minlength=len(chosen))
        chosen[(touched + np.bincount(edges[~loops, 1], minlength=len(chosen))).argmax()] = True
    return chosen[:-1]


def _reachable(orbits: _Orbits, roots: Ints, cells: int) -> tuple[Ints, Ints, Ints]:
    """Return the orbits that connected sets with a root can have, by their least weight; edges."""
    waiting = [roots[orbits.weights(roots) == weight] for weight in range(cells + 1)]
    found: list[tuple[Ints, Ints, Ints]] = []
    known = np.array([], np.int64)
    for weight in range(1, cells + 1):
        now = np.setdiff1d(waiting[weight], known)
        known = np.union1d(known, now)
        ends, gains = orbits.edges(now)
        found.append((now, ends, gains))
        others = np.setdiff1d(ends, known)
        weights = weight + orbits.weights(others)
        for more in range(weight + 1, cells + 1):
            waiting[more] = np.append(waiting[more], others[weights == more])
    region, ends, gains = (np.concatenate(each) for each in zip(*found, strict=True))
    return region, ends, gains


def _forbidden_orbits(orbits: _Orbits, starts: Ints, region: Ints) -> Iterator[Ints]:
    """Yield for each start the rows of the orbits that are not added to it.

    They are the orbits of earlier starts, wherever slides move them, and of the start itself at 0
    slides and before. So a shape that has the second start at -1, 0 and 2 slides, and the first
    one nowhere, is listed once: moved so that these are at 0, 1 and 3.
    """
    cells, slides = orbits.in_first_period(region)
    order = _places(cells, starts)
    before = np.array([tuple(each) <= (0,) * len(each) for each in slides.tolist()], np.bool_)
    for start in range(len(starts)):
        yield np.flatnonzero((order < start) | (order == start) & before)
