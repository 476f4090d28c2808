"""Facts about polyominoes, from their masks: convexity, trees, cut cells, spanning trees.

A mask is divided into lines, the rows of its box, each with an empty bit before its first cell.
Shifts of a line and the lines beside it are the neighbours of its cells, so that most facts are
numbers of set bits of a few words.

The cells, the pairs of adjacent cells and the full 2 x 2 blocks of a polyomino make a complex whose
Euler number, cells - pairs + blocks, is 1 less the holes of its interior, where a gap that meets
the outside at a corner is none. Without such holes

- a cell is a cut cell if and only if its neighbours, two of them joined where they are in a block
  with it, are not all joined (the sequence of Mayer and Vietoris for the complex without the cell);
- spanning trees are those of the planar dual graph (G. Kirchhoff, 1847; H. Whitney, *Planar
  graphs*, Fund. Math. 21, 1933), whose nodes are the blocks and the outside. Most shapes have few
  blocks.

The other shapes are taken as graphs (`_graphs`).

Properties that depend on the image are counted over all images of a kind as well. A shape is
directed if one cell only has neither a cell above nor one to the left: the four turns look into
the four corners.

Symmetries are those of the box, looked for only where the orbit leaves room for one. One of them
takes black cells to white ones if it moves the first cell by an odd number of steps.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.facts._graphs import cut_nodes, nearest, spanning_trees
from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one, popcount
from enumino.enum.kernels.shared.jit import inlined, kernel

# Rows of the numbers that are found.
NAMES = (
    *("edges", "squares", "pinches", "cut_cells", "imbalance", "tree", "snake"),
    *("row_convex", "column_convex", "convex", "directed", "directed_convex", "parallelogram"),
    *("l_convex", "simply_connected_interior", "colourings", "rectangular_forms"),
    *("column_convex_images", "directed_images", "directed_convex_images"),
    "parallelogram_images",
)
EDGES, SQUARES, PINCHES, CUT_CELLS, IMBALANCE, TREE, SNAKE = range(7)
ROW_CONVEX, COLUMN_CONVEX, CONVEX, DIRECTED, DIRECTED_CONVEX, PARALLELOGRAM = range(7, 13)
L_CONVEX, INTERIOR, COLOURINGS, FORMS = range(13, 17)
COLUMN_IMAGES, DIRECTED_IMAGES, DIRECTED_CONVEX_IMAGES, PARALLELOGRAM_IMAGES = range(17, 21)
SHAPE, BLOCKS = range(2)  # rows of lines
MOST = 64  # lines, cells and blocks of a shape
BLACK = np.uint64(0x5555555555555555)


def new_scratch():
    """Return the arrays that a call of `measure` works in."""
    return (
        np.zeros((2, MOST + 2), np.uint64),
        np.zeros(MOST, np.uint64),
        np.zeros((MOST, MOST)),
    )


@inlined
def take_apart(masks, row, lines, height, width):
    """Note the lines of a shape, between two empty ones."""
    full = (ONE << np.uint64(width)) - ONE
    lines[SHAPE, 0] = lines[BLOCKS, 0] = ZERO
    position = np.int64(0)
    for line in range(1, height + 1):
        word, offset = position >> 6, position & 63
        bits = masks[word, row] >> np.uint64(offset)
        if offset + width > 64:
            bits |= masks[word + 1, row] << np.uint64(64 - offset)
        lines[SHAPE, line] = (bits & full) << ONE
        position += width
    lines[SHAPE, height + 1] = lines[BLOCKS, height + 1] = ZERO


@inlined
def note_graph(lines, height, near, conductances):
    """Note the graph of the cells of a shape; return their number."""
    number = np.int64(0)
    for line in range(1, height + 1):
        bits, above = lines[line], lines[line - 1]
        first_above = number - popcount(above)  # the number of the first cell above
        rest = bits
        while rest != ZERO:
            here = rest & (~rest + ONE)
            rest &= ~here
            near[number] = ZERO
            if (bits << ONE) & here:
                join(near, conductances, number, number - 1)
            if above & here:
                join(near, conductances, number, first_above + popcount(above & (here - ONE)))
            number += 1
    return number


@inlined
def join(near, conductances, one, other):
    """Note an edge between two nodes."""
    near[one] |= ONE << np.uint64(other)
    near[other] |= ONE << np.uint64(one)
    conductances[one, other] = conductances[other, one] = 1.0


@inlined
def dual_spanning_trees(lines, height, near, conductances):
    """Return the number of spanning trees of a shape without holes, from its blocks.

    An edge of the dual graph crosses one between two cells: a block has four, those that lead to no
    other block lead outside.
    """
    number = note_graph(lines, height, near, conductances)
    outside = number
    near[outside] = ZERO
    for block in range(number):
        ways_out = 4 - popcount(near[block])
        if ways_out:
            join(near, conductances, block, outside)
            conductances[block, outside] = conductances[outside, block] = ways_out
    return spanning_trees(near, conductances, number + 1)


@inlined
def is_l_convex(lines, height):
    """Return whether the lines of a convex shape are nested intervals, each with each other."""
    for one in range(2, height + 1):
        for other in range(1, one):
            common = lines[one] & lines[other]
            if common != lines[one] and common != lines[other]:
                return False
    return True


@inlined
def is_symmetric(lines, height, width, exchanged, upside_down, mirrored):
    """Return whether rows and columns exchanged, then reversed, are the same shape."""
    for line in range(height):
        rest = lines[line + 1]
        while rest != ZERO:
            row, column = line, lowest_one(rest) - 1
            rest &= rest - ONE
            if exchanged:
                row, column = column, row
            if upside_down:
                row = height - 1 - row
            if mirrored:
                column = width - 1 - column
            if not lines[row + 1] >> np.uint64(column + 1) & ONE:
                return False
    return True


@inlined
def differing_forms(lines, height, width):
    """Return the numbers of chessboard colourings and of shapes of rectangular cells, 1 or 2."""
    colourings = forms = 2
    for symmetry in range(1, 8):
        exchanged, upside_down, mirrored = symmetry & 1, symmetry >> 1 & 1, symmetry >> 2
        if exchanged and height != width:
            continue
        if is_symmetric(lines, height, width, exchanged, upside_down, mirrored):
            if exchanged:
                forms = 1
            if (upside_down * (height - 1) + mirrored * (width - 1)) & 1:
                colourings = 1
    return colourings, forms


@kernel
def measure(height, width, masks, orbit, images, numbers, trees, scratch, start, stop):
    """Fill the facts about rows `start` to `stop`.

    `masks` is uint64[words, rows]; `images` is 8, 4 or 1: how many images of a shape count as the
    same, of which `orbit` are different. `numbers` is uint8[facts, rows] in the order of `NAMES`,
    `trees` uint64[rows].
    """
    lines, near, conductances = scratch
    for row in range(start, stop):
        tall, wide = np.int64(height[row]), np.int64(width[row])
        take_apart(masks, row, lines, tall, wide)
        cells = pairs = blocks = pinches = black = cut = busy = 0
        upper_left = upper_right = lower_left = lower_right = 0
        ended = ZERO
        row_convex = column_convex = True
        for line in range(1, tall + 1):
            bits = lines[SHAPE, line]
            above, below = lines[SHAPE, line - 1], lines[SHAPE, line + 1]
            left, right = bits << ONE, bits >> ONE
            above_left, above_right = above << ONE, above >> ONE
            beside = bits & right
            block = beside & above & above_right
            lines[BLOCKS, line] = block
            cells += popcount(bits)
            pairs += popcount(beside) + popcount(bits & above)
            blocks += popcount(block)
            pinches += popcount(bits & above_right & ~right & ~above)
            pinches += popcount(right & above & ~bits & ~above_right)
            black += popcount(bits & (BLACK << np.uint64(line & 1)))
            busy += popcount(
                bits & ((above & below & (left | right)) | (left & right & (above | below)))
            )
            # Neighbours that are not joined with the next one around the cell.
            up = above & ~(right & above_right)
            on = right & ~(below & (below >> ONE))
            down = below & ~(left & (below << ONE))
            back = left & ~(above & above_left)
            cut += popcount(bits & ((up & on) | (down & back) | ((up | on) & (down | back))))
            row_convex &= (bits + (bits & (~bits + ONE))) & bits == ZERO
            ended |= above & ~bits
            column_convex &= bits & ended == ZERO
            upper_left += popcount(bits & ~above & ~left)
            upper_right += popcount(bits & ~above & ~right)
            lower_left += popcount(bits & ~below & ~left)
            lower_right += popcount(bits & ~below & ~right)
        simple = cells - pairs + blocks == 1
        tree = pairs == cells - 1  # which has no holes
        if tree:
            trees[row] = 1
        elif simple and blocks == 1:
            trees[row] = 4
        elif simple:
            trees[row] = nearest(dual_spanning_trees(lines[BLOCKS], tall, near, conductances))
        else:
            number = note_graph(lines[SHAPE], tall, near, conductances)
            cut = cut_nodes(near, number)
            trees[row] = nearest(spanning_trees(near, conductances, number))
        convex = row_convex and column_convex
        first, last = lines[SHAPE, 1], lines[SHAPE, tall]
        end = np.uint64(wide)
        # Corners of the box that are cells, in order around it, of convex shapes only.
        corners = ZERO
        if convex:
            corners = first >> ONE & ONE | (first >> end & ONE) << np.uint64(1)
            corners |= (last >> end & ONE) << np.uint64(2) | (last >> ONE & ONE) << np.uint64(3)
        opposite = corners & corners >> np.uint64(2) & np.uint64(3)
        one_source = (upper_left == 1) + (upper_right == 1) + (lower_left == 1) + (lower_right == 1)

        numbers[EDGES, row] = pairs
        numbers[SQUARES, row] = blocks
        numbers[PINCHES, row] = pinches
        numbers[CUT_CELLS, row] = cut
        numbers[IMBALANCE, row] = abs(2 * black - cells)
        numbers[TREE, row] = tree
        numbers[SNAKE, row] = tree and busy == 0
        numbers[ROW_CONVEX, row] = row_convex
        numbers[COLUMN_CONVEX, row] = column_convex
        numbers[CONVEX, row] = convex
        numbers[DIRECTED, row] = upper_left == 1
        numbers[DIRECTED_CONVEX, row] = corners & ONE
        numbers[PARALLELOGRAM, row] = opposite & ONE
        numbers[L_CONVEX, row] = convex and is_l_convex(lines[SHAPE], tall)
        numbers[INTERIOR, row] = simple
        colourings, forms = 2, 2
        if orbit[row] < 8:
            colourings, forms = differing_forms(lines[SHAPE], tall, wide)
        numbers[COLOURINGS, row] = colourings
        numbers[FORMS, row] = forms
        if images == 1:
            numbers[COLUMN_IMAGES, row] = column_convex
            numbers[DIRECTED_IMAGES, row] = upper_left == 1
            numbers[DIRECTED_CONVEX_IMAGES, row] = corners & ONE
            numbers[PARALLELOGRAM_IMAGES, row] = opposite & ONE
        else:  # of four turns, or of these and their mirror images; each different one as often
            same = images // np.int64(orbit[row])
            quarter = images // 4
            numbers[COLUMN_IMAGES, row] = quarter * 2 * (row_convex + column_convex) // same
            numbers[DIRECTED_IMAGES, row] = quarter * one_source // same
            numbers[DIRECTED_CONVEX_IMAGES, row] = quarter * popcount(corners) // same
            numbers[PARALLELOGRAM_IMAGES, row] = quarter * 2 * popcount(opposite) // same
