"""Several boards in one dataset."""

from pathlib import Path

import pyarrow as pa
import pytest

import enumino
from enumino.datasets.hints import hints_of
from enumino.datasets.plan import Plan
from enumino.datasets.storage import open_store
from enumino.drawing.paper import Paper
from enumino.drawing.puzzle import puzzle_pages
from enumino.errors import DamagedError, ProblemError
from enumino.families.tilings.boards import Boards
from enumino.families.tilings.problem import Tilings
from enumino.objects.region import regions_in
from enumino.registry import problem_from_json, rows_of
from enumino.run.planning import share
from tests.dataset_tools import Enumino, Listed, sentence

FILE = "tray:\n+###\n####\n\nL:\n##\n#.\n##\n\nbox:\n###\n###\n\nnone:\n#.#\n"
PIECES = "L-tromino, domino"


def problem_of(**how: bool | int) -> Boards:
    return Boards(tuple(Tilings(region, PIECES, **how) for region in regions_in(FILE)))  # type: ignore[arg-type]


@pytest.mark.parametrize("how", [{}, {"up_to_symmetry": True}, {"limit": 2}])
def test_rows_are_those_of_each_board(how: dict[str, bool | int], tmp_path: Path) -> None:
    problem, expected = problem_of(**how), []
    for name, one in zip(problem.names, problem.problems, strict=True):
        for batch in one.batches([()]):
            expected += [{"board": name, **row} for row in batch.records.to_pylist()]
    root = tmp_path / "d"
    assert enumino.enumerate_to(root, problem, rows_per_part=3, threads=2).rows == len(expected)
    dataset = enumino.open_dataset(root)
    key = ("board", "layout")
    assert sorted(dataset.rows(), key=lambda row: [row[k] for k in key]) == sorted(
        expected, key=lambda row: [row[k] for k in key]
    )
    assert dataset.problem == problem == problem_from_json(problem.to_json())
    assert enumino.verify(root).ok
    assert problem.count().total == problem.count(by_key=False).total == len(expected)
    counted = {(row["board"], row["symmetry"]) for row in expected}
    assert set(problem.count().counts) == counted
    again = enumino.enumerate_to(tmp_path / "e", problem, rows_per_part=3, threads=1)
    assert [file["sha256"] for file in again.files] == [f["sha256"] for f in dataset.manifest.files]
    if not how:
        assert len(again.files) > 1
    plan = Plan.read(open_store(root))
    assert sum(len(share(plan, k, 2).parts) for k in (1, 2)) == len(plan.parts)
    for tiling, row in zip(dataset, dataset.rows(), strict=True):
        assert tiling.region.name == row["board"]
    options = dataset.sql("select distinct board from options").fetchall()
    assert {name for (name,) in options} == {"tray", "L", "box"}


def test_rows_of_other_boards_are_found() -> None:
    problem = problem_of()
    batch = next(batch for batch in problem.batches([(0,)]) if batch.records.num_rows)
    kind = rows_of(problem.to_json())
    assert not list(kind.faults(batch.records))
    for name, fault in (("other", "not asked for"), ("box", "does not cover")):
        column = pa.array([name] * batch.records.num_rows)
        wrong = batch.records.set_column(0, "board", column)
        assert fault in next(iter(kind.faults(wrong))).what
    assert not all(check.ok for check in kind.laws({("other", "none"): 1}))
    with pytest.raises(DamagedError):
        problem_from_json({**problem.to_json(), "boards": 3})
    with pytest.raises(ProblemError, match="Two boards are called 2x2"):
        Boards(tuple(Tilings("2x2", "domino") for _ in "ab"))


def test_a_file_of_boards(listed: Listed, here: Enumino, tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(FILE)
    asked = ["tilings", "--region", file, "--pieces", PIECES]
    root, _ = listed("enumerate", *asked)
    assert here("show", root, "--where", "board = 'box'").code == 0
    puzzle, sheet = ("show", root, "--puzzle", "--svg"), tmp_path / "p.svg"
    assert "draws one of the 4 boards: choose one, as" in sentence(here(*puzzle, sheet), 2)
    for region in regions_in(FILE)[:3]:
        where = ("--where", f"board = '{region.name}'")
        said = here(*puzzle, sheet, *where, "--hints", "1").err
        alone = Tilings(region, PIECES)
        enumino.enumerate_to(tmp_path / region.name, alone, threads=1)
        hinted = hints_of(enumino.open_dataset(tmp_path / region.name), 1)
        assert hints_of(enumino.open_dataset(root), 1, None, region.name) == hinted
        assert said.startswith("Only one" if hinted[1] else "More than one")
        assert here(*puzzle, sheet, *where).code == 0
        page = puzzle_pages(alone.board, "", Paper())[0].parts
        assert page.rpartition("<path")[2] in sheet.read_text()
    answers = here("count", *asked, "--unique").out.splitlines()
    assert [line.split(": ")[1] for line in answers][-1] == "no solution"
    drawn = tmp_path / "sample"
    assert here("sample", *asked, "--rows", "5", "--to", drawn).code == 0
    assert {row["board"] for row in enumino.open_dataset(drawn).rows()} <= {"tray", "L", "box"}
