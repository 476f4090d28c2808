"""The tables of dancing links (`kernels.exact_cover.dlx`): items and options as linked lists."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.exact_cover.dlx import Tables


def new_tables(
    primary: int,
    items: int,
    starts: npt.NDArray[np.int64],
    members: npt.NDArray[np.integer],
    colours: npt.NDArray[np.integer],
) -> Tables:
    """Link a problem of `items` items, the first `primary` of them primary.

    Option k has the items ``members[starts[k] : starts[k + 1]]``, numbered from 0, with
    `colours` beside them (0: none). Options without a primary item are never taken: left out.
    """
    sizes = np.diff(starts)
    owner = np.repeat(np.arange(sizes.size), sizes)
    primaries = np.bincount(owner[members < primary], minlength=sizes.size).astype(np.int32)
    kept = primaries > 0
    listed = kept[owner]
    item_of = members[listed] + 1

    spacers = items + 1 + np.concatenate([[0], np.cumsum(sizes[kept] + 1)])
    nodes = np.delete(np.arange(spacers[-1] + 1), np.concatenate([np.arange(items + 1), spacers]))
    top, up, down, colour = np.zeros((4, int(spacers[-1]) + 1), np.uint32)
    option = np.zeros(top.size, np.int32)
    top[nodes], colour[nodes], option[nodes] = item_of, colours[listed], owner[listed]
    up[spacers[1:]], down[spacers[:-1]] = spacers[:-1] + 1, spacers[1:] - 1

    # Sorted by item, heads first, the nodes of a list stand one after the other.
    heads = np.arange(1, items + 1)
    list_of = np.concatenate([heads, item_of])
    order = np.argsort(list_of, kind="stable")
    in_order = np.concatenate([heads, nodes])[order]
    following = np.roll(in_order, -1)
    following[np.flatnonzero(np.diff(list_of[order], append=items + 1))] = heads
    down[in_order], up[following] = following, in_order

    left, right = np.tile(np.arange(items + 1, dtype=np.uint32), (2, 1))
    left[: primary + 1] = np.roll(left[: primary + 1], 1)
    right[: primary + 1] = np.roll(right[: primary + 1], -1)
    length = np.bincount(item_of, minlength=items + 1).astype(np.int32)
    longest = primary // int(primaries[kept].min(initial=max(primary, 1)))
    limits = np.array([longest, primary], np.int64)
    return Tables(top, up, down, colour, option, primaries, left, right, length, limits)
