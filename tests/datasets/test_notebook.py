"""Datasets in notebooks: well-formed HTML that tells totals, columns and pictures, all escaped."""

from __future__ import annotations

from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest

import enumino
from enumino import CoverProblem, Covers, Polyominoes, Tatami, Tilings, Trominoes
from enumino.enum.problem import Problem
from enumino.tables import MOST_LINES

SVG = "{http://www.w3.org/2000/svg}svg"
PROBLEMS: dict[str, Problem] = {
    "polyominoes": Polyominoes(range(1, 8)),
    "tatami": Tatami("2x2..6x6"),
    "tilings": Tilings("4x5", "L4, domino"),
    "queens": Covers("queens 6"),
    "cover": Covers(CoverProblem.from_subsets([["<b>", "&"], ['"x"']]), name="<script>&.dlx"),
    "one solution": Covers("queens 6", limit=1),
    "trominoes": Trominoes(8),
    "large boards": Trominoes(4096, (1, 1)),
    "nothing": Tatami("3x3"),
}


@pytest.fixture(scope="module", params=PROBLEMS, ids=str)
def dataset(request, tmp_path_factory: pytest.TempPathFactory) -> enumino.Dataset:
    root = tmp_path_factory.mktemp("notebook") / "a <dataset> & more"
    enumino.enumerate_to(root, PROBLEMS[request.param], threads=1)
    return enumino.open_dataset(root)


def page_of(dataset: enumino.Dataset) -> ElementTree.Element:
    html = dataset._repr_html_()
    assert "<script>" not in html
    return ElementTree.fromstring(html)


def test_a_notebook_sees_totals_columns_and_pictures(dataset: enumino.Dataset) -> None:
    page = page_of(dataset)
    said = "".join(page.itertext())
    for told in (dataset.manifest.title, dataset.store.root, f"{len(dataset):,} row"):
        assert told in said
    assert escape(dataset.store.root) in dataset._repr_html_()
    columns = [cell.text for cell in page.iterfind("table[2]/tbody/tr/td[1]")]
    assert columns == dataset.schema.names
    for total in dataset.counts.to_pylist():
        assert f"{total['count']:,}" in said
        if total["published"] is not None and "symmetry" not in total:
            assert f"{total['published']:,} ✓" in said
            assert total["oeis"] in said
    drawn = "too large to draw" not in said
    assert len(page.findall(SVG)) == (len(dataset) > 0 and drawn)


def test_large_boards_are_not_drawn(tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path, PROBLEMS["large boards"], threads=1)
    page = page_of(enumino.open_dataset(tmp_path))
    assert not page.findall(SVG)
    assert "too large to draw" in "".join(page.itertext())


def test_many_totals_are_told_in_part(tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path, Tatami("1x1..10x10"), threads=1)
    page = page_of(enumino.open_dataset(tmp_path))
    assert len(page.findall("table[1]/tbody/tr")) == MOST_LINES
    assert "more lines: dataset.counts" in "".join(page.itertext())


def test_a_damaged_file_takes_the_pictures_only(tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path, Polyominoes(5), threads=1)
    dataset = enumino.open_dataset(tmp_path)
    next((tmp_path / "data").iterdir()).unlink()
    page = page_of(dataset)
    assert not page.findall(SVG)
    assert "--repair" in "".join(page.itertext())


COUNTS = {
    "packings": lambda: enumino.count_tilings(enumino.Tilings("2x2x2", "dicube", lattice="cubic")),
    "polyforms": lambda: enumino.count_polyforms("polyhexes", 3),
    "polyominoes": lambda: enumino.count_polyominoes(5),
    "tatami": lambda: enumino.count_tatami("2x3"),
    "tilings": lambda: enumino.count_tilings(Tilings("2x3", "domino")),
}


@pytest.mark.parametrize("family", COUNTS)
def test_counts_are_tables(family: str) -> None:
    assert ElementTree.fromstring(COUNTS[family]()._repr_html_()).tag == "table"
