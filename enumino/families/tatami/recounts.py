"""Compare layouts of a dataset with counts made without a search, and with a constraint solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from enumino.datasets.checks import Check
from enumino.datasets.checks.limits import cut_off
from enumino.datasets.checks.numbers import compared
from enumino.datasets.documents import Counts
from enumino.datasets.manifest import Manifest
from enumino.errors import ProblemError
from enumino.families.tatami import cp_sat
from enumino.families.tatami.recurrences import layouts, layouts_up_to_symmetry
from enumino.families.tatami.transfer_matrix import distribution
from enumino.objects.lattice import SymmetryClass
from enumino.objects.region import Region

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset
    from enumino.families.tatami.rows import TatamiRows

# Short side of the widest room whose layouts are counted for comparison.
MAX_SWEPT_SIDE = 12


def without_search(asked: TatamiRows, counts: Counts) -> Iterator[Check]:
    """Yield comparisons with recurrences and transfer matrices, for the rooms that these count."""
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


def refuse_unsolvable(asked: TatamiRows, manifest: Manifest) -> None:
    """Raise unless constraint programming can solve all rooms, which are rectangles for whole mats.

    Raises
    ------
    ProblemError
        If it cannot.
    MissingExtraError
        If it is not installed.
    """
    if cut_off(asked.limit, manifest.rows):
        raise ProblemError(
            f"The oracle cp-sat compares whole listings, and this one ended at its limit of "
            f"{asked.limit:,}: leave out --oracle."
        )
    largest = max(asked.rooms, key=len)
    if len(largest) > cp_sat.MAX_CELLS:
        raise ProblemError(
            f"The oracle cp-sat solves rooms of at most {cp_sat.MAX_CELLS} cells, and "
            f"{largest.name} has {len(largest)}: leave out --oracle."
        )
    cp_sat.solve(1, 1)  # raises at once if the solver is not installed


def by_constraints(asked: TatamiRows, dataset: Dataset) -> Iterator[Check]:
    """Yield the comparison, layout by layout, with what constraint programming finds."""
    distinct = _classes if asked.up_to_symmetry else _layouts
    numbers, unlike = [], []
    for room in asked.rooms:
        height, width = room.height, room.width
        theirs = distinct(room, cp_sat.solve(height, width).layouts)
        counts = dataset.manifest.counts
        number = sum(n for key, n in counts.items() if key[:2] == (height, width))
        numbers.append((room.name, number, len(theirs)))
        if number == len(theirs):  # else there may be far more rows than memory holds
            listed = dataset.rows(f"rows = {height} and cols = {width}", ["layout"])
            if distinct(room, [row["layout"] for row in listed]) != theirs:
                unlike.append(room.name)
    if unlike:
        yield Check("cp-sat", False, f"{unlike[0]}: as many layouts, but not the same")
    else:
        yield from compared("cp-sat", numbers)


def _layouts(_: Region, layouts: Sequence[str]) -> set[bytes]:
    return {layout.encode() for layout in layouts}


def _classes(room: Region, layouts: Sequence[str]) -> set[bytes]:
    """The classes of layouts under the symmetries of a room, each by its least image."""
    import numpy as np

    from enumino.families.tatami.mats import places_of

    if not layouts:
        return set()
    text = np.array([np.frombuffer(f"{layout}\0".encode(), np.uint8) for layout in layouts])
    lengths = np.full(len(text), text.shape[1] - 1)
    places = places_of(room)
    planes, _ = places.planes((text, lengths))
    mats = np.unpackbits(planes, axis=1, count=len(layouts))
    turned = [mats, *(mats[np.argsort(moved)] for moved in places.images.values())]
    return {min(image[:, i].tobytes() for image in turned) for i in range(len(layouts))}
