"""Redelmeier's kernel: its rows against an oracle."""

import pytest

from enumino.families.polyforms.families import POLYOMINOES
from enumino.families.polyforms.problem import Polyominoes
from enumino.objects.lattice import KINDS, SQUARE, SQUARE_CLASSES, Kind
from tests import naive
from tests.families.polyforms.listings import row_of, table


@pytest.mark.parametrize("kind", KINDS)
def test_rows_equal_the_oracle_with_every_attribute(kind: Kind) -> None:
    """A range of sizes has the rows of its sizes."""
    found = [tuple(row.items()) for row in table(Polyominoes(range(2, 8), kind)).to_pylist()]
    expected = set()
    for cells in range(2, 8):
        rows = [row_of(SQUARE, shape, kind) for shape in naive.shapes(cells)]
        expected |= {tuple((name, row[name]) for name, _ in found[0]) for row in rows}
        alone = table(Polyominoes(cells, kind)).to_pylist()
        assert {tuple(row.items()) for row in alone} == {
            row for row in expected if row[0] == ("cells", cells)
        }
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_classes_equal_published_sequences(kind: Kind) -> None:
    largest = 12 if kind == "fixed" else 13
    tally = Polyominoes(range(1, largest + 1), kind).count()
    for cells in range(1, largest + 1):
        for symmetry in SQUARE_CLASSES:
            expected = POLYOMINOES.published(cells, kind, symmetry=symmetry).value
            assert tally.counts.get((cells, symmetry), 0) == expected
