"""Galleries as files: which rows they hold, and how."""

from __future__ import annotations

import base64
import json
import re
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import enumino
from enumino.errors import ProblemError, QueryError
from enumino.gallery import gallery, page, sample
from tests.dataset_tools import Enumino, sentence

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> enumino.Dataset:
    root = tmp_path_factory.mktemp("gallery") / "small"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 9)), in_process=True, rows_per_part=100)
    return enumino.open_dataset(root)


def content_of(page: str) -> dict[str, Any]:
    """The contents of a page."""
    match = re.search(r'<script id="data" type="application/json">(.*?)</script>', page)
    assert match
    return dict(json.loads(match[1]))


def column(page: dict[str, Any], name: str) -> list[Any]:
    """The values of a column of a page, read as the format says."""
    block = zlib.decompress(base64.b64decode(page["block"]))

    def array(part: dict[str, Any]) -> Any:
        return np.frombuffer(block, part["type"], part["length"], part["at"])

    (described,) = [each for each in page["columns"] if each["name"] == name]
    match described["kind"]:
        case "number":
            return list(array(described["values"]).tolist())
        case "codes":
            return [described["names"][code] for code in array(described["values"])]
        case kind:
            starts = array(described["starts"]).tolist()
            items = array(described["bytes" if kind == "text" else "items"])
            parts = [items[a:b] for a, b in pairwise(starts)]
            if kind == "text":
                return [part.tobytes().decode() for part in parts]
            return [part.tolist() for part in parts]


def test_a_page_holds_all_rows(dataset: enumino.Dataset) -> None:
    page = content_of(gallery(dataset))
    rows = list(dataset.rows())
    for name in dataset.schema.names:
        assert column(page, name) == [row[name] for row in rows]
    assert column(page, "address") == [shape.address for shape in dataset]
    assert (page["rows"], page["of"], page["shown"]) == (533, 533, 533)


def test_a_condition_chooses_rows(dataset: enumino.Dataset) -> None:
    page = content_of(gallery(dataset, "holes > 0 and cells = 8"))
    assert column(page, "mask") == [row["mask"] for row in dataset.rows("holes > 0 and cells = 8")]
    assert (page["rows"], page["of"], page["shown"]) == (533, 6, 6)
    nothing = content_of(gallery(dataset, "cells = 9"))
    assert nothing["shown"] == 0
    with pytest.raises(QueryError, match="no column"):
        gallery(dataset, "colour = 9")


def test_a_seed_decides_which_rows_are_in_a_sample(dataset: enumino.Dataset) -> None:
    pages = [content_of(gallery(dataset, rows=100, seed=seed)) for seed in (1, 1, 2)]
    identity = ("width", "mask")
    rows = [list(zip(*(column(p, name) for name in identity), strict=True)) for p in pages]
    assert rows[0] == rows[1] != rows[2]
    everything = [tuple(row[name] for name in identity) for row in dataset.rows()]
    assert [row for row in everything if row in set(rows[0])] == rows[0]
    assert len(rows[0]) == 100
    for most, seed in ((0, 0), (500_001, 0), (5, -1)):
        with pytest.raises(ProblemError, match=r"out of range|cannot have"):
            gallery(dataset, rows=most, seed=seed)


def test_rows_that_are_long_are_fewer(
    dataset: enumino.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample, "MOST_BYTES", 5000)
    page = content_of(gallery(dataset))
    assert page["of"] == 533
    assert 20 < page["shown"] < 300


def test_columns_of_all_types_are_packed() -> None:
    table = pa.table(
        {
            "codes": ["a", "b", "a", "a"],
            "text": ["one", "zwö", "", "四"],
            "list": pa.array([[1], [], [2, 70_000], [3]], pa.list_(pa.uint32())),
            "wide": pa.array([1, 2**63, 3, 4], pa.uint64()),
            "signed": pa.array([-1, 2, 3, -4], pa.int64()),
            "number": pa.array([1.5, 2, 3, 4], pa.float64()),
        }
    ).slice(1, 3)
    block = page.Block()
    columns = page.packed(table, (), block)
    contents = base64.b64encode(zlib.compress(block.contents())).decode()
    made = {"columns": columns, "block": contents}
    for name in table.column_names:
        assert column(made, name) == table[name].to_pylist()


def test_the_command(here: Enumino, dataset: enumino.Dataset, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = here("gallery", dataset.store.root, "-o", page, "--where", "cells = 5", "--rows", "5")
    assert done.code == 0
    assert done.err.endswith("open it in a browser.\n")
    assert content_of(page.read_text())["shown"] == 5
    missing = here("gallery", tmp_path / "nothing", "-o", page)
    sentence(missing, 1)
    sentence(here("gallery", dataset.store.root, "-o", tmp_path / "no" / "page.html"), 1)
