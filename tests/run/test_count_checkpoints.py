"""A checkpoint folder holds one count: the same one goes on, another one is refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import enumino
from enumino.errors import DatasetError
from enumino.run.checkpoints import described
from tests.looping import each

pytestmark = pytest.mark.slow


def test_another_count_is_refused_in_words(tmp_path: Path) -> None:
    enumino.count_polyominoes(range(1, 8), "free", checkpoint=tmp_path)
    sentence = (
        "that of free polyominoes of 1 to 7 cells, not that of fixed polyominoes of 1 to 9 cells: "
        "choose another folder"
    )
    with pytest.raises(DatasetError, match=sentence):
        enumino.count_polyominoes(range(1, 10), "fixed", checkpoint=tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").write_text("")
    with pytest.raises(DatasetError, match="not empty"):
        enumino.count_polyominoes(5, checkpoint=tmp_path / "other")


@each(
    ("count", "words"),
    [
        ({"family": "polyhexes", "cells": [5, 5], "kind": None}, "fixed, one-sided and free poly"),
        ({"family": "polyominoes", "cells": [1, 9], "by": ["holes", "width"], "method": "walk"},
         "1 to 9 cells, by holes and width, by the method walk"),
        ({"problem": enumino.Tatami("4x5").to_json(), "by": ["symmetry"]}, "4x5, by symmetry"),
        ({"problem": {"family": "gone"}, "tree_version": 1}, "gone"),
    ],
)  # fmt: skip
def test_counts_are_described(count: dict[str, Any], words: str) -> None:
    assert words in described(count)
