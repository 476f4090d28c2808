"""Queries by DuckDB with access to the rows of a dataset and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import pyarrow as pa

from enumino.datasets.queries.functions import define, functions_of, table_for
from enumino.datasets.queries.syntax import one_statement, read_only
from enumino.errors import DatasetError, EnuminoError, QueryError
from enumino.words import in_a_line, quoted

if TYPE_CHECKING:
    import duckdb
    import numpy.typing as npt

    from enumino.datasets.checks import Ask
    from enumino.datasets.reader import StoredDataset
    from enumino.datasets.rows import Derived

# Settings that keep a query from files, networks, extensions and environment variables.
SHUT = (
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
# Whatever is divided by 0 is null; DuckDB before 2 does not know the second one.
NULLS = ("SET ieee_floating_point_ops = false", "SET error_on_division_by_zero = false")
ANSWER_ROWS = 1 << 14  # of a batch of an answer
LONGEST_REASON = 600  # characters
# Errors of DuckDB that are of the query, whatever is in the files: these need not be read.
OF_A_QUERY = ("Binder", "Catalog", "Conversion", "OutOfRange", "Parser")
SIZES = ("cells", "nodes")  # parameters in which datasets that are queried together may differ
STORED = "stored_rows"
TABLES = (STORED, "rows", "counts", "options", "orientations")
# Seconds of each wait for DuckDB between checks for an interrupt.
PATIENCE = 0.1
Answer = TypeVar("Answer")
# Datasets by the names of their tables of rows.
Others = Mapping[str, "StoredDataset"]
NO_OTHERS: Others = MappingProxyType({})


def prepare(connection: Any, functions: Sequence[Derived], schema: pa.Schema) -> None:
    """Define the functions of rows on a connection, and let it divide by 0 without an error."""
    import duckdb

    define(connection, functions, schema)
    for setting in NULLS:
        with suppress(duckdb.CatalogException):
            connection.execute(setting)


def interruptible(connection: Any, call: Callable[[], Answer]) -> Answer:
    """Return the result of calls of DuckDB, made in a thread, so that Ctrl-C ends them.

    DuckDB hears no signal while it works, and turns one that it hears, such as while it reads the
    schema of a table, into an error of its own. So only this thread calls it, but to connect.
    """
    thread = ThreadPoolExecutor(1)
    try:
        asked = thread.submit(call)
        while not wait([asked], timeout=PATIENCE).done:
            pass  # an interrupt may not end a wait, but comes after it
        return asked.result()
    finally:
        idle = thread.submit(int)  # after an interrupt, work in progress ends first
        while not wait([idle], timeout=PATIENCE).done:
            connection.interrupt()
        thread.shutdown()


@contextmanager
def answers(
    datasets: Sequence[StoredDataset],
    query: str,
    others: Others = NO_OTHERS,
    *,
    files: bool = False,
) -> Iterator[pa.RecordBatchReader]:
    """Yield a reader of the answer to a query of one or several datasets, batch by batch.

    Several datasets are of one problem with different sizes, such as 1-15 and 16 cells. Only with
    `files` the query may read and write files, and reach networks, as DuckDB can.
    """
    import duckdb

    schema, opened = _common_schema(datasets), (*datasets, *others.values())
    functions = functions_of(datasets[0].row_kind, schema)
    with closing(duckdb.connect(":memory:")) as connection:

        def begun() -> pa.RecordBatchReader:
            prepare(connection, functions, schema)
            _add_tables(connection, datasets, query, others, functions, schema)
            if not files:
                paths = [path for each in opened if each.store.local for path in each.paths]
                allowed = [*paths, *map(_escaped, paths)]  # a pattern is a path of its own
                connection.execute("SET allowed_paths = $paths", {"paths": allowed})
                for setting in SHUT:
                    connection.execute(setting)
                read_only(connection, query)
            relation = _relation(connection, query)
            return relation.to_arrow_reader(ANSWER_ROWS)

        def ask(call: Callable[[], Answer]) -> Answer:
            with _naming_failures(opened, schema, functions):
                return interruptible(connection, call)

        def batches() -> Iterator[pa.RecordBatch]:
            while (batch := ask(partial(next, reader, None))) is not None:
                yield batch

        reader = ask(begun)
        yield pa.RecordBatchReader.from_batches(reader.schema, batches())


@contextmanager
def asking(
    dataset: StoredDataset, threads: int
) -> Iterator[tuple[Ask, Callable[[str], npt.NDArray[Any]]]]:
    """Yield functions that answer queries of the rows, and nothing else.

    One returns tuples; the other the only column, in an array.
    """
    import duckdb

    with closing(duckdb.connect(":memory:", config={"threads": threads})) as connection:

        def called(call: Callable[[], Answer]) -> Answer:
            with _naming_failures([dataset], dataset.schema):
                return interruptible(connection, call)

        def ask(query: str) -> list[tuple[Any, ...]]:
            return called(lambda: connection.execute(query).fetchall())

        def column(query: str) -> npt.NDArray[Any]:
            found = called(lambda: connection.execute(query).fetchnumpy())
            return np.asarray(*found.values())

        called(lambda: connection.register("rows", _rows(connection, dataset)))
        yield ask, column


def relation_of(
    dataset: StoredDataset, query: str, others: Others = NO_OTHERS
) -> duckdb.DuckDBPyRelation:
    """Return the answer to a query as DuckDB's own relation, which may also use files."""
    import duckdb

    schema, connection = dataset.schema, duckdb.connect(":memory:")
    functions = functions_of(dataset.row_kind, schema)

    def begun() -> duckdb.DuckDBPyRelation:
        prepare(connection, functions, schema)
        _add_tables(connection, [dataset], query, others, functions, schema)
        return _relation(connection, query)

    with _naming_failures((dataset, *others.values()), schema, functions):
        return interruptible(connection, begun)


