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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from heapq import heappop, heappush
from itertools import product
from math import floor
from operator import add, mul, sub
from typing import TYPE_CHECKING, NamedTuple

from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Isometry, subgroups

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from enumino.enum.kernels.shared.orbits import OrbitGraph

Cell = tuple[int, ...]
Matrix = tuple[tuple[int, ...], ...]
_MOST_ORBITS = 65_535  # numbered by 16 bits, one number for all others


class Symmetry(NamedTuple):
    """A group of symmetries of a lattice: numbers of elements of its point group, 0 first.

    They fix the `centre`, a point in units of the lattice over `parts`.
    """

    lattice: Lattice
    elements: tuple[int, ...]
    centre: Cell
    parts: int


class _Group:
    """The subgroups of a group by size, and tables of both by numbers, see `OrbitGraph`."""

    def __init__(self, elements: Sequence[Isometry]) -> None:
        import numpy as np

        number = {element: k for k, element in enumerate(elements)}
        products = np.array([[number[a.after(b)] for b in elements] for a in elements])
        inverses = [number[a.inverse] for a in elements]
        self.subgroups = sorted(subgroups(elements), key=lambda one: (len(one), sorted(one)))
        self.number = {subgroup: k for k, subgroup in enumerate(self.subgroups)}
        bits = [sum(1 << k for k in subgroup) for subgroup in self.subgroups]

        def generated(some: int) -> int:
            """Return the number of the smallest subgroup with some elements, given as bits."""
            return next(k for k, each in enumerate(bits) if some & each == some)

        conjugates = [
            [
                self.number[frozenset(products[products[a, list(each)], back].tolist())]
                for each in self.subgroups
            ]
            for a, back in enumerate(inverses)
        ]
        joins = [[generated(a | b) for b in bits] for a in bits]
        adjoined = [[generated(a | 1 << k) for k in range(len(elements))] for a in bits]
        tables = {
            "products": products,
            "quotients": products[:, inverses],
            "conjugates": conjugates,
            "joins": joins,
            "adjoined": adjoined,
        }
        self.tables = {name: np.array(table, np.uint8) for name, table in tables.items()}

    def maximal(self) -> list[frozenset[int]]:
        """Return the maximal subgroups."""
        proper = self.subgroups[:-1]
        return [one for one in proper if not any(one < other for other in proper)]


_group = cache(_Group)


