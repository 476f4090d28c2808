"""Symmetric shapes to count, and the symmetry classes that follow from their numbers.

Let F(H) be the number of fixed shapes that a subgroup H of the point group keeps, each about a
centre of its own. The number of shapes whose group is exactly H follows from the groups above H,
the largest group first:

    exactly(H) = F(H) - sum of exactly(K) over all K above H

which is Moebius inversion over the lattice of subgroups. Conjugate subgroups have equal numbers, so
one subgroup of each class is counted. Up to translation H has several centres c: h(c) - c is a
translation of the lattice for each h in H, and centres are alike if they differ by a translation
and by a vector that H fixes. Centres that a symmetry of the lattice maps to each other have equal
numbers. A glide reflection has no centre: it keeps no finite shape.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from operator import add, sub

import numpy as np

from enumino.enum.orbit_graphs import Matrix, Symmetry, applied, matrix_of, moves_of
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Isometry, SymmetryClass

Centre = tuple[int, ...]


@dataclass(frozen=True)
class InvariantShapes:
    """Shapes that a group keeps about a centre, one of `centres` that are alike by symmetry."""

    name: str
    symmetry_class: str
    symmetry: Symmetry
    centres: int


@cache
def invariant_shapes(lattice: Lattice) -> tuple[InvariantShapes, ...]:
    """Return the sets of shapes whose numbers, with the number of fixed shapes, give the classes.

    The name ``C2/1`` is of the class C2 about its second kind of centre.
    """
    return tuple(
        InvariantShapes(f"{each.name}/{number}", each.name, alike[0], len(alike))
        for each in lattice.classes
        if each.order > 1
        for number, alike in enumerate(_about_centres(lattice, each.subgroups[0]))
    )


@cache
def symmetries(lattice: Lattice, of: SymmetryClass) -> tuple[Symmetry, ...]:
    """Return all subgroups of a class about all their centres, which differ by no translation.

    Each fixed shape of the class is kept by exactly one of them.
    """
    return tuple(
        each for bits in of.subgroups for alike in _about_centres(lattice, bits) for each in alike
    )


def classes_from(lattice: Lattice, fixed: int, invariant: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers of free shapes of one size by symmetry class.

    They follow from the number of `fixed` shapes and the numbers of `invariant_shapes` by name.
    Raises ValueError for numbers that cannot belong to shapes of one size.
    """
    kept = {each.name: 0 for each in lattice.classes}
    kept[lattice.class_of([False] * len(lattice.images)).name] = int(fixed)
    for shapes in invariant_shapes(lattice):
        kept[shapes.symmetry_class] += shapes.centres * int(invariant[shapes.name])
    exactly: dict[str, int] = {}
    free = {}
    for each in sorted(lattice.classes, key=lambda one: -one.order):
        own = each.subgroups[0]
        above = sum(
            exactly[other.name]
            for other in lattice.classes
            for bits in other.subgroups
            if other.order > each.order and bits & own == own
        )
        exactly[each.name] = kept[each.name] - above
        shared = len(each.subgroups) * exactly[each.name]
        free[each.name], remainder = divmod(shared, each.orbit("free"))
        if remainder or shared < 0:
            raise ValueError(
                f"{exactly[each.name]} fixed shapes with exactly the symmetry {each.name} are "
                f"not possible: give counts of one size (fixed = {fixed})."
            )
    return {each.name: free[each.name] for each in lattice.classes}


def _about_centres(lattice: Lattice, bits: int) -> list[list[Symmetry]]:
    """Return a subgroup, given by its images, about its centres: see `_centres`."""
    elements = (0, *(k + 1 for k in range(bits.bit_length()) if bits >> k & 1))
    # Centres are in parts of units: the exponent of the group times the denominators of shifts.
    identity, power = lattice.elements[0], 1
    current = group = [lattice.elements[k] for k in elements]
    while any(one != identity for one in current):
        current = [by.after(one) for by, one in zip(group, current, strict=True)]
        power += 1
    axes = enumerate(lattice.units[: lattice.dimensions])
    shifts = [lattice.shift(by) for by in lattice.elements]
    denominators = [Fraction(each[i], unit[i]).denominator for i, unit in axes for each in shifts]
    parts = power * lcm(*denominators)
    return [
        [Symmetry(lattice, elements, centre, parts) for centre in alike]
        for alike in _centres(lattice, group, parts)
    ]


def _centres(lattice: Lattice, group: list[Isometry], parts: int) -> list[list[Centre]]:
    """Return the centres of a subgroup, grouped by the symmetries of the lattice.

    Centres that differ by t + v are the same, for a translation t and a vector v that the group
    fixes. A vector is fixed if (g - 1) v = 0 for each g, so centres c and d are the same if

        (g - 1) (c - d) = (g - 1) t    for a translation t and all g
    """
    moves, dimensions = moves_of(lattice, group), lattice.dimensions  # the rows of all g - 1
    # It is enough to try small t. Points of the unit cell differ by less than 1 in a coordinate.
    # Slides (`orbit_graphs`), translations that the group fixes, can be taken from v and added to
    # t until v has at most half of each. They have entries up to 2 (one slide) or 1 (two), so that
    # entries of v are at most 1, and entries of t less than 2.
    small = {applied(moves, step) for step in product(range(-1, 2), repeat=dimensions)}
    by_move: dict[Centre, Centre] = {}  # one of the centres that differ only by v
    matrices, shifts = map(np.array, zip(*(_map(lattice, g, parts) for g in group), strict=True))
    points = np.indices((parts,) * dimensions).reshape(dimensions, -1)
    apart = matrices @ points - points + shifts[..., None]
    for centre in points.T[~(apart % parts).any(axis=(0, 1))].tolist():
        by_move.setdefault(applied(moves, centre), tuple(centre))

    def same(one: Centre, other: Centre) -> bool:
        apart = applied(moves, tuple(map(sub, one, other)))
        return not any(k % parts for k in apart) and tuple(k // parts for k in apart) in small

    different: list[Centre] = []
    for point in by_move.values():
        if not any(same(point, other) for other in different):
            different.append(point)
    normal = [n for n in lattice.elements if {g.conjugate(n) for g in group} == set(group)]
    views = [_map(lattice, n, parts) for n in normal]
    together: list[list[Centre]] = []
    for point in different:
        moved = (map(add, applied(m, point), s) for m, s in views)
        images = [tuple([k % parts for k in image]) for image in moved]
        for others in together:
            if any(same(image, others[0]) for image in images):
                others.append(point)
                break
        else:
            together.append([point])
    return together


def _map(lattice: Lattice, by: Isometry, parts: int) -> tuple[Matrix, Centre]:
    """Return the matrix and the shift of an isometry of points in units over `parts`."""
    at = zip(lattice.shift(by), lattice.units, strict=False)
    shift = tuple([parts * k // unit[i] for i, (k, unit) in enumerate(at)])
    return matrix_of(lattice, by), shift
