"""Conditions in the SQL of DuckDB, evaluated on a few ten thousand rows at a time.

A condition is one expression over the columns of a row. It contains no query, and only functions
whose values take no more memory than their arguments. DuckDB has no access to files, networks and
settings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.queries.macros import PIECE_AT, USES, Extra
from enumino.datasets.queries.session import SHUT, unsignalled
from enumino.errors import ProblemError, QueryError
from enumino.words import in_a_line, quoted

if TYPE_CHECKING:
    from enumino.objects.point_group import PointGroup

LONGEST = 50_000  # characters of a condition
# Memory for the rows at hand; the order of the answer; whatever is divided by 0 is null.
SETTINGS = (
    "SET memory_limit = '1GB'",
    "SET threads = 1",
    "SET ieee_floating_point_ops = false",
)
NO_ERROR = "SET error_on_division_by_zero = false"  # which DuckDB before 2 does not know
LOT_ROWS, LOT_BYTES = 1 << 16, 1 << 24  # rows that are asked together, and bytes of them
WIDENED = ("int32", "uint8", "uint16", "uint32")  # columns that are computed with as BIGINT
NUMBER = "number of the row"  # a column beside those of the rows, whose names have no blanks
LONGEST_REASON = 300  # characters
# By the name of DuckDB's error.
WAYS_OUT = {
    "ConversionException": "compare text with text and numbers with numbers, or use try_cast",
    "OutOfRangeException": "compute with smaller numbers, or leave out the rows that have no such "
    "value, as by if(cells > 0, ln(cells), 0) > 1",
}
OTHER_WAY_OUT = "write it in another way, or use `enumino sql`, which has more memory"
# Comparisons of a column with its values, as DuckDB calls them.
SAMENESS = {
    "COMPARE_EQUAL", "COMPARE_NOTEQUAL", "COMPARE_DISTINCT_FROM", "COMPARE_NOT_DISTINCT_FROM",
    "COMPARE_IN", "COMPARE_NOT_IN",
}  # fmt: skip
# DuckDB's names of the parts of an expression that a condition may have.
PARTS = {
    "BETWEEN", "CASE", "CAST", "COLUMN_REF", "COMPARISON", "CONJUNCTION", "CONSTANT", "FUNCTION",
    "OPERATOR", "TYPE",
}  # fmt: skip
OPERATORS = {
    "+", "-", "*", "/", "//", "%", "&", "|", "~", "<<", ">>", "^", "**", "@", "^@",
    "~~", "!~~", "~~*", "!~~*", "~~~", "like_escape", "not_like_escape", "ilike_escape",
    "not_ilike_escape", "regexp_matches", "regexp_full_match",
}  # fmt: skip
FUNCTIONS = {
    "abs", "array_contains", "array_length", "bit_count", "cbrt", "ceil", "ceiling", "contains",
    "ends_with", "even", "exp", "floor", "gcd", "greatest", "if", "instr", "lcm", "least", "left",
    "len", "length", "list_contains", "list_has", "list_max", "list_min", "list_position",
    "list_sum", "list_unique", "list_value", "ln", "log", "log10", "log2", "lower", "mod", "nullif",
    "position", "pow", "power", "prefix", "reverse", "right", "round", "sign", "sqrt",
    "starts_with", "strlen", "strpos", "substr", "substring", "suffix", "trim", "trunc", "upper",
    "xor",
}  # fmt: skip
NO_EXTRA = Extra()


class Condition:
    """A condition on rows.

    Parameters
    ----------
    text : str
        An expression in the SQL of DuckDB. Whole numbers have 64 bits with a sign, unless they are
        uint64, so that differences of columns may be negative.
    schema : pyarrow.Schema
        The columns that it may name.
    known : mapping, optional
        All values of some columns of text: it may compare these with no others.
    more : Extra, optional
        Further functions that it may call.

    Raises
    ------
    QueryError
        If it is not an expression that is true or false of a row, or reaches for anything else.

    Attributes
    ----------
    columns : list of str
        The columns that it names.

    Examples
    --------
    >>> schema = pa.schema({"cells": pa.uint8(), "symmetry": pa.string()})
    >>> rows = pa.record_batch([[5, 6, 6], ["all", "axis", "none"]], schema=schema)
    >>> chosen = Condition("cells - 7 = -1 and symmetry <> 'none'", schema).of([rows])
    >>> [batch.to_pylist() for batch in chosen]
    [[{'cells': 6, 'symmetry': 'axis'}]]
    """

    def __init__(
        self,
        text: str,
        schema: pa.Schema,
        known: Mapping[str, Sequence[str]] | None = None,
        more: Extra = NO_EXTRA,
    ) -> None:
        import duckdb

        _refuse_other_text(text)
        self.text, self.schema = text, schema
        self._error: type[Exception] = duckdb.Error
        self._connection = duckdb.connect(":memory:")
        unsignalled(lambda: self._begin(known or {}, more))

    def _begin(self, known: Mapping[str, Sequence[str]], more: Extra) -> None:
        """Parse the text, and refuse it unless it is a condition."""
        import duckdb

        with suppress(duckdb.CatalogException):
            self._connection.execute(NO_ERROR)
        for made in more.functions:
            self._connection.create_function(
                made.name, made.action, made.parameters, made.result, type="arrow"
            )
        for statement in (*more.macros, *SETTINGS, *SHUT):
            self._connection.execute(statement)
        parts = list(_parts(self._parsed()))
        self._refuse_other_parts(parts, more)
        _refuse_unknown_values(parts, known)
        _refuse_unknown_pieces(parts, more)
        named = {name.lower() for part in parts for name in part.get("column_names", ())}
        self.columns = [name for name in self.schema.names if name in named]
        try:
            self._numbers(self.schema.empty_table())
            kind = self._kind()
        except duckdb.Error as error:
            raise self._not_read(error) from error
        if kind not in ("BOOLEAN", "NULL"):
            raise self._not_read(f"it is {kind.lower()}, and neither true nor false")

    def of(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the rows that meet the condition, in their order."""
        for lot in _lots(batches):
            try:
                rows = pa.Table.from_batches(lot)
                chosen = unsignalled(partial(self._numbers, rows))
            except self._error as error:
                way_out = WAYS_OUT.get(type(error).__name__, OTHER_WAY_OUT)
                raise QueryError(
                    f"The condition {quoted(self.text)} cannot be computed for every row "
                    f"({_reason(error)}): {way_out}."
                ) from error
            ends = np.cumsum([batch.num_rows for batch in lot])
            places = np.searchsorted(chosen, ends)
            for batch, end, first, last in zip(lot, ends, [0, *places], places, strict=False):
                if first < last:
                    yield batch.take(pa.array(chosen[first:last] - (end - batch.num_rows)))

    def _numbers(self, rows: pa.Table) -> npt.NDArray[np.int64]:
        """Return the numbers of the rows that meet the condition, ascending."""
        number = pa.array(np.arange(rows.num_rows))
        self._connection.register("batch", rows.append_column(NUMBER, number))
        found: dict[str, Any] = self._connection.execute(
            f'SELECT "{NUMBER}" FROM {_signed(rows.schema)} WHERE ({self.text}\n)'
        ).fetchnumpy()
        return np.asarray(found[NUMBER], np.int64)

    def _kind(self) -> str:
        """Return the type of the condition's values, as DuckDB calls it."""
        query = f"DESCRIBE SELECT ({self.text}\n) FROM {_signed(self.schema)}"
        return str(self._connection.execute(query).fetchall()[0][1])

    def _parsed(self) -> Any:
        """Parse the condition with DuckDB: one expression with nothing after it."""
        if not self.text.strip():
            raise self._not_read("it is empty")
        selected, rest = self._selected(self.text)
        if rest != self._selected("true")[1] or len(selected) != 1:
            raise self._not_read("it is not one expression")
        return selected[0]

    def _selected(self, text: str) -> tuple[list[Any], Any]:
        """Return the expressions of a query that selects a text in brackets, and the rest of it."""
        query = "SELECT json_serialize_sql(?)"
        try:
            answer = self._connection.execute(query, [f"SELECT ({text}\n)"]).fetchall()
        except self._error as error:
            raise self._not_read(error) from error
        parsed = json.loads(answer[0][0])
        if parsed["error"]:
            raise self._not_read(parsed["error_message"])
        nodes = [statement["node"] for statement in parsed["statements"]]
        return [each for node in nodes for each in node.pop("select_list")], nodes

    def _refuse_other_parts(self, parts: list[dict[str, Any]], more: Extra) -> None:
        for part in parts:
            name = part.get("function_name", "")
            if part["class"] not in PARTS:
                reason = f"{part['class'].lower().replace('_', ' ')} in it"
            elif part["class"] == "FUNCTION" and name not in {*FUNCTIONS, *OPERATORS, *more.names}:
                reason = f"{quoted(name)} in it"
            else:
                continue
            raise QueryError(
                f"The condition {quoted(self.text)} has {reason}, which is not supported: compare "
                "columns, numbers and 'text', computed with + - * / // % and with functions such "
                "as abs, least, greatest, length and cast(x as int); `enumino sql` takes any query."
            )

    def _not_read(self, error: object) -> QueryError:
        reason = _reason(error)
        if "expression depth" in reason:
            return QueryError("The condition is nested too deeply: write a shorter one.")
        if found := re.search(r'Referenced (?:column|table) "(.*?)" not found', reason):
            return QueryError(
                f"There is no column {quoted(found[1])}: choose from "
                f"{', '.join(self.schema.names)} (and put text in 'single quotes')."
            )
        columns = ", ".join(f"{field.name} ({field.type})" for field in self.schema)
        return QueryError(
            f"The condition {quoted(self.text)} cannot be read ({reason}): the columns are "
            f"{columns}; write it like \"cells = 6 and symmetry = 'axis'\"."
        )


