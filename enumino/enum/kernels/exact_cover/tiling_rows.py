"""Rows of tilings: the columns written from the options that a search chose.

A second pass over a buffer of solutions, whichever search made them. Options (placements) are
numbered by first cell in row-major order, then by orientation; a tiling is its options in ascending
order: each next one covers the first cell that is still free. So the letters of their orientations
alone determine it.

Two tilings compare as these lists. Let c be the first cell that they cover differently: then both
have an option whose first cell is c (one that began before c would be in both), the lists agree
before these two, and these two decide. So a tiling is held against its image under a symmetry at
the first cells of its own options, in order, up to the first difference; at cell c the image has
the image of the option that covers the cell that goes to c. Nearly all comparisons end at once.

With ``up_to_symmetry`` a tiling is kept if it is the smallest of its images (the *orderly* choice
of R. C. Read, *Every one a winner*, Ann. Discrete Math. 2, 1978). A search that was broken by
symmetry beforehand, so that it lists only the tilings with some `forced` options, finds some of the
images only: the smallest image with these options is kept. The image written is the
smallest of all, whatever the search forced.

Invariant of `write`: rows up to `filled` are written in full, and the offsets of row `filled`
say where the next one goes. The scratch holds nothing between two tilings.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.arrays import I8, I32, I64, U8, U16, U32
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.symmetry import REJECTED

IDENTITY = np.int64(-1)  # beside the numbers of symmetries
FIXED_BIT = 48
FIXED = 1 << FIXED_BIT  # counts symmetries, above the bits of their numbers in the lattice


class Tables(NamedTuple):
    """Tables of a problem of n cells, m options and g symmetries.

    Numbers are unsigned: Numba would test every signed index for being negative.
    """

    cells: U32  # [m, largest], the cells of each option, ascending; the last one is repeated
    first: U32  # [m], the first cell of each option
    # [m, longest], [m], the letter of each option's orientation in UTF-8, and its bytes.
    glyphs: U8
    glyph_sizes: U8
    # [g], FIXED, and the bit of the lattice's number of a symmetry unless it moves separate parts.
    marks: I64
    sources: U32  # [g, n], the cell that a symmetry takes to a cell
    option_images: U32  # [g, m], the option that it takes an option to
    # [s], the subgroups of the lattice's point group, as bits of the images in them, ascending, and
    # the symmetry class of each subgroup.
    subgroups: I64
    classes: I8


class Scratch(NamedTuple):
    """The current tiling, as `lay_out` leaves it."""

    owner: U32  # [n], the option that covers each cell
    ascending: U32  # [n], the options in ascending order


def new_scratch(tables: Tables) -> Scratch:
    """Return the scratch arrays for one tiling."""
    cells = tables.sources.shape[1]
    return Scratch(np.empty(cells, np.uint32), np.empty(cells, np.uint32))


class Columns(NamedTuple):
    """Preallocated output: an array a column, texts and lists one after the other.

    The text of row i is ``layout[layout_offsets[i]:layout_offsets[i + 1]]`` in UTF-8, its options
    are ``placements[placement_offsets[i]:placement_offsets[i + 1]]``, ascending.
    """

    layout: U8
    layout_offsets: I32
    placements: npt.NDArray[np.unsignedinteger]
    placement_offsets: I32
    pieces: U16
    symmetry: I8
    orbit: npt.NDArray[np.unsignedinteger]


def new_columns(rows: int, letters: int, pieces: int, wide: bool, orbit_bytes: int = 1) -> Columns:
    """Return columns for up to `rows` tilings; option numbers take four bytes if `wide`."""
    option_type: type[np.unsignedinteger] = np.uint32 if wide else np.uint16
    columns = Columns(
        layout=np.empty(letters, np.uint8),
        layout_offsets=np.empty(rows + 1, np.int32),
        placements=np.empty(pieces, option_type),
        placement_offsets=np.empty(rows + 1, np.int32),
        pieces=np.empty(rows, np.uint16),
        symmetry=np.empty(rows, np.int8),
        orbit=np.empty(rows, np.uint8 if orbit_bytes == 1 else np.uint16),
    )
    columns.layout_offsets[0] = columns.placement_offsets[0] = 0
    return columns


@inlined
def image_at(tables, scratch, k, cell):
    """Return the option that covers a cell in the tiling's image under symmetry k."""
    return tables.option_images[k, scratch.owner[tables.sources[k, cell]]]


