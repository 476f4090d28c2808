"""Searches for tilings of the plane: isohedral ones, covers of tori, and coronas."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from enumino.enum.kernels.plane.covers import (
    FOUND,
    GIVEN_UP,
    ISOHEDRAL,
    NONE,
    PATCHES,
    WHOLE_PATCHES,
    begin,
    cover,
)
from enumino.enum.kernels.plane.floors import (
    Floor,
    empty,
    levels_of_first,
    new_floor,
    set_shape,
    symmetries_on,
)
from enumino.families.plane_tilings.decision import find_pairs, has_hole, plane_of
from enumino.families.plane_tilings.periods import period_of
from enumino.families.plane_tilings.tori import first_period
from enumino.objects.lattice import SQUARE, Cell
from enumino.objects.lattices import HEXAGONAL, TRIANGULAR
from enumino.objects.polyform import free_polyforms
from tests.naive_plane import isohedral_class

PLANE = plane_of(SQUARE)
HALF_TURN = next(s for s, matrix in enumerate(PLANE.matrices) if (matrix == -np.eye(2)).all())
# Without holes and tilings; and one that is surrounded by seven copies.
HEPTOMINO = [(0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1), (3, 1)]


def array(cells: list[Cell]) -> npt.NDArray[np.int64]:
    return np.array([(*cell, 0) for cell in sorted(cells)], np.int64)


def lay_out(floor: Floor, cells: list[Cell]) -> None:
    set_shape(floor, array(cells))


def test_isohedral_tilings_are_those_of_outlines() -> None:
    for size in range(1, 6):
        floor = new_floor(PLANE, size, 1)
        levels = levels_of_first(floor)
        for shape in free_polyforms(size):
            found = isohedral_class(set(shape))
            lay_out(floor, list(shape))
            for images, classes in (
                ([0], {"translation"}),
                ([0, HALF_TURN], {"translation", "half-turn"}),
                (range(8), {"translation", "half-turn", "isohedral"}),
            ):
                of_search = floor._replace(allowed=np.isin(np.arange(8), images), levels=levels)
                begin(of_search)
                result = cover(of_search, ISOHEDRAL, 1, 10**5)
                assert (result == FOUND) == (found in classes), shape
                if result == FOUND:
                    neighbours = symmetries_on(of_search)[1:].tolist()
                    products, matrices = PLANE.products.tolist(), PLANE.matrices.tolist()
                    (width, height, _), tiles = period_of(products, matrices, neighbours)
                    assert width * height == len(tiles) * size
                    assert {image for image, *_ in tiles} <= set(images)


def test_tori_have_the_tilings_of_their_sizes() -> None:
    """Two L-trominoes are a rectangle; of a heptomino without tilings nothing is found."""
    for cells, tiles, is_tiled in (
        ([(0, 0), (1, 0), (1, 1)], 2, True),
        ([(0, 0), (0, 1), (0, 2)], 3, True),
        (HEPTOMINO, 2, False),
    ):
        floor = new_floor(PLANE, len(cells), 1, 3 * len(cells))
        lay_out(floor, cells)
        found = first_period(floor, range(tiles, tiles + 1))
        assert (found is not None) == is_tiled
        assert not floor.owners.any()  # nothing is left behind
        if found:
            (width, height, shift), period = found
            covered = set()
            for image, row, unit in period:
                for cell in array(cells)[:, :2] - array(cells)[0, :2]:
                    r, c = PLANE.matrices[image] @ cell + (row, unit)
                    turns = r // height
                    covered.add((r - turns * height, (c - turns * shift) % width))
            assert len(covered) == width * height == tiles * len(cells)


def test_coronas() -> None:
    floor = new_floor(PLANE, 7, 3)
    lay_out(floor, HEPTOMINO)

    def search(coronas: int, nodes: int, known: int = 0, kind: int = PATCHES) -> int:
        """The result of calls of `nodes` nodes."""
        floor.weights[:] = 0
        begin(floor, known)
        result = GIVEN_UP
        while result == GIVEN_UP:
            result = cover(floor, kind, coronas, nodes)
        return result

    assert search(1, 10**5) == FOUND
    found = symmetries_on(floor).tolist()
    assert set(floor.levels[len(found), 1 : len(found)]) == {1}
    assert search(1, 1) == FOUND  # as many calls as nodes
    assert symmetries_on(floor).tolist() == found
    assert cover(floor, PATCHES, 1, 10**5) == FOUND  # the next one
    assert symmetries_on(floor).tolist() != found
    assert search(1, 10**5, kind=WHOLE_PATCHES) == NONE  # a gap remains
    assert search(2, 10**5) == search(2, 7) == NONE
    begin(floor)
    assert cover(floor, PATCHES, 2, 3) == GIVEN_UP
    assert find_pairs(floor, 1, 1, 1000)
    assert find_pairs(floor, 2, 2, 1000)
    assert search(1, 10**5, known=1) == FOUND
    assert search(2, 10**5, known=2) == NONE
    empty(floor)
    assert not floor.owners.any()


def test_lattices_are_groups_of_maps_of_cells() -> None:
    for lattice in (SQUARE, HEXAGONAL, TRIANGULAR):
        plane, elements = plane_of(lattice), range(len(lattice.elements))
        assert sorted(plane.inverses[:, 0]) == list(elements)
        for s in elements:
            assert plane.products[s, plane.inverses[s, 0], 0] == 0
            for row, column in ((2, 1), (-1, 5)):
                unit, number = divmod(column, lattice.sublattices)
                place = plane.matrices[s] @ (row, unit) + plane.shifts[s, number]
                image = lattice.image_of(lattice.elements[s], (row, column))
                to = plane.numbers[s, number]
                assert (place[0], place[1] * lattice.sublattices + to) == image


@pytest.mark.parametrize(
    ("size", "coronas"), [(7, 1), *(pytest.param(8, k, marks=pytest.mark.compiled) for k in (1, 2))]
)
def test_patches_have_holes_where_no_whole_one_is_found(size: int, coronas: int) -> None:
    """Turning back at closed regions loses no whole patch."""
    checked, floor = 0, new_floor(PLANE, size, coronas)
    for shape in free_polyforms(size, SQUARE):
        if shape.holes:
            continue
        lay_out(floor, list(shape.cells))
        floor.weights[:] = 0
        begin(floor)
        while (result := cover(floor, WHOLE_PATCHES, coronas, 10**6)) == FOUND:
            if not any(has_hole(floor, level) for level in range(1, coronas + 1)):
                break
        assert result != GIVEN_UP
        begin(floor)
        while checked < 2000 and result == NONE and cover(floor, PATCHES, coronas, 1000) == FOUND:
            assert any(has_hole(floor, level) for level in range(1, coronas + 1))
            checked += 1
    assert checked > 0
