"""Counts of polyominoes by size, kind and symmetry class, and the ways to count their subjects.

Fixed polyominoes come from a transfer matrix or from Redelmeier's search. Those that groups of
symmetries keep come from transfer matrices or from searches on the quotient, whichever is cheaper;
some groups follow from others by folding. Beyond the reach of our own count of fixed polyominoes
the published numbers are used.

Without holes, fixed polyominoes and those that half-turns and single mirrors keep are swept: as
polygons on the plane and on its quotients, or, if fixed, by cells. Those with four or eight
symmetries are few: they are walked, with holes or without. The classes follow as they do for all
polyominoes, since no symmetry makes or fills a hole.
"""

from __future__ import annotations

from typing import Literal

from enumino.errors import ProblemError
from enumino.families.polyforms.class_count import FIXED, ClassCount, Way, Work, needs_groups
from enumino.families.polyforms.counting import costs
from enumino.families.polyforms.counting.subjects import (
    BY_CELLS,
    COUNTED_BY,
    FOLDED,
    LARGEST_WITHOUT_HOLES,
    OUTLINES,
    ROTATED,
    SUBJECTS,
)
from enumino.families.polyforms.counting.ways import Searched, Swept, WalkWithoutHoles
from enumino.families.polyforms.published.squares import polyominoes as published
from enumino.objects.lattice import KINDS, SQUARE, Kind
from enumino.words import quoted

Method = Literal["search", "transfer-matrix", "rotated"]
MethodWithoutHoles = Literal["transfer-matrix", "polygons"]

METHODS: tuple[Method, ...] = ("search", "transfer-matrix", "rotated")
# Sweeps of the fixed ones without holes.
METHODS_WITHOUT_HOLES: dict[MethodWithoutHoles, str] = {
    "transfer-matrix": BY_CELLS,
    "polygons": OUTLINES[FIXED],
}
# Cells to which fixed polyominoes are counted; symmetric ones beside the published fixed ones.
LARGEST: dict[Method, int] = {"search": 30, "transfer-matrix": 40, "rotated": 46}
LARGEST_WITH_PUBLISHED = 60
# Sweeps that count symmetric polygons, and the groups that are left for walks.
POLYGONS = [name for name in OUTLINES.values() if name != OUTLINES[FIXED]]
WALKED = ("R90C", "R90V", "D2C", "D2E", "D2V", "X2C", "X2V", "D4C", "D4V")


def by_size(
    cells: range, kind: Kind | None = None, by_symmetry: bool = False,
    method: Method = "transfer-matrix",
) -> ClassCount:  # fmt: skip
    """Return the count of all polyominoes of some sizes and a kind (None for all three).

    Fixed ones and half-turns are counted by the method. A size that it does not reach is a
    ProblemError.
    """
    _check_kind(kind)
    groups = needs_groups(kind, by_symmetry)
    most = LARGEST_WITH_PUBLISHED if groups and method != "search" else LARGEST[method]
    if cells[0] < 1 or cells[-1] > most:
        way_out = ""
        if method == "search":
            way_out = f", --method transfer-matrix 1 to {LARGEST['transfer-matrix']}"
        elif method == "transfer-matrix" and not groups:
            way_out = f", --method rotated 1 to {LARGEST['rotated']}"
        raise ProblemError(
            f"Polyominoes with {_span(cells)} cells cannot be counted by this method: "
            f"it takes 1 to {most} cells{way_out}."
        )
    reach = LARGEST[method]
    counted = [n for n in cells if n <= reach]
    fixed = max([*counted, cells[-1] // 2 if groups else 0, 1])  # half as many are folded
    parameters = {
        "family": "polyominoes",
        "cells": [cells[0], cells[-1]],
        "kind": kind,
        "by": "symmetry" if by_symmetry else None,
        "method": method,
        "without_holes": False,
    }
    return ClassCount(
        SQUARE,
        cells,
        kind,
        by_symmetry,
        parameters,
        Work((_way(FIXED, method, fixed), *(_symmetric(method, cells[-1]) if groups else ()))),
        {SUBJECTS[name]: FOLDED.get(name, (name, 1)) for name in SUBJECTS},
        {n: published(n, FIXED) for n in cells if n > reach},
    )


def _symmetric(method: Method, cells: int) -> list[Way]:
    """The cheaper way for each group of symmetries that does not follow by folding."""
    ways: list[Way] = []
    left = [name for name in SUBJECTS if name not in FOLDED]
    for name, groups in COUNTED_BY.items():
        if name != FIXED and method != "search" and costs.matrix_is_cheaper(name, groups, cells):
            ways.append(_way(name, method if name in ROTATED else "transfer-matrix", cells))
            left = [group for group in left if group not in groups]
    return ways + [Searched(name, cells) for name in left]


def _way(name: str, method: Method, cells: int) -> Way:
    if method == "search":
        return Searched(name, cells)
    return Swept(ROTATED[name] if method == "rotated" else name, cells)


def without_holes_by_size(
    cells: range, kind: Kind = "free", by_symmetry: bool = False,
    method: MethodWithoutHoles = "transfer-matrix",
) -> ClassCount:  # fmt: skip
    """Return the count of the polyominoes without holes of some sizes.

    Fixed ones are counted by their cells, or by their outlines. A size out of reach is a
    ProblemError.
    """
    _check_kind(kind)
    if cells[0] < 1 or cells[-1] > LARGEST_WITHOUT_HOLES:
        wrong = cells[0] if cells[0] < 1 else cells[-1]
        raise ProblemError(
            f"Polyominoes without holes are counted from 1 to {LARGEST_WITHOUT_HOLES} cells, not "
            f"of {wrong}."
        )
    groups, largest = needs_groups(kind, by_symmetry), cells[-1]
    ways: list[Way] = [Swept(METHODS_WITHOUT_HOLES[method], largest)]
    if groups:
        ways += [Swept(name, largest) for name in POLYGONS]
        ways += [WalkWithoutHoles(name, largest) for name in WALKED]
    parameters = {
        "family": "polyominoes",
        "cells": [cells[0], largest],
        "kinds": "all" if groups else FIXED,
        "without_holes": True,
        "method": method,
    }
    sources = {SUBJECTS[name]: (name, 1) for name in SUBJECTS}
    return ClassCount(SQUARE, cells, kind, by_symmetry, parameters, Work(tuple(ways)), sources)


def _check_kind(kind: Kind | None) -> None:
    if kind is not None and kind not in KINDS:
        raise ProblemError(f"There are no {quoted(kind)} polyominoes: choose {', '.join(KINDS)}.")


def _span(cells: range) -> str:
    return str(cells[0]) if len(cells) == 1 else f"{cells[0]} to {cells[-1]}"
