"""Published numbers of tilings by L-trominoes of boards that lack a cell."""

from __future__ import annotations

from functools import cache

from enumino.published import Published, table

# Tilings of an n×n board by L-trominoes and one single cell: terms of A233807.
SQUARES_LESS_A_CELL = {2: 4, 4: 16, 5: 128}


def deficient_board(rows: int, cols: int, missing: tuple[int, int] | None) -> Published | None:
    """Return the published number of L-tromino tilings of a board that lacks a cell.

    `missing` is None for the sum over all cells.

    >>> deficient_board(2, 2, (0, 1)).value, deficient_board(5, 5, None)
    (1, Published(oeis='A233807', value=128))
    """
    if missing is None:
        value = SQUARES_LESS_A_CELL.get(rows) if rows == cols else None
        return None if value is None else Published("A233807", value)
    return _deficient().get((rows, cols, *missing))


@cache
def _deficient() -> dict[tuple[int, int, int, int], Published]:
    return {
        (int(row["side"]), int(row["side"]), int(row["missing_row"]), int(row["missing_col"])): (
            Published("Tran 2005", int(row["count"]))
        )
        for row in table(__name__, "deficient_tromino")
    }
