"""Boards that lack a cell: the construction, and all tilings, as problems of the engine."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pyarrow as pa
import pytest

from enumino.enum.problem import Prefix, Problem
from enumino.errors import ProblemError
from enumino.families.tilings.problem import Tilings
from enumino.families.trominoes import published as known
from enumino.families.trominoes.boards import SHAPES as CONSTRUCTION
from enumino.families.trominoes.boards import constructed, numbered_board
from enumino.families.trominoes.checks import check_board
from enumino.families.trominoes.problem import DeficientBoards, Trominoes
from enumino.objects.covering import Tiling
from enumino.objects.lattice import Cell
from enumino.objects.region import Region
from enumino.registry import rows_of
from enumino.schema import arrow_schema
from tests import published
from tests.looping import each

Laid = frozenset[frozenset[Cell]]

CONSTRUCTIONS = [
    Trominoes(2),
    Trominoes(4),
    Trominoes(8),
    Trominoes(8, (3, 2)),
    Trominoes(16, up_to_symmetry=True),
    Trominoes(64, up_to_symmetry=True),
    Trominoes(4096, (17, 4095)),
]


def table(problem: Problem, prefixes: list[Prefix], rows: int = 1 << 17) -> pa.Table:
    batches = [batch.records for batch in problem.batches(prefixes, rows)]
    assert all(batch.num_rows <= rows for batch in batches)
    schema = arrow_schema(problem.columns, in_flight=True)
    return pa.Table.from_batches(batches, schema).combine_chunks()


def pieces_of(tiling: Tiling) -> Laid:
    return frozenset(frozenset(piece.cells) for piece in tiling.pieces)


def pieces_on(board: np.ndarray) -> Laid:
    cells: dict[int, set[Cell]] = {}
    for cell in np.ndindex(board.shape):
        cells.setdefault(int(board[cell]), set()).add(cell)
    del cells[0]
    assert set(cells) == set(range(1, len(cells) + 1))
    return frozenset(map(frozenset, cells.values()))


# The construction.


@each("problem", CONSTRUCTIONS)
def test_expectations_of_the_construction_are_exact(problem: Trominoes) -> None:
    tally = problem.count()
    assert tally.total == problem.expect(tally.nodes).rows


@each("side", [2, 4, 8, 16])
def test_every_board_is_that_of_the_recursion(side: int) -> None:
    """All 64 of side 8 among them: numbers, letters, paths, classes; a row each, in path order."""
    problem = Trominoes(side)
    rows = table(problem, [()]).to_pylist()
    cells = [(row["missing_row"], row["missing_col"]) for row in rows]
    assert sorted(cells) == list(product(range(side), repeat=2))
    assert [row["path"] for row in rows] == sorted(row["path"] for row in rows)
    for row, cell in zip(rows, cells, strict=True):
        expected = pieces_of(constructed(side, cell))
        region = Region.rectangle(side, side).without([cell])
        assert pieces_of(Tiling.from_layout(region, row["layout"], CONSTRUCTION)) == expected
        board = numbered_board(side, cell)
        assert board[cell] == 0
        assert pieces_on(board) == expected
        assert row["path"] == path_of(cell, side)
        on_diagonal = cell[0] == cell[1] or sum(cell) == side - 1
        told = row["board"], row["symmetry"], row["orbit"]
        assert told == (side, "diag" if on_diagonal else "none", 1)


def path_of(cell: Cell, side: int) -> str:
    """The quadrants to a cell: 0 upper left, 1 upper right, 2 lower left, 3 lower right."""
    if side == 1:
        return ""
    half = side // 2
    quadrant = 2 * (cell[0] // half) + cell[1] // half
    return str(quadrant) + path_of((cell[0] % half, cell[1] % half), half)


def test_one_board_a_class_stands_for_all() -> None:
    """The orbits together are all cells, and none of them has two rows."""
    end, seen = 15, Counter[Cell]()
    for row in table(Trominoes(16, up_to_symmetry=True), [()]).to_pylist():
        r, c = row["missing_row"], row["missing_col"]
        images = {
            image
            for i, j in ((r, c), (c, r))
            for image in ((i, j), (end - i, j), (i, end - j), (end - i, end - j))
        }
        assert (row["orbit"], (r, c)) == (len(images), min(images))
        assert row["symmetry"] == ("diag" if len(images) == 4 else "none")
        seen.update(images)
    assert seen == Counter(product(range(16), repeat=2))


@each("side", [8, 64, 256])
def test_one_cell_is_that_row_of_all(side: int) -> None:
    chosen = random.Random(side)
    cells = [(0, 0), (side - 1, 0), (chosen.randrange(side), chosen.randrange(side))]
    whole = {
        (row["missing_row"], row["missing_col"]): row
        for row in table(Trominoes(side), [()]).to_pylist()
        if (row["missing_row"], row["missing_col"]) in cells
    }
    for cell in cells:
        problem = Trominoes(side, cell)
        assert table(problem, [()]).to_pylist() == [whole[cell]]
        assert problem.count().total == 1
        assert problem.describe().endswith(f"without the cell {cell[0]},{cell[1]}")


def test_larger_boards_are_told_by_their_paths() -> None:
    """Side 64 has a path and no layout: the board is rebuilt from the missing cell."""
    assert "layout" in [column.name for column in Trominoes(32).columns]
    problem = Trominoes(64)
    assert "layout" not in [column.name for column in problem.columns]
    rows, family = table(problem, [()]), rows_of(problem.to_json())
    assert rows.num_rows == 4096
    for row in rows.take(list(range(5, 4096, 911))).to_pylist():
        cell = row["missing_row"], row["missing_col"]
        assert row["path"] == path_of(cell, 64)
        tiling = family.object_of({name: row[name] for name in family.drawn_from if name in row})
        assert tiling == constructed(64, cell)
        assert pieces_of(tiling) == pieces_on(numbered_board(64, cell))


@pytest.mark.slow
@pytest.mark.long
def test_the_largest_boards_are_covered() -> None:
    chosen = random.Random(4096)
    for side in (1024, 4096):
        cell = chosen.randrange(side), chosen.randrange(side)
        assert check_board(numbered_board(side, cell), *cell) is None


REFUSED = [
    (lambda: Trominoes(6), "a power of two from 2 to 4096, not 6: --all-tilings"),
    (lambda: Trominoes(0), "A board of side 0 has no room for a tromino"),
    (lambda: Trominoes(-8), "A board of side -8 has no room for a tromino"),
    (lambda: Trominoes(1), "A board of side 1 has no room for a tromino"),
    (lambda: Trominoes(8192), "a power of two from 2 to 4096, not 8192"),
    (
        lambda: Trominoes(8, (8, 0)),
        "8,0 is outside the 8x8 board: rows and columns go from 0 to 7.",
    ),
    (lambda: Trominoes(8, (0, -1)), "0,-1 is outside the 8x8 board"),
    (
        lambda: Trominoes(8, "random"),
        "'random' is not a cell: give (row, column) from 0, or \"all\".",
    ),
    (lambda: Trominoes(8, (1, 2, 3)), "(1, 2, 3) is not a cell"),
    (lambda: Trominoes(8, [3.5, 2]), "[3.5, 2] is not a cell"),
    (lambda: Trominoes(8, (1, 1), up_to_symmetry=True), "use --up-to-symmetry with --missing all."),
    (lambda: numbered_board(12, (0, 0)), "a power of two from 2 to 4096, not 12"),
    (lambda: numbered_board(8, (9, 9)), "9,9 is outside the 8x8 board"),
    (lambda: DeficientBoards(1, 1), "A board of 1x1 has no cells beside the missing one"),
    (lambda: DeficientBoards(0, 5), "A board of 0x5 has no cells"),
    (
        lambda: DeficientBoards(33, 32),
        "at most 1024 cells, and 33x32 has 1,056: take a smaller one.",
    ),
    (
        lambda: DeficientBoards(4, 7, (4, 0)),
        "4,0 is outside the 4x7 board: rows go from 0 to 3, columns from 0 to 6.",
    ),
    (lambda: DeficientBoards(4, 7, (0, 7)), "0,7 is outside the 4x7 board"),
    (lambda: DeficientBoards(4, 7, "random"), "'random' is not a cell"),
]


@each(("make", "sentence"), REFUSED)
def test_what_makes_no_sense_is_refused(make, sentence: str) -> None:
    with pytest.raises(ProblemError) as refusal:
        make()
    assert sentence in str(refusal.value)


# All tilings.


@cache
def naive(rows: int, cols: int, missing: Cell) -> frozenset[Laid]:
    """All tilings: on the first free cell whatever L fits, and so on."""
    boxes = [
        frozenset(product((r, r + 1), (c, c + 1))) - {corner}
        for r, c in product(range(rows - 1), range(cols - 1))
        for corner in product((r, r + 1), (c, c + 1))
    ]

    def lay(free: frozenset[Cell]) -> Iterator[Laid]:
        if not free:
            yield frozenset()
            return
        first = min(free)
        for box in boxes:
            if first in box and box <= free:
                for rest in lay(free - box):
                    yield rest | {box}

    return frozenset(lay(frozenset(product(range(rows), range(cols))) - {missing}))


@each("size", [(2, 2), (2, 5), (5, 2), (4, 4), (5, 5), (4, 7), (2, 8)])
def test_all_tilings_are_those_of_a_naive_recursion(size: tuple[int, int]) -> None:
    problem = DeficientBoards(*size)
    family = rows_of(problem.to_json())
    found: dict[Cell, list[Laid]] = {cell: [] for cell in problem.cells}
    for row in table(problem, [()]).to_pylist():
        assert (row["rows"], row["cols"], row["orbit"]) == (*size, 1)
        cell = row["missing_row"], row["missing_col"]
        found[cell].append(pieces_of(family.object_of(row)))
    assert list(found) == list(product(range(size[0]), range(size[1])))
    for cell, tilings in found.items():
        assert len(set(tilings)) == len(tilings)
        assert set(tilings) == naive(*size, cell)


@each(("side", "number"), [(2, 4), (4, 16), (5, 128)])
def test_counts_of_squares_are_as_published(side: int, number: int) -> None:
    assert DeficientBoards(side, side).count().total == number
    assert known.deficient_board(side, side, None).value == number
    problem = DeficientBoards(side, side)
    *cells, total = rows_of(problem.to_json()).totals(problem.count().counts)
    assert (total.count, total.published, total.agrees) == (number, number, True)
    assert sum(line.count for line in cells) == number
    assert all(line.agrees is not False for line in cells)


def test_counts_of_cells_are_as_published() -> None:
    rows = published.table("trominoes", "deficient_tromino")
    assert len(rows) >= 20
    for row in rows:
        side, *cell, number = (
            int(row[name]) for name in ("side", "missing_row", "missing_col", "count")
        )
        assert DeficientBoards(side, side, tuple(cell)).count().total == number


def test_where_a_board_of_side_five_may_lack_a_cell() -> None:
    """Cells of even row and column: of these nine eight trominoes cover one each at most."""
    for cell in product(range(5), repeat=2):
        even = cell[0] % 2 == cell[1] % 2 == 0
        assert (DeficientBoards(5, 5, cell).count().total > 0) == even


@pytest.mark.parametrize(
    "size", [(2, 5), (4, 7), (2, 14), pytest.param((7, 7), marks=pytest.mark.slow)]
)
def test_images_of_a_board_have_as_many_tilings(size: tuple[int, int]) -> None:
    rows, cols = size
    by_cell: Counter[Cell] = Counter()
    for (r, c, _), number in DeficientBoards(rows, cols).count().counts.items():
        by_cell[r, c] += number
    turned = DeficientBoards(cols, rows).count().counts
    for r, c in product(range(rows), range(cols)):
        number = by_cell[r, c]
        assert by_cell[rows - 1 - r, c] == by_cell[r, cols - 1 - c] == number
        assert sum(n for key, n in turned.items() if key[:2] == (c, r)) == number


@each("missing", ["all", (1, 1)])
@each("size", [(3, 3), (2, 4), (6, 6), (9, 14), (2, 3)])
def test_areas_that_cannot_be_tiled(size: tuple[int, int], missing) -> None:
    """Three cells a piece: nothing is searched, whichever cell is missing."""
    problem = DeficientBoards(*size, missing)
    assert problem.cells == []
    assert problem.branching(()) == 0
    assert problem.probe((), 100, seed=1) == 0
    assert problem.expect(0.0) == (0, 0, 0, 0.0)
    assert table(problem, [()]).num_rows == problem.count().total == 0


@each("cell", [(0, 0), (2, 2), (0, 1)])
def test_tilings_of_one_board_are_those_among_all(cell: Cell) -> None:
    whole = table(DeficientBoards(5, 5), [()]).to_pylist()
    here = [row for row in whole if (row["missing_row"], row["missing_col"]) == cell]
    assert table(DeficientBoards(5, 5, cell), [()]).to_pylist() == here


@each("size", [(4, 4), (5, 5), (2, 11), (4, 7)])
def test_expectations_are_of_all_boards_together(size: tuple[int, int]) -> None:
    """By profiles, the rows are known before the search."""
    problem = DeficientBoards(*size)
    tally = problem.count()
    expected = problem.expect(tally.nodes)
    assert (expected.rows, expected.nodes) == (tally.total, tally.nodes)
    assert expected.bytes > 0
    assert expected.seconds > 0


def test_barren_filled_of_all_tilings_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tilings, "report_after", 64)
    monkeypatch.setattr("enumino.families.trominoes.problem.MAX_NODES", 64)
    batches = list(DeficientBoards(7, 7, (0, 0)).batches([()]))
    assert [batch.records.num_rows for batch in batches[:-1]] == [0] * (len(batches) - 1)
    assert len(batches) > 10
    assert sum(batch.nodes for batch in batches) == DeficientBoards(7, 7, (0, 0)).count().nodes
