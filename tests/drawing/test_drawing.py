"""Pictures show exactly the cells and pieces."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations, count, cycle, islice, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import enumino
from enumino import drawing
from enumino.drawing.cells import Plan
from enumino.drawing.objects import MARGIN, SIDE
from enumino.drawing.polyforms import class_colour
from enumino.drawing.tilings import fills_of, piece_colours, tiling_colours
from enumino.errors import MissingExtraError, ProblemError
from enumino.families.tatami.layouts import HALF_MAT, tiling_of
from enumino.objects.lattice import SQUARE
from enumino.objects.lattice_files.definition import shipped_names
from enumino.objects.lattices import LATTICES, lattice_named
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from enumino.registry import rows_of
from tests import naive
from tests.objects.test_region import regions
from tests.objects.test_tiling import tilings
from tests.strategies import polyominoes

SVG = "{http://www.w3.org/2000/svg}"


@given(polyominoes())
def test_text_shows_every_cell(polyomino: Polyform) -> None:
    halves = {" ": (), "▀": (0,), "▄": (1,), "█": (0, 1)}
    lines = drawing.polyform_text(polyomino).split("\n")
    signs = [(r, c, x) for r, line in enumerate(lines) for c, x in enumerate(line)]
    assert Polyform([(2 * r + h, c) for r, c, x in signs for h in halves[x]]) == polyomino


def test_pictures_stand_side_by_side_within_the_width() -> None:
    pictures = [drawing.polyform_text(p) for p in sorted(naive.polyominoes(6, "free"))]
    text = "\n\n".join(drawing.rows_abreast(pictures, columns=40))
    assert max(map(len, text.split("\n"))) <= 40
    assert sum(text.count(x) for x in "▀▄") + 2 * text.count("█") == 6 * 35
    asked: list[int] = []  # each row comes as soon as it is full
    endless = (asked.append(i) or "ab" for i in count())
    assert list(islice(drawing.rows_abreast(endless, 7), 3)) == 3 * ["ab   ab"]
    assert len(asked) == 7


def test_sheets_and_shapes_are_well_formed_svg() -> None:
    shapes = sorted(naive.polyominoes(5, "free"))
    sheet = ET.fromstring(sheet_of(shapes, "cells < 6 & more").svg)
    texts = [node.text for node in sheet.iter(f"{SVG}text")]
    assert texts == ["cells < 6 & more", "none", "rotate", "axis", "axis2", "diag", "all"]
    assert len(list(sheet.iter(f"{SVG}path"))) == 2 * 12
    for shape in shapes:
        assert ET.fromstring(shape._repr_svg_()).tag.endswith("svg")


@pytest.mark.parametrize("lattice", [*LATTICES, *shipped_names()])
def test_symmetry_classes_of_a_lattice_differ_in_colour(lattice: str) -> None:
    found = lattice_named(lattice)
    assert len({class_colour(found, each) for each in found.classes}) == len(found.classes)


def test_legends_have_the_colours_of_the_shapes() -> None:
    shapes = free_polyforms(4, lattice_named("kite"))
    legend = drawing.legend_of(shapes)
    assert list(legend) == ["C1", "D1a", "D1b", "D2"]
    for shape, picture in zip(shapes, drawing.pictures_of(shapes), strict=True):
        assert f'fill="{legend[shape.symmetry.name]}"' in picture.parts


def sheet_of(things: list[Any], title: str) -> drawing.Picture:
    return drawing.sheet(drawing.pictures_of(things), title, drawing.legend_of(things))


def test_objects_show_their_picture() -> None:
    shape, region = Polyform([(0, 0), (0, 1)]), Region.rectangle(2, 2)
    tiling = tiling_of(region, "HH")
    for thing in (shape, region, tiling):
        assert drawing.svg_of(thing) == thing._repr_svg_()
    with pytest.raises(TypeError, match=r"there is no picture of a int\."):
        drawing.svg_of(2)


Line = tuple[int, int, bool]  # (row, column, across): its top or left end, in cells


def borders(tiling: Tiling) -> set[Line]:
    """Unit edges where what lies on the two sides differs: another piece, a wall, the outside."""
    region = tiling.region
    walls = region.lacking if 6 * len(region) >= 5 * region.area else ()

    def owner(r: int, c: int) -> object:
        index = tiling.index_at((r, c))
        return (r, c) in walls if index is None else str(index)

    across = {(r, c, True) for r, c in corners(region) if owner(r - 1, c) != owner(r, c)}
    down = {(r, c, False) for r, c in corners(region) if owner(r, c - 1) != owner(r, c)}
    return across | down


def corners(region: Region) -> set[tuple[int, int]]:
    return {(r, c) for r in range(region.height + 1) for c in range(region.width + 1)}


@given(tilings())
def test_outlines_are_the_borders_between_pieces(tiling: Tiling) -> None:
    lines = str(tiling).split("\n")
    assert len(lines) == 2 * tiling.region.height + 1

    def at(y: int, x: int) -> str:
        return lines[y][x] if y < len(lines) and x < len(lines[y]) else " "

    drawn = set()
    for r, c in corners(tiling.region):
        if at(2 * r, 4 * c + 2) == "─":
            drawn.add((r, c, True))
        if at(2 * r + 1, 4 * c) == "│":
            drawn.add((r, c, False))
    assert drawn == borders(tiling)
    for r, c in corners(tiling.region):  # the strokes are those that meet there
        around = ((r - 1, c, False), (r, c, True), (r, c, False), (r, c - 1, True))
        bits = sum((line in drawn) << bit for bit, line in enumerate(around))
        assert ENDS[at(2 * r, 4 * c)] == bits
    halves = sum(piece.name == HALF_MAT for piece in tiling.pieces)
    assert sum(line.count("·") for line in lines) == halves


# Strokes up, right, down and left, as bits.
ENDS = {" ": 0, "░": 0, "│": 5, "─": 10, "┌": 6, "┐": 12, "└": 3, "┘": 9}
ENDS |= {"├": 7, "┤": 13, "┬": 14, "┴": 11, "┼": 15}


@given(regions())
def test_paths_enclose_exactly_the_cells(region: Region) -> None:
    """The signed area of each row left of a point is the winding number of the path around it."""
    winding: Counter[tuple[int, int]] = Counter()
    frame = product(range(region.height), range(region.width))
    for loop in Plan(SQUARE, frame).border(region.cells).split("z")[:-1]:
        x, y = map(int, re.match(r"M(\d+) (\d+)", loop).groups())
        start = x, y
        for direction, end in re.findall(r"([HV])(\d+)", loop):
            x, y, from_y = (int(end), y, y) if direction == "H" else (x, int(end), y)
            count_rows(winding, x, from_y, y)
        assert start[0] == x or start[1] == y  # z goes straight back
        count_rows(winding, x, y, start[1])
    for r in range(region.height):
        for c in range(region.width):
            assert sum(winding[r, x] for x in range(c + 1)) == -((r, c) in region)


def count_rows(winding: Counter[tuple[int, int]], x: int, from_y: int, to_y: int) -> None:
    """Note, for each row that a vertical stroke crosses, the column and the way that it goes."""
    for row in range(min(from_y, to_y), max(from_y, to_y)):
        winding[row, x] += 1 if to_y > from_y else -1


@pytest.mark.parametrize("lattice", [each for each in LATTICES.values() if not each.of_edges])
def test_regions_of_every_lattice_are_drawn_cell_by_cell(lattice) -> None:
    sizes = "2x2x3" if lattice.dimensions == 3 else "2x4"
    region = Region.parse(sizes, lattice)
    squares, frame = ET.fromstring(drawing.svg_of(region)).iter(f"{SVG}path")
    assert squares.get("d").count("z") == len(region)
    assert frame.get("d").count("z") == (2 if lattice.dimensions == 3 else 1)
    corners = {"hexagonal": 6, "triangular": 3}.get(lattice.name, 4)
    assert len(re.findall("[MHVL]", squares.get("d"))) == corners * len(region)


@pytest.mark.parametrize("lattice", [*LATTICES, *shipped_names()])
def test_discs_and_labels_lie_apart_within_their_cells(lattice: str) -> None:
    """Capitals are 0.6 wide and 0.7 tall in heights of the font; lines take 0.08 of a cell."""
    found = lattice_named(lattice)
    region = Region.parse("2x2x3" if found.dimensions == 3 else "3x3", found)
    words, colours = (list(islice(cycle(some), len(region))) for some in (WORDS, "aa.z"))
    region = region.coloured("".join(colours)).labelled(words)
    plan, marks = Plan(found, region.cells), list[tuple[Any, list[complex]]]()
    picture = ET.fromstring(drawing.pictures_of([region])[0].svg)
    discs = [cell for cell, own in zip(region.cells, colours, strict=True) if own != "."]
    for cell, node in zip(discs, picture.iter(f"{SVG}circle"), strict=True):
        x, y, r = (float(node.get(name)) for name in ("cx", "cy", "r"))
        marks.append((cell, [complex(x, y) + r * 1j ** (k / 3) for k in range(12)]))
    labelled = [cell for cell, word in zip(region.cells, words, strict=True) if word]
    texts = [node for node in picture.iter(f"{SVG}text") if node.text in WORDS]
    for cell, node in zip(labelled, texts, strict=True):
        x, y, size = (float(node.get(name)) for name in ("x", "y", "font-size"))
        wide = 0.3 * size * len(node.text)
        corners = product((x - wide, x + wide), (y, y - 0.7 * size))
        marks.append((cell, [complex(*corner) for corner in corners]))
    for (_, one), (_, other) in combinations(marks, 2):
        turned = [[[turn * z for z in mark] for mark in (one, other)] for turn in (1, 1j, -1, -1j)]
        assert any(max(z.real for z in a) <= min(z.real for z in b) for a, b in turned)
    for cell, points in () if found.of_edges else marks:
        ring, middle = [complex(*plan.at(each)) for each in plan.ring(cell)], plan.middle(cell)
        for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
            own, *others = [((z - start) / (end - start)).imag for z in (complex(*middle), *points)]
            assert min(other / own * abs(own * (end - start)) for other in others) > 0.08


WORDS = ("4", "17", "Mon", "Thurs", "")


@given(st.lists(tilings(), max_size=5))
def test_pages_of_tilings_are_well_formed(some: list[Tiling]) -> None:
    sheet = ET.fromstring(sheet_of(some, "a < b").svg)
    legend = piece_colours(some)
    assert [node.text for node in sheet.iter(f"{SVG}text")] == ["a < b", *legend]
    squares = [node.get("fill") for node in sheet.iter(f"{SVG}rect")]
    assert squares[1:] == [*legend.values()]
    assert len(sheet.findall(f"{SVG}g")) == 1 + len(some)
    fills = {node.get("fill") for node in sheet.iter(f"{SVG}path")}
    assert len(some) == 0 or fills - {"none"}
    for tiling in some:
        picture = ET.fromstring(tiling._repr_svg_())
        width = float(picture.get("width")) / SIDE
        assert width == pytest.approx(tiling.region.width + 2 * MARGIN)
        assert ET.fromstring(tiling.region._repr_svg_()).tag == f"{SVG}svg"


def fills(tiling: Tiling) -> list[str]:
    picture = ET.fromstring(drawing.svg_of(tiling))
    group = next(node for node in picture.iter(f"{SVG}g") if node.get("stroke"))
    return [node.get("fill") for node in group]


def test_each_shape_has_its_colour() -> None:
    board = Region.rectangle(4, 4)
    square = [("O", [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]) for r, c in ((0, 0), (0, 2))]
    rows = [("I", [(r, c) for c in range(4)]) for r in (2, 3)]
    both = Tiling(board, square + rows)
    assert list(piece_colours([both]).values()) == fills(both)[2::-2]  # the others have tints
    assert len(set(fills(both))) == 4
    columns = [("I", [(r, c) for r in range(4)]) for c in range(4)]
    assert fills(Tiling(board, columns))[::2] == 2 * [fills(Tiling(board, columns))[0]]
    lying = [("I", [(0, c) for c in range(3)]), ("I", [(1, c) for c in range(3)])]
    standing = [("I", [(r, 3) for r in range(3)]), ("I", [(2, c) for c in range(3)])]
    across, down, *_ = fills(Tiling(Region.rectangle(3, 4), lying + standing))
    assert across != down  # a single shape: one colour each way that it lies


@pytest.mark.parametrize(
    "problem",
    [
        enumino.Tilings("4x6", "L-tromino, domino"),
        enumino.Tilings("1x2", "disticks, monostick:0-1", lattice="stick"),
        enumino.Tilings("2x6", "triplets", lattice="king"),
        enumino.Tilings("2x2x3", "soma V", lattice="cubic"),
        enumino.Tilings("hexagon 2", "trihexes, monohex:0-1", lattice="hexagonal"),
    ],
)
def test_neighbours_of_one_colour_differ_by_a_tint(problem) -> None:
    rows = rows_of(problem.to_json())
    (batch, *_) = problem.batches([()], 20)
    for row in batch.records.to_pylist():
        covering = rows.object_of(row)
        colours = tiling_colours(covering.choices)
        fills = fills_of(covering, colours)
        assert fills[0] == colours[covering.pieces[0].name, covering.pieces[0].offsets]
        region = covering.region
        for number, piece in enumerate(covering.pieces):
            for cell in piece.cells:
                for other in map(covering.index_at, region.lattice.neighbours(cell)):
                    assert other in (None, number) or fills[other] != fills[number]


def test_pages_of_text() -> None:
    page = ET.fromstring(sheet_of(["a & b\nc", "  d"], "title").svg)
    assert [text.text for text in page.iter(f"{SVG}text")] == ["title", "a & b", "c", "  d"]
    assert ET.fromstring(drawing.sheet([], "nothing").svg).tag == f"{SVG}svg"


def test_png_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    page = sheet_of([Polyform([(0, 0)])], "one")
    pytest.importorskip("resvg_py")
    assert page.png().startswith(b"\x89PNG")
    with pytest.raises(ProblemError, match="9,000x9,000 pixels, more than the 64,000,000 of the"):
        drawing.Picture(9000, 9000, "").png()  # gigabytes, which no program opens
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"enumino\[plot\]"):
        page.png()


def test_text_marks_cells_that_stay_empty() -> None:
    region = Region("++#/.##")
    tiling = Tiling(region, [("L", [(0, 2), (1, 1), (1, 2)])])
    assert str(tiling).count(" + ") == 2
    board = Region("+++/+++")  # no other cells
    assert ET.fromstring(drawing.svg_of(board)).tag == f"{SVG}svg"
    assert ' d=""' not in drawing.svg_of(board)
