"""Lattices of the plane from their definitions: one period of a tiling by polygons, and symmetries.

Everything is derived from outlines, and checked: that they meet side to side and cover the period
once, that symmetries map cells to cells, which cells are neighbours, how they are numbered, and
coordinates in which each symmetry is a signed permutation (`enumino.objects.lattice`).

>>> from enumino.objects.lattice_definition import shipped
>>> lattice_of(shipped("kite")).neighbours((0, 0))
((-1, 1), (0, -1), (0, 2), (0, 4))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor, lcm
from pathlib import Path

from enumino.errors import ProblemError
from enumino.objects.isometry import Isometry, generated
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_definition import SUFFIX, Definition, Vector, read, shipped_names
from enumino.objects.lattice_overlaps import exclusive_steps
from enumino.objects.lattices import LATTICES
from enumino.objects.point_group import PointGroup
from enumino.words import quoted

Place = tuple[Fraction, Fraction]  # in rows and unit cells
Matrix = tuple[Place, Place]  # by rows, for places
Cells = list[tuple[int, tuple[int, int]]]  # with the numbers of their unit cells
Steps = tuple[tuple[int, int], ...]
COORDINATES = 3  # most coordinates of a point, which the search has room for
# Steps of points between unit cells; the search divides by a power of two faster.
SCALES = (1, 2, 4, 8, 16, 3, 6, 12)


@cache
def lattice_of(definition: Definition) -> Lattice:
    """Return the lattice of a definition.

    Raises
    ------
    ProblemError
        If the outlines do not tile the plane side to side, or a symmetry does not map them to each
        other.
    """
    return _Tiling(definition).lattice()


def lattice_named(given: str | Path | Definition | Lattice) -> Lattice:
    """Return a built-in lattice by its name, or one from a file.

    Raises
    ------
    ProblemError
        If there is neither.
    """
    if isinstance(given, Lattice):
        return given
    if isinstance(given, Definition):
        return lattice_of(given)
    name = str(given)
    if name in LATTICES:
        return LATTICES[name]
    if name not in shipped_names() and not name.endswith(SUFFIX):
        known = dict.fromkeys([*LATTICES, *shipped_names()])
        raise ProblemError(
            f"There is no lattice {quoted(name)}: choose from {', '.join(known)}, or name a file "
            f"that ends in {SUFFIX}."
        )
    return lattice_of(read(given))


class _Tiling:
    """A periodic tiling, with places in rows and unit cells: multiples of the periods."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        (a, b), (c, d) = definition.periods
        self.area = a * d - b * c
        if self.area == 0:
            self._refuse(
                f"the periods {list(definition.periods[0])} and {list(definition.periods[1])} are "
                "parallel: give two that span the plane"
            )
        self.outlines = [self._at_home([self._place(v) for v in cell]) for cell in definition.cells]
        self._check_area()
        # The number of each cell, by its corners.
        self.cell_at = {frozenset(outline): k for k, outline in enumerate(self.outlines)}
        if len(self.cell_at) < len(self.outlines):
            self._refuse("two of its cells are the same but for a period")

    def _refuse(self, reason: str) -> None:
        raise ProblemError(f"The lattice {quoted(self.definition.name)} is not a tiling: {reason}.")

    def _place(self, vector: Vector) -> Place:
        """Return a point in rows and unit cells."""
        (a, b), (c, d) = self.definition.periods
        x, y = vector
        return Fraction(x * d - y * c, self.area), Fraction(a * y - b * x, self.area)

    @staticmethod
    def _at_home(outline: list[Place]) -> tuple[Place, ...]:
        """Return an outline moved by periods, so that its centre is in the unit cell at 0."""
        back = _back(_centre(outline))
        return tuple([_moved(corner, back) for corner in outline])

    def _check_area(self) -> None:
        """Compare the cells with the period: together with `sides`, they cover it once."""
        for number, outline in enumerate(self.outlines):
            if len(set(outline)) < len(outline) or _doubled_area(outline) == 0:
                self._refuse(f"cell {number} has no area, or a corner twice")
        covered = sum(abs(_doubled_area(outline)) for outline in self.outlines) / 2
        sizes = self.definition.sizes
        if covered != 1 and not sizes:
            self._refuse(
                f"the cells have {float(covered):.6g} times the area of a period, which they must "
                "cover once, unless they have sizes"
            )
        if sizes and len(sizes) != len(self.outlines):
            self._refuse(f"it has {len(self.outlines)} cells, and {len(sizes)} sizes of them")

    def neighbours(self) -> list[tuple[tuple[int, int], ...]]:
        """Return the steps from each cell to those behind its sides, in reading order.

        A step that leads across two sides is there twice.
        """
        # The cells at each side, to the left of it and to the right.
        places: dict[tuple[Place, Place], tuple[Cells, Cells]] = {}
        for number, outline in enumerate(self.outlines):
            to_the_left = _doubled_area(outline) > 0
            for side in zip(outline, (*outline[1:], outline[0]), strict=True):
                start, end = sorted(side)
                unit, back = _unit_of(start), _back(start)
                key = _moved(start, back), _moved(end, back)
                both = places.setdefault(key, ([], []))
                both[(side[0] == start) != to_the_left].append((number, unit))
        steps: list[list[tuple[int, int]]] = [[] for _ in self.outlines]
        for left, right in places.values():
            found = left + right
            if not left or not right or (len(found) > 2 and not self.definition.sizes):
                self._refuse(
                    f"a side of cell {found[0][0]} belongs to {len(found)} "
                    f"{'cell' if len(found) == 1 else 'cells'}: two cells must share each side, "
                    "from corner to corner"
                )
            for (one, here), (other, there) in product(left, right):
                steps[one].append(self._step(one, other, here, there))
                steps[other].append(self._step(other, one, there, here))
        for number, own in enumerate(steps):
            if len(set(own)) < len(own) and not self.definition.sizes:
                self._refuse(f"cell {number} shares two sides with one neighbour: divide the cells")
        return [tuple(sorted(own)) for own in steps]

    def _step(
        self, one: int, other: int, here: tuple[int, int], there: tuple[int, int]
    ) -> tuple[int, int]:
        """Return the step between two cells, from where they have a place in common."""
        rows, units = here[0] - there[0], here[1] - there[1]
        return rows, units * len(self.outlines) + other - one

    def touching(self) -> list[tuple[tuple[int, int], ...]]:
        """Return the steps from each cell to those with which it shares a corner."""
        places: dict[Place, list[tuple[int, tuple[int, int]]]] = {}
        for number, outline in enumerate(self.outlines):
            for corner in outline:
                key = _moved(corner, _back(corner))
                places.setdefault(key, []).append((number, _unit_of(corner)))
        steps: list[set[tuple[int, int]]] = [set() for _ in self.outlines]
        for found in places.values():
            for one, here in found:
                for other, there in found:
                    steps[one].add(self._step(one, other, here, there))
        return [tuple(sorted(own - {(0, 0)})) for own in steps]

    def symmetries(self) -> dict[Matrix, Place]:
        """Return the point group: matrices in rows and unit cells, with shifts.

        The generators are multiplied until nothing new is found.
        """
        generators = [self._symmetry(k) for k in range(len(self.definition.symmetries))]
        one, zero = Fraction(1), Fraction(0)
        found = {((one, zero), (zero, one)): (zero, zero)}
        waiting = list(found.items())
        while waiting:
            matrix, shift = waiting.pop()
            for by, then in generators:
                product = _product(by, matrix)
                total = _moved(_applied(by, shift), then)
                total = _moved(total, _back(total))
                known = found.setdefault(product, total)
                if known != total:
                    self._refuse(
                        "its symmetries contain a translation by less than a period: give the "
                        "shortest periods"
                    )
                if len(found) > 12:
                    self._refuse("its symmetries generate more than 12 turns and reflections")
                if known is total:
                    waiting.append((product, total))
        return found

    def _symmetry(self, number: int) -> tuple[Matrix, Place]:
        """Return a generator in rows and unit cells, which maps periods to periods."""
        given = self.definition.symmetries[number]
        rows = [self._place(_times(given.matrix, period)) for period in self.definition.periods]
        matrix = ((rows[0][0], rows[1][0]), (rows[0][1], rows[1][1]))
        determinant = matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0]
        whole = all(entry.denominator == 1 for row in matrix for entry in row)
        if not whole or abs(determinant) != 1:
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
            there, here = _centre(outline), _centre(self.outlines[0])
            by = there[0] - here[0], there[1] - here[1]
            images = [
                self._at_home([_moved(corner, by) for corner in each]) for each in self.outlines
            ]
            if all(frozenset(image) in self.cell_at for image in images):
                self._refuse("a translation by less than a period maps it to itself")

    def lattice(self) -> Lattice:
        """Return the lattice."""
        definition = self.definition
        sides = self.neighbours()
        exclusive = exclusive_steps(self.outlines) if definition.sizes else []
        connected = sides if definition.connect == "sides" else self.touching()
        if exclusive:
            sides = _without(sides, exclusive)
            connected = [tuple(sorted(set(own))) for own in _without(connected, exclusive)]
        self._check_periods()
        symmetries = self.symmetries()
        axes = self._axes(symmetries)
        elements = {_isometry(axes, matrix): matrix for matrix in symmetries}
        turns, mirror = _generators(elements)
        scale, origins = self._origins(axes, symmetries)
        shifts = {
            one: tuple([int(scale * _value(axis, symmetries[matrix])) for axis in axes])
            for one, matrix in elements.items()
        }
        classes = PointGroup(turns=turns, mirror=mirror, class_names=()).plain_class_names
        if definition.classes and len(definition.classes) != len(classes):
            self._refuse(
                f"it has {len(classes)} symmetry classes, and {len(definition.classes)} names of "
                "them"
            )
        corners = lcm(*(k.denominator for cell in self.outlines for place in cell for k in place))
        return Lattice(
            name=definition.name,
            turns=turns,
            mirror=mirror,
            class_names=definition.classes or classes,
            steps=tuple(connected),
            side_steps=tuple(sides),
            units=tuple(tuple(int(scale * axis[i]) for axis in axes) for i in range(2)),
            origins=origins,
            corner_steps=tuple(
                tuple((int(corners * row), int(corners * unit)) for row, unit in outline)
                for outline in self.outlines
            ),
            corner_scale=corners,
            drawn=tuple(self._drawn(period) for period in definition.periods),
            shifts={one: shift for one, shift in shifts.items() if any(shift)},
            exclusive_steps=tuple(exclusive),
            sizes=definition.sizes,
            definition=definition,
        )

    def _axes(self, symmetries: Iterable[Matrix]) -> list[Place]:
        """Return coordinates that symmetries permute, but for signs: rows and unit cells first."""
        axes = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
        images = [_pulled(axis, matrix) for axis in axes for matrix in symmetries]
        for row, unit in images:
            # With this sign the coordinates of hexagons have the sum 0.
            downwards = (unit or row) < 0
            axis = (row, unit) if downwards else (-row, -unit)
            if axis not in axes and (-axis[0], -axis[1]) not in axes:
                axes.append(axis)
        if len(axes) > COORDINATES:
            self._refuse(
                "its symmetries map the periods to more than three directions: give periods that "
                "they map to each other"
            )
        return axes

    def _origins(
        self, axes: list[Place], symmetries: Mapping[Matrix, Place]
    ) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """Return the steps of points between unit cells, and the points of the cells.

        Small numbers let a search reach further. So centres are rounded to as few places as
        symmetries allow.
        """
        centres = [[_value(axis, _centre(outline)) for axis in axes] for outline in self.outlines]
        shifts = [_value(axis, shift) for shift in symmetries.values() for axis in axes]
        least = lcm(*(number.denominator for number in shifts))
        exact = lcm(least, *(number.denominator for centre in centres for number in centre))
        for scale in (*SCALES, exact):
            if scale % least == 0 and (found := self._rounded(scale, axes, symmetries, centres)):
                return scale, found
        raise AssertionError("centres themselves are places that symmetries map to each other")

    def _rounded(
        self,
        scale: int,
        axes: list[Place],
        symmetries: Mapping[Matrix, Place],
        centres: list[list[Fraction]],
    ) -> tuple[tuple[int, ...], ...]:
        """Return points of the cells that symmetries map to each other, or none."""
        found: dict[int, tuple[int, ...]] = {}
        for cell, centre in enumerate(centres):
            if cell in found:
                continue
            nearest = sorted(
                product(*({floor(scale * k), -floor(-scale * k)} for k in centre)),
                key=lambda point: sum(
                    abs(scale * k - at) for k, at in zip(centre, point, strict=True)
                ),
            )
            for point in nearest:
                images = self._images(scale, axes, symmetries, cell, point)
                if images and not set(images.values()) & set(found.values()):
                    found |= images
                    break
            else:
                return ()
        return tuple(found[cell] for cell in range(len(centres)))

    def _images(
        self,
        scale: int,
        axes: list[Place],
        symmetries: Mapping[Matrix, Place],
        cell: int,
        point: tuple[int, ...],
    ) -> dict[int, tuple[int, ...]]:
        """Return the points of the images of a cell, by their numbers; none if two conflict."""
        found: dict[int, tuple[int, ...]] = {}
        for matrix, shift in symmetries.items():
            outline = [_moved(_applied(matrix, corner), shift) for corner in self.outlines[cell]]
            image = self.cell_at[frozenset(self._at_home(outline))]
            by = _moved(_back(_centre(outline)), shift)
            moved = tuple(
                [
                    int(at + scale * _value(axis, by))
                    for axis, at in zip(axes, _isometry(axes, matrix)(*point), strict=True)
                ]
            )
            if not all(0 <= at < scale for at in moved[:2]) or found.get(image, moved) != moved:
                return {}
            found[image] = moved
        return found if len(set(found.values())) == len(found) else {}

    def _drawn(self, period: Vector) -> tuple[float, float]:
        (right, down), (right_too, down_too) = self.definition.basis
        x, y = period
        return x * right + y * right_too, x * down + y * down_too