def classes_meeting(
    text: str, lattice: PointGroup, given: str | Iterable[str] | None, nouns: str
) -> tuple[str, ...] | None:
    """Return the symmetry classes, all or some given ones, that meet a condition on these alone.

    The result is None if the condition names others, or cannot be read.
    """
    meeting = values_meeting(text, "symmetry", list(map(str, lattice.class_names)))
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
        condition = Condition(text, rows.schema, {column: values})
        kept = [batch.column(column).to_pylist() for batch in condition.of([rows])]
    except QueryError:
        return None
    return tuple(chain.from_iterable(kept))


def _refuse_unknown_values(
    parts: Iterable[dict[str, Any]], known: Mapping[str, Sequence[str]]
) -> None:
    """Raise a QueryError if a column is compared with a value that none of its rows can have."""
    for part in parts:
        if part["type"] not in SAMENESS:
            continue
        sides = _sides(part)
        names = {side["column_names"][-1].lower() for side in sides if "column_names" in side}
        texts = [text for side in sides if (text := _constant(side)) is not None]
        for name in names & known.keys():
            for text in texts:
                if text not in known[name]:
                    raise QueryError(
                        f"No row can have the {name} {quoted(text)}: choose from "
                        f"{', '.join(known[name])}."
                    )


def _refuse_unknown_pieces(parts: Iterable[dict[str, Any]], more: Extra) -> None:
    """Raise a QueryError if a condition asks for a piece that no row has."""
    for part in parts:
        sides = _sides(part)
        if part.get("function_name") == USES:
            asked = sides[-1:]
        elif any(side.get("function_name") == PIECE_AT for side in sides):
            asked = sides
        else:
            continue
        for text in filter(None, map(_constant, asked)):
            if text not in more.pieces:
                names = in_a_line(", ".join(more.pieces), LONGEST_REASON)
                raise QueryError(f"No row has a piece {quoted(text)}: choose from {names}.")


