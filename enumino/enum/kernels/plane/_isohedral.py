"""Isohedral tilings of the plane by copies of one shape, from the neighbours of one tile.

A tiling is isohedral if its symmetries take each tile to every other tile. Only symmetries of the
lattice count. They have a subgroup in which exactly one symmetry takes a tile to another tile: the
symmetries of a tile fix some point inside it, and in each of the 17 groups of the plane the
symmetries of a point have a complement, a subgroup that shares only the identity with them and
takes the point to all its images. Let N be the elements of such a subgroup that take the shape to
the tiles that touch it. Then N contains the inverse of each of its elements. For g and h in N whose
tiles touch, N contains the product of the inverse of g and h. The tiles of N do not overlap, and
surround the shape. Conversely, a set N with these properties generates the group of a tiling,
because all tiles have the same surroundings (Dolbilin and Schattschneider, The local theorem for
tilings, 1998).

If N has no reflections, the tiling has one of the 28 types of Heesch and Kienzle (Grünbaum and
Shephard, Tilings and Patterns, 1987, chapter 9). With translations only, the search finds tilings
by translation (Beauquier and Nivat, 1991); with half-turns too, tilings by Conway's criterion.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.plane.floors import (
    BASE,
    HALO,
    IMAGE,
    MIRRORED,
    NUMBERS,
    ORIGIN,
    STAMP,
    TILES,
    WIDTH,
    fits,
    put,
    quotient,
)
from enumino.enum.kernels.shared.jit import subroutine


@subroutine
def complete(floor, mirrors):
    """Add tiles of inverses and products until all are there; return whether no tiles overlap.

    Symmetries may be reflections only if `mirrors` is set.
    """
    registers = floor.registers
    t = registers[TILES] - 1
    while t < registers[TILES]:
        registers[STAMP] += 1  # numbers of tiles serve as places, far from the floor's middle
        stamp = registers[STAMP]
        s, base = floor.tiles[t, IMAGE], floor.tiles[t, BASE]
        for h in range(floor.images[s, HALO]):
            owner = np.int64(floor.owners[base + floor.halos[s, h]]) - 1
            if owner >= 0 and floor.stamps[owner] != stamp:
                floor.stamps[owner] = stamp
                if not (
                    _add_quotient(floor, t, owner, mirrors)
                    and _add_quotient(floor, owner, t, mirrors)
                ):
                    return False
        t += 1
    return True


@subroutine
def _add_quotient(floor, t, other, mirrors):
    """Add the other tile as this tile sees it, unless the new tile is on the floor.

    Return whether the new tile overlaps no other tile and, unless `mirrors` is set, no symmetry is
    a reflection, that is, reverses the orientation and is its own inverse.
    """
    registers, tiles = floor.registers, floor.tiles
    apart = tiles[other, BASE] - tiles[t, BASE]
    image, row, unit = quotient(floor, tiles[t, IMAGE], apart, tiles[other, IMAGE])
    base = registers[ORIGIN] + (row * registers[WIDTH] + unit) * registers[NUMBERS]
    owner = np.int64(floor.owners[base + floor.cells[image, 0]]) - 1
    if owner < 0:
        possible = fits(floor, image, base)
        if possible:
            put(floor, image, base)
    else:
        possible = floor.tiles[owner, IMAGE] == image and floor.tiles[owner, BASE] == base
        if possible and not mirrors and other == 0 and owner == t:
            possible = floor.images[image, MIRRORED] == 0
    return possible
