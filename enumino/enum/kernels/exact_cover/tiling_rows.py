"""Rows of tilings: the columns written from the options that a search chose.

A second pass over a buffer of solutions, whichever search made them. A tiling is its options in
ascending order, as `_layouts` lays it out; the letters of their orientations alone determine it.

With ``up_to_symmetry`` a tiling is kept if it is the smallest of its images (the *orderly* choice
of R. C. Read, *Every one a winner*, Ann. Discrete Math. 2, 1978). A search that was broken by
symmetry beforehand, so that it lists only the tilings with some `forced` options, finds some of the
images only: the smallest of those that contain these options is kept. The image written is the same
whatever the search forced: the one whose option at the *landmark*, a piece or a cell, is the
smallest; of several, the smallest of these.

Invariant of `write`: rows up to `filled` are written in full, and the offsets of row `filled`
say where the next one goes. The scratch holds nothing between two tilings.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.exact_cover._layouts import (
    IDENTITY,
    class_of,
    compare,
    fixing_of,
    image_has,
    lay_out,
    option_at,
)
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.symmetry import REJECTED

GLYPH = 0  # limits
KEY_BITS = 64


class Columns(NamedTuple):
    """Preallocated output: an array a column, texts and lists one after the other.

    The text of row i is ``layout[layout_offsets[i]:layout_offsets[i + 1]]`` in UTF-8, its options
    are ``placements[placement_offsets[i]:placement_offsets[i + 1]]``, ascending.
    """

    layout: npt.NDArray[np.uint8]
    layout_offsets: npt.NDArray[np.int32]
    placements: npt.NDArray[np.unsignedinteger]
    placement_offsets: npt.NDArray[np.int32]
    pieces: npt.NDArray[np.uint16]
    symmetry: npt.NDArray[np.int8]
    orbit: npt.NDArray[np.uint8]


def new_columns(rows: int, letters: int, pieces: int, wide: bool) -> Columns:
    """Return columns for up to `rows` tilings, of so many bytes of text and options in all.

    Option numbers take two bytes, or four if `wide`.
    """
    option_type: type[np.unsignedinteger] = np.uint32 if wide else np.uint16
    columns = Columns(
        layout=np.empty(letters, np.uint8),
        layout_offsets=np.empty(rows + 1, np.int32),
        placements=np.empty(pieces, option_type),
        placement_offsets=np.empty(rows + 1, np.int32),
        pieces=np.empty(rows, np.uint16),
        symmetry=np.empty(rows, np.int8),
        orbit=np.empty(rows, np.uint8),
    )
    columns.layout_offsets[0] = columns.placement_offsets[0] = 0
    return columns


@inlined
def fixing_if_kept(tables, scratch, pieces, forced, among):
    """Return the symmetries that fix the tiling, or REJECTED if another image of it is kept."""
    fixing = 0 if image_has(tables, scratch, IDENTITY, forced) else REJECTED
    for k in among:
        if fixing == REJECTED:
            break
        order = compare(tables, scratch, pieces, k)
        if order == 0:
            fixing |= 1 << tables.codes[k]
        elif order < 0 and image_has(tables, scratch, k, forced):
            fixing = REJECTED
    return fixing


@inlined
def comes_before(tables, scratch, one, other):
    """Whether the image under one symmetry is smaller than the image under another."""
    before = False
    for cell in range(scratch.owner.size):
        ours = option_at(tables, scratch, one, cell)
        theirs = option_at(tables, scratch, other, cell)
        if ours != theirs:
            before = ours < theirs
            break
    return before


@inlined
def representative(tables, scratch, pieces):
    """Return the symmetry under which the image represents the tiling."""
    of_piece = tables.at_cell.size == 0
    cell = np.uint32(0)
    if of_piece:
        for i in range(pieces):
            if tables.at_piece[scratch.ascending[i]]:
                cell = tables.first[scratch.ascending[i]]
    else:
        cell = np.uint32(tables.at_cell[0])
    best, least = IDENTITY, scratch.owner[cell]
    for k in range(tables.codes.size):
        # The image of that piece lies where the piece does; another one comes to that cell.
        option = tables.option_images[k, scratch.owner[cell]]
        if not of_piece:
            option = option_at(tables, scratch, k, cell)
        if option < least or (option == least and comes_before(tables, scratch, k, best)):
            best, least = k, option
    return best


@inlined
def turn(tables, scratch, k):
    """Replace the tiling's options by those of its image under symmetry k."""
    first, ascending = tables.first, scratch.ascending
    pieces = np.uint64(0)
    for cell in range(scratch.owner.size):
        option = option_at(tables, scratch, k, cell)
        ascending[pieces] = option
        pieces += np.uint64(first[option] == cell)


@inlined
def order_of(fixing):
    """Return the order of the group: the number of images in a set, plus the identity."""
    order = 1
    while fixing:
        fixing &= fixing - 1
        order += 1
    return order


