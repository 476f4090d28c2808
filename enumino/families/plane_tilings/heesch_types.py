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
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.families.plane_tilings.periods import (
    Cell,
    Numbers,
    copies,
    maps,
    moved,
    near,
    products,
    residues,
)
from enumino.objects.lattice import Lattice

Flags = npt.NDArray[np.bool_]
SIDES = "T", "C", "C3", "C4", "C6", "G"  # letters of symmetries


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


@cache
def _across(lattice: Lattice) -> tuple[Numbers, Numbers, Numbers]:
    """Return the cell beyond each side of each cell of a unit cell, and the side's number there.

    The other arrays have the corner where each side starts, and the number of sides of each cell.
    """
    scale, count = lattice.corner_scale, lattice.sublattices

    def sides(cell: Cell) -> list[tuple[Any, Any]]:
        (unit, number), row = divmod(cell[1], count), cell[0]
        corners = [(row * scale + r, unit * scale + u) for r, u in _corners(lattice)[number]]
        return list(pairwise([*corners, corners[0]]))

    beyond, back = [], []
    for number in range(count):
        found = {
            side: (cell, k)
            for cell in lattice.beyond_sides((0, number))
            for k, side in enumerate(sides(cell))
        }
        cells, numbers = zip(*[found[end, start] for start, end in sides((0, number))], strict=True)
        beyond.append(cells)
        back.append(numbers)
    lengths = np.array([len(each) for each in back])
    steps = near(lattice, beyond)
    starts = np.zeros((*steps.shape[:2], 2), np.int64)
    backs = np.zeros(steps.shape[:2], np.int64)
    for number, length in enumerate(lengths):
        starts[number, :length] = [start for start, _ in sides((0, number))]
        backs[number, :length] = back[number]
    return np.concatenate([steps, backs[..., None]], 2), starts, lengths


class Outlines(NamedTuple):
    """Edges around shapes without holes, clockwise; the last edges of short outlines are any.

    The first edge is the first outer side of the first cell that has an outer side.
    """

    cells: Numbers  # shapes, edges, 3
    sides: Numbers  # shapes, edges: numbers of the cells' sides, clockwise
    beyond: Numbers  # shapes, edges, 3: the cells beyond the edges
    corners: Numbers  # shapes, edges, 2: where the edges start
    lengths: Numbers  # shapes


def outlines(lattice: Lattice, shapes: Numbers) -> Outlines:
    """Return the outlines of shapes, int64[shapes, cells, 3], whose cells are in order."""
    across, starts, lengths = _across(lattice)
    count, most, reach = lattice.sublattices, across.shape[1], abs(across[..., :2]).max()
    rows, size = np.arange(len(shapes)), shapes.shape[1]
    low = np.array([*shapes[..., :2].min((0, 1)) - reach, 0])
    room = (*shapes[..., :2].max((0, 1)) - low[:2] + reach + 1, count)

    def places(cells: Numbers) -> Numbers:
        found: Numbers = np.ravel_multi_index(tuple(np.moveaxis(cells - low, -1, 0)), room)
        return found

    at = np.full((len(rows), int(np.prod(room))), -1)
    at[rows[:, None], places(shapes)] = np.arange(size)
    numbers = shapes[..., 2]
    to = across[numbers]  # shapes, cells, sides, 4
    to[..., :2] += shapes[..., None, :2]
    real = np.arange(most) < lengths[numbers][..., None]
    to[~real] = (*low, 0)
    other = at[rows[:, None, None], places(to[..., :3])]
    outer = (real & (other < 0)).reshape(len(rows), -1)
    # From each side clockwise, around the cell or on to the cell beyond.
    own = np.where(other < 0, np.arange(size)[:, None], other)
    side = np.where(other < 0, np.arange(most), to[..., 3]) + 1
    turned = side % lengths[np.take_along_axis(numbers[..., None], own, 1)]
    following = (own * most + turned).reshape(len(rows), -1)
    walk = [outer.argmax(1)]
    back = np.zeros(len(rows), bool)
    while not back.all():
        walk.append(following[rows, walk[-1]])
        back |= walk[-1] == walk[0]
    walked = np.stack(walk, 1)
    once = np.logical_or.accumulate(walked[:, 1:] == walked[:, :1], 1)
    kept = np.take_along_axis(outer, walked[:, :-1], 1)
    kept[:, 1:] &= ~once[:, :-1]
    total = kept.sum(1)
    order = np.argsort(~kept, 1, kind="stable")[:, : total.max()]
    edges = np.take_along_axis(walked, order, 1)
    cell, side = np.divmod(edges, most)
    cells, beyond = shapes[rows[:, None], cell], to[rows[:, None], cell, side, :3]
    corners = cells[..., :2] * lattice.corner_scale + starts[cells[..., 2], side]
    return Outlines(cells, side, beyond, corners, total)


