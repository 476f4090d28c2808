"""Functions of the user's own: like properties, wherever they run, and never of a dataset."""

from __future__ import annotations

import json
import pickle
import runpy
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import enumino
from enumino import LatticePolyforms, Polycubes, Polyominoes
from enumino.cli import main
from enumino.errors import DamagedError, DatasetError, ProblemError, QueryError, RunError
from enumino.registry import problem_from_json, rows_of
from tests.dataset_tools import enumino_command
from tests.families.polyforms.listings import table
from tests.looping import each

EXAMPLES = Path(__file__).parents[3] / "examples"
SOURCE = """
import numpy as np

def ends(cells):
    apart = np.abs(cells[:, :, None] - cells[:, None]).sum(-1)
    return ((apart == 1).sum(-1) == 1).sum(-1)

def forked(cells):
    return ends(cells) >= 3

def late(cells):
    return cells[:, 6, 0]

def pairs(cells):
    return cells

def beyond(cells):
    return np.full(len(cells), 2**63, np.uint64)

def order(cells):
    return ends(cells) > 0

number = 3

def changing(cells):
    return ends(cells) > 0 if cells.shape[1] == 5 else ends(cells)
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(SOURCE)
    return file


@each("make, sizes", [(Polyominoes, range(1, 8)), (Polycubes, range(1, 6))])
def test_a_function_gives_what_the_property_gives(mine: Path, make: Any, sizes: range) -> None:
    known = table(make(sizes, derived="leaves"))
    assert (
        table(make(sizes, derived=f"{mine}:ends"))["ends"].to_pylist()
        == known["leaves"].to_pylist()
    )
    for only, same in (
        (f"{mine}:forked", "leaves >= 3"),
        (f"tree and {mine}:ends = 2", "tree and leaves = 2"),
    ):
        assert table(make(sizes, only=only)).equals(table(make(sizes, only=same)))
    ours = enumino.count_polyforms(make.family, sizes, by=[f"{mine}:ends", "symmetry"])
    theirs = enumino.count_polyforms(make.family, sizes, by=["leaves", "symmetry"])
    assert [line.count for line in ours] == [line.count for line in theirs]


def test_a_lattice_of_several_cells_in_a_unit_cell(mine: Path) -> None:
    mine.write_text("def last(cells):\n    return cells[:, :, -1].max(1) + 1\n")
    problem = LatticePolyforms(range(1, 5), lattice="kite", derived=f"{mine}:last")
    family, rows = rows_of(problem.to_json()), table(problem).to_pylist()
    widths = [max(cell[-1] for cell in family.object_of(row).cells) + 1 for row in rows]
    assert [row["last"] for row in rows] == widths


@pytest.mark.parametrize(
    "how", [{"threads": 4}, pytest.param({"processes": 2}, marks=pytest.mark.slow)]
)
def test_threads_and_processes_make_the_same_files(mine: Path, tmp_path: Path, how: Any) -> None:
    problem = Polyominoes(range(1, 10), only=f"{mine}:forked", derived=f"{mine}:ends")
    mine.unlink()
    assert "def forked" in pickle.dumps(problem).decode(errors="ignore")  # workers get the text
    files = []
    for name, where in (("one", {"threads": 1}), ("other", how)):
        enumino.enumerate_to(tmp_path / name, problem, rows_per_part=200, **where)
        files.append({f.name: f.read_bytes() for f in (tmp_path / name / "data").iterdir()})
    assert files[0] == files[1]
    assert len(files[0]) > 2


def test_a_changed_file_is_another_problem(mine: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    enumino.enumerate_to(there, Polyominoes(6, only=f"{mine}:forked"), threads=1)
    mine.write_text(SOURCE + "\n")
    with pytest.raises(DatasetError, match=r"holds another problem, .* forked of mine.py \("):
        enumino.enumerate_to(there, Polyominoes(6, only=f"{mine}:forked"), threads=1)


def test_a_dataset_executes_nothing(mine: Path, tmp_path: Path, monkeypatch: Any) -> None:
    there, mark = tmp_path / "there", tmp_path / "mark"
    mine.write_text(f"with open({str(mark)!r}, 'a') as f:\n    f.write('here')\n" + SOURCE)
    # Made in another process: this one never reads the file.
    made = ("--only", f"{mine}:forked", "--columns", f"{mine}:ends", "--to", there, "--quiet")
    assert enumino_command("enumerate", "polyominoes", "--cells", "6", *made).returncode == 0
    for copy in (there / "mine.py", tmp_path / "elsewhere" / "mine.py"):
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(mine.read_text())
    mark.unlink()
    monkeypatch.chdir(there)
    report = enumino.verify(there)
    (rows,) = [check.detail for check in report.checks if check.name == "rows"]
    assert ", without forked of mine.py (" in rows
    dataset = enumino.open_dataset(there)
    assert sum(1 for _ in dataset.objects("ends = 3")) == 12
    plan = json.loads((there / "plan.json").read_text())["problem"]
    assert dataset.problem.to_json() == plan
    for words in (["show"], ["info"], ["sql"]):
        query = ["select max(ends) from rows"] * (words == ["sql"])
        assert main([*words, str(there), *query]) == 0
    with pytest.raises(ProblemError, match=r"not at hand, .* --functions mine.py"):
        problem_from_json(plan).count()
    for part in (there / "parts").iterdir():
        part.unlink()
    (there / "manifest.json").unlink()
    assert main(["run", str(there), "--share", "1/1"]) != 0
    for damage in ({"only": f"{mine}:forked"}, {"functions": f"{mine}:forked"}):
        with pytest.raises(DamagedError, match="without its digest"):
            problem_from_json({**plan, **damage})
    assert not mark.exists()
    assert main(["run", str(there), "--share", "1/1", "--functions", str(mine)]) == 0
    assert mark.read_text() == "here"


@each(
    "function, error, says",
    [
        ("late", RunError, r"mine.py, line 12: late fails with \w+: .*; correct it"),
        ("pairs", RunError, r"pairs of mine.py returns int64 of shape \(1, 6, 2\)"),
        ("ends", QueryError, "it is bigint, and neither true nor false"),
        ("beyond", RunError, "beyond of mine.py returns 9223372036854775808, .* less than"),
        ("none", ProblemError, "mine.py defines no function 'none'"),
        ("number", ProblemError, "mine.py defines no function 'number'"),
        ("order", ProblemError, "'order' is a word of SQL: rename the function"),
        ("Bad", ProblemError, "names no function: write FILE.py:f"),
    ],
)
def test_an_error_of_a_function_is_a_sentence(
    mine: Path, function: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        Polyominoes(6, only=f"{mine}:{function}").count()


def test_other_refusals(mine: Path) -> None:
    with pytest.raises(RunError, match="one type for all sizes"):
        table(Polyominoes(range(5, 7), derived=f"{mine}:changing"))
    with pytest.raises(ProblemError, match="cannot be read"):
        Polyominoes(6, only=f"{mine.parent / 'other.py'}:ends")
    mine.write_text("def tree(cells):\n    return cells.sum((1, 2))\n")
    with pytest.raises(ProblemError, match="a column tree already"):
        Polyominoes(6, derived=f"{mine}:tree")
    mine.write_text("def f(cells)\n")
    with pytest.raises(RunError, match=r"mine.py, line 1: f fails with SyntaxError"):
        Polyominoes(6, derived=f"{mine}:f")


def test_the_script_that_writes_a_column_beside_those_of_a_dataset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts the cells in the corners of the box, of masks of two words too."""
    made = str(tmp_path / "made.parquet")
    for problem, expected in (
        (Polyominoes(4), [2, 2, 2, 3, 4]),
        (Polyominoes(17, box="1x17"), [2]),
    ):
        root = str(tmp_path / str(problem.cells))
        enumino.enumerate_to(root, problem, threads=1)
        monkeypatch.setattr(sys, "argv", ["own_columns.py", root, made])
        runpy.run_path(str(EXAMPLES / "own_columns.py"), run_name="__main__")
        assert sorted(pq.read_table(made)["corner_cells"].to_pylist()) == expected
