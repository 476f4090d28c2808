"""Listings at their largest sizes, held against a plain search in a plane without bounds.

Rows follow from points by the definitions that `tests.naive_polyforms` writes out by hand.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from enumino import Polycubes, Polyhexes, Polyiamonds, Polyominoes, Polyplets, Polysticks
from enumino.enum.kernels.listing.lattice_arrays import LONGEST_ROW
from enumino.enum.lattice_sizes import MOST_BITS, WORD, largest, longest_row, most_bits
from enumino.families.polyforms.columns import box_and_mask
from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import KINDS, SQUARE, Lattice
from enumino.objects.lattices import LATTICES
from enumino.objects.point_group import Kind
from tests.dataset_tools import rows_found
from tests.families.polyforms.listings import row_of
from tests.naive_polyforms import NAIVE, mask
from tests.naive_redelmeier import Beside, Cell, Prefix, beside_square, prefix_of, subtree

MAKERS = {
    make(1).entry.lattice.name: make
    for make in (Polyominoes, Polyplets, Polyhexes, Polyiamonds, Polycubes, Polysticks)
}


# --- Shapes ----------------------------------------------------------------------------------


def far(lattice: Lattice, cell: Cell, direction: tuple[float, ...]) -> float:
    """The distance of a cell in a direction."""
    return sum(w * k for w, k in zip(direction, lattice.point(cell), strict=True))


def line(lattice: Lattice, direction: tuple[float, ...], start: Cell, cells: int) -> list[Cell]:
    """A walk that goes as far as it can at each step."""
    walk = [start]
    while len(walk) < cells:
        around = [near for near in lattice.neighbours(walk[-1]) if near not in walk]
        walk.append(max(around, key=lambda cell: far(lattice, cell, direction)))
    return walk


def extreme(lattice: Lattice, cells: int) -> Iterator[list[Cell]]:
    """Lines along axes, sides and diagonals in both directions."""
    count = len(lattice.units[0])
    axes = [tuple((s if i == k else 0.01 * (k + 1)) for k in range(count))
            for i in range(count) for s in (1.0, -1.0)]  # fmt: skip
    diagonals = [(1.0, 0.9, 0.8)[:count], (-1.0, 0.9, 0.8)[:count], (0.9, -1.0, -0.8)[:count]]
    starts = [(0,) * (lattice.dimensions - 1) + (k,) for k in range(lattice.sublattices)]
    for k, direction in enumerate((*axes, *diagonals)):
        yield line(lattice, direction, starts[k % len(starts)], cells)


def beside(lattice: Lattice) -> Beside:
    """The neighbours of a cell in the order of the search."""
    return beside_square if lattice == SQUARE else lattice.neighbours


def place(lattice: Lattice, points: Iterable[Cell]) -> tuple[Cell, int]:
    """The box and the mask of points."""
    cells, box = NAIVE[lattice.name].pushed(points)
    return box, mask(cells, box)


def representative(lattice: Lattice, points: list[Cell], kind: Kind) -> list[Cell]:
    """The image of a shape that is listed."""
    listed = box_and_mask(row_of(lattice, frozenset(points), kind))
    images = [[move(point) for point in points] for move, _ in NAIVE[lattice.name].moves]
    return next(image for image in images if place(lattice, image) == listed)


# --- The laws --------------------------------------------------------------------------------


def expected(problem: Polyforms, prefix: Prefix) -> list[dict[str, Any]]:
    """The rows of a subtree by the plain search."""
    lattice, kind = problem.entry.lattice, problem.kind
    names = {column.name for column in problem.columns}
    rows = []
    for shape in subtree(beside(lattice), prefix, problem.sizes[-1], lattice.dimensions):
        points = [lattice.point(cell) for cell in shape]
        row = row_of(lattice, frozenset(points), kind)
        if box_and_mask(row) == place(lattice, points):
            rows.append({name: value for name, value in row.items() if name in names})
    return rows


def in_order(rows: list[dict[str, Any]]) -> list[list[tuple[str, Any]]]:
    return sorted(sorted(row.items()) for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "cells"), [*((name, None) for name in MAKERS), *(("square", n) for n in (16, 17, 18))]
)
def test_subtrees_at_the_largest_size_are_those_of_a_plain_search(
    name: str, cells: int | None, kind: Kind
) -> None:
    """Those of the parents of lines in all directions."""
    lattice = LATTICES[name]
    cells = cells or largest(lattice, kind)
    problem = MAKERS[name](cells, kind)
    for shape in extreme(lattice, cells):
        points = representative(lattice, [lattice.point(cell) for cell in shape], kind)
        cells_of_shape = map(lattice.cell, points)
        prefix = prefix_of(beside(lattice), cells_of_shape, lattice.sublattices)[:-1]
        found = rows_found(problem, [prefix])
        assert found
        assert in_order(found) == in_order(expected(problem, prefix))


@pytest.mark.parametrize("name", LATTICES)
def test_the_largest_sizes_are_those_of_two_words(name: str) -> None:
    lattice = LATTICES[name]
    for kind in KINDS:
        cells = largest(lattice, kind)
        assert WORD < most_bits(lattice, kind, cells) <= MOST_BITS
        assert most_bits(lattice, kind, cells + 1) > MOST_BITS
    assert longest_row(lattice, largest(lattice, "fixed")) <= LONGEST_ROW


@pytest.mark.parametrize("name", LATTICES)
def test_no_walk_is_longer_than_the_longest_row(name: str) -> None:
    lattice = LATTICES[name]
    for cells in range(1, 25):
        shapes = [lattice.normalised(shape) for shape in extreme(lattice, cells)]
        assert max(lattice.box(shape)[-1] for shape in shapes) == longest_row(lattice, cells)
