"""Boards on every lattice: placements against a naive listing, and their images."""

from dataclasses import replace
from itertools import product
from operator import mul
from random import Random

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from enumino.errors import ProblemError
from enumino.families.tilings.problem import Tilings
from enumino.objects import piece_lists as sets
from enumino.objects.board import Board, letter
from enumino.objects.region import Region
from tests.families.tilings.drawn import board_of
from tests.fuzzing.coverings import LATTICES, drawn
from tests.naive_covering import puzzle_of

FIXED_OCTOMINOES = 2725


@st.composite
def problems(draw: st.DrawFn) -> Tilings:
    """Tilings on every lattice."""
    try:
        return drawn(draw(st.sampled_from(LATTICES)), Random(draw(st.integers(0, 999)))).problem()
    except ProblemError:
        reject()


@given(problems())
def test_options_are_the_naive_listing_by_first_cell_then_orientation(problem: Tilings) -> None:
    """Cells that may stay empty have an option each, of a piece after the others."""
    board, optional = board_of(problem), problem.board.region.optional
    found = [(int(board.piece[i]), frozenset(board.cells_of(i))) for i in range(len(board))]
    assert len(set(found)) == len(found)
    empty = [k for k, cell in enumerate(board.region.cells) if cell in optional]
    expected = {(len(board.placed), frozenset([k])) for k in empty}
    assert set(found) == expected.union(puzzle_of(problem).options)
    keys = list(zip(board.first.tolist(), board.orientation.tolist(), strict=True))
    assert keys == sorted(set(keys))
    for option in range(len(board)):
        cells = board.cells_of(option)
        assert cells == sorted(set(cells))
        assert cells[0] == board.first[option]
        orientation = board.orientations[board.orientation[option]]
        assert orientation.piece == board.piece[option]
        first = board.region.cells[cells[0]]
        there = {tuple(a + b for a, b in zip(first, by, strict=True)) for by in orientation.offsets}
        assert {board.region.cells[cell] for cell in cells} == there
    assert board.starts[0] == 0
    assert board.starts[-1] == len(board.members)


@given(problems())
def test_images_move_the_cells_of_options(problem: Tilings) -> None:
    board = board_of(problem)
    uses = [(piece.fewest or 0, piece.most) for piece in board.pieces]
    kept = {tuple(range(len(board.region)))}
    for k, to in enumerate(board.region.images.tolist()):
        image = board.image_under(k)
        if image is None:
            continue
        kept.add(tuple(to))
        assert sorted(image.tolist()) == list(range(len(board)))
        becomes: dict[int, int] = {}
        for option in range(len(board)):
            there = {to[cell] for cell in board.cells_of(option)}
            assert set(board.cells_of(int(image[option]))) == there
            piece, other = int(board.piece[option]), int(board.piece[image[option]])
            assert becomes.setdefault(piece, other) == other
        assert len(set(becomes.values())) == len(becomes)
        assert all(uses[one] == uses[other] for one, other in becomes.items())
    assert kept == {tuple(goes) for goes, _ in puzzle_of(problem).symmetries().values()}


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
            board = Board(Region.rectangle(1, cells), pieces)
            assert board.area_fits() == (cells in areas), (uses, cells)
            assert ("+." in board.misfit) == (cells not in areas and cells > min(areas))
            assert ("larger region" in board.misfit) == (cells < min(areas))