@inlined
def option_at(tables, scratch, k, cell):
    """Return the option that covers a cell in the tiling or its image under symmetry k."""
    return scratch.owner[cell] if k == IDENTITY else image_at(tables, scratch, k, cell)


@inlined
def cover(tables, scratch, options):
    """Note the owner of each cell of some options."""
    for signed in options:
        option = np.uint32(signed)
        for i in range(tables.cells.shape[1]):
            scratch.owner[tables.cells[option, i]] = option


@inlined
def ascend(tables, scratch, k):
    """Note the options of the tiling or its image under symmetry k, ascending; return how many."""
    # No sorting: the first cells come in order. Nor a branch, which would be a coin toss.
    first, ascending = tables.first, scratch.ascending
    pieces = np.uint64(0)
    for cell in range(scratch.owner.size):
        option = option_at(tables, scratch, k, cell)
        ascending[pieces] = option
        pieces += np.uint64(first[option] == cell)
    return np.int64(pieces)


@inlined
def lay_out(tables, scratch, solutions, number):
    """Note the owners and the options of a solution; return the number of options."""
    start, end = solutions.offsets[number], solutions.offsets[number + 1]
    cover(tables, scratch, solutions.options[start:end])
    return ascend(tables, scratch, IDENTITY)


@inlined
def compare(tables, scratch, pieces, k):
    """Order of the tiling's image under symmetry k: -1 before the tiling, 0 equal, 1 after it."""
    order = 0
    for i in range(pieces):
        ours = scratch.ascending[i]
        theirs = image_at(tables, scratch, k, tables.first[ours])
        if theirs != ours:
            order = -1 if theirs < ours else 1
            break
    return order


@inlined
def image_has(tables, scratch, k, options):
    """Return whether all `options` are in the image of the tiling under symmetry k, or IDENTITY."""
    found = True
    for option in options:
        found = found and option_at(tables, scratch, k, tables.first[option]) == option
    return found


@inlined
def fixing_of(tables, scratch, pieces):
    """Return the sum of the marks of the symmetries that fix the tiling."""
    fixing = 0
    for k in range(tables.marks.size):
        if compare(tables, scratch, pieces, k) == 0:
            fixing += tables.marks[k]
    return fixing


@inlined
def class_of(tables, fixing):
    """Return the symmetry class of a tiling from the marks of the symmetries that fix it."""
    subgroup, bits = 0, fixing & (FIXED - 1)
    while tables.subgroups[subgroup] != bits:  # nearly always the first one, of the identity alone
        subgroup += 1
    return tables.classes[subgroup]


@inlined
def fixing_if_kept(tables, scratch, pieces, forced):
    """Return the marks that `fixing_of` sums, or REJECTED if another image of it is kept."""
    fixing = 0 if image_has(tables, scratch, IDENTITY, forced) else REJECTED
    for k in range(tables.marks.size):
        if fixing == REJECTED:
            break
        order = compare(tables, scratch, pieces, k)
        if order == 0:
            fixing += tables.marks[k]
        elif order < 0 and image_has(tables, scratch, k, forced):
            fixing = REJECTED
    return fixing


@inlined
def comes_before(tables, scratch, one, other):
    """Return whether the image under one symmetry is smaller than that under another."""
    before = False
    for cell in range(scratch.owner.size):
        ours = option_at(tables, scratch, one, cell)
        theirs = option_at(tables, scratch, other, cell)
        if ours != theirs:
            before = ours < theirs
            break
    return before


