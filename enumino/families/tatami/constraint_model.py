"""Tatami layouts of rectangles as a constraint model, solved by OR-tools CP-SAT.

The model shares nothing with the search: it has no scan, no pruning and no block structure, only
mats and the conditions on a layout. The decision variables of a mat are the point (x, y) of its
lower left corner and whether it stands upright. Its right side and its top follow. The mats lie in
the room and do not overlap, and no four of them meet at a point. They are numbered by their lower
left corners in lexicographic order, so a layout is not found once for each permutation of its mats.

**Four mats at a point** is a matter of two of them. In a rectangle covered by mats, four meet at
a point p if and only if p is the upper right corner of one and the lower left corner of another:

- If four meet, the mat on the cell to the lower left of p covers neither the cell above nor the
  one to the right of it, so p is its upper right corner. Likewise for the mat to the upper right.
- If p is the upper right corner of i and the lower left corner of j, then p lies inside the room,
  i keeps to the lower left of it and j to the upper right. So the cells to the upper left and to
  the lower right of p are in the room, and other mats cover them; these are two, since a mat does
  not cover two cells that touch in a corner only.

The other diagonal gives the same condition. It fails in rooms with walls: a cell at p may be a
wall.

**Order.** Lexicographic order compares the coordinate along the longer side first. So the first i
mats fill the room line by line across it, without a gap: all cells before the lower left cell of
mat i are covered by earlier mats, that is by i mats of two cells. Numbered in that order, the
cell is at least number i and at most number 2 i. This follows from the other constraints, but
CP-SAT does not find it by itself; it saves most of the branches.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any, NamedTuple

from enumino.errors import ProblemError, RunError, optional
from enumino.words import plural

# Cells of the largest room: 10x10 takes ten seconds or more, twenty times as long as 8x8.
MAX_CELLS = 100


class Outcome(NamedTuple):
    """All layouts, and the cost of finding them and proving that there are no others.

    Attributes
    ----------
    layouts : list of str
        One letter a mat, H along a row or V along a column, by the mats' first cells in row-major
        order, row 0 at the top; sorted.
    branches, conflicts : int
        Counts of the solver.
    seconds : float
        Wall time of the solver.
    """

    layouts: list[str]
    branches: int
    conflicts: int
    seconds: float


class _Mat(NamedTuple):
    """The variables of a mat. `x` grows to the right and `y` upwards, from the lower left."""

    x: Any
    y: Any
    upright: Any
    right: Any
    top: Any


def solve(
    rows: int,
    cols: int,
    *,
    break_diagonal: bool = False,
    seconds: float = 300.0,
) -> Outcome:
    """Find all layouts of a room with 1 x 2 mats, no four of which meet at a point.

    Parameters
    ----------
    rows, cols : int
        Sides of the room; both at least 1, at most 100 cells together.
    break_diagonal : bool
        Whether to keep one of two layouts of a square that are mirror images in the rising
        diagonal: the one whose mat in the lower left corner stands upright. The mirror turns that
        mat, so no layout is its own image.
    seconds : float
        Wall time after which to give up.

    Returns
    -------
    Outcome
        Deterministic except for the seconds: one worker, one seed.

    Raises
    ------
    ProblemError
        If the room has no or too many cells, or `break_diagonal` is set for an oblong.
    RunError
        If the time ends before all layouts are found.
    MissingExtraError
        If OR-tools is not installed.

    Examples
    --------
    >>> solve(4, 5).layouts
    ['HHVVHVHVHH', 'HVHVVVVVHH', 'VHHVHVVHHH']
    """
    _check(rows, cols, break_diagonal)
    cp_model = optional(
        "ortools.sat.python.cp_model", "The constraint model needs ortools", "enumino[oracle]"
    )
    if rows * cols % 2:
        return Outcome([], 0, 0, 0.0)  # one cell would stay bare
    model = cp_model.CpModel()
    mats = _mats_in_room(model, rows, cols)
    _in_order(cp_model, model, mats, rows, cols)
    _no_four_at_a_point(model, mats, rows)
    if break_diagonal:
        model.add(mats[0].upright == 1)  # the first mat is the one in the lower left corner
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    solver.parameters.linearization_level = 0  # relaxations cost more than they cut off
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_time_in_seconds = seconds
    collector = _collector(cp_model, mats, rows)
    status = solver.solve(model, collector)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RunError(
            f"CP-SAT found {plural(len(collector.found), 'layout')} of the {rows}x{cols} room "
            f"within its {seconds:g} s, perhaps not all: solve a smaller room, or give more."
        )
    return Outcome(
        sorted(collector.found), solver.num_branches, solver.num_conflicts, solver.wall_time
    )


def _check(rows: int, cols: int, break_diagonal: bool) -> None:
    if rows < 1 or cols < 1:
        raise ProblemError(f"A room has at least one row and one column, not {rows} x {cols}.")
    if rows * cols > MAX_CELLS:
        raise ProblemError(
            f"The {rows}x{cols} room has {rows * cols:,} cells, more than the {MAX_CELLS} that the "
            "constraint model takes: solve a smaller room."
        )
    if break_diagonal and rows != cols:
        raise ProblemError(
            f"The {rows}x{cols} room has no diagonal mirror to break: only squares have."
        )


def _mats_in_room(model: Any, rows: int, cols: int) -> list[_Mat]:
    """Mats that lie in the room without overlap, in the number that covers it."""
    mats, across, upwards = [], [], []
    for i in range(rows * cols // 2):
        mat = _Mat(
            x=model.new_int_var(0, cols - 1, f"x{i}"),
            y=model.new_int_var(0, rows - 1, f"y{i}"),
            upright=model.new_bool_var(f"upright{i}"),
            right=model.new_int_var(1, cols, f"right{i}"),
            top=model.new_int_var(1, rows, f"top{i}"),
        )
        # An interval says that its start and size make its end.
        across.append(model.new_interval_var(mat.x, 2 - mat.upright, mat.right, f"across{i}"))
        upwards.append(model.new_interval_var(mat.y, 1 + mat.upright, mat.top, f"upwards{i}"))
        mats.append(mat)
    model.add_no_overlap_2d(across, upwards)
    return mats


def _in_order(cp_model: Any, model: Any, mats: list[_Mat], rows: int, cols: int) -> None:
    """Constrain the mats to lexicographic order, and the solver to place them in that order."""
    short = min(rows, cols)
    firsts = [(mat.x, mat.y) if rows <= cols else (mat.y, mat.x) for mat in mats]
    numbers = [along * short + across for along, across in firsts]
    for number, following in pairwise(numbers):
        model.add(number < following)
    for i, number in enumerate(numbers):
        model.add_linear_constraint(number, i, 2 * i)  # no gap before it
    choices = [v for first, mat in zip(firsts, mats, strict=True) for v in (*first, mat.upright)]
    model.add_decision_strategy(choices, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)


def _no_four_at_a_point(model: Any, mats: list[_Mat], rows: int) -> None:
    """Forbid that the upper right corner of a mat is the lower left corner of a later one."""
    points = rows + 1  # on a vertical line, so that x * points + y numbers all points
    for mat, later in combinations(mats, 2):
        model.add(mat.right * points + mat.top != later.x * points + later.y)


def _collector(cp_model: Any, mats: list[_Mat], rows: int) -> Any:
    """A callback of the solver for each solution; `found` has their letters."""

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.found: list[str] = []

        def on_solution_callback(self) -> None:
            lying = sorted(
                (rows - self.value(mat.top), self.value(mat.x), "HV"[self.value(mat.upright)])
                for mat in mats
            )
            self.found.append("".join(letter for _, _, letter in lying))

    return Collector()
