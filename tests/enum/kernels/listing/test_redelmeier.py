"""Redelmeier's kernel: its rows against an oracle."""

import pytest

from enumino.enum import drive
from enumino.enum.kernels.listing import polyomino_rows, redelmeier
from enumino.enum.kernels.shared.cursor import DONE
from enumino.families.polyforms.families import POLYOMINOES
from enumino.families.polyforms.problem import Polyominoes
from enumino.objects.lattice import KINDS, SQUARE, SQUARE_CLASSES, Kind
from tests import naive
from tests.families.polyforms.listings import row_of

MANY = 1 << 40


def rows(
    lowest: int, highest: int, kind: Kind, prefix: tuple[int, ...] = (), batch: int = 1000
) -> list[tuple[int, ...]]:
    """All rows of a subtree, as tuples in the order of `Columns`."""
    code = KINDS.index(kind)
    state = redelmeier.new_state(redelmeier.new_tables(lowest, highest, code))
    drive.enter(redelmeier, state, prefix)
    out = redelmeier.new_columns(batch)
    found = []
    while not state.cursor[DONE]:
        filled = redelmeier.advance(state, out, 0, MANY)
        polyomino_rows.measure(out, code, 0, filled)
        found += list(zip(*(column[:filled].tolist() for column in out[:10]), strict=True))
    return found


def row(shape: naive.Shape, kind: Kind) -> tuple[int, ...]:
    """The row of the class of a shape, in the order of `Columns`."""
    values = row_of(SQUARE, shape, kind)
    values["symmetry"] = SQUARE_CLASSES.index(values["symmetry"])
    return tuple(values[name] for name in redelmeier.new_columns(0)._fields)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cells", range(1, 8))
def test_rows_equal_the_oracle_with_every_attribute(kind: Kind, cells: int) -> None:
    found = rows(cells, cells, kind)
    assert len(found) == len(set(found))
    assert set(found) == {row(shape, kind) for shape in naive.shapes(cells)}


@pytest.mark.parametrize("kind", KINDS)
def test_one_traversal_serves_a_range_of_sizes(kind: Kind) -> None:
    together = rows(2, 7, kind)
    assert sorted(together) == sorted(row for n in range(2, 8) for row in rows(n, n, kind))


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_classes_equal_published_sequences(kind: Kind) -> None:
    largest = 12 if kind == "fixed" else 13
    tally = Polyominoes(range(1, largest + 1), kind).count()
    for cells in range(1, largest + 1):
        for symmetry in SQUARE_CLASSES:
            expected = POLYOMINOES.published(cells, kind, symmetry=symmetry).value
            assert tally.counts.get((cells, symmetry), 0) == expected
