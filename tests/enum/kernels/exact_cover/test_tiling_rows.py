"""The order of rows of tilings: by their placements, however many words these take."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.kernels.exact_cover import tiling_rows

Row = tuple[int, ...]


def ranked(rows: list[Row], wide: bool = True) -> tuple[bool, list[int]]:
    """Whether the rows are sorted, and their order, by the kernel."""
    pieces = sum(map(len, rows))
    out = tiling_rows.new_columns(len(rows), 4 * pieces, pieces, wide)
    out.placements[:] = [option for row in rows for option in row]
    out.placement_offsets[:] = np.cumsum([0, *map(len, rows)])
    order = tiling_rows.order(out, len(rows))
    return bool(tiling_rows.is_sorted(out, len(rows))), order.tolist()


def rows_of(length: int, most: int) -> st.SearchStrategy[list[Row]]:
    """Different rows of one length."""
    return st.lists(
        st.lists(st.integers(0, most), min_size=length, max_size=length).map(tuple), unique=True
    )


@given(rows_of(6, 2**31 - 1), rows_of(40, 3))
def test_order_of_long_numbers_and_of_rows_that_differ_late(
    long: list[Row], late: list[Row]
) -> None:
    for rows, wide in ((long, True), ([(7,) * 30 + row for row in late], False)):
        is_sorted, order = ranked(rows, wide)
        assert [rows[i] for i in order] == sorted(rows)
        assert is_sorted == (rows == sorted(rows))


def test_few_rows_are_sorted_and_equal_ones_are_not() -> None:
    assert ranked([]) == (True, [])
    assert ranked([(3, 1)]) == (True, [0])
    assert ranked([(3, 1), (3, 1)])[0] is False
    assert ranked([(1, 3), (1, 3, 4)])[0] is True
    assert ranked([(1, 3, 4), (1, 3)])[0] is False
