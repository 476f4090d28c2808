"""Verify a dataset, its totals by methods that share nothing with the search as well."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Literal

from enumino.cluster import threads_or_cores
from enumino.datasets import verify as files
from enumino.datasets.checks import Check
from enumino.datasets.checks.limits import cut_off
from enumino.datasets.families.tatami import TatamiRows
from enumino.datasets.families.tilings import TilingRows
from enumino.datasets.families.trominoes import TrominoRows
from enumino.datasets.manifest import Manifest
from enumino.datasets.reader import Dataset
from enumino.datasets.storage import Store
from enumino.datasets.verify import Report
from enumino.errors import ProblemError
from enumino.pieces import parse
from enumino.placements import Placements
from enumino.regions import Region
from enumino.shapes import SymmetryClass
from enumino.words import plural, quoted

Oracle = Literal["cp-sat"]
ORACLES: tuple[Oracle, ...] = ("cp-sat",)

MAX_PROFILES = 200_000
"""Profiles beyond which no count is made for comparison: it would take longer than the search."""
MAX_COUNTED_PROFILES = 20_000
"""The same where uses of pieces are counted, which makes profiles many."""
MAX_SWEPT_SIDE = 12
MOST_REBUILT, CELLS_REBUILT = 16, 1 << 26
"""Large tromino boards that are rebuilt to be looked at: about a second's worth."""


def verify(
    root: str | os.PathLike[str],
    *,
    full: bool = False,
    seed: int = 0,
    oracle: Oracle | None = None,
    on_check: Callable[[Check], None] | None = None,
    on_rows: Callable[[int, int], None] | None = None,
    threads: int | None = None,
) -> Report:
    """Verify a finished dataset.

    First the files: presence, checksums, schema. Then every row is read: totals by class against
    published sequences and against each other, orbit sums, duplicates. Rows are also recomputed
    by independent code: all of them up to a million, a seeded sample beyond. Last, totals are
    compared with counts made without a search, where there is a method: recurrences and transfer
    matrices for tatami rooms, profiles for tilings with reusable pieces.

    Parameters
    ----------
    root : str or path
    full : bool
        Recompute and compare all rows, whatever their number.
    seed : int
        Chooses the sample.
    oracle : {"cp-sat"}, optional
        Solve the problem once more, by constraint programming, and compare layout by layout:
        tatami rooms, whole mats.
    on_check : callable, optional
        Called with each `Check` as it is done.
    on_rows : callable, optional
        Called with the number of rows read so far, and that of all rows.
    threads : int, optional
        How many threads look at rows; as many as there are cores unless told.

    Raises
    ------
    IncompleteDatasetError, DatasetError
        If there is no finished dataset to verify.
    ProblemError
        If the oracle does not speak about the problem.
    MissingExtraError
        If it is not installed.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/octominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(8))
    >>> enumino.verify(root).ok
    True
    """
    if oracle is not None and oracle not in ORACLES:
        raise ProblemError(f"There is no oracle {quoted(oracle)}: choose {', '.join(ORACLES)}.")
    used = threads_or_cores(threads)
    oracles: list[files.Oracle] = [independent_counts]
    if oracle == "cp-sat":
        store = Store(root)
        solvable(Manifest.read(store))  # refuses at once, not after the rows
        oracles.append(partial(by_constraints, store))
    return files.verify(
        root,
        full=full,
        seed=seed,
        on_check=on_check,
        on_rows=on_rows,
        oracles=oracles,
        threads=used,
    )


def independent_counts(manifest: Manifest) -> Iterator[Check]:
    """Yield comparisons with counts made without a search, where there is a method."""
    methods: dict[str, Callable[[Manifest], Iterator[Check]]] = {
        "tatami": _tatami,
        "tilings": _tilings,
        "trominoes": _trominoes,
    }
    method = methods.get(manifest.problem["family"])
    if method and not cut_off(manifest.problem.get("limit"), manifest.rows):
        yield from method(manifest)


def _compared(name: str, numbers: list[tuple[str, int, int]]) -> Iterator[Check]:
    """Compare what there is with what there should be."""
    if numbers:
        for what, ours, theirs in numbers:
            if ours != theirs:
                yield Check(name, False, f"{what}: {ours:,} found, and {theirs:,} counted")
                return
        total = f"{sum(number for _, _, number in numbers):,} counted as well"
        yield Check(name, True, total + (f", in {len(numbers)} regions" if numbers[1:] else ""))


