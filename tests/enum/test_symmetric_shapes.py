"""Symmetry classes from searches on quotients: against listing, on every lattice."""

from collections import Counter

import pytest

from enumino.enum.kernels.counting import quotient
from enumino.enum.orbit_graphs import orbit_graph
from enumino.enum.symmetric_shapes import InvariantShapes, classes_from, invariant_shapes
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import LATTICES
from enumino.objects.polyform import Polyform
from tests.naive_polyforms import NAIVE
from tests.splitting import count_all

SIZES = {"square": 8, "king": 4, "hexagonal": 5, "triangular": 6, "cubic": 4, "stick": 5}


def kept(shapes: InvariantShapes, cells: int) -> list[int]:
    state = quotient.new_state(orbit_graph(shapes.symmetry, cells)[0])
    return count_all(quotient, state, cells, [()])


@pytest.mark.parametrize("name", SIZES)
def test_classes_equal_listing(name: str) -> None:
    lattice, largest = LATTICES[name], SIZES[name]
    counts = {each.name: kept(each, largest) for each in invariant_shapes(lattice)}
    for cells in range(1, largest + 1):
        shapes = [NAIVE[name].pushed(shape)[0] for shape in NAIVE[name].shapes(cells)]
        found = Counter(Polyform(shape, lattice).symmetry for shape in shapes)
        expected = {each.name: found[each] // each.orbit("free") for each in lattice.classes}
        invariant = {shapes: numbers[cells] for shapes, numbers in counts.items()}
        assert classes_from(lattice, len(shapes), invariant) == expected


@pytest.mark.parametrize("name", SIZES)
def test_graphs_of_larger_sizes_have_the_same_shapes(name: str) -> None:
    """Cells that a graph leaves out are too far away for its sizes."""
    for shapes in invariant_shapes(LATTICES[name])[:8]:
        assert kept(shapes, 7)[:5] == kept(shapes, 4)


def test_counts_of_different_sizes_are_refused() -> None:
    invariant = {each.name: 0 for each in invariant_shapes(SQUARE)}
    assert classes_from(SQUARE, 8, invariant)["none"] == 1
    with pytest.raises(ValueError, match="counts of one size"):
        classes_from(SQUARE, 9, invariant)
