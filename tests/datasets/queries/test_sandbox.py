"""The sandbox of queries: no statement writes, reads another file, or changes a setting."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import enumino
from enumino.errors import QueryError
from tests.dataset_tools import Enumino, asked, sentence

COPY = "copy (select 1 as x) to '{}' (format parquet, use_tmp_file {})"
WITHIN = [  # statements around another one
    "{}",
    " ; {} ;",
    "select 1; {}",
    "explain analyze {}",
    "prepare p as {}",
    "with w as ({}) select * from w",
    "with w as materialized ({}) select 1",
    "from (with w as ({}) from w)",
    "select exists (with w as ({}) from w) from rows",
    "with recursive r as (select 1 union all (with w as ({}) select 2)) from r",
    "select 1 union all (with w as ({}) select 2)",
    "create table t as (with w as ({}) from w)",
    "create macro f() as table (with w as ({}) from w)",
    "describe (with w as ({}) from w)",
]
OTHERS = [
    "copy rows to '{}'",
    "copy stored_rows_0 from '{}'",
    "export database '{}'",
    "import database '{}'",
    "attach '{}' as other",
    "install httpfs",
    "load '{}'",
    "set enable_external_access = true",
    "set allowed_paths = ['/']",
    "reset lock_configuration",
    "pragma database_list",
    "pragma enable_profiling",
    "set profiling_output = '{}'",
    "call enable_logging(storage = 'file', storage_config = {{'path': '{}'}})",
    "from enable_logging(storage = 'file', storage_config = {{'path': '{}'}})",
    "from query('copy rows to ''{}''')",
    "from json_execute_serialized_sql(json_serialize_sql('from rows'))",
    "from create_external_resource('{}')",
    "from arrow_scan(1::pointer, 1::pointer, 1::pointer)",
    "from checkpoint()",
    "from read_csv('/etc/passwd')",
    "from read_text('/etc/passwd')",
    "from glob('/etc/*')",
    "from read_parquet('{}')",
    "from '/etc/passwd'",
    "from 'https://example.org/x.parquet'",
    "from '.tmp/x.csv'",
    "select json_serialize_plan('export database ''.tmp/made'' ')",
    "insert into rows values (1)",
    "with w as (insert into rows values (1) returning *) from w",
    "with w as (delete from rows returning *) from w",
    "delete from rows",
    "drop view rows",
    "create secret (type s3)",
    "comment on view rows is '{}'",
    "pivot rows on symmetry using count(*)",
]


def hostile(file: str) -> Iterator[str]:
    """Statements that would write to a file, read others, or change settings."""
    for temporary in ("true", "false"):
        yield from (each.format(COPY.format(file, temporary)) for each in WITHIN)
    yield from (each.format(file) for each in OTHERS)


def as_condition(dataset: enumino.Dataset, statement: str) -> None:
    list(dataset.rows(f"exists ({statement})"))


def as_problem(_: enumino.Dataset, statement: str) -> None:
    enumino.Polyominoes(5, only=f"exists ({statement})")


@pytest.mark.parametrize("ask", [asked, as_condition, as_problem])
def test_no_query_writes_or_reaches_anything_else(
    ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of the dataset, which are read, and other files."""
    monkeypatch.chdir(tmp_path)
    enumino.enumerate_to(tmp_path / "d", enumino.Polyominoes(5), threads=1)
    dataset = enumino.open_dataset(tmp_path / "d")
    files = [*dataset.paths, *(["new.parquet"] if ask is asked else [])]
    (tmp_path / ".tmp").mkdir()  # DuckDB has its temporary files there
    (tmp_path / ".tmp/x.csv").write_text("a\n1\n")

    def held() -> dict[Path, bytes]:
        paths = tmp_path.rglob("*")
        return {path: path.read_bytes() if path.is_file() else b"" for path in paths}

    before = held()
    for statement in dict.fromkeys(chain.from_iterable(map(hostile, files))):
        with pytest.raises(QueryError):
            ask(dataset, statement)
        assert held() == before, statement


def test_queries_that_only_read_are_answered(dataset: enumino.Dataset) -> None:
    for query in (
        "with w as (select * from rows) from w",
        "with recursive r(k) as (select 1 union all select k + 1 from r where k < 3) from r",
        "describe rows",
        "summarize rows",
        "from range(3) union all values (5)",
        "from (pivot rows on symmetry in ('all', 'none') using count(*))",
        "select unnest(cells_of(height, width, mask)), 'copy' as \"COPY_QUERY_NODE\" from rows;",
        "select list_transform([1, 2], lambda k: k + 1), (select max(cells) from rows)",
    ):
        assert asked(dataset, query), query


def test_variables_of_the_process_are_not_reached(dataset: enumino.Dataset) -> None:
    frame = dataset.arrow().to_table()
    assert frame.num_rows
    with pytest.raises(QueryError, match="frame does not exist"):
        asked(dataset, "select * from frame")


def test_files_are_reached_when_asked(
    dataset: enumino.Dataset, tmp_path: Path, here: Enumino
) -> None:
    (tmp_path / "x.csv").write_text("a\n1\n2\n")
    query = f"select sum(a) as s from '{tmp_path / 'x.csv'}'"
    assert here("sql", dataset.store.root, query, "--csv", "--files").out == "s\n3\n"
    for refused, reason in (
        (query, "unless --files is given"),
        ("select colour from rows", "the table rows has the columns cells, height"),
    ):
        assert reason in sentence(here("sql", dataset.store.root, refused), 2)
    sentence(here("sql", dataset.store.root, "from rows", "--to", "answer.txt"), 2)
