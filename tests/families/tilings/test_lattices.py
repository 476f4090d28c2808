"""Tilings of every lattice against a naive search, published numbers, and tilings of squares."""

from typing import Any

import pytest

from enumino.errors import ProblemError
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.published import table
from tests.families.tilings.drawn import USES

PUBLISHED = table("enumino.families.tilings.published", "regions")
SLOW = ("3x4x5", "2x5x6", "3x12", "6x6", "hexagon 8x2x2", PUBLISHED[26]["region"])


@pytest.mark.parametrize("row", [
    pytest.param(row, id=f"{row['lattice']}-{number}", marks=[pytest.mark.slow] * (
        row["region"] in SLOW or number % 3 > 0
    ))
    for number, row in enumerate(PUBLISHED)
])  # fmt: skip
def test_published_numbers(row: dict[str, str]) -> None:
    up_to: Any = None if row["up_to"] == "all" else row["up_to"]
    use: Any = row["use"]
    how: dict[str, Any] = {f"up_to_{up_to}": True} if up_to else {}
    problem = Tilings(row["region"], row["pieces"], **USES[use], lattice=row["lattice"], **how)
    (line,) = count_tilings(problem, threads=1)
    assert (line.count, line.oeis, line.agrees) == (int(row["count"]), row["source"], True)


ERRORS = [
    (("cubic", "3x4", "soma"), "no region '3x4': write 3x4x5, draw"),
    (("hexagonal", "4x7", "hexiamonds"), "The hexagonal lattice has no piece"),
    (("cubic", "100x100x100", "soma"), "at most 65,535 cells"),
    (("cubic", "0x3x3", "soma"), "sizes are at least 1"),
    (("triangular", "^^", "bar"), "between two places"),
    (("cubic", "##/##//##/##", "dicube"), "Row 3 shows 0 layers"),
    (("cubic", "3x3x3", "[(0,0)]"), "Cells are three whole numbers, (layer, row, column), not"),
    (("cubic", "3x3x3", "soma V:1, tricube 2"), "have the same shape"),
]


RULES: list[tuple[dict[str, Any], str]] = [
    ({"up_to_symmetry": True, "up_to_rotations": True}, "exclude each other"),
    ({"each_once": True, "at_most_once": True}, "exclude each other"),
    ({"lattice": "cubic"}, "bar is a piece of the hexagonal lattice"),
]


def test_what_does_not_fit_is_refused() -> None:
    bar = Tilings("2x4", "bar", lattice="hexagonal").board.pieces
    cases: list[tuple[Any, ...]] = [
        *(((region, pieces), {"lattice": on}, said) for (on, region, pieces), said in ERRORS),
        *((("2x2x2" if "lattice" in rules else "2x4", bar), {"lattice": "hexagonal"} | rules, said)
          for rules, said in RULES),
    ]  # fmt: skip
    for given, rules, said in cases:
        with pytest.raises(ProblemError, match=r"^[^\n]*\.$") as raised:
            Tilings(*given, **rules)
        assert said in str(raised.value)
