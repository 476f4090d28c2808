"""Tilings that are published: pentominoes, dominoes, small pieces in rectangles."""

from functools import cache

import numba
import pytest

from enumino.enum.exact_cover.engines import ENGINES
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.rows import TilingRows
from enumino.objects import piece_lists as sets
from enumino.objects.lattice import SQUARE
from enumino.objects.piece import Piece
from enumino.objects.piece_names import letters
from enumino.objects.region import Region
from enumino.published import Published
from tests import published
from tests.families.tilings.drawn import table

MOST = 2000 if numba.config.DISABLE_JIT else 1_500_000  # tilings that a search lists


def agrees(problem: Tilings, number: int) -> None:
    """The count is this number, which is the published one, and there is one."""
    count = problem.count(by_key=False).total
    line = TilingRows(problem.to_json()).total(count)
    assert (count, line.agrees) == (number, True), line


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_pentomino_boards_with_other_engines(engine) -> None:
    board = "########\n" * 3 + "###..###\n" * 2 + "########\n" * 3
    problem = Tilings(board, "pentominoes", each_once=True, engine=engine, up_to_symmetry=True)
    agrees(problem, 65)


RECTANGLES = [
    *({**row, "pieces": "domino"} for row in published.table("tilings", "domino_rectangles")),
    *published.table("tilings", "rectangle_tilings"),
]


@pytest.mark.slow
@pytest.mark.parametrize("pieces", sorted({row["pieces"] for row in RECTANGLES}))
def test_rectangles_are_counted_by_transfer_matrix_and_small_ones_by_search(pieces: str) -> None:
    rows = [row for row in RECTANGLES if row["pieces"] == pieces]
    assert rows
    for row in rows:
        height, width, number = (int(row[name]) for name in ("rows", "cols", "count"))
        for board in {f"{height}x{width}", f"{width}x{height}"}:
            problem = Tilings(board, pieces)
            if height <= width or height * width < 50:
                (line,) = count_tilings(problem, method="transfer-matrix", threads=1)
                assert (line.count, line.agrees) == (number, True), row
        if number < MOST and height * width <= 64:
            agrees(Tilings(f"{height}x{width}", pieces), number)


@cache
def stairs() -> Region:
    """The figure of V. Pilaud's assignment: the rows that each column has."""
    tops, ends = [5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0], [9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4]
    columns = enumerate(zip(tops, ends, strict=True))
    return Region((r, c) for c, (top, end) in columns for r in range(top, end + 1))


def test_the_stairs() -> None:
    assert len(stairs()) == 60
    assert stairs().symmetry.name == "rotate"
    found = Tilings(stairs(), "pentominoes", each_once=True).count()
    assert found.total == 404
    assert Tilings(stairs(), "pentominoes", at_most_once=True).count() == found  # in as many nodes
    kept = Tilings(stairs(), "pentominoes", each_once=True, up_to_symmetry=True)
    rows = table(kept, [()])
    assert sum(rows["orbit"].to_pylist()) == 404
    assert rows.num_rows == 202


def published_of(problem: Tilings) -> Published | None:
    line = TilingRows(problem.to_json()).total(0)
    return Published(line.oeis, line.published) if line.oeis else None


def test_published_numbers_are_of_the_very_problem() -> None:
    whole = Tilings("6x10", "pentominoes", each_once=True)
    assert published_of(whole) == ("Haselgrove 1960", 9356)
    assert published_of(Tilings("10x6", "pentominoes:1", up_to_symmetry=True)).value == 2339
    for other in (
        Tilings("6x10", "pentominoes"),
        Tilings("6x10", "pentominoes", at_most_once=True, rotations=False),
        Tilings("6x10", "pentominoes", each_once=True, reflections=False),
        Tilings("8x8", "domino", up_to_symmetry=True),
        Tilings("8x8", "domino", rotations=False),
        Tilings("8x8", "domino:0-32"),
        Tilings("3x4", "fixed trominoes"),
        Tilings("3x4", [Piece("I-tromino", letters(SQUARE)["I-tromino"], rotations=False)]),
        Tilings(
            "3x3", [Piece(p.name, p.shape, None, None, False) for p in sets.parse("trominoes")]
        ),
    ):
        assert published_of(other) is None, other.describe()
    assert published_of(Tilings("8x8", "domino")).value == 12_988_816
    assert published_of(Tilings("4x4", "one-sided trominoes, monomino")) is not None
    assert published_of(Tilings("8x8", "[(0,0), (1,0)]")).value == 12_988_816  # by shapes