def _without(steps: Iterable[Steps], others: Iterable[Steps]) -> list[Steps]:
    """Return the steps from each cell that are not among others."""
    return [
        tuple([step for step in own if step not in excluded])
        for own, excluded in zip(steps, others, strict=True)
    ]


def _unit_of(place: Place) -> tuple[int, int]:
    """Return the row and the unit cell in which a place is."""
    return floor(place[0]), floor(place[1])


def _back(place: Place) -> Place:
    """Return the translation by whole periods that takes a place into the unit cell at 0."""
    return Fraction(-floor(place[0])), Fraction(-floor(place[1]))


def _moved(place: Place, by: Iterable[Fraction | int]) -> Place:
    row, unit = by
    return place[0] + row, place[1] + unit


def _centre(outline: Iterable[Place]) -> Place:
    """Return the mean of corners, which symmetries map to that of their images."""
    rows, units = zip(*outline, strict=True)
    return sum(rows, Fraction(0)) / len(rows), sum(units, Fraction(0)) / len(units)


def _doubled_area(outline: tuple[Place, ...]) -> Fraction:
    """Return twice the signed area of a polygon."""
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum((a * d - b * c for (a, b), (c, d) in sides), Fraction(0))


def _times(matrix: tuple[Vector, Vector], vector: Vector) -> Vector:
    (a, b), (c, d) = matrix
    x, y = vector
    return a * x + b * y, c * x + d * y


