"""Rules that a covering as a whole meets or breaks: solutions that break one are dropped.

An engine leaves its solutions in a buffer, and rows are made of them. Between the two, orbits of
options are replaced by the options in them (`spread`), and the solutions that meet the rules are
moved together (`keep`):

- *Symmetry.* The class of the symmetries that fix the solution is wanted.
- *Uses.* Each piece is used as often as it may be, where an engine counts orbits of options.

Invariant of `keep`: solutions before `kept` are those that were kept, in their order, and the
solutions from the next one on are untouched. An empty array of a rule leaves the rule out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.exact_cover._layouts import class_of, fixing_of, lay_out
from enumino.enum.kernels.shared.jit import inlined, kernel


class Rules(NamedTuple):
    """The rules of a problem of m options, p pieces and g symmetries, and marks for one solution.

    wanted: bool[c], by symmetry class.
    among: int64[g], the numbers of all symmetries.
    piece: int32[m], the piece of each option; fewest, most: int64[p], its uses.
    used: int64[p].
    """

    wanted: npt.NDArray[np.bool_]
    among: npt.NDArray[np.int64]
    piece: npt.NDArray[np.int32]
    fewest: npt.NDArray[np.int64]
    most: npt.NDArray[np.int64]
    used: npt.NDArray[np.int64]


@inlined
def has_uses(scratch, rules, pieces):
    """Whether each piece is used as often as it may be."""
    used = rules.used
    used[:] = 0
    for i in range(pieces):
        used[rules.piece[scratch.ascending[i]]] += 1
    found = True
    for piece in range(used.size):
        found = found and rules.fewest[piece] <= used[piece] <= rules.most[piece]
    return found


@kernel
def keep(tables, scratch, rules, options, offsets, found):
    """Keep the solutions that meet the rules, of the first `found`; return their number.

    Parameters
    ----------
    tables, scratch : Tables, Scratch
        See `_layouts`.
    rules : Rules
    options, offsets : int32[...], int32[...]
        Solution i is ``options[offsets[i]:offsets[i + 1]]``, in any order.
    found : int
    """
    kept = 0
    end = offsets[0]
    for solution in range(found):
        begin, end = end, offsets[solution + 1]
        pieces = lay_out(tables, scratch, options, begin, end)
        meets = rules.fewest.size == 0 or has_uses(scratch, rules, pieces)
        if meets and rules.wanted.size > 0:
            fixing = fixing_of(tables, scratch, pieces, rules.among)
            meets = rules.wanted[class_of(tables, fixing)]
        if meets:
            at = offsets[kept]
            for i in range(end - begin):
                options[at + i] = options[begin + i]
            kept += 1
            offsets[kept] = at + end - begin
    return kept


@kernel
def spread(starts, members, options, offsets, found, out_options, out_offsets):
    """Write solutions with the options of their orbits instead of the numbers of the orbits.

    Orbit i has the options ``members[starts[i]:starts[i + 1]]``.
    """
    at = 0
    out_offsets[0] = 0
    for solution in range(found):
        for i in range(offsets[solution], offsets[solution + 1]):
            orbit = options[i]
            for k in range(starts[orbit], starts[orbit + 1]):
                out_options[at] = members[k]
                at += 1
        out_offsets[solution + 1] = at
