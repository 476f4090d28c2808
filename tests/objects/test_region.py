"""Regions: one value however it was written down, and the symmetries of its cells."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.errors import ProblemError
from enumino.objects.lattice import Cell, SymmetryClass
from enumino.objects.lattices import HEXAGONAL
from enumino.objects.polyomino import Polyomino
from enumino.objects.region import Region
from enumino.objects.region_names import in_a_line
from tests import naive
from tests.looping import each
from tests.naive_square import IMAGES
from tests.strategies import polyominoes


@st.composite
def regions(draw: st.DrawFn, largest: int = 6) -> Region:
    """Any set of cells in a frame; often made symmetric, which chance rarely does."""
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    frame = list(product(range(height), range(width)))
    cells = draw(st.sets(st.sampled_from(frame), min_size=1))
    for move in draw(st.sampled_from([(), *((move,) for move in IMAGES)])):
        for _ in range(4):
            moved = {move(r, c, height, width) for r, c in cells}
            cells |= moved & set(frame)
    return Region(cells, height, width)


def box(cells: tuple[Cell, ...]) -> tuple[int, int, int, int]:
    """Top, left, height and width of the bounding box."""
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    top, left = min(rows), min(columns)
    return top, left, max(rows) - top + 1, max(columns) - left + 1


@given(regions())
def test_every_form_reads_back_as_the_same_region(region: Region) -> None:
    same = [
        Region(region.cells, region.height, region.width),
        Region(reversed(region.cells), region.height, region.width),
        Region.parse(str(region)),
        Region.parse(f"\n{region}\n\n"),
        Region.from_json(region.to_json()),
        eval(repr(region)),
        pickle.loads(pickle.dumps(region)),
        copy.deepcopy(region),
        Region.rectangle(region.height, region.width).without(
            c for c in product(range(region.height), range(region.width)) if c not in region
        ),
    ]
    assert set(same) == {region}
    assert all(other.cells == region.cells for other in same)


@given(regions())
def test_cells_are_what_the_drawing_shows(region: Region) -> None:
    lines = str(region).split("\n")
    assert len(lines) == region.height
    assert {len(line) for line in lines} == {region.width}
    drawn = [(r, c) for r, line in enumerate(lines) for c, x in enumerate(line) if x == "."]
    assert list(region) == list(region.cells) == drawn
    assert len(region) == len(drawn)
    for cell in product(range(-1, region.height + 1), range(-1, region.width + 1)):
        assert (cell in region) == (cell in drawn)
    assert region.is_rectangle == (len(region) == region.area)
    assert np.argwhere(region.grid).tolist() == [list(cell) for cell in drawn]
    assert [region.numbers[cell] for cell in drawn] == list(range(len(drawn)))
    assert (region.numbers[~region.grid] == -1).all()


@given(regions())
def test_images_are_the_permutations_that_keep_the_cells(region: Region) -> None:
    cells = region.cells
    top, left, height, width = box(cells)
    assert region.images.shape == (7, len(region))
    for image, move in zip(region.images.tolist(), IMAGES, strict=True):
        moved = [move(r - top, c - left, height, width) for r, c in cells]
        moved = [(r + top, c + left) for r, c in moved]
        if set(moved) == set(cells):
            assert image == [cells.index(cell) for cell in moved]
        else:
            assert image == [-1] * len(cells)
    assert region.order == 1 + (region.images[:, 0] >= 0).sum() == region.symmetry.order


@given(polyominoes())
def test_a_polyomino_as_a_region_keeps_what_it_is(polyomino: Polyomino) -> None:
    region = Region.of(polyomino)
    assert region.cells == polyomino.cells
    assert region.symmetry == polyomino.symmetry
    assert region.holes == polyomino.holes
    assert region.components == (region,)


@pytest.mark.parametrize("cells", range(1, 6))
def test_symmetry_classes_are_those_of_the_polyominoes(cells: int) -> None:
    for polyomino in naive.fixed(cells):
        assert Region.of(polyomino).symmetry == polyomino.symmetry


@given(regions())
def test_components_divide_the_region(region: Region) -> None:
    parts = region.components
    assert sorted(cell for part in parts for cell in part) == list(region)
    assert [part.cells[0] for part in parts] == sorted(part.cells[0] for part in parts)
    for part in parts:
        Polyomino(part)  # is connected
        assert (part.height, part.width) == (region.height, region.width)
        for cell in part:
            assert set(region.neighbours(cell)) <= set(part)


@given(regions())
def test_holes_are_what_water_from_outside_does_not_reach(region: Region) -> None:
    dry = {(r, c) for r in range(region.height) for c in range(region.width)} - set(region)
    fenced = Region(
        {(r + 1, c + 1) for r, c in dry}
        | set(product((0, region.height + 1), range(region.width + 2)))
        | set(product(range(region.height + 2), (0, region.width + 1))),
        region.height + 2,
        region.width + 2,
    )
    assert region.holes == len(fenced.components) - 1


@given(regions(), st.data())
def test_cells_can_be_taken_away(region: Region, data: st.DataObject) -> None:
    taken = data.draw(st.sets(st.sampled_from(region.cells), max_size=len(region) - 1))
    rest = region.without(taken)
    assert set(rest) == set(region) - taken
    assert (rest.height, rest.width) == (region.height, region.width)


@pytest.mark.parametrize("text", ["6x10", " 6 x 10 ", "6X10", "6×10", "6x10\n"])
def test_rectangles_are_read(text: str) -> None:
    assert Region.parse(text) == Region.rectangle(6, 10)
    assert Region.parse(text).name == "6x10"


def test_regions_are_read_from_files(tmp_path: Path) -> None:
    drawing = tmp_path / "room.txt"
    drawing.write_bytes("\ufeff..#\r\n...\r\n\r\n".encode())
    assert Region.read(drawing) == Region.read(str(drawing)) == Region.parse("..#\n...")
    assert Region.read("2x3") == Region.rectangle(2, 3)
    assert Region.read(".#\n..") == Region.read(".#/..") == Region.parse(".#\n..")


def test_names_say_how_large() -> None:
    assert Region.parse(".#\n..").name == "a region of 3 cells in 2x2"
    assert Region.parse("#.").name == "a region of 1 cell in 1x2"


def test_lines_of_a_drawing_may_differ_in_length() -> None:
    assert Region.parse("\n\n ..\n.\n\n") == Region([(0, 1), (0, 2), (1, 0)], 2, 3)


def test_large_frames_cost_nothing_before_their_cells_are_asked_for() -> None:
    board = Region.rectangle(10_000, 10_000).without([(5, 7)])
    assert len(board) == 10**8 - 1
    assert (5, 7) not in board
    assert (5, 8) in board
    assert Region.rectangle(1000, 1001).symmetry == SymmetryClass.AXIS2
    assert Region.rectangle(1000, 1000).order == 8
    assert "cells" not in vars(board)


@each(
    ("make", "message"),
    [
        (lambda: Region.parse("0x5"), "A region of 0x5 has no cells"),
        (lambda: Region.parse("-3x5"), "A region of -3x5 has no cells"),
        (lambda: Region.parse("10001x10000"), "100,010,000 cells, more than the 100,000,000"),
        (lambda: Region.parse("6x"), r"The region '6x' has '6' in column 1.*HxW, as 6x10"),
        (lambda: Region.parse("..\n.Y."), r"Line 2 has 'Y' in column 2"),
        (lambda: Region.parse("X.\n.#."), r"Line 2 has '#' in column 2"),
        (lambda: Region.parse("9" * 5000 + "x3"), "The height .* has more than 18 digits"),
        (lambda: Region.parse("\n\n..\n..\t"), r"Line 4 has '\\t' in column 3"),
        (lambda: Region.parse(""), "The region is empty"),
        (lambda: Region.parse(" \n \n"), "The region is empty"),
        (lambda: Region.parse("##\n##"), "2 lines has no free cell"),
        (lambda: Region([]), "at least one free cell"),
        (lambda: Region([(0, 0), (0, 0)]), "Cell 0,0 is given twice"),
        (lambda: Region([(0, -1)]), "0,-1 is outside the 1x1"),
        (lambda: Region([(8, 3)], 8, 8), r"8,3 is outside the 8x8 board: rows and columns go"),
        (lambda: Region([(1, 3)], 2, 3), "rows go from 0 to 1, columns from 0 to 2"),
        (lambda: Region.rectangle(8, 8).without([(3, 8)]), "3,8 is outside the 8x8 board"),
        (lambda: Region.rectangle(8, 8).without([(0, 8)] * 2), "0,8 is outside"),
        (lambda: Region.rectangle(2, 2).without([(0, 1)] * 2), "Cell 0,1 is removed twice"),
        (lambda: Region.parse(".#").without([(0, 1)]), "Cell 0,1 cannot be removed"),
        (lambda: Region.rectangle(1, 1).without([(0, 0)]), "No free cell is left of the 1x1"),
        (
            lambda: Region.read("no such file"),
            "'no such file' is neither a name such as 6x10, nor a drawing",
        ),
        (lambda: Region.read("/"), "cannot be read: Is a directory"),
        (lambda: Region.read("3x4x5"), "3x4x5 has 3 sizes: write 6x10, or take the cubic"),
        (lambda: Region.read("a\0b"), "cannot be read"),
        (lambda: Region.from_json({"h": 2}), "is not a region"),
        (lambda: Region.from_json([2, 3, 4]), "is not a region"),
        (lambda: Region.from_json([]), "is not a region"),
    ],
)
def test_what_is_no_region_is_refused(make, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


def test_errors_in_a_file_name_it(tmp_path: Path) -> None:
    (tmp_path / "room.txt").write_text("..\n.o\n")
    with pytest.raises(ProblemError, match=r"room\.txt: Line 2 has 'o' in column 2"):
        Region.read(tmp_path / "room.txt")
    (tmp_path / "room.png").write_bytes(b"\x89PNG\xff")
    with pytest.raises(ProblemError, match=r"room\.png' cannot be read: it is not a text file"):
        Region.read(tmp_path / "room.png")


def test_regions_cannot_be_changed() -> None:
    region = Region.rectangle(2, 2)
    with pytest.raises(AttributeError, match="cannot be changed"):
        region.cells = ()
    with pytest.raises(ValueError, match="read-only"):
        region.grid[0, 0] = False


def test_a_region_may_be_given_as_a_polyomino() -> None:
    stairs = Region.parse("X..\nXX.\nXXX")
    assert stairs == Region.parse(".##\n..#\n...")
    assert stairs == Region.parse("[(0,0), (1,0), (2,0), (0,1), (1,1), (0,2)]")


@given(regions(), st.integers(-5, 5), st.integers(1, 3))
def test_images_and_dilates_of_regions(region: Region, turns: int, factor: int) -> None:
    assert region.rotate(turns).rotate(-turns) == region.rotate(4) == region
    assert region.reflect().reflect() == region
    grid = np.rot90(region.grid, -turns)
    assert np.array_equal(region.rotate(turns).grid, grid)
    assert np.array_equal(region.reflect().grid, region.grid[:, ::-1])
    large = np.kron(region.grid, np.ones((factor, factor), bool))
    assert np.array_equal(region.dilate(factor).grid, large)
    images = [each for k in range(4) for each in (region.rotate(k), region.reflect().rotate(k))]
    assert {image.canonical() for image in images} == {region.canonical()}
    assert region.canonical() in images
    assert not region.canonical() < min(images)


def test_a_region_cannot_be_dilated_by_nothing() -> None:
    with pytest.raises(ProblemError, match="cannot be dilated by 0"):
        Region.rectangle(2, 2).dilate(0)


def test_a_board_keeps_the_name_that_it_was_given_by(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("..#\n...\n", encoding="utf-8")
    labelled = tmp_path / "other.txt"
    labelled.write_text("notch:\n..#\n...\n", encoding="utf-8")
    found = [
        (Region.read(file), "board.txt"),
        (Region.read(labelled), "notch"),
        (Region.parse("notch:/..#/..."), "notch"),
        (Region.parse("hexagon 3", HEXAGONAL), "hexagon 3"),
        (Region.parse("rectangle 7x4", HEXAGONAL), "rectangle 7x4"),
        (Region.parse("3x4"), "3x4"),
        (Region.parse("whole:/../.."), "2x2"),
    ]
    for region, name in found:
        for again in (
            region,
            Region.from_json(region.to_json(), region.lattice),
            Region.parse(in_a_line(region.to_json()), region.lattice),
            pickle.loads(pickle.dumps(region)),
        ):
            assert (again, again.name) == (region, name)
    assert Region.read(file) == Region.parse("..#/...")
    assert Region.read(file).without([(0, 0)]).name == "a region of 4 cells in 2x3"
