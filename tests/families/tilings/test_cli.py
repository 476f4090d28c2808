"""Tilings and exact covers on the command line: all formats, parts, and resuming."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.cli import main as command_line
from enumino.objects.cover import sudoku as sudoku_problem
from enumino.objects.cover import sudoku_grid
from enumino.objects.piece import LETTERS
from enumino.objects.placements import Placements
from enumino.objects.tiling import Tiling
from tests.dataset_tools import Enumino, checkpoint, data_digest, parts_done, sentence

pytestmark = pytest.mark.slow

TILINGS, COVER = ["enumerate", "tilings", "--region"], ["enumerate", "cover"]
IN_PARTS = {
    "tilings": ["4x9", "--pieces", "L-tromino, I-tromino", "--rows-per-part", "5000"],
    "up to symmetry": [
        "5x6", "--pieces", "L-tromino, domino:0-3", "--up-to-symmetry", "--engine", "cell-masks",
        "--rows-per-part", "5",
    ],
    "dancing links": [
        "4x6", "--pieces", "I-tromino, domino", "--engine", "dancing-links",
        "--rows-per-part", "300",
    ],
    "cover": ["--queens", "9", "--rows-per-part", "50"],
    "links": ["--subsets", "8", "--engine", "dancing-links", "--rows-per-part", "80"],
}  # fmt: skip
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PILAUD = [[3, 5, 6], [1, 4, 7], [2, 3, 6], [1, 4], [2, 7], [4, 5, 7]]

Listed = Callable[..., tuple[Path, dict[str, Any]]]


def command(name: str) -> list[str]:
    begin = TILINGS if "--pieces" in IN_PARTS[name] else COVER
    return [*begin, *IN_PARTS[name]]


@pytest.fixture
def listed(here: Enumino, tmp_path: Path) -> Listed:
    """Enumerate, verify, and return the folder with what was said as JSON."""

    def run(*arguments: str | Path) -> tuple[Path, dict[str, Any]]:
        root = tmp_path / f"dataset-{len(list(tmp_path.iterdir()))}"
        done = here(*arguments, "--in-process", "--quiet", "--json", "--to", root)
        assert (done.code, done.err) == (0, ""), done
        verified = here("verify", root, "--full")
        assert verified.code == 0, verified
        assert "✗" not in verified.out
        return root, json.loads(done.out)

    return run


@pytest.fixture(scope="module", params=IN_PARTS)
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """A command, and its dataset in several parts."""
    root = tmp_path_factory.mktemp("finished") / "dataset"
    arguments = command(request.param)
    assert command_line([*arguments, "--in-process", "--quiet", "--to", str(root)]) == 0
    assert parts_done(root) >= 4
    return arguments, root


def rows_of(root: Path) -> list[dict[str, Any]]:
    files = sorted(root.glob("data/*"))
    return pa.concat_tables([pq.read_table(file) for file in files]).to_pylist() if files else []


def total(said: dict[str, Any]) -> tuple[int, int | None]:
    """The number of all rows, and the published one."""
    (line,) = [row for row in said["rows"] if "symmetry" not in row]
    assert isinstance(line["count"], str)
    return int(line["count"]), None if line["published"] is None else int(line["published"])


# Tilings.


@pytest.mark.parametrize(
    ("arguments", "number", "published"),
    [
        (["3x20", "--pieces", "pentominoes", "--each-once"], 8, 8),
        (["3x20", "--pieces", "pentominoes", "--each-once", "--up-to-symmetry"], 2, 2),
        (["6x6", "--pieces", "domino"], 6728, 6728),
        (["3x3", "--pieces", "trominoes"], 10, 10),
        (["4x4", "--piece", "domino", "--no-crossroads"], 2, None),
        (["2x5", "--pieces", "L, P", "--at-most-once"], 0, None),
        (["4x5", "--piece", "I4:5"], 3, None),
        (["4x5", "--piece", "I4:1-3", "--piece", "L4:2-"], 64, None),
        (["3x4", "--pieces", "L-tromino", "--no-rotations"], 0, None),
        (["2x3", "--pieces", "L-tromino", "--no-reflections"], 2, 2),
        (["4x4", "--pieces", "domino", "--without", "0,0", "--without", "3,3"], 0, None),
        (["4x4", "--pieces", "domino", "--without", "0,0", "--without", "3,0"], 12, None),
        (["2x2", "--pieces", "fixed dominoes", "--engine", "option-bitsets"], 2, None),
    ],
)
def test_tilings_are_listed_and_verified(arguments, number, published, listed: Listed) -> None:
    root, said = listed(*TILINGS, *arguments)
    count, known = total(said)
    assert count == number == len(rows_of(root))
    assert known == published
    assert said["problem"]["family"] == "tilings"


def test_numbers_of_pieces_are_kept(listed: Listed) -> None:
    root, _ = listed(*TILINGS, "5x6", "--piece", "L:2-4", "--pieces", "P, Y")
    letters = pq.read_table(root / "orientations.parquet").to_pylist()
    is_l = {row["letter"] for row in letters if row["piece"] == "L"}
    used = {sum(letter in is_l for letter in row["layout"]) for row in rows_of(root)}
    assert used
    assert used <= {2, 3, 4}


def test_crossroads_are_barred(listed: Listed) -> None:
    root, said = listed(*TILINGS, "4x5", "--pieces", "domino, L-tromino", "--no-crossroads")
    dataset = enumino.open_dataset(root)
    things = list(dataset.objects())
    assert len(things) == total(said)[0] > 0
    assert all(tiling.crossroads == () for tiling in things)


def test_placements_can_be_left_out(listed: Listed) -> None:
    full, _ = listed(*TILINGS, "4x4", "--pieces", "domino")
    bare, _ = listed(*TILINGS, "4x4", "--pieces", "domino", "--no-placements")
    rows = rows_of(full)
    assert set(rows[0]) == {"layout", "placements", "pieces", "symmetry", "orbit"}
    assert rows_of(bare) == [
        {name: value for name, value in row.items() if name != "placements"} for row in rows
    ]
    assert pq.read_table(full / "options.parquet").num_rows == 24


def test_options_and_orientations_explain_the_rows(listed: Listed) -> None:
    """With nothing but the Parquet files."""
    root, _ = listed(*TILINGS, "4x5", "--pieces", "tetrominoes", "--without", "2,2")
    assert rows_of(root) == []  # 19 cells
    root, _ = listed(*TILINGS, "4x5", "--pieces", "tetrominoes, L-tromino:1", "--without", "2,2")
    letters = {
        row["letter"]: row for row in pq.read_table(root / "orientations.parquet").to_pylist()
    }
    options = pq.read_table(root / "options.parquet").to_pylist()
    rows = rows_of(root)
    assert len(rows) > 50
    assert {row["piece"] for row in letters.values()} == {"I4", "L4", "O4", "S4", "T4", "L-tromino"}
    for row in rows:
        assert "".join(options[o]["letter"] for o in row["placements"]) == row["layout"]
        free, covered = list(range(19)), set()
        for option in (options[o] for o in row["placements"]):
            assert min(set(free) - covered) == option["cells"][0]
            assert not covered & set(option["cells"])
            covered |= set(option["cells"])
            drawn = letters[option["letter"]]["drawing"]
            assert drawn.count("#") == len(option["cells"])
            assert option["piece"] == letters[option["letter"]]["piece"]
        assert covered == set(free)


def test_drawings_of_regions_and_pieces(listed: Listed, here: Enumino, tmp_path: Path) -> None:
    region, pieces = tmp_path / "region.txt", tmp_path / "pieces.txt"
    region.write_text("..#\n...\n#..\n", encoding="utf-8")
    pieces.write_text("XX\nX.\n\n#\n\nI-tromino:0-1\n", encoding="utf-8")
    root, said = listed(*TILINGS, region, "--pieces", pieces)
    names = [piece["name"] for piece in said["problem"]["pieces"]]
    assert names == ["piece 1", "piece 2", "I-tromino"]
    assert total(said)[0] > 0
    shown = here("show", root, "--limit", "1", "--ascii")
    assert shown.code == 0
    assert shown.out.isascii()
    assert "a region of 7 cells in 3x3" in here("info", root).out


def test_names_in_files_are_those_of_known_shapes(listed: Listed, tmp_path: Path) -> None:
    file = tmp_path / "pieces.txt"
    named = {name: LETTERS[name] for name in "FILNPTUVWXYZ"}
    turned = "\n\n".join(f"{name}:\n{shape.rotate()}" for name, shape in named.items())
    for text, known in ((turned, 8), (turned.replace("F:", "Q:"), None)):
        file.write_text(f"// turned by a quarter\n{text}\n", encoding="utf-8")
        root, said = listed(*TILINGS, "3x20", "--pieces", file, "--each-once")
        assert total(said) == (8, known)
        names = set(pq.read_table(root / "orientations.parquet")["piece"].to_pylist())
        assert names == {*named} - {"F"} | {"F" if known else "Q"}


def test_shapes_as_coordinates(listed: Listed) -> None:
    _, said = listed(*TILINGS, "2x3", "--piece", "[(0,0), (0,1), (1,0)]:2")
    assert total(said)[0] == 2


def test_many_orientations_have_letters_that_read_back(listed: Listed) -> None:
    root, _ = listed(*TILINGS, "3x6", "--pieces", "hexominoes", "--at-most-once")
    layouts = [row["layout"] for row in rows_of(root)]
    assert not all(layout.isascii() for layout in layouts)
    assert [t.layout(_shapes(root)) for t in enumino.open_dataset(root).objects()] == layouts


def _shapes(root: Path) -> dict[str, Any]:
    family = enumino.open_dataset(root).family
    assert isinstance(family.board, Placements)
    return family.board.shapes


def test_show_draws_tilings(listed: Listed, here: Enumino, tmp_path: Path) -> None:
    root, _ = listed(*TILINGS, "2x3", "--pieces", "domino, L-tromino", "--up-to-symmetry")
    symmetric = here("show", root, "--where", "symmetry <> 'none' and pieces = 2", "--limit", "1")
    assert symmetric.code == 0
    assert symmetric.out.startswith("┌")
    sheet = tmp_path / "sheet.svg"
    assert here("show", root, "--svg", sheet).code == 0
    assert ElementTree.parse(sheet).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert here("show", root, "--where", "pieces > 99").code == 0
    sentence(here("show", root, "--where", "mats = 3"), 2)


def test_engines_write_the_same_rows(listed: Listed) -> None:
    """Of two engines, also up to symmetry; dancing links count nothing."""
    arguments = ["4x4", "--pieces", "I4, L4, T4, monomino:0-4", "--up-to-symmetry"]
    roots = [
        listed(*TILINGS, *arguments, "--engine", engine)[0]
        for engine in ("cell-masks", "option-bitsets")
    ]
    roots += [
        listed(*TILINGS, "3x6", "--pieces", "I-tromino, domino", "--engine", engine)[0]
        for engine in ("cell-masks", "option-bitsets", "dancing-links")
    ]
    some, same, *others = map(rows_of, roots)
    assert some == same
    assert sum(row["orbit"] for row in some) == 1394
    assert others[0] == others[1] == others[2]
    assert len(others[0]) == 472


# Exact covers.


def cover_files(folder: Path) -> list[Path]:
    """V. Pilaud's problem in every format."""
    matrix = np.array([[i in subset for i in range(1, 8)] for subset in PILAUD], int)
    np.save(folder / "a.npy", matrix)
    np.savetxt(folder / "b.csv", matrix, fmt="%d", delimiter=",")
    (folder / "c.json").write_text(json.dumps(PILAUD), encoding="utf-8")
    lines = ["1 2 3 4 5 6 7", "| a comment", *(" ".join(map(str, subset)) for subset in PILAUD)]
    (folder / "d.dlx").write_text("\n".join(lines), encoding="utf-8")
    (folder / "e.txt").write_text("\r\n".join(lines), encoding="utf-8")
    return [folder / name for name in ("a.npy", "b.csv", "c.json", "d.dlx", "e.txt")]


