"""Pages of paper hold everything once, at one scale, inside the margins."""

import re
import sys
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from enumino.drawing import Picture, legend_of, pictures_of, text_picture
from enumino.drawing.paper import MARGIN, Paper, pages_of, pdf, stacked
from enumino.drawing.picture import MOST_NAMES
from enumino.drawing.puzzle import puzzle_pages
from enumino.drawing.tilings import PALETTE
from enumino.errors import MissingExtraError, ProblemError
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import LATTICES
from enumino.objects.piece import Piece
from enumino.objects.piece_lists import parse
from enumino.objects.piece_names import names_of
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

COLOUR = re.compile('"(#[0-9a-f]+)"')
HEXAGONAL, TRIANGULAR, CUBIC = map(LATTICES.__getitem__, ("hexagonal", "triangular", "cubic"))
SVG = "{http://www.w3.org/2000/svg}"
MOVED = re.compile(r"translate\(([0-9.-]+) ([0-9.-]+)\)scale\(([0-9.]+)\)")
BAR = Polyform([(0, c) for c in range(4)])
PENTOMINOES = free_polyforms(5)
TILING = Tiling(Region.rectangle(2, 3), [("D", [(0, c), (1, c)]) for c in range(3)])


def drawn(things: Sequence[Any], title: str, paper: Paper, captions: Sequence[str] = ()) -> Any:
    return pages_of(pictures_of(things), title, paper, legend_of(things), captions)


def placed(page: Picture) -> list[Any]:
    """Return the groups of the pictures; before them comes the title."""
    return ET.fromstring(page.svg).findall(f"{SVG}g")[1:]


@pytest.fixture
def fpdf() -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is missing: PDF pages were not tested")


def texts(page: Picture) -> list[str]:
    return [str(node.text) for node in ET.fromstring(page.svg).iter(f"{SVG}text")]


@given(
    st.lists(st.sampled_from([*PENTOMINOES, *free_polyforms(3), TILING, ". Q\n. ."]), min_size=1),
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
    pages = drawn(things, "some < things", paper, captions)
    width, height = paper.size
    sides = set()
    pictures = iter(pictures_of(things))
    for page in pages:
        root = ET.fromstring(page.svg)
        assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
        boxes = []
        for group in placed(page):
            x, y, scale = map(float, MOVED.fullmatch(str(group.get("transform"))).groups())
            picture = next(pictures)
            boxes.append((x, y, x + picture.width * scale, y + picture.height * scale))
            sides.add(scale)
        for left, top, right, bottom in boxes:
            assert MARGIN < left < right < width - MARGIN
            assert MARGIN < top < bottom < height - MARGIN
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                assert a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]
    assert next(pictures, None) is None
    assert len(sides) == 1
    assert paper.cell is None or sides == {paper.cell}
    shown = [text for page in pages for text in texts(page)]
    assert [text for text in shown if text.isdigit()] == captions


def test_a_sheet_for_a_class() -> None:
    names = [names_of(SQUARE, 5, "free")[shape.code] for shape in PENTOMINOES]
    (page,) = drawn(PENTOMINOES, "pentominoes", Paper(cut_lines=True), names)
    title, *shown = texts(page)
    assert title == "pentominoes"
    assert shown[:6] == ["none", "rotate", "axis", "axis2", "diag", "all"]
    assert sorted(shown[6:]) == list("FILNPTUVWXYZ")
    assert page.svg.count("stroke-dasharray") == 1


def test_a_plain_sheet_has_no_colours_and_no_legend() -> None:
    solids = free_polyforms(4, LATTICES["cubic"])
    for things in (PENTOMINOES, [TILING], solids, [Region("##+/###")]):
        numbers = [str(number) for number in range(len(things))]
        (coloured,), (page,) = (
            drawn(things, "title", Paper(plain=plain), numbers) for plain in (False, True)
        )
        assert {*COLOUR.findall(page.svg)} <= {"#000", "#fff", "#ddd"}
        assert not {*COLOUR.findall(coloured.svg)} <= {"#000", "#fff", "#ddd"}
        assert texts(page) == ["title", *numbers]
        # The answers lie where they were.
        assert MOVED.findall(page.svg)[1:] == MOVED.findall(coloured.svg)[1:]


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
    paper = Paper(cell=cell, plain=True)
    board, *others = puzzle_pages(Board(region, tuple(pieces)), "puzzle", paper)
    shown = [group for page in (board, *others) for group in placed(page)]
    assert len(shown) == 1 + sum(copies)
    (scale,) = {float(MOVED.fullmatch(group.get("transform"))[3]) for group in shown}
    assert scale == (cell or int(scale))
    assert cell or len(others) == 1
    for page in others:
        assert {*COLOUR.findall(page.svg)} <= {"#000", "#fff"}


@pytest.mark.parametrize("lattice", ["square", "triangular", "cubic", "stick"])
def test_coloured_cells_of_board_and_pieces_have_discs(lattice: str) -> None:
    region = Region.parse("2x2x2" if lattice == "cubic" else "2x2", LATTICES[lattice])
    region = region.coloured("ab.z".ljust(len(region), "."))
    piece = Piece("P", Polyform(region.cells[:2], region.lattice), fewest=2, most=2, colours="ab")
    board, pieces = puzzle_pages(Board(region, (piece,)), "puzzle", Paper())
    assert [each.parts.count("<circle") for each in (board, pieces)] == [3, 4]
    assert ">z</text>" in board.parts


def test_many_pictures_take_several_pages() -> None:
    shapes = free_polyforms(7)
    pages = drawn(shapes, "heptominoes", Paper(cell=10))
    assert len(pages) > 1
    assert texts(pages[1])[-1] == f"2 / {len(pages)}"
    below = stacked(pages)
    assert (below.width, below.height) == (pages[0].width, len(pages) * pages[0].height)