@inlined
def record(tables, scratch, pieces, out, at):
    """Write layout and placements of row `at`."""
    glyphs, glyph_sizes, ascending = tables.glyphs, tables.glyph_sizes, scratch.ascending
    letter, placement = out.layout_offsets[at], out.placement_offsets[at]
    placements = out.placements[placement : placement + pieces]
    for i in range(pieces):
        placements[i] = ascending[i]
    if tables.limits[GLYPH] == 1:
        layout = out.layout[letter : letter + pieces]
        for i in range(pieces):
            layout[i] = glyphs[ascending[i], 0]
        letter += pieces
    else:
        for i in range(pieces):
            option = ascending[i]
            for byte in range(glyph_sizes[option]):
                out.layout[letter] = glyphs[option, byte]
                letter += 1
    out.layout_offsets[at + 1] = letter
    out.placement_offsets[at + 1] = placement + pieces


def making_rows(*, up_to_symmetry):
    """Compile the functions that make and count rows: of all tilings, or of one of each class.

    The closure's constants spare the code that a variant does not need.
    """

    @kernel
    def write(tables, scratch, options, offsets, first, last, forced, among, out, filled):
        """Write solutions `first` to `last` - 1 as rows from `filled` on; return the rows filled.

        One image of each class is kept, and the image that represents the class is written; `orbit`
        is then the number of all images, or else 1.

        Parameters
        ----------
        options, offsets : int32[...], int32[...]
            Solution i is ``options[offsets[i]:offsets[i + 1]]``, in any order; it covers every
            cell.
        forced : int64[...]
            All images of a tiling that contain these options must be among the solutions.
        among : int64[...]
            The numbers of the symmetries that may fix a solution, or map it to another one.
        out : Columns
            It must have room for all these solutions.
        """
        group = tables.codes.size + 1
        for solution in range(first, last):
            pieces = lay_out(tables, scratch, options, offsets[solution], offsets[solution + 1])
            if up_to_symmetry:
                fixing = fixing_if_kept(tables, scratch, pieces, forced, among)
                if fixing == REJECTED:
                    continue
                image = representative(tables, scratch, pieces)
                if image != IDENTITY:
                    turn(tables, scratch, image)
                out.orbit[filled] = group // order_of(fixing)
            else:
                fixing = fixing_of(tables, scratch, pieces, among)
                out.orbit[filled] = 1
            record(tables, scratch, pieces, out, filled)
            out.pieces[filled] = pieces
            out.symmetry[filled] = class_of(tables, fixing)
            filled += 1
        return filled

    @kernel
    def tally(tables, scratch, options, offsets, first, last, forced, among, counts):
        """Add the rows that `write` would write to int64[...] `counts`, by symmetry class."""
        for solution in range(first, last):
            pieces = lay_out(tables, scratch, options, offsets[solution], offsets[solution + 1])
            if up_to_symmetry:
                fixing = fixing_if_kept(tables, scratch, pieces, forced, among)
            else:
                fixing = fixing_of(tables, scratch, pieces, among)
            if fixing != REJECTED:
                counts[class_of(tables, fixing)] += 1

    return write, tally


write_all, tally_all = making_rows(up_to_symmetry=False)
write_classes, tally_classes = making_rows(up_to_symmetry=True)


@kernel
def is_sorted(out, filled):
    """Whether each row's list of options is strictly greater than that of the row before."""
    offsets, placements = out.placement_offsets, out.placements
    for row in range(1, filled):
        before, at, end = offsets[row - 1], offsets[row], offsets[row + 1]
        shared = min(at - before, end - at)
        i = 0
        while i < shared and placements[before + i] == placements[at + i]:
            i += 1
        if i == shared:  # equal, or one begins the other
            if end - at <= at - before:
                return False
        elif placements[at + i] < placements[before + i]:
            return False
    return True


def order(out: Columns, filled: int) -> npt.NDArray[np.int64]:
    """Return the permutation that puts the rows in ascending order of their lists of options.

    The rows are sorted by as many of their leading options as fit into one word, beside the rank
    that the options before gave, until no two rows are equal.

    Returns
    -------
    int64[filled], the numbers of the rows in order.
    """
    options = _transposed(out, filled)
    lowest = options.min(axis=1, initial=np.iinfo(options.dtype).max)
    widths = [int(width).bit_length() for width in options.max(axis=1, initial=0) - lowest]
    in_order = np.arange(filled)
    rank, ranks, column = np.zeros(filled, np.uint64), 1, 0
    while ranks < filled and column < len(widths):
        key, room = rank, KEY_BITS - ranks.bit_length()
        while column < len(widths) and widths[column] <= room:
            key = key << np.uint64(widths[column])
            key |= options[column] - lowest[column]
            room -= widths[column]
            column += 1
        in_order = np.argsort(key)
        key = key[in_order]
        rank[in_order[1:]] = np.cumsum(key[1:] != key[:-1])
        rank[in_order[0]] = 0
        ranks = int(rank[in_order[-1]]) + 1
    return in_order


def _transposed(out: Columns, filled: int) -> npt.NDArray[np.unsignedinteger]:
    """Return the options of the rows, ``[i, row]`` the i-th of a row; zeros after the last."""
    pieces = np.diff(out.placement_offsets[: filled + 1])
    placements = out.placements[: out.placement_offsets[filled]]
    most = int(pieces.max(initial=0))
    if placements.size == filled * most:
        table = placements.reshape(filled, most)
    else:
        table = np.zeros((filled, most), placements.dtype)
        table[np.arange(most) < pieces[:, np.newaxis]] = placements
    return np.ascontiguousarray(table.T)
