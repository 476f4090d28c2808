"""Descriptions of the pictures that a page draws of a family's rows.

A page of a hundred thousand rows holds no pictures: it holds the columns and one of the classes
here, and draws the visible rows from them. The classes are independent of the family.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from enumino.drawing.cells import BETWEEN_LAYERS
from enumino.objects.lattice import SQUARE, Lattice, Position
from enumino.objects.lattices import CUBIC

# To the right and down, in units of a cell.
Point = tuple[float, float]


class Face(NamedTuple):
    """A polygon, filled in the colour of its piece, darker by `shade` (0 to 1)."""

    points: tuple[Point, ...]
    shade: float = 0.0


@dataclass(frozen=True)
class Tiles:
    """The drawing of the cells of a lattice."""

    # Displacement in a drawing for one step along each coordinate of a cell: one row down, one
    # column, or one unit cell, to the right. A third coordinate comes first.
    steps: Sequence[Point]
    # The faces of each cell of a unit cell, for the cell at 0. Where there are several cells, they
    # take turns along the last coordinate.
    cells: Sequence[Sequence[Face]]
    # Rotations that map the lattice to itself: 4 for squares, 6 for hexagons and triangles. 0 where
    # a page should not show images, as of solids.
    turns: int
    mirrored: bool = True  # whether reflections map it to itself as well
    # Whether cells hide those behind them; they are drawn in the order of their coordinates.
    solid: bool = False
    # The steps from each cell of a unit cell to its neighbours: neighbouring pieces of one colour
    # differ by a tint.
    beside: Sequence[Sequence[tuple[int, ...]]] = ()

    @property
    def are_squares(self) -> bool:
        """Whether a cell of the box is a square, so that a drawing has one character per cell."""
        return self.turns == 4 and len(self.cells) == 1

    def to_json(self) -> dict[str, Any]:
        """Return the description as JSON values for the page's scripts."""
        faces = [[{"points": face.points, "shade": face.shade} for face in c] for c in self.cells]
        return {
            "steps": self.steps,
            "cells": faces,
            "turns": self.turns,
            "mirrored": self.mirrored,
            "solid": self.solid,
            "beside": self.beside,
        }


SQUARES = Tiles(
    steps=((0, 1), (1, 0)),
    cells=((Face(((0, 0), (1, 0), (1, 1), (0, 1))),),),
    turns=4,
    beside=SQUARE.steps,
)


_HALF = sqrt(3) / 2
CUBES = Tiles(
    steps=(
        (0, -1),
        (-_HALF, 0.5),
        (_HALF, 0.5),
    ),  # layers up, rows and columns towards the viewer
    cells=(
        (
            Face(((0, 0), (_HALF, 0.5), (0, 1), (-_HALF, 0.5))),
            Face(((-_HALF, 0.5), (0, 1), (0, 2), (-_HALF, 1.5)), 0.18),
            Face(((_HALF, 0.5), (0, 1), (0, 2), (_HALF, 1.5)), 0.36),
        ),
    ),
    turns=0,
    solid=True,
)


def layers_of_cubes(width: int) -> Tiles:
    """Return the drawing of a box of cubes, layer by layer, side by side."""
    steps = ((width + BETWEEN_LAYERS, 0), *SQUARES.steps)
    return Tiles(steps, SQUARES.cells, turns=0, beside=CUBIC.steps)


LIGHTS = (1.0, 0.82, 0.64)  # those of the faces of `CUBES`
# Half the width of a stick.
THIN = 0.11


def tiles_of(lattice: Lattice) -> Tiles:
    """Return the drawing of the cells of a lattice.

    >>> from enumino.objects.lattices import TRIANGULAR
    >>> [len(face.points) for cell in tiles_of(TRIANGULAR).cells for face in cell]
    [3, 3]
    """
    if lattice == CUBIC:
        return CUBES
    origin = (0,) * (lattice.dimensions - 1)
    cells = [lattice.corners((*origin, number)) for number in range(lattice.sublattices)]
    rings = [tuple([lattice.position(corner) for corner in cell]) for cell in cells]
    if lattice.of_edges:
        rings = [_bar(*ends) for ends in rings]
    if lattice.dimensions == 3:
        shaded = [(Face(ring, 1 - light_of(number)),) for number, ring in enumerate(rings)]
        return Tiles(lattice.drawn, shaded, turns=0, solid=True)
    faces = [(Face(ring),) for ring in rings]
    turns, mirrored = len(lattice.rotations), bool(lattice.mirrors)
    return Tiles(lattice.drawn, faces, turns, mirrored, beside=lattice.steps)


def light_of(number: int) -> float:
    """Return the light that falls on the cells of a number: planes in space differ by it."""
    return LIGHTS[number % len(LIGHTS)]


def _bar(start: Position, end: Position) -> tuple[Position, ...]:
    """Return the outline of a stick: thin, with points where it meets other sticks."""
    (x, y), (across, down) = start, (end[0] - start[0], end[1] - start[1])
    outline = ((0, 0), (THIN, -THIN), (1 - THIN, -THIN), (1, 0), (1 - THIN, THIN), (THIN, THIN))
    return tuple([(x + u * across - v * down, y + u * down + v * across) for u, v in outline])


@dataclass(frozen=True)
class Cells:
    """Rows that are sets of cells, given by a mask of their bounding box."""

    # The columns that hold the sides of the box, in the order of the coordinates.
    sides: tuple[str, ...]
    # The columns that hold the mask, lowest bits first; those that a dataset lacks are 0.
    words: tuple[str, ...]
    tiles: Tiles = SQUARES
    python: str | None = None  # Python code that makes the object, with names of columns in braces

    def to_json(self) -> dict[str, Any]:
        """Return the description as JSON values for the page's scripts."""
        return {
            "kind": "cells",
            "sides": self.sides,
            "words": self.words,
            "tiles": self.tiles.to_json(),
            "python": self.python,
        }


@dataclass(frozen=True)
class Pieces:
    """Rows that are coverings, by a layout: each next letter covers the first free cell."""

    layout: str  # the column
    # Drawings of the boards, ``.`` for a free cell and a space for outside, by the values of the
    # columns `keys`; an empty line between layers.
    boards: Mapping[tuple[Any, ...], str]
    shapes: Mapping[str, tuple[str, tuple[tuple[int, ...], ...]]]
    colours: Mapping[str, str]
    # The columns that tell of which board a row is; none if there is only one board.
    keys: tuple[str, ...] = ()
    # The columns with row and column of a cell that the board lacks, if it lacks another one in
    # each row.
    missing: tuple[str, ...] = ()
    tiles: Tiles = field(default=SQUARES)
    # The cells of shapes, where there are several cells to a unit cell and offsets do not tell
    # which come first.
    drawn: Mapping[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the description as JSON values for the page's scripts."""
        return {
            "kind": "pieces",
            "layout": self.layout,
            "boards": [[list(key), drawn.split("\n")] for key, drawn in self.boards.items()],
            "keys": self.keys,
            "missing": self.missing,
            "shapes": [
                [letter, name, offsets, self.colours[letter], self.drawn.get(letter, offsets)]
                for letter, (name, offsets) in self.shapes.items()
            ],
            "tiles": self.tiles.to_json(),
        }


@dataclass(frozen=True)
class Texts:
    """Rows shown as the text that draws them in a terminal.

    They may be sets of cells, as those of `Cells`, on a lattice without pictures.
    """

    sides: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the description as JSON values for the page's scripts."""
        return {"kind": "texts"}


Figures = Cells | Pieces | Texts