@pytest.mark.parametrize(
    ("things", "paper", "told"),
    [
        ([TILING], {"cell": 100.0}, r"at most --cell 60\.6"),
        ([TILING], {"cell": 0.1}, r"0\.1 mm cannot be drawn"),
        ([TILING], {"name": "a5"}, "a4 or letter"),
    ],
)
def test_what_cannot_be_on_paper(things: Sequence[Any], paper: dict[str, Any], told: str) -> None:
    with pytest.raises(ProblemError, match=told):
        drawn(things, "title", Paper(**paper))
    (page,) = drawn(things, "title", Paper())
    with pytest.raises(ProblemError, match=r"more than the 64,000,000 of the largest PNG"):
        page.png(dots=1000)


def test_pdf_pages(fpdf: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = drawn(PENTOMINOES, "Größe – ⬢", Paper(cell=25))
    made = pdf(pages, "pages")
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") == len(pages) > 1
    assert b"/MediaBox [0 0 595.28 841.89]" in made
    assert made == pdf(pages, "pages")
    assert b"DejaVuSans" in made  # the fonts of viewers end with Latin-1
    assert b"DejaVuSans" not in pdf(drawn(PENTOMINOES, "Größe", Paper()), "pages")
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(MissingExtraError, match=r"enumino\[print\]"):
        pdf(pages, "pages")


def test_text_of_a_pdf_has_the_sizes_of_its_page(fpdf: None) -> None:
    sudoku = pages_of([text_picture("1 2 3\n4 5 6")], "s", Paper())
    captioned = drawn(PENTOMINOES, "pentominoes", Paper(), ["name"] * 12)
    for pages in (sudoku, captioned):
        made = pdf(pages, "sizes")
        streams = [zlib.decompress(s) for s in re.findall(rb"stream\n(.*?)\nendstream", made, re.S)]
        shown = {float(size) for s in streams for size in re.findall(rb" ([0-9.]+) Tf", s)}
        assert shown == {float(size) for size in re.findall(r'font-size="([0-9.]+)"', pages[0].svg)}
        assert len(re.findall('<rect width="100%"', pages[0].svg)) == 1


def test_captions_have_room() -> None:
    """At the largest cells, a caption is below its picture, not on it."""
    column = Polyform((row, 0) for row in range(5))
    (page,) = drawn([column] * 30, "bars", Paper(), [str(number) for number in range(30)])
    root = ET.fromstring(page.svg)
    below = [float(str(n.get("y"))) for n in root.iter(f"{SVG}text") if str(n.text).isdigit()]
    for group, y in zip(placed(page), below, strict=True):
        _, top, scale = map(float, MOVED.fullmatch(str(group.get("transform"))).groups())
        assert top + 5 * scale < y - 2.7


NAMES = st.lists(st.text("abcdefgh -", min_size=1, max_size=70), min_size=2, max_size=400)


@given(
    NAMES, st.text("some words ", max_size=400), st.sampled_from([Paper(), Paper("letter", True)])
)
@example([f"hexomino {number}" for number in range(1, 36)], "hexominoes", Paper())
@example([f"piece {number}" for number in range(361)], "19x19", Paper())
def test_titles_and_legends_lie_on_the_page_with_whole_names(
    names: list[str], title: str, paper: Paper
) -> None:
    names = list(dict.fromkeys(" ".join(name.split()) or "a" for name in names))
    region = Region.rectangle(1, len(names))
    tiling = Tiling(region, [(name, [(0, c)]) for c, name in enumerate(names)])
    legend = legend_of([tiling])
    (page,) = drawn([tiling], title, paper)
    heading, *_ = ET.fromstring(page.svg).findall(f"{SVG}g")
    shown = [str(node.text or "") for node in heading.iter(f"{SVG}text")]
    named = names if 1 < len(names) <= MOST_NAMES else []
    assert sorted(shown[len(shown) - len(named) :]) == sorted(named)
    assert "".join(shown[: len(shown) - len(named)]).replace(" ", "") == title.replace(" ", "")
    assert len({*legend.values()}) == min(len(legend), 3 * len(PALETTE))
    left, top, scale = map(float, MOVED.fullmatch(str(heading.get("transform"))).groups())
    inner = heading.find(f"{SVG}g")
    inner_scale = scale * float(MOVED.fullmatch(str(inner.get("transform")))[3])
    for node in heading.iter(f"{SVG}text"):
        width = 0.6 * float(str(node.get("font-size"))) * len(node.text or "")
        assert left + (float(str(node.get("x"))) + width) * inner_scale < paper.size[0] - 10
        assert top + float(str(node.get("y"))) * inner_scale < paper.size[1] / 2


def test_a_piece_has_one_colour_on_every_sheet_of_a_problem() -> None:
    board = Region.rectangle(1, 4)
    shapes = {"a": ("one", ((0, 0),)), "b": ("two", ((0, 0), (0, 1))), "c": ("I4", BAR.cells)}
    both, single = (Tiling.from_layout(board, layout, shapes) for layout in ("bb", "aaaa"))
    mixed = Tiling.from_layout(board, "aba", shapes)
    assert legend_of([both]) | legend_of([single]) == legend_of([mixed])


def test_names_of_anybody_are_harmless(fpdf: None) -> None:
    name = "<script>\x00\x1b\ud800\u202e&"
    tiling = Tiling(Region.rectangle(1, 3), [(name, [(0, 0), (0, 1)]), ("<b>", [(0, 2)])])
    pages = drawn([tiling], name, Paper())
    assert "<script" not in pages[0].svg
    assert len(texts(pages[0])) == 3
    assert pdf(pages, name).startswith(b"%PDF-")
