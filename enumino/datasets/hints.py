"""Hints for a puzzle: some pieces of a tiling that, if possible, no other tiling has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from enumino.errors import DatasetError, ProblemError
from enumino.objects.tiling import Placed
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.arrays import I32
    from enumino.datasets.dataset import Dataset

# The most tilings and choices of pieces that are tried, and pieces of a tiling, bits of a mask.
TILINGS, CHOICES, BITS = 20, 5_000, 64
WRONG = "A row has no placements, or unknown ones: `enumino verify` names the file."


def hints_of(
    dataset: Dataset, number: int, where: str | None = None, name: str = ""
) -> tuple[list[Placed], bool]:
    """Return pieces of a tiling that the fewest others have, and whether no other has them all.

    If the dataset has several boards, all tilings are of the board with the name.
    """
    kind, own = dataset.row_kind, None
    if name:
        kind, own = kind.boards[name], "board = '{}'".format(name.replace("'", "''"))
    board = kind.board
    assert board is not None, "a dataset of tilings"
    asked = dataset.manifest.plan.problem
    of_parts = not {"up_to_symmetry", "up_to_rotations"}.isdisjoint(asked)
    images = list(board.option_images(of_parts=of_parts).values())
    best: tuple[int, tuple[int, ...]] = (1 << 62, ())
    both = " and ".join(f"({each})" for each in (where, own) if each) or None
    for row in islice(dataset.rows(both, ["placements"]), TILINGS):
        if max(row["placements"], default=len(board)) >= len(board):
            raise DatasetError(WRONG)
        some = [i for i in row["placements"] if board.piece[i] < len(board.placed)][:BITS]
        if number > len(some):
            raise ProblemError(f"A tiling has {plural(len(some), 'piece')}: ask for fewer hints.")
        shared = _shared(dataset, own, len(board), images, some)
        shared.pop((1 << len(some)) - 1, None)  # the tiling itself
        masks, times = np.array([*shared], np.uint64), np.array([*shared.values()], np.int64)
        for chosen in islice(combinations(range(len(some)), number), CHOICES):
            mask = np.uint64(sum(1 << bit for bit in chosen))
            others = int(times[(masks & mask) == mask].sum())
            best = min(best, (others, tuple(some[bit] for bit in chosen)))
            if not others:
                break
        if not best[0]:
            break
    if not best[1]:
        raise ProblemError(dataset.why_empty(where))
    cells = board.region.cells
    return [
        Placed(board.pieces[board.piece[i]].name, tuple(cells[k] for k in board.cells_of(i)))
        for i in best[1]
    ], not best[0]


def _shared(
    dataset: Dataset,
    own: str | None,
    number: int,
    images: Iterable[I32],
    options: Sequence[int],
) -> Counter[int]:
    """Return how many tilings and images have each set of the options, as masks of bits."""
    bit = np.zeros(number, np.uint64)
    bit[list(options)] = 1 << np.arange(len(options), dtype=np.uint64)
    bits = [bit, *(bit[image] for image in images)]
    found: Counter[int] = Counter()
    for batch in dataset.batches(own, ["placements", "orbit"]):
        lists, orbits = batch.column(0), batch.column(1).to_numpy()
        starts = lists.offsets.to_numpy()[:-1] - lists.offsets[0].as_py()
        placements = lists.flatten().to_numpy()
        if not np.diff(lists.offsets).all() or placements.max(initial=0) >= number:
            raise DatasetError(WRONG)
        for each in bits:
            masks = np.bitwise_or.reduceat(each[placements], starts)
            values, places = np.unique(masks, return_inverse=True)
            # With these weights, each tiling counts as often as there are images.
            times = np.bincount(places, orbits).astype(np.int64)
            found.update(dict(zip(values.tolist(), times.tolist(), strict=True)))
    return found
