"""Rows are shown by a condition, by a query, or at random."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import enumino
from tests.dataset_tools import Enumino, sentence
from tests.small_datasets import FAMILIES, small_dataset


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_whatever_a_query_finds_is_drawn(family: str, here: Enumino, tmp_path: Path) -> None:
    root = small_dataset(family)
    whole = here("show", root, "--limit", "9999")
    assert here("show", root, "--limit", "9999", "--sql", "from rows").out == whole.out
    dataset = enumino.open_dataset(root)
    needed = [name for name in dataset.family.drawn_from if name in dataset.schema.names]
    columns = ", ".join(needed)
    sheet = tmp_path / "sheet.svg"
    query = f"select 1 as one, {columns} from rows limit 2"
    assert here("show", root, "--sql", query, "--svg", sheet).code == 0
    assert sheet.read_text().startswith("<svg")
    missing = sentence(here("show", root, "--sql", "select 1 as one from rows"), 2)
    assert f"no column {needed[0]!r}" in missing
    assert "select *" in missing
    first = columns.partition(",")[0]
    wrong = f"select * replace (null as {first}) from rows"
    sentence(here("show", root, "--sql", wrong), 2)
    assert here("show", root, "--sql", "from rows limit 0").err == "The query finds no rows.\n"


def test_labels_are_values_of_a_column(here: Enumino) -> None:
    root = small_dataset("polyominoes")
    rows = list(enumino.open_dataset(root).rows("cells = 5"))
    chosen = ("show", root, "--where", "cells = 5", "--ascii")
    for column in ("perimeter", "symmetry", "width"):  # also one that pictures need
        words = here(*chosen, "--label", column).out.split()
        labels = sorted(word for word in words if not set(word) <= {"#"})  # line by line
        assert labels == sorted(str(row[column]) for row in rows)
    query = "select *, perimeter - cells as more from rows where cells = 3"
    assert "5\n" in here("show", root, "--sql", query, "--label", "more").out.replace(" ", "\n")
    assert "no column 'nope'" in sentence(here(*chosen, "--label", "nope"), 2)
    assert "no column 'nope'" in sentence(here("show", root, "--sql", query, "--label", "nope"), 2)
    numbered = here("show", small_dataset("tilings"), "--numbered", "--label", "pieces")
    assert numbered.code == 0
    no_address = sentence(here("show", small_dataset("tilings"), "--label"), 2)
    assert "There is no column 'address'" in no_address


def test_a_query_asks_for_pieces(here: Enumino) -> None:
    root = small_dataset("tilings")
    dataset = enumino.open_dataset(root)
    corners = Counter(tiling.piece_at((0, 0)).name for tiling in dataset)
    for name, number in corners.items():
        query = f"select * from rows where piece_at(layout, 0, 0) = '{name}'"
        shown = here("show", root, "--numbered", "--limit", "999", "--sql", query).out
        assert len(shown.split()) == number * len(next(iter(dataset)).region)


def test_a_sample_depends_on_its_seed_alone(here: Enumino) -> None:
    root = small_dataset("polyominoes")
    several = [here("show", root, "--ascii", "--random", "5", "--seed", s).out for s in "0012"]
    assert several[0] == several[1]
    assert len(set(several)) == 3
    fewer = here("show", root, "--ascii", "--random", "--limit", "5")
    assert fewer.out == several[0]
    everything = here("show", root, "--limit", "9999").out
    assert here("show", root, "--random", "9999").out == everything
    some = here("show", root, "--random", "9999", "--where", "cells = 4").out
    assert some == here("show", root, "--where", "cells = 4").out
