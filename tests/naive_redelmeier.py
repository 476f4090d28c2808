"""Redelmeier's tree in a plane without bounds, shapes at its extremes, and their rows.

The oracle of the listing kernel at any size: where a shape stands in the tree is found by
replaying the search for that shape alone, and its row follows from its cells by the definitions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from enumino.objects.lattice import Cell, Kind
from tests.naive import Shape, is_connected, neighbours, normal
from tests.naive_polyforms import NAIVE
from tests.naive_symmetry import antidiagonal, diagonal, half, identity, mirror_x, mirror_y, quarter

TURNS = (identity, quarter, half, lambda cell: half(quarter(cell)))
IMAGES = (*TURNS, mirror_x, mirror_y, diagonal, antidiagonal)
CLASSES = ("none", "rotate", "rotate2", "axis", "axis2", "diag", "diag2", "all")
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))  # the order in which the search reaches neighbours
Box = tuple[int, int, int]
Prefix = tuple[int, ...]


# --- The tree --------------------------------------------------------------------------------


def fresh(cell: Cell, reached: set[Cell]) -> list[Cell]:
    """The neighbours that may be reached for the first time; the origin is (0, 0)."""
    near = [(cell[0] + r, cell[1] + c) for r, c in AROUND]
    return [at for at in near if at not in reached and (at[0] > 0 or at[0] == 0 <= at[1])]


def prefix_of(shape: Shape) -> Prefix:
    """The children that lead from the root to a shape, through all its cells."""
    top = min(r for r, _ in shape)
    left = min(c for r, c in shape if r == top)
    wanted = {(r - top, c - left) for r, c in shape}
    untried, reached, prefix = [(0, 0)], {(0, 0)}, []
    for _ in wanted:
        choice = next(j for j, cell in enumerate(untried) if cell in wanted)
        new = fresh(untried[choice], reached)
        reached.update(new)
        untried = untried[choice + 1 :] + new
        prefix.append(choice)
    return tuple(prefix)


def subtree(prefix: Prefix, cells: int) -> Iterator[Shape]:
    """All shapes of a size below a prefix, in the order of the search."""

    def visit(placed: list[Cell], untried: list[Cell], reached: set[Cell]) -> Iterator[Shape]:
        if len(placed) == cells:
            yield normal(set(placed))
            return
        depth = len(placed)
        for j in range(len(untried)) if depth >= len(prefix) else [prefix[depth]]:
            new = fresh(untried[j], reached)
            yield from visit([*placed, untried[j]], untried[j + 1 :] + new, reached | set(new))

    return visit([], [(0, 0)], {(0, 0)})


# --- The row of a shape ----------------------------------------------------------------------


@lru_cache(1 << 10)
def box(shape: Shape) -> Box:
    """Height, width, and bit ``r * width + c`` for each cell."""
    shape = normal(shape)
    height, width = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    return height, width, sum(1 << (r * width + c) for r, c in shape)


@lru_cache(1 << 10)
def images(shape: Shape) -> list[Shape]:
    """The shape under the eight symmetries of the square, in the order of `IMAGES`."""
    return [normal({move(cell) for cell in shape}) for move in IMAGES]


def is_canonical(shape: Shape, kind: Kind) -> bool:
    """Whether the shape represents its class: as wide as tall, and the smallest mask."""
    if kind == "fixed":
        return True
    boxes = [box(image) for image in images(shape)[: 8 if kind == "free" else 4]]
    wide = [mask for height, width, mask in boxes if width >= height]
    height, width, mask = box(shape)
    return width >= height and mask == min(wide)


def symmetry(shape: Shape) -> str:
    """Redelmeier's class."""
    _, turned, turned_twice, _, *mirrored = (image == shape for image in images(shape))
    axes, diagonals = any(mirrored[:2]), any(mirrored[2:])
    if turned:
        return "all" if axes else "rotate2"
    if turned_twice:
        return "axis2" if axes else "diag2" if diagonals else "rotate"
    return "axis" if axes else "diag" if diagonals else "none"


def row(shape: Shape, kind: Kind) -> tuple[int, ...]:
    """The row of a shape that represents its class, in the order of the kernel's columns."""
    height, width, mask = box(shape)
    every = images(shape)[: {"fixed": 1, "one-sided": 4, "free": 8}[kind]]
    return (
        len(shape),
        height,
        width,
        mask % 2**64,
        mask >> 64,
        CLASSES.index(symmetry(shape)),
        len(set(every)),
        sum(len(neighbours(cell) - shape) for cell in shape),
        len(set().union(*(neighbours(cell) for cell in shape)) - shape),
        NAIVE["square"].holes(shape),
    )


# --- Shapes at the extremes ------------------------------------------------------------------


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
