"""Subgraphs at the command line: listed as counted, divided and resumed, refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.dataset_tools import Enumino

PETERSEN = str(Path(__file__).parents[3] / "examples" / "petersen.csv")


def counted(here: Enumino, *options: str) -> dict[tuple[int, int | None], int]:
    outcome = here("count", "subgraphs", "--graph", PETERSEN, *options, "--json", "--quiet")
    rows = json.loads(outcome.out)["rows"]
    return {(row["nodes"], row.get("edges")): int(row["count"]) for row in rows}


def test_rows_are_as_many_as_counted(here: Enumino, tmp_path: Path) -> None:
    for number, options in enumerate([("1-10",), ("1-6", "--by", "edges"), ("5", "--limit", "7")]):
        root = str(tmp_path / str(number))
        problem = ("subgraphs", "--graph", PETERSEN, "--nodes", *options)
        assert here("enumerate", *problem, "--to", root, "--quiet").code == 0
        for verb in ("verify", "show", "info"):
            assert here(verb, root).code == 0, verb
        rows = json.loads(here("sql", root, "select count(*) as n from rows", "--json").out)
        if "--limit" not in options:
            totals = counted(here, "--nodes", *options)
            whole = sum(n for (_, edges), n in totals.items() if edges is None)
            assert rows[0]["n"] == whole
        else:
            assert rows[0]["n"] == 7
    names = here("sql", str(tmp_path / "0"), "select count(*) as n from names", "--json")
    assert json.loads(names.out) == [{"n": 10}]


def test_parts_make_the_same_rows(here: Enumino, tmp_path: Path) -> None:
    problem = ("subgraphs", "--graph", PETERSEN, "--nodes", "1-8", "--rows-per-part", "50")
    for name in ("one", "two"):
        assert here("plan", *problem, "--to", tmp_path / name, "--quiet").code == 0
    assert here("run", tmp_path / "one", "--share", "1/1", "--quiet").code == 0
    for share in ("1/3", "2/3", "3/3"):
        assert here("run", tmp_path / "two", "--share", share, "--quiet").code == 0
    for name in ("one", "two"):
        assert here("commit", tmp_path / name).code == 0
    one, two = (sorted((tmp_path / name / "data").iterdir()) for name in ("one", "two"))
    assert len(one) > 3
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in two]
    assert here("verify", tmp_path / "two").code == 0


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("a,b,c", ("--nodes", "2"), "Line 1 has 3 names"),
        ("a,b", ("--nodes", "0-2"), "Subgraphs of 0-2 nodes are out of reach"),
        ("a,b", ("--nodes", "2", "--limit", "0"), "A limit of 0 leaves no subgraph"),
        ("a,b", ("--nodes", "2-x"), "is not a number or a range"),
        ("a,b", ("--nodes", "2", "--by", "nodes"), "'nodes' is not"),
        ('{"directed": true, "nodes": []}', ("--nodes", "2"), "The graph is directed"),
    ],
)
def test_bad_input_is_a_sentence(
    here: Enumino, tmp_path: Path, text: str, options: tuple[str, ...], message: str
) -> None:
    (tmp_path / "graph").write_text(text)
    for verb in ("plan", "enumerate") if "--limit" in options else ("count", "plan", "enumerate"):
        to = () if verb != "enumerate" else ("--to", str(tmp_path / "d"))
        outcome = here(verb, "subgraphs", "--graph", tmp_path / "graph", *options, *to)
        assert outcome.code == 2
        assert message in outcome.err
        assert "Traceback" not in outcome.err
