"""Checks of the witnesses of tilings: periods and patches, by plain arithmetic on cells.

A period proves the class of its tiling. Its tiles cover each cell of the torus once. A tiling by
translation has one tile, and a tiling by half-turns has a tile and its half-turn. In an isohedral
tiling, the symmetry that takes the first tile to any other tile maps the whole tiling to itself. A
patch proves a lower bound of the number of coronas. Only an exhaustive search proves that there is
no better witness.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.families.plane_tilings.heesch_types import TYPES, fits_outline, needs_mirrors
from enumino.families.plane_tilings.periods import (
    Cell,
    Tile,
    Torus,
    affine_maps,
    copy_of,
    tiles_of,
    touching,
)
from enumino.families.polyforms.columns import box_and_mask
from enumino.objects.box import cells_of
from enumino.objects.lattice import Lattice


def faults(lattice: Lattice, rows: pa.RecordBatch) -> Iterator[Fault]:
    """Yield the faults of witnesses."""
    for number, row in enumerate(rows.to_pylist()):
        box, mask = box_and_mask(row)
        if what := fault_of(lattice, list(cells_of(mask, box)), row):
            yield Fault(what, number)


def fault_of(lattice: Lattice, shape: list[Any], row: dict[str, Any]) -> str | None:
    """Return a fault of the verdict on a shape or of its witness, as the predicate of a row."""
    images, rest = row["tiles"][::3], len(row["tiles"]) % 3
    if rest or not all(0 <= image < len(lattice.elements) for image in images):
        return "has a witness that is not a list of tiles"
    tiles = tiles_of(row["tiles"])
    if tiles[:1] != [(0, 0, 0)]:
        return "has a witness whose first tile is not the shape"
    if row["tiling"] in ("none", "open"):
        return _patch_fault(lattice, shape, row, tiles)
    return _period_fault(lattice, shape, row, tiles)


def _period_fault(
    lattice: Lattice, shape: list[Cell], row: dict[str, Any], tiles: list[Tile]
) -> str | None:
    if (row["coronas"], row["coronas_with_holes"], row["coronas_proven"]) != (-1, -1, True):
        return "tiles the plane and has a number of coronas"
    if len(tiles) != row["period_tiles"]:
        return "has a witness with the wrong number of tiles"
    if row["holes"] or len(row["vectors"]) != 4:
        return "has no period as a witness"
    torus = Torus(row["vectors"], lattice.sublattices)
    covered = [torus.residue(cell) for tile in tiles for cell in copy_of(lattice, shape, tile)]
    if not torus.cells or not len(covered) == len(set(covered)) == torus.cells:
        return "has a witness whose tiles do not cover each cell of a period once"
    flags, tiling = (row["by_translation"], row["by_half_turn"]), row["tiling"]
    if tiling == "translation":
        proper = flags[0] and len(tiles) == 1
    elif tiling == "half-turn":
        turned = affine_maps(lattice)[tiles[-1][0]][0] == ((-1, 0), (0, -1))
        proper = flags == (False, True) and len(tiles) == 2 and turned
    else:
        isohedral = tiling == "isohedral"
        proper = flags == (False, False) and (not isohedral or _is_isohedral(lattice, tiles, torus))
    if not proper:
        return f"has a witness of a tiling that is not {tiling}"
    name, cuts = row["heesch_type"], row["cuts"]
    mirrored = tiling == "isohedral" and name == "none" and needs_mirrors(lattice)
    if TYPES.get(name) != (0 if mirrored or tiling == "anisohedral" else len(tiles)):
        return "has a type whose symmetries differ from the symmetries of its witness"
    if cuts if name == "none" else not fits_outline(lattice, shape, name, cuts):
        return "has an outline whose sides do not fit its type"
    return None


def _patch_fault(
    lattice: Lattice, shape: list[Cell], row: dict[str, Any], tiles: list[Tile]
) -> str | None:
    coronas, outer = row["coronas"], row["coronas_with_holes"]
    flags = (row["by_translation"], row["by_half_turn"], row["period_tiles"], row["cuts"])
    if any(flags) or row["heesch_type"] != "none":
        return "does not tile the plane, but has a tiling"
    if row["tiling"] == "open" and row["coronas_proven"]:
        return "is undecided, but has a proved number of coronas"
    if row["vectors"] or not 0 <= coronas <= outer <= coronas + 1:
        return "has no patch as a witness"
    owner: dict[Cell, int] = {}
    copies = [copy_of(lattice, shape, tile) for tile in tiles]
    for t, copy in enumerate(copies):
        owner.update(dict.fromkeys(copy, t))
    if len(owner) != len(tiles) * len(shape):
        return "has a patch whose tiles overlap"
    around = [touching(lattice, copy) for copy in copies]
    level = {0: 0}
    reached = [0]
    for t in reached:
        for other in {owner[cell] for cell in around[t] if cell in owner} - level.keys():
            level[other] = level[t] + 1
            reached.append(other)
    if len(level) != len(tiles) or max(level.values()) > outer:
        return "has a patch with tiles beyond its coronas"
    if outer and any(level[t] < outer and not around[t] <= owner.keys() for t in level):
        return "has a patch that leaves a gap in its coronas"
    for k in range(1, coronas + 1):
        if _has_hole(lattice, {cell for cell, t in owner.items() if level[t] <= k}):
            return "has a patch with a hole"
    return None


def _is_isohedral(lattice: Lattice, tiles: list[Tile], torus: Torus) -> bool:
    """Return whether the symmetry that takes the shape to each tile maps the tiling to itself.

    Two symmetries are the same modulo the lattice if they have the same element of the point group
    and take a cell to the same residue. Each must map the lattice to itself.
    """
    count, elements = lattice.sublattices, lattice.elements
    known = {(s, torus.residue(copy_of(lattice, [(0, 0)], (s, r, u))[0])) for s, r, u in tiles}
    for s, r, u in tiles:
        ((a, b), (c, d)), _ = affine_maps(lattice)[s]
        for row, unit in (torus.a, torus.b):
            image = (a * row + b * unit, (c * row + d * unit) * count)
            if torus.residue(image) != torus.residue((0, 0)):
                return False
        for other in tiles:
            product = elements.index(elements[s].after(elements[other[0]]))
            (cell,) = copy_of(lattice, copy_of(lattice, [(0, 0)], other), (s, r, u))
            if (product, torus.residue(cell)) not in known:
                return False
    return True


def _has_hole(lattice: Lattice, cells: set[Cell]) -> bool:
    """Return whether tiles that touch enclose a hole: by Euler's formula, of cells with corners."""
    rings = [[*lattice.corners(cell)] for cell in cells]
    corners = {corner for ring in rings for corner in ring}
    sides = {frozenset(side) for ring in rings for side in pairwise([*ring, ring[0]])}
    return len(cells) - len(sides) + len(corners) != 1
