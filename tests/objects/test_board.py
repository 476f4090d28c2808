"""Board: against a naive listing of them, and what the symmetries of a region do to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from operator import mul

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.objects import piece_lists as sets
from enumino.objects.board import Board, letter
from enumino.objects.lattice import Cell
from enumino.objects.piece import Piece
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from tests.objects.test_point_group import SQUARE_IMAGES
from tests.strategies import polyominoes

Shape = frozenset[Cell]

NAMES = list(SQUARE_IMAGES)
TURNS = {"half turn", "quarter turn", "quarter turn back"}
FIXED_OCTOMINOES = 2725


def moved(shape: Shape, name: str) -> Shape:
    """The image of a shape, pushed back to row 0 and column 0."""
    cells = [SQUARE_IMAGES[name](r, c) for r, c in shape]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def ways(piece: Piece) -> frozenset[Shape]:
    """The shapes that a piece may take, closed under what it may do."""
    turn, flip = piece.rotations, piece.reflections
    found = {frozenset(piece.shape)}
    if turn and flip:
        found |= {moved(frozenset(piece.shape), name) for name in NAMES}
    elif turn:
        found |= {moved(frozenset(piece.shape), name) for name in TURNS}
    elif flip:
        found |= {moved(frozenset(piece.shape), "left-right")}
    return frozenset(found)


def listed(board: Board) -> list[tuple[int, Shape]]:
    """Every piece, in every way, moved to every cell of the frame: where it lies in the region."""
    frame = list(product(range(board.region.height), range(board.region.width)))
    free = set(board.region.cells)
    return [
        (number, cells)
        for number, piece in enumerate(board.pieces)
        for shape in ways(piece)
        for down, right in frame
        for cells in [frozenset((r + down, c + right) for r, c in shape)]
        if cells <= free
    ]


def cells_of(board: Board, option: int) -> Shape:
    return frozenset(board.region.cells[cell] for cell in board.cells_of(option))


@st.composite
def regions(draw: st.DrawFn, side: int = 5) -> Region:
    """Any cells of a small frame, often made symmetric by adding images."""
    height, width = draw(st.integers(1, side)), draw(st.integers(1, side))
    frame = list(product(range(height), range(width)))
    if draw(st.booleans()):
        return Region.rectangle(height, width)
    cells = set(draw(st.lists(st.sampled_from(frame), min_size=1, unique=True)))
    if draw(st.booleans()):
        cells |= {(height - 1 - r, width - 1 - c) for r, c in cells}
    if draw(st.booleans()):
        cells |= {(r, width - 1 - c) for r, c in cells}
    if draw(st.booleans()):
        return Region(cells | {(c, r) for r, c in cells})
    return Region(cells)


@st.composite
def some_pieces(draw: st.DrawFn) -> tuple[Piece, ...]:
    """One to four pieces, some of which may not be turned or turned over, some with their images.

    Shapes may come twice: pieces are what their names tell apart.
    """
    shapes = draw(st.lists(polyominoes(largest=4), min_size=1, max_size=3))
    if draw(st.booleans()):
        shapes += [Polyform(moved(frozenset(shapes[0]), draw(st.sampled_from(NAMES))))]
    rights = st.sampled_from([(True, True), (True, False), (False, True), (False, False)])
    if draw(st.booleans()):
        rights = st.just(draw(rights))
    uses = st.sampled_from([(None, None), (0, None), (1, 1), (2, 3)])
    return tuple(
        Piece(f"p{number}", shape, *draw(uses), *draw(rights))
        for number, shape in enumerate(shapes)
    )


@st.composite
def boards(draw: st.DrawFn) -> Board:
    return Board(draw(regions()), draw(some_pieces()))


@given(boards())
def test_options_are_the_naive_listing(board: Board) -> None:
    found = Counter((int(board.piece[i]), cells_of(board, i)) for i in range(len(board)))
    assert found == Counter(listed(board))


@given(boards())
def test_options_are_numbered_by_first_cell_then_orientation(board: Board) -> None:
    keys = list(zip(board.first.tolist(), board.orientation.tolist(), strict=True))
    assert keys == sorted(set(keys))
    for option in range(len(board)):
        cells = board.cells_of(option)
        assert cells == sorted(set(cells))
        assert cells[0] == board.first[option]
        orientation = board.orientations[board.orientation[option]]
        assert orientation.piece == board.piece[option]
        down, right = board.region.cells[cells[0]]
        moved_there = {(r + down, c + right) for r, c in orientation.offsets}
        assert cells_of(board, option) == moved_there
    assert board.starts[0] == 0
    assert board.starts[-1] == len(board.members)


def may_move(board: Board, k: int) -> bool:
    """Whether image k keeps the region, and takes pieces to pieces of equal ways and uses."""
    if board.region.images[k][0] < 0:
        return False

    def kinds(image: bool) -> Counter[object]:
        return Counter(
            (
                frozenset(moved(way, NAMES[k]) if image else way for way in lies),
                piece.fewest or 0,
                piece.most,
            )
            for piece in board.pieces
            for lies in [ways(piece)]
        )

    return kinds(image=True) == kinds(image=False)


@given(boards())
def test_images_move_the_cells_of_options(board: Board) -> None:
    for k in range(7):
        image = board.image_under(k)
        assert (image is not None) == may_move(board, k)
        if image is None:
            continue
        assert sorted(image.tolist()) == list(range(len(board)))
        to = board.region.images[k]
        becomes = {}
        for option in range(len(board)):
            there = {int(to[cell]) for cell in board.cells_of(option)}
            assert set(board.cells_of(int(image[option]))) == there
            piece = int(board.piece[option])
            assert (
                becomes.setdefault(piece, int(board.piece[image[option]]))
                == board.piece[image[option]]
            )
        assert len(set(becomes.values())) == len(becomes)
        uses = [(piece.fewest or 0, piece.most) for piece in board.pieces]
        assert all(uses[one] == uses[other] for one, other in becomes.items())


def test_letters_can_be_printed_and_take_three_bytes_at_most() -> None:
    letters = [letter(number) for number in range(FIXED_OCTOMINOES)]
    assert len(set(letters)) == FIXED_OCTOMINOES
    for one in letters:
        assert len(one) == 1
        assert one.isprintable()
        assert not one.isspace()
        assert one not in "\"'`\\"
        assert len(one.encode()) <= 3
    assert all(one.isascii() for one in letters[:89])


@pytest.mark.parametrize("region", ["#", "##\n##", ".#.\n###"])
def test_pieces_that_do_not_fit_have_no_options(region: str) -> None:
    board = Board(Region.parse(region), sets.parse("I, O4:0"))
    assert [int(piece) for piece in board.piece] == [1] * (region == "##\n##")
    empty = Board(Region.parse(region), sets.parse("I"))
    assert len(empty) == 0
    assert empty.members.tolist() == []
    assert empty.starts.tolist() == [0]
    image = empty.image_under(0)
    assert image is not None
    assert image.dtype == np.int32
    assert len(image) == 0


USES = [(0, None), (0, 0), (0, 2), (1, 1), (1, None), (2, 3)]


def test_an_area_fits_if_numbers_of_the_pieces_add_up_to_it() -> None:
    names, sizes = ("domino", "L4", "I5"), (2, 4, 5)
    for uses in product(USES, repeat=3):
        pieces = tuple(
            replace(sets.parse(name)[0], fewest=fewest, most=most)
            for name, (fewest, most) in zip(names, uses, strict=True)
        )
        numbers = [range(few, (9 if most is None else most) + 1) for few, most in uses]
        areas = {sum(map(mul, sizes, each)) for each in product(*numbers)}
        for cells in range(1, 18):
            fits = Board(Region.rectangle(1, cells), pieces).area_fits
            assert fits == (cells in areas), (uses, cells)
