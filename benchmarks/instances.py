"""Exact covers of the comparisons: tilings and puzzles with their numbers of solutions."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from enumino import CoverProblem, Covers, Tilings
from enumino.families.covers.puzzles import langford, queens, subsets
from enumino.families.covers.sudokus import sudoku

CENTRE = "\n".join("###..###" if row in (3, 4) else "#" * 8 for row in range(8))
# A sudoku with seventeen clues: P. Norvig, Solving every Sudoku puzzle, grid2.
SUDOKU = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@dataclass(frozen=True)
class Instance:
    """A number of solutions, and the problem for an engine."""

    solutions: int
    problem: Callable[..., Tilings | Covers]

    @cached_property
    def cover(self) -> CoverProblem:
        """Return items and options; for a tiling the cells, and the pieces used once."""
        problem = self.problem()
        if isinstance(problem, Covers):
            return problem.cover
        board = problem.board
        cells = len(board.region)
        once = range(len(board.pieces) if board.pieces[0].fewest else 0)
        options = [
            [*board.cells_of(option), *([cells + piece] if once else [])]
            for option, piece in enumerate(board.piece.tolist())
        ]
        return CoverProblem([str(item) for item in range(cells + len(once))], (), options)


def pentominoes(region: str) -> partial[Tilings]:
    return partial(Tilings, region, "pentominoes", each_once=True)


INSTANCES = {
    "12 pentominoes, 3x20": Instance(8, pentominoes("3x20")),
    "12 pentominoes, 8x8 without its centre": Instance(520, pentominoes(CENTRE)),
    "12 pentominoes, 6x10": Instance(9356, pentominoes("6x10")),
    "dominoes, 6x6": Instance(6728, partial(Tilings, "6x6", "domino")),
    "dominoes, 8x8": Instance(12_988_816, partial(Tilings, "8x8", "domino")),
    "L-trominoes, 9x9": Instance(1_193_600, partial(Tilings, "9x9", "L-tromino")),
    "12 queens": Instance(14_200, partial(Covers, queens(12))),
    "Langford 12": Instance(216_288, partial(Covers, langford(12))),
    "sudoku, 17 clues": Instance(1, partial(Covers, sudoku(SUDOKU))),
    "8-set by all its subsets": Instance(4140, partial(Covers, subsets(8))),
}
TINY = {
    "an I and a domino": Instance(2, partial(Tilings, "1x5", "I-tromino, domino", each_once=True)),
    "dominoes, 2x3": Instance(3, partial(Tilings, "2x3", "domino")),
    "3-set by its subsets": Instance(5, partial(Covers, subsets(3))),
}
