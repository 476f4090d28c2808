"""Regions: one value for every way of writing, and the symmetries of its cells."""

import copy
import pickle
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino import Tilings, drawing
from enumino.errors import ProblemError
from enumino.objects.lattice import Cell
from enumino.objects.lattices import HEXAGONAL, LATTICES, lattice_named
from enumino.objects.piece import Piece, shape_of
from enumino.objects.piece_lists import parse_file
from enumino.objects.polyform import free_polyforms
from enumino.objects.region import Region, read, regions_in
from enumino.objects.tiling import Tiling
from tests.naive_square import IMAGES


@st.composite
def cells_of_regions(draw: st.DrawFn, largest: int = 6) -> set[Cell]:
    """Any set of cells, the least row and column 0; often symmetric, which chance rarely does."""
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    frame = list(product(range(height), range(width)))
    cells = draw(st.sets(st.sampled_from(frame), min_size=1))
    for move in draw(st.sampled_from([(), *((move,) for move in IMAGES)])):
        for _ in range(4):
            moved = {move(r, c, height, width) for r, c in cells}
            cells |= moved & set(frame)
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return {(r - top, c - left) for r, c in cells}


def regions(largest: int = 6) -> st.SearchStrategy[Region]:
    """Any region."""
    return cells_of_regions(largest).map(Region)


@given(cells_of_regions(), st.integers(-3, 3))
def test_every_form_reads_back_as_the_same_region(cells: set[Cell], by: int) -> None:
    region = Region(cells)
    same = [
        Region(reversed(region.cells)),
        Region((r + by, c - by) for r, c in cells),
        Region(str(region)),
        Region(f"\n{region}\n\n"),
        Region(str(region).replace("#", "X").replace(".", " ").replace("\n", "/")),
        *regions_in(f"a:\n{region}\n\nb:\n{region}\n".replace("\n", "\r\n")),
        Region(str(sorted(cells))),
        Region(" ".join(map(str, sorted(cells)))),
        Region(region.in_a_line()),
        eval(repr(region)),
        pickle.loads(pickle.dumps(region)),
        copy.deepcopy(region),
        Region.rectangle(region.height, region.width).without(region.lacking),
    ]
    assert set(same) == {region}
    assert all(set(other.cells) == cells for other in same)


