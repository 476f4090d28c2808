"""A covering laid out: the owner of each cell, and how its images under symmetries differ from it.

Options (placements) are numbered by first cell in row-major order, then by orientation; a covering
is its options in ascending order, which is the order of the scan: each next one covers the first
cell that is still free.

Two coverings compare as these lists. Let c be the first cell that they cover differently: then both
have an option whose first cell is c (one that began before c would be in both), the lists agree
before these two, and these two decide. So a covering is held against its image under a symmetry at
the first cells of its own options, in order, up to the first difference; at cell c the image has
the image of the option that covers the cell that goes to c. Nearly all comparisons end at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.jit import inlined

IDENTITY = np.int64(-1)  # beside the numbers of symmetries


class Tables(NamedTuple):
    """Tables of a problem of n cells, m options and g symmetries.

    Numbers are unsigned: Numba would test every signed index for being negative.

    limits: int64[1], bytes of the longest letter.
    cells: uint32[m, largest], the cells of each option, ascending; the last one is repeated.
    first: uint32[m], the first cell of each option.
    glyphs, glyph_sizes: uint8[m, 4], uint8[m], the letter of its orientation in UTF-8.
    codes: int64[g], the lattice's number of each symmetry.
    sources: uint32[g, n], the cell that a symmetry takes to a cell.
    option_images: uint32[g, m], the option that it takes an option to.
    subgroups, classes: int64[s], int8[s], the subgroups of the lattice's point group by the images
        in them, as bits, ascending, and the symmetry class of each.
    at_piece: bool[m], the options of the landmark, if it is a piece.
    at_cell: int64[...], the landmark, if it is a cell.
    """

    limits: npt.NDArray[np.int64]
    cells: npt.NDArray[np.uint32]
    first: npt.NDArray[np.uint32]
    glyphs: npt.NDArray[np.uint8]
    glyph_sizes: npt.NDArray[np.uint8]
    codes: npt.NDArray[np.int64]
    sources: npt.NDArray[np.uint32]
    option_images: npt.NDArray[np.uint32]
    subgroups: npt.NDArray[np.int64]
    classes: npt.NDArray[np.int8]
    at_piece: npt.NDArray[np.bool_]
    at_cell: npt.NDArray[np.int64]


class Scratch(NamedTuple):
    """The current tiling, as `lay_out` leaves it.

    owner: uint32[n], the option that covers each cell.
    ascending: uint32[n], the options in ascending order.
    """

    owner: npt.NDArray[np.uint32]
    ascending: npt.NDArray[np.uint32]


def new_scratch(tables: Tables) -> Scratch:
    """Return the scratch arrays for one tiling."""
    cells = tables.sources.shape[1]
    return Scratch(np.empty(cells, np.uint32), np.empty(cells, np.uint32))


@inlined
def lay_out(tables, scratch, options, begin, end):
    """Note the owner of every cell, and the options in ascending order; return their number."""
    cells, first = tables.cells, tables.first
    owner, ascending = scratch.owner, scratch.ascending
    for at in range(begin, end):
        option = np.uint32(options[at])
        for i in range(cells.shape[1]):
            owner[cells[option, i]] = option
    # No sorting: the first cells come in order. Nor a branch, which would be a coin toss.
    pieces = np.uint64(0)
    for cell in range(owner.size):
        option = owner[cell]
        ascending[pieces] = option
        pieces += np.uint64(first[option] == cell)
    return np.int64(pieces)


@inlined
def compare(tables, scratch, pieces, k):
    """Order of the tiling's image under symmetry k: -1 before the tiling, 0 equal, 1 after it."""
    owner, ascending, first = scratch.owner, scratch.ascending, tables.first
    sources, option_images = tables.sources, tables.option_images
    order = 0
    for i in range(pieces):
        ours = ascending[i]
        theirs = option_images[k, owner[sources[k, first[ours]]]]
        if theirs != ours:
            order = -1 if theirs < ours else 1
            break
    return order


@inlined
def option_at(tables, scratch, k, cell):
    """Return the option that covers a cell in the tiling or its image under symmetry k."""
    if k == IDENTITY:
        return scratch.owner[cell]
    return tables.option_images[k, scratch.owner[tables.sources[k, cell]]]


@inlined
def image_has(tables, scratch, k, options):
    """Whether the tiling's image under symmetry k, or the tiling, contains some options."""
    found = True
    for option in options:
        found = found and option_at(tables, scratch, k, tables.first[option]) == option
    return found


@inlined
def fixing_of(tables, scratch, pieces, among):
    """Return the symmetries among some that fix the tiling, as bits."""
    fixing = 0
    for k in among:
        if compare(tables, scratch, pieces, k) == 0:
            fixing |= 1 << tables.codes[k]
    return fixing


@inlined
def class_of(tables, fixing):
    """Return the symmetry class of a tiling from the set of images that fix it."""
    subgroup = 0  # nearly always the first one, of the identity alone
    while tables.subgroups[subgroup] != fixing:
        subgroup += 1
    return tables.classes[subgroup]
