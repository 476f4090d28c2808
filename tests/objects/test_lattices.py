"""All lattices keep the same laws, and their classes have the published counts."""

from itertools import pairwise, product
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.lattice_files.definition import shipped_names
from enumino.objects.lattices import CUBIC, HEXAGONAL, LATTICES, STICK, TRIANGULAR, lattice_named
from enumino.objects.point_group import generated

Cells = tuple[tuple[int, ...], ...]

every = pytest.mark.parametrize("lattice", LATTICES.values(), ids=list(LATTICES))
triples = st.tuples(*[st.integers(-9, 9)] * 3)


@every
@given(triple=triples)
def test_neighbours_are_mutual_and_images_keep_them(
    lattice: Lattice, triple: tuple[int, ...]
) -> None:
    cell = triple[: lattice.dimensions]
    around = lattice.neighbours(cell)
    assert list(around) == sorted(set(around))
    assert all(cell in lattice.neighbours(near) for near in around)
    assert set(lattice.beyond_sides(cell)) <= set(around)
    for image in lattice.elements:
        moved = lattice.cell(image(*lattice.point(cell)))
        for steps in (lattice.neighbours, lattice.beyond_sides):
            to = {lattice.cell(image(*lattice.point(near))) for near in steps(cell)}
            assert to == set(steps(moved))


@every
@given(triple=triples)
def test_cells_touch_where_they_share_corners(lattice: Lattice, triple: tuple[int, ...]) -> None:
    cell = triple[: lattice.dimensions]
    own = set(lattice.corners(cell))
    shared = {near: len(own & set(lattice.corners(near))) for near in lattice.neighbours(cell)}
    of_a_side = {SQUARE: 2, KING: 2, HEXAGONAL: 2, TRIANGULAR: 2, CUBIC: 4, STICK: 1}[lattice]
    assert {near for near, n in shared.items() if n == of_a_side} == set(lattice.beyond_sides(cell))
    assert min(shared.values()) >= 1


@pytest.mark.parametrize(
    "name", [*[name for name in LATTICES if name != "cubic"], *shipped_names()]
)
@given(data=st.data(), row=st.integers(-9, 9))
def test_the_longest_side_of_a_cell_is_drawn_with_length_1(
    name: str, data: st.DataObject, row: int
) -> None:
    """All sides of cells of built-in lattices are as long."""
    lattice, sides = lattice_named(name), list[float]()
    first = lattice.sublattices * data.draw(st.integers(-9, 9))
    for column in range(first, first + lattice.sublattices):
        places = [lattice.position(corner) for corner in lattice.corners((row, column))]
        sides += [dist(*side) for side in pairwise([*places, places[0]])]
    assert max(sides) == pytest.approx(1)
    assert name not in LATTICES or min(sides) == pytest.approx(1)


@every
def test_isometries_are_a_group(lattice: Lattice) -> None:
    identity, *_ = lattice.elements
    assert set(generated([*lattice.turns, *lattice.mirrors])) == set(lattice.elements)
    assert {*lattice.rotations} <= {*lattice.elements} == {*lattice.elements_of("free")}
    assert 2 * len(lattice.rotations) == len(lattice.elements)
    point = lattice.point((2, 5, 9)[: lattice.dimensions])
    for one, other in product(lattice.elements, repeat=2):
        assert one.after(other)(*point) == one(*other(*point))
        assert one.after(one.inverse) == identity
    turn = lattice.turns[0]
    powers = generated([turn])
    assert all(turn.after(one) == two for one, two in pairwise([*powers, identity]))
