"""Tatami rooms: recurrences, transfer matrix, published counts, and naive ones."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb

import numba
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.kernels import tatami_transfer
from enumino.errors import ProblemError
from enumino.families.tatami import recurrences as tatami
from enumino.families.tatami.transfer_matrix import RoomSweep, distribution
from enumino.objects.lattice import SymmetryClass
from tests import published

INTERPRETED = bool(numba.config.DISABLE_JIT)

Room = npt.NDArray[np.bool_]
Layout = tuple[tuple[int, ...], ...]


# --- Naive counts ---------------------------------------------------------------------------


def naive_layouts(room: Room, most: int) -> Iterator[tuple[Layout, int]]:
    """All layouts with up to `most` half mats, as grids of tile numbers, with their half mats."""
    rows, cols = room.shape
    tile = [[-1] * cols for _ in range(rows)]

    def four_meet(r: int, c: int) -> bool:
        around = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]
        if not all(0 <= i < rows and 0 <= j < cols for i, j in around):
            return False
        tiles = {tile[i][j] for i, j in around}
        return -1 not in tiles and len(tiles) == 4

    def cover(at: int, tiles: int, monomers: int) -> Iterator[tuple[Layout, int]]:
        if at == rows * cols:
            yield tuple(map(tuple, tile)), monomers
            return
        r, c = divmod(at, cols)
        if not room[r, c] or tile[r][c] >= 0:
            yield from cover(at + 1, tiles, monomers)
            return
        for cells in ([(r, c)], [(r, c), (r, c + 1)], [(r, c), (r + 1, c)]):
            if not all(i < rows and j < cols and room[i, j] and tile[i][j] < 0 for i, j in cells):
                continue
            single = len(cells) == 1
            if single and monomers == most:
                continue
            for i, j in cells:
                tile[i][j] = tiles
            corners = {(i + a, j + b) for i, j in cells for a in (0, 1) for b in (0, 1)}
            if not any(four_meet(*corner) for corner in corners):
                yield from cover(at + 1, tiles + 1, monomers + single)
            for i, j in cells:
                tile[i][j] = -1

    yield from cover(0, 0, 0)


def naive_distribution(room: Room, most: int) -> list[int]:
    numbers = Counter(monomers for _, monomers in naive_layouts(room, most))
    return [numbers[k] for k in range(most + 1)]


def renumbered(rows: list[tuple[int, ...]]) -> Layout:
    names: dict[int, int] = {}
    return tuple(tuple(names.setdefault(tile, len(names)) for tile in row) for row in rows)


def images(layout: Layout) -> list[Layout]:
    """The layout and its images: as it is, mirrored twice, half turn; the same transposed."""
    found: list[Layout] = []
    for grid in (list(layout), list(zip(*layout, strict=True))):
        for rows in (grid, grid[::-1]):
            found += [renumbered(rows), renumbered([row[::-1] for row in rows])]
    return found


def symmetry_of(layout: Layout) -> SymmetryClass:
    same, left_right, up_down, half_turn, *transposed = images(layout)
    assert same == layout
    assert layout not in transposed, "layouts of squares have no diagonal symmetry"
    mirrors = (left_right == layout) + (up_down == layout)
    if mirrors:
        return SymmetryClass.AXIS2 if mirrors == 2 else SymmetryClass.AXIS
    return SymmetryClass.ROTATE if half_turn == layout else SymmetryClass.NONE


@cache
def hickerson(short: int, long: int) -> int:
    """The recurrences as Hickerson wrote them, with short <= long only in the first call."""
    if short == 1:
        return int(long % 2 == 0)
    if short % 2:
        return 2 * any_blocks(short, long)
    return single_first(short, long) + block_first(short, long) + (long == 0)


@cache
def any_blocks(r: int, s: int) -> int:
    if s <= 0:
        return int(s == 0)
    return any_blocks(r, s - r + 1) + any_blocks(r, s - r - 1)


@cache
def single_first(r: int, s: int) -> int:
    if s <= 0:
        return 0
    return hickerson(2, s - 1) if r == 2 else block_first(r, s - 1) + (s == 1)


@cache
def block_first(r: int, s: int) -> int:
    if s <= 0:
        return 0
    if r == 2:
        return single_first(2, s - 2) + (s == 2)
    return single_first(r, s - r + 2) + single_first(r, s - r) + (s in (r - 2, r))


# --- Published counts -----------------------------------------------------------------------


def table(name: str) -> list[list[int]]:
    """All numbers of a published table, row by row."""
    rows = published.table("tatami", name)
    return [[int(value) for value in list(row.values())[:-1]] for row in rows]


def antidiagonals() -> Iterator[tuple[int, int]]:
    """Rooms in the order of the two tables of OEIS."""
    for total in range(2, 1000):
        yield from ((rows, total - rows) for rows in range(1, total))


def test_every_published_rectangle() -> None:
    rows = table("tatami_rectangles")
    assert len(rows) == 176
    assert [tatami.layouts(r, s) for r, s, _ in rows] == [count for *_, count in rows]
    rows = table("tatami_incongruent")
    assert len(rows) == 183
    assert [tatami.layouts_up_to_symmetry(r, s) for r, s, _ in rows] == [n for *_, n in rows]


@pytest.mark.parametrize(
    ("oeis", "count"),
    [("A068920", tatami.layouts), ("A068926", tatami.layouts_up_to_symmetry)],
)
def test_published_tables_by_antidiagonals(oeis, count) -> None:
    for (_, value), room in zip(
        sorted(published.terms("tatami")[oeis].items()), antidiagonals(), strict=False
    ):
        assert count(*room) == value


@pytest.mark.parametrize("rows", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("first", "count"), [(68921, tatami.layouts), (68927, tatami.layouts_up_to_symmetry)]
)
def test_published_rows(rows: int, first: int, count) -> None:
    terms = published.terms("tatami")[f"A0{first + rows - 2}"]
    assert len(terms) > 20
    for n, value in terms.items():
        if n > 0:  # a room has at least one column
            assert count(rows, 2 * n if rows % 2 else n) == value


def test_published_sums_over_rooms() -> None:
    for mats, value in published.terms("tatami")["A067925"].items():
        assert tatami.all_rooms(2 * mats) == value
    for mats, value in published.terms("tatami")["A052270"].items():
        assert tatami.all_rooms_up_to_symmetry(2 * mats) == value


def test_every_published_room_with_monomers() -> None:
    rooms: dict[tuple[int, int], dict[int, int]] = {}
    for rows, cols, monomers, count in table("tatami_monomers"):
        rooms.setdefault((rows, cols), {})[monomers] = count
    assert len(rooms) > 40
    for room, numbers in rooms.items():
        found = distribution(np.ones(room))
        assert {monomers: count for monomers, count in enumerate(found) if count} == {
            monomers: count for monomers, count in numbers.items() if count
        }


def test_published_totals_with_monomers() -> None:
    totals = {(rows, cols): count for rows, cols, count in table("tatami_monomer_dimer_totals")}
    assert len(totals) == 60
    for rows, oeis in ((2, "A180965"), (3, "A180970"), (4, "A192090")):
        totals |= {
            (rows, n): count for n, count in published.terms("tatami")[oeis].items() if n > 0
        }
    for room, count in totals.items():
        if not INTERPRETED or room[1] <= 8:
            assert sum(distribution(np.ones(room))) == count


def test_published_squares_with_monomers() -> None:
    squares = [(n, n, count) for n, count in published.terms("tatami")["A001787"].items() if n > 0]
    for side, monomers, count in [*table("tatami_square_n_monomers"), *squares]:
        assert tatami.square_with_monomers(side, monomers) == count
        if side <= (6 if INTERPRETED else 12):
            assert distribution(np.ones((side, side)), monomers)[monomers] == count


# --- Recurrences ----------------------------------------------------------------------------


def test_compositions_are_hickersons_recurrences() -> None:
    for short, long in product(range(1, 13), range(1, 90)):
        if short <= long:
            assert tatami.layouts(short, long) == hickerson(short, long)
            assert tatami.layouts(long, short) == hickerson(short, long)


@pytest.mark.parametrize(
    "room", [(r, s) for r in range(1, 9) for s in range(r, 17) if r * s <= 48], ids=str
)
def test_symmetries_are_those_of_the_listed_layouts(room: tuple[int, int]) -> None:
    listed = [renumbered(list(layout)) for layout, _ in naive_layouts(np.ones(room, bool), 0)]
    found = tatami.by_symmetry(*room, up_to_symmetry=False)
    assert found == Counter(map(symmetry_of, listed))
    square = room[0] == room[1]
    classes = {frozenset(images(layout)[: 8 if square else 4]) for layout in listed}
    assert tatami.layouts_up_to_symmetry(*room) == len(classes)
    assert tatami.by_symmetry(*room) == Counter(symmetry_of(min(each)) for each in classes)
    assert tatami.by_symmetry(*reversed(room)) == tatami.by_symmetry(*room)


@pytest.mark.parametrize("room", [(3, 40), (4, 41), (6, 90), (7, 96), (2, 60)], ids=str)
def test_images_of_all_classes_are_all_layouts(room: tuple[int, int]) -> None:
    classes = tatami.by_symmetry(*room)
    everything = tatami.by_symmetry(*room, up_to_symmetry=False)
    assert sum(classes[s] * 4 // s.order for s in classes) == tatami.layouts(*room)
    assert {s: n * 4 // s.order for s, n in classes.items()} == everything


def test_large_rooms_are_counted_exactly() -> None:
    a, b = 1, 1  # compositions of n into 1 and 2: of 2n into 2 and 4
    for _ in range(50_000):
        a, b = b, a + b
    assert tatami.layouts(3, 100_000) == 2 * a
    assert tatami.layouts(1000, 1001) == 2
    assert tatami.layouts(1001, 10) == tatami.layouts(10, 1001) == hickerson(10, 1001)
    assert tatami.layouts(999, 999) == tatami.layouts_up_to_symmetry(999, 999) == 0


def test_bad_rooms_are_refused() -> None:
    with pytest.raises(ProblemError, match="not 0 x 5"):
        tatami.layouts(0, 5)
    with pytest.raises(ProblemError, match="not 3 x -1"):
        tatami.layouts_up_to_symmetry(3, -1)
    with pytest.raises(ProblemError, match="at least 1, not 0"):
        tatami.all_rooms(0)
    with pytest.raises(ProblemError, match="side of at least 1, not 0"):
        tatami.square_with_monomers(0, 0)
    with pytest.raises(ProblemError, match="at least 0, not -1"):
        tatami.square_with_monomers(3, -1)


# --- The transfer matrix --------------------------------------------------------------------


@pytest.mark.parametrize("rows", range(1, 13))
def test_recurrence_is_the_transfer_matrix_without_monomers(rows: int) -> None:
    for cols in range(rows, 9 if INTERPRETED else 16):
        assert distribution(np.ones((rows, cols)), 0) == [tatami.layouts(rows, cols)]


@pytest.mark.parametrize("side", range(1, 13))
def test_theorem_on_squares_is_the_transfer_matrix(side: int) -> None:
    if side > 7 and INTERPRETED:
        pytest.skip("kernels run as plain Python")
    found = distribution(np.ones((side, side)))
    assert found == [tatami.square_with_monomers(side, m) for m in range(side + 1)]
    if side > 1:
        assert sum(found) == 2 ** (side - 1) * (3 * side - 4) + 2


@pytest.mark.slow
def test_theorem_on_larger_squares() -> None:
    found = distribution(np.ones((19, 19)), 19)
    assert found == [tatami.square_with_monomers(19, m) for m in range(20)]


@st.composite
def rooms(draw: st.DrawFn, cells: int = 20) -> Room:
    """Regions with walls, some of them their own mirror image."""
    rows = draw(st.integers(1, 6))
    cols = draw(st.integers(1, max(1, min(6, cells // rows))))
    free = [True, True, True, False]
    grid = [[draw(st.sampled_from(free)) for _ in range(cols)] for _ in range(rows)]
    room = np.array(grid, dtype=bool)
    if draw(st.booleans()):
        room |= room[:, ::-1]
    if not room.any():
        room[0, 0] = True
    return room


@given(rooms(), st.integers(0, 20))
def test_any_region_is_counted_as_naively(room: Room, most: int) -> None:
    assert distribution(room, most) == naive_distribution(room, most)


@given(rooms())
def test_any_number_of_monomers_is_as_many_as_there_are(room: Room) -> None:
    found = distribution(room)
    assert found[-1] > 0
    expected = naive_distribution(room, int(room.sum()))
    assert found == expected[: len(found)]
    assert not any(expected[len(found) :])


@st.composite
def large_rooms(draw: st.DrawFn) -> Room:
    side = 7 if INTERPRETED else 11
    rows, cols = draw(st.integers(4, side)), draw(st.integers(4, side))
    room = np.ones((rows, cols), dtype=bool)
    for _ in range(draw(st.integers(0, 8))):
        room[draw(st.integers(0, rows - 1)), draw(st.integers(0, cols - 1))] = False
    return room


@given(large_rooms(), st.integers(0, 2))
def test_few_monomers_in_a_region_are_counted_as_naively(room: Room, most: int) -> None:
    room = room[:7, :7]
    assert distribution(room, most) == naive_distribution(room, most)


@settings(max_examples=20 if INTERPRETED else 200)
@given(large_rooms())
def test_no_frontier_that_can_be_finished_is_called_doomed(room: Room) -> None:
    sweep = RoomSweep(room[:6, :5])
    tables, width = sweep.room, sweep.width
    layers: list[set[tuple[int, int]]] = [{(0, 0)}]
    links = []
    for at in range(sweep.cells):
        cell = divmod(at, width)
        moves = {
            (frontier, move): tatami_transfer.step(tables, *frontier, *cell, move)
            for frontier in layers[-1]
            for move in range(4)
        }
        links.append({key: after for key, after in moves.items() if after != (-1, -1)})
        layers.append(set(links[-1].values()))
    needed = {(0, 0): 0}  # half mats that it takes at least to finish a frontier
    for at in reversed(range(sweep.cells)):
        here: dict[tuple[int, int], int] = {}
        for (frontier, move), after in links[at].items():
            if after in needed:
                number = needed[after] + (move == tatami_transfer.MONOMER)
                here[frontier] = min(number, here.get(frontier, number))
        needed = here
        for frontier, spare in needed.items() if at > 0 else ():
            cell = divmod(at - 1, width)
            for reach in (1, sweep.cells):
                assert not tatami_transfer.doomed(tables, *frontier, *cell, spare, reach)


@given(large_rooms(), st.integers(0, 12))
def test_images_of_a_region_have_as_many_layouts(room: Room, most: int) -> None:
    found = distribution(room, most)
    walled = np.pad(room, ((1, 2), (0, 3)))
    for image in (room.T, room[::-1], room[:, ::-1], np.rot90(room), walled):
        assert distribution(image, most) == found


@given(rooms(cells=12), rooms(cells=12))
def test_rooms_apart_are_laid_independently(one: Room, other: Room) -> None:
    rows = max(one.shape[0], other.shape[0])
    both = np.zeros((rows, one.shape[1] + 1 + other.shape[1]), dtype=bool)
    both[: one.shape[0], : one.shape[1]] = one
    both[: other.shape[0], one.shape[1] + 1 :] = other
    product_of_both = np.convolve(distribution(one), distribution(other)).tolist()
    assert distribution(both) == product_of_both


def test_counts_of_many_limbs_carry() -> None:
    """A 1 x n room has one layout for each way to choose the half mats among its tiles."""
    length = 150 if INTERPRETED else 400
    found = distribution(np.ones((1, length)))
    for monomers, count in enumerate(found):
        tiles = (length + monomers) // 2
        assert count == (comb(tiles, monomers) if (length - monomers) % 2 == 0 else 0)
    assert max(found).bit_length() > 62


def test_counts_of_many_limbs_in_a_wider_room() -> None:
    """Two rooms of two rows one above the other, a wall between: squares of the counts."""
    length = 30 if INTERPRETED else 120
    strip = np.ones((2, length), dtype=bool)
    two = np.vstack([strip, np.zeros((1, length), dtype=bool), strip])
    single = [int(n) for n in distribution(strip)]
    squared = [0] * (2 * len(single) - 1)
    for i, j in product(range(len(single)), repeat=2):
        squared[i + j] += single[i] * single[j]
    assert distribution(two) == squared


def test_a_sweep_can_be_taken_up_elsewhere() -> None:
    room = np.ones((5, 6), dtype=bool)
    room[2, 3] = False
    sweep = RoomSweep(room)
    with pytest.raises(ValueError, match="30 cells are still"):
        sweep.numbers()
    while not sweep.done:
        sweep.advance()
        sweep = pickle.loads(pickle.dumps(sweep))
    found = distribution(room)
    assert sweep.numbers()[: len(found)] == found
    assert sweep.cells_done == sweep.cells == 30
    assert sweep.steps > sweep.peak_states > 1
    assert sweep.peak_bytes > sweep.peak_states


def test_rooms_that_cannot_be_counted_are_refused() -> None:
    with pytest.raises(ProblemError, match="at least one cell, not 0 cells"):
        distribution(np.zeros((2, 3)))
    with pytest.raises(ProblemError, match=r"shape \(3,\)"):
        distribution(np.ones(3))
    with pytest.raises(ProblemError, match="at least 0, not -2"):
        distribution(np.ones((2, 3)), -2)
    with pytest.raises(ProblemError, match="62 x 62 is too wide"):
        distribution(np.ones((62, 62)), 0)
    with pytest.raises(ProblemError, match="more than 50 states"):
        distribution(np.ones((8, 8)), states=50)
    assert distribution(np.ones((1, 62)), 0) == [1]
    assert distribution(np.ones((6, 6)), 1) == [2, 0]
    assert distribution(np.ones((3, 3)), 0) == [0]
    assert distribution(np.ones((3, 3)), 20)[3:5] == [12, 0]