def _sides(node: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what a node compares, or the arguments of a function."""
    if "arguments" in node:  # of DuckDB 2
        return [each["expression"] for each in node["arguments"]]
    return node.get("children") or [node[side] for side in ("left", "right") if side in node]


def _constant(node: dict[str, Any]) -> str | None:
    """Return the text that a node stands for, if it is one; DuckDB before 2 calls it a value."""
    if literal := node.get("literal"):
        return str(literal["text"]) if literal["kind"] == "STRING" else None
    held = node["value"].get("value") if isinstance(node.get("value"), dict) else None
    return held if isinstance(held, str) else None


def _signed(schema: pa.Schema) -> str:
    """Return the table of the rows at hand, whose small numbers are signed."""
    columns = ", ".join(
        f'"{field.name}"::BIGINT AS "{field.name}"'
        if str(field.type) in WIDENED
        else f'"{field.name}"'
        for field in schema
        if field.name != NUMBER
    )
    return f'(SELECT "{NUMBER}", {columns} FROM batch) AS "rows"'


def _refuse_other_text(text: str) -> None:
    """Raise a QueryError if a condition is too long or contains invalid characters."""
    if len(text) > LONGEST:
        raise QueryError(
            f"The condition has {len(text):,} characters, and at most {LONGEST:,} are read: "
            "write a shorter one."
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise QueryError(
            f"The condition {quoted(text)} has an invalid character at position "
            f"{error.start + 1}: write it as UTF-8."
        ) from error


def _parts(node: Any) -> Iterator[dict[str, Any]]:
    """Yield the nodes of an expression in DuckDB's JSON."""
    inside: list[Any] = [node]
    while inside:
        each = inside.pop()
        if isinstance(each, dict):
            if "class" in each:
                yield each
            inside.extend(each.values())
        elif isinstance(each, list):
            inside.extend(each)


def _lots(batches: Iterable[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    """Yield batches in groups: DuckDB takes a millisecond to begin with each."""
    lot: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in chain(batches, [None]):
        if lot and (batch is None or rows >= LOT_ROWS or size >= LOT_BYTES):
            yield lot
            lot, rows, size = [], 0, 0
        if batch is not None and batch.num_rows:
            lot.append(batch)
            rows, size = rows + batch.num_rows, size + batch.nbytes


def _reason(error: object) -> str:
    """Return the first sentence of an error of DuckDB in one line."""
    text = str(error).partition("\n\n")[0].partition("\nLINE ")[0]
    return in_a_line(" ".join(text.split()), LONGEST_REASON).rstrip(".!")
