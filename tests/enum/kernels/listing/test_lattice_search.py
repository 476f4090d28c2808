"""Laws of the search on any lattice."""

from collections import Counter
from typing import Any

import numba
import pytest

from enumino.enum import drive
from enumino.enum.kernels.listing import lattice_search
from enumino.enum.kernels.shared.cursor import DONE
from enumino.enum.lattice_tables import new_tables
from enumino.families.polyforms.families import OF_LATTICES
from enumino.objects.lattice import KINDS, Kind
from enumino.objects.lattices import LATTICES
from tests.naive_polyforms import NAIVE

LARGEST = {"square": 6, "king": 5, "hexagonal": 6, "triangular": 8, "cubic": 4, "stick": 5}
SIZES = {name: cells - bool(numba.config.DISABLE_JIT) for name, cells in LARGEST.items()}
every = pytest.mark.parametrize("name", SIZES)
of_each_kind = pytest.mark.parametrize("kind", KINDS)


def listed(
    name: str, lowest: int, highest: int, kind: Kind, words: int = 2
) -> list[tuple[Any, ...]]:
    """All rows: cells, box, mask, orbit, perimeter, site perimeter, holes, symmetry class."""
    tables = new_tables(LATTICES[name], lowest, highest, kind, words)
    state, out = lattice_search.new_state(tables), lattice_search.new_columns(1 << 15, words)
    drive.enter(lattice_search, state, ())
    rows = lattice_search.advance(state, out, 0, 1 << 40)
    assert state.cursor[DONE]
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
    for cells in range(1, SIZES[name] + (kind == "free")):
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


PUBLISHED = {"square": 9, "king": 7, "hexagonal": 9, "triangular": 12, "cubic": 8, "stick": 8}


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", PUBLISHED)
def test_numbers_are_the_published_ones(name: str, kind: Kind) -> None:
    (family,) = (each for each in OF_LATTICES if each.lattice == LATTICES[name])
    sizes = range(1, PUBLISHED[name] + (kind == "free"))
    found = Counter(cells for cells, *_ in listed(name, 1, sizes[-1], kind))
    assert [found[n] for n in sizes] == [family.published(n, kind).value for n in sizes]


@every
def test_masks_of_more_words_are_the_same(name: str) -> None:
    assert listed(name, 1, 5, "free", words=2) == listed(name, 1, 5, "free", words=1)
