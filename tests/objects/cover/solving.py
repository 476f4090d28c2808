"""Solutions of exact covers by dancing links, and an example that has one."""

from __future__ import annotations

import numpy as np

from enumino.enum.exact_cover import link_tables
from enumino.enum.kernels.exact_cover import dlx
from enumino.objects.cover import CoverProblem

# Knuth's example of Algorithm C (TAOCP 7.2.2.1), whose solution is the options 1, 3 and 4.
XCC = """
| primary items, then secondary ones
p q r | x y

p q x y:A
p r x:A y
| a comment between options
p x:B
q x:A
r y:B
"""


def solutions(problem: CoverProblem) -> list[tuple[int, ...]]:
    """All solutions, by dancing links."""
    tables = link_tables.new_tables(len(problem.primary), len(problem.items), *problem.arrays())
    state = dlx.new_state(tables)
    dlx.seek(state, np.zeros(0, np.int64))
    found = []
    out = dlx.new_columns(1, int(tables.limits[dlx.LONGEST_SOLUTION]))
    while not state.cursor[dlx.DONE]:
        if dlx.advance(state, out, 0, 1 << 40):
            found.append(tuple(out.options[: out.offsets[1]].tolist()))
    return found