def test_files_of_all_formats(listed: Listed, here: Enumino, tmp_path: Path) -> None:
    for file in cover_files(tmp_path):
        root, said = listed(*COVER, file)
        assert total(said) == (1, None)
        assert rows_of(root) == [{"options": [0, 3, 4]}]
        assert pq.read_table(root / "options.parquet").num_rows == 6
        shown = here("show", root).out
        assert shown.split("\n")[1].split() == (["1", "4"] if file.name > "c" else ["0", "3"])
        assert file.name in here("info", root).out


def test_secondary_items_and_colours(listed: Listed, tmp_path: Path) -> None:
    problem = tmp_path / "xcc.dlx"
    problem.write_text("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n")
    root, _ = listed(*COVER, problem)
    assert rows_of(root) == [{"options": [1, 3]}]
    options = pq.read_table(root / "options.parquet").to_pylist()
    assert options[1] == {"option": 1, "text": "p r x:A y"}


@pytest.mark.parametrize(
    ("arguments", "number", "published"),
    [
        (["--queens", "8"], 92, 92),
        (["--queens", "3"], 0, 0),
        (["--queens", "8", "--engine", "dancing-links"], 92, 92),
        (["--langford", "7"], 52, 52),
        (["--langford", "1"], 0, 0),
        (["--subsets", "6"], 203, 203),
        (["--subsets", "10", "3"], 0, 0),
        (["--subsets", "9", "3"], 280, 280),
        (["--subsets", "9", "3", "--limit", "7"], 7, None),
        (["--subsets", "9", "3", "--limit", "1000"], 280, 280),
        (["--queens", "8", "--limit", "5", "--rows-per-part", "2"], 5, None),
        (["--sudoku", PUZZLE], 1, None),
        (["--sudoku", "55" + "." * 79], 0, None),
    ],
)
def test_ready_made_problems(arguments, number, published, listed: Listed) -> None:
    root, said = listed(*COVER, *arguments)
    assert total(said) == (number, published)
    assert len(rows_of(root)) == number


