"""Periodic sets of cells in any number of dimensions: places, neighbours, symmetries, coordinates.

A cell is the set of its corners. Places are in parts of periods: of rows and unit cells in the
plane, behind layers in space. All corners, centres of cells and shifts of symmetries are whole
numbers of these parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import floor, lcm
from operator import add, mul

from enumino.errors import ProblemError
from enumino.objects.isometry import Isometry, generated
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_definition import Definition, Vector, Vectors
from enumino.objects.point_group import PointGroup
from enumino.words import quoted

Place = tuple[int, ...]
Matrix = tuple[Place, ...]  # by rows, for places
Unit = tuple[int, ...]
Steps = tuple[tuple[int, ...], ...]
# The number of the image of a cell, the symmetry, and how far it moves each coordinate.
Image = tuple[int, Isometry, list[int]]
# By dimensions: most coordinates of a point, which the search has room for, and most symmetries.
COORDINATES = {2: 3, 3: 3, 4: 4}
MOST_SYMMETRIES = {2: 12, 3: 48, 4: 384}
# Steps of points between unit cells; the search divides by a power of two faster.
SCALES = (1, 2, 4, 8, 16, 3, 6, 12)


class PeriodicCells:
    """The cells of a definition, moved so that their centres are in the unit cell at 0."""

    is_not = "not periodic"  # words of a refusal

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.dimensions = len(definition.periods)
        self.periods = definition.periods
        self.volume = determinant(self.periods)
        if self.volume == 0:
            self._refuse_periods()
        if self.dimensions == 2:
            self.periods = reduced(self.periods, definition.cells)
            self.volume = determinant(self.periods)
        corners = [self._in_periods(corner) for cell in definition.cells for corner in cell]
        shifts = [self._in_periods(each.shift) for each in definition.symmetries if any(each.shift)]
        self.corner_scale = lcm(*(k.denominator for place in corners for k in place))
        of_centres = lcm(*map(len, definition.cells))
        of_shifts = lcm(*(k.denominator for shift in shifts for k in shift))
        self.parts = lcm(self.corner_scale * of_centres, of_shifts)
        self.outlines = [self._at_home([self._place(v) for v in cell]) for cell in definition.cells]
        self._check_cells()
        # The number of each cell, by its corners.
        self.cell_at = {frozenset(outline): k for k, outline in enumerate(self.outlines)}
        if len(self.cell_at) < len(self.outlines):
            self._refuse("two of its cells are the same but for a period")

    def _refuse(self, reason: str) -> None:
        raise ProblemError(
            f"The lattice {quoted(self.definition.name)} is {self.is_not}: {reason}."
        )

    def _refuse_periods(self) -> None:
        listed = " and ".join(str(list(period)) for period in self.definition.periods)
        flat = {2: "are parallel", 3: "lie in a plane", 4: "lie in a space of three dimensions"}
        wanted = {2: "two that span the plane", 3: "three that span space", 4: "four that do not"}
        self._refuse(
            f"the periods {listed} {flat[self.dimensions]}: give {wanted[self.dimensions]}"
        )

    def _check_cells(self) -> None:
        """Refuse cells that cannot be."""
        for number, outline in enumerate(self.outlines):
            if len(set(outline)) < len(outline):
                self._refuse(f"cell {number} has a corner twice")

    def _in_periods(self, vector: Vector) -> list[Fraction]:
        """Return a point in periods, by Cramer's rule."""
        periods = self.periods
        return [
            Fraction(determinant((*periods[:i], vector, *periods[i + 1 :])), self.volume)
            for i in range(self.dimensions)
        ]

    def _place(self, vector: Vector) -> Place:
        """Return the place of a point."""
        return tuple([int(self.parts * k) for k in self._in_periods(vector)])

    def unit_of(self, place: Place) -> Unit:
        """Return the unit cell in which a place is."""
        return tuple([k // self.parts for k in place])

    def back(self, place: Place) -> Place:
        """Return the translation by whole periods that takes a place into the unit cell at 0."""
        return tuple([-(k // self.parts) * self.parts for k in place])

    def _at_home(self, outline: Iterable[Place]) -> tuple[Place, ...]:
        """Return an outline moved by periods, so that its centre is in the unit cell at 0."""
        corners = list(outline)
        by = self.back(centre(corners))
        return tuple([moved(corner, by) for corner in corners])

    def _step(self, one: int, other: int, here: Unit, there: Unit) -> Unit:
        """Return the step between two cells, from where they have a place in common."""
        *rows, units = [a - b for a, b in zip(here, there, strict=True)]
        return (*rows, units * len(self.outlines) + other - one)

    def touching(self, shared: int = 1) -> list[Steps]:
        """Return the steps from each cell to those with which it shares so many corners."""
        places: dict[Place, list[tuple[int, Unit]]] = {}
        for number, outline in enumerate(self.outlines):
            for corner in outline:
                key = moved(corner, self.back(corner))
                places.setdefault(key, []).append((number, self.unit_of(corner)))
        steps: list[dict[Unit, int]] = [{} for _ in self.outlines]
        for found in places.values():
            for (one, here), (other, there) in product(found, repeat=2):
                step = self._step(one, other, here, there)
                steps[one][step] = steps[one].get(step, 0) + 1
        return [
            tuple(sorted(step for step, times in own.items() if any(step) and times >= shared))
            for own in steps
        ]

    def symmetries(self) -> dict[Matrix, Place]:
        """Return the point group: matrices of places, with shifts.

        The generators are multiplied until nothing new is found.
        """
        generators = [self._symmetry(k) for k in range(len(self.definition.symmetries))]
        order = range(self.dimensions)
        one: Matrix = tuple(tuple(int(i == j) for j in order) for i in order)
        found: dict[Matrix, Place] = {one: (0,) * self.dimensions}
        waiting = list(found.items())
        most = MOST_SYMMETRIES[self.dimensions]
        while waiting:
            matrix, shift = waiting.pop()
            for by, then in generators:
                both = tuple([pulled(row, matrix) for row in by])
                total = moved(applied(by, shift), then)
                total = moved(total, self.back(total))
                known = found.setdefault(both, total)
                if known != total:
                    self._refuse(
                        "its symmetries contain a translation by less than a period: give the "
                        "shortest periods"
                    )
                if len(found) > most:
                    self._refuse(f"its symmetries generate more than {most} turns and reflections")
                if known is total:
                    waiting.append((both, total))
        return found

    def _symmetry(self, number: int) -> tuple[Matrix, Place]:
        """Return a generator of places, which maps periods to periods."""
        given = self.definition.symmetries[number]
        images = [self._in_periods(applied(given.matrix, p)) for p in self.periods]
        whole = all(k.denominator == 1 for image in images for k in image)
        matrix = transposed(tuple(tuple(map(int, image)) for image in images))
        if not whole or abs(determinant(matrix)) != 1:
            self._refuse(f"symmetry {number} does not map the periods to periods")
        shift = self._place(given.shift if any(given.shift) else (0,) * self.dimensions)
        for cell, outline in enumerate(self.outlines):
            image = [moved(applied(matrix, corner), shift) for corner in outline]
            if frozenset(self._at_home(image)) not in self.cell_at:
                self._refuse(f"symmetry {number} maps cell {cell} to where no cell is")
        return matrix, shift

    def _check_periods(self) -> None:
        """Refuse periods that are not the shortest, as translations would count as different."""
        for outline in self.outlines[1:]:
            by = moved(centre(outline), negated(centre(self.outlines[0])))
            images = (self._at_home(moved(corner, by) for corner in each) for each in self.outlines)
            if all(frozenset(image) in self.cell_at for image in images):
                self._refuse("a translation by less than a period maps it to itself")

    def made(
        self, steps: list[Steps], side_steps: list[Steps], exclusive: Iterable[Steps] = ()
    ) -> Lattice:
        """Return the lattice whose cells connect by some steps and share sides by others."""
        definition = self.definition
        self._check_periods()
        symmetries = self.symmetries()
        axes = self._axes(symmetries)
        elements = {_isometry(axes, matrix): matrix for matrix in symmetries}
        turns, mirror = _generators(elements)
        scale, origins = self._origins(axes, symmetries)
        shifts = {
            one: tuple([scale * value(axis, symmetries[matrix]) // self.parts for axis in axes])
            for one, matrix in elements.items()
        }
        by_corner = self.parts // self.corner_scale
        return Lattice(
            name=definition.name,
            turns=turns,
            mirror=mirror,
            class_names=self._class_names(PointGroup(turns=turns, mirror=mirror, class_names=())),
            steps=tuple(steps),
            side_steps=tuple(side_steps),
            units=tuple(tuple(scale * axis[i] for axis in axes) for i in range(self.dimensions)),
            origins=origins,
            corner_steps=tuple(
                tuple(tuple(k // by_corner for k in place) for place in outline)
                for outline in self.outlines
            ),
            corner_scale=self.corner_scale,
            drawn=self._drawn(),
            shifts={one: shift for one, shift in shifts.items() if any(shift)},
            exclusive_steps=tuple(exclusive),
            sizes=definition.sizes,
            definition=definition,
        )

    def _class_names(self, group: PointGroup) -> tuple[str, ...]:
        """Return the names of the symmetry classes."""
        given = self.definition.classes
        classes = group.plain_class_names
        if given and len(given) != len(classes):
            self._refuse(f"it has {len(classes)} symmetry classes, and {len(given)} names of them")
        return given or classes

    def _axes(self, symmetries: Iterable[Matrix]) -> list[Place]:
        """Return coordinates that symmetries permute, but for signs: those of periods first."""
        order = range(self.dimensions)
        axes: list[Place] = [tuple(int(i == j) for j in order) for i in order]
        for image in [pulled(axis, matrix) for axis in axes for matrix in symmetries]:
            # With this sign the coordinates of hexagons have the sum 0.
            last = next(k for k in reversed(image) if k)
            axis = image if last < 0 else negated(image)
            if axis not in axes and negated(axis) not in axes:
                axes.append(axis)
        most = COORDINATES[self.dimensions]
        if len(axes) > most:
            self._refuse(
                f"its symmetries map the periods to more than {('three', 'four')[most > 3]} "
                "directions: give periods that they map to each other"
            )
        return axes

    def _origins(
        self, axes: list[Place], symmetries: Mapping[Matrix, Place]
    ) -> tuple[int, tuple[Unit, ...]]:
        """Return the steps of points between unit cells, and the points of the cells.

        Small numbers let a search reach further. So centres are rounded to as few places as
        symmetries allow.
        """
        centres = [
            [Fraction(value(axis, centre(outline)), self.parts) for axis in axes]
            for outline in self.outlines
        ]
        shifts = [Fraction(value(a, by), self.parts) for by in symmetries.values() for a in axes]
        least = lcm(*(number.denominator for number in shifts))
        exact = lcm(least, *(number.denominator for middle in centres for number in middle))
        images = [self._images(axes, symmetries, outline) for outline in self.outlines]
        for scale in (*SCALES, exact):
            if scale % least == 0 and (found := self._rounded(scale, centres, images)):
                return scale, found
        raise AssertionError("centres themselves are places that symmetries map to each other")

    def _images(
        self, axes: list[Place], symmetries: Mapping[Matrix, Place], outline: tuple[Place, ...]
    ) -> list[Image]:
        """Return the images of a cell under all symmetries."""
        found = []
        for matrix, shift in symmetries.items():
            image = [moved(applied(matrix, corner), shift) for corner in outline]
            by = moved(self.back(centre(image)), shift)
            cell = self.cell_at[frozenset(self._at_home(image))]
            found.append((cell, _isometry(axes, matrix), [value(axis, by) for axis in axes]))
        return found

    def _rounded(
        self, scale: int, centres: list[list[Fraction]], images: list[list[Image]]
    ) -> tuple[Unit, ...]:
        """Return points of the cells that symmetries map to each other, or none."""
        found: dict[int, Unit] = {}
        for cell, middle in enumerate(centres):
            if cell in found:
                continue
            nearest = sorted(
                product(*({floor(scale * k), -floor(-scale * k)} for k in middle)),
                key=lambda point: sum(
                    abs(scale * k - at) for k, at in zip(middle, point, strict=True)
                ),
            )
            for point in nearest:
                points = self._points(scale, point, images[cell])
                if points and not set(points.values()) & set(found.values()):
                    found |= points
                    break
            else:
                return ()
        return tuple(found[cell] for cell in range(len(centres)))

    def _points(self, scale: int, point: Unit, images: list[Image]) -> dict[int, Unit]:
        """Return the points of the images of a cell, by their numbers; none if two conflict."""
        found: dict[int, Unit] = {}
        for image, isometry, by in images:
            to = tuple(
                [at + scale * k // self.parts for at, k in zip(isometry(*point), by, strict=True)]
            )
            inside = all(0 <= at < scale for at in to[: self.dimensions])
            if not inside or found.get(image, to) != to:
                return {}
            found[image] = to
        return found if len(set(found.values())) == len(found) else {}

    def _drawn(self) -> tuple[tuple[float, float], ...]:
        """Return the steps of drawings for each period; none if there are no drawings."""
        basis = self.definition.basis
        if len(basis) < self.dimensions or not all(map(_is_flat, self.outlines)):
            return ()
        return tuple(
            (
                sum(k * right for k, (right, _) in zip(period, basis, strict=True)),
                sum(k * down for k, (_, down) in zip(period, basis, strict=True)),
            )
            for period in self.periods
        )


def reduced(periods: Vectors, cells: Iterable[Vectors]) -> Vectors:
    """Return periods of the plane with the same translations, reduced as by Lagrange and Gauss.

    The square of a length is the sum of the squared areas that a vector spans with the sides of all
    cells. So symmetries preserve it, and what lies along cells is short, however it was drawn.
    Neither period can be shortened by a multiple of the other one; such periods are not changed.

    >>> reduced(((1, 0), (2, 1)), [((0, 0), (1, 0), (1, 1), (0, 1))])
    ((1, 0), (0, 1))
    """
    sides = [
        (c - a, d - b)
        for cell in cells
        for (a, b), (c, d) in zip(cell, (*cell[1:], cell[0]), strict=True)
    ]

    def product(one: Vector, other: Vector) -> int:
        return sum((one[0] * y - one[1] * x) * (other[0] * y - other[1] * x) for x, y in sides)

    a, b = periods
    while True:
        apart, of_a, of_b = product(a, b), product(a, a), product(b, b)
        if 2 * abs(apart) > of_a:
            times = (2 * apart + of_a) // (2 * of_a)
            b = (b[0] - times * a[0], b[1] - times * a[1])
        elif 2 * abs(apart) > of_b:
            times = (2 * apart + of_b) // (2 * of_b)
            a = (a[0] - times * b[0], a[1] - times * b[1])
        else:
            return a, b


def moved(place: Place, by: Place) -> Place:
    """Return a place moved by a translation."""
    return tuple(map(add, place, by))


def centre(outline: Iterable[Place]) -> Place:
    """Return the mean of corners, which symmetries map to that of their images."""
    return tuple([sum(axis) // len(axis) for axis in zip(*outline, strict=True)])


def value(axis: Place, place: Place) -> int:
    """Return a coordinate of a place."""
    return sum(map(mul, axis, place))


def applied(matrix: Matrix, place: Place) -> Place:
    """Return the product of a matrix and a place."""
    return tuple([value(row, place) for row in matrix])


def pulled(axis: Place, matrix: Matrix) -> Place:
    """Return the coordinate of the image of a place, as one of the place."""
    return applied(transposed(matrix), axis)


def transposed(matrix: Matrix) -> Matrix:
    """Return a matrix with its rows as columns."""
    return tuple(zip(*matrix, strict=True))


def negated(axis: Place) -> Place:
    """Return a coordinate with the other sign."""
    return tuple([-k for k in axis])


def determinant(matrix: Matrix) -> int:
    """Return the determinant of a small matrix, by its first row.

    >>> determinant(((1, 2), (3, 4)))
    -2
    """
    if len(matrix) == 1:
        return matrix[0][0]
    found = 0
    for j, k in enumerate(matrix[0]):
        if k:
            minor = tuple([row[:j] + row[j + 1 :] for row in matrix[1:]])
            found += (-1) ** j * k * determinant(minor)
    return found


def _is_flat(outline: tuple[Place, ...]) -> bool:
    """Return whether all corners are in one plane."""
    from_first = [moved(corner, negated(outline[0])) for corner in outline[1:]]
    if len(outline[0]) == 2:
        return True
    return not any(determinant(three) for three in combinations(from_first, 3))


def _isometry(axes: list[Place], matrix: Matrix) -> Isometry:
    """Return a symmetry as a signed permutation of coordinates."""
    sources, signs = [], []
    for axis in axes:
        image = pulled(axis, matrix)
        sign = 1 if image in axes else -1
        sources.append(axes.index(image if sign > 0 else negated(image)))
        signs.append(sign)
    return Isometry(tuple(sources), tuple(signs))


def _generators(
    elements: Mapping[Isometry, Matrix],
) -> tuple[tuple[Isometry, ...], Isometry | None]:
    """Return turns that generate all turns, and a reflection if there is one."""

    def place(one: Isometry) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return one.sources, tuple(-sign for sign in one.signs)

    turns = [one for one, matrix in elements.items() if determinant(matrix) > 0]
    chosen: list[Isometry] = []
    while not chosen or len(generated(chosen)) < len(turns):
        known = set(generated(chosen)) if chosen else set[Isometry]()
        rest = sorted((one for one in turns if one not in known), key=place)
        chosen.append(max(rest, key=lambda one: len(generated([*chosen, one]))))
    mirrors = sorted(set(elements) - set(turns), key=place)
    return tuple(chosen), mirrors[0] if mirrors else None
