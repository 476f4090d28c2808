"""The published tables hold together: the identities that our own counts are checked with."""

from __future__ import annotations

from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import KINDS, SQUARE, SQUARE_CLASSES
from tests.looping import each


@each("kind", KINDS)
@each("cells", range(1, 25))
def test_classes_add_up(kind, cells: int) -> None:
    total = POLYOMINOES.published(cells, kind).value
    classes = [POLYOMINOES.published(cells, kind, s).value for s in SQUARE_CLASSES]
    assert total == sum(classes)


@each("cells", range(1, 25))
def test_orbits_give_the_fixed_number(cells: int) -> None:
    fixed = sum(s.free * POLYOMINOES.published(cells, "free", s.name).value for s in SQUARE.classes)
    assert fixed == POLYOMINOES.published(cells, "fixed").value


def test_what_is_not_published_has_no_value() -> None:
    assert POLYOMINOES.published(1000, "free").value is None
    assert POLYOMINOES.published(1000, "free", "axis") == ("A006746", None)
    assert POLYOMINOES.published(8, "free", without_holes=True) == ("A000104", 363)
