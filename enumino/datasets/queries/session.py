"""DuckDB queries with access to nothing but the rows of datasets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from glob import escape
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import pyarrow as pa

from enumino.datasets.queries.functions import functions_of, prepare, table_for
from enumino.datasets.queries.syntax import one_statement, read_only
from enumino.errors import DatasetError, EnuminoError, QueryError
from enumino.words import in_a_line, quoted

if TYPE_CHECKING:
    import duckdb

    from enumino.datasets.reader import StoredDataset
    from enumino.datasets.rows import Derived

# Settings that deny a query files, networks, extensions and environment variables.
SHUT = """
    SET python_enable_replacements = false;
    SET enable_external_access = false;
    SET lock_configuration = true;
"""
ANSWER_ROWS = 1 << 14  # rows per batch of an answer
LONGEST_REASON = 600  # characters
# Errors of DuckDB that a query causes whatever the files contain, so that no file is read.
OF_A_QUERY = ("Binder", "Catalog", "Conversion", "OutOfRange", "Parser")
OF_A_FUNCTION = "occurred while executing the UDF: "  # precedes the type of an error and the error
SIZES = ("cells", "nodes")  # parameters that may differ in datasets queried as one
STORED = "stored_rows"
TABLES = (STORED, "rows", "counts", "options", "orientations")
# Seconds between checks for an interrupt while DuckDB works.
PATIENCE = 0.1
Answer = TypeVar("Answer")
Others = Mapping[str, "StoredDataset"]  # by the names of tables with their rows


def interruptible(connection: Any, call: Callable[[], Answer]) -> Answer:
    """Return the result of calls of DuckDB, made in another thread so that Ctrl-C ends them.

    In the main thread, DuckDB would ignore signals while it works, and convert a signal into an
    error of its own while it reads the schema of a table.
    """
    thread, asked = ThreadPoolExecutor(1), None
    try:
        asked = thread.submit(call)
        while not wait([asked], timeout=PATIENCE).done:
            pass  # some waits are not interruptible, but an interrupt is raised after them
        return asked.result()
    finally:
        # DuckDB would apply an interrupt of a finished call to the next one.
        if asked is None or not asked.done():
            idle = thread.submit(int)  # starts when the interrupted call has ended
            while not wait([idle], timeout=PATIENCE).done:
                connection.interrupt()
        thread.shutdown()


@dataclass(frozen=True)
class _Session:
    """A connection of DuckDB to the rows of datasets, which are queried as one."""

    connection: Any
    datasets: Sequence[StoredDataset]
    others: Others = field(default_factory=dict)

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns of the datasets. Raises a DatasetError if their problems differ."""
        first = self.datasets[0]
        words = first.row_kind.masked[1] if first.row_kind.masked else ()

        def alike(dataset: StoredDataset) -> tuple[dict[str, Any], list[pa.Field]]:
            problem = dataset.manifest.plan.problem
            fields = [each for each in dataset.schema if each.name not in words]
            return {name: v for name, v in problem.items() if name not in SIZES}, fields

        for other in self.datasets[1:]:
            if alike(other) != alike(first):
                raise DatasetError(
                    f"{first.path} and {other.path} hold different problems, "
                    f"{first.manifest.title} and {other.manifest.title}: query one with --with, as "
                    "a table of its own."
                )
        return max((each.schema for each in self.datasets), key=lambda each: len(each.names))

    def relation(self, query: str, *, files: bool) -> duckdb.DuckDBPyRelation:
        """Return the relation of a query. Raises a QueryError unless one statement returns rows."""
        connection = self.connection
        functions = functions_of(self.datasets[0].row_kind, self.schema)
        prepare(connection, functions, self.schema)
        self._add_tables(query, functions)
        if files:
            one_statement(connection, query)
        else:
            opened = (*self.datasets, *self.others.values())
            paths = [path for each in opened if each.store.local for path in each.paths]
            # DuckDB compares patterns, too, with the paths that it allows.
            allowed = [*paths, *map(escape, paths)]
            connection.execute("SET allowed_paths = $paths", {"paths": allowed})
            buckets = [f"{name}://" for name in connection.list_filesystems()]
            connection.execute("SET allowed_directories = $buckets", {"buckets": buckets})
            connection.execute(SHUT)
            read_only(connection, query)
        relation: duckdb.DuckDBPyRelation | None = connection.sql(query)
        if relation is None:
            raise QueryError("The query returns no rows: begin it with SELECT or FROM.")
        return relation

    def _add_tables(self, query: str, functions: Sequence[Derived]) -> None:
        """Add the tables for a query to the connection."""
        connection, each = self.connection, []
        for number, dataset in enumerate(self.datasets):
            self.add_rows(name := f"{STORED} {number}", dataset)  # not a name for another dataset
            missing = [word for word in self.schema.names if word not in dataset.schema.names]
            zeros = "".join(f', 0::UBIGINT AS "{word}"' for word in missing)
            each.append(f'SELECT *{zeros} FROM "{name}"')
        connection.execute(f"CREATE VIEW {STORED} AS {' UNION ALL BY NAME '.join(each)}")
        connection.execute(f"CREATE VIEW rows AS FROM {table_for(query, STORED, functions)}")
        for name, other in self.others.items():
            if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name in TABLES:
                raise QueryError(
                    f"Another dataset cannot be the table {quoted(name)}: choose a name in small "
                    f"letters, except {', '.join(TABLES)}."
                )
            self.add_rows(name, other)
        words = {*re.findall(r"\w+", query.lower())}
        if "counts" in words:
            counts = [dataset.counts for dataset in self.datasets]
            connection.register("counts", pa.concat_tables(counts, promote_options="permissive"))
        for file, table in self.datasets[0].row_kind.tables().items():
            if (name := file.removesuffix(".parquet")) in words:
                connection.register(name, table)

    def add_rows(self, name: str, dataset: StoredDataset) -> None:
        """Add the rows of a dataset as a table; DuckDB reads files with little memory."""
        import duckdb

        connection, rows = self.connection, dataset.schema.empty_table()
        dataset.check_columns()
        if sizes := {file["name"]: file["bytes"] for file in dataset.manifest.files}:
            connection.execute("SET parquet_metadata_cache = true")  # read footers once
            # A shell of Python would show a bar; a notebook without ipywidgets has none, and
            # refuses this.
            with suppress(duckdb.InvalidInputException):
                connection.execute("SET enable_progress_bar = false")
            patterns = dataset.store.duckdb_patterns(connection, sizes)
            rows = connection.read_parquet(patterns, hive_partitioning=False)
        connection.register(name, rows)

    def asked(self, call: Callable[[], Answer]) -> Answer:
        """Return the result of a call of DuckDB, which may fail because of the query or a file."""
        import duckdb

        try:
            return interruptible(self.connection, call)
        except EnuminoError:
            raise
        except (duckdb.Error, OSError, RuntimeError, ValueError) as error:
            # DuckDB takes a missing file for a folder, which it is not permitted to list.
            kind = type(error).__name__
            if not kind.startswith(OF_A_QUERY) and OF_A_FUNCTION not in str(error):
                for each in (*self.datasets, *self.others.values()):
                    present = each.manifest.is_whole(each.store)
                    if not (present if kind.startswith("Permission") else each.is_readable()):
                        raise each.damage() from error
            reason = reason_of(error)
            if "disabled by configuration" in reason or "disabled through configuration" in reason:
                raise QueryError(
                    f"{reason}: a query reads only its dataset, unless --files is given."
                ) from error
            functions = functions_of(self.datasets[0].row_kind, self.schema)
            calls = [each.call if each.asks else each.name for each in functions]
            raise QueryError(
                f"{reason}: the table rows has the columns {', '.join(self.schema.names)}; there "
                f"are also {', '.join(calls)}."
            ) from error


