"""Conditions on rows, in the SQL of DuckDB, without access to files, networks and settings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.queries.functions import functions_of, table_for
from enumino.datasets.queries.session import SHUT, answers, connected, interruptible
from enumino.errors import DatasetError, ProblemError, QueryError
from enumino.registry import rows_of
from enumino.schema import SIGNED
from enumino.words import in_a_line, quoted

if TYPE_CHECKING:
    import pandas

    from enumino.datasets.reader import Dataset
    from enumino.datasets.rows import Derived, Rows
    from enumino.objects.point_group import PointGroup

LONGEST_REASON = 300  # characters
NONE: Mapping[str, Sequence[str]] = MappingProxyType({})


class Condition:
    """A condition on rows: an expression in SQL that is true or false of a row.

    Parameters
    ----------
    text : str
    schema : pyarrow.Schema
        The columns that it may name.
    functions : sequence of Derived
        Functions that it may call, or name as columns.
    known : mapping, optional
        All values of some columns of text: it may compare these with no others.

    Raises
    ------
    QueryError
        If it is not an expression that is true or false.

    Examples
    --------
    >>> schema = pa.schema({"cells": pa.uint8(), "symmetry": pa.string()})
    >>> rows = pa.record_batch([[5, 6, 6], ["all", "axis", "none"]], schema=schema)
    >>> Condition("cells - 7 = -1 and symmetry <> 'none'", schema).chosen(rows).tolist()
    [False, True, False]
    """

    def __init__(
        self,
        text: str,
        schema: pa.Schema,
        functions: Sequence[Derived] = (),
        known: Mapping[str, Sequence[str]] = NONE,
    ) -> None:
        import duckdb

        if not text.isprintable() and any("\ud800" <= sign <= "\udfff" for sign in text):
            raise QueryError(f"The condition {quoted(text)} cannot be read: write it as UTF-8.")
        _refuse_unknown_values(text, known)
        self.text, self._schema, self._error = text, signed(schema), duckdb.Error
        self._connection = connected(functions, self._schema)
        for setting in ("SET threads = 1", *SHUT):
            self._connection.execute(setting)
        table = table_for(text, "batch", functions)
        # The parentheses have to be those of the condition, which may end in a comment.
        self._query = f"SELECT coalesce(({text}\n), false) AS met FROM {table} AS rows"
        self._connection.register("batch", self._schema.empty_table())
        interruptible(self._connection, partial(self._check, table))

    @classmethod
    def on(cls, family: Rows, schema: pa.Schema, text: str) -> Condition:
        """Return a condition on rows of a family."""
        return cls(text, schema, functions_of(family, signed(schema)), family.known_values())

    def _check(self, table: str) -> None:
        try:
            query = f"SELECT ({self.text}\n) FROM {table} AS rows"
            (kind,) = map(str, self._connection.sql(query).types)
            self._connection.execute(f"SELECT 1 FROM {table} AS rows WHERE ({self.text}\n)")
        except (self._error, ValueError) as error:
            raise self._not_read(error) from error
        if kind not in ("BOOLEAN", '"NULL"'):
            raise self._not_read(f"it is {kind.lower()}, and neither true nor false")

    def chosen(self, rows: pa.RecordBatch) -> npt.NDArray[np.bool_]:
        """Return which rows meet the condition."""
        plain = [
            c.dictionary_decode() if pa.types.is_dictionary(c.type) else c for c in rows.columns
        ]
        columns = dict(zip(rows.schema.names, plain, strict=True))
        given = [columns[field.name].cast(field.type) for field in self._schema]
        self._connection.register("batch", pa.Table.from_arrays(given, schema=self._schema))
        try:
            found = interruptible(
                self._connection, lambda: self._connection.execute(self._query).fetchnumpy()
            )
        except self._error as error:
            raise QueryError(
                f"The condition {quoted(self.text)} cannot be computed for every row "
                f"({_reason(error)}): write it in another way, or leave out such rows."
            ) from error
        return np.asarray(found["met"], bool)

    def _not_read(self, error: object) -> QueryError:
        reason, names = _reason(error), ", ".join(self._schema.names)
        if found := re.search(r'Referenced (?:column|table) "(.*?)" not found', reason):
            return QueryError(
                f"There is no column {quoted(found[1])}: choose from {names} (and put text in "
                "'single quotes')."
            )
        return QueryError(
            f"The condition {quoted(self.text)} cannot be read ({reason}): the columns are "
            f"{names}; write it like \"cells = 6 and symmetry = 'axis'\"."
        )


def rows_where(dataset: Dataset, where: str, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Return columns of the rows of a dataset that meet a condition, in their order.

    A text that is no condition is refused at once.
    """
    Condition.on(dataset.family, dataset.schema, where)
    return _found(dataset, where, columns)


