"""Exact covers on the command line: files of all formats, and ready-made problems."""

import json
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from enumino import Covers
from tests.dataset_tools import Enumino, Listed, rows_of, total

COVER = ["enumerate", "cover"]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.parametrize(
    ("arguments", "number", "published"),
    [
        (["queens", "8", "--engine", "dancing-links"], 92, 92),
        (["subsets", "9", "3", "--limit", "7"], 7, None),
        (["queens", "8", "--limit", "5", "--rows-per-part", "2"], 5, None),
        (["sudoku", "55" + "." * 79], 0, None),
    ],
)
def test_ready_made_problems(arguments, number, published, listed: Listed) -> None:
    root, said = listed(*COVER, *arguments)
    assert total(said) == (number, published)
    assert len(rows_of(root)) == number


def test_a_count_tells_the_nodes_of_its_search(here: Enumino) -> None:
    """For any number of threads, and several problems together."""
    sizes = {n: Covers(f"queens {n}").count().nodes for n in (6, 7)}
    for what, nodes in ("7", sizes[7]), ("6-7", sum(sizes.values())):
        for threads in "12":
            asked = ("count", "cover", "queens", what, "--threads", threads, "--json")
            assert json.loads(here(*asked).out)["nodes"] == nodes
    swept = here("count", "tilings", "--region", "4x4", "--pieces", "domino", "--json")
    assert json.loads(swept.out)["nodes"] is None


def test_a_file(listed: Listed, here: Enumino, tmp_path: Path) -> None:
    file = tmp_path / "pilaud.dlx"
    file.write_text("1 2 3 4 5 6 7\n3 5 6\n1 4 7\n2 3 6\n1 4\n2 7\n4 5 7\n", encoding="utf-8")
    root, said = listed(*COVER, file)
    assert total(said) == (1, None)
    assert rows_of(root) == [{"options": [0, 3, 4]}]
    assert pq.read_table(root / "options.parquet").num_rows == 6
    assert here("show", root).out.split("\n")[1].split() == ["1", "4"]
    assert file.name in here("info", root).out


def test_a_sudoku_from_a_file(listed: Listed, here: Enumino) -> None:
    lines = "\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9))
    root, _ = listed(*COVER, "sudoku", lines)
    assert here("show", root).out.replace(" ", "").replace("\n", "") == SOLVED
    (root / "puzzle.txt").write_text(lines.replace(".", "0 "), encoding="utf-8")
    again = here(*COVER, "sudoku", root / "puzzle.txt", "--threads", "1", "--to", root)
    assert again.code == 0, again
    assert "already finished, nothing to do" in again.out
    card = (root / "README.md").read_text(encoding="utf-8")
    assert " a sudoku: 1 row\n" in card


def test_a_file_of_sudokus_is_counted_line_by_line(here: Enumino, tmp_path: Path) -> None:
    file = tmp_path / "three.txt"
    file.write_text(f"# three\n{PUZZLE}\n{SOLVED}\n{'55' + '.' * 79}\n", encoding="utf-8")
    lines = here("count", "cover", "sudokus", file, "--csv").out.splitlines()
    assert [line.split(",")[:2] for line in lines[1:]] == [
        [f"three.txt:{line}", number] for line, number in ((2, "1"), (3, "1"), (4, "0"))
    ]
    unique = here("count", "cover", "sudokus", file, "--unique").out.splitlines()
    assert [line.rpartition(": ")[2] for line in unique] == [
        *["exactly one solution"] * 2, "no solution",
    ]  # fmt: skip
    refused = here("enumerate", "cover", "sudokus", file, "--to", tmp_path / "no")
    assert (refused.code, "write `sudoku FILE` for one sudoku" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("line", "message"),
    [("1" * 80, "The text has 80 cells"), ("x" * 81, "A sudoku with 9 cells per side has 1 to 9")],
)
def test_a_line_that_is_no_sudoku_is_named(
    line: str, message: str, here: Enumino, tmp_path: Path
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(f"{PUZZLE}\n\n{line}\n{SOLVED}\n", encoding="utf-8")
    said = here("count", "cover", "sudokus", file)
    assert said.code == 2
    assert re.search(f"bad.txt: Line 3: {message}", said.err)