def test_a_limit_keeps_the_first_rows(listed: Listed) -> None:
    whole, _ = listed(*COVER, "--queens", "8")
    few, _ = listed(*COVER, "--queens", "8", "--limit", "11")
    assert rows_of(few) == rows_of(whole)[:11]


def test_a_sudoku_however_it_is_written(listed: Listed, here: Enumino) -> None:
    lines = "\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9))
    root, _ = listed(*COVER, "--sudoku", lines)
    (row,) = rows_of(root)
    assert sudoku_grid(sudoku_problem(PUZZLE), row["options"]) == SOLVED
    assert here("show", root).out.replace(" ", "").replace("\n", "") == SOLVED
    files = {
        "zeros": PUZZLE.replace(".", "0"),
        "lines": "\ufeff" + lines.replace(".", "0 ") + "\n",
        "boxes": _boxed(lines, "|", "------+-------+------"),
        "drawn": _boxed(lines, "│", "──────┼───────┼──────"),
    }
    for name, text in files.items():
        (root / name).write_text(text, encoding="utf-8")
        again = here(*COVER, "--sudoku", root / name, "--in-process", "--to", root)
        assert again.code == 0, again
    again = here(*COVER, "--sudoku", PUZZLE.replace(".", "0"), "--in-process", "--to", root)
    assert again.code == 0
    assert "already finished, nothing to do" in again.out
    assert (
        (root / "README.md").read_text(encoding="utf-8").split("\n")[0].endswith("a sudoku: 1 row")
    )


