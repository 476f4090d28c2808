"""Known exact covers, and the solutions of a problem."""

from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.covers.problem import Covers
from tests.dataset_tools import rows_found

# Knuth's example of Algorithm C (TAOCP 7.2.2.1), whose solution is the options 1 and 3.
KNUTH = CoverProblem.from_dlx("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B")
SUDOKU = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


def solutions(problem: Covers) -> list[list[int]]:
    return [row["options"] for row in rows_found(problem)]
