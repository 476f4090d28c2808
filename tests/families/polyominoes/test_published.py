"""The published tables hold together: the identities that our own counts are checked with."""

from __future__ import annotations

import pytest

from enumino.families.polyominoes import published
from enumino.objects.lattice import KINDS, SymmetryClass


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cells", range(1, 25))
def test_classes_add_up(kind, cells: int) -> None:
    total = published.polyominoes(cells, kind).value
    classes = [published.polyominoes(cells, kind, s).value for s in SymmetryClass]
    assert total == sum(classes)


@pytest.mark.parametrize("cells", range(1, 25))
def test_orbits_give_the_fixed_number(cells: int) -> None:
    fixed = sum(s.orbit() * published.polyominoes(cells, "free", s).value for s in SymmetryClass)
    assert fixed == published.polyominoes(cells, "fixed").value


def test_what_is_not_published_has_no_value() -> None:
    assert published.polyominoes(1000, "free").value is None
    assert published.polyominoes(1000, "free", "axis") == ("A006746", None)
    assert published.polyominoes_without_holes(8, "free") == ("A000104", 363)
