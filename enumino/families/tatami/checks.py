"""Recompute every attribute of tatami rows with NumPy, from the letters of the layout alone.

Different from the kernel's way: layouts become arrays that say of each cell which part of a tile
it is, images are permutations of such arrays, and points are looked at when the room is full.
Rows of the same room are treated together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.datasets.checks.layouts import Text, characters
from enumino.datasets.checks.symmetry import claimed_codes, class_codes
from enumino.objects.lattice import SQUARE
from enumino.objects.region import Region

HALF, LEFT, RIGHT, TOP, BOTTOM = (np.uint8(1 << bit) for bit in range(5))
TOWARDS = {HALF: (0, 0), LEFT: (0, 1), RIGHT: (0, -1), TOP: (1, 0), BOTTOM: (-1, 0)}
"""The step to the other half of a mat, by the half that covers a cell."""
KINDS = bytes({ord("M"): HALF, ord("H"): LEFT, ord("V"): TOP}.get(code, 0) for code in range(256))
"""The half that each letter puts on the cell where its tile starts; 0 for other characters."""

ROWS = 6144
"""Rows that are treated together: a letter of each of their layouts stays in the cache."""
HEAD = 16
"""Cells that are compared first: few layouts equal their images there."""

Halves = npt.NDArray[np.uint8]  # cells in row-major order, layouts; a bit, 0 if not covered
Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Rows = dict[str, npt.NDArray[Any]]


def faults(
    rows: pa.RecordBatch,
    rooms: dict[tuple[int, int], Region],
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
) -> Iterator[Fault]:
    """Yield what is wrong with the rows, a row for each kind of fault, room and lot of rows.

    `monomers` are the fewest and the most half mats that were asked for; None for any number.
    """
    for first in range(0, rows.num_rows, ROWS):
        some = rows.slice(first, ROWS)
        for fault in _faults_of_some(some, rooms, monomers, up_to_symmetry):
            yield Fault(fault.what, first + fault.row)


def _faults_of_some(
    rows: pa.RecordBatch,
    rooms: dict[tuple[int, int], Region],
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
) -> Iterator[Fault]:
    columns = {
        name: rows.column(name).to_numpy(zero_copy_only=False)
        for name in rows.schema.names
        if name not in ("layout", "symmetry")
    }
    columns["symmetry"] = claimed_codes(rows.column("symmetry"))
    text, lengths = characters(rows.column("layout"))
    for size in sorted(set(zip(columns["rows"].tolist(), columns["cols"].tolist(), strict=True))):
        at = np.nonzero((columns["rows"] == size[0]) & (columns["cols"] == size[1]))[0]
        if size not in rooms:
            yield Fault("is of a room that was not asked for", int(at[0]))
            continue
        same = at if len(at) < rows.num_rows else slice(None)  # which copies nothing
        same_room = {name: values[same] for name, values in columns.items()}
        layouts = text[same], lengths[same]
        for what, wrong in _wrong(same_room, layouts, rooms[size], monomers, up_to_symmetry):
            if wrong.any():
                yield Fault(what, int(at[np.argmax(wrong)]))


def _wrong(
    rows: Rows,
    layouts: Text,
    room: Region,
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence and the rows it holds for, for each property of a row."""
    halves, spoiled = halves_of(layouts, room)
    yield "does not cover the room", spoiled
    yield "has four tiles at a point", crossroads(halves, room)
    single, along, across = ((halves == kind).sum(0, dtype=np.uint16) for kind in (HALF, LEFT, TOP))
    fewest, most = monomers[0], len(room) if monomers[1] is None else monomers[1]
    outside = (single < fewest) | (single > most)
    yield "has a number of half mats that was not asked for", np.asarray(outside)
    for name, number in (
        ("mats", along + across),
        ("monomers", single),
        ("horizontal", along),
        ("vertical", across),
    ):
        yield f"has another number in {name}", np.asarray(number != rows[name])
    images = np.flatnonzero(room.images[:, 0] >= 0).tolist()
    same = np.zeros((len(images), len(spoiled)), bool)
    later = np.zeros(len(spoiled), bool)
    for flags, k in zip(same, images, strict=True):
        differing, before = compared(halves, room, k, HEAD)
        rest = np.flatnonzero(~differing)
        differing[rest], before[rest] = compared(halves[:, rest], room, k)
        np.logical_not(differing, out=flags)
        if up_to_symmetry:
            later |= before
    symmetry = class_codes(same, images)
    yield "has another symmetry class", np.asarray(symmetry != rows["symmetry"])
    kept = same.sum(0) + 1
    orbit = (len(images) + 1) // kept if up_to_symmetry else np.ones_like(kept)
    yield "has another orbit", np.asarray(orbit != rows["orbit"])
    yield "is not the first of its images", later


