"""Types of isohedral tilings, and the sides at which a tile meets its neighbours.

A side of a tile is what it has in common with one neighbour. The symmetry of the tiling that takes
the tile to this neighbour takes another one of its sides, or the same one, to the side. Read around
the tile, the letters of these symmetries are the type of the tiling (H. Heesch and O. Kienzle,
Flächenschluss, 1963; Grünbaum and Shephard, Tilings and Patterns, 1987, chapter 9): T for a
translation, C for a half-turn, C3, C4 and C6 for turns about an end of the side, G for a glide
reflection, G1 and G2 if two pairs of sides have them.

In none of these 28 types is a neighbour the reflection of the tile in a straight side. On squares,
triangles and hexagons, every shape that has an isohedral tiling has one without such reflections:
the mirrors of a group in which exactly one symmetry takes a tile to another cut no tile, so no
cell. On hexagons, each mirror of the lattice cuts cells. On squares and triangles, the mirrors that
cut none are the lines along sides, and divide the plane into strips, rectangles or triangles. The
tiles of such a part are images of one tile under symmetries of the part. Translations, or
half-turns about points of its sides, take the part to its neighbours in the place of reflections.
Lattices from files may have no such symmetries: a cell of the kisrhombille, a triangle with angles
of 30, 60 and 90 degrees, has only one tiling, in which it is reflected in each of its sides.

Positions on the outline count its edges, from the one on with which `outline` begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from enumino.families.plane_tilings.periods import Cell, Tile, Torus, affine_maps, copy_of
from enumino.objects.lattice import Lattice

# All types, and none, with the tiles of a period: the symmetries up to translation. The last one is
# the mirror image of the one before.
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

Corner = tuple[int, ...]
Edge = tuple[Cell, int]  # a cell, and the corner where its side begins, clockwise


def needs_mirrors(lattice: Lattice) -> bool:
    """Return whether all isohedral tilings of a shape may have reflections, and so no type."""
    return lattice.definition is not None


@cache
def _orders(lattice: Lattice) -> list[list[int]]:
    """Return the order of the corners of each cell of a unit cell: clockwise, from the first on."""
    found = []
    for number in range(lattice.sublattices):
        corners = [complex(*lattice.position(at)) for at in lattice.corners((0, number))]
        after = corners[1:] + corners[:1]
        area = sum((a.conjugate() * b).imag for a, b in zip(corners, after, strict=True))
        order = list(range(len(corners)))
        found.append(order if area > 0 else order[:1] + order[:0:-1])
    return found


def _corners(lattice: Lattice, cell: Cell) -> list[Corner]:
    corners = lattice.corners(cell)
    return [corners[k] for k in _orders(lattice)[cell[1] % lattice.sublattices]]


@cache
def _steps_across(lattice: Lattice) -> list[list[tuple[Cell, int]]]:
    """Return the step across each side of the cells of a unit cell, and the side's number there."""
    found = []
    for number in range(lattice.sublattices):
        own = _corners(lattice, (0, number))
        steps = {}
        for row, column in lattice.beyond_sides((0, number)):
            corners = _corners(lattice, (row, column))
            for k, (start, end) in enumerate(zip(own, own[1:] + own[:1], strict=True)):
                if start in corners and end in corners:
                    steps[k] = (row, column - number), corners.index(end)
        found.append([steps[k] for k in range(len(own))])
    return found


def outline(lattice: Lattice, cells: Sequence[Cell]) -> list[tuple[Edge, Cell]]:
    """Return the edges around cells without holes, clockwise, each with the cell beyond it.

    It begins with the first edge of the first cell that has one, in reading order.
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
    """Return the type of an isohedral tiling, and the positions on the outline where sides begin.

    Parameters
    ----------
    lattice, cells
        The shape, in reading order.
    vectors, tiles
        The period, as a witness has it; tiles are those that the symmetries take the shape to.
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
    """Return the type of a tile by its neighbours, and the cuts from where it reads first."""
    count = len(sides)
    letters = [_letter(lattice, image) for image, *_ in sides]
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


def _letter(lattice: Lattice, element: int) -> str:
    """Return the letter of the symmetries with an element of the point group."""
    ((a, b), (c, d)), _ = affine_maps(lattice)[element]
    if a * d - b * c < 0:
        return "G"
    return {2: "T", -2: "C", -1: "C3", 0: "C4", 1: "C6"}[a + d]


def _partner(lattice: Lattice, sides: list[Tile], k: int) -> int:
    """Return the side that a side's symmetry takes to it: the one that has the inverse."""
    origin = [(0, 0)]
    elements = lattice.elements
    inverse = elements[sides[k][0]].inverse
    return next(
        j
        for j, side in enumerate(sides)
        if elements[side[0]] == inverse
        and copy_of(lattice, copy_of(lattice, origin, side), sides[k]) == origin
    )


def fits_outline(lattice: Lattice, cells: Sequence[Cell], name: str, cuts: list[int]) -> bool:
    """Return whether the sides between cuts are images of each other as a type demands."""
    edges = outline(lattice, cells)
    corners = [_corners(lattice, cell)[k] for (cell, k), _ in edges]
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
    """Yield the pairs of sides that symmetries take to each other, by the letters of a type."""
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
    """Return whether a symmetry takes one side, corner by corner, to another one."""
    kind = letter if letter[0] != "G" else "G"
    if kind != "G":
        side = side[::-1]
    if side[0] == side[-1] or len(side) != len(other):
        return False
    steps = [(row - side[0][0], unit - side[0][1]) for row, unit in side]
    target = [(row - other[0][0], unit - other[0][1]) for row, unit in other]
    return any(
        [(a * row + b * unit, c * row + d * unit) for row, unit in steps] == target
        for element, (((a, b), (c, d)), _) in enumerate(affine_maps(lattice))
        if _letter(lattice, element) == kind
    )
