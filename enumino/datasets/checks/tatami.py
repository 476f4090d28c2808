"""Recompute every attribute of tatami rows with NumPy, from the letters of the layout alone.

Different from the kernel's way: a layout becomes an array of partners (for each cell the other
cell of its mat, or itself), images are permutations of that array, and points are looked at when
the room is full. Rows of the same room are treated together.
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

Partners = npt.NDArray[np.signedinteger[Any]]  # cells in row-major order, layouts; -1: not covered
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
    partners, spoiled = partners_of(layouts, room)
    yield "does not cover the room", spoiled
    yield "has four tiles at a point", crossroads(partners, room)
    cells, in_row = np.arange(len(room))[:, None], np.nonzero(room.grid)[0]
    ahead = partners > cells
    along = ahead & (in_row.astype(partners.dtype)[partners] == in_row[:, None])
    halves = (partners == cells).sum(0)
    fewest, most = monomers[0], len(room) if monomers[1] is None else monomers[1]
    outside = (halves < fewest) | (halves > most)
    yield "has a number of half mats that was not asked for", np.asarray(outside)
    for name, number in (
        ("mats", ahead.sum(0)),
        ("monomers", halves),
        ("horizontal", along.sum(0)),
        ("vertical", (ahead & ~along).sum(0)),
    ):
        yield f"has another number in {name}", np.asarray(number != rows[name])
    images = [k for k in range(7) if room.images[k, 0] >= 0]
    same = np.zeros((len(images), len(spoiled)), bool)
    later = np.zeros(len(spoiled), bool)
    for flags, k in zip(same, images, strict=True):
        image = image_of(partners, room.images[k])
        flags[:] = (image == partners).all(0)
        if up_to_symmetry:
            later |= comes_before(image, partners, room)
    symmetry = classes_of(same, images)
    yield "has another symmetry class", np.asarray(symmetry != rows["symmetry"].astype(str))
    kept = same.sum(0) + 1
    orbit = (len(images) + 1) // kept if up_to_symmetry else np.ones_like(kept)
    yield "has another orbit", np.asarray(orbit != rows["orbit"])
    yield "is not the first of its images", later


def partners_of(layouts: Text, room: Region) -> tuple[Partners, Flags]:
    """Return the partner of each cell, and which layouts do not cover the room exactly."""
    text, lengths = layouts
    small = np.int16 if len(room) < 1 << 15 else np.int32
    partners = np.full((len(room), len(text)), -1, small)
    spoiled = np.zeros(len(text), bool)
    at = np.zeros(len(text), np.int64)
    numbers = np.pad(room.numbers, ((0, 1), (0, 1)), constant_values=-1)
    for i, (r, c) in enumerate(room.cells):
        rows = np.flatnonzero(partners[i] < 0)
        letters = text[rows, np.minimum(at[rows], lengths[rows])]
        at[rows] += 1
        partners[i, rows] = i
        known = letters == ord("M")
        for letter, other in (("H", numbers[r, c + 1]), ("V", numbers[r + 1, c])):
            here = letters == ord(letter)
            known |= here
            chosen = rows[here]
            if other < 0:
                spoiled[chosen] = True
                continue
            spoiled[chosen] |= partners[other, chosen] >= 0
            partners[i, chosen], partners[other, chosen] = other, i
        spoiled[rows[~known]] = True
    return partners, spoiled | (at != lengths)


def crossroads(partners: Partners, room: Region) -> Flags:
    """Which layouts have a point with four different tiles; points at a wall do not count.

    Two cells that touch at a point only are never of one tile.
    """
    numbers = room.numbers
    found = np.zeros(partners.shape[1], bool)
    corners = np.stack([numbers[:-1, :-1], numbers[:-1, 1:], numbers[1:, :-1], numbers[1:, 1:]])
    for upper_left, upper_right, lower_left, lower_right in corners.reshape(4, -1).T:
        if min(upper_left, upper_right, lower_left, lower_right) >= 0:
            first, last = partners[upper_left], partners[lower_right]
            apart = (first != upper_right) & (first != lower_left)
            found |= apart & (last != upper_right) & (last != lower_left)
    return found


def image_of(partners: Partners, image: npt.NDArray[np.int64]) -> Partners:
    """Return the layouts under an image that maps each cell to ``image[cell]``."""
    turned = np.empty_like(partners)
    turned[image] = image.astype(partners.dtype)[partners]
    return turned


def comes_before(these: Partners, those: Partners, room: Region) -> Flags:
    """Which of these layouts are listed before those: decided where they differ first.

    Cells are compared row by row, in a room that is wider than tall column by column. Where two
    layouts first differ a tile starts in both: the mat along that line comes first, then the one
    across it, then the half mat.
    """
    line, across = np.nonzero(room.grid)
    differing, layouts = these != those, np.arange(these.shape[1])
    if room.width > room.height:
        scan, line = np.lexsort((line, across)), across
        first = scan[np.argmax(differing[scan], axis=0)]
    else:
        first = np.argmax(differing, axis=0)

    def ranks(partners: Partners) -> npt.NDArray[np.int64]:
        others = partners[first, layouts]
        return np.where(others == first, 2, np.where(line[others] == line[first], 0, 1))

    return np.asarray(ranks(these) < ranks(those))
