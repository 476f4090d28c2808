"""Lattices from tilings of the plane with given cells, periods and symmetries.

The corners of cells determine the neighbours, the numbers of cells, and the coordinates that every
symmetry permutes, with or without a change of sign (`enumino.objects.lattice`). Outlines must meet
side to side and cover the period once, and symmetries must map cells to cells.

*Places* are pairs of whole numbers, in fractions of the periods: of a row and of a unit cell.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from math import gcd
from string import ascii_lowercase

import numpy as np

from enumino.arrays import I64
from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_files.definition import Definition
from enumino.objects.point_group import Isometry, PointGroup, generated
from enumino.words import plural, quoted

FARTHEST = 2  # most periods between neighbours
# Steps of points between unit cells that are tried; the search is faster with powers of two.
SCALES = (1, 2, 4, 8, 16, 3, 6, 12)

Pair = tuple[int, int]
Places = I64  # int64[2], or [k, 2]
Matrix = tuple[Pair, Pair]  # a place, as a row, times this is its image


@cache
def lattice_of(definition: Definition) -> Lattice:
    """Return the lattice of a definition."""
    return _Tiling(definition).lattice()


def reduced(periods: tuple[Pair, Pair], sides: Places) -> tuple[Pair, Pair]:
    """Return periods with the same translations, reduced as by Lagrange and Gauss.

    The square of a length is the sum of the squared areas that a vector spans with the sides of all
    cells, so that symmetries preserve lengths, and coordinates do not matter. Neither reduced
    period can be shortened by a multiple of the other.
    """
    across = sides[:, ::-1] * (1, -1)
    form = (across.T @ across).tolist()

    def by(one: Pair, other: Pair) -> int:
        return sum(one[i] * form[i][j] * other[j] for i in (0, 1) for j in (0, 1))

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
    """The cells of a definition, with their centres in the unit cell at 0."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        cells = [np.array(cell, np.int64) for cell in definition.cells]
        area = _determinant(np.array(definition.periods))
        doubled = sum(abs(_doubled_area(cell)) for cell in cells)
        if area == 0 or doubled != 2 * abs(area):
            self._refuse(
                f"the cells have an area of {doubled / 2:g}, and a period, which they must cover "
                f"once, one of {abs(area)}"
            )
        # A place is a point of the file times the adjugate of the periods, over the divisor. There
        # are `parts` places in a period, the least number that makes all places whole.
        sides = np.concatenate([np.roll(cell, -1, axis=0) - cell for cell in cells])
        self.periods = reduced(definition.periods, sides)
        (a, b), (c, d) = self.periods
        area, self._adjugate = a * d - b * c, np.array([(d, -b), (-c, a)])
        given = np.concatenate([*cells, [each.shift for each in definition.symmetries] or [(0, 0)]])
        common = gcd(area, *(given @ self._adjugate).ravel().tolist())
        self._divisor, self.parts = common if area > 0 else -common, abs(area) // common
        self.outlines = [self._at_home(cell @ self._adjugate // self._divisor) for cell in cells]
        self.cell_at = {self._key(outline): k for k, outline in enumerate(self.outlines)}
        # Drawings are in longest sides of cells.
        longest = np.hypot(*(sides @ definition.basis).T).max()
        self.drawn = np.array(self.periods) @ definition.basis / (longest or 1)

    def _refuse(self, reason: str) -> None:
        raise ProblemError(f"The lattice {quoted(self.definition.name)} is not a tiling: {reason}.")

    def _home(self, outline: Places) -> Places:
        """Return the unit cell with the centre of a cell, its mean corner."""
        return outline.sum(axis=0) // (len(outline) * self.parts)

    def _at_home(self, outline: Places) -> Places:
        """Return an outline moved by periods so that its centre is in the unit cell at 0."""
        return outline - self._home(outline) * self.parts

    @staticmethod
    def _key(outline: Places) -> frozenset[Pair]:
        return frozenset(map(tuple, outline.tolist()))

    def _steps(self) -> tuple[tuple[Pair, ...], ...]:
        """Return the steps from each cell in the unit cell at 0 to the cells behind its sides."""
        meeting: dict[frozenset[Pair], list[tuple[int, Places, bool]]] = {}
        for number, outline in enumerate(self.outlines):
            turn = 1 if _doubled_area(outline) > 0 else -1
            oriented = outline[::turn]  # each cell is on the same hand of its sides
            for start, end in zip(oriented, np.roll(oriented, -1, axis=0), strict=True):
                unit = np.array(min(tuple(start), tuple(end))) // self.parts
                key = self._key(np.array((start, end)) - unit * self.parts)
                meeting.setdefault(key, []).append((number, unit, tuple(start) < tuple(end)))
        steps: list[set[Pair]] = [set() for _ in self.outlines]
        for cells in meeting.values():
            if len(cells) != 2:
                self._refuse(
                    f"a side of cell {cells[0][0]} belongs to {plural(len(cells), 'cell')}: two "
                    "cells must share each side, from corner to corner"
                )
            if cells[0][2] == cells[1][2]:
                self._refuse(f"cells {cells[0][0]} and {cells[1][0]} overlap at a side")
            for (one, here, _), (other, there, _) in (cells, cells[::-1]):
                row, unit = (here - there).tolist()
                steps[one].add((row, unit * len(self.outlines) + other - one))
        return tuple(tuple(sorted(own)) for own in steps)

    def _symmetries(self) -> dict[Matrix, Places]:
        """Return the matrices and shifts of the group that the given symmetries generate."""
        generators = []
        for number, given in enumerate(self.definition.symmetries):
            images = np.array(self.periods) @ np.array(given.matrix).T @ self._adjugate
            matrix, rest = np.divmod(images, self._divisor * self.parts)
            shift = np.array(given.shift) @ self._adjugate // self._divisor
            if rest.any() or abs(_determinant(matrix)) != 1:
                self._refuse(f"symmetry {number} does not map the periods to periods")
            for cell, outline in enumerate(self.outlines):
                if self._key(self._at_home(outline @ matrix + shift)) not in self.cell_at:
                    self._refuse(f"symmetry {number} does not map cell {cell} to a cell")
            generators.append((matrix, shift))
        found: dict[Matrix, Places] = {((1, 0), (0, 1)): np.zeros(2, np.int64)}
        waiting = list(found)
        while waiting:
            first = waiting.pop()
            for by, shift in generators:
                a, b = (np.array(first) @ by).tolist()
                both = tuple(a), tuple(b)
                if both not in found:
                    found[both] = (found[first] @ by + shift) % self.parts
                    waiting.append(both)
        return found

    def _check_periods(self) -> None:
        """Reject periods that are not the shortest: shapes would differ from their translates."""
        for outline in self.outlines[1:]:
            by = np.subtract(min(self._key(outline)), min(self._key(self.outlines[0]))) % self.parts
            moved = [self._key(self._at_home(each + by)) for each in self.outlines]
            if by.any() and self.cell_at.keys() >= set(moved):
                self._refuse("a translation by less than a period maps the tiling to itself")

    def lattice(self) -> Lattice:
        """Return the lattice."""
        definition, steps = self.definition, self._steps()
        if sum(map(len, steps)) < sum(map(len, self.outlines)):
            self._refuse("two neighbours share two sides: divide the cells")
        self._check_periods()
        symmetries = self._symmetries()
        axes = _axes(symmetries)
        elements = {_isometry(axes, matrix): matrix for matrix in symmetries}
        turns, mirrors = _generators(elements)
        scale, points = self._points(axes, symmetries)
        shifts = {
            one: tuple((scale * symmetries[matrix] @ axes // self.parts).tolist())
            for one, matrix in elements.items()
        }
        lattice = Lattice(
            name=definition.name,
            turns=turns,
            mirrors=mirrors,
            class_names=_class_names(PointGroup(turns=turns, mirrors=mirrors, class_names=())),
            steps=steps,
            units=tuple(map(tuple, (scale * axes).tolist())),
            origins=tuple(map(tuple, points.tolist())),
            corner_steps=tuple(tuple(map(tuple, each.tolist())) for each in self.outlines),
            corner_scale=self.parts,
            drawn=tuple(map(tuple, self.drawn.tolist())),
            shifts={one: shift for one, shift in shifts.items() if any(shift)},
            definition=definition,
        )
        if max(lattice.reach) > FARTHEST:
            self._refuse(f"a cell or a neighbour is more than {FARTHEST} periods away")
        return lattice

    def _points(self, axes: Places, symmetries: Mapping[Matrix, Places]) -> tuple[int, Places]:
        """Return the steps of points between unit cells, and the points of the cells.

        Centres are rounded to as few places as symmetries allow, since searches reach further with
        small numbers.
        """
        sums = np.array([outline.sum(axis=0) for outline in self.outlines]) @ axes
        sizes = np.array([[len(outline) * self.parts] for outline in self.outlines])
        shifts = np.array([*symmetries.values()]) @ axes
        least = self.parts // gcd(self.parts, *shifts.ravel().tolist())
        exact = int(np.lcm.reduce((sizes // np.gcd(sums, sizes)).ravel()))
        for scale, half in product((*SCALES, int(np.lcm(least, exact))), (500, 499)):
            points = (1000 * scale * sums + half * sizes) // (1000 * sizes)
            if scale % least == 0 and self._are_points(scale, points, axes, symmetries):
                return scale, points
        raise AssertionError("centres themselves are places that symmetries map to each other")

    def _are_points(
        self, scale: int, points: Places, axes: Places, symmetries: Mapping[Matrix, Places]
    ) -> bool:
        """Return whether the points of cells differ, and symmetries map them to each other."""
        if len({*map(tuple, points.tolist())}) < len(points):
            return False
        if (points[:, :2] < 0).any() or (points[:, :2] >= scale).any():
            return False
        for matrix, shift in symmetries.items():
            images = [outline @ np.array(matrix) + shift for outline in self.outlines]
            cells = [self.cell_at[self._key(self._at_home(image))] for image in images]
            places = [shift - self._home(image) * self.parts for image in images]
            moved = np.stack(_isometry(axes, matrix)(*points.T), axis=1)
            if (moved + scale * (np.array(places) @ axes) // self.parts != points[cells]).any():
                return False
        return True


def _axes(symmetries: Iterable[Matrix]) -> Places:
    """Return the axes that symmetries permute up to signs, as columns, periods first."""
    axes: list[Pair] = [(1, 0), (0, 1)]
    for row, unit in [tuple((np.array(m) @ axis).tolist()) for axis in axes for m in symmetries]:
        # With this sign the coordinates of hexagons have the sum 0.
        axis = (row, unit) if (unit or row) < 0 else (-row, -unit)
        if axis not in axes and (-axis[0], -axis[1]) not in axes:
            axes.append(axis)
    return np.array(axes).T


def _isometry(axes: Places, matrix: Matrix) -> Isometry:
    """Return a symmetry as a signed permutation of coordinates."""
    images = (np.array(matrix) @ axes).T[:, None]
    same, opposite = ((axes.T * sign == images).all(axis=2) for sign in (1, -1))
    sources = (same | opposite).argmax(axis=1)
    return Isometry(tuple(sources.tolist()), tuple(np.where(same.any(axis=1), 1, -1).tolist()))


def _generators(
    elements: Mapping[Isometry, Matrix],
) -> tuple[tuple[Isometry, ...], tuple[Isometry, ...]]:
    """Return a turn that generates all turns, and a reflection if there is one."""
    turns = [one for one in sorted(elements) if _determinant(np.array(elements[one])) > 0]
    turn = max(turns, key=lambda one: len(generated([one])))
    return (turn,), tuple(sorted(one for one in elements if one not in turns)[:1])


def _class_names(group: PointGroup) -> tuple[str, ...]:
    """Return names of classes: Cn and Dn, with letters if several classes have the same name."""
    symbols = []
    for conjugate in group.conjugacy_classes:
        turns = sum(group.elements[k] in group.rotations for k in conjugate[0])
        symbols.append(f"{'C' if turns == len(conjugate[0]) else 'D'}{turns}")
    letters = {symbol: iter(ascii_lowercase) for symbol in symbols if symbols.count(symbol) > 1}
    return tuple([s + next(letters[s]) if s in letters else s for s in symbols])


def _doubled_area(outline: Places) -> int:
    """Return twice the area inside an outline, negative if it is clockwise."""
    ends = np.roll(outline, -1, axis=0)
    return int((outline[:, 0] * ends[:, 1] - outline[:, 1] * ends[:, 0]).sum())


def _determinant(matrix: Places) -> int:
    return int(matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0])