@pytest.mark.parametrize("order", range(1, 6))
def test_dominoes_tile_a_diamond_in_powers_of_two(order: int) -> None:
    """The theorem of Elkies, Kuperberg, Larsen and Propp (1992)."""
    region = Region(f"aztec {order}")
    assert (len(region), region.name, region.order) == (2 * order * (order + 1), region.title, 8)
    assert Tilings(region, "1x2").count().total == 2 ** (order * (order + 1) // 2)


@given(cells_of_regions(), st.data())
def test_cells_that_may_stay_empty_are_part_of_a_region(
    cells: set[Cell], data: st.DataObject
) -> None:
    optional = data.draw(st.sets(st.sampled_from(sorted(cells)), min_size=1))
    region = Region(cells, optional=optional)
    assert (set(region.cells), region.optional) == (cells, optional)
    for other in Region(str(region)), Region(region.in_a_line()), eval(repr(region)):
        assert other == region != Region(cells)
    left = region.without(sorted(optional)[:1]) if len(cells) > 1 else region
    assert len(left.optional) == len(optional) - (len(cells) > 1)
    kept = [[region.cells[k] for k in image] for image in region.images.tolist() if image[0] >= 0]
    for image in kept:
        assert {image[k] for k, c in enumerate(region.cells) if c in optional} == optional


@pytest.mark.parametrize("name", [*LATTICES, "kite"])
def test_drawings_of_cells_that_may_stay_empty_come_back(name: str) -> None:
    """Some of the cells, or all of them, such as a lone triangle that points upwards."""
    lattice = lattice_named(name)
    for cells in range(1, 5):
        for shape in free_polyforms(cells, lattice):
            for image in shape.images():
                for optional in (image.cells, image.cells[:1], image.cells[1:]):
                    region = Region(image.cells, lattice, optional)
                    assert Region(region.in_a_line(), lattice) == region


def test_optional_cells_of_a_drawing_are_added_to_it() -> None:
    assert Region("+#/##", optional=[(0, 1)]) == Region("++/##")
    assert Region("2x2", optional=[(0, 0)]) == Region("+#/##")
    with pytest.raises(ProblemError, match="not a cell of the region"):
        Region("#./##", optional=[(0, 1)])


@given(cells_of_regions())
def test_cells_are_what_the_drawing_shows(cells: set[Cell]) -> None:
    region = Region(cells)
    lines = str(region).split("\n")
    assert len(lines) == region.height
    assert {len(line) for line in lines} == {region.width}
    drawn = [(r, c) for r, line in enumerate(lines) for c, x in enumerate(line) if x == "#"]
    assert list(region) == list(region.cells) == drawn == sorted(cells)
    assert len(region) == len(drawn)
    for cell in product(range(-1, region.height + 1), range(-1, region.width + 1)):
        assert (cell in region) == (cell in cells)
    assert region.is_rectangle == (len(region) == region.area)
    assert np.argwhere(region.grid).tolist() == [list(cell) for cell in drawn]
    assert [region.numbers[cell] for cell in drawn] == list(range(len(drawn)))
    assert (region.numbers[~region.grid] == -1).all()


@given(cells_of_regions())
def test_images_are_the_permutations_that_keep_the_cells(given_cells: set[Cell]) -> None:
    region = Region(given_cells)
    cells, box = region.cells, region.box
    assert region.images.shape == (7, len(region))
    for image, move in zip(region.images.tolist(), IMAGES, strict=True):
        moved = [move(r, c, *box) for r, c in cells]
        if set(moved) == set(cells):
            assert image == [cells.index(cell) for cell in moved]
        else:
            assert image == [-1] * len(cells)
    assert region.order == 1 + (region.images[:, 0] >= 0).sum() == region.symmetry.order


@given(cells_of_regions(), st.data())
def test_labels_stay_with_their_cells(cells: set[Cell], data: st.DataObject) -> None:
    """Also in the form in a line, in a file with a name, without some cells, and in pictures."""
    region, words = Region(cells), st.sampled_from(["", "1", "Jan", "<&>", "3:1"])
    region = region.titled(data.draw(st.sampled_from(["", "one"])))
    region = region.labelled(data.draw(words) for _ in cells)
    file = f"one:\n{region}\n\nlabels:\n" + "\n".join(label or "." for label in region.labels)
    for other in Region(region.in_a_line()), *regions_in(f"{file}\ntwo:\n##\n")[:1]:
        assert (other, other.labels) == (region, region.labels)
    gone = data.draw(st.sets(st.sampled_from(sorted(cells)), max_size=len(cells) - 1))
    tiling = Tiling(region, [("a", [cell]) for cell in cells])
    for picture in drawing.svg_of(region), drawing.svg_of(tiling):
        shown = [node for node in ElementTree.fromstring(picture).iter() if node.text]
        assert [str(node.text) for node in shown] == list(filter(None, region.labels))
        assert len({node.get("font-size") for node in shown}) < 2
    assert all(label[:3] in str(tiling) for label in region.labels)
    named = dict(zip(region.cells, region.labels, strict=True))
    left = region.without(gone)
    assert left == Region(cells - gone)
    assert left.labels == tuple(named[cell] for cell in region.cells if cell not in gone)


def test_a_large_rectangle_costs_nothing_before_its_cells_are_asked_for() -> None:
    for text in ("10000x10000", " 10000 x 10000 ", "10000X10000", "10000×10000\n"):
        board = Region(text)
        assert (board, board.name) == (Region.rectangle(10_000, 10_000), "10000x10000")
    assert (len(board), board.order) == (10**8, 8)
    assert (9999, 5) in board
    assert "cells" not in vars(board)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Region("0x5"), "A region of 0x5 has no cells"),
        (lambda: Region("10001x10000"), "100,010,000 cells, more than the 100,000,000"),
        (
            lambda: Region("6x"),
            r"'6x' is neither a name such as 6x10 or aztec 4, nor a list of cells, nor a file",
        ),
        (lambda: Region("##\n#Y#"), r"Row 2 has 'Y' in column 2"),
        (lambda: Region("9" * 5000 + "x3"), "A side .* has more than 18 digits"),
        (lambda: Region(" "), "The region is empty: draw it"),
        (lambda: Region([(0, 0), (0, 0)]), r"Cell \(0, 0\) is given twice"),
        (lambda: Region([(0, 0), (1000, 1000)]), "1001x1001 has 1,002,001"),
        (lambda: Region("##\r\n##\r\n\r\n##"), "an empty line between its rows"),
        (lambda: Region("##\n\na:\n##\n"), "Row 3 has .a. in column 1"),
        (lambda: Region.rectangle(8, 8).without([(3, 8)]), "3,8 cannot be removed: .* from 0"),
        (lambda: Region.rectangle(1, 1).without([(0, 0)]), "A shape needs at least one cell"),
        (lambda: read("no file"), "'no file' is neither a name such as 6x10 or"),
        (lambda: read("board.txt"), r"board\.txt cannot be read: No such file"),
        (lambda: read("3x4x5"), "square lattice has no region '3x4x5': write 6x10 or "),
    ],
)
def test_what_is_no_region_is_refused(make, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


def test_a_board_keeps_the_name_that_it_was_given_by(tmp_path: Path) -> None:
    file, labelled = tmp_path / "board.txt", tmp_path / "other.txt"
    file.write_bytes("\ufeff##.\r\n###\r\n\r\n".encode())
    labelled.write_text("notch:\n##.\n###\n", encoding="utf-8")
    found = [
        (*read(str(file)), "board.txt"),
        (*read(str(labelled)), "notch"),
        (Region("notch:/##./###"), "notch"),
        (Region("hexagon 3", HEXAGONAL), "hexagon 3"),
        (Region("3x4"), "3x4"),
        (Region("whole:/##/##"), "whole"),
        (Region("##/#.").titled("10:30 a / b: "), "10:30 a   b"),
        (Region("##\n#."), "a region of 3 cells in 2x2"),
    ]
    for region, name in found:
        for again in (
            region,
            Region(region.in_a_line(), region.lattice),
            pickle.loads(pickle.dumps(region)),
        ):
            assert (again, again.name) == (region, name)
    assert read(str(file))[0].without([(0, 0)]).name == "a region of 4 cells in 2x3"
    for contents, message in (
        (b"##\n#o\n", "Row 2 has 'o' in column 2"),
        (b"\xff", "it is not text in UTF-8"),
    ):
        file.write_bytes(contents)
        with pytest.raises(ProblemError, match=f"board.txt.*{message}"):
            read(str(file))


@pytest.mark.parametrize(
    ("lattice", "name"),
    [("square", "2x3"), ("hexagonal", "hexagon 2"), ("triangular", "hexagon 2"), ("king", "3x3"),
     ("cubic", "2x2x3"), ("stick", "2x2"), ("kite", "1x1")],
)  # fmt: skip
@given(data=st.data())
def test_colours_stay_with_their_cells(lattice: str, name: str, data: st.DataObject) -> None:
    plain = Region(name, lattice_named(lattice))
    size, images = len(plain), plain.images.tolist()
    region = plain.coloured(data.draw(st.text("abZ9.", min_size=size, max_size=size)))
    (drawn,) = region.in_a_line().split("/colours:")[1:] or [""]
    word = data.draw(st.sampled_from(["colours:", "colors:"]))
    below = f"{word}{drawn}".replace("/", "\n")
    file = f"one:\n{plain}\n\n{below}\n\ntwo:\n{[*plain.cells]}\n{below}\n"
    spelled = region.in_a_line().replace("colours:", word)
    for other in (Region(spelled, region.lattice), *regions_in(file, region.lattice)):
        assert other == region
    piece = Piece("p", shape_of(region.lattice, plain.cells), colours=region.colours)
    assert piece.plain().on(region.lattice) == piece
    of_file = parse_file(f"p:\n{piece.shape}\n{below}\n\nq:\n{plain}", region.lattice)
    assert [each.colours for each in of_file] == [region.colours, ""]
    for goes, to in zip(images, region.images.tolist(), strict=True):
        kept = all(
            region.colours[a : a + 1] == region.colours[b : b + 1] for a, b in enumerate(goes)
        )
        assert to == (goes if kept else [-1] * size)
