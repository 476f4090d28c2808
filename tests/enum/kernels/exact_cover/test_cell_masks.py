"""The cell-mask kernel: its tree against a naive one."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.exact_cover import cell_tables
from enumino.enum.kernels.exact_cover import cell_masks
from enumino.objects.polyform import Polyform
from tests.enum.kernels.exact_cover import solutions
from tests.enum.kernels.exact_cover.solutions import MANY, ROOT, Row

rows, children = (partial(call, cell_masks) for call in (solutions.rows, solutions.children))

NEVER, AT_MOST_ONCE, REUSABLE = 0, 1, MANY


def shape(drawing: str) -> Polyform:
    rows = drawing.split("/")
    return Polyform((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "#")


MONOMINO, DOMINO, L_TROMINO, I_TROMINO = (shape(s) for s in ("#", "##", "##/#.", "###"))
TETROMINOES = [shape(s) for s in ("####", "##/##", "###/.#.", ".##/##.", "###/#..")]


class Problem(NamedTuple):
    """Free cells in a frame; options as sorted frame numbers, with their pieces."""

    free: np.ndarray
    options: list[Row]
    pieces: list[int]
    most: list[int]  # uses of each piece


def tiling(free: np.ndarray, pieces: Iterable[Polyform], most: Iterable[int]) -> Problem:
    """All placements of the pieces in any orientation, sorted."""
    height, width = free.shape
    options = []
    for number, piece in enumerate(pieces):
        for image in set(piece.images()):
            for r in range(height - image.height + 1):
                for c in range(width - image.width + 1):
                    cells = [(r + y, c + x) for y, x in image.cells]
                    if all(free[cell] for cell in cells):
                        options.append((tuple(sorted(y * width + x for y, x in cells)), number))
    options.sort()
    return Problem(free, [o for o, _ in options], [p for _, p in options], [*most])


def tables_of(problem: Problem) -> cell_masks.Tables:
    most, once = np.array(problem.most), problem.most.count(AT_MOST_ONCE)
    bits = np.full(most.size, cell_masks.NONE)
    bits[most == NEVER], bits[most == AT_MOST_ONCE] = cell_tables.NEVER, np.arange(once)
    return cell_tables.new_tables(
        problem.free,
        np.cumsum([0] + [len(option) for option in problem.options]),
        np.array([cell for option in problem.options for cell in option], np.int32),
        np.array(problem.pieces, np.int32),
        bits,
    )


def neighbours(cell: int, width: int) -> set[int]:
    sideways = {cell - 1} if cell % width else set()
    return {cell - width, cell + width} | sideways | ({cell + 1} if (cell + 1) % width else set())


def naive_tree(problem: Problem, row: Row = ()) -> Iterator[Row | None]:
    """The nodes of the tree in order: a tiling as its row, any other node as None."""
    width = problem.free.shape[1]
    filled = {cell for o in row for cell in problem.options[o]}
    empty = [int(cell) for cell in np.flatnonzero(problem.free) if cell not in filled]
    if not empty:
        yield row
        return
    yield None
    isolated = any(neighbours(cell, width).isdisjoint(empty) for cell in empty)
    if isolated and min(map(len, problem.options), default=2) > 1:
        return
    used = [problem.pieces[o] for o in row]
    if not can_fill(problem, used, len(empty)):
        return
    for o, option in enumerate(problem.options):
        piece, most = problem.pieces[o], problem.most[problem.pieces[o]]
        fits = option[0] == empty[0] and set(option) <= set(empty) and used.count(piece) < most
        left = len(empty) - len(option)
        if fits and (most != AT_MOST_ONCE or can_fill(problem, [*used, piece], left)):
            yield from naive_tree(problem, (*row, o))


def can_fill(problem: Problem, used: list[int], cells: int) -> bool:
    """Whether some of the pieces left have that many cells."""
    size_of = {p: len(option) for p, option in zip(problem.pieces, problem.options, strict=True)}
    sums = {0}
    for piece, size in size_of.items():
        for _ in range(min(problem.most[piece] - used.count(piece), cells // size)):
            sums |= {total + size for total in sums}
    return cells in sums


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Small regions, anywhere in a frame of one word or two; pieces of any number, one, or none.

    Options are left out and doubled, as they are by symmetry breaking and by careless callers.
    """
    width = draw(st.integers(1, 5))
    height = draw(st.integers(1, 14 // width))
    above = draw(st.sampled_from([0, 0, 1, 64 // width - 1, 64 // width]))
    grid = draw(st.lists(st.integers(0, 6), min_size=height * width, max_size=height * width))
    free = np.zeros((above + height, width), np.bool_)
    free[above:] = np.array(grid).reshape(height, width) > 0
    choice = [MONOMINO, DOMINO, L_TROMINO, I_TROMINO, *TETROMINOES]
    pieces = draw(st.lists(st.sampled_from(choice), min_size=1, max_size=4, unique=True))
    most = [draw(st.sampled_from([REUSABLE, REUSABLE, AT_MOST_ONCE, NEVER])) for _ in pieces]
    problem = tiling(free, pieces, most)
    times = draw(st.sampled_from([(1,), (1,), (0, 1, 1, 1), (1, 1, 2)]))
    numbers = [o for o in range(len(problem.options)) for _ in range(times[o % len(times)])]
    return problem._replace(
        options=[problem.options[o] for o in numbers], pieces=[problem.pieces[o] for o in numbers]
    )


@given(problems())
def test_rows_and_nodes_are_the_naive_ones_in_order(problem: Problem) -> None:
    nodes = list(naive_tree(problem))
    found = [row for row in nodes if row is not None]
    assert rows(tables_of(problem)) == (found, len(nodes))


def test_pieces_that_reach_farther_than_a_word() -> None:
    """Bars of 8 and 7 cells down a frame of 11 columns span 78 and 67 bits."""
    free = np.zeros((11, 11), np.bool_)
    free[1:11, 3:5] = True
    pieces = [shape("########"), shape("#######"), DOMINO, L_TROMINO]
    problem = tiling(free, pieces, [REUSABLE] * 4)
    tables = tables_of(problem)
    assert tables.limits[cell_masks.TOO_FAR]
    found, _ = rows(tables)
    assert found == [row for row in naive_tree(problem) if row is not None]
    used = {problem.pieces[o] for row in found for o in row}
    assert used == {0, 1, 2, 3}
    first = children(tables, ROOT)
    parts = [rows(tables, (j,))[0] for j in range(first)]
    assert [row for part in parts for row in part] == found
