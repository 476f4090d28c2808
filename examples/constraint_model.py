"""Find tatami layouts of rectangles with a constraint model, for docs/tatami.md.

python examples/constraint_model.py 4x5 [ROOM ...]

The solver is OR-Tools CP-SAT: pip install 'enumino[oracle]'.

The model shares nothing with the search: no scan, no pruning, no block structure. A mat is given by
its lower left corner (x, y) and whether it is upright. Mats are in the room and do not overlap, and
no four mats meet at a point. The lower left corners are in lexicographic order, so that each layout
is found once.

**Four mats at a point.** In a rectangle covered by mats, four mats meet at a point p if and only if
p is the upper right corner of a mat and the lower left corner of another:

- If four mats meet at p, the mat to the lower left of p covers no other cell at p, so p is its
  upper right corner. Likewise, p is the lower left corner of the mat to the upper right.
- If p is the upper right corner of mat i and the lower left corner of mat j, then p is inside the
  room, and other mats cover the cells to the upper left and the lower right of p. These are two
  mats, because no mat covers two cells that share only a corner.

In rooms with walls, a cell at p may be a wall, and the condition fails.

**Order.** The coordinate along the longer side is compared first, so the mats fill the room line by
line. All cells before the lower left cell of mat i are covered by earlier mats, that is, by i mats
of two cells, so the number of this cell in the order is at least i and at most 2 i. CP-SAT does not
derive this from the other constraints, and it saves most of the branches.
"""

import sys
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import click
from ortools.sat.python import cp_model


class _Mat(NamedTuple):
    """The variables of a mat: `x` grows to the right, `y` upwards."""

    x: Any
    y: Any
    upright: Any
    right: Any
    top: Any


def solve(
    rows: int, cols: int, *, break_diagonal: bool = False, seconds: float = 300.0
) -> list[str]:
    """Return the sorted layouts of a room with 1 x 2 mats, no four of which meet at a point.

    A layout has a letter per mat, H along a row or V along a column, by first cell in row-major
    order, row 0 at the top. Of two layouts of a square that are mirror images in the rising
    diagonal, `break_diagonal` keeps only the layout with an upright mat in the lower left corner:
    the mirror turns that mat, so no layout is its own image.

    >>> solve(4, 5)
    ['HHVVHVHVHH', 'HVHVVVVVHH', 'VHHVHVVHHH']
    """
    if rows * cols % 2:
        return []
    model = cp_model.CpModel()
    mats = _mats_in_room(model, rows, cols)
    _in_order(model, mats, rows, cols)
    _no_four_at_a_point(model, mats, rows)
    if break_diagonal:
        model.add(mats[0].upright == 1)  # the first mat is in the lower left corner
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    solver.parameters.linearization_level = 0  # relaxations cost more than they cut off
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_time_in_seconds = seconds
    collector = _Collector(mats, rows)
    if solver.solve(model, collector) not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise TimeoutError(f"the solver found {len(collector.found)} layouts within {seconds:g} s")
    return sorted(collector.found)


def _mats_in_room(model: Any, rows: int, cols: int) -> list[_Mat]:
    """Add as many mats as cover the room, in the room and without overlap."""
    mats, across, upwards = [], [], []
    for i in range(rows * cols // 2):
        mat = _Mat(
            x=model.new_int_var(0, cols - 1, f"x{i}"),
            y=model.new_int_var(0, rows - 1, f"y{i}"),
            upright=model.new_bool_var(f"upright{i}"),
            right=model.new_int_var(1, cols, f"right{i}"),
            top=model.new_int_var(1, rows, f"top{i}"),
        )
        # An interval constrains its start and size to add up to its end.
        across.append(model.new_interval_var(mat.x, 2 - mat.upright, mat.right, f"across{i}"))
        upwards.append(model.new_interval_var(mat.y, 1 + mat.upright, mat.top, f"upwards{i}"))
        mats.append(mat)
    model.add_no_overlap_2d(across, upwards)
    return mats


def _in_order(model: Any, mats: list[_Mat], rows: int, cols: int) -> None:
    """Constrain the mats to lexicographic order, and the solver to place them in that order."""
    short = min(rows, cols)
    firsts = [(mat.x, mat.y) if rows <= cols else (mat.y, mat.x) for mat in mats]
    numbers = [along * short + across for along, across in firsts]
    for number, following in pairwise(numbers):
        model.add(number < following)
    for i, number in enumerate(numbers):
        model.add_linear_constraint(number, i, 2 * i)  # no gaps
    choices = [v for first, mat in zip(firsts, mats, strict=True) for v in (*first, mat.upright)]
    model.add_decision_strategy(choices, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)


def _no_four_at_a_point(model: Any, mats: list[_Mat], rows: int) -> None:
    """Forbid that the upper right corner of a mat is the lower left corner of a later mat."""
    points = rows + 1  # on a vertical line, so that x * points + y numbers all points
    for mat, later in combinations(mats, 2):
        model.add(mat.right * points + mat.top != later.x * points + later.y)


class _Collector(cp_model.CpSolverSolutionCallback):
    """A callback that keeps the letters of each solution in `found`."""

    def __init__(self, mats: list[_Mat], rows: int) -> None:
        super().__init__()
        self._mats, self._rows = mats, rows
        self.found: list[str] = []

    def on_solution_callback(self) -> None:
        lying = sorted(
            (self._rows - self.value(mat.top), self.value(mat.x), "HV"[self.value(mat.upright)])
            for mat in self._mats
        )
        self.found.append("".join(letter for _, _, letter in lying))


if __name__ == "__main__":
    for room in sys.argv[1:]:
        height, width = map(int, room.split("x"))
        click.echo(" ".join([room, *solve(height, width)]))
