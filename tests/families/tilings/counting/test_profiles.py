"""The profile count of tilings: published numbers, brute force, symmetry, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.datasets.storage import Store
from enumino.errors import DatasetError, ProblemError
from enumino.families.tilings.counting import profile_tables, profiles, saved_sweep, scan
from enumino.families.tilings.counting.profile_tables import ProfileTables
from enumino.families.tilings.counting.profiles import count_by_profiles, expected_work
from enumino.families.tilings.counting.saved_sweep import SavedSweep
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.objects import piece_lists
from enumino.objects.board import Board
from enumino.objects.isometry import Isometry
from enumino.objects.lattice_moves import move_of
from enumino.objects.lattices import CUBIC, HEXAGONAL, SQUARE, TRIANGULAR
from enumino.objects.region import Region
from tests import naive, published
from tests.looping import each
from tests.naive_covering import Covering, Puzzle, Shaped

MONOMINO = sorted(naive.shapes(1))
DOMINOES = sorted(naive.shapes(2), key=sorted)
TROMINOES = sorted(naive.shapes(3), key=sorted)
STRAIGHT = [shape for shape in TROMINOES if len({r for r, _ in shape}) in (1, 3)]
CORNERS = [shape for shape in TROMINOES if shape not in STRAIGHT]
TETROMINOES = sorted(naive.shapes(4), key=sorted)

SETS = {
    "I_tromino": STRAIGHT,
    "L_tromino": CORNERS,
    "L_tromino+monomino": CORNERS + MONOMINO,
    "domino+L_tromino": CORNERS + DOMINOES,
    "domino+tromino_any": TROMINOES + DOMINOES,
    "monomino+tromino_any": TROMINOES + MONOMINO,
    "tromino_any": TROMINOES,
}


class Way(NamedTuple):
    """An orientation, connected or not."""

    cells: tuple[tuple[int, int], ...]

    @property
    def box(self) -> tuple[int, int]:
        return tuple(max(axis) + 1 for axis in zip(*self.cells, strict=True))

    @classmethod
    def of(cls, shape: Iterable[tuple[int, int]]) -> Way:
        cells = sorted(shape)
        top, left = (min(axis) for axis in zip(*cells, strict=True))
        return cls(tuple((r - top, c - left) for r, c in cells))

    def moved(self, image: Isometry) -> Way:
        return Way(tuple(sorted(move_of(SQUARE, image)(self.cells))))


class Fixed(NamedTuple):
    """A piece that lies in given ways only."""

    name: str
    fewest: int
    most: int | None
    ways: list[Way]

    @property
    def is_bounded(self) -> bool:
        return bool(self.fewest) or self.most is not None

    def orientations(self, rotations: bool, reflections: bool) -> list[Way]:
        return self.ways


def profile_count(free: np.ndarray, shapes: list, most: int | None = None, **asked: Any) -> int:
    """Count the coverings of a region by orientations, each a piece unless uses say otherwise.

    Dictionaries of Python and compiled tables, which are small and often full here, count the same.
    """
    if not free.any():
        return 1  # a region has cells
    uses = asked.pop("uses", [(number, 0, None) for number in range(len(shapes))])
    ways: dict[tuple[int, int, int | None], list[Way]] = {}
    for use, shape in zip(uses, shapes, strict=True):
        ways.setdefault(use, []).append(Way.of(shape))
    pieces = tuple(Fixed(str(n), low, high, found) for (n, low, high), found in ways.items())
    drawn = "\n".join("".join("#."[cell] for cell in row) for row in free.astype(int))
    board = Board(Region.parse(drawn), pieces)
    found = count_by_profiles(board, most, **asked)
    if most is None and free.sum() <= (40 if numba.config.DISABLE_JIT else 1000):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(profiles, "COMPILED_FROM", 0)
            patched.setattr(profile_tables, "BUCKET", 3)
            patched.setattr(profile_tables, "FIRST_SLOTS", 2)
            assert count_by_profiles(board) == found
    return found


def rectangle(height: int, width: int) -> np.ndarray:
    return np.ones((height, width), bool)


def without(free: np.ndarray, *cell: int) -> np.ndarray:
    smaller = free.copy()
    smaller[cell] = False
    return smaller


def test_dominoes_as_published() -> None:
    table = published.table("tilings", "domino_rectangles")
    assert max(int(row["rows"]) for row in table) == 14
    for row in table:
        room = rectangle(int(row["rows"]), int(row["cols"]))
        assert profile_count(room, DOMINOES) == int(row["count"]), row


@pytest.mark.long
@each("pieces", SETS)
def test_rectangles_by_trominoes_and_mixtures_as_published(pieces: str) -> None:
    rows = [
        row for row in published.table("tilings", "rectangle_tilings") if row["tile_set"] == pieces
    ]
    assert rows
    for row in rows:
        height, width = int(row["rows"]), int(row["cols"])
        for room in [(height, width), (width, height)][: 1 + (height * width < 50)]:
            assert profile_count(rectangle(*room), SETS[pieces]) == int(row["count"]), row


def test_every_published_set_of_pieces_is_known_here() -> None:
    assert {row["tile_set"] for row in published.table("tilings", "rectangle_tilings")} == set(SETS)


def test_boards_by_corners_and_at_most_one_single_cell() -> None:
    """A233807, n = 0 to 6."""
    for side, expected in enumerate([1, 1, 4, 0, 16, 128, 162]):
        board = rectangle(side, side)
        singles = product(range(side), repeat=2)
        found = profile_count(board, CORNERS)
        found += sum(profile_count(without(board, r, c), CORNERS) for r, c in singles)
        assert found == expected, side


def test_known_counts_of_the_search_engines() -> None:
    assert profile_count(rectangle(8, 8), DOMINOES) == 12_988_816
    assert profile_count(rectangle(9, 9), CORNERS) == 1_193_600
    assert profile_count(rectangle(5, 8), TETROMINOES) == 800_290


@each(("side", "expected"), [(2, 2), (3, 10), (4, 117), (5, 4006)])
def test_squares_by_pieces_as_large_as_their_side(side: int, expected: int) -> None:
    assert profile_count(rectangle(side, side), naive.shapes(side)) == expected


def test_numbers_of_any_size() -> None:
    """A room of two rows has as many as a Fibonacci number, here far beyond 64 bits."""
    ways = profile_count(rectangle(2, 1000), DOMINOES)
    fibonacci = [1, 1]
    while len(fibonacci) <= 1000:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert ways == fibonacci[1000]


PIECES = [*MONOMINO, *DOMINOES, *TROMINOES, *TETROMINOES, frozenset({(0, 0), (0, 2)})]


def coverings(cells: frozenset, pieces: list[frozenset]) -> set[Covering]:
    """All coverings by pieces that are not turned, by a naive search."""
    return Puzzle(
        "square", cells, tuple(Shaped(piece, turns="none", reflections=False) for piece in pieces)
    ).coverings()


regions = st.tuples(st.integers(0, 4), st.integers(0, 5)).flatmap(
    lambda sides: st.lists(
        st.lists(st.sampled_from([True, True, False]), min_size=sides[1], max_size=sides[1]),
        min_size=sides[0],
        max_size=sides[0],
    ).map(lambda lines: np.array(lines, bool).reshape(sides))
)


@given(regions, st.lists(st.sampled_from(PIECES), max_size=8, unique=True))
def test_any_region_by_any_pieces(free: np.ndarray, pieces: list[frozenset]) -> None:
    cells = frozenset(map(tuple, np.argwhere(free).tolist()))
    expected = len(coverings(cells, pieces))
    assert profile_count(free, pieces) == expected
    turned = [[(c, -r) for r, c in piece] for piece in pieces]
    assert profile_count(np.rot90(free, -1), turned) == expected
    padded = np.pad(free, ((0, 3), (5, 1)))
    assert profile_count(padded, pieces) == expected


def test_pieces_that_are_alike_have_different_colours() -> None:
    assert profile_count(rectangle(1, 6), [*DOMINOES, *DOMINOES]) == 2**3


def test_no_cells_one_way_no_pieces_none() -> None:
    assert profile_count(rectangle(0, 5), DOMINOES) == 1
    assert profile_count(np.zeros((3, 3), bool), []) == 1
    assert profile_count(rectangle(1, 1), []) == 0


def test_too_many_profiles_are_refused_in_a_sentence() -> None:
    with pytest.raises(ProblemError, match=r"more than 1,000 profiles at cell \d+ of 100: "):
        profile_count(rectangle(10, 10), TETROMINOES, most=1000)
    assert profile_count(rectangle(2, 2), DOMINOES, most=3) == 2


def test_a_count_that_is_out_of_reach_is_refused_before_it_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("enumino.families.tilings.counts.count_by_profiles", None)
    with pytest.raises(ProblemError, match="more than a thousand years: take a smaller region"):
        count_tilings(Tilings("60x60", "pentominoes"))


BOUNDS = st.integers(0, 2).flatmap(
    lambda fewest: st.tuples(st.just(fewest), st.none() | st.integers(fewest, 3))
)


@given(
    st.tuples(st.integers(1, 3), st.integers(1, 4)),
    st.lists(st.tuples(st.sampled_from(PIECES), st.integers(0, 2)), max_size=6),
    st.lists(BOUNDS, min_size=3, max_size=3),
)
def test_uses_are_counted(sides, shapes, bounds) -> None:
    """Orientations of up to three pieces, each with its bounds."""
    free = rectangle(*sides)
    cells = frozenset(map(tuple, np.argwhere(free).tolist()))
    expected = 0
    given_pieces = {piece for _, piece in shapes}
    for covering in coverings(cells, [shape for shape, _ in shapes]):
        of_piece = Counter(shapes[number][1] for number, _ in covering)
        expected += all(
            fewest <= of_piece[piece] and (most is None or of_piece[piece] <= most)
            for piece, (fewest, most) in enumerate(bounds)
            if piece in given_pieces
        )
    uses = [(piece, *bounds[piece]) for _, piece in shapes]
    assert profile_count(free, [shape for shape, _ in shapes], uses=uses) == expected


def test_tables_take_over_at_any_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """With pieces that are bounded, mirror images of each other, and in a region with a hole."""
    region = Region.parse("...../...../..#../...../.....")
    for pieces in ("tetrominoes", "L-tromino, I4:0-2, monomino:1-3", "F:0-1, P:1-3, domino, dot"):
        given = pieces.replace("dot", "monomino:0-2")
        board = Board(region, piece_lists.parse(given))
        expected = count_by_profiles(board)
        for number in (0, 1, 5, 30):
            monkeypatch.setattr(profiles, "COMPILED_FROM", number)
            assert count_by_profiles(board) == expected, (pieces, number)
        monkeypatch.undo()


@pytest.mark.slow
def test_mirror_images_are_counted_together_on_all_lattices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problems = {
        "6x6": "tetrominoes",
        "3x3x4": "dicubes, tricubes",
        "hexagon 4": "trihexes, dihexes",
        "hexagon 3": "diamond, triamonds",
    }
    lattices = (SQUARE, CUBIC, HEXAGONAL, TRIANGULAR)
    for (region, pieces), lattice in zip(problems.items(), lattices, strict=True):
        board = Board(Region.parse(region, lattice), piece_lists.parse(pieces, lattice))
        monkeypatch.setattr(profiles, "COMPILED_FROM", 1 << 40)
        expected = count_by_profiles(board)
        monkeypatch.setattr(profiles, "COMPILED_FROM", 50)
        assert count_by_profiles(board) == expected > 0, region


SHARED = {
    "6x7": "tetrominoes",
    "5x5": "F:0-1, P:1-3, domino, monomino:0-2",
    "...../...../..#../...../.....": "L-tromino, I4:0-2, monomino:1-3",
}


def share_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "COMPILED_FROM", 5)
    monkeypatch.setattr(profile_tables, "SHARED_FROM", 20)
    monkeypatch.setattr(profile_tables, "BUCKET", 16)


@each("region", SHARED)
@pytest.mark.slow
def test_threads_share_a_count(region: str) -> None:
    board = board_of(SQUARE, region, SHARED[region])
    expected = count_by_profiles(board)
    for threads in (1, 3, 20):
        with pytest.MonkeyPatch.context() as patched:
            share_early(patched)
            assert count_by_profiles(board, threads=threads) == expected, threads


class StopHereError(Exception):
    pass


@each("region", SHARED)
@pytest.mark.slow
def test_a_count_goes_on_where_it_was_left(region: str) -> None:
    board = board_of(SQUARE, region, SHARED[region])
    expected = count_by_profiles(board)
    for threads, again in ((1, 1), (2, 1), (1, 2)):
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
            share_early(patched)
            patched.setattr(saved_sweep, "SAVE_SECONDS", 0.0)
            patched.setattr(saved_sweep, "SHARE_OF_TIME", 0)
            passed: list[int] = []

            def heard(done: int, cells: int, held: int, passed: list[int] = passed) -> None:
                passed.append(done)
                if done == 12 and passed.count(12) == 1:
                    raise StopHereError

            def kept(folder: str = folder) -> SavedSweep:
                return SavedSweep(Store(folder), "sweep.parquet", _pause=0.0)

            with pytest.raises(StopHereError):
                count_by_profiles(board, on_cell=heard, threads=threads, saved=kept())
            stopped = len(passed)
            found = count_by_profiles(board, on_cell=heard, threads=again, saved=kept())
            assert found == expected
            assert 11 not in passed[stopped + 11 :]
            assert passed[-1] == len(board.region)


@pytest.mark.slow
def test_a_damaged_sweep_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    share_early(monkeypatch)
    monkeypatch.setattr(saved_sweep, "SHARE_OF_TIME", 0)
    saved = SavedSweep(Store(tmp_path), "sweep.parquet", _pause=0.0)
    board = board_of(SQUARE, "6x7", "tetrominoes")
    expected = count_by_profiles(board, saved=saved)
    file = tmp_path / "sweep.parquet"
    sound = file.read_bytes()
    for number in range(0, len(sound), len(sound) // 20):
        file.write_bytes(sound[:number] + bytes([sound[number] ^ 8]) + sound[number + 1 :])
        with suppress(DatasetError):
            assert count_by_profiles(board, saved=saved) == expected, number
    file.write_bytes(sound)
    with pytest.raises(DatasetError, match="damaged, or of another version: remove it, and run"):
        count_by_profiles(board_of(SQUARE, "7x7", "tetrominoes, monomino"), saved=saved)


def test_the_primes_are_the_largest_below_a_power_of_two() -> None:
    def is_prime(number: int) -> bool:
        """Miller and Rabin's test, which errs for no number of 64 bits with these bases."""
        odd, twos = number - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
            powers = [pow(base, odd << k, number) for k in range(twos)]
            if powers[0] != 1 and number - 1 not in powers:
                return False
        return True

    odd = range((1 << 62) - 1, profile_tables.PRIMES[-1] - 1, -2)
    assert [number for number in odd if is_prime(number)] == list(profile_tables.PRIMES)


