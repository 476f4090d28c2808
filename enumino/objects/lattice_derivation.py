"""Lattices from their definitions: the cells of a period, and symmetries.

Everything is derived from corners, and checked: in the plane that outlines meet side to side and
cover the period once; that symmetries map cells to cells, which cells are neighbours, how they are
numbered, and coordinates in which symmetries are signed permutations (`enumino.objects.lattice`).

>>> from enumino.objects.lattice_definition import shipped
>>> lattice_of(shipped("kite")).neighbours((0, 0))
((-1, 1), (0, -1), (0, 2), (0, 4))
>>> len(lattice_of(shipped("polyominoid")).neighbours((0, 0, 0)))
12
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_definition import SUFFIX, Definition, read, shipped_names
from enumino.objects.lattice_overlaps import exclusive_steps
from enumino.objects.lattices import LATTICES
from enumino.objects.periodic_cells import PeriodicCells, Place, Steps, Unit, moved
from enumino.words import quoted

MOST_NEIGHBOURS = 64  # of a cell in space
FARTHEST = 2  # periods between cells that are neighbours
Cells = list[tuple[int, Unit]]  # with the places of their unit cells


@cache
def lattice_of(definition: Definition) -> Lattice:
    """Return the lattice of a definition."""
    if len(definition.periods) == 2:
        return _Tiling(definition).lattice()
    return _InSpace(definition).lattice()


def lattice_named(given: str | Path | Definition | Lattice) -> Lattice:
    """Return a built-in lattice by its name, or one from a file."""
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


class _InSpace(PeriodicCells):
    """Cells in three or four dimensions: neighbours share a number of corners."""

    is_not = "not a lattice"

    def lattice(self) -> Lattice:
        """Return the lattice."""
        shared = self.definition.connect
        assert isinstance(shared, int)
        steps = self.touching(shared)
        for number, own in enumerate(steps):
            if not own:
                self._refuse(f"cell {number} shares {shared} corners with no other cell")
            if len(own) > MOST_NEIGHBOURS:
                self._refuse(
                    f"cell {number} has {len(own)} neighbours, more than {MOST_NEIGHBOURS}: let "
                    "them share more corners"
                )
            if max(abs(k) for step in own for k in step[:-1]) > FARTHEST:
                self._refuse(
                    f"a neighbour of cell {number} is more than {FARTHEST} periods away: divide "
                    "the cells"
                )
        return self.made(steps, steps)


class _Tiling(PeriodicCells):
    """A tiling of the plane by polygons, or polygons that overlap and have sizes."""

    is_not = "not a tiling"

    def _check_cells(self) -> None:
        """Compare the cells with the period: together with `neighbours`, they cover it once."""
        for number, outline in enumerate(self.outlines):
            if len(set(outline)) < len(outline) or _doubled_area(outline) == 0:
                self._refuse(f"cell {number} has no area, or a corner twice")
        doubled = sum(abs(_doubled_area(outline)) for outline in self.outlines)
        covered = Fraction(doubled, 2 * self.parts**2)
        sizes = self.definition.sizes
        if covered != 1 and not sizes:
            self._refuse(
                f"the cells have {float(covered):.6g} times the area of a period, which they must "
                "cover once, unless they have sizes"
            )
        if sizes and len(sizes) != len(self.outlines):
            self._refuse(f"it has {len(self.outlines)} cells, and {len(sizes)} sizes of them")

    def neighbours(self) -> list[Steps]:
        """Return the steps from each cell to those behind its sides, in reading order.

        A step that leads across two sides is there twice.
        """
        # The cells at each side, to the left of it and to the right.
        places: dict[tuple[Place, Place], tuple[Cells, Cells]] = {}
        for number, outline in enumerate(self.outlines):
            to_the_left = _doubled_area(outline) > 0
            for side in zip(outline, (*outline[1:], outline[0]), strict=True):
                start, end = sorted(side)
                unit, home = self.unit_of(start), self.back(start)
                key = moved(start, home), moved(end, home)
                both = places.setdefault(key, ([], []))
                both[(side[0] == start) != to_the_left].append((number, unit))
        steps: list[list[Unit]] = [[] for _ in self.outlines]
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
            if max(max(abs(k), abs(j) // len(steps)) for k, j in own) > FARTHEST:
                self._refuse(
                    f"a neighbour of cell {number} is more than {FARTHEST} periods away: divide "
                    "the cells"
                )
            if len(set(own)) < len(own) and not self.definition.sizes:
                self._refuse(f"cell {number} shares two sides with one neighbour: divide the cells")
        return [tuple(sorted(own)) for own in steps]

    def lattice(self) -> Lattice:
        """Return the lattice."""
        definition = self.definition
        sides = self.neighbours()
        exclusive = exclusive_steps(self.outlines, self.parts) if definition.sizes else []
        connected = sides if definition.connect == "sides" else self.touching()
        if exclusive:
            sides = _without(sides, exclusive)
            connected = [tuple(sorted(set(own))) for own in _without(connected, exclusive)]
        return self.made(connected, sides, exclusive)


def _without(steps: Iterable[Steps], others: Iterable[Steps]) -> list[Steps]:
    """Return the steps from each cell that are not among others."""
    return [
        tuple([step for step in own if step not in excluded])
        for own, excluded in zip(steps, others, strict=True)
    ]


def _doubled_area(outline: tuple[Place, ...]) -> int:
    """Return twice the signed area of a polygon."""
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(a * d - b * c for (a, b), (c, d) in sides)