def halves_of(layouts: Text, room: Region) -> tuple[Halves, Flags]:
    """Return what covers each cell, and which layouts do not cover the room exactly."""
    text, lengths = layouts
    tiles = np.frombuffer(text.tobytes().translate(KINDS), np.uint8)
    halves = np.zeros((len(room), len(text)), np.uint8)
    spoiled = np.zeros(len(text), bool)
    begins = np.arange(len(text)) * text.shape[1]
    at = begins.copy()
    numbers = np.pad(room.numbers, ((0, 1), (0, 1)), constant_values=-1)
    for here, (r, c) in zip(halves, room.cells, strict=True):
        free = here == 0
        # Behind each layout is a zero, which leaves a cell uncovered, whatever is read after it.
        tile = tiles.take(at, mode="clip")
        tile *= free.view(np.uint8)
        here |= tile
        at += free
        for first, other in ((LEFT, numbers[r, c + 1]), (TOP, numbers[r + 1, c])):
            begun = tile & first
            if other < 0:
                spoiled |= begun != 0
            else:
                halves[other] |= begun << np.uint8(1)  # from LEFT to RIGHT, from TOP to BOTTOM
    spoiled |= (halves == 0).any(0) | (halves & (halves - np.uint8(1))).any(0)
    return halves, spoiled | (at - begins != lengths)


def crossroads(halves: Halves, room: Region) -> Flags:
    """Which layouts have a point with four different tiles; points at a wall do not count.

    Two cells that touch at a point only are never of one tile.
    """
    numbers = room.numbers
    corners = np.stack([numbers[:-1, :-1], numbers[:-1, 1:], numbers[1:, :-1], numbers[1:, 1:]])
    corners = corners.reshape(4, -1)
    upper_left, _, _, lower_right = corners[:, (corners >= 0).all(0)]
    joined_on = halves & (LEFT | TOP) != 0
    joined_back = halves & (RIGHT | BOTTOM) != 0
    found = np.zeros(halves.shape[1], bool)
    for first, last in zip(upper_left, lower_right, strict=True):
        found |= ~(joined_on[first] | joined_back[last])
    return found


def image_of(halves: Halves, room: Region, k: int, places: Places | None = None) -> Halves:
    """Return the layouts under image k of the room: on all its cells, or at some places only."""
    kind_at = {towards: kind for kind, towards in TOWARDS.items()}
    table = np.zeros(256, np.uint8)
    for kind, towards in TOWARDS.items():
        table[kind] = kind_at[SQUARE.images[k](*towards)]
    source = np.argsort(room.images[k])
    moved = halves[source if places is None else source[places]]
    mapped = np.frombuffer(moved.tobytes().translate(table.tobytes()), np.uint8)
    return mapped.reshape(moved.shape)


def compared(halves: Halves, room: Region, k: int, most: int | None = None) -> tuple[Flags, Flags]:
    """Which layouts differ from their images, and whose images are listed before them.

    Cells are compared row by row, in a room that is wider than tall column by column, or only so
    many of them. Where two layouts first differ a tile starts in both: the mat along that line
    comes first, then the one across it, then the half mat.
    """
    by_columns = room.width > room.height
    scan = np.lexsort(np.nonzero(room.grid)) if by_columns else np.arange(len(room))
    scan = scan[:most]
    images, own, layouts = image_of(halves, room, k, scan), halves[scan], np.arange(halves.shape[1])
    differing = images != own
    first = np.argmax(differing, axis=0)
    ranks = np.zeros(256, np.uint8)
    ranks[[TOP, LEFT, HALF] if by_columns else [LEFT, TOP, HALF]] = 0, 1, 2
    before = ranks[images[first, layouts]] < ranks[own[first, layouts]]
    return differing.any(0), np.asarray(before)