def _applied(matrix: Matrix, place: Place) -> Place:
    return _value(matrix[0], place), _value(matrix[1], place)


def _value(axis: Place, place: Place) -> Fraction:
    """Return a coordinate of a place."""
    return axis[0] * place[0] + axis[1] * place[1]


def _pulled(axis: Place, matrix: Matrix) -> Place:
    """Return the coordinate of the image of a place, as one of the place."""
    (a, b), (c, d) = matrix
    return axis[0] * a + axis[1] * c, axis[0] * b + axis[1] * d


def _product(left: Matrix, right: Matrix) -> Matrix:
    return _pulled(left[0], right), _pulled(left[1], right)


def _isometry(axes: list[Place], matrix: Matrix) -> Isometry:
    """Return a symmetry as a signed permutation of coordinates."""
    sources, signs = [], []
    for axis in axes:
        image = _pulled(axis, matrix)
        sign = 1 if image in axes else -1
        sources.append(axes.index((sign * image[0], sign * image[1])))
        signs.append(sign)
    return Isometry(tuple(sources), tuple(signs))


def _generators(
    elements: Mapping[Isometry, Matrix],
) -> tuple[tuple[Isometry, ...], Isometry | None]:
    """Return a turn that generates all turns, and a reflection if there is one."""

    def place(one: Isometry) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return one.sources, tuple(-sign for sign in one.signs)

    turns = [one for one, ((a, b), (c, d)) in elements.items() if a * d - b * c > 0]
    turn = max(sorted(turns, key=place), key=lambda one: len(generated([one])))
    mirrors = sorted(set(elements) - set(turns), key=place)
    return (turn,), mirrors[0] if mirrors else None
