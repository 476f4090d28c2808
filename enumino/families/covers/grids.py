"""Puzzles as grids: the empty worksheet, and the answer of a solution."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import isqrt

from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.covers.sudokus import PLACES, boxes_of
from enumino.objects.grid import Grid
from enumino.objects.lattice import Cell
from enumino.words import printable


def worksheet(puzzle: str) -> Grid | None:
    """Return the grid of a puzzle without its answer, or None for problems without a grid.

    >>> print(worksheet("sudoku 1.3434121.434.21"))
    1 . 3 4
    3 4 1 2
    1 . 4 3
    4 . 2 1
    """
    name, *arguments = puzzle.split() or [""]
    if name == "queens":
        return Grid((int(arguments[0]),) * 2, {}, {}, style="queens")
    if name == "langford":
        numbers = tuple(map(str, range(1, int(arguments[0]) + 1)))
        return Grid((1, 2 * len(numbers)), {}, {}, style="pairs", tiles=numbers)
    if name not in ("sudoku", "jigsaw"):
        return None
    side = isqrt(len(arguments[0]))
    cells = list(product(range(side), repeat=2))
    given = {cell: text for cell, text in zip(cells, arguments[0], strict=True) if text != "."}
    boxes: list[tuple[Cell, ...]] = [()] * side
    for cell, own in zip(cells, boxes_of(*arguments), strict=True):
        boxes[own] += (cell,)
    return Grid((side, side), given, {}, tuple(boxes))


def answer(problem: CoverProblem, solution: Iterable[int], puzzle: str = "") -> Grid | str:
    """Return a solution as the filled grid of the named puzzle, or as its options.

    >>> from enumino.families.covers.puzzles import queens
    >>> print(answer(queens(4), [1, 7, 8, 14], "queens 4"))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    options = [problem.option_text(number) for number in solution]
    grid = worksheet(puzzle)
    if grid is None:
        return "\n".join(map(printable, options))
    found: dict[Cell, str] = {}
    for first, *others in map(str.split, options):
        if grid.style == "queens":  # r0 c1 a1 b-1
            found[int(first[1:]), int(others[0][1:])] = "Q"
        elif grid.style == "pairs":  # d2 s1 s4: the number 2 in the first place and the fourth
            found |= {(0, int(place[1:]) - 1): first[1:] for place in others}
        else:  # p00 r01 c01 b01: the digit 1 in the first cell
            row, column = map(PLACES.index, first[1:])
            if (row, column) not in grid.given:
                found[row, column] = others[0][-1]
    return replace(grid, found=found)