def _common_schema(datasets: Sequence[StoredDataset]) -> pa.Schema:
    """Return the columns of datasets of one problem; a DatasetError if the problems differ.

    Sizes may differ, and with them the number of words of a mask.
    """
    first, widest = datasets[0], max(datasets, key=lambda each: len(each.schema.names)).schema
    words = first.row_kind.masked[1] if first.row_kind.masked else ()

    def alike(dataset: StoredDataset) -> tuple[dict[str, Any], list[pa.Field]]:
        problem = dataset.manifest.plan.problem
        fields = [field for field in dataset.schema if field.name not in words]
        return {name: v for name, v in problem.items() if name not in SIZES}, fields

    for other in datasets[1:]:
        if alike(other) != alike(first):
            raise DatasetError(
                f"{first.path} and {other.path} hold different problems, {first.manifest.title} "
                f"and {other.manifest.title}: query one with --with, as a table of its own."
            )
    return widest


def _add_tables(
    connection: Any,
    datasets: Sequence[StoredDataset],
    query: str,
    others: Others,
    functions: Sequence[Derived],
    schema: pa.Schema,
) -> None:
    """Give a connection the tables of datasets for a query.

    The rows are the table ``rows``, with the values that the query names as columns; ``counts`` has
    the totals; the tables that explain the rows have the names of their files. Words of masks that
    smaller sizes do not have are 0.
    """
    each = []
    for number, dataset in enumerate(datasets):
        name = f"{STORED} {number}"  # which no other dataset can have
        connection.register(name, _rows(connection, dataset))
        lacking = [word for word in schema.names if word not in dataset.schema.names]
        zeros = "".join(f', 0::UBIGINT AS "{word}"' for word in lacking)
        each.append(f'SELECT *{zeros} FROM "{name}"')
    connection.execute(f"CREATE VIEW {STORED} AS {' UNION ALL BY NAME '.join(each)}")
    connection.execute(f"CREATE VIEW rows AS FROM {table_for(query, STORED, functions)}")
    for name, other in others.items():
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name in TABLES:
            raise QueryError(
                f"Another dataset cannot be the table {quoted(name)}: take small letters, and none "
                f"of {', '.join(TABLES)}."
            )
        connection.register(name, _rows(connection, other))
    words = {*re.findall(r"\w+", query.lower())}
    if "counts" in words:
        counts = [dataset.counts for dataset in datasets]
        connection.register("counts", pa.concat_tables(counts, promote_options="permissive"))
    for file, table in datasets[0].row_kind.tables().items():
        if (name := file.removesuffix(".parquet")) in words:
            connection.register(name, table)


def _relation(connection: Any, query: str) -> duckdb.DuckDBPyRelation:
    """Return the relation of a query, which is one statement that returns rows."""
    one_statement(connection, query)
    relation: duckdb.DuckDBPyRelation | None = connection.sql(query)
    if relation is None:
        raise QueryError("The query returns no rows: write one that begins with SELECT or FROM.")
    return relation


def _rows(connection: Any, dataset: StoredDataset) -> Any:
    """Return the rows of a dataset as DuckDB reads them: files of a disk with little memory."""
    if paths := dataset.local_files():
        return connection.read_parquet(list(map(_escaped, paths)), hive_partitioning=False)
    return dataset.arrow()


def _escaped(path: str) -> str:
    """Return a pattern of DuckDB that matches this path only."""
    return re.sub(r"[*?\[]", r"[\g<0>]", path)


@contextmanager
def _naming_failures(
    datasets: Iterable[StoredDataset], schema: pa.Schema, functions: Sequence[Derived] = ()
) -> Iterator[None]:
    """Raise a QueryError for a query that fails, or a DatasetError if a file is damaged."""
    import duckdb

    try:
        yield
    except EnuminoError:
        raise
    except (duckdb.Error, OSError, RuntimeError, ValueError) as error:
        # A file that is gone may be a folder for DuckDB, which it must not list.
        kind = type(error).__name__
        if not kind.startswith(OF_A_QUERY):
            for each in datasets:
                present = each.manifest.is_whole(each.store)
                if not (present if kind.startswith("Permission") else each.is_readable()):
                    raise each.damage() from error
        reason = reason_of(error)
        if "disabled by configuration" in reason or "disabled through configuration" in reason:
            raise QueryError(
                f"{reason}: a query reads only its dataset, unless --files is given."
            ) from error
        calls = [each.call if each.asks else each.name for each in functions]
        also = f"; there are also {', '.join(calls)}" if calls else ""
        raise QueryError(
            f"{reason}: the table rows has the columns {', '.join(schema.names)}{also}."
        ) from error


def reason_of(error: object) -> str:
    """Return the first sentences of an error of DuckDB in one line."""
    text = str(error).partition("\n\n")[0].partition("\nLINE ")[0]
    return in_a_line("; ".join(map(str.strip, text.split("\n"))), LONGEST_REASON).rstrip(".!")
