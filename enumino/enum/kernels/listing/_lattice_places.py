"""Places in the arrays of the search on lattices (`lattice_search`), by name; its limits."""

from __future__ import annotations

# What a search can hold (`enumino.enum.lattice_sizes`). Rows are words, joined by shifts of less
# than 64 bits; columns of numbers are bytes. A pair (e, v) of an extent and a moment is one number,
# ``EXTENT * e + MIDDLE + v``: moments are less than `MIDDLE`.
LONGEST_ROW = 63  # columns of a shape
LARGEST_NUMBER = 255
EXTENT = 1 << 13
MIDDLE = EXTENT // 2

FIXED, ONE_SIDED, FREE = range(3)
# All signed permutations; permutations with one sign for all; any other signed permutations.
SIGNED, HEXAGONAL, OTHERS = range(3)
# limits: smallest and largest size listed; kind; number of coordinates without negative
# moments; log2 of the row length; rows of a layer; the first root; words of a mask; most neighbours
# of a cell if only trees are listed, otherwise 0.
LOWEST, HIGHEST, KIND, UPRIGHT, SHIFT, HEIGHT, ROOT, WORDS, TREES = range(9)
# lattice, numbers of a lattice alone: group; coordinates of a point; cells of a unit cell; log2
# of the steps of points between unit cells, or their negative if they are no power of two; how far
# one cell may extend a coordinate, and whether it may extend several; the coordinates that count
# layers (-1 in the plane), rows and unit cells; neighbours, sides and corners of a cell, or MANY if
# cells differ; planes of corners; twice the holes that a shape has at least, and that each cell (or
# MANY) and each side of the perimeter add, where corners take two away each (Euler's formula).
(
    GROUP,
    COORDINATES,
    SUBLATTICES,
    UNIT,
    STEP,
    JOINTLY,
    LAYER_AXIS,
    ROW_AXIS,
    UNIT_AXIS,
    DEGREE,
    SIDES,
    CORNERS,
    PLANES,
    BY_SHAPE,
    BY_CELLS,
    BY_SIDES,
) = range(16)
MANY = -1
# cells, numbers of each cell of a unit cell: neighbours, sides, corners, twice its share of holes.
ITS_NEIGHBOURS, ITS_SIDES, ITS_CORNERS, ITS_HOLES = range(4)
DEPTH, BASE, REPLAYED, OWNED_FROM, DONE, NODES = range(6)  # cursor
# levels: the cell placed last; the next child and the end of the untried set (at the largest size,
# of the leaves); low, high and sum of three coordinates, the last one first; perimeter, site
# perimeter, and twice the holes that cells add, less two for each corner.
PLACED_CELL, NEXT, END = range(3)
AXES = 3  # coordinates of levels; those that a lattice does not have are 0
LOW, HIGH, SUM = 3, 6, 9
PERIMETER, SITES, EULER = 12, 13, 14
LEVEL_SIZE = 15
FIRST_CELL = AXES  # column of images, after one for each coordinate; shifts follow the cells
BITS, CLASS, ORBIT = range(3)  # columns of subgroups
