"""Hints of a puzzle, against all pairs of pieces of all tilings."""

from itertools import combinations, product
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets.hints import hints_of
from enumino.drawing.paper import Paper
from enumino.drawing.puzzle import puzzle_pages
from enumino.errors import DatasetError


@pytest.mark.parametrize(
    ("region", "pieces", "up_to_symmetry"),
    [("+##/###", "L4, domino", True), ("3x3", "domino, L-tromino", False)],
)
def test_hints_leave_one_tiling_if_they_can(
    region: str, pieces: str, up_to_symmetry: bool, tmp_path: Path
) -> None:
    problem = enumino.Tilings(region, pieces)
    every = [frozenset(tiling.pieces) for tiling in listed(problem, tmp_path / "all")]
    problem = enumino.Tilings(region, pieces, up_to_symmetry=up_to_symmetry)
    dataset = listed(problem, tmp_path / "some")
    board = dataset.row_kind.board
    pages = 0
    for number, where in product((1, 2), (None, "pieces = 4", "pieces = 99")):
        tried = [tiling.pieces for tiling in dataset.objects(where)][:20]
        if not tried:
            with pytest.raises(enumino.errors.ProblemError, match="No row meets the condition"):
                hints_of(dataset, number, where)
            continue
        placed, is_unique = hints_of(dataset, number, where)
        shared = [sum(one.issuperset(p) for one in every)
                  for own in tried for p in combinations(own, number)]  # fmt: skip
        assert sum(one.issuperset(placed) for one in every) == min(shared)
        assert is_unique == (min(shared) == 1)
        pages += len(puzzle_pages(board, "puzzle", Paper(), placed))
    assert pages


def listed(problem: enumino.Tilings, root: Path) -> enumino.Dataset:
    enumino.enumerate_to(root, problem, threads=1)
    return enumino.open_dataset(root)


@pytest.mark.parametrize("row", [0, 3])
@pytest.mark.parametrize("placements", [[], [99]])
def test_rows_of_anybody_are_refused_in_a_sentence(
    row: int, placements: list[int], tmp_path: Path
) -> None:
    dataset = listed(enumino.Tilings("3x3", "L-tromino, monomino"), tmp_path / "d")
    (file,) = (tmp_path / "d" / "data").iterdir()
    rows = pq.read_table(file)
    wrong = rows["placements"].to_pylist()
    wrong[row] = placements
    at = rows.schema.get_field_index("placements")
    column = pa.array(wrong, rows.schema.field(at).type)
    pq.write_table(rows.set_column(at, rows.schema.field(at), column), file)
    with pytest.raises(DatasetError):
        hints_of(dataset, 1)
