"""Pages of paper: everything is on them once, at one scale, inside the margins."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino import drawing
from enumino.drawing.objects import has_picture, name_of
from enumino.drawing.paper import MARGIN, SIDE, Paper, fitted, only_page, papers, pdf
from enumino.drawing.puzzle import puzzle_pages
from enumino.errors import MissingExtraError, ProblemError
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import LATTICES
from enumino.objects.piece import Piece
from enumino.objects.piece_lists import parse
from enumino.objects.piece_names import letters, named_set
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

COLOUR = re.compile('"(#[0-9a-f]+)"')
HEXAGONAL, TRIANGULAR, CUBIC = map(LATTICES.__getitem__, ("hexagonal", "triangular", "cubic"))
SVG = "{http://www.w3.org/2000/svg}"
MOVED = re.compile(r"translate\(([0-9.-]+) ([0-9.-]+)\)scale\(([0-9.]+)\)")
PENTOMINOES = free_polyforms(5)
TILING = Tiling(Region.rectangle(2, 3), [("D", [(0, c), (1, c)]) for c in range(3)])


def texts(page: str) -> list[str]:
    return [str(node.text) for node in ET.fromstring(page).iter(f"{SVG}text")]


@given(
    st.lists(st.sampled_from([*PENTOMINOES, *free_polyforms(3), TILING]), min_size=1),
    st.builds(
        Paper,
        st.sampled_from(["a4", "letter"]),
        st.booleans(),
        st.booleans(),
        st.sampled_from([None, 3.0, 10.0, 25.0]),
        st.booleans(),
    ),
    st.booleans(),
)
def test_pictures_lie_inside_the_margins_side_by_side(
    things: list[Any], paper: Paper, captioned: bool
) -> None:
    captions = [str(number) for number in range(1, len(things) + 1)] if captioned else []
    pages = papers(things, "some < things", paper, captions)
    width, height = paper.size
    sides = set()
    drawn = 0
    for page in pages:
        root = ET.fromstring(page)
        assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
        boxes = []
        for group in root.findall(f"{SVG}g"):
            x, y, scale = map(float, MOVED.fullmatch(str(group.get("transform"))).groups())
            picture = ET.fromstring(drawing.svg_of(things[drawn], SIDE))
            across, down = (float(str(picture.get(side))) for side in ("width", "height"))
            boxes.append((x, y, x + across * scale, y + down * scale))
            sides.add(scale * SIDE)
            drawn += 1
        for left, top, right, bottom in boxes:
            assert MARGIN < left < right < width - MARGIN
            assert MARGIN < top < bottom < height - MARGIN
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                assert a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]
    assert drawn == len(things)
    assert len(sides) == 1
    assert paper.cell is None or sides == {paper.cell}
    shown = [text for page in pages for text in texts(page)]
    assert [text for text in shown if text.isdigit()] == captions


def test_a_sheet_for_a_class() -> None:
    names = [str(name_of(shape)) for shape in PENTOMINOES]
    (page,) = papers(PENTOMINOES, "pentominoes", Paper(cut_lines=True), names)
    title, *shown = texts(page)
    assert title == "pentominoes"
    assert shown[:6] == ["none", "rotate", "axis", "axis2", "diag", "all"]
    assert sorted(shown[6:]) == list("FILNPTUVWXYZ")
    assert page.count("stroke-dasharray") == 1


def test_names_are_those_of_the_lists_of_pieces() -> None:
    assert {name_of(shape): shape for shape in letters(SQUARE).values()}.keys() == letters(
        SQUARE
    ).keys()
    for piece in named_set("hexomino"):
        assert name_of(piece.shape.moved(SQUARE.mirror)) == piece.name
    bee = Polyform("# #/ # #", LATTICES["hexagonal"])
    others = [TILING, Polyform((0, c) for c in range(9)), "a cover"]
    assert list(map(name_of, [bee, *others])) == ["bee", None, None, None]


def test_a_plain_sheet_has_no_colours_and_no_legend() -> None:
    solids = free_polyforms(4, LATTICES["cubic"])
    for things in (PENTOMINOES, [TILING], solids, [Region("##+/###")]):
        numbers = [str(number) for number in range(len(things))]
        coloured, (page,) = (
            papers(things, "title", Paper(plain=plain), numbers) for plain in (False, True)
        )
        assert {*COLOUR.findall(page)} <= {"#000", "#fff", "#ddd"}
        assert not {*COLOUR.findall(coloured[0])} <= {"#000", "#fff", "#ddd"}
        assert texts(page) == ["title", *numbers]
        assert MOVED.findall(page) == MOVED.findall(coloured[0])  # the answers lie where they were


PUZZLES = [
    (Region.rectangle(3, 20), parse("pentominoes"), 1),
    (Region("triangle 4", LATTICES["hexagonal"]), parse("trihexes", HEXAGONAL), 3),
    (Region("hexagon 3", LATTICES["triangular"]), parse("hexiamonds", TRIANGULAR), 2),
    (Region("3x3x3", LATTICES["cubic"]), parse("soma", CUBIC), 1),
    (Region.rectangle(20, 20), parse("domino"), 200),
]


@pytest.mark.parametrize(("region", "named", "number"), PUZZLES, ids=lambda each: str(each)[:20])
@pytest.mark.parametrize("cell", [None, 8.0])
def test_a_puzzle_has_its_board_and_all_copies_at_one_scale(
    region: Region, named: Sequence[Piece], number: int, cell: float | None
) -> None:
    pieces = [replace(piece, fewest=0, most=number) for piece in named]
    copies = [min(number, len(region) // len(piece.shape)) for piece in pieces]
    board, *others = puzzle_pages(
        Board(region, tuple(pieces)), "puzzle", Paper(cell=cell, plain=True)
    )
    shown = [group for page in (board, *others) for group in ET.fromstring(page).iter(f"{SVG}g")]
    moved = [found for group in shown if (found := MOVED.fullmatch(group.get("transform", "")))]
    outer = [found for found in moved if "." in found[1] and len(found[1].partition(".")[2]) == 3]
    assert len(outer) == 1 + sum(copies)
    (scale,) = {float(found[3]) for found in outer}
    assert round(scale * SIDE, 3) == (cell or int(scale * SIDE + 0.001))
    assert cell or len(others) == 1
    for page in others:
        assert {*COLOUR.findall(page)} <= {"#000", "#fff"}


def test_many_pictures_take_several_pages() -> None:
    shapes = free_polyforms(7)
    pages = papers(shapes, "heptominoes", Paper(cell=10))
    assert len(pages) > 1
    assert texts(pages[1])[-1] == f"2 / {len(pages)}"
    with pytest.raises(ProblemError, match=f"108 pictures take {len(pages)} pages"):
        only_page(pages, len(shapes))
    assert only_page(pages[:1], 1) == pages[0]


@pytest.mark.parametrize(
    ("things", "paper", "told"),
    [
        ([TILING], {"cell": 100.0}, "at most --cell 5"),
        ([TILING], {"cell": 0.1}, r"0\.1 mm cannot be drawn"),
        ([TILING], {"name": "a5"}, "a4 or letter"),
    ],
)
def test_what_cannot_be_on_paper(things: Sequence[Any], paper: dict[str, Any], told: str) -> None:
    with pytest.raises(ProblemError, match=told):
        papers(things, "title", Paper(**paper))


def test_pdf_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is missing: PDF pages were not tested")
    paper = Paper(cell=25)
    pages = papers(PENTOMINOES, "Größe – ⬢", paper)
    made = pdf(pages, *paper.size, "pages")
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") == len(pages) > 1
    assert b"/MediaBox [0 0 595.28 841.89]" in made
    assert made == pdf(pages, *paper.size, "pages")
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(MissingExtraError, match=r"enumino\[print\]"):
        pdf(pages, *paper.size, "pages")


def test_text_of_a_pdf_has_the_sizes_of_its_page() -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is missing: PDF pages were not tested")
    sheet = drawing.texts_svg(["1 2 3\n4 5 6"], "s")
    paper = Paper()
    captioned = papers(PENTOMINOES, "pentominoes", paper, ["name"] * 12)
    for pages in (fitted(sheet, paper), captioned):
        made = pdf(pages, *paper.size, "sizes")
        streams = [zlib.decompress(s) for s in re.findall(rb"stream\n(.*?)\nendstream", made, re.S)]
        drawn = {float(size) for s in streams for size in re.findall(rb" ([0-9.]+) Tf", s)}
        assert drawn == {float(size) for size in re.findall(r'font-size="([0-9.]+)"', pages[0])}
        assert len(re.findall('<rect width="100%"', pages[0])) == 1


def test_captions_have_room() -> None:
    """At the largest cells, a caption stands below its picture, not on it."""
    column = Polyform((row, 0) for row in range(5))
    (page,) = papers([column] * 30, "bars", Paper(), [str(number) for number in range(30)])
    root = ET.fromstring(page)
    below = [float(str(n.get("y"))) for n in root.iter(f"{SVG}text") if str(n.text).isdigit()]
    for group, y in zip(root.findall(f"{SVG}g"), below, strict=True):
        _, top, scale = map(float, MOVED.fullmatch(str(group.get("transform"))).groups())
        assert top + 5.4 * scale * SIDE < y - 2.7


def test_what_is_drawn_together_is_fitted_onto_a_page() -> None:
    sheet = drawing.texts_svg([". Q\n. ."] * 7, "queens")
    (page,) = fitted(sheet, Paper(landscape=True))
    root = ET.fromstring(page)
    assert root.get("width") == "297mm"
    scale = float(str(root.find(f"{SVG}g").get("transform")).partition("scale(")[2].rstrip(")"))
    width, height = (float(str(ET.fromstring(sheet).get(side))) for side in ("width", "height"))
    assert width * scale <= 297 - 2 * MARGIN + 0.1
    assert height * scale <= 210 - 2 * MARGIN + 0.1
    assert [has_picture(thing) for thing in (TILING, PENTOMINOES[0], ". Q")] == [True, True, False]
    with pytest.raises(ProblemError, match="leave out --cut-lines"):
        fitted(sheet, Paper(cut_lines=True))


def test_legends_take_as_many_lines_as_they_need() -> None:
    board = Region.rectangle(3, 5)
    ends = [(0, 0, 1), (1, 0, 2), (1, 2, 5), (0, 1, 5), (2, 0, 5)]
    rows = [[(row, column) for column in range(start, stop)] for row, start, stop in ends]
    names = ["I1", "I2", "I3", "I4", "a long name"]
    tiling = Tiling(board, list(zip(names, rows, strict=True)))
    (page,) = papers([tiling], "a tiling", Paper())
    assert texts(page)[1:] == ["I1", "I2", "I3", "I4", "a long ..."]
    solids = [shape for n in range(1, 6) for shape in free_polyforms(n, LATTICES["cubic"])]
    (page,) = papers(solids, "pentacubes", Paper())
    classes = {shape.symmetry.name for shape in solids}
    legend = [n for n in ET.fromstring(page).iter(f"{SVG}rect") if n.get("rx")]
    assert len(legend) == len(classes) > 9
    assert len({node.get("y") for node in legend}) == 2
    assert max(float(str(node.get("x"))) for node in legend) < 210 - MARGIN - 15


def test_names_of_anybody_are_harmless() -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is missing: PDF pages were not tested")
    name = "<script>\x00\x1b\ud800\u202e&"
    tiling = Tiling(Region.rectangle(1, 3), [(name, [(0, 0), (0, 1)]), ("<b>", [(0, 2)])])
    paper = Paper()
    pages = papers([tiling], name, paper)
    assert "<script" not in pages[0]
    assert len(texts(pages[0])) == 3
    assert pdf(pages, *paper.size, name).startswith(b"%PDF-")
