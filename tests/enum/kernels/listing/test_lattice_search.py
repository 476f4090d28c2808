"""Laws of the search on any lattice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numba
import numpy as np
import pytest

from enumino.enum.kernels.listing import lattice_search
from enumino.enum.lattice_tables import new_tables
from enumino.objects.lattice import KINDS, Kind
from enumino.objects.lattices import LATTICES
from tests.looping import each
from tests.naive_polyforms import NAIVE

LARGEST = {"square": 6, "king": 5, "hexagonal": 6, "triangular": 8, "cubic": 4, "stick": 5}
SIZES = {name: cells - bool(numba.config.DISABLE_JIT) for name, cells in LARGEST.items()}
every = pytest.mark.parametrize("name", SIZES)
of_each_kind = pytest.mark.parametrize("kind", KINDS)


def listed(
    name: str,
    lowest: int,
    highest: int,
    kind: Kind,
    words: int = 2,
) -> list[tuple[Any, ...]]:
    """All rows: cells, box, mask, orbit, perimeter, site perimeter, holes, symmetry class."""
    tables = new_tables(LATTICES[name], lowest, highest, kind, words)
    state, out = lattice_search.new_state(tables), lattice_search.new_columns(1 << 14, words)
    lattice_search.seek(state, np.zeros(0, np.int64))
    rows = lattice_search.advance(state, out, 0, 1 << 40)
    assert state.cursor[lattice_search.DONE]
    found = []
    for masks, numbers in zip(
        out.masks[:, :rows].T.tolist(), out.numbers[:, :rows].T.tolist(), strict=True
    ):
        cells, *sides, symmetry, orbit, perimeter, sites, holes = numbers
        mask = sum(word << 64 * k for k, word in enumerate(masks))
        box = sides[-LATTICES[name].dimensions :]
        found.append((cells, *box, mask, orbit, perimeter, sites, holes, symmetry))
    return found


@every
@of_each_kind
def test_rows_are_those_of_a_naive_listing(name: str, kind: Kind) -> None:
    lattice = LATTICES[name]
    for cells in range(1, SIZES[name] + (kind != "fixed")):
        expected = dict(NAIVE[name].rows(cells, kind))
        found = listed(name, cells, cells, kind)
        assert len(found) == len(expected)
        for *row, symmetry in found:
            assert lattice.classes[symmetry].order == expected[tuple(row)]


@every
@of_each_kind
def test_a_range_has_the_rows_of_its_sizes(name: str, kind: Kind) -> None:
    highest = SIZES[name]
    single = [row for cells in range(2, highest + 1) for row in listed(name, cells, cells, kind)]
    assert sorted(listed(name, 2, highest, kind)) == sorted(single)


@every
def test_classes_are_those_of_the_shapes(name: str) -> None:
    from enumino.objects.polyform import Polyform

    lattice = LATTICES[name]
    for cells, *box, mask, orbit, perimeter, sites, holes, code in listed(name, 1, 5, "free"):
        shape = Polyform.from_mask(tuple(box), mask, lattice)
        assert (len(shape), shape.box, shape.mask) == (cells, tuple(box), mask)
        assert shape.symmetry is lattice.classes[code]
        assert orbit == shape.symmetry.free
        assert (shape.perimeter, shape.site_perimeter, shape.holes) == (perimeter, sites, holes)


@pytest.mark.compiled
@each(
    ("name", "kind", "numbers"),
    [
        ("hexagonal", "free", [1, 1, 3, 7, 22, 82, 333, 1448, 6572]),  # A000228
        ("hexagonal", "one-sided", [1, 1, 3, 10, 33, 147, 620, 2821]),  # A006535
        ("hexagonal", "fixed", [1, 3, 11, 44, 186, 814, 3652]),  # A001207
        ("triangular", "free", [1, 1, 1, 3, 4, 12, 24, 66, 160, 448, 1186, 3334]),  # A000577
        ("triangular", "one-sided", [1, 1, 1, 4, 6, 19, 43, 120, 307, 866]),  # A006534
        ("triangular", "fixed", [2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053]),  # A001420
        ("king", "free", [1, 2, 5, 22, 94, 524, 3031]),  # A030222
        ("king", "one-sided", [1, 2, 6, 34, 166, 991]),  # A030233
        ("king", "fixed", [1, 4, 20, 110, 638, 3832]),  # A006770
        ("cubic", "free", [1, 1, 2, 7, 23, 112, 607, 3811]),  # A038119
        ("cubic", "one-sided", [1, 1, 2, 8, 29, 166, 1023]),  # A000162
        ("cubic", "fixed", [1, 3, 15, 86, 534, 3481]),  # A001931
        ("stick", "free", [1, 2, 5, 16, 55, 222, 950, 4265]),  # A019988
        ("stick", "one-sided", [1, 2, 7, 25, 99, 416, 1854]),  # A151537
        ("stick", "fixed", [2, 6, 22, 88, 372, 1628]),  # A096267
    ],
)
def test_numbers_are_the_published_ones(name: str, kind: Kind, numbers: list[int]) -> None:
    found = Counter(cells for cells, *_ in listed(name, 1, len(numbers), kind))
    assert [found[cells + 1] for cells in range(len(numbers))] == numbers


@every
def test_masks_of_more_words_are_the_same(name: str) -> None:
    assert listed(name, 1, 5, "free", words=2) == listed(name, 1, 5, "free", words=1)
