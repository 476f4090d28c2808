"""Domino tilings by determinant: transfer matrix, published numbers, and regions without any."""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import enumino
from enumino.errors import ProblemError
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.determinants import count_by_determinant, is_plane
from enumino.families.tilings.transfer_matrix import count_by_transfer_matrix
from enumino.objects.board import Board
from enumino.objects.piece_lists import parse
from enumino.objects.region import Region

DOMINO = parse("domino")


def board(drawing: str) -> Board:
    return Board(Region.parse(drawing), DOMINO)


def test_rectangles_agree_with_transfer_matrices() -> None:
    for height, width in product(range(1, 8), repeat=2):
        rectangle = Board(Region.rectangle(height, width), DOMINO)
        assert is_plane(rectangle)
        counted = count_by_transfer_matrix(rectangle)
        assert count_by_determinant(rectangle) == counted, (height, width)


@given(st.lists(st.text("#####.", min_size=5, max_size=5), min_size=2, max_size=7))
def test_regions_agree_with_transfer_matrices(rows: list[str]) -> None:
    assume(any("#" in row for row in rows))
    region = board("\n".join(rows))
    if is_plane(region):
        assert count_by_determinant(region) == count_by_transfer_matrix(region)


@pytest.mark.parametrize(
    ("drawing", "plane"),
    [
        ("#####\n#####\n##.##\n#####\n#####", False),  # a hole of one cell turns signs
        ("#####\n##.##\n##.##\n#####", True),
        ("#####\n#.###\n##.##\n#####", True),  # two cells that touch at a corner are one hole
        ("#####\n#.#.#\n#####", False),
        ("##.##\n##.##\n#####", True),  # an inlet
    ],
)
def test_holes_of_an_even_number_of_cells_keep_the_signs(drawing: str, plane: bool) -> None:
    assert is_plane(board(drawing)) == plane
    if plane:
        assert count_by_determinant(board(drawing)) == count_by_transfer_matrix(board(drawing))


def test_wide_squares_are_counted_at_once() -> None:
    """A004003(10); a sweep of profiles would keep a million."""
    (line,) = count_tilings(enumino.Tilings("20x20", "domino"))
    assert line.count == count_by_determinant(Board(Region.rectangle(20, 20), DOMINO))
    assert line.count == 1269984011256235834242602753102293934298576249856
    with pytest.raises(ProblemError, match="holes have an even number of cells"):
        count_tilings(enumino.Tilings("6x6", "L-tromino"), method="determinant")
