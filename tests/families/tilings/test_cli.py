"""Tilings on the command line: regions, pieces, engines and pictures."""

import json
import shutil
from pathlib import Path

import pytest

from enumino.cli.count import ANSWERS
from tests.dataset_tools import Enumino, Listed, total

TILINGS = ["enumerate", "tilings", "--region"]


@pytest.mark.parametrize(
    ("region", "pieces", "sentence"),
    [
        ("5x6", "P:1, U:1, V:1, L:1, Y:1", "25 cells of pieces, 30 cells of the region: mark"),
        ("##/##", "P:1", "5 cells of pieces, 4 cells of the region: draw a larger"),
        ("3x3", "domino", "no choice of the pieces has 9 cells, as many as the region: mark"),
        ("1x2..1x3", "domino", ""),
        ("2x2", "L-tromino, monomino", ""),
    ],
)
def test_areas_that_cannot_add_up_are_named(
    region: str, pieces: str, sentence: str, here: Enumino
) -> None:
    ran = here("count", "tilings", "--region", region, "--pieces", pieces, "--quiet")
    assert ran.code == 0
    assert sentence in ran.err
    assert bool(ran.err) == bool(sentence)


def test_drawings_of_regions_and_pieces(listed: Listed, here: Enumino, tmp_path: Path) -> None:
    region, pieces = tmp_path / "region.txt", tmp_path / "pieces.txt"
    region.write_text("##.\n###\n.##\n", encoding="utf-8")
    pieces.write_text("XX\nX.\n\n#\n\nI-tromino:0-1\n", encoding="utf-8")
    root, said = listed(*TILINGS, region, "--pieces", pieces)
    names = [piece["name"] for piece in said["problem"]["pieces"]]
    assert names == ["piece 1", "piece 2", "I-tromino"]
    assert total(said)[0] > 0
    assert here("show", root, "--limit", "1").code == 0
    assert "tilings of region.txt by" in here("info", root).out


@pytest.mark.parametrize(
    "arguments",
    [[*TILINGS, "4x9", "--pieces", "L-tromino, I-tromino"], ["enumerate", "cover", "queens", "9"]],
    ids=["tilings", "cover"],
)
def test_queries_that_the_card_offers_run(
    arguments: list[str], listed: Listed, here: Enumino, capfd
) -> None:
    def offered(root: Path) -> list[str]:
        return here("info", root).out.partition("Ready to paste:\n\n")[2].split("\n\n")

    root, _ = listed(*arguments)
    card = (root / "README.md").read_text(encoding="utf-8")
    for query in offered(root):
        assert query.replace(f"{root}/", "").replace(str(root), ".").strip() in card
    queries = offered(root.rename(root.with_name("[d]ataset*")))  # names are no patterns
    assert len(queries) == 3
    for query in queries:
        exec(query, {})
    assert "none\n" not in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["tilings", "--region", "4x5", "--pieces", "tetrominoes", "--each-once"], "no solution"),
        (["tilings", "--region", "2x2", "--pieces", "domino"], "at least two solutions"),
        (
            ["tilings", "--region", "2x2", "--pieces", "domino", "--up-to-symmetry"],
            "exactly one solution up to symmetry",
        ),
        (
            ["tilings", "--lattice", "cubic", "--region", "1x1x2", "--pieces", "dicube"],
            "exactly one solution",
        ),
        (["cover", "sudoku", f"12{'.' * 79}"], "at least two solutions"),
        (["tatami", "--room", "2x2", "--up-to-symmetry"], "exactly one solution up to symmetry"),
    ],
)
def test_is_there_one_solution(arguments, answer: str, here: Enumino) -> None:
    told = here("count", *arguments, "--unique")
    assert (told.code, told.out) == (0, f"{answer}\n")
    read = json.loads(here("count", *arguments, "--unique", "--json").out)
    assert read["answer"] == answer
    assert answer.startswith(ANSWERS[read["solutions"]])
    assert read["problem"]["family"] == arguments[0]


BOARDS = "bar:\n#####\n#####\n\ncorner:\n##.\n###\n\nopen:\n+##\n###\n"


def test_several_regions_are_counted_as_each_alone(here: Enumino, tmp_path: Path) -> None:
    (tmp_path / "boards").write_text(BOARDS)
    for asked in (
        ["--pieces", "domino, monomino", "--by", "uses(monomino)"],
        ["--pieces", "L-tromino, monomino", "--by", "uses(L-tromino)"],
        ["--pieces", "domino"],
    ):
        for several, alone in (
            (tmp_path / "boards", ["2x5", "##./###", "+##/###"]),
            ("2x3..3x4", ["2x3", "2x4", "3x3", "3x4"]),
        ):
            to = tmp_path / "counts"
            whole = ["count", "tilings", "--region", several, *asked, "--csv", "--to", to]
            assert here(*whole, "--share", "2/3").code == 0
            told, again = here(*whole), here(*whole)
            each = [here("count", "tilings", "--region", one, *asked, "--csv") for one in alone]
            numbers = [line.split(",", 1)[1] for done in each for line in done.out.splitlines()[1:]]
            assert [line.split(",", 1)[1] for line in told.out.splitlines()[1:]] == numbers
            assert again.out == told.out
            shutil.rmtree(to)


def test_several_regions_are_decided_one_by_one(here: Enumino, tmp_path: Path) -> None:
    (tmp_path / "boards").write_text(BOARDS)
    asked = ["count", "tilings", "--region", tmp_path / "boards", "--pieces", "domino", "--unique"]
    assert [line.split(": ")[1] for line in here(*asked).out.splitlines()] == [
        "at least two solutions", "no solution", "at least two solutions",
    ]  # fmt: skip
    assert [each["solutions"] for each in json.loads(here(*asked, "--json").out)] == [2, 0, 2]


def test_numbers_of_regions_are_a_sequence_or_an_array(here: Enumino) -> None:
    asked = ["count", "tilings", "--pieces", "domino", "--bfile", "-", "--region"]
    assert here(*asked, "2x2..2x5").out == "2 2\n3 3\n4 5\n5 8\n"
    assert here(*asked, "square 1..4").out == "1 0\n2 2\n3 0\n4 36\n"
    assert here(*asked, "aztec 1..3").out == "1 2\n2 8\n3 64\n"  # 2^(n(n + 1)/2)
    head = "# T(n, k) by antidiagonals: region nxk from 1x1\n"
    assert here(*asked, "1x1..3x3").out == head + "1 0\n2 1\n3 1\n4 0\n5 2\n6 0\n"
    each = here("count", "cover", "queens", "4-8", "--bfile", "-").out
    assert each == "4 2\n5 10\n6 4\n7 40\n8 92\n"
    asked = ["count", "tatami", "--room", "3x3..3x4", "--monomers", "any", "--by", "monomers"]
    terms = [line.split()[1] for line in here(*asked, "--bfile", "-").out.splitlines()[1:]]
    assert terms == ["0", "10", "0", "12", "4", "0", "27", "0", "13"]
