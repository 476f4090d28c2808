"""The tables of the listing from blocks (`kernels.listing.tatami_blocks`): a room's blocks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing.tatami_blocks import MAX_CELLS, Tables


def new_tables(rows: int, cols: int, images: npt.NDArray[np.int64], up_to_symmetry: bool) -> Tables:
    """Return the blocks of a room.

    The room has at most `MAX_CELLS` cells. A row of -1 among its images, int64[7, rows * cols], is
    a symmetry that does not count.
    """
    if not 1 <= rows * cols <= MAX_CELLS:
        raise ValueError(f"A room is {rows} × {cols}, but blocks fill 1 to {MAX_CELLS} cells.")
    breadth, length, crosswise = min(rows, cols), max(rows, cols), cols > rows
    blocks, follows = kinds_of_block(breadth)
    across, along = (b"V", b"H") if crosswise else (b"H", b"V")
    letters, starts = [np.zeros(0, np.uint8)], [0]
    for block in blocks:
        cells = first_cells(breadth, *block, ord(across), ord(along))
        for lane in cells.T if crosswise else cells.reshape(1, -1):
            letters.append(lane[lane != 0])
            starts.append(starts[-1] + letters[-1].size)
    spelled = np.concatenate(letters)
    lanes = breadth if crosswise else 1
    first = np.arange(len(blocks))[:, None] * lanes
    bounds = np.array(starts, np.int64)[first + np.arange(lanes + 1)]
    has_image = images[:, 0] >= 0
    handed, group = breadth % 2 and breadth > 1, 1 + np.count_nonzero(has_image)
    height = [height for height, _, _ in blocks]
    horizontal = [np.count_nonzero(spelled[b[0] : b[-1]] == ord(b"H")) for b in bounds]
    return Tables(
        room=np.array(
            [handed, crosswise, group, up_to_symmetry, rows * cols, rows, cols], np.int64
        ),
        has_image=has_image,
        height=np.array(height, np.int64),
        hand=np.array([left for _, left, _ in blocks], np.int64),
        horizontal=np.array(horizontal, np.int64),
        options=options_by_length(height, follows, length),
        letters=spelled,
        bounds=bounds,
    )


def kinds_of_block(breadth: int) -> tuple[list[tuple[int, int, int]], list[list[int]]]:
    """Return the height, `left` and `right` of each kind, in the order of their letters.

    The kinds that may follow each kind come with them, then the kinds that may come first.
    """
    if breadth == 1:
        return [(2, 0, 1)], [[0], [0]]
    if breadth == 2:
        return [(1, 0, 0), (2, 1, 1)], [[0, 1], [0], [0, 1]]
    if breadth % 2:
        blocks = [(breadth + wider, left, 1 - left) for left in (0, 1) for wider in (-1, 1)]
        return blocks, [[2, 3], [2, 3], [0, 1], [0, 1], [0, 1, 2, 3]]
    return [(1, 0, 0), (breadth - 2, 1, 1), (breadth, 1, 1)], [[1, 2], [0], [0], [0, 1, 2]]


def first_cells(
    breadth: int, height: int, left: int, right: int, across: int, along: int
) -> npt.NDArray[np.uint8]:
    """Return a block, uint8[height, breadth]: letters on the first cells of mats, 0 elsewhere."""
    row, column = np.arange(height)[:, None], np.arange(breadth)
    depth = np.minimum(row, height - 1 - row)
    covered = (column >= left + depth) & (column < breadth - right - depth)
    starts_across = covered & ((column - left - depth) % 2 == 0)
    # The free cells of a column are one stretch: mats along the room start at every other one.
    starts_along = ~covered & (np.cumsum(~covered, axis=0) % 2 == 1)
    letters = np.where(starts_across, across, np.where(starts_along, along, 0))
    return letters.astype(np.uint8)


def options_by_length(
    height: list[int], follows: list[list[int]], length: int
) -> npt.NDArray[np.int64]:
    """Return `Tables.options`: the blocks after which the remaining length can be filled."""
    options = np.zeros((len(follows), length + 1), np.int64)
    for rest in range(1, length + 1):
        for before, kinds in enumerate(follows):
            for kind in kinds:
                left = rest - height[kind]
                if left == 0 or (left > 0 and options[kind, left]):
                    options[before, rest] |= 1 << kind
    return options
