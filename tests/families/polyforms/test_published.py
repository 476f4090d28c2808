"""The published tables hold together: the identities that our own counts are checked with."""

from __future__ import annotations

from pathlib import Path

import pytest

from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import KINDS, SymmetryClass
from tests.looping import each
from tests.published import terms

RECORDS = Path(__file__).parents[3] / "docs" / "records"


@each("kind", KINDS)
@each("cells", range(1, 25))
def test_classes_add_up(kind, cells: int) -> None:
    total = POLYOMINOES.published(cells, kind).value
    classes = [POLYOMINOES.published(cells, kind, s).value for s in SymmetryClass]
    assert total == sum(classes)


@each("cells", range(1, 25))
def test_orbits_give_the_fixed_number(cells: int) -> None:
    fixed = sum(s.orbit() * POLYOMINOES.published(cells, "free", s).value for s in SymmetryClass)
    assert fixed == POLYOMINOES.published(cells, "fixed").value


def test_what_is_not_published_has_no_value() -> None:
    assert POLYOMINOES.published(1000, "free").value is None
    assert POLYOMINOES.published(1000, "free", "axis") == ("A006746", None)
    assert POLYOMINOES.published(8, "free", without_holes=True) == ("A000104", 363)


def recorded(oeis: str) -> dict[int, int]:
    """The terms of a b-file of the records."""
    title, *lines = (RECORDS / f"b{oeis[1:]}.txt").read_text().splitlines()
    assert title.startswith(f"# {oeis}: ")
    return {int(index): int(term) for index, term in (line.split() for line in lines)}


@pytest.mark.parametrize("oeis", ["A006724", "A000104", "A001419"])
def test_records_without_holes_go_on_from_what_is_published(oeis: str) -> None:
    known, found = terms("polyforms", "polyominoes")[oeis], recorded(oeis)
    assert sorted(found) == list(range(min(known), max(found) + 1))
    assert max(found) > max(known)
    assert {n: found[n] for n in known} == known


def test_records_without_holes_fit_together() -> None:
    """An orbit has eight images, but for the symmetric ones; free ones have holes or none."""
    fixed, free, holed = (recorded(oeis) for oeis in ("A006724", "A000104", "A001419"))
    for n in range(20, max(fixed) + 1):
        assert 0 <= 8 * free[n] - fixed[n] < free[n] / 1000
        every = POLYOMINOES.published(n, "fixed").value
        assert 0 <= 8 * (free[n] + holed[n]) - every < free[n] / 500
