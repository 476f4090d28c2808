"""SQL functions of rows: cells, drawings, pieces, and the values that follow from columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from enumino.datasets.queries.masks import COORDINATES, coordinates
from enumino.datasets.rows import Derived, Rows, RowsOfTilings
from enumino.objects.polyform import Polyform

if TYPE_CHECKING:
    import duckdb

# DuckDB's names of Arrow types.
TYPES = {
    "bool": "BOOLEAN",
    "uint8": "UTINYINT",
    "uint16": "USMALLINT",
    "uint32": "UINTEGER",
    "uint64": "UBIGINT",
    "int8": "TINYINT",
    "int16": "SMALLINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "double": "DOUBLE",
    "string": "VARCHAR",
}
# Names of the coordinates of a cell in calls; with fewer coordinates, the last ones.
ASKED = ("z", "r", "c")


class SqlFunction(NamedTuple):
    """An SQL function of rows, computed in Python for many rows at a time.

    `parameters` are names and types of DuckDB, as is `type`. A function that `is_column` is called
    where a query names it without arguments.
    """

    name: str
    meaning: str
    parameters: Sequence[tuple[str, str]]
    type: str
    of: Callable[[pa.RecordBatch], pa.Array]
    is_column: bool = False

    @property
    def call(self) -> str:
        """The call with the names of its parameters."""
        return f"{self.name}({', '.join(name for name, _ in self.parameters)})"

    @property
    def own_name(self) -> str:
        """The name of this function among those of the same name."""
        return f"{self.name} of {len(self.parameters)}"


def functions_of(family: Rows, schema: pa.Schema) -> list[SqlFunction]:
    """Return the functions of the rows of a family with some columns.

    >>> from enumino import Polyominoes
    >>> from enumino.registry import rows_of
    >>> from enumino.schema import arrow_schema
    >>> problem = Polyominoes(5)
    >>> made = functions_of(rows_of(problem.to_json()), arrow_schema(problem.columns))
    >>> [each.call for each in made][:2]
    ['cells_of(height, width, mask)', 'picture(height, width, mask)']
    """
    found = []
    if family.masked:
        found.append(_cells_of(family.masked, schema))
    found.append(_picture(family, schema))
    if isinstance(family, RowsOfTilings) and "layout" in schema.names:
        found += _of_pieces(family, schema)
    return [*found, *derived_functions([*family.derived(), *family.properties()], schema)]


def derived_functions(values: Iterable[Derived], schema: pa.Schema) -> list[SqlFunction]:
    """Return the values that follow from columns, which a query may name as columns."""
    return [
        SqlFunction(
            each.name,
            each.meaning,
            _parameters(each.reads, schema),
            TYPES[each.type],
            each.of,
            is_column=True,
        )
        for each in values
        if each.name not in schema.names
    ]


def define(connection: duckdb.DuckDBPyConnection, functions: Sequence[SqlFunction]) -> None:
    """Define functions for the queries of a connection."""
    for each in functions:
        types = [kind for _, kind in each.parameters]
        connection.create_function(each.own_name, _called(each), types, each.type, type="arrow")
    for name in dict.fromkeys(each.name for each in functions):
        forms = []
        for each in functions:
            if each.name == name:
                given = ", ".join(f'"{parameter}"' for parameter, _ in each.parameters)
                call = f'"{each.own_name}"({given})'
                # Python must not return null for what is not.
                call = f"nullif({call}, '')" if each.type == "VARCHAR" else call
                forms.append(f"({given}) AS {call}")
        connection.execute(f'CREATE MACRO "{name}"{", ".join(forms)}')


def table_for(query: str, table: str, functions: Sequence[SqlFunction]) -> str:
    """Return a table with the values as further columns that a query names without arguments."""
    added = [
        f'"{each.own_name}"({", ".join(name for name, _ in each.parameters)}) AS "{each.name}"'
        for each in functions
        if each.is_column and re.search(rf"\b{each.name}\b(?!\s*\()", query, re.IGNORECASE)
    ]
    return f"(SELECT {', '.join(['*', *added])} FROM {table})"


def _called(function: SqlFunction) -> Callable[..., pa.Array]:
    """Return the function as DuckDB calls it, with an array for each parameter."""
    names = [name for name, _ in function.parameters]

    def called(*columns: Any) -> pa.Array:
        plain = [c.combine_chunks() if isinstance(c, pa.ChunkedArray) else c for c in columns]
        return function.of(pa.RecordBatch.from_arrays(plain, names))

    # DuckDB counts the parameters there.
    kinds = [Parameter(f"p{k}", Parameter.POSITIONAL_ONLY) for k in range(len(names))]
    called.__signature__ = Signature(kinds)  # type: ignore[attr-defined]
    return called


def _parameters(names: Iterable[str], schema: pa.Schema) -> list[tuple[str, str]]:
    return [(name, _type(schema.field(name).type)) for name in names if name in schema.names]


def _type(kind: pa.DataType) -> str:
    return f"{TYPES[str(kind.value_type)]}[]" if pa.types.is_list(kind) else TYPES[str(kind)]


def _fields(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}" INTEGER' for name in names)


def _cells_of(masked: tuple[Sequence[str], Sequence[str]], schema: pa.Schema) -> SqlFunction:
    sides, words = ([name for name in names if name in schema.names] for names in masked)
    axes = COORDINATES[-len(sides) :]

    def cells(rows: pa.RecordBatch) -> pa.Array:
        numbers = [[rows.column(n).to_numpy() for n in names] for names in (sides, words)]
        place, *found = coordinates(*numbers)
        ends = np.searchsorted(place, np.arange(rows.num_rows + 1))
        values = pa.StructArray.from_arrays([pa.array(axis) for axis in found], names=axes)
        return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)

    meaning = "the list of cells, each with row and col"
    parameters = _parameters([*sides, *words], schema)
    return SqlFunction("cells_of", meaning, parameters, f"STRUCT({_fields(axes)})[]", cells)


def _picture(family: Rows, schema: pa.Schema) -> SqlFunction:
    def drawn(rows: pa.RecordBatch) -> pa.Array:
        things = _objects(family, rows)
        texts = [str(t) if isinstance(t, Polyform) else family.picture(t) for t in things]
        return pa.array(texts, pa.string())

    parameters = _parameters(family.drawn_from, schema)
    return SqlFunction("picture", "the drawing, as text", parameters, "VARCHAR", drawn)


def _objects(family: Rows, rows: pa.RecordBatch) -> Iterator[Any]:
    return map(family.object_of, rows.to_pylist())


def _of_pieces(family: Rows, schema: pa.Schema) -> Iterator[SqlFunction]:
    """Yield the functions of the pieces of a tiling."""
    given = _parameters(family.drawn_from, schema)
    dimensions = family.lattice.dimensions
    asked, axes = ASKED[-dimensions:], COORDINATES[-dimensions:]

    def all_pieces(rows: pa.RecordBatch) -> pa.Array:
        return pa.array(
            [
                [
                    {
                        "piece": piece.name,
                        "cells": [dict(zip(axes, cell, strict=True)) for cell in piece.cells],
                    }
                    for piece in tiling.pieces
                ]
                for tiling in _objects(family, rows)
            ],
            pa.list_(pa.struct({"piece": pa.string(), "cells": pa.list_(cell)})),
        )

    def piece_at(rows: pa.RecordBatch) -> pa.Array:
        cells = zip(*(rows.column(name).to_pylist() for name in asked), strict=True)
        found = [
            next((piece.name for piece in tiling.pieces if cell in piece.cells), "")
            for tiling, cell in zip(_objects(family, rows), cells, strict=True)
        ]
        return pa.array(found, pa.string())

    def uses(rows: pa.RecordBatch) -> pa.Array:
        names = rows.column("name").to_pylist()
        found = [
            sum(piece.name == name for piece in tiling.pieces)
            for tiling, name in zip(_objects(family, rows), names, strict=True)
        ]
        return pa.array(found, pa.int64())

    cell = pa.struct({axis: pa.int32() for axis in axes})
    listed = f"STRUCT(piece VARCHAR, cells STRUCT({_fields(axes)})[])[]"
    meaning = "the list of pieces, each with its name and its cells"
    yield SqlFunction("pieces_at", meaning, given, listed, all_pieces)
    meaning = f"the name of the piece that covers the cell ({', '.join(asked)})"
    at = [*given, *((axis, "BIGINT") for axis in asked)]
    yield SqlFunction("pieces_at", meaning, at, "VARCHAR", piece_at)
    meaning = "the number of pieces of that name"
    yield SqlFunction("uses", meaning, [*given, ("name", "VARCHAR")], "BIGINT", uses)
