"""Recompute every attribute of tatami rows with NumPy, from the letters of the layout alone.

Different from the kernel's way: layouts become planes that say of each place of the room whether a
mat lies there, images are permutations of places, and points are looked at when the room is full.
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
from enumino.datasets.checks.planes import counted, first_only, in_any
from enumino.datasets.checks.symmetry import claimed_codes, class_codes
from enumino.families.tatami.mats import places_of
from enumino.objects.region import Region

# Rows that are treated together: what is known of four cells of them stays in the cache.
ROWS = 8192

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
