"""Print terms of sequences of tilings of rectangles as b-files, each number counted twice.

    python examples/rectangle_terms.py A099390 --terms 60

A004003 are the domino tilings of squares of even side. A099390 (dominoes, from 1x1) and A230031
(tetrominoes, from 0x0) are arrays read by antidiagonals. The first count is by transfer matrix, the
second by determinant for dominoes, and by search for tetrominoes. A rectangle whose search would
take more than ``--seconds`` ends the list: its number is not known twice.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import count, islice

from enumino import Tilings, count_tilings

PIECES = {"A004003": "domino", "A099390": "domino", "A230031": "tetrominoes"}


def rectangles(sequence: str) -> Iterator[tuple[int, int]]:
    """Yield the sides of the rectangles of a sequence, in its order."""
    if sequence == "A004003":
        yield from ((2 * n, 2 * n) for n in count())
    least = 0 if sequence == "A230031" else 1
    for total in count(2 * least):
        yield from ((side, total - side) for side in range(least, total - least + 1))


def tilings(height: int, width: int, pieces: str, seconds: float) -> int | None:
    """Return the number that two methods find; None if the second would take too long."""
    if height == 0 or width == 0:
        return 1  # nothing to cover
    if height * width % (2 if pieces == "domino" else 4):
        return 0
    problem = Tilings(f"{height}x{width}", pieces)
    second = "determinant" if pieces == "domino" else "search"
    expected = problem.expect(problem.probe((), 20_000, seed=1)).seconds
    if second == "search" and expected > seconds:
        return None
    by = [count_tilings(problem, method=each)[0].count for each in ("transfer-matrix", second)]
    if by[0] != by[1]:
        raise ArithmeticError(f"{height}x{width}: {by[0]:,} and, by {second}, {by[1]:,}")
    return by[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sequence", choices=PIECES)
    parser.add_argument("--terms", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0, help="of the longest search")
    options = parser.parse_args()
    first = 0 if options.sequence != "A099390" else 1
    found = islice(rectangles(options.sequence), options.terms)
    for index, (height, width) in enumerate(found, first):
        number = tilings(height, width, PIECES[options.sequence], options.seconds)
        if number is None:
            sys.stderr.write(f"A search of {height}x{width} would take longer.\n")
            break
        sys.stdout.write(f"{index} {number}\n")


if __name__ == "__main__":
    main()
