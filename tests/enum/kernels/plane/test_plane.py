"""Searches for tilings of the plane: isohedral ones, covers of tori, and coronas."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from enumino.enum.kernels.plane.copies import LEFT, PLACE
from enumino.enum.kernels.plane.covers import (
    FOUND,
    GIVEN_UP,
    ISOHEDRAL,
    NONE,
    PATCHES,
    WHOLE_PATCHES,
    begin,
    cover,
    forget_weights,
)
from enumino.enum.kernels.plane.floors import (
    BASE,
    CORONAS,
    COUNTED,
    HALO,
    IMAGE,
    KNOWN,
    NUMBERS,
    ORIGIN,
    ROWS,
    SAME,
    UNITS,
    WIDTH,
    Floor,
    Plane,
    new_floor,
    places_of,
    set_shape,
    symmetries_on,
)
from enumino.families.plane_tilings.decision import find_pairs, first_period, has_hole, plane_of
from enumino.families.plane_tilings.periods import period_of
from enumino.objects.lattice import SQUARE, Cell, Lattice
from enumino.objects.lattices import HEXAGONAL, TRIANGULAR
from enumino.objects.polyform import free_polyforms
from tests.naive_plane import isohedral_class

PLANE = plane_of(SQUARE)
HALF_TURN = next(s for s, matrix in enumerate(PLANE.matrices) if (matrix == -np.eye(2)).all())
# Without holes and tilings; and one that is surrounded by seven copies.
HEPTOMINO = [(0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1), (3, 1)]


def array(cells: list[Cell]) -> npt.NDArray[np.int64]:
    return np.array([(*cell, 0) for cell in sorted(cells)], np.int64)


def lay_out(floor: Floor, cells: list[Cell]) -> Floor:
    return set_shape(floor, PLANE, array(cells))


def test_isohedral_tilings_are_those_of_outlines() -> None:
    for size in range(1, 6):
        floor = new_floor(PLANE, size, 1)
        for shape in free_polyforms(size):
            found = isohedral_class(set(shape))
            floor = lay_out(floor, list(shape))
            for images, classes in (
                ([0], {"translation"}),
                ([0, HALF_TURN], {"translation", "half-turn"}),
                (range(8), {"translation", "half-turn", "isohedral"}),
            ):
                of_search = floor._replace(allowed=np.isin(np.arange(8), images))
                begin(of_search, 0)
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
        floor = lay_out(new_floor(PLANE, len(cells), 1, 3 * len(cells)), cells)
        found = first_period(floor, range(tiles, tiles + 1))
        assert (found is not None) == is_tiled
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
    floor = lay_out(new_floor(PLANE, 7, 3), HEPTOMINO)

    def search(coronas: int, nodes: int, known: int = 0, kind: int = PATCHES) -> int:
        """The result of calls of `nodes` nodes."""
        forget_weights(floor)
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
    begin(floor, 0)
    assert cover(floor, PATCHES, 2, 3) == GIVEN_UP
    assert find_pairs(floor, 1, 1, 1000)
    assert find_pairs(floor, 2, 2, 1000)
    assert search(1, 10**5, known=1) == FOUND
    assert search(2, 10**5, known=2) == NONE
    lay_out(floor, HEPTOMINO)
    assert not floor.owners.any()  # nothing is left behind


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
        floor = lay_out(floor, list(shape.cells))
        forget_weights(floor)
        begin(floor, 0)
        while (result := cover(floor, WHOLE_PATCHES, coronas, 10**6)) == FOUND:
            if not any(has_hole(floor, level) for level in range(1, coronas + 1)):
                break
        assert result != GIVEN_UP
        begin(floor, 0)
        while checked < 2000 and result == NONE and cover(floor, PATCHES, coronas, 1000) == FOUND:
            assert any(has_hole(floor, level) for level in range(1, coronas + 1))
            checked += 1
    assert checked > 0


def copies_left(floor: Floor, plane: Plane, place: int, tiles: int) -> set[tuple[int, int]]:
    """The images, and the cells on a place, of copies that may cover it beside the first tiles."""
    levels, found = floor.levels[tiles].tolist(), set()
    owners = {at: t for t in range(tiles) for at in places_of(floor, floor.tiles[t : t + 1])[0]}
    origin, coronas = floor.registers[[ORIGIN, CORONAS]].tolist()
    numbers, middle = int(floor.registers[NUMBERS]), floor.pairs.shape[1] // 2
    for s, j in np.argwhere((place - floor.cells) % numbers == 0).tolist():
        base = place - floor.cells[s, j]
        halo = base + floor.halos[s, : floor.images[s, HALO]]
        beside = {owners[at] for at in halo.tolist() if at in owners}
        level = min((levels[t] + 1 for t in beside), default=0)
        fits = floor.allowed[s] and owners.keys().isdisjoint((base + floor.cells[s]).tolist())
        for t in beside if coronas else ():
            own = floor.tiles[t, IMAGE]
            back, *shift = plane.inverses[own]
            product, *further = plane.products[back, s]
            at = (origin + base - floor.tiles[t, BASE]) // numbers
            width = floor.registers[WIDTH]
            apart = np.array(divmod(at, width)) - width // 2
            seen = plane.matrices[back] @ apart + shift + further
            row, unit = seen + floor.images[product, ROWS : UNITS + 1] + middle
            never = floor.pairs[floor.images[product, SAME], row, unit]
            fits &= not 0 < never <= coronas - max(level, levels[t])
        if fits:
            found.add((s, j))
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONAL, TRIANGULAR])
def test_copies_left_for_a_cell_are_the_possible_ones(lattice: Lattice) -> None:
    """However tiles come and go, and whatever pairs are known."""
    size = {SQUARE: 7, HEXAGONAL: 6, TRIANGULAR: 8}[lattice]
    shapes = [shape for shape in free_polyforms(size, lattice) if not shape.holes]
    plane, count = plane_of(lattice), lattice.sublattices
    floor = new_floor(plane, size, 3)
    for shape in shapes[:: len(shapes) // 3]:
        cells = [(row, *divmod(column, count)) for row, column in shape.cells]
        floor, checked = set_shape(floor, plane, np.array(cells)), 0
        for known in (0, 1, 2, 3):
            if known:
                find_pairs(floor, known, min(known, 2), 20)
            begin(floor, known)
            for nodes in (1, 7, 19, 3, 30):
                if cover(floor, PATCHES, 2, nodes) == NONE:
                    break
                tiles = int(floor.registers[COUNTED])
                for k in range(floor.registers[KNOWN]):
                    place = int(floor.known[k, PLACE])
                    if not 0 < floor.owners[place] <= tiles:
                        bits = [int(word) for word in floor.left[k, 0]]
                        left = [b for b in range(64 * len(bits)) if bits[b // 64] >> b % 64 & 1]
                        assert {divmod(b, size) for b in left} == copies_left(
                            floor, plane, place, tiles
                        )
                        assert floor.known[k, LEFT] == len(left)
                        checked += 1
        assert checked > 50
