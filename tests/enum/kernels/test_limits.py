"""Every kernel at the sizes where a word, a stride or a type changes: below, at and above.

The tables name the limits. What is found there is held against closed formulas, published
numbers or plain searches without bounds.
"""

from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from enumino.enum import lattice_sizes
from enumino.enum.exact_cover import Cover, cell_tables, cover_tables, engines
from enumino.enum.kernel import Engine
from enumino.enum.kernels.counting import quotient
from enumino.enum.kernels.exact_cover import cell_masks, option_bitsets
from enumino.enum.kernels.listing import polyomino_rows, redelmeier
from enumino.enum.kernels.matrices.boundary import MOST_SITES
from enumino.enum.lattice_sizes import largest
from enumino.errors import ProblemError
from enumino.families.polyforms.counting.sweeps import FixedSweep, HalfTurnSweep
from enumino.families.polyforms.counts import LARGEST_SQUARES, PolyformCount
from enumino.families.polyforms.families import POLYOMINOES
from enumino.families.tatami.transfer_matrix import WIDEST, distribution
from enumino.objects.lattices import SQUARE
from tests.enum.kernels.exact_cover import solutions
from tests.enum.kernels.exact_cover.solutions import Row

# --- Polyominoes: rows of 32, 48 and 64 cells, words of 64 and 60 bits ------------------------


def test_a_boundary_has_at_most_as_many_rows_as_bits() -> None:
    most = LARGEST_SQUARES
    assert max(FixedSweep.widths(most)) <= MOST_SITES
    assert max(HalfTurnSweep.widths(most)) <= 2 * MOST_SITES
    with pytest.raises(ProblemError, match="of 1 to 40 cells"):
        PolyformCount(POLYOMINOES, range(most + 1, most + 2), "fixed")
    with pytest.raises(ValueError, match="more than 31 sites"):
        FixedSweep(MOST_SITES + 1, 2 * MOST_SITES + 1)


def test_families_offer_what_their_kernels_take() -> None:
    """Families have limits of their own where kernels would be imported for a number."""
    from enumino.families.tilings import covers

    assert largest(SQUARE, "fixed") == largest(SQUARE, "free") <= polyomino_rows.WIDEST
    assert redelmeier.MAX_REACH == polyomino_rows.WIDEST + 2
    assert 2 * lattice_sizes.WORD == lattice_sizes.MOST_BITS
    assert LARGEST_SQUARES <= quotient.MAX_CELLS
    assert cell_masks.MAX_CELLS == covers.MAX_CELLS
    with pytest.raises(ValueError, match="cells"):
        redelmeier.new_tables(1, redelmeier.MAX_REACH + 1, 0)


# --- Tilings: frames of 64 and 128 cells, words of 64 candidates ------------------------------

FRAMES = [
    *((1, width) for width in (63, 64, 65, 127, 128)),
    *((2, width) for width in (31, 32, 33, 63, 64)),
    *((4, 15), (4, 16), (4, 17), (4, 31), (4, 32), (5, 13), (7, 9), (8, 8), (6, 11)),
    *((7, 18), (9, 14), (8, 15), (8, 16), (11, 11), (3, 42)),
]


def bars_of(height: int, width: int, lengths: range) -> tuple[np.ndarray, list[range], list[int]]:
    """A frame, scanned along its short side, and the bars across it of some lengths.

    The bars are as wide as the frame's short side, so that they follow each other.
    """
    short, long = min(height, width), max(height, width)
    places = [(first, size) for first in range(long) for size in lengths if first + size <= long]
    options = [range(first * short, (first + size) * short) for first, size in places]
    return np.ones((long, short), np.bool_), options, [size - lengths[0] for _, size in places]


def listed(kernel: Any, tables: Any) -> list[Row]:
    """All rows of a search, each as its options in order; tallies have the same number."""
    found, nodes = solutions.rows(kernel, tables)
    assert solutions.tallied(kernel, tables) == (len(found), nodes)
    return [tuple(sorted(row)) for row in found]


