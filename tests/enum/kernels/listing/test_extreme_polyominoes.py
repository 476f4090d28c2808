"""Redelmeier's kernel where shapes reach farthest, at every size, against an unbounded plane."""

from collections.abc import Iterable, Iterator
from typing import Any

import numba
import pytest

from enumino.enum import drive
from enumino.enum.kernels.listing import polyomino_attributes, redelmeier
from enumino.enum.kernels.shared.cursor import DONE
from enumino.enum.lattice_sizes import largest
from enumino.objects.lattice import KINDS, SQUARE, Kind
from tests.enum.kernels.listing.test_redelmeier import row
from tests.naive import Shape
from tests.naive_polyforms import NAIVE, mask
from tests.naive_redelmeier import beside_square, extremes, images, prefix_of, subtree

LARGEST = largest(SQUARE, "free")
SIZES = (1, 2, 8, 15, 16) if numba.config.DISABLE_JIT else (*range(1, 18), LARGEST)
WORD = 2**64


def masks_of(out: Any, filled: int) -> list[int]:
    """The masks of the rows, from their words."""
    words = zip(out.mask[:filled].tolist(), out.mask_hi[:filled].tolist(), strict=True)
    return [low + high * WORD for low, high in words]


def first_row(state: Any, kind: Kind, prefix: tuple[int, ...]) -> list[tuple]:
    """The row of the node that a prefix leads to, if it has one; its mask in two parts."""
    drive.enter(redelmeier, state, prefix)
    out = redelmeier.new_columns(1)
    filled = redelmeier.advance(state, out, 0, max_nodes=1 << 40)
    polyomino_attributes.measure(out, KINDS.index(kind), 0, filled)
    masks = [(mask % WORD, mask // WORD) for mask in masks_of(out, filled)]
    rows = zip(*(column[:filled].tolist() for column in out[:10]), strict=True)
    return [(*row[:3], *mask, *row[5:]) for row, mask in zip(rows, masks, strict=True)]


def box(shape: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Height, width and mask."""
    cells, sides = NAIVE["square"].pushed(shape)
    return (*sides, mask(cells, sides))


@pytest.mark.slow
@pytest.mark.parametrize("cells", SIZES)
def test_extreme_shapes_stand_where_an_unbounded_search_has_them(cells: int) -> None:
    """As rows of their own, with every attribute, if they are canonical; and else as none."""
    tables = {k: redelmeier.new_tables(cells, cells, KINDS.index(k)) for k in KINDS}
    states = {kind: redelmeier.new_state(tables[kind]) for kind in KINDS}
    for shape in extremes(cells):
        prefix = prefix_of(beside_square, shape)
        for kind, state in states.items():
            of_class = row(shape, kind)
            height, width, bits = box(shape)
            listed = of_class[1:5] == (height, width, bits % WORD, bits // WORD)
            assert first_row(state, kind, prefix) == [of_class] * listed


@pytest.mark.parametrize("cells", [16, 17, 18, LARGEST])
def test_below_extreme_shapes_the_tree_is_that_of_an_unbounded_search(cells: int) -> None:
    """All that two more cells give, in the same order, and nothing else."""
    state = redelmeier.new_state(redelmeier.new_tables(cells, cells, redelmeier.FIXED))
    out = redelmeier.new_columns(10_000)
    for shape in _corners(cells - 2):
        prefix = prefix_of(beside_square, shape)
        drive.enter(redelmeier, state, prefix)
        filled = 0
        while not state.cursor[DONE]:
            filled = redelmeier.advance(state, out, filled, 1 << 40)
        boxes = zip(*(column[:filled].tolist() for column in out[1:3]), strict=True)
        expected = map(box, subtree(beside_square, prefix, cells))
        masks = masks_of(out, filled)
        assert [(h, w, mask) for (h, w), mask in zip(boxes, masks, strict=True)] == list(expected)


def _corners(cells: int) -> Iterator[Shape]:
    """Bars, and L's with an arm of one cell or with equal arms, in all their images."""
    ells = (_ell(height, cells) for height in (1, 2, (cells + 1) // 2))
    return iter({image for ell in ells for image in images(ell)})


def _ell(height: int, cells: int) -> Shape:
    """So many cells in a column, the others in a row from the lowest one on."""
    column = {(r, 0) for r in range(height)}
    return frozenset(column | {(height - 1, c) for c in range(cells + 1 - height)})
