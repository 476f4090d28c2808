"""Published numbers of polyominoes hold together, and a listing of 16 cells has them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from enumino.arguments import usable_cores
from enumino.enum.kernels.listing import polyomino_attributes, redelmeier
from enumino.enum.partition import partition
from enumino.enum.problem import Prefix
from enumino.families.polyforms.families import POLYOMINOES
from enumino.families.polyforms.problem import Polyominoes
from enumino.objects.lattice import KINDS, SQUARE, SQUARE_CLASSES
from tests.looping import each


@pytest.mark.long
@pytest.mark.slow
def test_listings_where_the_lattice_grows_equal_the_published_classes() -> None:
    """Every row of 16 cells, in every class, with and without holes."""
    cells = 16
    found = _listed(cells)
    for code, symmetry in enumerate(SQUARE_CLASSES):
        assert found[code].sum() == POLYOMINOES.published(cells, "free", symmetry).value
        known = POLYOMINOES.published(cells, "free", symmetry, without_holes=True)
        assert known is None or found[code, 0] == known.value
    known = POLYOMINOES.published(cells, "free", without_holes=True)
    assert known is not None
    assert found[:, 0].sum() == known.value
    assert found.sum() == POLYOMINOES.published(cells, "free").value


def _listed(cells: int) -> np.ndarray:
    """Free polyominoes by class, without holes and with, by listing all of them on all cores."""
    kind, holes = KINDS.index("free"), 2
    tables = redelmeier.new_tables(cells, cells, kind)

    def count(prefix: Prefix) -> np.ndarray:
        state, out = redelmeier.new_state(tables), redelmeier.new_columns(1 << 14)
        found = np.zeros(len(SQUARE_CLASSES) * holes, np.int64)
        redelmeier.seek(state, np.array(prefix, np.int64))
        while not state.cursor[redelmeier.DONE]:
            filled = redelmeier.advance(state, out, 0, 1 << 40)
            polyomino_attributes.measure(out, kind, 0, filled)
            keys = out.symmetry[:filled] * holes + (out.holes[:filled] > 0)
            found += np.bincount(keys, minlength=len(found))
        return found

    parts = partition(Polyominoes(cells)).parts
    with ThreadPoolExecutor(usable_cores()) as threads:
        counts = threads.map(count, [subtree.prefix for part in parts for subtree in part])
    return np.sum(list(counts), axis=0).reshape(-1, holes)


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
