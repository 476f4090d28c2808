"""Conditions on rows in DuckDB's SQL, without access to files, networks and settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyarrow as pa

from enumino.arrays import Flags
from enumino.datasets.checks import Fault, first_faults
from enumino.datasets.queries.functions import functions_of, prepare, table_for
from enumino.datasets.queries.session import SHUT, Answer, answers, interruptible, reason_of
from enumino.datasets.queries.syntax import (
    CALLS,
    Node,
    calls_beyond,
    columns_of,
    compared_with,
    read_only,
)
from enumino.errors import QueryError
from enumino.registry import family_of
from enumino.schema import SIGNED, arrow_schema, arrow_type
from enumino.words import quoted

if TYPE_CHECKING:
    import duckdb

    from enumino.datasets.reader import StoredDataset
    from enumino.datasets.rows import Rows


class Condition:
    """A condition on rows: SQL that is true or false for a row.

    A problem may be anyone's: unless the user is `asking`, SQL that does more than compare and
    calculate with values of the row, in little time and memory, raises a QueryError.
    """

    def __init__(
        self, row_kind: Rows, schema: pa.Schema, text: str, *, asking: bool = False
    ) -> None:
        import duckdb

        self._asking, self._failures = asking, (duckdb.Error, ValueError)
        self.text, self._schema = text, signed(schema)
        self._functions = functions_of(row_kind, self._schema)
        self._connection = duckdb.connect(":memory:", config={"threads": 1, "temp_directory": ""})
        self._table = table_for(text, "batch", self._functions)
        self._nodes = self._tried(self._read)
        if not self._asking:
            self._refuse_others(self._nodes)
        kind = self._tried(self._type)
        classes = row_kind.lattice.class_names
        for name in compared_with(self._nodes, "symmetry"):
            if name not in classes:
                raise QueryError(
                    f"No row can have the symmetry {quoted(name)}: choose from "
                    f"{', '.join(classes)}."
                )
        if kind not in ("BOOLEAN", '"NULL"'):
            raise self._not_read(f"it is {kind.lower()}, and neither true nor false")

    def _tried(self, read: Callable[[], Answer]) -> Answer:
        """Return the result of a function that reads the condition."""
        try:
            return interruptible(self._connection, read)
        except self._failures as error:
            raise self._not_read(error) from error

    def _read(self) -> list[Node]:
        """Return the nodes of the condition's syntax tree."""
        prepare(self._connection, self._functions, self._schema)
        self._connection.execute(SHUT)
        self._connection.register("batch", pa.Table.from_batches([], self._schema))
        # Without parentheses, since "a) or (b" would close them.
        return read_only(self._connection, f"SELECT {self.text}\n")

    def _type(self) -> str:
        """Return the type of the condition's values."""
        # The line break ends a comment of the condition.
        (kind,) = map(str, self._asked(f"({self.text}\n)").types)
        self._asked("1", f"WHERE ({self.text}\n)").fetchall()
        return kind

    def _asked(self, column: str, where: str = "") -> duckdb.DuckDBPyRelation:
        return self._connection.sql(f"SELECT {column} FROM {self._table} AS rows {where}")

    def _refuse_others(self, nodes: Sequence[Node]) -> None:
        """Raise a QueryError unless a condition compares and calculates with values of the row."""
        ours = {each.name for each in self._functions}
        if unknown := columns_of(nodes) - ours - {*self._schema.names, "rows"}:
            raise self._no_column(min(unknown))  # such as current_date, which changes
        if others := calls_beyond(nodes) - ours:
            raise QueryError(
                f"The condition of a problem cannot use {quoted(min(others))}: compare and "
                f"calculate with columns, and call only {', '.join(CALLS)}; or choose such rows of "
                "a dataset with --where."
            )

    def chosen(self, rows: pa.RecordBatch | pa.Table) -> Flags:
        """Return whether each row meets the condition."""
        given = pa.table(rows.select(self._schema.names)).cast(self._schema)

        def found() -> Flags:
            self._connection.register("batch", given)
            answer = self._asked(f"coalesce(({self.text}\n), false) AS met").fetchnumpy()
            return np.asarray(answer["met"], bool)

        try:
            return interruptible(self._connection, found)
        except self._failures as error:
            raise QueryError(
                f"The condition {quoted(self.text)} cannot be computed for every row "
                f"({reason_of(error)}): rewrite it, or exclude such rows."
            ) from error

    def _no_column(self, name: str) -> QueryError:
        return QueryError(
            f"There is no column {quoted(name)}: choose from {', '.join(self._schema.names)} (and "
            "put text in 'single quotes')."
        )

    def _not_read(self, error: object) -> QueryError:
        reason, names = reason_of(error), ", ".join(self._schema.names)
        if found := re.search(r'Referenced (?:column|table) "(.*?)" not found', reason):
            return self._no_column(found[1])
        numbers = [each.name for each in self._schema if pa.types.is_integer(each.type)]
        example = f'; write it like "{numbers[0]} > 3"' if numbers else ""
        return QueryError(
            f"The condition {quoted(self.text)} cannot be read ({reason}): the columns are {names}"
            f"{example}."
        )


class WithCondition:
    """A problem that keeps the rows that meet its condition `only`, which is read at once."""

    family: ClassVar[str]
    only: str | None
    columns: Any

    def __post_init__(self) -> None:
        super().__post_init__()  # type: ignore[misc]
        if self.only is not None:
            self._condition(self.only)

    def _condition(self, text: str) -> Condition:
        """Return a condition on rows; each thread needs its own."""
        rows: Any = family_of({"family": self.family}).rows_class
        return Condition(rows(self), arrow_schema(self.columns), text)


def not_met(row_kind: Rows, only: str | None, rows: pa.RecordBatch) -> Iterator[Fault]:
    """Yield the rows that do not meet the condition of their problem, if there is one."""
    if only is not None:
        unmet = ~Condition(row_kind, rows.schema, only).chosen(rows)
        yield from first_faults([(f"does not meet {quoted(only)}", unmet)], range(len(unmet)))


def rows_where(dataset: StoredDataset, where: str, fields: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Return columns of the rows that meet a condition, in file order."""
    Condition(dataset.row_kind, dataset.schema, where, asking=True)
    names = ", ".join(f'"{name}"' for name in fields.names) or "true"
    query = f"SELECT {names} FROM rows WHERE ({where}\n)"

    def found() -> Iterator[pa.RecordBatch]:
        with answers([dataset], query, in_file_order=True) as reader:
            for batch in reader:
                yield batch.cast(fields) if fields.names else batch.select([])

    return found()


def signed(schema: pa.Schema) -> pa.Schema:
    """Return a schema with signed types for small numbers."""
    plain = {}
    for field in schema:
        kind = str(field.type)
        plain[field.name] = arrow_type(SIGNED[kind]) if kind in SIGNED else field.type
    return pa.schema(plain)