def _tatami(manifest: Manifest) -> Iterator[Check]:
    from enumino.enum.counting.tatami import layouts, layouts_up_to_symmetry
    from enumino.enum.counting.tatami_regions import distribution

    asked = TatamiRows(manifest.problem)
    ours: Counter[tuple[int, int]] = Counter()
    images: Counter[tuple[int, int]] = Counter()  # layouts that the rows stand for
    for (rows, cols, _, symmetry), number in manifest.counts.items():
        ours[rows, cols] += number
        room = asked.by_size.get((rows, cols))
        if room and asked.up_to_symmetry:
            images[rows, cols] += number * (room.order // SymmetryClass(symmetry).order)
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
    yield from _compared("recurrence", by_recurrence)
    yield from _compared("transfer matrix", by_matrix)


def _tilings(manifest: Manifest) -> Iterator[Check]:
    rows = TilingRows(manifest.problem)
    theirs = _mats(rows.board) if rows.no_crossroads else _profiles(rows.board)
    if theirs is None:
        return
    images = 1 + sum(rows.board.image_under(k) is not None for k in range(7))
    ours = sum(
        number * (images // SymmetryClass(key[0]).order if rows.up_to_symmetry else 1)
        for key, number in manifest.counts.items()
    )
    method = "transfer matrix" if rows.no_crossroads else "profiles"
    yield from _compared(method, [(rows.board.region.name, ours, theirs)])


def _mats(board: Placements) -> int | None:
    """The number of tilings without crossroads, if the pieces are mats: dominoes, monominoes."""
    from enumino.enum.counting.tatami_regions import distribution

    sizes = [len(orientation.polyomino) for orientation in board.orientations]
    narrow = min(board.region.height, board.region.width) <= MAX_SWEPT_SIDE
    if not narrow or not board.reusable or sorted(sizes) not in ([2, 2], [1, 2, 2]):
        return None
    return sum(distribution(board.region.grid, None if 1 in sizes else 0))


def _trominoes(manifest: Manifest) -> Iterator[Check]:
    rows = TrominoRows(manifest.problem)
    if not rows.all_tilings:
        yield from _rebuilt(rows)
        return
    pieces = parse("L-tromino")
    ours: Counter[Any] = Counter()
    for key, number in manifest.counts.items():
        ours[key[:2]] += number
    numbers = []
    for cell in rows.cells():
        board = Placements(Region.rectangle(rows.rows, rows.cols).without([cell]), pieces)
        theirs = _profiles(board)
        if theirs is not None:
            numbers.append((f"without {cell[0]},{cell[1]}", ours[cell], theirs))
    yield from _compared("profiles", numbers)


def _rebuilt(rows: TrominoRows) -> Iterator[Check]:
    """Look at some boards that are too large for a layout in their row."""
    from enumino.datasets.checks.trominoes import check_board
    from enumino.enum.trominoes import LARGEST_WITH_LAYOUT, numbered_board

    side = rows.rows
    if side <= LARGEST_WITH_LAYOUT:
        return
    chosen = Random(side)
    some = [
        (chosen.randrange(side), chosen.randrange(side))
        for _ in range(max(1, min(MOST_REBUILT, CELLS_REBUILT // side**2)))
    ]
    boards = some if rows.missing is None else [rows.missing]
    for cell in boards:
        if fault := check_board(numbered_board(side, cell), *cell):
            yield Check("boards", False, f"without {cell[0]},{cell[1]}: {fault}")
            return
    yield Check(
        "boards",
        True,
        f"{plural(len(boards), 'board')} rebuilt: L-trominoes on all cells but one, each once",
    )


def _profiles(board: Placements) -> int | None:
    """The number of tilings, unless it takes too many profiles."""
    from enumino.enum.tiling_covers import count_by_profiles

    most = MAX_PROFILES if board.reusable else MAX_COUNTED_PROFILES
    try:
        return count_by_profiles(board, most)
    except ProblemError:
        return None


def solvable(manifest: Manifest) -> TatamiRows:
    """Return the rooms of a dataset if constraint programming can solve them all.

    Raises
    ------
    ProblemError
        If it cannot.
    MissingExtraError
        If it is not installed.
    """
    from enumino.oracles import cp_sat

    problem = manifest.problem
    rows = TatamiRows(problem) if problem["family"] == "tatami" else None
    if rows is None or rows.most != 0 or not all(room.is_rectangle for room in rows.rooms):
        raise ProblemError(
            f"The oracle cp-sat solves rectangular tatami rooms without half mats, not "
            f"{manifest.title}: leave out --oracle."
        )
    if cut_off(rows.limit, manifest.rows):
        raise ProblemError(
            f"The oracle cp-sat compares whole listings, and this one ended at its limit of "
            f"{rows.limit:,}: leave out --oracle."
        )
    largest = max(rows.rooms, key=len)
    if len(largest) > cp_sat.MAX_CELLS:
        raise ProblemError(
            f"The oracle cp-sat solves rooms of at most {cp_sat.MAX_CELLS} cells, and "
            f"{largest.name} has {len(largest)}: leave out --oracle."
        )
    cp_sat.solve(1, 1)  # there is nothing to solve: only to hear at once if it is not installed
    return rows


def by_constraints(store: Store, manifest: Manifest) -> Iterator[Check]:
    """Yield the comparison, layout by layout, with what constraint programming finds."""
    from enumino.oracles import cp_sat

    asked = solvable(manifest)
    distinct = _classes if asked.up_to_symmetry else _layouts
    numbers, unlike = [], []
    for room in asked.rooms:
        rows, cols = room.height, room.width
        theirs = distinct(room, cp_sat.solve(rows, cols).layouts)
        number = sum(n for key, n in manifest.counts.items() if key[:2] == (rows, cols))
        numbers.append((room.name, number, len(theirs)))
        if number == len(theirs):  # else there may be far more rows than memory holds
            listed = Dataset(store).rows(f"rows = {rows} and cols = {cols}", ["layout"])
            if distinct(room, [row["layout"] for row in listed]) != theirs:
                unlike.append(room.name)
    if unlike:
        yield Check("cp-sat", False, f"{unlike[0]}: as many layouts, but not the same")
    else:
        yield from _compared("cp-sat", numbers)


def _layouts(_: Region, layouts: Sequence[str]) -> set[bytes]:
    return {layout.encode() for layout in layouts}


def _classes(room: Region, layouts: Sequence[str]) -> set[bytes]:
    """The classes of layouts under the symmetries of a room, each by its least image."""
    import numpy as np

    from enumino.datasets.checks.tatami import halves_of, image_of

    if not layouts:
        return set()
    text = np.array([np.frombuffer(f"{layout}\0".encode(), np.uint8) for layout in layouts])
    lengths = np.full(len(text), text.shape[1] - 1)
    halves, _ = halves_of((text, lengths), room)
    kept = (k for k in range(7) if room.images[k, 0] >= 0)
    turned = [halves, *(image_of(halves, room, k) for k in kept)]
    return {min(image[:, i].tobytes() for image in turned) for i in range(len(layouts))}
