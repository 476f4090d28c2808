"""The costs of the engines: nanoseconds a node, and of the preparation before the first one.

Measured on one core of a server (Xeon at 2.5 GHz) over the problems of `benchmarks.solvers` and 150
random ones. Only their ratios matter: they decide between engines, the same on every machine.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SLICE = 6
WORD_BITS = 64


class Cost(NamedTuple):
    """Nanoseconds for the tables of a tree, and for a node."""

    tables: float
    node: float


def of_cell_masks(
    offsets: npt.NDArray[np.int64], flags: int, wide: bool, options: int, levels: int
) -> Cost:
    """Return the cost of cell masks.

    `offsets` are the distances of the cells of options from their first ones, `flags` the pieces
    used at most once; `wide` cells take two words; `levels` are the words for the options of one
    first cell.
    """
    slices, end = -(-flags // SLICE), 0
    for offset in np.unique(offsets).tolist():
        if offset >= max(end, 1):
            slices, end = slices + 1, offset + SLICE
    return Cost(1.5e6 + 3e3 * options, 6 + 4.5 * slices + 6 * wide + 20 * (levels - 1))


def of_option_bitsets(sizes: npt.NDArray[np.int64], options: int) -> Cost:
    """Return the cost of option bitsets, by the numbers of options of the primary items."""
    return Cost(6.7e3 * options, 30 + 1.1 * int((sizes // WORD_BITS + 1).sum()))


def of_dancing_links(links: int, primary: int, options: int) -> Cost:
    """Return the cost of dancing links, by the items of all options together."""
    return Cost(0.5e6 + 8e2 * options, 25 + 11 * links / max(1, primary))


def of_look(options: int, cells: int, fewest: bool) -> float:
    """Return the nanoseconds of a node of a sample (`exact_cover.estimates`)."""
    return 2e3 + 4.0 * (options // WORD_BITS + 1) * cells if fewest else 4e3
