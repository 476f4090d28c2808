"""Published numbers of polyominoes hold together, and a listing of 16 cells has them."""

from __future__ import annotations

from collections import Counter

import pytest

import enumino
from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import KINDS, SQUARE, SQUARE_CLASSES
from tests.looping import each


@pytest.mark.long
@pytest.mark.slow
def test_listings_where_the_lattice_grows_equal_the_published_classes() -> None:
    """Every row of 16 cells, in every class, with and without holes."""
    cells, found = 16, Counter[tuple[str, bool]]()
    for line in enumino.count_polyominoes(cells, "free", by=("symmetry", "holes")):
        if "holes" in line.labels:
            found[line.symmetry, line.labels["holes"] == 0] += line.count
    without = POLYOMINOES.published(cells, "free", holes=0)
    assert sum(found[name, True] for name in SQUARE_CLASSES) == without.value
    assert found.total() == POLYOMINOES.published(cells, "free").value
    for name in SQUARE_CLASSES:
        whole = POLYOMINOES.published(cells, "free", symmetry=name).value
        assert found[name, True] + found[name, False] == whole
        known = POLYOMINOES.published(cells, "free", symmetry=name, holes=0)
        assert known is None or found[name, True] == known.value


@each("kind", KINDS)
@each("cells", range(1, 25))
def test_classes_add_up(kind, cells: int) -> None:
    total = POLYOMINOES.published(cells, kind).value
    classes = [POLYOMINOES.published(cells, kind, symmetry=s).value for s in SQUARE_CLASSES]
    assert total == sum(classes)


@each("cells", range(1, 25))
def test_orbits_give_the_fixed_number(cells: int) -> None:
    fixed = sum(
        s.free * POLYOMINOES.published(cells, "free", symmetry=s.name).value for s in SQUARE.classes
    )
    assert fixed == POLYOMINOES.published(cells, "fixed").value


def test_what_is_not_published_has_no_value() -> None:
    assert POLYOMINOES.published(1000, "free").value is None
    assert POLYOMINOES.published(1000, "free", symmetry="axis") == ("A006746", None)
    assert POLYOMINOES.published(8, "free", holes=0) == ("A000104", 363)