def compositions(total: int, parts: range, distinct: bool) -> set[tuple[int, ...]]:
    """Ordered sums of parts, all different if so asked."""
    if total == 0:
        return {()}
    found = set()
    for part in parts:
        if part <= total:
            for rest in compositions(total - part, parts, distinct):
                if not (distinct and part in rest):
                    found.add((part, *rest))
    return found


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("frame", FRAMES)
def test_bars_across_frames_of_one_and_two_words(frame: tuple[int, int], distinct: bool) -> None:
    """A tiling is an ordered sum of lengths. There are bars longer than a word, as many bars as
    spare bits of the masks, and more bars at a cell than a word of candidates has bits."""
    long = max(frame)
    lengths = range(max(1, -(-long // (5 if distinct and long < 40 else 3))), long + 1)
    spare = cell_masks.MAX_CELLS - max(frame[0] * frame[1], cell_masks.WORD_BITS)
    if distinct:
        lengths = lengths[max(0, len(lengths) - spare) :]
    free, options, pieces = bars_of(*frame, lengths)
    members = np.array([cell for option in options for cell in option], np.int32)
    starts = np.cumsum([0, *map(len, options)]).astype(np.int64)
    bits = np.arange(len(lengths)) if distinct else np.full(len(lengths), cell_masks.NONE)
    pieces = np.array(pieces, np.int32)
    tables = cell_tables.new_tables(free, starts, members, pieces, bits)
    assert tables.limits[cell_masks.WIDE] == (free.size > 64)
    found = [
        tuple(len(options[o]) // min(frame) for o in row) for row in listed(cell_masks, tables)
    ]
    assert len(found) == len(set(found))
    assert set(found) == compositions(long, lengths, distinct)


# --- Exact covers: words of 64 options --------------------------------------------------------

OPTIONS = [1, 63, 64, 65, 127, 128, 129, 257]


@pytest.mark.parametrize("engine", ["option-bitsets", "dancing-links"])
@pytest.mark.parametrize("options", OPTIONS)
def test_items_of_as_many_options_as_words_have_bits(engine: Engine, options: int) -> None:
    """Two items, the first with so many options, the second with one of two colours: options
    that also colour a third item, red or blue, go with those of their colour and the plain."""
    colour = np.arange(options) % 3  # of the third item; 0: it is left alone
    firsts = [[(0, 0), *([(2, int(c))] if c else [])] for c in colour]
    lists = [*firsts, [(1, 0), (2, 1)], [(1, 0), (2, 2)]]
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int64)
    members, colours = np.array([entry for one in lists for entry in one], np.int32).T
    cover = Cover(2, 3, starts, members.copy(), colours.copy())
    tables = engines.tables_of(engine, cover)
    kernel = engines.kernel_of(engine)
    expected = {(o, options + c - 1) for o in range(options) for c in (1, 2) if colour[o] in (0, c)}
    found = listed(kernel, tables)
    assert len(found) == len(expected)
    assert set(found) == expected


@pytest.mark.parametrize("options", OPTIONS)
def test_groups_of_as_many_options_as_words_have_bits(options: int) -> None:
    """An item with so many options and one with two, all of a group used up to once, or twice."""
    members = np.array([[0, 2]] * options + [[1, 2]] * 2, np.int32).ravel()
    starts = np.arange(options + 3, dtype=np.int64)
    for most in (1, 2):
        bounds = np.array([[1, 1, 0], [1, 1, most]])
        cover = Cover(3, 3, 2 * starts, members, 0 * members, bounds)
        tables = cover_tables.bitsets(cover)
        pairs = set(product(range(options), (options, options + 1)))
        assert set(listed(option_bitsets, tables)) == (pairs if most == 2 else set())


# --- Tatami: words of 61 columns, 65,535 mats -------------------------------------------------


@pytest.mark.parametrize("columns", [pytest.param(32, marks=pytest.mark.compiled), WIDEST])
def test_regions_as_wide_as_words_hold(columns: int) -> None:
    """Rooms in opposite corners, a row of all columns between them, and a column at the end:
    walls lie between, so that each is laid by itself."""
    corner = np.ones((4, 5), bool)
    corner[1, 3] = False
    room = np.zeros((columns + 1, columns), bool)
    room[:4, -5:], room[-4:, :5] = corner, corner[:, ::-1]
    room[5], room[7:-5, -1] = True, True
    expected = [1]
    for part in (distribution(corner), distribution(corner), _bar(columns), _bar(columns - 11)):
        expected = np.convolve(np.array(expected, object), np.array(part, object)).tolist()
    while not expected[-1]:
        expected.pop()
    assert distribution(room) == expected
    assert distribution(room[:, ::-1], 5) == expected[:6]


def _bar(cells: int) -> list[int]:
    """Layouts of a row of cells by half mats: a choice of those among the tiles."""
    return [
        comb((cells + halves) // 2, halves) if (cells - halves) % 2 == 0 else 0
        for halves in range(cells + 1)
    ]