def _boxed(lines: str, upright: str, across: str) -> str:
    """A sudoku with lines between its boxes."""
    rows = [
        f" {upright} ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in lines.split()
    ]
    return f"\n{across}\n".join("\n".join(rows[i : i + 3]) for i in (0, 3, 6))


def test_boards_of_queens_are_drawn(listed: Listed, here: Enumino, tmp_path: Path) -> None:
    root, _ = listed(*COVER, "--queens", "6")
    shown = here("show", root, "--limit", "1").out.strip().split("\n")
    assert [line.count("Q") for line in shown] == [1] * 6
    assert here("show", root, "--svg", tmp_path / "queens.svg").code == 0
    ElementTree.parse(tmp_path / "queens.svg")


# Runs.


@pytest.mark.parametrize(
    "how", [["--threads", "1"], ["--threads", "2"]], ids=["one thread", "two threads"]
)
def test_parts_are_the_same_bytes_however_they_are_made(how, finished, here, tmp_path) -> None:
    arguments, root = finished
    done = here(*arguments, *how, "--quiet", "--to", tmp_path / "again")
    assert done.code == 0, done
    assert data_digest(tmp_path / "again") == data_digest(root)


def test_an_interrupted_run_goes_on(finished, here: Enumino, tmp_path: Path) -> None:
    arguments, root = finished
    copy = Path(shutil.copytree(root, tmp_path / "copy"))
    (copy / "manifest.json").unlink()
    for part in (1, 3):
        checkpoint(copy, part).unlink()
    for file in list((copy / "data").iterdir())[:1]:
        file.unlink()
    assert here("verify", copy).code == 4
    done = here(*arguments, "--in-process", "--quiet", "--to", copy)
    assert done.code == 0, done
    assert data_digest(copy) == data_digest(root)
    assert here("verify", copy, "--full").code == 0