def _found(dataset: Dataset, where: str, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    schema = pa.schema([field_of(dataset, name) for name in columns])
    names = ", ".join(f'"{name}"' for name in columns) or "true"
    with answers(dataset, f"SELECT {names} FROM rows WHERE ({where}\n)") as reader:
        for batch in reader:
            try:
                yield batch.cast(schema) if columns else batch.select([])
            except ValueError as error:  # nulls, which DuckDB finds in columns that a file lacks
                raise DatasetError(
                    f"A file of {dataset.store.root} holds no rows of its problem: its columns "
                    "differ from those of the dataset; `enumino verify` with --repair removes it."
                ) from error


def field_of(dataset: Dataset, name: str) -> pa.Field:
    """Return a column of a dataset, or a value that follows from columns."""
    if name in dataset.schema.names:
        return dataset.schema.field(name)
    derived = {each.name: each for each in dataset.family.derived()}
    return pa.field(name, pa.type_for_alias(derived[name].type))


def rows_meeting(
    where: str, problem: dict[str, Any], schema: pa.Schema, frame: pandas.DataFrame
) -> pandas.DataFrame:
    """Return the rows of a data frame of a problem's rows that meet a condition."""
    condition = Condition.on(rows_of(problem), schema, where)
    rows = pa.Table.from_pandas(frame, schema, preserve_index=False).combine_chunks()
    chosen = [condition.chosen(batch) for batch in rows.to_batches()]
    return frame[np.concatenate(chosen)] if chosen else frame


def classes_meeting(
    text: str, lattice: PointGroup, given: str | Iterable[str] | None, nouns: str
) -> tuple[str, ...] | None:
    """Return the symmetry classes, all or some given ones, that meet a condition on these alone.

    The result is None if the condition names others, or cannot be read.
    """
    meeting = values_meeting(text, "symmetry", list(lattice.class_names))
    if meeting is None:
        return None
    if given is not None:
        asked = lattice.classes_named(given, nouns)
        meeting = tuple(name for name in meeting if name in asked)
    if not meeting:
        raise ProblemError(f"No symmetry class meets {quoted(text)}: choose others.")
    return meeting


def values_meeting(text: str, column: str, values: Sequence[str]) -> tuple[str, ...] | None:
    """Return the values of a column of text that meet a condition on this column alone.

    The result is None if the condition names others, or cannot be read.

    >>> values_meeting("symmetry <> 'none'", "symmetry", ["none", "axis", "all"])
    ('axis', 'all')
    >>> values_meeting("symmetry <> 'none' and holes = 1", "symmetry", ["none", "axis"])
    """
    if column not in text.lower():
        return None
    rows = pa.record_batch({column: pa.array(list(values), pa.string())})
    try:
        chosen = Condition(text, rows.schema, (), {column: values}).chosen(rows)
    except QueryError:
        return None
    return tuple(value for value, is_chosen in zip(values, chosen, strict=True) if is_chosen)


def _refuse_unknown_values(text: str, known: Mapping[str, Sequence[str]]) -> None:
    """Raise a QueryError if a column is compared with a value that none of its rows can have."""
    constant, same = r"'((?:[^']|'')*)'", r"\s*(?:==?|<>|!=)\s*"
    for name, values in known.items():
        found = re.findall(rf"\b{name}{same}{constant}", text, re.IGNORECASE)
        found += re.findall(rf"{constant}{same}(?:rows\.)?{name}\b", text, re.IGNORECASE)
        for listed in re.findall(rf"\b{name}\s+(?:not\s+)?in\s*\(([^)]*)\)", text, re.IGNORECASE):
            found += re.findall(constant, listed)
        for value in found:
            if value not in values:
                raise QueryError(
                    f"No row can have the {name} {quoted(value)}: choose from {', '.join(values)}."
                )


def signed(schema: pa.Schema) -> pa.Schema:
    """Return a schema whose text has no codes, and whose small numbers have signs."""

    def plain(field: pa.Field) -> pa.Field:
        if pa.types.is_dictionary(field.type):
            return pa.field(field.name, pa.string())
        wider = SIGNED.get(str(field.type))
        return pa.field(field.name, pa.type_for_alias(wider) if wider else field.type)

    return pa.schema([plain(field) for field in schema])


def _reason(error: object) -> str:
    """Return the first sentence of an error of DuckDB in one line."""
    text = str(error).partition("\n\n")[0].partition("\nLINE ")[0]
    return in_a_line(" ".join(text.split()), LONGEST_REASON).rstrip(".!")
