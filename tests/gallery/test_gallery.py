"""Galleries as files: the rows that they hold, and their pictures."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import enumino
from enumino.errors import ProblemError, QueryError
from enumino.gallery import gallery
from tests.dataset_tools import Enumino, sentence, small_dataset


def rows_of(page: str) -> list[dict[str, Any]]:
    """The rows of a page."""
    match = re.search(r'<script id="data" type="application/json">(.*?)</script>', page)
    assert match
    data = json.loads(match[1])
    names = [name for name, _ in data["columns"]]
    return [dict(zip(names, row, strict=True)) for row in data["rows"]]


def test_a_page_holds_all_rows_with_pictures(dataset: enumino.Dataset) -> None:
    page = gallery(dataset)
    found = rows_of(page)
    shapes = list(dataset)
    assert [row["address"] for row in found] == [shape.address for shape in shapes]
    for row, known in zip(found, dataset.rows(), strict=True):
        assert {name: row[name] for name in known} == known
    drawn = re.findall(r'value="(\d+)">(<svg .*?</svg>)</button>', page)
    assert [svg for _, svg in drawn] == [enumino.drawing.svg_of(shape) for shape in shapes]
    assert [int(number) for number, _ in drawn] == list(range(164))


def test_a_condition_chooses_rows(dataset: enumino.Dataset) -> None:
    page = gallery(dataset, "holes > 0 and tree")
    chosen = list(dataset.rows("holes > 0 and tree"))
    assert [row["mask"] for row in rows_of(page)] == [row["mask"] for row in chosen]
    assert f"164 rows; {len(chosen)} where holes &gt; 0" in page
    assert rows_of(gallery(dataset, "cells = 9")) == []
    with pytest.raises(QueryError, match="no column"):
        gallery(dataset, "colour = 9")


def test_a_seed_decides_which_rows_are_in_a_sample(dataset: enumino.Dataset) -> None:
    addresses = [
        [row["address"] for row in rows_of(gallery(dataset, rows=100, seed=seed))]
        for seed in (1, 1, 2)
    ]
    assert addresses[0] == addresses[1] != addresses[2]
    everything = [shape.address for shape in dataset]
    assert [each for each in everything if each in set(addresses[0])] == addresses[0]
    assert len(addresses[0]) == 100
    for most, seed in ((0, 0), (5001, 0), (5, -1)):
        with pytest.raises(ProblemError, match=r"out of range|cannot have"):
            gallery(dataset, rows=most, seed=seed)


def test_numbers_that_javascript_rounds_are_text() -> None:
    dataset = enumino.open_dataset(small_dataset("two words"))
    for row, known in zip(rows_of(gallery(dataset)), dataset.rows(), strict=True):
        assert int(row["mask"]) == known["mask"]
        assert isinstance(row["mask"], str) == (known["mask"] >= 2**53)


def test_the_command(here: Enumino, dataset: enumino.Dataset, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    asked = ["gallery", dataset.store.root, "-o", page, "--where", "cells = 5", "--rows", "5"]
    done = here(*asked, "--title", "<Five>")
    assert done.code == 0
    assert "<title>&lt;Five&gt;" in page.read_text()
    assert dataset.store.root not in page.read_text()  # a path of this machine
    assert done.err.endswith("open it in a browser.\n")
    assert len(rows_of(page.read_text())) == 5
    missing = here("gallery", tmp_path / "nothing", "-o", page)
    sentence(missing, 1)
    sentence(here("gallery", dataset.store.root, "-o", tmp_path / "no" / "page.html"), 1)
