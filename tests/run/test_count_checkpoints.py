"""A checkpoint folder holds one count: the same one goes on, another one is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

import enumino
from enumino.errors import DatasetError

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