def heesch_types(
    lattice: Lattice, shapes: Numbers, vectors: Numbers, tiles: Numbers, row: Numbers
) -> list[tuple[str, list[int]]]:
    """Return the types of isohedral tilings, and the positions on the outlines where sides start.

    The vectors, and the tiles of each row, are witnesses: the symmetries take the shape to the
    tiles.
    """
    found = outlines(lattice, shapes)
    rows, most = np.arange(len(shapes))[:, None], int(row.size * shapes.shape[1]) ** 2
    covered = copies(lattice, shapes[row], tiles)
    codes = (row[:, None] * most + residues(lattice, vectors[row, None], covered)).ravel()
    order = codes.argsort()
    outer = rows * most + residues(lattice, vectors[:, None], found.beyond)
    at = order[np.searchsorted(codes[order], outer).clip(max=len(order) - 1)]
    beyond = tiles[at // shapes.shape[1]]
    beyond[..., 1:] += (found.beyond - covered.reshape(-1, 3)[at])[..., :2]
    edges = np.arange(beyond.shape[1])
    differs = (beyond != beyond[rows, (edges - 1) % found.lengths[:, None]]).any(2)
    starts = differs & (edges < found.lengths[:, None])
    numbers = starts.sum(1)
    cuts = np.argsort(~starts, 1, kind="stable")[:, : numbers.max()]
    sides, real = beyond[rows, cuts], np.arange(cuts.shape[1]) < numbers[:, None]
    same = (sides[:, None] == _inverses(lattice, sides)[:, :, None]).all(3) & real[:, None]
    steps = (same.argmax(2) - np.arange(cuts.shape[1])) % numbers[:, None]
    letters = _letters(lattice)[sides[..., 0]]
    named = []
    for number, *each in zip(
        numbers.tolist(), letters.tolist(), steps.tolist(), cuts.tolist(), strict=True
    ):
        kinds, to, own = (some[:number] for some in each)
        start, name = _named(tuple(kinds), tuple(to))
        named.append((name, own[start:] + own[:start]))
    return named


def _inverses(lattice: Lattice, tiles: Numbers) -> Numbers:
    """Return the tiles of the inverse symmetries."""
    inverses, cells = tiles.copy(), np.zeros_like(tiles)
    inverses[..., 0] = (products(lattice) == 0).argmax(1)[tiles[..., 0]]
    inverses[..., 1:] = 0
    inverses[..., 1:] = -moved(lattice, inverses, moved(lattice, tiles, cells))[..., :2]
    return inverses


@cache
def _named(letters: tuple[int, ...], steps: tuple[int, ...]) -> tuple[int, str]:
    """Return the first side of the type of a tile, and the type.

    Sides have letters, and steps to the sides that their symmetries take to them.
    """
    start = min(
        range(len(letters)), key=lambda k: (letters[k:] + letters[:k], steps[k:] + steps[:k])
    )
    letters, steps = letters[start:] + letters[:start], steps[start:] + steps[:start]
    pairs: dict[int, int] = {}
    name = ""
    for k, letter in enumerate(letters):
        name += SIDES[letter]
        if SIDES[letter] == "G" and letters.count(letter) > 2:
            first = min(k, (k + steps[k]) % len(letters))
            name += str(pairs.setdefault(first, len(pairs) + 1))
    return start, name


@cache
def _letters(lattice: Lattice) -> Numbers:
    """Return the letter, a number in `SIDES`, of the symmetries with each element."""
    names = {2: "T", -2: "C", -1: "C3", 0: "C4", 1: "C6"}
    matrices = maps(lattice)[0].tolist()
    letters = ["G" if a * d < b * c else names[a + d] for (a, b), (c, d) in matrices]
    return np.array([SIDES.index(letter) for letter in letters])


def fit_outlines(lattice: Lattice, shapes: Numbers, name: str, cuts: Numbers) -> Flags:
    """Return whether the cuts of each shape divide its outline into sides as a type requires.

    `cuts` has the cuts of each shape: int64[shapes, sides].
    """
    found, letters = outlines(lattice, shapes), re.findall(r"[TCG]\d?", name)
    lengths, rows = found.lengths[:, None], np.arange(len(shapes))[:, None]
    rises = (np.roll(cuts, -1, 1) - cuts) % lengths
    fits: Flags = (rises.sum(1) == found.lengths) & rises.all(1)
    along = np.arange(found.corners.shape[1] + 1)
    for letter, i, j in _pairs(letters):
        kind, rise = SIDES.index(letter if letter[0] != "G" else "G"), rises[:, i, None]
        onwards = along if letter[0] == "G" else rise - along
        one = found.corners[rows, (cuts[:, i, None] + onwards) % lengths]
        other = found.corners[rows, (cuts[:, j, None] + along) % lengths]
        steps, target = one - one[:, :1], (other - other[:, :1])[:, None]
        images = steps[:, None] @ maps(lattice)[0][_letters(lattice) == kind].swapaxes(1, 2)
        same = ((images == target).all(3) | (along > rise)[:, None]).all(2).any(1)
        fits &= same & (rise[:, 0] == rises[:, j])
    return fits


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
