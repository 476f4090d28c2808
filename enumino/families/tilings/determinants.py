"""Count the domino tilings of a plane region of squares exactly, by one determinant.

The cells are coloured like a chessboard. The matrix K has a row for each black cell, a column for
each white cell, and an entry where a domino covers both: 1 for a horizontal domino, 1 or -1 for a
vertical domino in an even or an odd column. The number of tilings is the absolute value of det K
(P. W. Kasteleyn, *The statistics of dimers on a lattice*, Physica 27, 1961). The signs are right
for cycles around an even number of cells, so each hole must have an even number of cells.

The cells are numbered along the shorter side, so that K is a band matrix. Gaussian elimination
finds the determinant modulo primes, as many as Hadamard's bound requires, and the Chinese remainder
theorem combines the results, so the number is exact.
"""

from collections.abc import Iterator
from itertools import product
from math import isqrt, prod

import numpy as np

from enumino.arrays import U64
from enumino.objects.board import Board
from enumino.objects.lattice import KING, SQUARE, Cell

MOST_CELLS = 10_000  # of a region: a square of 100 takes a minute


def is_plane(board: Board) -> bool:
    """Return whether a determinant counts the coverings of a board: plane domino tilings."""
    region, pieces = board.region, board.pieces
    if region.lattice is not SQUARE or len(pieces) != 1 or not board.reusable:
        return False
    if region.colours or pieces[0].colours:
        return False
    cells = set(region.cells)
    if sorted(pieces[0].shape.box) != [1, 2] or len(cells) > MOST_CELLS:
        return False
    return all(size % 2 == 0 for size in _holes(cells))


def count_by_determinant(board: Board) -> int:
    """Return the number of domino tilings of a board that `is_plane`."""
    height, width = (max(each) - min(each) for each in zip(*board.region.cells, strict=True))
    along = (lambda cell: cell) if width <= height else (lambda cell: (cell[1], cell[0]))
    colours: tuple[list[Cell], list[Cell]] = ([], [])
    for cell in sorted(board.region.cells, key=along):
        colours[sum(cell) % 2].append(cell)
    if len(colours[0]) != len(colours[1]):
        return 0
    numbers = [{cell: k for k, cell in enumerate(cells)} for cells in colours]
    rows: list[dict[int, int]] = [{} for _ in colours[0]]
    for domino in board.members.reshape(-1, 2).tolist():
        ends = (board.region.cells[at] for at in domino)
        black, white = sorted(ends, key=lambda cell: sum(cell) % 2)
        sign = -1 if black[1] == white[1] and black[1] % 2 else 1
        rows[numbers[0][black]][numbers[1][white]] = sign
    bound = isqrt(prod(len(row) for row in rows))  # Hadamard's
    if bound == 0:
        return 0
    value, modulus = 0, 1
    for prime in primes():  # Chinese remainders
        if modulus > 2 * bound:
            break
        digit = (determinant(rows, prime) - value) * pow(modulus, -1, prime) % prime
        value, modulus = value + digit * modulus, modulus * prime
    return min(value, modulus - value)


def determinant(rows: list[dict[int, int]], prime: int) -> int:
    """Return the determinant, up to sign, of a band matrix modulo a prime, from its rows' entries.

    The sign is the same for all primes. A row enters the elimination when its first column is
    reached, so it extends over at most `reach` columns.
    """
    size, result, sign = len(rows), 1, 1
    reach = max(max(row) - min(row) for row in rows) + 1
    first = sorted(range(size), key=lambda k: min(rows[k]))
    band = np.zeros((2 * reach, size + reach), np.uint64)
    modulus, entered, held = np.uint64(prime), 0, 0
    for column in range(size):
        while entered < size and min(rows[first[entered]]) <= column:
            if held == len(band):
                band = np.concatenate([band, np.zeros_like(band)])
            band[held] = 0
            for number, entry in rows[first[entered]].items():
                band[held, number] = entry % prime
            entered, held = entered + 1, held + 1
        (found,) = np.nonzero(band[:held, column])
        if found.size == 0:
            return 0
        pivot, last = int(found[0]), held - 1
        ahead = slice(column, column + reach)
        top = band[pivot, ahead].copy()
        band[pivot] = band[last]  # the pivot and the last row are exchanged, and the pivot leaves
        sign *= (-1) ** (last + (pivot != last))
        held = last
        result = result * int(top[0]) % prime
        below = np.nonzero(band[:held, column])[0]
        if below.size:
            inverse = np.uint64(pow(-int(top[0]), -1, prime))
            changed = band[below, ahead]
            factors = _rest(changed[:, 0] * inverse, modulus)
            changed += factors[:, None] * top
            band[below, ahead] = _rest(changed, modulus)
    return result * sign % prime


def _rest(numbers: U64, prime: np.uint64) -> U64:
    """Return numbers modulo a prime; NumPy divides faster than it takes remainders."""
    return numbers - numbers // prime * prime


def primes() -> Iterator[int]:
    """Yield primes below 2**31, the largest first; products of two stay below 2**63."""
    for number in range((1 << 31) - 1, 1, -2):
        if all(number % k for k in range(3, isqrt(number) + 1, 2)):
            yield number


def _holes(cells: set[Cell]) -> Iterator[int]:
    """Yield the number of cells of each hole, whose cells touch at sides or corners."""
    (top, left), (bottom, right) = (tuple(map(end, zip(*cells, strict=True))) for end in (min, max))
    frame = set(product(range(top - 1, bottom + 2), range(left - 1, right + 2)))
    for part in KING.components(frame - cells):
        if (top - 1, left - 1) not in part:
            yield len(part)
