"""The profile count of tilings: published numbers, brute force, symmetry, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.datasets.plan import Plan
from enumino.datasets.storage import open_store
from enumino.errors import ProblemError
from enumino.families.tilings import counts
from enumino.families.tilings.counting import profiles
from enumino.families.tilings.counting.profiles import BoardSweep, Expected, count_by_profiles
from enumino.families.tilings.counts import TilingCount, count_tilings
from enumino.families.tilings.parameters import TilingParameters
from enumino.families.tilings.problem import Tilings
from enumino.objects import piece_lists
from enumino.objects.board import Board
from enumino.objects.lattices import CUBIC, HEXAGONAL, SQUARE, TRIANGULAR
from enumino.objects.point_group import Isometry
from enumino.objects.region import Region
from tests import naive, published
from tests.families.tilings.uses import USES
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
        return Way(SQUARE.moved(self.cells, image))


class Fixed(NamedTuple):
    """A piece that lies in given ways only."""

    name: str
    fewest: int
    most: int | None
    ways: list[Way]

    @property
    def is_bounded(self) -> bool:
        return bool(self.fewest) or self.most is not None

    def orientations(self, *turns: bool) -> list[Way]:
        return self.ways


def profile_count(free: np.ndarray, shapes: list, most: int | None = None, **asked: Any) -> int:
    """Count the coverings of a region by orientations, each a piece unless uses say otherwise."""
    if not free.any():
        return 1  # a region has cells
    uses = asked.pop("uses", [(number, 0, None) for number in range(len(shapes))])
    ways: dict[tuple[int, int, int | None], list[Way]] = {}
    for use, shape in zip(uses, shapes, strict=True):
        ways.setdefault(use, []).append(Way.of(shape))
    pieces = tuple(Fixed(str(n), low, high, found) for (n, low, high), found in ways.items())
    drawn = "\n".join("".join(".#"[cell] for cell in row) for row in free.astype(int))
    board = Board(Region.parse(drawn), pieces)
    return count_by_profiles(board, most, **asked)


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


def test_boards_by_corners_and_at_most_one_single_cell() -> None:
    """A233807, n = 0 to 6."""
    for side, expected in enumerate([1, 1, 4, 0, 16, 128, 162]):
        board = rectangle(side, side)
        singles = product(range(side), repeat=2)
        found = profile_count(board, CORNERS)
        found += sum(profile_count(without(board, r, c), CORNERS) for r, c in singles)
        assert found == expected, side


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
    with pytest.raises(ProblemError, match=r"keeps [\d,]+ profiles at cell \d+ of 100, which take"):
        profile_count(rectangle(10, 10), TETROMINOES, most=1000)
    assert profile_count(rectangle(2, 2), DOMINOES, most=3) == 2


def test_a_count_that_is_out_of_reach_is_refused_before_it_starts() -> None:
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


def test_listeners_hear_of_every_cell() -> None:
    heard: list[tuple[int, int, int]] = []
    profile_count(rectangle(2, 3), DOMINOES, on_cell=lambda *at: heard.append(at))
    assert [done for done, _, _ in heard] == [1, 2, 3, 4, 5, 6]
    assert {cells for _, cells, _ in heard} == {6}


@each(
    ("lattice", "region", "pieces", "use"),
    [
        (SQUARE, "7x8", "tetrominoes", "any"),
        (SQUARE, "9x9", "tetrominoes", "any"),
        (SQUARE, "6x60", "L-tromino, domino", "any"),
        (SQUARE, "14x14", "domino", "any"),
        (SQUARE, "12x1", "I-tromino", "any"),
        (SQUARE, "5x12", "pentominoes", "each-once"),
        (SQUARE, "8x8", "domino:0-20, I4", "any"),
        (CUBIC, "4x4x4", "dicube", "any"),
        (CUBIC, "3x3x3", "soma", "each-once"),
        (TRIANGULAR, "hexagon 6", "diamond", "any"),
        (HEXAGONAL, "hexagon 4", "trihexes", "any"),
    ],
)
def test_expected_work_is_near_the_work_done(
    lattice: Any, region: str, pieces: str, use: str
) -> None:
    board = BoardSweep(TilingParameters(region, pieces, lattice=lattice, **USES[use]).board)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(profiles, "LOOKED_AT", 10_000)
        expected = board.expected()
    done = board.new()
    done.run()
    assert 1 / counts.WRONG < expected.states / done.extended < counts.WRONG
    assert expected.bytes < counts.WRONG * done.most_held * profiles.BYTES_A_STATE


@each("pieces", ["tetrominoes", "domino, L-tromino", "pentominoes"])
def test_mirror_images_have_the_same_estimate(pieces: str) -> None:
    lines = ["#" * 10 + "." * 10] * 6 + ["." * 20]
    estimates = {
        BoardSweep(board_of(SQUARE, "/".join(image), pieces)).expected()
        for image in (
            lines,
            lines[::-1],
            [line[::-1] for line in lines],
            ["".join(column) for column in zip(*lines, strict=True)],
        )
    }
    assert len(estimates) == 1


def test_a_sweep_beyond_its_estimate_gives_way_to_the_search(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also in a folder, whose plan is then that of the search."""
    problem = Tilings("4x5", "L-tromino:0-6, domino:0-9, monomino:0-2")
    expected = TilingCount(problem, method="profiles").totals(in_process=True)
    too_low = Expected(1.0, 1e9, 1.0)
    monkeypatch.setattr(counts, "SHORT_SEARCH", 0.0)
    monkeypatch.setattr(counts, "LEAST_STATES", 10.0)
    monkeypatch.setattr(BoardSweep, "expected", lambda _: too_low._replace(seconds=0.0))
    count = TilingCount(problem)
    assert count.first == "profiles"
    # No search is shorter than no time at all: the sweep goes on.
    assert count.totals(in_process=True) == expected
    monkeypatch.setattr(BoardSweep, "expected", lambda _: too_low)
    for _ in range(2):
        assert TilingCount(problem).totals(in_process=True, to=tmp_path) == expected
    (part, *_) = Plan.read_any(open_store(tmp_path)).parts
    assert {counts.WAYS[way] for way, *_ in part.prefixes} == {"search"}


def board_of(lattice: Any, region: str, pieces: str) -> Board:
    return Board(Region.parse(region, lattice), piece_lists.parse(pieces, lattice))
