"""Tables and state of the search for polyominoes (`redelmeier`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing._polyomino_canonical import Words

MAX_REACH = 32  # 2 n - 1 columns are the bits of a word
MAX_ROWS = 62  # that are the bits of a word, with one more row

# limits
SMALLEST, LARGEST, KIND, SHIFT, REACH, BOXED = range(6)
FEWEST_ROWS, FEWEST_COLUMNS, MOST_ROWS, MOST_COLUMNS, DEGREE = range(6, 11)


class Tables(NamedTuple):
    """The tables of a search.

    limits: int64[11], smallest and largest size listed, kind, log2 of the lattice stride, columns
        in reach on either side of the origin and its own, whether there is a box: fewest rows and
        columns of a shape that is listed, most rows and columns; most neighbours of a cell of a
        tree, 0 if not only trees are listed.
    """

    limits: npt.NDArray[np.int64]


class State(NamedTuple):
    """State of the search; picklable between any two calls.

    cursor: int64[5], see `cursor`.
    board: uint8[(rows + 3) << shift], non-zero where a cell was reached or is forbidden.
    untried: int64[4n + 4], the untried sets of all depths, one after the other.
    last_cells: int64[4n + 4], those that may complete a canonical shape.
    placed, next, end, left, right, bottom: int64[n + 2], by cells placed: the cell placed
        last, the children not yet visited, the bounds of the shape.
    words: the shape as bits.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    board: npt.NDArray[np.uint8]
    untried: npt.NDArray[np.int64]
    last_cells: npt.NDArray[np.int64]
    placed: npt.NDArray[np.int64]
    next: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    bottom: npt.NDArray[np.int64]
    words: Words


def row_shift(reach: int) -> int:
    """Return log2 of the length of a lattice row: 2 * reach - 1 columns are in reach.

    The origin is in column reach - 1; column 0 has only neighbours of cells.
    """
    return max(5, (2 * reach - 2).bit_length())


def new_tables(
    smallest: int,
    largest: int,
    kind: int,
    least: tuple[int, int] = (1, 1),
    most: tuple[int, int] | None = None,
    degree: int = 0,
) -> Tables:
    """Return the tables of a search for polyominoes of `smallest` to `largest` cells.

    The canonical images have at least and at most some rows and columns. With a `degree`, only
    trees are listed whose cells have at most so many neighbours.
    """
    tallest, widest = (min(largest, side) for side in most or (largest, largest))
    reach = min(largest, widest + 2)  # a dead end exceeds the box by a column, and has neighbours
    if reach > MAX_REACH or tallest > MAX_ROWS:
        raise ValueError(
            f"{largest} cells in {tallest} rows and {widest} columns are too many: words hold "
            f"{MAX_ROWS} rows, and {MAX_REACH} columns on either side."
        )
    boxed = int(most is not None)
    limits = [
        smallest,
        largest,
        kind,
        row_shift(reach),
        reach,
        boxed,
        *least,
        tallest,
        widest,
        degree,
    ]
    return Tables(np.array(limits, np.int64))


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek_and_probe` must come first."""
    largest, shift = int(tables.limits[LARGEST]), int(tables.limits[SHIFT])
    rows = min(largest, int(tables.limits[MOST_ROWS]) + 1)
    placed, following, end, left, right, bottom = np.zeros((6, largest + 2), np.int64)
    return State(
        tables=tables,
        cursor=np.zeros(5, np.int64),
        board=np.zeros((rows + 3) << shift, np.uint8),
        untried=np.zeros(4 * largest + 4, np.int64),
        last_cells=np.zeros(4 * largest + 4, np.int64),
        placed=placed,
        next=following,
        end=end,
        left=left,
        right=right,
        bottom=bottom,
        words=Words(*np.zeros((4, 64), np.uint64)),
    )
