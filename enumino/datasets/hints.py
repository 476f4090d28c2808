"""Hints for a puzzle: some pieces of a tiling that, if possible, no other tiling has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from enumino.errors import DatasetError, ProblemError
from enumino.objects.board import EMPTY
from enumino.objects.tiling import Placed

if TYPE_CHECKING:
    from enumino.arrays import I32
    from enumino.datasets.dataset import Dataset
    from enumino.objects.board import Board

# The most tilings and choices of pieces that are tried, and pieces of a tiling, bits of a mask.
TILINGS, CHOICES, BITS = 20, 5_000, 64


def hints_of(dataset: Dataset, number: int, where: str | None = None) -> tuple[list[Placed], bool]:
    """Return pieces of a tiling, and whether no other tiling or symmetric image has all of them.

    The first tilings that meet a condition are tried; if each choice of pieces of each of them is
    in other tilings, the result is the choice that the fewest have.
    """
    board = dataset.row_kind.board
    assert board is not None, "a dataset of tilings"
    images = list(board.option_images().values())
    best: tuple[int, tuple[int, ...]] | None = None
    for row in islice(dataset.rows(where, ["placements"]), TILINGS):
        if max(row["placements"]) >= len(board):
            raise DatasetError("A row has an unknown placement: `enumino verify` names the file.")
        options = [i for i in row["placements"] if board.pieces[board.piece[i]].name != EMPTY]
        found = _least_shared(dataset, board, images, options[:BITS], number)
        best = min(best or found, found)
        if not best[0]:
            break
    if best is None:
        raise ProblemError(dataset.why_empty(where))
    cells = board.region.cells
    return [
        Placed(board.pieces[board.piece[i]].name, tuple(cells[k] for k in board.cells_of(i)))
        for i in best[1]
    ], not best[0]


def _least_shared(
    dataset: Dataset, board: Board, images: Sequence[I32], options: Sequence[int], number: int
) -> tuple[int, tuple[int, ...]]:
    """Return the options of a tiling that the fewest others have, after their number."""
    shared = _shared(dataset, board, images, options)
    shared.pop((1 << len(options)) - 1, None)  # the tiling itself
    masks = np.array([*shared], np.uint64)
    times = np.array([*shared.values()], np.int64)
    best: tuple[int, tuple[int, ...]] = (1 << 62, ())
    choices = combinations(range(len(options)), min(number, len(options)))
    for chosen in islice(choices, CHOICES):
        mask = np.uint64(sum(1 << bit for bit in chosen))
        others = int(times[(masks & mask) == mask].sum())
        best = min(best, (others, tuple(options[bit] for bit in chosen)))
        if not others:
            break
    return best


def _shared(
    dataset: Dataset, board: Board, images: Iterable[I32], options: Sequence[int]
) -> Counter[int]:
    """Return how many tilings and images have each set of the options, as masks of bits."""
    bit = np.zeros(len(board), np.uint64)
    bit[list(options)] = 1 << np.arange(len(options), dtype=np.uint64)
    bits = [bit, *(bit[image] for image in images)]
    found: Counter[int] = Counter()
    for batch in dataset.batches(None, ["placements", "orbit"]):
        lists, orbits = batch.column(0), batch.column(1).to_numpy()
        starts = lists.offsets.to_numpy()[:-1] - lists.offsets[0].as_py()
        placements = lists.flatten().to_numpy()
        for own in bits:
            masks = np.bitwise_or.reduceat(own[placements], starts)
            values, places = np.unique(masks, return_inverse=True)
            # With these weights, each tiling counts as often as there are images.
            times = np.bincount(places, orbits).astype(np.int64)
            found.update(dict(zip(values.tolist(), times.tolist(), strict=True)))
    return found
