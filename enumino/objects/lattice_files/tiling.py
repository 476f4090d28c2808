"""Lattices from tilings of the plane, whose cells, periods and symmetries are given.

Everything is derived from corners, and checked: that outlines meet side to side and cover the
period once, that symmetries map cells to cells, which cells are neighbours, how they are numbered,
and coordinates in which symmetries are signed permutations (`enumino.objects.lattice`).

Places are in parts of periods: of rows and of unit cells. All corners, centres of cells and shifts
of symmetries are whole numbers of these parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor, lcm
from operator import add

from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_files.definition import Definition
from enumino.objects.point_group import Isometry, PointGroup, generated
from enumino.words import quoted

FARTHEST = 2  # periods between cells that are neighbours
# Steps of points between unit cells; the search divides by a power of two faster.
SCALES = (1, 2, 4, 8, 16, 3, 6, 12)

Pair = tuple[int, int]
Matrix = tuple[Pair, Pair]  # by rows
Outline = tuple[Pair, ...]
Steps = tuple[Pair, ...]


@cache
def lattice_of(definition: Definition) -> Lattice:
    """Return the lattice of a definition.

    >>> from enumino.objects.lattice_files import shipped
    >>> lattice_of(shipped("kite")).neighbours((0, 0))
    ((-1, 1), (0, -1), (0, 2), (0, 4))
    """
    return _Tiling(definition).lattice()


def reduced(periods: Matrix, cells: Iterable[Outline]) -> Matrix:
    """Return periods with the same translations, reduced as by Lagrange and Gauss.

    The square of a length is the sum of the squared areas that a vector spans with the sides of all
    cells. So symmetries preserve it, and what lies along cells is short, however it was drawn.
    Neither period can be shortened by a multiple of the other one; such periods are not changed.

    >>> reduced(((1, 0), (2, 1)), [((0, 0), (1, 0), (1, 1), (0, 1))])
    ((1, 0), (0, 1))
    """
    sides = [_moved(end, _negated(start)) for cell in cells for start, end in _sides(cell)]

    def by(one: Pair, other: Pair) -> int:
        return sum(_area(one, side) * _area(other, side) for side in sides)

    a, b = periods
    while True:
        apart, of_a, of_b = by(a, b), by(a, a), by(b, b)
        if 2 * abs(apart) > of_a:
            times = (2 * apart + of_a) // (2 * of_a)
            b = (b[0] - times * a[0], b[1] - times * a[1])
        elif 2 * abs(apart) > of_b:
            times = (2 * apart + of_b) // (2 * of_b)
            a = (a[0] - times * b[0], a[1] - times * b[1])
        else:
            return a, b


class _Tiling:
    """The cells of a definition, moved so that their centres are in the unit cell at 0."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        if _area(*definition.periods) == 0:
            self._refuse(
                f"the periods {' and '.join(str(list(p)) for p in definition.periods)} are "
                "parallel: give two that span the plane"
            )
        self.periods = reduced(definition.periods, definition.cells)
        corners = [self._in_periods(corner) for cell in definition.cells for corner in cell]
        shifts = [self._in_periods(each.shift) for each in definition.symmetries]
        self.corner_scale = lcm(*(k.denominator for place in corners for k in place))
        of_centres = lcm(*map(len, definition.cells))
        of_shifts = lcm(*(k.denominator for shift in shifts for k in shift))
        self.parts = lcm(self.corner_scale * of_centres, of_shifts)
        self.outlines = [
            self._at_home([self._place(corner) for corner in cell]) for cell in definition.cells
        ]
        self._check_cells()
        # The number of each cell, by its corners.
        self.cell_at = {frozenset(outline): k for k, outline in enumerate(self.outlines)}
        if len(self.cell_at) < len(self.outlines):
            self._refuse("two of its cells are the same but for a period")

    def _refuse(self, reason: str) -> None:
        raise ProblemError(f"The lattice {quoted(self.definition.name)} is not a tiling: {reason}.")

    def _check_cells(self) -> None:
        """Compare the cells with the period: together with `_neighbours`, they cover it once."""
        for number, outline in enumerate(self.outlines):
            if len(set(outline)) < len(outline) or _doubled_area(outline) == 0:
                self._refuse(f"cell {number} has no area, or a corner twice")
        doubled = sum(abs(_doubled_area(outline)) for outline in self.outlines)
        covered = Fraction(doubled, 2 * self.parts**2)
        if covered != 1:
            self._refuse(
                f"the cells have {float(covered):.6g} times the area of a period, which they must "
                "cover once"
            )

    def _in_periods(self, vector: Pair) -> tuple[Fraction, Fraction]:
        """Return a point in periods, by Cramer's rule."""
        a, b = self.periods
        area = _area(a, b)
        return Fraction(_area(vector, b), area), Fraction(_area(a, vector), area)

    def _place(self, vector: Pair) -> Pair:
        """Return the place of a point."""
        row, unit = self._in_periods(vector)
        return int(self.parts * row), int(self.parts * unit)

    def _unit_of(self, place: Pair) -> Pair:
        """Return the unit cell in which a place is."""
        return place[0] // self.parts, place[1] // self.parts

    def _back(self, place: Pair) -> Pair:
        """Return the translation by whole periods that takes a place into the unit cell at 0."""
        row, unit = self._unit_of(place)
        return -row * self.parts, -unit * self.parts

    def _at_home(self, outline: Iterable[Pair]) -> Outline:
        """Return an outline moved by periods, so that its centre is in the unit cell at 0."""
        corners = tuple(outline)
        by = self._back(_centre(corners))
        return tuple([_moved(corner, by) for corner in corners])

    def _step(self, one: int, other: int, here: Pair, there: Pair) -> Pair:
        """Return the step between two cells, from where they have a place in common."""
        return here[0] - there[0], (here[1] - there[1]) * len(self.outlines) + other - one

    def _touching(self) -> list[Steps]:
        """Return the steps from each cell to those with which it shares a corner."""
        places: dict[Pair, list[tuple[int, Pair]]] = {}
        for number, outline in enumerate(self.outlines):
            for corner in outline:
                key = _moved(corner, self._back(corner))
                places.setdefault(key, []).append((number, self._unit_of(corner)))
        steps: list[set[Pair]] = [set() for _ in self.outlines]
        for found in places.values():
            for (one, here), (other, there) in product(found, repeat=2):
                steps[one].add(self._step(one, other, here, there))
        return [tuple(sorted(own - {(0, 0)})) for own in steps]

    def _neighbours(self) -> list[Steps]:
        """Return the steps from each cell to those behind its sides, in reading order."""
        # The cells at each side, to the left of it and to the right.
        places: dict[tuple[Pair, Pair], tuple[list[tuple[int, Pair]], ...]] = {}
        for number, outline in enumerate(self.outlines):
            to_the_left = _doubled_area(outline) > 0
            for side in _sides(outline):
                start, end = sorted(side)
                home = self._back(start)
                key = _moved(start, home), _moved(end, home)
                both = places.setdefault(key, ([], []))
                both[(side[0] == start) != to_the_left].append((number, self._unit_of(start)))
        steps: list[list[Pair]] = [[] for _ in self.outlines]
        for left, right in places.values():
            found = left + right
            if len(left) != 1 or len(right) != 1:
                self._refuse(
                    f"a side of cell {found[0][0]} belongs to {len(found)} "
                    f"{'cell' if len(found) == 1 else 'cells'}: two cells must share each side, "
                    "from corner to corner"
                )
            (one, here), (other, there) = found
            steps[one].append(self._step(one, other, here, there))
            steps[other].append(self._step(other, one, there, here))
        for number, own in enumerate(steps):
            if len(set(own)) < len(own):
                self._refuse(f"cell {number} shares two sides with one neighbour: divide the cells")
        return [tuple(sorted(own)) for own in steps]

    def _symmetries(self) -> dict[Matrix, Pair]:
        """Return the point group: matrices of places, with shifts.

        The generators are multiplied until nothing new is found. They map cells to cells, so these
        are at most 12.
        """
        generators = [self._symmetry(k) for k in range(len(self.definition.symmetries))]
        one: Matrix = ((1, 0), (0, 1))
        found: dict[Matrix, Pair] = {one: (0, 0)}
        waiting = [one]
        while waiting:
            matrix = waiting.pop()
            for by, shift in generators:
                both = _product(by, matrix)
                total = _moved(_applied(by, found[matrix]), shift)
                total = _moved(total, self._back(total))
                if found.setdefault(both, total) != total:
                    self._refuse(
                        "its symmetries contain a translation by less than a period: give the "
                        "shortest periods"
                    )
                if found[both] is total:
                    waiting.append(both)
        return found

    def _symmetry(self, number: int) -> tuple[Matrix, Pair]:
        """Return a generator of places, which maps periods to periods."""
        given = self.definition.symmetries[number]
        images = [self._in_periods(_applied(given.matrix, period)) for period in self.periods]
        (p, q), (r, s) = [(int(row), int(unit)) for row, unit in images]
        matrix = (p, r), (q, s)
        whole = all(k.denominator == 1 for image in images for k in image)
        if not whole or abs(_area(*matrix)) != 1:
            self._refuse(f"symmetry {number} does not map the periods to periods")
        shift = self._place(given.shift)
        for cell, outline in enumerate(self.outlines):
            image = [_moved(_applied(matrix, corner), shift) for corner in outline]
            if frozenset(self._at_home(image)) not in self.cell_at:
                self._refuse(f"symmetry {number} maps cell {cell} to where no cell is")
        return matrix, shift

    def _check_periods(self) -> None:
        """Refuse periods that are not the shortest, as translations would count as different."""
        for outline in self.outlines[1:]:
            by = _moved(_centre(outline), _negated(_centre(self.outlines[0])))
            images = (
                self._at_home(_moved(corner, by) for corner in each) for each in self.outlines
            )
            if all(frozenset(image) in self.cell_at for image in images):
                self._refuse("a translation by less than a period maps it to itself")

    def lattice(self) -> Lattice:
        """Return the lattice."""
        definition, sides = self.definition, self._neighbours()
        lattice_steps = sides if definition.connect == "sides" else self._touching()
        self._check_periods()
        symmetries = self._symmetries()
        axes = _axes(symmetries)
        elements = {_isometry(axes, matrix): matrix for matrix in symmetries}
        turns, mirror = _generators(elements)
        scale, origins = self._origins(axes, symmetries)
        shifts = {
            one: tuple([scale * _value(axis, symmetries[matrix]) // self.parts for axis in axes])
            for one, matrix in elements.items()
        }
        by_corner = self.parts // self.corner_scale
        lattice = Lattice(
            name=definition.name,
            turns=turns,
            mirror=mirror,
            class_names=self._class_names(PointGroup(turns=turns, mirror=mirror, class_names=())),
            steps=tuple(lattice_steps),
            side_steps=tuple(sides),
            units=tuple(tuple(scale * axis[i] for axis in axes) for i in (0, 1)),
            origins=origins,
            corner_steps=tuple(
                tuple((row // by_corner, unit // by_corner) for row, unit in outline)
                for outline in self.outlines
            ),
            corner_scale=self.corner_scale,
            drawn=tuple(
                (self._drawn(0, period), self._drawn(1, period)) for period in self.periods
            ),
            shifts={one: shift for one, shift in shifts.items() if any(shift)},
            definition=definition,
        )
        if max(lattice.reach) > FARTHEST:
            self._refuse(
                f"a cell reaches farther than {FARTHEST} periods, or a neighbour is farther away: "
                "divide the cells"
            )
        return lattice

    def _drawn(self, axis: int, period: Pair) -> float:
        """Return how far a period goes in a drawing, to the right (0) or down (1)."""
        return sum(k * step[axis] for k, step in zip(period, self.definition.basis, strict=True))

    def _class_names(self, group: PointGroup) -> tuple[str, ...]:
        """Return the names of the symmetry classes."""
        given = self.definition.classes
        classes = group.plain_class_names
        if given and len(given) != len(classes):
            self._refuse(f"it has {len(classes)} symmetry classes, and {len(given)} names of them")
        return given or classes

    def _origins(
        self, axes: list[Pair], symmetries: Mapping[Matrix, Pair]
    ) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """Return the steps of points between unit cells, and the points of the cells.

        Small numbers let a search reach further. So centres are rounded to as few places as
        symmetries allow.
        """
        centres = [
            [Fraction(_value(axis, _centre(outline)), self.parts) for axis in axes]
            for outline in self.outlines
        ]
        shifts = [Fraction(_value(a, by), self.parts) for by in symmetries.values() for a in axes]
        least = lcm(*(number.denominator for number in shifts))
        exact = lcm(least, *(number.denominator for middle in centres for number in middle))
        scales = [scale for scale in (*SCALES, exact) if scale % least == 0]
        for scale, half in product(scales, (Fraction(1, 2), Fraction(499, 1000))):
            points = [tuple([floor(scale * k + half) for k in middle]) for middle in centres]
            if self._are_points(scale, points, axes, symmetries):
                return scale, tuple(points)
        raise AssertionError("centres themselves are places that symmetries map to each other")

    def _are_points(
        self,
        scale: int,
        points: list[tuple[int, ...]],
        axes: list[Pair],
        symmetries: Mapping[Matrix, Pair],
    ) -> bool:
        """Return whether points of cells differ, and symmetries map them to each other."""
        if len(set(points)) < len(points):
            return False
        if not all(0 <= at < scale for point in points for at in point[:2]):
            return False
        for outline, point in zip(self.outlines, points, strict=True):
            for matrix, shift in symmetries.items():
                image = [_moved(_applied(matrix, corner), shift) for corner in outline]
                by = _moved(self._back(_centre(image)), shift)
                to = [scale * _value(axis, by) // self.parts for axis in axes]
                moved = map(add, _isometry(axes, matrix)(*point), to)
                if tuple(moved) != points[self.cell_at[frozenset(self._at_home(image))]]:
                    return False
        return True


def _axes(symmetries: Iterable[Matrix]) -> list[Pair]:
    """Return coordinates that symmetries permute, but for signs: those of periods first.

    They are two or three, since periods are reduced.
    """
    axes: list[Pair] = [(1, 0), (0, 1)]
    for row, unit in [_product((axis, axis), m)[0] for axis in axes for m in symmetries]:
        # With this sign the coordinates of hexagons have the sum 0.
        axis = (row, unit) if (unit or row) < 0 else (-row, -unit)
        if axis not in axes and _negated(axis) not in axes:
            axes.append(axis)
    return axes


def _isometry(axes: list[Pair], matrix: Matrix) -> Isometry:
    """Return a symmetry as a signed permutation of coordinates."""
    images = [_product((axis, axis), matrix)[0] for axis in axes]
    signs = tuple([1 if image in axes else -1 for image in images])
    return Isometry(
        tuple(
            [
                axes.index(image if sign > 0 else _negated(image))
                for image, sign in zip(images, signs, strict=True)
            ]
        ),
        signs,
    )


def _generators(
    elements: Mapping[Isometry, Matrix],
) -> tuple[tuple[Isometry, ...], Isometry | None]:
    """Return turns that generate all turns, and a reflection if there is one."""

    def place(one: Isometry) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return one.sources, tuple(-sign for sign in one.signs)

    turns = [one for one, matrix in elements.items() if _area(*matrix) > 0]
    # Turns of the plane are the powers of one of them.
    turn = max(sorted(turns, key=place), key=lambda one: len(generated([one])))
    mirrors = sorted(set(elements) - set(turns), key=place)
    return (turn,), mirrors[0] if mirrors else None


def _moved(place: Pair, by: Pair) -> Pair:
    """Return a place moved by a translation."""
    return place[0] + by[0], place[1] + by[1]


def _negated(axis: Pair) -> Pair:
    """Return a coordinate or a translation with the other sign."""
    return -axis[0], -axis[1]


def _value(axis: Pair, place: Pair) -> int:
    """Return a coordinate of a place."""
    return axis[0] * place[0] + axis[1] * place[1]


def _applied(matrix: Matrix, place: Pair) -> Pair:
    """Return the product of a matrix and a place."""
    return _value(matrix[0], place), _value(matrix[1], place)


def _product(one: Matrix, other: Matrix) -> Matrix:
    """Return the product of two matrices."""
    first, second = zip(*other, strict=True)
    (p, q), (r, s) = [(_value(row, first), _value(row, second)) for row in one]
    return (p, q), (r, s)


def _area(one: Pair, other: Pair) -> int:
    """Return the signed area that two vectors span."""
    return one[0] * other[1] - one[1] * other[0]


def _centre(outline: Sequence[Pair]) -> Pair:
    """Return the mean of corners, which symmetries map to that of their images."""
    rows, units = zip(*outline, strict=True)
    return sum(rows) // len(rows), sum(units) // len(units)


def _sides(outline: Outline) -> Iterable[tuple[Pair, Pair]]:
    """Return the sides of a polygon, each by its two corners."""
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _doubled_area(outline: Outline) -> int:
    """Return twice the signed area of a polygon."""
    return sum(_area(start, end) for start, end in _sides(outline))
