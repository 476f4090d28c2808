"""Counts of small polyominoes in plain Python, without Numba or NumPy.

A set of cells is an integer with a bit for each cell. So the neighbours of a whole set are four
shifts, and Python's integers are fast enough. Twelve cells take a fifth of a second, less than the
import of Numba.

Fixed polyominoes are counted as `kernels.counting.lattice_count` counts them, with the last
three levels of Redelmeier's search closed. Those that a group keeps are found by his search on the
orbits of the group; a set of orbits counts if it is connected as a set of cells. Every shape has
orbits among the *roots*, and is found once, from the first of them.
"""

from __future__ import annotations

from collections.abc import Iterator

MOST_CELLS = 12

Cell = tuple[int, int]

_TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
_MIRRORS = ((-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, -1, -1, 0))
# Matrices by rows, by the first part of a group's name (`orbit_graph.SUBJECTS`).
_GROUPS = {
    "M": (_TURNS[0], _MIRRORS[0]),
    "M45": (_TURNS[0], _MIRRORS[1]),
    "R180": _TURNS[::2],
    "R90": _TURNS,
    "D2": (*_TURNS[::2], *_MIRRORS[::2]),
    "X2": (*_TURNS[::2], *_MIRRORS[1::2]),
    "D4": (*_TURNS, *_MIRRORS),
}
# Twice the coordinates of the centre, by the second part.
_CENTRES = {"": (0, 0), "cell": (0, 0), "C": (0, 0), "edge": (1, 0), "E": (1, 0), "V": (1, 1)}


class Plane:
    """A rectangle of cells as bits, with a margin that is never used."""

    def __init__(self, columns: range, rows: range) -> None:
        self.cells = [(x, y) for y in rows for x in columns]
        self._first = columns.start - 1, rows.start - 1
        self._stride = len(columns) + 1  # a margin serves the end of a row, and the next one
        self.board = sum(map(self.bit, self.cells))

    def bit(self, cell: Cell) -> int:
        """Return a cell as a set."""
        return 1 << (cell[1] - self._first[1]) * self._stride + cell[0] - self._first[0]

    def shifted(self, cells: int) -> tuple[int, int, int, int]:
        """Return a set moved by a step in each direction."""
        return cells << 1, cells >> 1, cells << self._stride, cells >> self._stride

    def neighbours_in(self, cells: int, others: int) -> tuple[int, int, int]:
        """Return the cells by the binary digits 1, 2, 4 of their number of neighbours in a set."""
        right, left, up, down = self.shifted(others)
        along, across = right ^ left, up ^ down
        pair, other_pair = right & left, up & down
        return (
            (along ^ across) & cells,
            ((pair ^ other_pair) | (along & across)) & cells,
            pair & other_pair & cells,
        )

    def around(self, cells: int) -> int:
        """Return the neighbours of the cells of a set, which may lie in the set."""
        row = self._stride
        return (cells << 1 | cells >> 1 | cells << row | cells >> row) & self.board

    def missing(self, shape: int, usable: int, most: int) -> int:
        """Return the fewest usable cells that connect a shape, up to `most` + 1."""
        part, outermost = 0, shape & -shape
        while outermost:
            part |= outermost
            outermost = self.around(outermost) & shape & ~part
        if part == shape:
            return 0
        outermost, rest = part, shape ^ part
        for steps in range(most + 1):
            outermost = self.around(outermost)
            if outermost & rest:
                return steps
            outermost &= usable
        return most + 1


def fixed(cells: int) -> tuple[list[int], int]:
    """Return the numbers of fixed polyominoes by size, from 0 cells on, and the nodes visited.

    >>> fixed(8)[0]
    [0, 1, 2, 6, 19, 63, 216, 760, 2725]
    """
    plane, counts, nodes = Plane(range(1 - cells, cells), range(cells)), [0] * (cells + 4), 0
    origin = plane.bit((0, 0))
    before = 2 * origin - 1  # no cell of the first row is left of the origin
    stack = [(origin, plane.board & ~before, 0)]
    while stack:  # an untried set, the cells never reached, and how many are placed
        untried, fresh, placed = stack.pop()
        nodes += 1
        if placed >= cells - 3:
            for more, number in enumerate(_closed(plane, untried, fresh), start=placed + 1):
                counts[more] += number
            continue
        counts[placed + 1] += untried.bit_count()
        while untried:
            cell = untried & -untried
            untried ^= cell
            reached = plane.around(cell) & fresh
            stack.append((untried | reached, fresh & ~reached, placed + 1))
    return counts[: cells + 1], nodes


