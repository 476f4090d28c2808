"""Redelmeier's tree on a lattice without bounds, and polyominoes at its extremes.

The oracle of the listing kernels at any size: replaying the search for one shape alone finds the
place of this shape in the tree.
"""

from collections.abc import Callable, Iterable, Iterator

from tests.naive import Shape, is_connected, normal
from tests.naive_polyforms import NAIVE

Cell = tuple[int, ...]
Prefix = tuple[int, ...]
# The neighbours of a cell, in the order in which a search reaches them.
Beside = Callable[[Cell], Iterable[Cell]]


def beside_square(cell: Cell) -> list[Cell]:
    """The neighbours in the order of the kernel for polyominoes."""
    r, c = cell
    return [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]


# --- The tree --------------------------------------------------------------------------------


def fresh(beside: Beside, cell: Cell, root: Cell, reached: set[Cell]) -> list[Cell]:
    """The neighbours that may be reached for the first time: the root is the first in order."""
    return [near for near in beside(cell) if near > root and near not in reached]


def prefix_of(beside: Beside, shape: Iterable[Cell], sublattices: int = 1) -> Prefix:
    """The children that lead from the root of the tree to a shape, through all its cells."""
    shape = set(shape)
    root = min(shape)
    untried = fresh(beside, root, root, set())
    reached, prefix = set(untried), [root[-1] % sublattices]
    for _ in range(len(shape) - 1):
        choice = next(j for j, cell in enumerate(untried) if cell in shape)
        new = fresh(beside, untried[choice], root, reached)
        reached |= set(new)
        untried = untried[choice + 1 :] + new
        prefix.append(choice)
    return tuple(prefix)


def subtree(
    beside: Beside, prefix: Prefix, cells: int, dimensions: int = 2
) -> Iterator[list[Cell]]:
    """All shapes of a size below a prefix, in the order of the search."""
    root = (0,) * (dimensions - 1) + (prefix[0],)

    def visit(placed: list[Cell], untried: list[Cell], reached: set[Cell]) -> Iterator[list[Cell]]:
        depth = len(placed)
        if depth == cells:
            yield placed
            return
        for j in range(len(untried)) if depth >= len(prefix) else [prefix[depth]]:
            new = fresh(beside, untried[j], root, reached)
            yield from visit([*placed, untried[j]], untried[j + 1 :] + new, reached | set(new))

    first = fresh(beside, root, root, set())
    return visit([root], first, set(first))


# --- Polyominoes at the extremes -------------------------------------------------------------


def images(shape: Shape) -> set[Shape]:
    """The images of a polyomino under the symmetries of the square."""
    square = NAIVE["square"]
    return {square.pushed([move(cell) for cell in shape])[0] for move, _ in square.moves}


def extremes(cells: int) -> set[Shape]:
    """Shapes that reach as far as their size allows, in all their images.

    Bars, and bars with bumps; for each box that so many cells just span, an L, a Z and stairs;
    a ring, a chain of rings, and a full block, all with what is left as a tail.
    """
    shapes = [_bar(cells)]
    for long in range(max(1, cells - 2), cells):
        ends = [(r, c) for r in (-1, 1) for c in (0, 1, long - 1)]
        pairs = ({one, other} for one in ends for other in ends if one < other)
        bumps = pairs if long == cells - 2 else ({one} for one in ends)
        shapes += [_bar(long) | added for added in bumps]
    for height in range(1, cells + 1):
        shapes += _spanning(height, cells + 1 - height)
    side = int(cells**0.5)
    block = {divmod(i, side) for i in range(cells)}
    rings = max(0, (cells - 3) // 5)
    chain = {(r, c) for r in range(3) for c in range(2 * rings + 1) if r != 1 or c % 2 == 0}
    frame = {(r, c) for r in range(3) for c in range(max(3, cells // 2 - 1)) if r != 1}
    frame |= {(1, 0), (1, max(3, cells // 2 - 1) - 1)}
    shapes += [block, *(_with_tail(shape, cells) for shape in (chain, frame))]
    right = [normal(shape) for shape in shapes if len(shape) == cells and is_connected(shape)]
    return {image for shape in right for image in images(shape)}


def _bar(cells: int) -> set[Cell]:
    return {(0, c) for c in range(cells)}


def _spanning(height: int, width: int) -> list[set[Cell]]:
    """An L, a Z and stairs from corner to corner of a box."""
    last, end = height - 1, width - 1
    ell = {(r, 0) for r in range(height)} | {(last, c) for c in range(width)}
    middle = width // 2
    zed = {(0, c) for c in range(middle + 1)} | {(r, middle) for r in range(height)}
    zed |= {(last, c) for c in range(middle, width)}
    stairs, r, c = {(0, 0)}, 0, 0
    while (r, c) != (last, end):
        down = c == end or (r < last and r * end <= c * last)
        r, c = (r + 1, c) if down else (r, c + 1)
        stairs.add((r, c))
    return [ell, zed, stairs]


def _with_tail(shape: set[Cell], cells: int) -> set[Cell]:
    """The shape with a bar from its lower right corner to the right; too large ones stay."""
    last = max(shape, default=(0, -1))
    return shape | {(last[0], last[1] + i) for i in range(1, cells - len(shape) + 1)}
