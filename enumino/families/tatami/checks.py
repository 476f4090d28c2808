"""Recompute every attribute of tatami rows with NumPy, from the letters of the layout alone.

The method differs from that of the kernel: layouts become planes, one bit a layout for each place
of the room, which is set if a mat lies there. Images are permutations of places, and points are
checked when the room is full. Rows of the same room are checked together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Check, Fault, compared
from enumino.datasets.checks.arrays import (
    Text,
    characters,
    claimed_codes,
    class_codes,
    counted,
    first_only,
    in_any,
)
from enumino.datasets.documents import Counts
from enumino.families.tatami.mats import places_of
from enumino.families.tatami.recurrences import layouts, layouts_up_to_symmetry
from enumino.families.tatami.transfer_matrix import distribution
from enumino.objects.lattice import SymmetryClass
from enumino.objects.region import Region

if TYPE_CHECKING:
    from enumino.families.tatami.rows import TatamiRows


# Rows that are checked together: the tables of four cells of each stay in the cache.
ROWS = 8192

Flags = npt.NDArray[np.bool_]
Rows = dict[str, npt.NDArray[Any]]


def faults(
    rows: pa.RecordBatch,
    rooms: dict[tuple[int, int], Region],
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
) -> Iterator[Fault]:
    """Yield the faults of the rows, one example for each kind of fault, room and lot of rows.

    `monomers` are the fewest and the most half mats of the problem; None for any number.
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
    """Yield a sentence about each possible fault, and the rows that have it."""
    places, number = places_of(room), len(layouts[0])
    planes, spoiled = places.planes(layouts)
    yield "does not cover the room", spoiled
    mats = planes[places.points]
    yield "has four tiles at a point", in_any(~np.bitwise_or.reduce(mats, axis=0), number)
    along, across = counted(planes[~places.across], number), counted(planes[places.across], number)
    single = len(room) - 2 * (along + across)
    fewest, most = monomers[0], len(room) if monomers[1] is None else monomers[1]
    outside = (single < fewest) | (single > most)
    yield "has a number of half mats that was not asked for", np.asarray(outside)
    for name, found in (
        ("mats", along + across),
        ("monomers", single),
        ("horizontal", along),
        ("vertical", across),
    ):
        yield f"has another number in {name}", np.asarray(found != rows[name])
    same = np.zeros((len(places.images), number), bool)
    later = np.zeros(number, bool)
    for flags, moved in zip(same, places.images.values(), strict=True):
        image = np.empty_like(planes)
        image[moved] = planes
        differing = image ^ planes
        flags[:] = ~in_any(differing, number)
        if up_to_symmetry:
            later |= in_any(first_only(differing) & image, number)
    symmetry = class_codes(same, list(places.images))
    yield "has another symmetry class", np.asarray(symmetry != rows["symmetry"])
    kept = same.sum(0) + 1
    orbit = (len(same) + 1) // kept if up_to_symmetry else np.ones_like(kept)
    yield "has another orbit", np.asarray(orbit != rows["orbit"])
    yield "is not the first of its images", later


# Largest short side of a room whose layouts are counted for comparison.
MAX_SWEPT_SIDE = 12


def without_search(asked: TatamiRows, counts: Counts) -> Iterator[Check]:
    """Yield comparisons with recurrences and transfer matrices for the rooms that these count."""
    ours: Counter[tuple[int, int]] = Counter()
    images: Counter[tuple[int, int]] = Counter()  # layouts that the rows stand for
    for (height, width, _, symmetry), number in counts.items():
        ours[height, width] += number
        room = asked.by_size.get((height, width))
        if room and asked.up_to_symmetry:
            images[height, width] += number * (room.order // SymmetryClass(symmetry).order)
    by_recurrence, by_matrix = [], []
    for room in asked.rooms:
        size = room.height, room.width
        if room.is_rectangle and asked.most == 0:
            theirs = (layouts_up_to_symmetry if asked.up_to_symmetry else layouts)(*size)
            by_recurrence.append((room.name, ours[size], theirs))
        elif min(size) <= MAX_SWEPT_SIDE:
            theirs = sum(distribution(room.grid, asked.most)[asked.fewest :])
            found = images if asked.up_to_symmetry else ours
            by_matrix.append((room.name, found[size], theirs))
    yield from compared("recurrence", by_recurrence)
    yield from compared("transfer matrix", by_matrix)
