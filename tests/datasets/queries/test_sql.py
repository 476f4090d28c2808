"""SQL: functions of cells, drawings and pieces; tables, answers and interrupts."""

import _thread
import csv
import io
import json
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets.queries.functions import functions_of
from enumino.datasets.queries.session import answers
from enumino.datasets.rows import Derived
from enumino.enum.problem import Problem
from enumino.errors import QueryError
from enumino.objects.piece import Piece
from enumino.objects.piece_lists import parse
from enumino.objects.piece_names import nouns_of
from tests.dataset_tools import (
    POLYFORMS,
    SMALL,
    Enumino,
    asked,
    interrupted,
    sentence,
    small_dataset,
)


def calls_of(dataset: enumino.Dataset) -> dict[str, Derived]:
    return {each.name: each for each in functions_of(dataset.row_kind, dataset.schema)}


def test_a_finished_call_is_not_interrupted(
    dataset: enumino.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine, threads start late; DuckDB would interrupt the next call instead."""
    monkeypatch.setattr("enumino.datasets.queries.session.PATIENCE", 0.0)
    for _ in range(20):
        assert asked(dataset, "select count(*) as n from rows") == [{"n": dataset.manifest.rows}]


@pytest.mark.slow
@pytest.mark.parametrize("family", SMALL | POLYFORMS)
def test_functions_of_every_family(family: str) -> None:
    dataset = enumino.open_dataset(small_dataset(family))
    calls = calls_of(dataset)
    drawn = [row["p"] for row in asked(dataset, f"select {calls['picture'].call} as p from rows")]
    for text, thing in zip(drawn, dataset, strict=True):
        if isinstance(thing, enumino.Polyform):
            assert text == str(thing)
            assert enumino.Polyform(text, thing.lattice) == thing
        else:
            assert text == dataset.row_kind.picture(thing)
    if dataset.row_kind.masked:
        cells = asked(dataset, f"select {calls['cells_of'].call} as c from rows")
        for row, thing in zip(cells, dataset, strict=True):
            if isinstance(thing, enumino.Polyform):
                assert [tuple(cell.values()) for cell in row["c"]] == list(thing.cells)


def test_datasets_of_other_sizes_are_queried_as_one(tmp_path: Path, here: Enumino) -> None:
    """Also where the masks of one have more words."""
    roots = [tmp_path / "to 8", tmp_path / "9"]
    for root, cells in zip(roots, (range(5, 9), 9), strict=True):
        problem = enumino.Polyplets(cells, symmetry="axis2,diag2,all")
        enumino.enumerate_to(root, problem, threads=1)
    small, large = (enumino.open_dataset(root) for root in roots)
    assert "mask_hi" in {*large.schema.names} - {*small.schema.names}
    query = "select cells, count(*) as n, sum(bit_count(mask) + bit_count(mask_hi)) as bits "
    query += "from rows group by all order by all"
    for order in (roots, roots[::-1]):
        told = here("sql", *order, query, "--json")
        assert told.code == 0
        sums = {row["cells"]: int(row["n"]) for row in json.loads(told.out)}
        published = [line for each in (small, large) for line in each.totals
                     if line.symmetry == "total"]  # fmt: skip
        assert sums == {line.labels["cells"]: line.count for line in published}
        assert all(int(r["bits"]) == r["cells"] * int(r["n"]) for r in json.loads(told.out))
        asked = "select count(*) as n from rows where picture(height, width, mask, mask_hi) = ''"
        assert json.loads(here("sql", *order, asked, "--json").out) == [{"n": "0"}]
        asked = "select sum(count) as n from counts where symmetry = 'total'"
        assert json.loads(here("sql", *order, asked, "--csv").out.split()[1]) == sum(sums.values())


def test_datasets_of_different_problems_are_not_queried_as_one(
    dataset: enumino.Dataset, tmp_path: Path, here: Enumino
) -> None:
    enumino.enumerate_to(tmp_path / "fixed", enumino.Polyominoes(7, "fixed"), threads=1)
    told = sentence(here("sql", dataset.path, tmp_path / "fixed", "from rows"), 1)
    assert "hold different problems" in told
    assert "--with" in told


def test_a_mistake_of_a_query_reads_no_rows(
    dataset: enumino.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(dataset), "is_readable", lambda _: pytest.fail("all rows are read"))
    mistakes = {
        "symmetry::int": "Could not convert string",
        "2147483647::int + cells": "Overflow in addition",
        "nothing": 'column "nothing" not found',
        "picture(1000000, 1000000, 9)": r"^The 2 cells fall into 2 parts",
    }
    for mistake, told in mistakes.items():
        with pytest.raises(QueryError, match=told):
            asked(dataset, f"select {mistake} from rows")


def test_a_function_of_null_is_null(dataset: enumino.Dataset) -> None:
    query = "select cells, picture(height, width, if(cells = 2, null, mask)) as p from rows"
    found = [(row["cells"], row["p"]) for row in asked(dataset, f"{query} where cells < 3")]
    assert found == [(1, "#"), (2, None)]
    for call in ("picture(null, width, mask)", "cells_of(height, null, mask)"):
        assert {*map(str, asked(dataset, f"select {call} as p from rows"))} == {"{'p': None}"}


COVERINGS: list[Problem] = [
    enumino.Tilings("3x4", "L-tromino, domino, monomino:0-1"),
    enumino.Tilings("3x3", [Piece("it's", enumino.Polyform("##")), *parse("monomino:1")]),
    enumino.Tilings("triangle 3", "triamond, moniamond:0-3", lattice="triangular"),
    enumino.Tilings("2x2x2", "tricubes, dicube:0-3", lattice="cubic"),
    enumino.Tilings("1x1", "disticks, monostick:0-2", lattice="stick"),
    enumino.Tatami("2x2..4x4", (0, 2)),
]


@pytest.mark.slow
@pytest.mark.parametrize("problem", COVERINGS, ids=lambda problem: problem.describe())
def test_conditions_ask_for_pieces_as_queries_do(problem: Problem, tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path / "d", problem, threads=1)
    dataset = enumino.open_dataset(tmp_path / "d")
    things = list(dataset)
    given = calls_of(dataset)["pieces_of"].call.partition("(")[2][:-1]
    cells = sorted({cell for thing in things for cell in thing.region.cells})
    outside = tuple(k + 9 for k in cells[-1])
    expected: dict[str, list[Any]] = {
        f"pieces_of({given})": [[(p.name, list(p.cells)) for p in t.pieces] for t in things],
        "used": [
            ", ".join(n if k == 1 else f"{n}:{k}" for n, k in sorted(own.items()))
            for own in (Counter(piece.name for piece in thing.pieces) for thing in things)
        ],
    }
    for name in sorted({piece.name for thing in things for piece in thing.pieces}):
        own = [[piece for piece in thing.pieces if piece.name == name] for thing in things]
        expected[f"uses({given}, {text(name)})"] = list(map(len, own))
        covered = [[cell for piece in pieces for cell in piece.cells] for pieces in own]
        expected[f"cells_of({given}, {text(name)})"] = covered
    for cell in [*cells[:: len(cells) // 3], outside]:
        owners = [thing.piece_at(cell) for thing in things]
        names = [piece.name if piece else "" for piece in owners]
        expected[f"piece_at({given}, {', '.join(map(str, cell))})"] = names
    for call, values in expected.items():
        found = [plain(row["found"]) for row in asked(dataset, f"select {call} as found from rows")]
        assert found == values, call
        if isinstance(values[0], str | int):
            condition = f"{call} = {text(str(values[0]))}"
            chosen = [t for t, value in zip(things, values, strict=True) if value == values[0]]
            assert list(dataset.objects(condition)) == chosen, condition


def plain(value: Any) -> Any:
    """Structures of DuckDB as tuples."""
    if isinstance(value, dict):
        return tuple(map(plain, value.values()))
    return list(map(plain, value)) if isinstance(value, list) else value


def text(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


@pytest.mark.parametrize(
    ("family", "cells"), [("polyominoes", 9), ("polycubes", 5), ("polysticks", 5)]
)
def test_names_are_those_of_the_lists_of_pieces(family: str, cells: int, tmp_path: Path) -> None:
    problem = getattr(enumino, family.capitalize())(range(1, cells + 1), "free")
    enumino.enumerate_to(tmp_path / "d", problem, threads=1)
    dataset = enumino.open_dataset(tmp_path / "d")
    lattice = dataset.row_kind.lattice
    for row, shape in zip(asked(dataset, "select name from rows"), dataset, strict=True):
        assert (row["name"] is None) == (len(shape) > len(nouns_of(lattice)))
        if row["name"] is not None:
            (piece,) = parse(row["name"], lattice)
            assert piece.shape.canonical() == shape.canonical()
    assert len(list(dataset.objects("name is null"))) == (1285 if cells == 9 else 0)


def test_tables_beside_the_rows(dataset: enumino.Dataset) -> None:
    assert asked(dataset, "select sum(count)::int as n from counts where symmetry = 'total'") == [
        {"n": len(dataset)}
    ]
    covers = enumino.open_dataset(small_dataset("cover"))  # whose rows have a column of that name
    chosen = "select unnest(options) as option from rows"
    texts = asked(covers, f"select text from options join ({chosen}) using (option)")
    assert "".join(row["text"] + "\n" for row in texts) == "p r x:A y\nq x:A\n"
    tilings = enumino.open_dataset(small_dataset("tilings"))
    assert asked(tilings, "select count(distinct letter) > 0 as some from orientations") == [
        {"some": True}
    ]
    assert dataset.sql("select max(picture(height, width, mask)) from rows where cells = 1") \
        .fetchall() == [("#",)]  # fmt: skip


def test_answers_in_every_form(dataset: enumino.Dataset, here: Enumino, tmp_path: Path) -> None:
    root = dataset.store.root
    query = "select cells, mask, cells_of(height, width, mask) as c, null as x from rows"
    rows = json.loads(here("sql", root, query, "--json").out)
    # As in the JSON of counts, what may outgrow doubles is text.
    assert rows == [{**row, "mask": str(row["mask"])} for row in asked(dataset, query)]
    table = list(csv.DictReader(io.StringIO(here("sql", root, query, "--csv").out)))
    assert [json.loads(row["c"]) for row in table] == [row["c"] for row in rows]
    file = tmp_path / "answer.parquet"
    assert here("sql", root, f"copy ({query}) to '{file}'", "--files").code == 0
    assert pq.read_table(file).drop("x").to_pylist() == [
        {"cells": row["cells"], "mask": int(row["mask"]), "c": row["c"]} for row in rows
    ]
    assert json.loads(here("sql", root, "from rows where cells = 99", "--json").out) == []
    numbers = "(2::hugeint ** 100)::hugeint as n, list({'m': mask} order by mask) as l, 0.5 as d"
    wide = f"select {numbers} from rows"
    (said,) = json.loads(here("sql", root, wide, "--json").out)
    masks = [{"m": mask} for mask in sorted((row["mask"] for row in rows), key=int)]
    assert said == {"n": str(2**100), "l": masks, "d": 0.5}
    drawn = "select picture(height, width, mask) as p from rows order by cells"
    done = here("sql", root, drawn, "--limit", "2")
    assert done.out == "p\n──\n#\n##\n"
    assert "the first 2 rows" in done.err


ENDLESS = "select sum(a.range * b.range) from range(10000000) a, range(10000000) b"


@pytest.mark.usefixtures("interrupts_heard")
@pytest.mark.parametrize("seconds", [0.001, 0.1])
def test_a_query_is_interrupted(seconds: float, dataset: enumino.Dataset) -> None:
    asked(dataset, "select 1 as n")  # which loads DuckDB
    with pytest.raises(KeyboardInterrupt), interrupted(seconds, _thread.interrupt_main):
        asked(dataset, ENDLESS)
    assert asked(dataset, "select 1 as n") == [{"n": 1}]


class Watched:
    """A connection that only `close` and `interrupt` are called on in the main thread."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def __getattr__(self, name: str) -> Any:
        in_main = threading.current_thread() is threading.main_thread()
        assert name in ("close", "interrupt") or not in_main, name
        return getattr(self.connection, name)


def test_an_interrupt_is_no_error_of_duckdb(
    dataset: enumino.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DuckDB makes one of it where it reads the schema of a table in the main thread."""
    connect = duckdb.connect
    monkeypatch.setattr(duckdb, "connect", lambda *at, **how: Watched(connect(*at, **how)))
    assert asked(dataset, "select 1 as n") == [{"n": 1}]
    assert dataset.sql("select 1").fetchall() == [(1,)]
    assert list(dataset.rows("cells = 1"))
    assert enumino.Polyominoes(5, only="tree").describe()
    assert enumino.verify(dataset.path, threads=1).ok


def test_what_the_reader_of_an_answer_raises_is_not_the_query_s_fault(
    dataset: enumino.Dataset,
) -> None:
    def read_a_little() -> None:
        with answers([dataset], "from range(100000)") as reader:
            next(iter(reader))
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        read_a_little()


def test_one_statement_is_asked(dataset: enumino.Dataset) -> None:
    for ask in (dataset.sql, lambda query: asked(dataset, query)):
        with pytest.raises(QueryError, match="There are 2 statements"):
            ask("select 1; select 2")
        with pytest.raises(QueryError, match="There are 0 statements"):
            ask("")
        with pytest.raises(QueryError, match="the table rows has the columns"):
            ask("select")


def test_json_is_json(here: Enumino, dataset: enumino.Dataset) -> None:
    root = dataset.store.root
    odd = "select 'nan'::double as n, [1.5, 'inf'::double] as m"
    assert json.loads(here("sql", root, odd, "--json").out) == [{"n": None, "m": [1.5, None]}]
    twice = sentence(here("sql", root, "select 1 as a, 2 as a", "--json"), 2)
    assert "2 columns have the name 'a'" in twice
    assert here("sql", root, "select 1 as a, 2 as a", "--csv").out == "a,a\n1,2\n"


def test_a_limit_that_is_named_holds_in_every_form(here: Enumino, dataset: enumino.Dataset) -> None:
    ask = ("sql", dataset.store.root, "select i from range(9000) as t(i) order by i")
    assert len(json.loads(here(*ask, "--json").out)) == 9000
    for number in (1, 2, 5000):
        limit = ("--limit", str(number))
        assert json.loads(here(*ask, *limit, "--json").out)[-1] == {"i": str(number - 1)}
        assert here(*ask, *limit, "--csv").out.split()[1:] == [*map(str, range(number))]
    assert len(here(*ask).out.splitlines()) == 102
