"""Recompute the facts about shapes with NumPy, by other methods than the kernels.

Named properties are those of `properties`, on boards of booleans. The others are found on bit
planes (`boards`), where floods join cells: a cut cell is one without which a flood does not reach
the others, an enclosed gap one that a flood from outside does not reach through corners either.
Images are made one by one, and spanning trees are determinants.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.datasets.checks.arrays import Planes, counted, in_any
from enumino.families.polyforms import properties
from enumino.families.polyforms.boards import Board, flooded
from enumino.families.polyforms.checks import Shapes, lots
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.point_group import Kind
from enumino.schema import Column

Numbers = npt.NDArray[Any]
# Spanning trees whose number is exact when a determinant is rounded, and primes for larger ones.
MOST_ROUNDED = 10**11
PRIMES = (2**31 - 1, 2**31 - 19, 2**31 - 61)
# Properties that depend on the image, counted over all images.
OF_IMAGES = ("column_convex", "directed", "directed_convex", "parallelogram")


def faults(
    rows: pa.RecordBatch, lattice: Lattice, kind: Kind, columns: Sequence[Column]
) -> Iterator[Fault]:
    """Yield the faults of facts, which stand beside the rows that they describe."""
    names = [column.name for column in columns]
    read = [*names, *(n for n in (*BOX, *MASKS, "perimeter", "holes") if n in rows.schema.names)]
    given = {name: rows.column(name).to_numpy(zero_copy_only=False) for name in {*read}}
    for at in lots(given, lattice):
        lot = {name: values[at] for name, values in given.items()}
        for name, values in _found(lot, lattice, kind).items():
            wrong = values != lot[name]
            if wrong.any():
                yield Fault(f"has another {name}", int(at[wrong].min()))


def _found(rows: dict[str, Numbers], lattice: Lattice, kind: Kind) -> dict[str, Numbers]:
    """Return the facts about some rows of a size by name."""
    boards = properties.Shapes(lattice, rows)
    found = {each.name: each.of(boards) for each in properties.properties_of(lattice)}
    box = [rows[name].astype(np.int16) for name in BOX if name in rows]
    words = [rows[name] for name in MASKS if name in rows]
    cells = Shapes.read(lattice, words, int(rows["cells"][0]), box).cells
    board = Board(lattice, cells, box)
    found["edges"] = _edges(board)
    found["cut_cells"] = _cut_cells(board)
    found["spanning_trees"] = _spanning_trees(board, found["edges"])
    if "imbalance" in rows:
        found["imbalance"] = _imbalance(board)
    if lattice == SQUARE:
        found["simply_connected_interior"] = _encloses_nothing(Board(KING, cells, box))
        found |= _blocks(boards.squares)
        found |= _of_images(boards, rows["orbit"], kind)
        found |= _forms(boards)
    return found


def _edges(board: Board) -> Numbers:
    """Return the number of adjacent pairs; each is met from both sides."""
    pairs = [board.planes[here] & board.planes[there] for here, there in board.near]
    return np.asarray(np.sum([counted(each, board.shapes) for each in pairs], axis=0) // 2)


def _cut_cells(board: Board) -> Numbers:
    """Return the number of cells without which a flood from another one does not reach all."""
    found = np.zeros(board.shapes, np.int32)
    for cell in range(board.number if board.number > 1 else 0):
        rest = board.planes & ~board.laid_out(board.places[[cell]])
        seed = board.laid_out(board.places[[(cell + 1) % board.number]])
        found += in_any(rest ^ flooded(seed, rest, board.near), board.shapes)
    return found


def _imbalance(board: Board) -> Numbers:
    """Return the difference of the numbers of cells an even and an odd number of steps away."""
    even = board.laid_out(board.places[:1])
    odd = np.zeros_like(even)
    while True:
        before = even.copy(), odd.copy()
        for ours, theirs in ((even, odd), (odd, even)):
            for here, there in board.near:
                theirs[there] |= ours[here] & board.planes[there]
        if np.array_equal(before[0], even) and np.array_equal(before[1], odd):
            found = counted(even, board.shapes) - counted(odd, board.shapes)
            return np.asarray(np.abs(found))


def _spanning_trees(board: Board, edges: Numbers) -> Numbers:
    """Return the determinants of the Laplacian matrices without the last cell; 1 for trees."""
    number = board.number
    found = np.ones(board.shapes, np.uint64)
    (others,) = np.nonzero(edges >= number)
    every = np.arange(len(others))
    at = np.full((board.area, len(others)), -1, np.int16)
    for cell in range(number):
        at[board.places[cell, others], every] = cell
    linked = np.zeros((len(others), number, number))
    for here, there in board.near:
        ours, theirs = at[here], at[there]
        place, shape = np.nonzero((ours >= 0) & (theirs >= 0))
        linked[shape, ours[place, shape], theirs[place, shape]] = 1
    laplacian = -linked
    laplacian[:, np.arange(number), np.arange(number)] = linked.sum(2)
    minors = laplacian[:, :-1, :-1]
    determinants = np.rint(np.linalg.det(minors))
    found[others] = np.minimum(determinants, MOST_ROUNDED).astype(np.uint64)
    (large,) = np.nonzero(determinants >= MOST_ROUNDED)
    if len(large):
        found[others[large]] = _exact_determinants(minors[large].astype(np.int64))
    return found


def _exact_determinants(matrices: Numbers) -> Numbers:
    """Return determinants of up to 64 bits, from those modulo three primes."""
    product = math.prod(PRIMES)
    totals = [0] * len(matrices)
    for prime in PRIMES:
        others = product // prime
        share = others * pow(others, -1, prime)
        for place, rest in enumerate(_determinants(matrices, prime).tolist()):
            totals[place] = (totals[place] + rest * share) % product
    return np.array([min(total, 2**64 - 1) for total in totals], np.uint64)


def _determinants(matrices: Numbers, prime: int) -> Numbers:
    """Return determinants modulo a prime of 31 bits, by elimination."""
    rows, every = matrices % prime, np.arange(len(matrices))
    found = np.ones(len(matrices), np.int64)
    for k in range(rows.shape[1]):
        pivot = k + (rows[:, k:, k] != 0).argmax(axis=1)
        found[pivot != k] *= -1
        rows[every, k], rows[every, pivot] = rows[every, pivot], rows[every, k].copy()
        found = found * rows[:, k, k] % prime
        inverse = np.array([pow(int(p), prime - 2, prime) for p in rows[:, k, k]])
        share = rows[:, k + 1 :, k] * inverse[:, None] % prime
        rows[:, k + 1 :] = (rows[:, k + 1 :] - share[:, :, None] * rows[:, k, None]) % prime
    return found


def _encloses_nothing(board: Board) -> Numbers:
    """Return whether a flood from the margin reaches all empty cells, also through corners."""
    margin = np.full(board.sizes, 255, np.uint8)
    margin[1:-1, 1:-1] = 0
    empty: Planes = ~board.planes
    reached = flooded(margin.reshape(-1, 1) & empty, empty, board.near)
    return ~in_any(empty & ~reached, board.shapes)


def _blocks(squares: Numbers) -> dict[str, Numbers]:
    """Return the numbers of full blocks of 2 x 2 cells, and of those with two opposite cells."""
    a, b = squares[:, :-1, :-1], squares[:, :-1, 1:]
    c, d = squares[:, 1:, :-1], squares[:, 1:, 1:]
    opposite = (a & d & ~b & ~c) | (b & c & ~a & ~d)
    return {"squares": (a & b & c & d).sum((1, 2)), "pinches": opposite.sum((1, 2))}


def _of_images(boards: properties.Shapes, orbit: Numbers, kind: Kind) -> dict[str, Numbers]:
    """Return how many of the fixed shapes that a row stands for have a property."""
    images = [*_images(boards, kind)]
    same = len(images) // orbit.astype(np.intp)
    return {
        f"{name}_images": np.sum([properties.BY_NAME[name].of(e) for e in images], axis=0) // same
        for name in OF_IMAGES
    }


def _forms(boards: properties.Shapes) -> dict[str, Numbers]:
    """Return the numbers of chessboard colourings and of shapes of rectangular cells."""
    height, width = (side.astype(np.int32)[:, None] for side in boards.box)
    cells = [axis.astype(np.int32).reshape(boards.shapes, -1) for axis in boards.cells]
    listed = np.sort(cells[0] * width + cells[1], axis=1)
    colourings, forms = np.full((2, boards.shapes), 2)
    for exchanged, upside_down, mirrored in product((False, True), repeat=3):
        row, column = reversed(cells) if exchanged else cells
        row = height - 1 - row if upside_down else row
        column = width - 1 - column if mirrored else column
        same = (np.sort(row * width + column, axis=1) == listed).all(axis=1)
        if exchanged:
            same &= (height == width)[:, 0]
            forms[same] = 1
        odd = (row + column - cells[0] - cells[1])[:, 0] % 2 == 1
        colourings[same & odd] = 1
    return {"colourings": colourings, "rectangular_forms": forms}


def _images(boards: properties.Shapes, kind: Kind) -> Iterator[properties.Shapes]:
    """Yield the images of shapes that count as the same."""
    number, row, column = boards.shape, *boards.cells
    height, width = (side.astype(np.int32) for side in boards.box)
    for mirrored in (False, True) if kind == "free" else (False,):
        if mirrored:
            column = width[number] - 1 - column
        for _ in range(1 if kind == "fixed" else 4):
            yield properties.Shapes.of_cells(boards, [height, width], (number, row, column))
            row, column = column, height[number] - 1 - row
            height, width = width, height
