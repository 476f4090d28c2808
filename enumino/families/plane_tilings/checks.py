"""Checks of the witnesses of tilings: periods and patches, by plain arithmetic on cells.

A period proves the class of its tiling. Its tiles cover each cell of the torus once. A tiling by
translation has one tile, and a tiling by half-turns has a tile and its half-turn. In an isohedral
tiling, the symmetry that takes the first tile to any other tile maps the whole tiling to itself. A
patch proves a lower bound of the number of coronas. Only an exhaustive search proves that there is
no better witness.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault, first_faults
from enumino.families.plane_tilings.columns import TYPES
from enumino.families.plane_tilings.heesch_types import fit_outlines, needs_mirrors
from enumino.families.plane_tilings.periods import (
    Numbers,
    copies,
    maps,
    moved,
    products,
    residues,
    touching_steps,
    with_numbers,
)
from enumino.families.polyforms.shapes import arrays, sound_lots
from enumino.objects.lattice import Lattice

Flags = npt.NDArray[np.bool_]
Flagged = Iterator[tuple[str, Flags]]
FAR = np.int64(1 << 40)  # the level of a tile that is not reached


def faults(lattice: Lattice, rows: pa.RecordBatch) -> Iterator[Fault]:
    """Yield the faults of verdicts and of witnesses, at most one row per kind of fault and lot."""
    for at, shapes in sound_lots(rows, lattice):
        lot, cells = rows.take(at), with_numbers(lattice, *shapes.cells).swapaxes(0, 1)
        if found := list(first_faults(_not_tiles(lattice, lot), at)):
            yield from found
            continue
        is_patch = np.isin(lot.column("tiling").to_numpy(zero_copy_only=False), ("none", "open"))
        for faults_of, some in ((_of_periods, ~is_patch), (_of_patches, is_patch)):
            if some.any():
                chosen = lot.filter(pa.array(some))
                yield from first_faults(faults_of(lattice, cells[some], chosen), at[some])


def _lists(rows: pa.RecordBatch, name: str) -> tuple[Numbers, Numbers]:
    """Return the values of a column of lists, and the length of each list."""
    column = rows.column(name)
    lengths = np.diff(column.offsets.to_numpy())
    return column.flatten().to_numpy().astype(np.int64), lengths


def _tiles(rows: pa.RecordBatch) -> tuple[Numbers, Numbers, Numbers]:
    """Return the tiles of all rows, the row of each tile, and the number of tiles of each row."""
    values, lengths = _lists(rows, "tiles")
    return values.reshape(-1, 3), np.repeat(np.arange(len(lengths)), lengths // 3), lengths // 3


def _rows_with(rows: Numbers, wrong: Flags, count: int) -> Flags:
    """Return which of `count` rows have an item that is wrong."""
    return np.bincount(rows[wrong], minlength=count) > 0


def _repeated(rows: Numbers, codes: Numbers, count: int) -> Flags:
    """Return which of `count` rows have a code twice."""
    order = np.lexsort([codes, rows])
    row, code = rows[order], codes[order]
    return _rows_with(row[1:], (row[1:] == row[:-1]) & (code[1:] == code[:-1]), count)


def _not_tiles(lattice: Lattice, rows: pa.RecordBatch) -> Flagged:
    values, lengths = _lists(rows, "tiles")
    bad = (lengths % 3 != 0) | (lengths == 0)
    if not bad.any():
        image, row = values[::3], np.repeat(np.arange(len(bad)), lengths // 3)
        bad = _rows_with(row, (image < 0) | (image >= len(lattice.elements)), len(bad))
        first = values.reshape(-1, 3)[np.cumsum(lengths // 3) - lengths // 3]
        yield "has a witness whose first tile is not the shape", first.any(1)
    yield "has a witness that is not a list of tiles", bad


def _of_periods(lattice: Lattice, shapes: Numbers, rows: pa.RecordBatch) -> Flagged:
    """Yield the faults of shapes that tile the plane."""
    value, (tiles, row, number) = arrays(rows), _tiles(rows)
    coronas = (value["coronas"] != -1) | (value["coronas_with_holes"] != -1)
    yield "tiles the plane and has a number of coronas", coronas | ~value["coronas_proven"]
    yield "has a witness with the wrong number of tiles", number != value["period_tiles"]
    vectors, lengths = _lists(rows, "vectors")
    no_period = (value["holes"] != 0) | (lengths != 4)
    yield "has no period as a witness", no_period
    if no_period.any():
        return
    vectors = vectors.reshape(-1, 4)
    a, b, c, d = vectors.T
    uncovered = abs(a * d - b * c) * lattice.sublattices != number * shapes.shape[1]
    if not uncovered.any():
        codes = residues(lattice, vectors[row, None], copies(lattice, shapes[row], tiles))
        each = np.repeat(row, shapes.shape[1])
        uncovered = _repeated(each, codes.ravel(), len(uncovered))
    yield "has a witness whose tiles do not cover each cell of a period once", uncovered
    if uncovered.any():
        return
    tiling, names, last = value["tiling"], value["heesch_type"], np.cumsum(number) - 1
    translated, turned = value["by_translation"], value["by_half_turn"]
    is_turned = (maps(lattice)[0] == -np.eye(2)).all((1, 2))[tiles[last, 0]]
    proper = np.where(tiling == "half-turn", turned & (number == 2) & is_turned, ~turned)
    proper &= ~translated
    proper[tiling == "translation"] = (translated & (number == 1))[tiling == "translation"]
    isohedral, order = tiling == "isohedral", len(lattice.elements)
    proper &= ~isohedral | (number <= order)
    some = isohedral[row] & proper[row]
    proper &= ~_unlike(lattice, vectors, tiles[some], row[some])
    for name in set(tiling[~proper]):
        yield f"has a witness of a tiling that is not {name}", ~proper & (tiling == name)
    mirrored = isohedral & (names == "none") & needs_mirrors(lattice)
    own = np.where(mirrored | (tiling == "anisohedral"), 0, number)
    other_type = np.array([TYPES.get(name, -1) for name in names]) != own
    yield "has a type whose symmetries differ from the symmetries of its witness", other_type
    cuts, lengths = _lists(rows, "cuts")
    ends, unlike = np.cumsum(lengths), np.zeros(len(names), bool)
    for name in set(names[~other_type]):
        at = np.flatnonzero(names == name)
        sides = 0 if name == "none" else sum(letter in "TCG" for letter in name)
        unlike[at] = lengths[at] != sides
        at = at[~unlike[at]]
        if sides and len(at):
            own = cuts[(ends[at] - sides)[:, None] + np.arange(sides)]
            unlike[at] = ~fit_outlines(lattice, shapes[at], name, own)
    yield "has an outline whose sides do not fit its type", unlike


def _unlike(lattice: Lattice, vectors: Numbers, tiles: Numbers, row: Numbers) -> Flags:
    """Return whether, in each row, the symmetries of some tile do not map the tiling to itself.

    Two symmetries are the same modulo the lattice if they have the same element of the point group
    and take a cell to the same residue. Each must map the lattice to itself. Rows without tiles
    here are not in question.
    """
    elements, count = len(lattice.elements), len(vectors)
    for vector in (vectors[:, :2], vectors[:, 2:]):
        steps = maps(lattice)[0][tiles[:, 0]] @ vector[row][..., None]
        ends = np.insert(steps[..., 0], 2, 0, axis=1)
        wrong = residues(lattice, vectors[row], ends) != 0
        if wrong.any():
            return _rows_with(row, wrong, count)
    firsts = moved(lattice, tiles, np.zeros_like(tiles))
    number = np.bincount(row, minlength=count)
    one = np.repeat(np.arange(len(row)), number[row])
    start = (np.cumsum(number) - number)[row[one]]
    other = start + np.arange(len(one)) - np.searchsorted(one, one)
    ends = moved(lattice, tiles[one], firsts[other])

    def codes(rows: Numbers, images: Numbers, cells: Numbers) -> Numbers:
        found = residues(lattice, vectors[rows], cells) * elements + images
        return found * count + rows

    image = products(lattice)[tiles[one, 0], tiles[other, 0]]
    known = np.isin(codes(row[one], image, ends), codes(row, tiles[:, 0], firsts))
    return _rows_with(row[one], ~known, count)


def _of_patches(lattice: Lattice, shapes: Numbers, rows: pa.RecordBatch) -> Flagged:
    """Yield the faults of shapes that do not tile the plane."""
    value, (tiles, row, number) = arrays(rows), _tiles(rows)
    coronas, outer = (value[name].astype(int) for name in ("coronas", "coronas_with_holes"))
    tiled = value["by_translation"] | value["by_half_turn"] | (value["period_tiles"] != 0)
    tiled |= (value["heesch_type"] != "none") | (_lists(rows, "cuts")[1] != 0)
    yield "does not tile the plane, but has a tiling", tiled
    proved = (value["tiling"] == "open") & value["coronas_proven"]
    yield "is undecided, but has a proved number of coronas", proved
    no_patch = (_lists(rows, "vectors")[1] != 0) | (coronas < 0)
    no_patch |= (outer < coronas) | (outer > coronas + 1)
    yield "has no patch as a witness", no_patch
    if no_patch.any():
        return
    cells = copies(lattice, shapes[row], tiles)
    steps = touching_steps(lattice)[cells[..., 2]]
    reach = abs(steps[..., :2]).max()
    low, size = cells.min((0, 1)) - reach, np.ptp(cells, (0, 1)) + 2 * reach + 1
    size[2], low[2] = lattice.sublattices, 0

    def codes(each: Numbers) -> Numbers:
        line, unit, number = np.moveaxis(each - low, -1, 0)
        of = row.reshape(-1, *[1] * (line.ndim - 1))
        found: Numbers = ((of * size[0] + line) * size[1] + unit) * size[2] + number
        return found

    places = codes(cells).ravel()
    each, count = np.repeat(row, shapes.shape[1]), len(number)
    overlap = _repeated(each, places, count)
    yield "has a patch whose tiles overlap", overlap
    if overlap.any():
        return
    order = places.argsort()
    around = steps.copy()
    around[..., :2] += cells[..., None, :2]
    wanted = codes(around)
    at = order[np.searchsorted(places, wanted, sorter=order).clip(max=len(order) - 1)]
    real = steps[..., 2] >= 0
    covered = places[at] == wanted
    owner = np.where(real & covered, at // shapes.shape[1], len(row))
    level = np.full(len(row) + 1, FAR)
    level[np.cumsum(number) - number] = 0
    for _ in range(int(outer.max())):
        level[:-1] = np.minimum(level[:-1], level[owner].min((1, 2)) + 1)
    beyond = level[:-1] > outer[row]
    yield "has a patch with tiles beyond its coronas", _rows_with(row, beyond, count)
    gaps = (level[:-1] < outer[row]) & (real & ~covered).any((1, 2))
    yield "has a patch that leaves a gap in its coronas", _rows_with(row, gaps, count)
    enclosing = np.zeros(count, bool)
    for k in range(1, int(coronas.max()) + 1):
        some = (level[:-1] <= k) & (k <= coronas[row])
        each = np.repeat(row[some], shapes.shape[1])
        if some.any():
            enclosing |= have_holes(lattice, cells[some].reshape(-1, 3), each, count)
    yield "has a patch with a hole", enclosing


def have_holes(lattice: Lattice, cells: Numbers, row: Numbers, count: int) -> Flags:
    """Return which sets of cells that touch enclose a hole: by Euler's formula, with corners.

    The set of each cell is in `row`; sets without cells have no hole.
    """
    corners = [list(each) for each in lattice.corner_steps]
    most = max(map(len, corners))
    lengths = np.array([len(each) for each in corners])
    starts = np.array([each + each[-1:] * (most - len(each)) for each in corners])
    ends = np.array([each[1:] + each[:1] * (most - len(each) + 1) for each in corners])
    real = np.arange(most) < lengths[cells[:, 2], None]
    of = np.repeat(row, most)[real.ravel()]

    def number(places: Any) -> Numbers:
        """Return the number of different points around the cells of each set."""
        points = (2 * lattice.corner_scale * cells[:, None, :2] + places[cells[:, 2]])[real]
        line, unit = (points - points.min(0)).T
        wide, tall = unit.max() + 1, line.max() + 1
        found = np.unique((of * tall + line) * wide + unit)
        return np.bincount(found // (tall * wide), minlength=count)

    faces = np.bincount(row, minlength=count)
    holes: Flags = faces - number(starts + ends) + number(2 * starts) != (faces > 0)
    return holes