def test_listeners_hear_of_every_cell() -> None:
    heard: list[tuple[int, int, int]] = []
    profile_count(rectangle(2, 3), DOMINOES, on_cell=lambda *at: heard.append(at))
    assert [done for done, _, _ in heard] == [1, 2, 3, 4, 5, 6]
    assert {cells for _, cells, _ in heard} == {6}


def board_of(lattice: Any, region: str, pieces: str) -> Board:
    return Board(Region.parse(region, lattice), piece_lists.parse(pieces, lattice))


@each(
    ("lattice", "region", "pieces", "factor"),
    [
        (SQUARE, "7x8", "tetrominoes", 1.5),
        (SQUARE, "6x60", "L-tromino, domino", 1.5),
        (SQUARE, "14x14", "domino", 1.5),
        (SQUARE, "12x1", "I-tromino", 1.5),
        (SQUARE, "2x2", "domino", 1.5),
        (CUBIC, "4x4x4", "dicube", 1.5),
        (TRIANGULAR, "hexagon 6", "diamond", 3),  # whose lines are not equally long
        (HEXAGONAL, "hexagon 4", "trihexes", 3),
    ],
)
def test_expected_work_is_near_the_work_done(
    lattice: Any, region: str, pieces: str, factor: float
) -> None:
    board = board_of(lattice, region, pieces)
    done = profiles._Sweep(scan.Scan(board)).look(1 << 40)
    expected = expected_work(board)
    assert expected is not None
    assert done is not None
    for number, seen in zip(expected[:2], done, strict=True):
        assert 1 / factor < number / seen < factor, (expected, done)


def test_the_work_of_what_no_dictionary_holds_is_not_known() -> None:
    assert expected_work(board_of(CUBIC, "40x40x40", "dicube")) is None


@pytest.mark.slow
def test_expected_memory_is_near_that_of_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    board, seen = board_of(SQUARE, "9x9", "tetrominoes"), []
    cover = ProfileTables.cover

    def covered(tables: ProfileTables, *arguments: Any) -> None:
        cover(tables, *arguments)
        seen.append(tables.bytes)

    monkeypatch.setattr(ProfileTables, "cover", covered)
    count_by_profiles(board)
    expected = expected_work(board)
    assert expected is not None
    assert 2 / 3 < expected.bytes / max(seen) < 3 / 2
