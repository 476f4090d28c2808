"""Functions in Python that select rows and make columns while rows are written.

Workers receive functions pickled; a plan holds only their names and the digests of their source.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pyarrow as pa

from enumino.datasets.plan import OwnFunction
from enumino.datasets.queries.functions import functions_of
from enumino.enum.problem import BATCH_ROWS, Batch
from enumino.enum.records import filtered
from enumino.errors import ProblemError, RunError
from enumino.registry import rows_of
from enumino.schema import Column, arrow_schema
from enumino.words import plural, quoted

if TYPE_CHECKING:
    from enumino.arrays import Flags
    from enumino.enum.problem import Prefix, Problem

Function = Callable[[pa.RecordBatch], Any]


@dataclass(frozen=True)
class WithFunctions:
    """A problem with the rows that a function selects, and with columns that functions make."""

    problem: Problem
    only: Function | None
    made: tuple[tuple[Column, Function], ...]
    functions: tuple[OwnFunction, ...]

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "problem"), name)

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*self.problem.columns, *(column for column, _ in self.made))

    def describe(self) -> str:
        own = "".join(f", with the {each.role} by {each.title}" for each in self.functions)
        return self.problem.describe() + own

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        given, batches = arrow_schema(self.problem.columns), self.problem.batches(prefixes, rows)
        if self.only is not None:
            batches = filtered(batches, partial(_chosen, self.only, given), rows)
        for records, nodes in batches:
            found = records
            for column, function in self.made if records.num_rows else ():
                field = arrow_schema([column], signed=False).field(0)
                values = _values(function, records.cast(given), field.type)
                found = found.append_column(field, values)
            yield Batch(found, nodes)


def with_functions(
    problem: Problem, only: Function | None, columns: Mapping[str, Function]
) -> Problem:
    """Return a problem with functions, after calling each without rows."""
    given = arrow_schema(problem.columns)
    none, kind = pa.RecordBatch.from_pylist([], given), rows_of(problem.to_json())
    taken = {*given.names, *kind.drawn_from, *kind.identity}
    taken |= {each.name for each in functions_of(kind, given)}
    named, made = [_named(name, function) for name, function in columns.items()], []
    for each, function in zip(named, columns.values(), strict=True):
        if each.column in taken:
            raise ProblemError(f"The name {each.column} is taken: give your column another name.")
        column = {"name": each.column, "type": str(_values(function, none).type)}
        column["description"] = f"Made by {each.title}, a function of a user's own."
        try:
            made.append((msgspec.convert(column, Column), function))
        except msgspec.ValidationError as error:
            raise ProblemError(
                f"A column {quoted(each.column)} with values of type {column['type']} cannot be "
                "stored: name it with small letters, digits and _, and return an array of bool, "
                "int64, double or string, also for no rows."
            ) from error
    if only is not None:
        _values(only, none, pa.bool_())
        named.append(_named("", only))
    return cast("Problem", WithFunctions(problem, only, tuple(made), tuple(named)))


def _chosen(only: Function, given: pa.Schema, records: pa.RecordBatch) -> Flags:
    found = _values(only, records.cast(given), pa.bool_())
    return found.to_numpy(zero_copy_only=False)


def _named(column: str, function: Function) -> OwnFunction:
    """Return the name and the digest of a function that makes a column or selects rows."""
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError) as error:
        raise ProblemError(
            f"{quoted(function)} is not a function with a Python source, which would identify it: "
            "define it in a file or a notebook."
        ) from error
    return OwnFunction(function.__name__, sha256(text.encode()).hexdigest(), column)


def _values(
    function: Function, rows: pa.RecordBatch, wanted: pa.DataType | None = None
) -> pa.Array:
    """Return the values of a function for rows; raise a RunError for other types and nulls."""
    returned = function(rows)
    try:
        found = pa.array(returned)
        said = f"{plural(len(found), 'value')} of type {found.type}, {found.null_count:,} null,"
        if len(found) == rows.num_rows and not found.null_count and wanted in (None, found.type):
            return found
    except (pa.ArrowException, TypeError, ValueError):
        said = f"{type(returned).__name__}, not an array,"
    raise RunError(
        f"{function.__name__} returns {said} for {plural(rows.num_rows, 'row')}: return an array "
        f"with a value{f' of type {wanted}' if wanted else ''} per row."
    )
