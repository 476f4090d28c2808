"""Counts of polyforms by size, kind and symmetry class: their subjects and searches.

Fixed polyforms come from Redelmeier's search with the last three levels closed, those that each
group of symmetries keeps from searches on quotients of the lattice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from enumino.enum.kernels.counting import lattice_count, quotient
from enumino.enum.symmetric_shapes import subjects
from enumino.enum.windows import window
from enumino.errors import ProblemError
from enumino.families.polyforms.class_count import (
    FIXED,
    ClassCount,
    Cost,
    Part,
    Search,
    Work,
    needs_groups,
    search_of,
)
from enumino.families.polyforms.families import PolyformFamily
from enumino.objects.lattices import LATTICES
from enumino.objects.point_group import KINDS, Kind
from enumino.published import Published
from enumino.words import plural, quoted

FEWEST = lattice_count.CLOSED + 1  # cells of a search with three closed levels
CLOSED_NODES_PER_SECOND = 1.8e7
QUOTIENT_NODES_PER_SECOND = 1.0e7
SECONDS_PER_GRAPH = 0.1
LARGEST_NUMBER = 2.0**62  # largest expected count of kernels with 64 bits


def largest(family: PolyformFamily) -> int:
    """Return the largest size within reach of the kernels and of their numbers."""
    most = min(window(family.lattice).largest, quotient.MAX_CELLS)
    return max(n for n in range(1, most + 1) if family.about(n) < LARGEST_NUMBER)


def fixed_nodes(family: PolyformFamily, cells: int) -> float:
    """Return the approximate number of nodes of the search for fixed polyforms."""
    lasts = range(1, max(2, cells - lattice_count.CLOSED + 1))
    return sum(max(1.0, family.about(n)) for n in lasts)


def kept_nodes(family: PolyformFamily, cells: int, order: int) -> float:
    """Return the approximate nodes of the search for polyforms that a group of an order keeps.

    They were measured on all lattices; most of the visited sets of orbits are not connected.
    """
    by_cell: float = 1.1 * family.growth ** (1 / order)
    about: float = 0.4 * by_cell**cells
    return about


@dataclass(frozen=True)
class PolyformSearch(Search):
    """Search for fixed polyforms of a lattice, or for those of one of its `subjects`."""

    lattice: str
    nodes: float
    seconds: float

    def parts(self) -> list[Part]:
        """Return the predicted work."""
        return [Part(self.name, 0, Cost(self.nodes, self.seconds))]

    def new_search(self) -> tuple[Any, Any]:
        """Return the kernel and a search of it."""
        return search_of(LATTICES[self.lattice], self.name, self.cells)


def polyform_count(
    family: PolyformFamily, cells: range, kind: Kind | None = None, by_symmetry: bool = False,
    published_fixed: bool = False,
) -> ClassCount:  # fmt: skip
    """Return the count of the polyforms of some sizes and a kind (None for all three).

    With `published_fixed` the published numbers of fixed ones are used, and only symmetric ones are
    counted. An unknown kind, a size out of reach or a missing published number is a ProblemError.
    """
    name, groups = family.name, needs_groups(kind, by_symmetry)
    if kind is not None and kind not in KINDS:
        raise ProblemError(f"There are no {quoted(kind)} {name}: choose {', '.join(KINDS)}.")
    most = quotient.MAX_CELLS if published_fixed else largest(family)
    wrong = [n for n in (cells[0], cells[-1]) if not 1 <= n <= most]
    if wrong:
        raise ProblemError(
            f"{name.capitalize()} with {plural(wrong[0], 'cell')} cannot be counted: "
            f"sizes go from 1 to {most}."
        )
    if published_fixed and not groups:
        raise ProblemError(
            f"With published numbers of fixed {name} nothing is left to count: choose "
            "another kind, or count without them."
        )
    parameters = {
        "family": name,
        "cells": [cells[0], cells[-1]],
        "kind": kind,
        "by": "symmetry" if by_symmetry else None,
        **({"published_fixed": True} if published_fixed else {}),
    }
    taken = {n: _published(family, n) for n in cells} if published_fixed else {}
    work = Work(_searches(family, cells[-1], not published_fixed, groups))
    return ClassCount(family.lattice, cells, kind, by_symmetry, parameters, work, taken=taken)


def _searches(
    family: PolyformFamily, cells: int, fixed: bool, groups: bool
) -> tuple[PolyformSearch, ...]:
    """The searches for fixed polyforms, and for those that groups of symmetries keep."""
    name, searches = family.lattice.name, []
    if fixed:
        nodes = fixed_nodes(family, cells)
        seconds = nodes / CLOSED_NODES_PER_SECOND
        searches.append(PolyformSearch(FIXED, cells, name, nodes, seconds))
    for each in subjects(family.lattice) if groups else ():
        nodes = kept_nodes(family, cells, len(each.symmetry.elements))
        seconds = SECONDS_PER_GRAPH + nodes / QUOTIENT_NODES_PER_SECOND
        searches.append(PolyformSearch(each.name, cells, name, nodes, seconds))
    return tuple(searches)


def _published(family: PolyformFamily, cells: int) -> Published:
    """The published number of fixed polyforms of a size."""
    found = family.sequences.of_kind(cells, FIXED)
    if found.value is None:
        raise ProblemError(
            f"The number of fixed {family.name} with {plural(cells, 'cell')} is not among the "
            f"published ones that we know ({found.oeis}): choose smaller sizes, or count it."
        )
    return found
