"""The order of rows of tilings, by their placements."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.kernels.exact_cover import tiling_rows

options = st.lists(st.integers(0, 2**31 - 1) | st.integers(0, 3), min_size=1, max_size=40)


@given(rows=st.lists(options.map(sorted), max_size=9))
def test_rows_are_sorted_by_their_placements(rows: list[list[int]]) -> None:
    pieces = sum(map(len, rows))
    out = tiling_rows.new_columns(len(rows), 4 * pieces, pieces, True)
    out.placements[:] = [option for row in rows for option in row]
    out.placement_offsets[:] = np.cumsum([0, *map(len, rows)])
    order = tiling_rows.order(out, len(rows)).tolist()
    assert [rows[i] for i in order] == sorted(rows)
    ascending = all(a < b for a, b in pairwise(rows))
    assert tiling_rows.is_sorted(out, len(rows)) == ascending