def _closed(plane: Plane, untried: int, fresh: int) -> tuple[int, int, int]:
    """Count the polyominoes with one, two and three cells more than a node, as the kernel does."""
    one, two, four = plane.neighbours_in(untried, fresh)
    edges = one.bit_count() + 2 * two.bit_count() + 4 * four.bit_count()
    # Of the fresh neighbours f of each untried cell u the pairs; of the u of each f the pairs.
    forks = two.bit_count() + 2 * (one & two).bit_count() + 6 * four.bit_count()
    one, two, four = plane.neighbours_in(fresh, untried)
    twice = two.bit_count() + 2 * (one & two).bit_count() + 6 * four.bit_count()
    paths = sum(
        factor * (near & fresh).bit_count()
        for factor, cells in ((1, one), (2, two), (4, four))
        if cells
        for near in plane.shifted(cells)
    )
    single = untried.bit_count()
    double = single * (single - 1) // 2
    triple = double * (single - 2) // 3
    return single, double + edges, triple + (single - 1) * edges + forks - twice + paths


def invariant(name: str, cells: int) -> tuple[list[int], int]:
    """Return the numbers of polyominoes that a group of `SUBJECTS` keeps, and the nodes visited.

    >>> invariant("R180C", 7)[0]
    [0, 1, 0, 2, 0, 7, 0, 24]
    """
    group = next(group for group in ("M45", "R180", "R90", "M", *_GROUPS) if name.startswith(group))
    centre = _CENTRES[name.removeprefix(group)]
    columns, rows = (range(twice - cells, cells + 1) for twice in centre)
    plane, counts, nodes = Plane(columns, rows), [0] * (cells + 1), 0
    orbit_of = {}
    for cell in plane.cells:
        images = {_image(cell, by, centre) for by in _GROUPS[group]}
        orbit_of[plane.bit(cell)] = sum(map(plane.bit, images))
    fresh = plane.board
    for root, is_start in _roots(group, centre, cells):
        orbit = orbit_of[plane.bit(root)] & fresh
        fresh ^= orbit
        stack = [(orbit, fresh, 0, 0)] if is_start and orbit else []
        while stack:  # untried orbits, the cells never reached, those placed, and their number
            untried, unseen, placed, size = stack.pop()
            while untried:
                taken = orbit_of[untried & -untried]
                untried ^= taken
                larger = size + taken.bit_count()
                if larger > cells:
                    continue
                nodes += 1
                shape = placed | taken
                missing = plane.missing(shape, untried | unseen, cells - larger)
                counts[larger] += missing == 0
                if larger + max(1, missing) <= cells:
                    reached = plane.around(taken) & unseen
                    stack.append((untried | reached, unseen & ~reached, shape, larger))
    return counts, nodes


def _image(cell: Cell, by: tuple[int, int, int, int], centre: Cell) -> Cell:
    """Return the image of a cell under a turn or mirror about a centre, whose doubles are given."""
    x, y = 2 * cell[0] - centre[0], 2 * cell[1] - centre[1]
    return (by[0] * x + by[1] * y + centre[0]) // 2, (by[2] * x + by[3] * y + centre[1]) // 2


def _roots(group: str, centre: Cell, cells: int) -> Iterator[tuple[Cell, bool]]:
    """Yield cells of which each shape has one, and whether the search starts there.

    A shape that only a mirror keeps has a cell on or beside the mirror. The first one lies at 0,
    since the shape may slide along the mirror. A shape that a half-turn keeps has cells above and
    below its centre, and so in the row of the centre or just above.
    """
    if group in ("M", "M45"):
        slide = (0, 1) if group == "M" else (1, 1)
        yield from (((-k * slide[0], -k * slide[1]), False) for k in range(1, cells + 1))
        yield (0, 0), True
    else:
        row = sorted(range(centre[0] - cells, cells + 1), key=lambda x: abs(2 * x - centre[0]))
        yield from (((x, centre[1]), True) for x in row)