class _Orbits:
    """The orbits of a symmetry, numbered as they are found; the largest cell represents each."""

    def __init__(self, symmetry: Symmetry) -> None:
        self.lattice, self.symmetry = symmetry.lattice, symmetry
        self.elements = [self.lattice.elements[k] for k in symmetry.elements]
        self.group = _group(tuple(self.elements))
        self.representatives: list[Cell] = []
        self._images: list[list[Cell]] = []
        self._orbit_of: dict[Cell, tuple[int, int]] = {}
        self._edges: dict[int, list[tuple[int, int]]] = {}
        # By element and cell of the unit cell: where it goes, and how its unit cell does.
        self._maps = [
            [_map(symmetry, element, number) for number in range(self.lattice.sublattices)]
            for element in self.elements
        ]

    def images(self, cell: Cell) -> Iterator[Cell]:
        """Yield the images of a cell under the elements of the group, in their order."""
        width = self.lattice.sublattices
        unit, number = divmod(cell[-1], width)
        at = (*cell[:-1], unit)
        for maps in self._maps:
            (*start, last), matrix = maps[number]
            *rows, column = [sum(map(mul, row, at)) for row in matrix]
            yield (*map(add, start, rows), last + width * column)

    def orbit_of(self, cell: Cell) -> tuple[int, int]:
        """Return the orbit of a cell, and a symmetry that leads to it from the representative."""
        if cell not in self._orbit_of:
            first = max(self.images(cell))
            images = list(self.images(first))
            for k, image in enumerate(images):
                self._orbit_of.setdefault(image, (len(self.representatives), k))
            self.representatives.append(first)
            self._images.append(images)
        return self._orbit_of[cell]

    def edges(self, orbit: int) -> list[tuple[int, int]]:
        """Return the ends and the gains of the edges from an orbit."""
        if orbit not in self._edges:
            around = self.lattice.neighbours(self.representatives[orbit])
            self._edges[orbit] = [self.orbit_of(near) for near in around]
        return self._edges[orbit]

    def stabiliser(self, orbit: int) -> frozenset[int]:
        """Return the symmetries that fix the representative."""
        cell = self.representatives[orbit]
        return frozenset(k for k, image in enumerate(self._images[orbit]) if image == cell)

    def weight(self, orbit: int) -> int:
        """Return the number of cells of the orbit."""
        return len(self.elements) // self._images[orbit].count(self.representatives[orbit])

    @cached_property
    def slides(self) -> list[tuple[int, Cell]]:
        """Return a basis of the translations that the group fixes, each after its pivot.

        Units are those of the lattice; the pivots, the first entries that are not 0, ascend. The
        group fixes all directions, or an axis or a plane. In the plane, where the periods a and b
        are reduced, the shortest slide along an axis is

            a or b              of a rectangle with these sides,
            a + b or a - b      diagonals of a rhomb with the sides a and b, or
            2 a - b or 2 b - a  the longer diagonal of a rhomb, b or a being the shorter one,

        so that no entry is larger than 2. On axes and planes of cubes none is larger than 1.
        """
        dimensions = self.lattice.dimensions
        moves = moves_of(self.lattice, self.elements)
        steps = [
            step
            for step in product(range(-2, 3), repeat=dimensions)
            if not any(applied(moves, step))
        ]
        basis = []
        for pivot in range(dimensions):
            found = [s for s in steps if not any(s[:pivot]) and s[pivot] > 0]
            found.sort(key=lambda s: (s[pivot], [abs(k) for k in s]))
            basis += [(pivot, slide) for slide in found[:1]]
        return basis

    def in_first_period(self, cell: Cell) -> tuple[Cell, Cell]:
        """Return a cell's image under slides in the first period, and the number of slides."""
        if not self.slides:
            return cell, ()
        width = self.lattice.sublattices
        at = [*cell[:-1], cell[-1] // width]
        times = []
        for pivot, slide in self.slides:
            count = at[pivot] // slide[pivot]
            at = [k - count * by for k, by in zip(at, slide, strict=True)]
            times.append(count)
        return (*at[:-1], at[-1] * width + cell[-1] % width), tuple(times)


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


def _map(symmetry: Symmetry, by: Isometry, number: int) -> tuple[Cell, Matrix]:
    """Return the image of a cell of the unit cell at 0, and the matrix of steps of unit cells."""
    lattice, _, centre, parts = symmetry
    fixed = [
        sum(k * unit[i] for k, unit in zip(centre, lattice.units, strict=True))
        for i in range(len(lattice.units[0]))
    ]
    from_centre = [parts * x - c for x, c in zip(lattice.origins[number], fixed, strict=True)]
    to = [(x + c) // parts for x, c in zip(by(*from_centre), fixed, strict=True)]
    return lattice.cell(tuple(to)), matrix_of(lattice, by)


def orbit_graph(symmetry: Symmetry, cells: int) -> OrbitGraph:
    """Build the orbit graph of a group for shapes of up to `cells` cells.

    >>> from enumino.objects.lattice import SQUARE
    >>> quarter_turns = [0] + [k + 1 for k in SQUARE.rotation_images]
    >>> graph = orbit_graph(Symmetry(SQUARE, tuple(quarter_turns), (0, 0), 1), 5)
    >>> graph.weights[graph.roots].tolist()
    [1, 4]
    """
    return graph_and_cells(symmetry, cells)[0]


def graph_and_cells(symmetry: Symmetry, cells: int) -> tuple[OrbitGraph, list[list[Cell]]]:
    """Return the `orbit_graph`, and the cells of each of its orbits."""
    import numpy as np

    from enumino.enum.kernels.shared.orbits import LANE_BITS, WEIGHTS, OrbitGraph

    orbits = _Orbits(symmetry)
    starts = _starts(orbits, cells)
    roots = [orbits.orbit_of(cell)[0] for cell in starts]
    region = _reachable(orbits, roots, cells)
    row = {orbit: k for k, orbit in enumerate(region)}
    count, group = len(region), orbits.group
    if count > _MOST_ORBITS:
        raise ValueError(f"{count:,} orbits, but a graph numbers at most {_MOST_ORBITS:,}.")
    weights = np.zeros(count + 1, np.int64)
    weights[:count] = [orbits.weight(orbit) for orbit in region]
    sizes = sorted(set(weights[:count].tolist()))
    lanes = np.zeros(count + 1, np.int64)
    lanes[:count] = [1 << LANE_BITS * sizes.index(weight) for weight in weights[:count].tolist()]
    stabilisers = np.zeros(count + 1, np.uint8)
    stabilisers[:count] = [group.number[orbits.stabiliser(orbit)] for orbit in region]
    neighbours, gains, distinct = _edges(orbits, row)
    forbidden = list(_forbidden_orbits(orbits, starts, region))
    free = [np.delete(weights[:-1], each) for each in forbidden]
    graph = OrbitGraph(
        cells,
        weights,
        lanes,
        sizes=np.array((sizes + [cells + 1] * WEIGHTS)[:WEIGHTS], np.int64),
        stabilisers=stabilisers,
        neighbours=neighbours,
        gains=gains,
        distinct=distinct,
        roots=np.array([row[root] for root in roots], np.uint16),
        forbidden=np.array([k for each in forbidden for k in each], np.uint16),
        forbidden_from=np.cumsum([0, *map(len, forbidden)]),
        **group.tables,
        whole=len(group.subgroups) - 1,
        lightest=int(min([each.min(initial=cells + 1) for each in free], default=cells + 1)),
    )
    return graph, [sorted(set(orbits.images(orbits.representatives[k]))) for k in region]


def _edges(
    orbits: _Orbits, row: Mapping[int, int]
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
    """Return the neighbours, gains and distinct neighbours of the orbits that have a row."""
    import numpy as np

    count = len(row)
    shape = count + 1, max(map(len, orbits.lattice.steps))
    neighbours, gains = np.full(shape, count, np.uint16), np.zeros(shape, np.uint8)
    distinct = neighbours.copy()
    for orbit, k in row.items():
        for i, (other, gain) in enumerate(orbits.edges(orbit)):
            if other in row:
                if row[other] != k and row[other] not in neighbours[k, :i]:
                    distinct[k, i] = row[other]
                neighbours[k, i], gains[k, i] = row[other], gain
    return neighbours, gains, distinct


@cache
def _distances(lattice: Lattice, most: int) -> list[dict[Cell, int]]:
    """Return, by cell of the unit cell at 0, the cells within `most` steps and their distances."""
    found = []
    for number in range(lattice.sublattices):
        start = (0,) * (lattice.dimensions - 1) + (number,)
        distances, outermost = {start: 0}, [start]
        for distance in range(1, most + 1):
            around = {near for cell in outermost for near in lattice.neighbours(cell)}
            outermost = [cell for cell in around if cell not in distances]
            distances.update(dict.fromkeys(outermost, distance))
        found.append(distances)
    return found


def _spread(orbits: _Orbits, cell: Cell, cells: int) -> int:
    """Return the least size of a connected set with all images of a cell, if at most `cells`.

    It is the same for all cells of an orbit, and for those that slides lead to. Where nothing
    slides, it is found for the representative of an orbit; other cells get a larger number.
    """
    number = cell[-1] % orbits.lattice.sublattices
    distances = _distances(orbits.lattice, cells - 1)[number]
    back, most = (*cell[:-1], cell[-1] - number), 0
    for image in orbits.images(cell):
        most = max(most, distances.get(tuple(map(sub, image, back)), cells))
        if most == cells or (image > cell and not orbits.slides):
            return cells + 1
    return 1 + most


def _cells_near(orbits: _Orbits, cells: int) -> dict[Cell, int]:
    """Return the representatives that shapes may have, in the first period, and their spreads.

    In a shape of n cells, the images of a cell under a group G are at most n - 1 steps from it, and
    the cell is one of them: so their mean, which G fixes, is at most (n - 1) (1 - 1 / |G|) steps
    away. Slides bring this point, and the shape, to the centre up to less than one of each. So no
    coordinate of the cell differs from that of the centre by more than these steps and slides.
    """
    lattice, (*_, centre, parts) = orbits.lattice, orbits.symmetry
    steps = (cells - 1) * max(map(max, lattice.changes)) * (1 - Fraction(1, len(orbits.elements)))
    sides = []
    for axis, k in enumerate(centre):
        middle = Fraction(k, parts)
        far = steps / lattice.units[axis][axis]
        far += sum(abs(slide[axis]) for _, slide in orbits.slides)
        sides.append(range(floor(middle - far), floor(middle + far) + 1))
    found: dict[Cell, int] = {}
    tried = set()
    for *rows, column in product(*sides):
        for number in range(lattice.sublattices):
            cell = orbits.in_first_period((*rows, column * lattice.sublattices + number))[0]
            if cell not in tried:
                tried.add(cell)
                spread = _spread(orbits, cell, cells)
                if spread <= cells and orbits.weight(orbit := orbits.orbit_of(cell)[0]) <= cells:
                    representative = orbits.representatives[orbit]
                    found[orbits.in_first_period(representative)[0]] = spread
    return found


def _starts(orbits: _Orbits, cells: int) -> list[Cell]:
    """Return cells such that every shape has the orbit of one, up to slides; least spread first."""
    near = _cells_near(orbits, cells)
    nearest = sorted(near, key=lambda cell: (near[cell], cell))
    covers = [_cover(orbits, nearest, within) for within in orbits.group.maximal()]
    return min(covers, key=len)


def _cover(orbits: _Orbits, nearest: list[Cell], within: frozenset[int]) -> list[Cell]:
    """Return cells that cover all edges with gains outside a subgroup, in the given order."""
    chosen: set[Cell] = set()
    edges: set[tuple[Cell, Cell]] = set()
    for cell in nearest:
        orbit = orbits.orbit_of(cell)[0]
        if not orbits.stabiliser(orbit) <= within:
            chosen.add(cell)
        for other, gain in orbits.edges(orbit):
            neighbour = orbits.in_first_period(orbits.representatives[other])[0]
            if gain not in within:
                edges.add((min(cell, neighbour), max(cell, neighbour)))
    known = set(nearest)
    edges = {(a, b) for a, b in edges if {a, b} <= known and not {a, b} & chosen}
    ends = [cell for cell in nearest if any(cell in edge for edge in edges)]
    while edges:
        best = max(ends, key=lambda cell: sum(cell in edge for edge in edges))
        chosen.add(best)
        edges = {edge for edge in edges if best not in edge}
    return [cell for cell in nearest if cell in chosen]


def _reachable(orbits: _Orbits, roots: list[int], cells: int) -> list[int]:
    """Return the orbits that connected sets with a root can have, by their least weight."""
    lightest: dict[int, int] = {}
    queue = [(orbits.weight(root), root) for root in roots]
    queue.sort()
    while queue:
        weight, orbit = heappop(queue)
        if orbit not in lightest and weight <= cells:
            lightest[orbit] = weight
            for other, _ in orbits.edges(orbit):
                if other not in lightest:
                    heappush(queue, (weight + orbits.weight(other), other))
    return list(lightest)


def _forbidden_orbits(
    orbits: _Orbits, starts: list[Cell], region: Iterable[int]
) -> Iterator[list[int]]:
    """Yield for each start the rows of the orbits that are not added to it.

    They are those of earlier starts, wherever slides move them, and those of the start itself at
    0 slides and before. So a shape that has the second start at -1, 0 and 2 slides, and the first
    one nowhere, is listed once: moved so that these are at 0, 1 and 3.
    """
    order = {cell: k for k, cell in enumerate(starts)}
    places = [orbits.in_first_period(orbits.representatives[orbit]) for orbit in region]
    for start in range(len(starts)):
        yield [
            row
            for row, (cell, slides) in enumerate(places)
            if cell in order
            and (order[cell] < start or (order[cell] == start and slides <= (0,) * len(slides)))
        ]
