"""Compare orders of filling rooms with mats, for docs/tatami.md.

python examples/scan_orders.py 6x7 [ORDER ...]

Orders are ``row``, ``column``, ``diagonal`` (cells by i + j) and ``corner`` (by 3i + j), without
pruning, and ``pruned``: by rows, with the pruning of listings.

The search takes the first free cell of the order, covers it with a mat to each of its free
neighbours in turn, and continues unless four mats meet at a corner of the new mat. Nothing else is
pruned, so that only orders are compared. A node is a placement after which no four mats meet, or
the empty room.
"""

import sys

import click
import numpy as np
from numba import njit

from enumino import Tatami
from enumino.arguments import names_among
from enumino.objects.region import Region

PRUNED = "pruned"


def orders(room: np.ndarray) -> dict[str, np.ndarray]:
    """Return the free cells of a room, bool[H, W], in each order by their row-major numbers."""
    i, j = np.nonzero(room)
    keys = {"row": i, "column": j, "diagonal": i + j, "corner": 3 * i + j}
    return {name: np.flatnonzero(room)[key.argsort(kind="stable")] for name, key in keys.items()}


def search(room: np.ndarray, order: np.ndarray, most: int = 1 << 62) -> tuple[int, int, int]:
    """Return the layouts, the nodes (at most `most`), and the most mats placed at a time."""
    width = room.shape[1]
    fenced = np.where(np.pad(room, 1), 0, -1).ravel()
    cells = (order // width + 1) * (width + 2) + order % width + 1
    return _search(fenced, cells, np.array([1, width + 2, -1, -width - 2]), most)


@njit
def _four_meet(board, cell, stride):
    """Return whether four mats meet at the upper left corner of `cell`."""
    a, b = board[cell - stride - 1], board[cell - stride]
    c, d = board[cell - 1], board[cell]
    return a > 0 and b > 0 and c > 0 and d > 0 and a != b and a != c and d != b and d != c


@njit
def _is_legal(board, first, second, stride):
    """Return whether no four mats meet at a corner of the mat on two cells in row-major order."""
    last = second + stride + 1
    beside = first + stride if second == first + 1 else first + 1
    for corner in (first, beside, first + last - beside, last):
        if _four_meet(board, corner, stride):
            return False
    return True


@njit
def _search(board, order, steps, most):
    """Search a room in a fence of walls (-1); `board` numbers the mats from 1, and 0 is free.

    ``depth`` mats are placed, number d on ``order[at[d - 1]]`` and ``partner[d - 1]``; of the four
    neighbours of ``order[at[depth]]``, ``tried[depth]`` were tried.
    """
    at, tried, partner = np.zeros((3, order.size // 2 + 1), np.int64)
    depth, deepest, nodes, layouts = 0, 0, 1, int(order.size == 0)
    while nodes < most:
        if at[depth] < order.size and tried[depth] < 4:
            cell = order[at[depth]]
            other = cell + steps[tried[depth]]
            tried[depth] += 1
            if board[other] == 0:
                board[cell] = board[other] = depth + 1
                if _is_legal(board, min(cell, other), max(cell, other), steps[1]):
                    partner[depth], following = other, at[depth] + 1
                    while following < order.size and board[order[following]] != 0:
                        following += 1
                    depth += 1
                    at[depth], tried[depth] = following, 0
                    nodes += 1
                    deepest = max(deepest, depth)
                    layouts += following == order.size
                else:
                    board[cell] = board[other] = 0
        elif depth == 0:
            break
        else:
            depth -= 1
            board[order[at[depth]]] = board[partner[depth]] = 0
    return layouts, nodes, deepest


def main(name: str, *asked: str) -> None:
    """Print the layouts of whole mats, the nodes, and the deepest stack in mats of each order."""
    room = Region(name)
    own = orders(room.grid)
    for order in names_among(asked or (*own, PRUNED), (*own, PRUNED), "There is no order"):
        if order == PRUNED:
            tally = Tatami(room).count(by_key=False)
            click.echo(f"{order}: {tally.total} layouts, {tally.nodes:,} nodes")
        else:
            layouts, nodes, deepest = search(room.grid, own[order])
            click.echo(f"{order}: {layouts} layouts, {nodes:,} nodes, {deepest} mats deep")


if __name__ == "__main__":
    main(*sys.argv[1:])
