"""Slow, obviously right counts of symmetric polyominoes: list them all and look at each."""

from __future__ import annotations

from collections import Counter
from functools import cache

from tests.naive import Shape, normal, shapes

Cell = tuple[int, int]
# The largest size that tests list: of 10 cells there are four times as many.
LISTED = 9


def identity(cell: Cell) -> Cell:
    return cell


def quarter(cell: Cell) -> Cell:
    return -cell[1], cell[0]


def half(cell: Cell) -> Cell:
    return -cell[0], -cell[1]


def mirror_y(cell: Cell) -> Cell:
    return cell[0], -cell[1]


def mirror_x(cell: Cell) -> Cell:
    return -cell[0], cell[1]


def diagonal(cell: Cell) -> Cell:
    return cell[1], cell[0]


def antidiagonal(cell: Cell) -> Cell:
    return -cell[1], -cell[0]


GENERATORS = {
    "M": (mirror_y,),
    "M45": (diagonal,),
    "R180": (half,),
    "R90": (quarter,),
    "D2": (mirror_x, mirror_y),
    "X2": (diagonal, antidiagonal),
    "D4": (quarter, mirror_x),
}


# The groups of the square lattice by group and place of the centre.
SUBJECTS = {
    "axis/0": "Mcell",
    "axis/1": "Medge",
    "diag/0": "M45",
    "rotate/0": "R180C",
    "rotate/1": "R180E",
    "rotate/2": "R180V",
    "rotate2/0": "R90C",
    "rotate2/1": "R90V",
    "axis2/0": "D2C",
    "axis2/1": "D2E",
    "axis2/2": "D2V",
    "diag2/0": "X2C",
    "diag2/1": "X2V",
    "all/0": "D4C",
    "all/1": "D4V",
}


def centre(shape: Shape, group: str) -> str | None:
    """Name the place of the centre of the bounding box; None where a name stands for another.

    An axis mirror goes through cells or along edges. The half-turn about the midpoint of an edge
    and the two axis mirrors through it are counted for the edges between horizontal neighbours.
    """
    odd_width = max(x for x, _ in shape) % 2 == 0
    odd_height = max(y for _, y in shape) % 2 == 0
    if group == "M":
        return "cell" if odd_height else "edge"
    if group == "M45":
        return ""
    if odd_width and odd_height:
        return "C"
    if not odd_width and not odd_height:
        return "V"
    return "E" if odd_height else None


@cache
def invariant_counts(largest: int = LISTED) -> dict[str, list[int]]:
    """Invariant fixed polyominoes by group and centre; entry n of a list is for n cells."""
    counts: Counter[tuple[str, int]] = Counter()
    for cells in range(1, largest + 1):
        for shape in shapes(cells):
            for group, generators in GENERATORS.items():
                if all(normal([g(c) for c in shape]) == shape for g in generators):
                    place = centre(shape, group)
                    if place is not None:
                        counts[group + place, cells] += 1
    names = {name for name, _ in counts}
    return {name: [counts[name, n] for n in range(largest + 1)] for name in names}
