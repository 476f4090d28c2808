"""Searches for tilings of the plane: isohedral ones, covers of tori, and coronas."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.plane._boards import Board, images_of, new_board, set_shape
from enumino.enum.kernels.plane.coronas import FOUND, GIVEN_UP, NONE, begin, find_pairs, surround
from enumino.enum.kernels.plane.isohedral import tile_isohedrally
from enumino.enum.kernels.plane.torus_covers import new_torus, tile_torus
from enumino.families.plane_tilings.decision import plane_of
from enumino.objects.lattice import SQUARE, Cell
from enumino.objects.lattices import HEXAGONAL, TRIANGULAR
from tests.naive_plane import isohedral_class
from tests.naive_redelmeier import is_canonical, subtree

PLANE = plane_of(SQUARE)
HALF_TURN = next(s for s, matrix in enumerate(PLANE.matrices) if (matrix == -np.eye(2)).all())
# Without holes and tilings; and one that is surrounded by seven copies.
HEPTOMINO = [(0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1), (3, 1)]


def array(cells: list[Cell]) -> npt.NDArray[np.int64]:
    return np.array([(*cell, 0) for cell in sorted(cells)], np.int64)


def lay_out(board: Board, cells: list[Cell]) -> None:
    set_shape(board, images_of(PLANE, board, array(cells)[None]), 0)


def test_isohedral_tilings_are_those_of_outlines() -> None:
    lattice, tiles = np.zeros(3, np.int64), np.zeros((8, 3), np.int64)
    for size in range(1, 6):
        board = new_board(PLANE, size, 1)
        for shape in subtree((), size):
            if is_canonical(shape, "free"):
                found = isohedral_class(set(shape))
                lay_out(board, list(shape))
                for images, demanded, classes in (
                    ([0], -1, {"translation"}),
                    ([0, HALF_TURN], -1, {"translation", "half-turn"}),
                    (range(8), -1, {"translation", "half-turn", "isohedral"}),
                ):
                    admitted = np.isin(np.arange(8), images)
                    count = tile_isohedrally(board, admitted, demanded, lattice, tiles)
                    assert (count > 0) == (found in classes), shape
                    if count:
                        assert lattice[0] * lattice[1] == count * size
                        assert set(tiles[:count, 0]) <= set(images)


def test_tori_have_the_tilings_of_their_sizes() -> None:
    """Two L-trominoes are a rectangle; of a heptomino without tilings nothing is found."""
    lattice, period = np.zeros(3, np.int64), np.zeros((3, 3), np.int64)

    def covers(cells: list[Cell], tiles: int) -> int:
        """Whether a torus of some height is covered."""
        for height in range(1, tiles * len(cells) + 1):
            if tiles * len(cells) % height == 0:
                found = tile_torus(torus, tiles, height, 10**5, lattice, period)
                if found:
                    return found
        return 0

    for cells, tiles, expected in (
        ([(0, 0), (1, 0), (1, 1)], 2, 1),
        ([(0, 0), (0, 1), (0, 2)], 3, 1),
        (HEPTOMINO, 2, 0),
    ):
        board = new_board(PLANE, len(cells), 1)
        lay_out(board, cells)
        torus = new_torus(board, 3)
        assert covers(cells, tiles) == expected
        if expected:
            width, height, shift = lattice
            covered = set()
            for image, row, unit in period[:tiles]:
                for cell in array(cells)[:, :2] - array(cells)[0, :2]:
                    r, c = PLANE.matrices[image] @ cell + (row, unit)
                    turns = r // height
                    covered.add((r - turns * height, (c - turns * shift) % width))
            assert len(covered) == width * height == tiles * len(cells)
    assert tile_torus(torus, 2, 2, 1, lattice, period) in (0, 2)


def test_coronas() -> None:
    board, patch = new_board(PLANE, 7, 3), np.zeros((500, 4), np.int64)
    lay_out(board, HEPTOMINO)

    def search(coronas: int, whole: bool, nodes: int, sure: int = 0) -> tuple[int, int]:
        """The result and the number of tiles, in calls of `nodes` nodes."""
        board.weights[:] = 0
        begin(board, sure)
        for _ in range(10**5):
            result, count = surround(board, coronas, whole, nodes, patch)
            if result != GIVEN_UP:
                break
        return result, count

    result, count = search(1, False, 10**5)
    assert result == FOUND
    assert set(patch[1:count, 3]) == {1}
    found = patch[:count].copy()
    assert search(1, False, 1) == (FOUND, count)  # as many calls as nodes
    assert (patch[:count] == found).all()
    assert search(1, True, 10**5)[0] == NONE  # a gap remains
    assert search(2, False, 10**5)[0] == search(2, False, 7)[0] == NONE
    assert not board.owners.any()  # nothing is left behind
    begin(board, 0)
    assert surround(board, 2, False, 3, patch)[0] == GIVEN_UP
    assert find_pairs(board, 1, 1, 1000, patch) > 0
    assert find_pairs(board, 2, 2, 1000, patch) > 0
    assert search(1, False, 10**5, 1)[0] == FOUND
    assert search(2, False, 10**5, 2)[0] == NONE


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
