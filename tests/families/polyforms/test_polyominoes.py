"""The polyomino problem: listings of one size, parameters."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from enumino.arguments import usable_cores
from enumino.enum.kernels.listing import polyomino_attributes, redelmeier
from enumino.enum.partition import partition
from enumino.enum.problem import Prefix
from enumino.errors import ProblemError
from enumino.families.polyforms.families import POLYOMINOES
from enumino.families.polyforms.problem import Polyominoes
from enumino.objects.lattice import KINDS, SQUARE_CLASSES


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


def test_sizes_may_be_a_number_or_consecutive_ones() -> None:
    assert Polyominoes(4) == Polyominoes([4]) == Polyominoes(range(4, 5))
    assert Polyominoes([3, 2]) == Polyominoes(range(2, 4))


@pytest.mark.parametrize(
    ("cells", "kind", "message"),
    [
        (0, "free", "with 0 cells cannot be listed: sizes of free ones go from 1 to 21"),
        (22, "free", "with 22 cells cannot be listed: sizes of free ones go from 1 to 21"),
        (-1, "free", "with -1 cells"),
        ([], "free", "is empty"),
        ([1, 3], "free", "not consecutive: give every size from 1 to 3"),
        (5, "chiral", "no 'chiral' polyominoes: choose fixed, one-sided, free"),
    ],
)
def test_impossible_parameters_are_refused(cells, kind, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Polyominoes(cells, kind)