@contextmanager
def answers(
    datasets: Sequence[StoredDataset],
    query: str,
    others: Others = MappingProxyType({}),
    *,
    files: bool = False,
    in_file_order: bool = False,
) -> Iterator[pa.RecordBatchReader]:
    """Yield a reader of the answer to a query, which has more access only if `files` is true."""
    import duckdb

    # Several threads may change the order of rows, for example by a condition with a long list.
    config: dict[str, Any] = {"threads": 1} if in_file_order else {}
    with (
        # DuckDB lets a query access the folder of temporary files, by default .tmp in this one.
        TemporaryDirectory(prefix="enumino-", ignore_cleanup_errors=True) as spilled,
        closing(
            duckdb.connect(":memory:", config=config | {"temp_directory": spilled})
        ) as connection,
    ):
        session = _Session(connection, datasets, others)
        reader = session.asked(
            lambda: session.relation(query, files=files).to_arrow_reader(ANSWER_ROWS)
        )

        def batches() -> Iterator[pa.RecordBatch]:
            while (batch := session.asked(partial(next, reader, None))) is not None:
                yield batch

        yield pa.RecordBatchReader.from_batches(reader.schema, batches())


@contextmanager
def asking(dataset: StoredDataset, threads: int) -> Iterator[Callable[..., Any]]:
    """Yield a function that answers queries of the rows, by default with a list of tuples."""
    import duckdb

    with closing(duckdb.connect(":memory:", config={"threads": threads})) as connection:
        session = _Session(connection, [dataset])

        def ask(query: str, fetch: str = "fetchall") -> Any:
            return session.asked(lambda: getattr(connection.execute(query), fetch)())

        session.asked(lambda: session.add_rows("rows", dataset))
        yield ask


def relation_of(dataset: StoredDataset, query: str, others: Others) -> duckdb.DuckDBPyRelation:
    """Return the answer to a query, which may also use files, as a DuckDB relation."""
    import duckdb

    session = _Session(duckdb.connect(":memory:"), [dataset], others)
    return session.asked(lambda: session.relation(query, files=True))


def reason_of(error: object) -> str:
    """Return the first sentences of an error of DuckDB in one line."""
    text = str(error).partition("\n\n")[0].partition("\nLINE ")[0]
    text = text.partition(OF_A_FUNCTION)[2].partition(": ")[2] or text
    return in_a_line("; ".join(map(str.strip, text.split("\n"))), LONGEST_REASON).rstrip(".!")
