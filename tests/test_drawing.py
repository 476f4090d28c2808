"""Pictures: what is drawn is what is there."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given

from enumino import drawing
from enumino.errors import MissingExtraError
from enumino.shapes import Polyomino
from tests import naive
from tests.strategies import polyominoes


@given(polyominoes())
def test_half_blocks_show_every_cell(polyomino: Polyomino) -> None:
    halves = {" ": (), "▀": (0,), "▄": (1,), "█": (0, 1)}
    lines = drawing.blocks(polyomino).split("\n")
    drawn = [
        (2 * r + h, c)
        for r, line in enumerate(lines)
        for c, x in enumerate(line)
        for h in halves[x]
    ]
    assert Polyomino(drawn) == polyomino


@given(polyominoes())
def test_ascii_shows_every_cell_twice_as_wide(polyomino: Polyomino) -> None:
    lines = drawing.blocks(polyomino, ascii_only=True).split("\n")
    drawn = [(r, c // 2) for r, line in enumerate(lines) for c, x in enumerate(line) if x == "#"]
    assert Polyomino(set(drawn)) == polyomino
    assert len(drawn) == 2 * len(polyomino)


def test_pictures_stand_side_by_side_within_the_width() -> None:
    pictures = [drawing.blocks(p) for p in sorted(naive.polyominoes(6, "free"))]
    text = drawing.side_by_side(pictures, columns=40)
    assert max(map(len, text.split("\n"))) <= 40
    assert sum(text.count(x) for x in "▀▄") + 2 * text.count("█") == 6 * 35


def test_sheets_and_shapes_are_well_formed_svg() -> None:
    shapes = sorted(naive.polyominoes(5, "free"))
    sheet = ET.fromstring(drawing.sheet_svg(shapes, "cells < 6 & more"))
    texts = [node.text for node in sheet.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["cells < 6 & more", "none", "rotate", "axis", "axis2", "diag", "all"]
    assert len(list(sheet.iter("{http://www.w3.org/2000/svg}path"))) == 2 * 12
    for shape in shapes:
        assert ET.fromstring(shape._repr_svg_()).tag.endswith("svg")


def test_png_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    svg = drawing.sheet_svg([Polyomino([(0, 0)])], "one")
    pytest.importorskip("resvg_py")
    assert drawing.png(svg).startswith(b"\x89PNG")
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"enumino\[plot\]"):
        drawing.png(svg)
