"""Types of isohedral tilings, and the sides at which a tile meets its neighbours.

A side of a tile is the part of its outline that it shares with one neighbour. The symmetry that
takes the tile to this neighbour also takes a side of the tile to the shared side. The letters of
these symmetries, read around the tile, are the type of the tiling (H. Heesch and O. Kienzle,
Flächenschluss, 1963; Grünbaum and Shephard, Tilings and Patterns, 1987, chapter 9): T for a
translation, C for a half-turn, C3, C4 and C6 for turns about an end of the side, G for a glide
reflection, or G1 and G2 for glide reflections of two pairs of sides.

In none of these 28 types is a neighbour the reflection of the tile in a straight side. On squares,
triangles and hexagons, every shape that has an isohedral tiling has one without such reflections.
In a group in which exactly one symmetry takes a tile to another, no mirror cuts a tile, and so no
mirror cuts a cell. On hexagons, each mirror of the lattice cuts cells. On squares and triangles,
the mirrors that cut no cell are lines along sides. They divide the plane into strips, rectangles
or triangles, and the tiles of each part are images of one tile under symmetries of the part.
Translations, or half-turns about points of its sides, can replace the reflections that take the
part to its neighbours. Lattices from files may have no such symmetries: a cell of the kisrhombille,
a triangle with angles of 30, 60 and 90 degrees, has only one tiling, which reflects it in each of
its sides.

Positions on the outline count edges, from the first edge that `outline` returns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from enumino.families.plane_tilings.periods import Cell, Tile, Torus, affine_maps, copy_of
from enumino.objects.lattice import Lattice

# The tiles of a period of each type: its symmetries up to translation. The last type is the mirror
# image of the type before it.
TYPES = {
    "none": 0,
    **dict.fromkeys(("TTTT", "TTTTTT"), 1),
    **dict.fromkeys(("CCC", "CCCC", "TCTC", "TCTCC", "TCCTCC"), 2),
    **dict.fromkeys(("TGTG", "G1G1G2G2", "TG1G1TG2G2", "TG1G2TG2G1"), 2),
    **dict.fromkeys(("C3C3C3C3", "C3C3C3C3C3C3"), 3),
    **dict.fromkeys(("CC4C4", "C4C4C4C4", "CC4C4C4C4"), 4),
    **dict.fromkeys(("CGG", "CCGG", "CGCG", "G1G2G1G2", "TCTGG", "TCCTGG"), 4),
    **dict.fromkeys(("CG1G2G1G2", "CG1CG2G1G2"), 4),
    **dict.fromkeys(("CC3C3", "CC6C6", "C3C3C6C6", "CC3C3C6C6", "CC6C6C3C3"), 6),
}

Corner = tuple[int, int]
Edge = tuple[Cell, int]  # a cell, and the number of its side, clockwise


def needs_mirrors(lattice: Lattice) -> bool:
    """Return whether a shape may tile with reflections only, so that its tilings have no type."""
    return lattice.definition is not None


@cache
def _corners(lattice: Lattice) -> list[Sequence[Cell]]:
    """Return the steps to the corners of each cell of a unit cell, clockwise from the first one."""
    found: list[Sequence[Cell]] = []
    for number in range(lattice.sublattices):
        corners: list[Any] = list(lattice.corners((0, number)))
        places = [complex(*lattice.position(at)) for at in corners]
        area = sum((a.conjugate() * b).imag for a, b in pairwise([*places, places[0]]))
        found.append(corners if area > 0 else corners[:1] + corners[:0:-1])
    return found


def _corner(lattice: Lattice, cell: Cell, k: int) -> Corner:
    """Return a corner of a cell, clockwise."""
    (unit, number), scale = divmod(cell[1], lattice.sublattices), lattice.corner_scale
    row, column = _corners(lattice)[number][k]
    return cell[0] * scale + row, unit * scale + column


@cache
def _steps_across(lattice: Lattice) -> list[list[tuple[Cell, int]]]:
    """Return the step across each side of each cell of a unit cell, and its number beyond."""

    def sides(cell: Cell) -> list[tuple[Corner, Corner]]:
        numbers = range(len(_corners(lattice)[cell[1] % lattice.sublattices]))
        corners = [_corner(lattice, cell, k) for k in numbers]
        return list(pairwise([*corners, corners[0]]))

    found = []
    for number in range(lattice.sublattices):
        near = {
            side: ((row, column - number), k)
            for row, column in lattice.beyond_sides((0, number))
            for k, side in enumerate(sides((row, column)))
        }
        found.append([near[end, start] for start, end in sides((0, number))])
    return found


def outline(lattice: Lattice, cells: Sequence[Cell]) -> list[tuple[Edge, Cell]]:
    """Return the edges around cells without holes, clockwise, each with the cell beyond it.

    The first edge is the first outer side of the first cell that has an outer side.
    """
    steps, own, count = _steps_across(lattice), set(cells), lattice.sublattices

    def across(cell: Cell, side: int) -> tuple[Cell, int]:
        (rows, columns), back = steps[cell[1] % count][side]
        return (cell[0] + rows, cell[1] + columns), back

    start = next(
        (cell, side)
        for cell in sorted(cells)
        for side in range(len(steps[cell[1] % count]))
        if across(cell, side)[0] not in own
    )
    found: list[tuple[Edge, Cell]] = []
    cell, side = start
    while not found or (cell, side) != start:
        beyond, back = across(cell, side)
        if beyond not in own:
            found.append(((cell, side), beyond))
        else:
            cell, side = beyond, back
        side = (side + 1) % len(steps[cell[1] % count])
    return found


def heesch_type(
    lattice: Lattice, cells: Sequence[Cell], vectors: Sequence[int], tiles: Sequence[Tile]
) -> tuple[str, list[int]]:
    """Return the type of an isohedral tiling, and the positions on the outline where sides start.

    The vectors and tiles are a witness: the symmetries take the shape to the tiles.
    """
    count = lattice.sublattices
    torus = Torus(vectors, count)
    in_period = {
        torus.residue(cell): (tile, cell)
        for tile in tiles
        for cell in copy_of(lattice, cells, tile)
    }
    beyond: list[Tile] = []
    for _, (row, column) in outline(lattice, cells):
        (image, rows, units), own = in_period[torus.residue((row, column))]
        beyond.append((image, rows + row - own[0], units + (column - own[1]) // count))
    cuts = [k for k, tile in enumerate(beyond) if tile != beyond[k - 1]]
    return _named(lattice, [beyond[cut] for cut in cuts], cuts)


def _named(lattice: Lattice, sides: list[Tile], cuts: list[int]) -> tuple[str, list[int]]:
    """Return the type of a tile by its neighbours, and the cuts from the first letter on."""
    count = len(sides)
    letters = [_letters(lattice)[image] for image, *_ in sides]
    steps = [(_partner(lattice, sides, k) - k) % count for k in range(count)]

    def begun_at(k: int) -> tuple[list[tuple[bool, str]], list[int]]:
        turned = letters[k:] + letters[:k]
        return [(letter != "T", letter) for letter in turned], steps[k:] + steps[:k]

    start = min(range(count), key=begun_at)
    letters, steps = letters[start:] + letters[:start], steps[start:] + steps[:start]
    pairs: dict[int, int] = {}
    name = ""
    for k, letter in enumerate(letters):
        name += letter
        if letter == "G" and letters.count("G") > 2:
            first = min(k, (k + steps[k]) % count)
            name += str(pairs.setdefault(first, len(pairs) + 1))
    return name, cuts[start:] + cuts[:start]


@cache
def _letters(lattice: Lattice) -> list[str]:
    """Return the letter of the symmetries with each element of the point group."""
    names = {2: "T", -2: "C", -1: "C3", 0: "C4", 1: "C6"}
    matrices = [matrix for matrix, _ in affine_maps(lattice)]
    return ["G" if a * d < b * c else names[a + d] for (a, b), (c, d) in matrices]


def _partner(lattice: Lattice, sides: list[Tile], k: int) -> int:
    """Return the side that a side's symmetry takes to the side: it has the inverse symmetry."""
    elements = lattice.elements
    inverse = elements.index(elements[sides[k][0]].inverse)
    ((row, column),) = copy_of(lattice, copy_of(lattice, [(0, 0)], sides[k]), (inverse, 0, 0))
    return sides.index((inverse, -row, -column // lattice.sublattices))


def fits_outline(lattice: Lattice, cells: Sequence[Cell], name: str, cuts: list[int]) -> bool:
    """Return whether the sides between cuts are images of each other as the type requires."""
    edges = outline(lattice, cells)
    corners = [_corner(lattice, cell, k) for (cell, k), _ in edges]
    letters = re.findall(r"[TCG]\d?", name)
    rises = [(b - a) % len(edges) for a, b in zip(cuts, cuts[1:] + cuts[:1], strict=True)]
    if len(cuts) != len(letters) or sum(rises) != len(edges) or not all(rises):
        return False
    sides = [
        [corners[(cut + k) % len(edges)] for k in range(rise + 1)]
        for cut, rise in zip(cuts, rises, strict=True)
    ]
    return all(_is_image(lattice, letter, sides[i], sides[j]) for letter, i, j in _pairs(letters))


def _pairs(letters: list[str]) -> Iterator[tuple[str, int, int]]:
    """Yield a letter and two sides for each pair of sides that a symmetry of a type relates."""
    for letter in set(letters):
        places = [k for k, other in enumerate(letters) if other == letter]
        half = len(places) // 2
        if letter == "C":
            yield from ((letter, k, k) for k in places)
        elif letter in ("C3", "C4", "C6"):
            yield from ((letter, *pair) for pair in zip(places[::2], places[1::2], strict=True))
        else:
            yield from ((letter, *pair) for pair in zip(places[:half], places[half:], strict=True))


def _is_image(lattice: Lattice, letter: str, side: list[Corner], other: list[Corner]) -> bool:
    """Return whether a symmetry with a letter takes a side to another side, corner by corner."""
    kind = letter if letter[0] != "G" else "G"
    if kind != "G":
        side = side[::-1]
    if side[0] == side[-1] or len(side) != len(other):
        return False
    steps = [(row - side[0][0], unit - side[0][1]) for row, unit in side]
    target = [(row - other[0][0], unit - other[0][1]) for row, unit in other]
    return any(
        [(a * row + b * unit, c * row + d * unit) for row, unit in steps] == target
        for own, (((a, b), (c, d)), _) in zip(_letters(lattice), affine_maps(lattice), strict=True)
        if own == kind
    )
