"""Datasets in notebooks: well-formed HTML with totals and columns, all escaped."""

from html import escape
from xml.etree import ElementTree

import pytest

import enumino
from enumino import CoverProblem, Covers, Polyominoes, Tatami
from enumino.enum.problem import Problem

PROBLEMS: dict[str, Problem] = {
    "polyominoes": Polyominoes(range(1, 8)),
    "tatami": Tatami("2x2..6x6"),
    "cover": Covers(CoverProblem.from_subsets([["<b>", "&"], ['"x"']]), name="<script>&.dlx"),
    "one solution": Covers("queens 6", limit=1),
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


def test_a_notebook_sees_totals_and_columns(dataset: enumino.Dataset) -> None:
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
