"""Break the symmetry of a tiling problem before it is searched.

A search for one tiling of each class is divided into cases. Each forces one option, which stands
for its images, and removes the options that would only lead to images of tilings of other cases.
What is left are images that have the same forced option: of those the smallest is kept, when rows
are made. Two ways to choose what is forced:

- *A piece that every tiling has exactly once*: one of its options for each orbit of options.
- *A cell*, where there is no such piece. Cells that go to each other form an orbit; each tiling
  has an option at each of them. Seen from the first cell, that is, moved there and in its smallest
  image, these are comparable; the smallest one is forced at the first cell, and smaller ones are
  removed from the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from enumino.objects.board import Board

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Images = Mapping[int, npt.NDArray[np.int32]]

NONE = -1


class Case(NamedTuple):
    """A search: its options (None: all of them), the one among them that all tilings have, and
    whether it finds several tilings of a class.
    """

    options: npt.NDArray[np.int32] | None
    forced: int
    filtered: bool


WHOLE = Case(None, NONE, False)


def cases(board: Board, images: Images) -> list[Case]:
    """Return the cases of a search up to symmetry.

    Parameters
    ----------
    board : Board
    images : mapping
        The symmetries of the problem but the identity: the option where each goes.
    """
    landmark = board.landmark(images)
    if landmark.piece is not None:
        return _by_piece(board, images, landmark.piece)
    return _by_cell(board, images, landmark.cell)


def _by_piece(board: Board, images: Images, piece: int) -> list[Case]:
    import numpy as np

    options = np.flatnonzero(board.piece == piece)
    smallest = options.copy()
    for image in images.values():
        np.minimum(smallest, image[options], out=smallest)
    found = []
    for forced in options[smallest == options]:
        kept = ~_touching(board, int(forced)) & (board.piece != piece)
        found.append(_case(images, kept, int(forced)))
    return found


def _by_cell(board: Board, images: Images, first: int) -> list[Case]:
    import numpy as np

    cells = board.region.images[list(images)]
    orbit = sorted({first, *(int(c) for c in cells[:, first])})
    size = np.diff(board.starts)
    option_of = np.repeat(np.arange(len(board)), size)
    # By cell of the orbit: the smallest image at the first cell of each option that covers it.
    seen: dict[int, npt.NDArray[np.int64]] = {}
    for cell in orbit:
        options = option_of[board.members == cell]
        smallest = np.full(len(board), len(board))
        if cell == first:
            smallest[options] = options
        for to, image in zip(cells, images.values(), strict=True):
            if to[cell] == first:
                smallest[options] = np.minimum(smallest[options], image[options])
        seen[cell] = smallest
    found = []
    for forced in option_of[board.members == first]:
        if seen[first][forced] != forced or any(seen[c][forced] < forced for c in orbit):
            continue
        kept = ~_touching(board, int(forced))
        for smallest in seen.values():
            kept &= smallest >= forced
        found.append(_case(images, kept, int(forced)))
    return found


def _touching(board: Board, forced: int) -> npt.NDArray[np.bool_]:
    """Which options cover a cell of the forced one."""
    import numpy as np

    taken = np.zeros(len(board.region), bool)
    taken[board.cells_of(forced)] = True
    return np.logical_or.reduceat(taken[board.members], board.starts[:-1])


def _case(images: Images, kept: npt.NDArray[np.bool_], forced: int) -> Case:
    import numpy as np

    kept[forced] = True
    options = np.flatnonzero(kept).astype(np.int32)
    before = (int(np.flatnonzero(image == forced)[0]) for image in images.values())
    filtered = any(kept[option] for option in before)
    return Case(options, forced, filtered)
