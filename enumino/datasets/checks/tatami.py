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
from enumino.datasets.checks.symmetry import classes_of
from enumino.regions import Region

EMPTY, HALF, LEFT, RIGHT, TOP, BOTTOM = range(6)
TOWARDS = {HALF: (0, 0), LEFT: (0, 1), RIGHT: (0, -1), TOP: (1, 0), BOTTOM: (-1, 0)}
"""Where the other half of a mat is, from the half that a cell is covered by."""

Halves = npt.NDArray[np.uint8]  # cells in row-major order, layouts
Flags = npt.NDArray[np.bool_]
Rows = dict[str, npt.NDArray[Any]]


def faults(
    rows: pa.RecordBatch,
    rooms: dict[tuple[int, int], Region],
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
) -> Iterator[Fault]:
    """Yield what is wrong with the rows, at most one row for each kind of fault and room.

    `monomers` are the fewest and the most half mats that were asked for; None for any number.
    """
    columns = {
        name: rows.column(name).to_numpy(zero_copy_only=False)
        for name in rows.schema.names
        if name != "layout"
    }
    text, lengths = characters(rows.column("layout"))
    for size in sorted(set(zip(columns["rows"].tolist(), columns["cols"].tolist(), strict=True))):
        at = np.nonzero((columns["rows"] == size[0]) & (columns["cols"] == size[1]))[0]
        if size not in rooms:
            yield Fault("is of a room that was not asked for", int(at[0]))
            continue
        same_room = {name: values[at] for name, values in columns.items()}
        layouts = text[at], lengths[at]
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
    single, along, across = ((halves == kind).sum(0) for kind in (HALF, LEFT, TOP))
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
    images = [k for k in range(7) if room.images[k, 0] >= 0]
    same = np.zeros((len(images), len(spoiled)), bool)
    later = np.zeros(len(spoiled), bool)
    for flags, k in zip(same, images, strict=True):
        image = image_of(halves, room, k)
        differing = image != halves
        np.logical_not(differing.any(0), out=flags)
        if up_to_symmetry:
            later |= comes_before(image, halves, differing, room)
    symmetry = classes_of(same, images)
    yield "has another symmetry class", np.asarray(symmetry != rows["symmetry"].astype(str))
    kept = same.sum(0) + 1
    orbit = (len(images) + 1) // kept if up_to_symmetry else np.ones_like(kept)
    yield "has another orbit", np.asarray(orbit != rows["orbit"])
    yield "is not the first of its images", later


def halves_of(layouts: Text, room: Region) -> tuple[Halves, Flags]:
    """Return what covers each cell, and which layouts do not cover the room exactly."""
    text, lengths = layouts
    if text.shape[1] <= len(room):  # so that no layout is read beyond its row
        text = np.pad(text, ((0, 0), (0, len(room) + 1 - text.shape[1])))
    halves = np.full((len(room), len(text)), EMPTY, np.uint8)
    spoiled = np.zeros(len(text), bool)
    begins = np.arange(len(text)) * text.shape[1]
    at = begins.copy()
    numbers = np.pad(room.numbers, ((0, 1), (0, 1)), constant_values=-1)
    for here, (r, c) in zip(halves, room.cells, strict=True):
        free = here == EMPTY
        letters = text.ravel().take(at)
        known = single = free & (letters == ord("M"))
        here |= single * np.uint8(HALF)
        for letter, other, first, second in (
            ("H", numbers[r, c + 1], LEFT, RIGHT),
            ("V", numbers[r + 1, c], TOP, BOTTOM),
        ):
            begun = free & (letters == ord(letter))
            known = known | begun
            here |= begun * np.uint8(first)
            if other < 0:
                spoiled |= begun
            else:
                spoiled |= begun & (halves[other] != EMPTY)
                halves[other] |= begun * np.uint8(second)
        spoiled |= free & ~known
        at += free
    return halves, spoiled | (at - begins != lengths)


def crossroads(halves: Halves, room: Region) -> Flags:
    """Which layouts have a point with four different tiles; points at a wall do not count.

    Two cells that touch at a point only are never of one tile.
    """
    numbers = room.numbers
    corners = np.stack([numbers[:-1, :-1], numbers[:-1, 1:], numbers[1:, :-1], numbers[1:, 1:]])
    corners = corners.reshape(4, -1)
    upper_left, _, _, lower_right = corners[:, (corners >= 0).all(0)]
    joined_on = (halves == LEFT) | (halves == TOP)
    joined_back = (halves == RIGHT) | (halves == BOTTOM)
    found = np.zeros(halves.shape[1], bool)
    for first, last in zip(upper_left, lower_right, strict=True):
        found |= ~(joined_on[first] | joined_back[last])
    return found


def image_of(halves: Halves, room: Region, k: int) -> Halves:
    """Return the layouts under an image of the room, by its place in `Region.images`."""
    kind_at = {towards: kind for kind, towards in TOWARDS.items()}
    kinds = [EMPTY, *(kind_at[turned(towards, k)] for towards in TOWARDS.values())]
    table = bytes(kinds) + bytes(256 - len(kinds))
    mapped = np.frombuffer(halves.tobytes().translate(table), np.uint8).reshape(halves.shape)
    image = np.empty_like(halves)
    image[room.images[k]] = mapped
    return image


def turned(step: tuple[int, int], k: int) -> tuple[int, int]:
    """Return what becomes of a step by rows and columns, in the order of `Region.images`."""
    r, c = step
    return ((r, -c), (-r, c), (-r, -c), (c, r), (c, -r), (-c, r), (-c, -r))[k]


def comes_before(these: Halves, those: Halves, differing: Flags, room: Region) -> Flags:
    """Which of these layouts are listed before those: decided where they differ first.

    Cells are compared row by row, in a room that is wider than tall column by column. Where two
    layouts first differ a tile starts in both: the mat along that line comes first, then the one
    across it, then the half mat.
    """
    by_columns = room.width > room.height
    scan = np.lexsort(np.nonzero(room.grid)) if by_columns else np.arange(len(room))
    first = scan[np.argmax(differing[scan], axis=0)]
    ranks = np.zeros(8, np.uint8)  # of what lies over another, too
    ranks[[TOP, LEFT, HALF] if by_columns else [LEFT, TOP, HALF]] = 0, 1, 2
    layouts = np.arange(these.shape[1])
    return np.asarray(ranks[these[first, layouts]] < ranks[those[first, layouts]])
