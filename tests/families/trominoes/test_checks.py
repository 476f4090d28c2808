"""The checks of tromino rows: sound rows pass; damage and other tilings are reported."""

from itertools import product
from typing import Any

import pytest

from enumino.families.trominoes.problem import Trominoes
from tests.dataset_tools import changed, faults, stored

BOARD = Trominoes(8)
ROWS = stored(BOARD)
OTHER = "is not the tiling of the construction"


DAMAGE = [
    ({"board": 4}, "is of a board that was not asked for"),
    ({"missing_row": 8}, "has a missing cell outside the board"),
    ({"missing_col": 1}, OTHER),
    ({"layout": ""}, OTHER),
    ({"layout": "b" * 21}, OTHER),
    ({"layout": "é" * 21}, OTHER),
    ({"symmetry": "none"}, "has another symmetry class"),
]


@pytest.mark.parametrize(("values", "what"), DAMAGE)
def test_damage_is_reported(values: dict[str, Any], what: str) -> None:
    found = faults(BOARD, changed(ROWS, 0, **values))
    assert (what, 0) in found
    assert {row for _, row in found} == {0}


def test_another_cell_is_reported() -> None:
    said = "has another missing cell than was asked for"
    assert faults(Trominoes(8, (0, 0)), ROWS.slice(9, 1)) == [(said, 0)]


def test_every_wrong_letter_is_reported() -> None:
    at = 17
    layout = ROWS["layout"][at].as_py()
    for i, letter in product(range(len(layout)), "abcd"):
        wrong = layout[:i] + letter + layout[i + 1 :]
        expected = [] if wrong == layout else [(OTHER, at)]
        assert faults(BOARD, changed(ROWS, at, layout=wrong)) == expected
    for wrong in (layout + "a", layout[:-1]):
        assert faults(BOARD, changed(ROWS, at, layout=wrong)) == [(OTHER, at)]
