"""Boundaries of both transfer matrices by flood fill."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.kernels.matrices import boundary as boundaries
from enumino.enum.kernels.matrices import transfer_matrix
from enumino.enum.kernels.matrices.boundary import HIGH, LOW
from enumino.families.polyforms.counting.sweeps import cell_of_column, cell_of_strip
from tests.naive_transfer import column_boundary, diagonal_boundary, loses_a_component


@settings(max_examples=80)
@given(
    st.one_of(st.integers(1, 7), st.integers(29, 31)),
    st.booleans(),
    st.lists(st.booleans(), max_size=90),
)
def test_boundaries_of_columns_are_those_of_a_flood_fill(
    width: int, hexagons: bool, cells: list[bool]
) -> None:
    boundary, flags = (0, 0, 0), 0
    grid: list[list[bool]] = [[False] * width, []]  # an empty column left of the first
    for full in cells:
        next_cell = cell_of_column(len(grid[-1]), width, len(grid) - 1, hexagons)
        grid[-1].append(full)
        after = boundaries.leave_empty(*boundary, next_cell.site)
        if not full:
            assert (after[2] < 0) == loses_a_component(grid, hexagons)
        if full or after[2] < 0:
            grid[-1][-1] = True  # go on with a cell here
            after = boundaries.occupy(*boundary, *next_cell[:3])
            flags |= next_cell.rim_flags
        boundary = after
        if len(grid[-1]) == width:
            grid.append([])
    grid = grid if grid[-1] else grid[:-1]
    assert tuple(boundary) == column_boundary(grid, hexagons)
    assert boundaries.unpacked(*boundaries.packed(*boundary, flags)) == (*boundary, flags)
    image = boundaries.mirrored(*boundary, width)
    if len(grid[-1]) == width and not hexagons:
        assert image == column_boundary([column[::-1] for column in grid])
    assert boundaries.mirrored(*image, width) == tuple(boundary)


@settings(max_examples=80)
@given(st.integers(1, 9), st.integers(0, 1), st.lists(st.booleans(), max_size=40))
def test_boundaries_of_diagonals_are_those_of_a_flood_fill(
    width: int, parity: int, cells: list[bool]
) -> None:
    slots = (width + 1) // 2
    boundary, flags = (0, 0, 0), 0
    placed: set[tuple[int, int]] = set()
    decided: set[int] = set()
    for step, full in enumerate(cells):
        next_cell = cell_of_strip(width, parity, step // slots + 1, step % slots)
        diagonal = 2 * next_cell.site + next_cell.odd
        decided = {diagonal} if step % slots == 0 else decided | {diagonal}
        if full and next_cell.weight > 0:
            boundary = boundaries.occupy(*boundary, *next_cell[:3])
            flags |= next_cell.rim_flags
            placed.add((diagonal, next_cell.layer))
        else:
            boundary = boundaries.leave_empty(*boundary, next_cell.site)
        expected = diagonal_boundary(placed, width, next_cell.layer, decided)
        assert (boundary[2] < 0) == (expected is None)
        if expected is None:
            return
        assert boundary == expected
        firsts = expected[2] & ~expected[0]
        keys = np.array([boundaries.packed(*boundary, LOW | HIGH)])
        assert transfer_matrix.has_ended(keys)[0] == (firsts.bit_count() == 1)
        touched = any(d in (0, width - 1) for d, _ in placed)
        assert flags == (LOW | HIGH if touched else 0)