def test_parts_hold_the_rows_of_the_whole(finished, here: Enumino, tmp_path: Path) -> None:
    arguments, root = finished
    at = arguments.index("--rows-per-part")
    whole = [*arguments[:at], *arguments[at + 2 :], "--in-process", "--quiet"]
    assert here(*whole, "--to", tmp_path / "whole").code == 0
    assert parts_done(tmp_path / "whole") == 1
    one, parts = rows_of(tmp_path / "whole"), rows_of(root)
    assert sorted(map(str, one)) == sorted(map(str, parts))
    verified = here("verify", root, "--full")
    assert verified.code == 0, verified


def test_another_problem_is_not_written_into_it(finished, here: Enumino) -> None:
    _, root = finished
    other = [*TILINGS, "2x2", "--pieces", "domino"]
    assert str(root) in sentence(here(*other, "--in-process", "--to", root), 1)


def test_the_parts_one_by_one(finished, here: Enumino, tmp_path: Path) -> None:
    arguments, root = finished
    copy = tmp_path / "parts"
    planned = here("plan", *arguments[1:], "--to", copy)
    assert planned.code == 0, planned
    last = parts_done(root) - 1
    for part in (f"1-{last}", "0"):
        assert here("run", copy, "--part", part, "--quiet").code == 0
    assert here("commit", copy).code == 0
    assert data_digest(copy) == data_digest(root)


@pytest.mark.parametrize("name", ["tilings", "cover"])
def test_queries_that_the_card_offers_run(name: str, listed: Listed, here: Enumino, capfd) -> None:
    arguments = command(name)[:-2]
    root, _ = listed(*arguments)
    offered = here("info", root, "--queries").out
    queries = offered.split("\n\n")
    assert len(queries) == 3
    for query in queries:
        exec(query, {})
    assert "none\n" not in capfd.readouterr().out
    card = (root / "README.md").read_text(encoding="utf-8")
    assert all(
        query.replace(f"{root}/", "").replace(str(root), ".").strip() in card for query in queries
    )


def test_counts_and_plans(here: Enumino) -> None:
    planned = here("plan", "tilings", "--region", "6x6", "--pieces", "domino", "--json")
    assert json.loads(planned.out)["expected"]["rows"] == 6728
    assert here("plan", "cover", "--queens", "8").code == 0
    assert "6,728" in here("count", "tilings", "--region", "6x6", "--pieces", "domino").out
    assert "14,200" in here("count", "cover", "--queens", "12").out


# Engines, rows and tables.


def test_a_named_engine_searches(here: Enumino, monkeypatch: pytest.MonkeyPatch) -> None:
    count = ["count", "tilings", "--region", "6x6", "--pieces", "domino", "--quiet"]
    expected = here(*count)

    def sweep(*_: object, **__: object) -> int:
        raise AssertionError("no search")

    monkeypatch.setattr("enumino.families.tilings.counts.count_by_profiles", sweep)
    for engine in ("cell-masks", "option-bitsets", "dancing-links"):
        assert here(*count, "--engine", engine) == expected
        said = sentence(here(*count, "--engine", engine, "--method", "profiles"), 2)
        assert "--method profiles counts without a search: leave out one of them" in said


def test_numbers_beyond_any_board(listed: Listed) -> None:
    _, said = listed(*TILINGS, "2x2", "--piece", "domino:0-99999999999999999999")
    assert total(said)[0] == 2


def test_a_tiling_is_what_the_row_says(listed: Listed) -> None:
    root, _ = listed(*TILINGS, "3x4", "--pieces", "L-tromino")
    dataset = enumino.open_dataset(root)
    shapes = _shapes(root)
    for row, tiling in zip(rows_of(root), dataset.objects(), strict=True):
        assert isinstance(tiling, Tiling)
        assert tiling.layout(shapes) == row["layout"]


@pytest.mark.parametrize("damage", ["removed", "reversed"])
def test_a_table_beside_the_rows_is_verified(damage: str, here: Enumino, listed: Listed) -> None:
    arguments = ["enumerate", "cover", "--queens", "6"]
    root, _ = listed(*arguments)
    table = root / "options.parquet"
    whole = table.read_bytes()
    table.unlink()
    if damage == "reversed":
        rows = pq.read_table(pa.BufferReader(whole))
        pq.write_table(rows.take(list(range(rows.num_rows))[::-1]), table)
    told = here("verify", root, "--repair")
    assert told.code == 3
    assert "✗ options.parquet: missing, or another table" in told.out
    assert here(*arguments, "--in-process", "--quiet", "--to", root).code == 0
    assert table.read_bytes() == whole
    assert here("verify", root).code == 0
