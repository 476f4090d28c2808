"""Redelmeier's kernel: its rows against an oracle, however it is called."""

from __future__ import annotations

import numpy as np
import pytest

from enumino.enum.kernels.listing import polyomino_attributes, redelmeier
from enumino.families.polyforms.families import POLYOMINOES
from enumino.families.polyforms.problem import Polyominoes
from enumino.objects.lattice import KINDS, SQUARE_CLASSES, Kind
from enumino.objects.polyform import Polyform
from tests import naive
from tests.looping import each

CLASSES = SQUARE_CLASSES
MANY = 1 << 40


def rows(
    lowest: int,
    highest: int,
    kind: Kind,
    prefix: tuple[int, ...] = (),
    batch: int = 1000,
) -> list[tuple[int, ...]]:
    """All rows of a subtree, as tuples in the order of `Columns`."""
    code = KINDS.index(kind)
    state = redelmeier.new_state(redelmeier.new_tables(lowest, highest, code))
    redelmeier.seek(state, np.array(prefix, np.int64))
    out = redelmeier.new_columns(batch)
    found = []
    while not state.cursor[redelmeier.DONE]:
        filled = redelmeier.advance(state, out, 0, MANY)
        polyomino_attributes.measure(out, code, 0, filled)
        found += list(zip(*(column[:filled].tolist() for column in out[:10]), strict=True))
    return found


def as_row(polyomino: Polyform, kind: Kind) -> tuple[int, ...]:
    """The row that the kernel should write for a polyomino."""
    return (
        len(polyomino),
        polyomino.height,
        polyomino.width,
        polyomino.mask & (2**64 - 1),
        polyomino.mask >> 64,
        CLASSES.index(polyomino.symmetry.name),
        polyomino.symmetry.orbit(kind),
        polyomino.perimeter,
        polyomino.site_perimeter,
        polyomino.holes,
    )


@each("kind", KINDS)
@each("cells", range(1, 8))
def test_rows_equal_the_oracle_with_every_attribute(kind: Kind, cells: int) -> None:
    expected = {as_row(p, kind) for p in naive.polyominoes(cells, kind)}
    found = rows(cells, cells, kind)
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_one_traversal_serves_a_range_of_sizes(kind: Kind) -> None:
    together = rows(2, 7, kind)
    assert sorted(together) == sorted(row for n in range(2, 8) for row in rows(n, n, kind))


def test_a_barren_stretch_returns_to_report() -> None:
    state = redelmeier.new_state(redelmeier.new_tables(9, 9, KINDS.index("free")))
    redelmeier.seek(state, np.zeros(0, np.int64))
    out = redelmeier.new_columns(10)
    assert redelmeier.advance(state, out, 0, 3) == 0
    assert not state.cursor[redelmeier.DONE]
    assert state.cursor[redelmeier.NODES] == 3


def test_rows_come_in_search_order_parents_first() -> None:
    """Subtrees in the order of their prefixes, one after the other, are the whole search."""
    problem = Polyominoes(range(1, 8))
    children = [(0, i) for i in range(problem.branching((0,)))]
    in_turn = [row for prefix in children for row in rows(1, 7, "free", prefix)]
    assert in_turn == rows(1, 7, "free")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_classes_equal_published_sequences(kind: Kind) -> None:
    largest = 12 if kind == "fixed" else 13
    tally = Polyominoes(range(1, largest + 1), kind).count()
    for cells in range(1, largest + 1):
        for symmetry in SQUARE_CLASSES:
            expected = POLYOMINOES.published(cells, kind, symmetry).value
            assert tally.counts.get((cells, symmetry), 0) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_tally_counts_the_rows(kind: Kind) -> None:
    found = rows(1, 7, kind)
    tally = Polyominoes(range(1, 8), kind).count()
    assert tally.total == len(found)
    for (cells, symmetry), count in tally.counts.items():
        code = CLASSES.index(symmetry)
        assert count == sum(row[0] == cells and row[5] == code for row in found)