@inlined
def representative(tables, scratch):
    """Return the symmetry under which the image of the tiling is the smallest."""
    best = IDENTITY
    for k in range(tables.marks.size):
        if comes_before(tables, scratch, k, best):
            best = k
    return best


@inlined
def moves_parts(tables):
    """Return whether symmetries, the last among them, move parts of the region separately."""
    return tables.marks[-1] == FIXED


@inlined
def fixing_of_image(tables, scratch, pieces):
    """Sum the marks for the image that `ascend` left: parts moved separately change the class."""
    cover(tables, scratch, scratch.ascending[:pieces])
    return fixing_of(tables, scratch, pieces)


@inlined
def record(tables, scratch, pieces, out, at):
    """Write layout and placements of row `at`."""
    glyphs, glyph_sizes, ascending = tables.glyphs, tables.glyph_sizes, scratch.ascending
    letter, placement = out.layout_offsets[at], out.placement_offsets[at]
    placements = out.placements[placement : placement + pieces]
    for i in range(pieces):
        placements[i] = ascending[i]
    if glyphs.shape[1] == 1:
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
    """Compile the functions that make and count rows, of all tilings or of one of each class."""

    @kernel
    def write(tables, scratch, solutions, number, forced, out, filled):
        """Write the first `number` solutions as rows from `filled` on; return the rows filled.

        One image of each class is kept, and the image that represents the class is written; `orbit`
        is then the number of all images, or else 1. Solutions cover every cell, by options in any
        order, and include all images that contain the `forced` options. `out` has room for all.
        """
        group = tables.marks.size + 1
        for solution in range(number):
            pieces = lay_out(tables, scratch, solutions, solution)
            if up_to_symmetry:
                fixing = fixing_if_kept(tables, scratch, pieces, forced)
                if fixing == REJECTED:
                    continue
                image = representative(tables, scratch)
                out.orbit[filled] = group // (1 + (fixing >> FIXED_BIT))
                if image != IDENTITY:
                    ascend(tables, scratch, image)
                    if moves_parts(tables):
                        fixing = fixing_of_image(tables, scratch, pieces)
            else:
                fixing = fixing_of(tables, scratch, pieces)
                out.orbit[filled] = 1
            record(tables, scratch, pieces, out, filled)
            out.pieces[filled] = pieces
            out.symmetry[filled] = class_of(tables, fixing)
            filled += 1
        return filled

    @kernel
    def tally(tables, scratch, solutions, number, forced, counts):
        """Add the rows that `write` would write to int64[...] `counts`, by symmetry class."""
        for solution in range(number):
            pieces = lay_out(tables, scratch, solutions, solution)
            if up_to_symmetry:
                fixing = fixing_if_kept(tables, scratch, pieces, forced)
                if fixing != REJECTED and moves_parts(tables):
                    ascend(tables, scratch, representative(tables, scratch))
                    fixing = fixing_of_image(tables, scratch, pieces)
            else:
                fixing = fixing_of(tables, scratch, pieces)
            if fixing != REJECTED:
                counts[class_of(tables, fixing)] += 1

    return write, tally


write_all, tally_all = making_rows(up_to_symmetry=False)
write_classes, tally_classes = making_rows(up_to_symmetry=True)


@kernel
def is_sorted(out, filled):
    """Return whether each row's list of options is greater than the list of the row before."""
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


def order(out: Columns, filled: int) -> I64:
    """Return the permutation, int64[filled], that sorts the rows by their lists of options."""
    pieces = np.diff(out.placement_offsets[: filled + 1])
    table = np.zeros((filled, int(pieces.max(initial=1))), out.placements.dtype)
    within = np.arange(table.shape[1]) < pieces[:, np.newaxis]
    table[within] = out.placements[: out.placement_offsets[filled]]
    return np.lexsort(table.T[::-1])
