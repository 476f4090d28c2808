"""Redelmeier's tree on a lattice without bounds.

The oracle of the listing kernels at any size: replaying the search for one shape alone finds the
place of this shape in the tree.
"""

from collections.abc import Callable, Iterable, Iterator

Cell = tuple[int, ...]
Prefix = tuple[int, ...]
# The neighbours of a cell, in the order in which a search reaches them.
Beside = Callable[[Cell], Iterable[Cell]]


def beside_square(cell: Cell) -> list[Cell]:
    """The neighbours in the order of the kernel for polyominoes."""
    r, c = cell
    return [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]


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
