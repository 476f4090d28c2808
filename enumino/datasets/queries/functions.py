"""SQL functions of rows: cells, drawings, pieces, and the values that follow from columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from enumino.datasets.queries.masks import COORDINATES, coordinates
from enumino.datasets.rows import Derived, Rows, RowsOfTilings
from enumino.objects.polyform import Polyform

if TYPE_CHECKING:
    import duckdb

# Names of the coordinates of a cell in calls; with fewer coordinates, the last ones.
ASKED = ("z", "r", "c")


def functions_of(family: Rows, schema: pa.Schema) -> list[Derived]:
    """Return the functions of the rows of a family with some columns.

    >>> from enumino import Polyominoes
    >>> from enumino.registry import rows_of
    >>> from enumino.schema import arrow_schema
    >>> problem = Polyominoes(5)
    >>> made = functions_of(rows_of(problem.to_json()), arrow_schema(problem.columns))
    >>> [each.call for each in made][:2]
    ['cells_of(height, width, mask)', 'picture(height, width, mask)']
    """
    meaning, reads = "the drawing, as text", tuple(family.drawn_from)
    found = [Derived("picture", meaning, partial(_pictures, family), reads, is_column=False)]
    if family.masked:
        found.insert(0, _cells_of(*family.masked, schema))
    if isinstance(family, RowsOfTilings) and "layout" in schema.names:
        found += _of_pieces(family)
    return of_schema([*found, *family.derived()], schema)


def of_schema(functions: Iterable[Derived], schema: pa.Schema) -> list[Derived]:
    """Return the functions that are no columns yet, and read the columns that there are."""
    return [
        each._replace(reads=tuple(name for name in each.reads if name in schema.names))
        for each in functions
        if each.name not in schema.names
    ]


def define(
    connection: duckdb.DuckDBPyConnection, functions: Sequence[Derived], schema: pa.Schema
) -> None:
    """Define functions for the queries of a connection."""
    types = dict(zip(schema.names, connection.from_arrow(schema.empty_table()).types, strict=True))
    for each in functions:
        taken = [*(types[name] for name in each.reads), *(kind for _, kind in each.asks)]
        nulls = "special" if each.may_be_null else "default"
        connection.create_function(
            each.name, _called(each), taken, each.type, type="arrow", null_handling=nulls
        )


def table_for(query: str, table: str, functions: Sequence[Derived]) -> str:
    """Return a table with the values as further columns that a query names without arguments."""
    added = [
        f'{each.call} AS "{each.name}"'
        for each in functions
        if each.is_column and re.search(rf"\b{each.name}\b(?!\s*\()", query, re.IGNORECASE)
    ]
    return f"(SELECT {', '.join(['*', *added])} FROM {table})"


def _called(function: Derived) -> Callable[..., pa.Array]:
    """Return the function as DuckDB calls it, with an array for each parameter."""
    names = [*function.reads, *(name for name, _ in function.asks)]

    def called(*columns: Any) -> pa.Array:
        plain = [c.combine_chunks() if isinstance(c, pa.ChunkedArray) else c for c in columns]
        return function.of(pa.RecordBatch.from_arrays(plain, names))

    # DuckDB counts the parameters there.
    kinds = [Parameter(f"p{k}", Parameter.POSITIONAL_ONLY) for k in range(len(names))]
    called.__signature__ = Signature(kinds)  # type: ignore[attr-defined]
    return called


def _pictures(family: Rows, rows: pa.RecordBatch) -> pa.Array:
    things = map(family.object_of, rows.to_pylist())
    texts = [str(t) if isinstance(t, Polyform) else family.picture(t) for t in things]
    return pa.array(texts, pa.string())


def _cells_of(sides: Sequence[str], words: Sequence[str], schema: pa.Schema) -> Derived:
    sides, words = ([name for name in names if name in schema.names] for names in (sides, words))
    axes = COORDINATES[-len(sides) :]

    def cells(rows: pa.RecordBatch) -> pa.Array:
        numbers = [[rows.column(n).to_numpy() for n in names] for names in (sides, words)]
        place, *found = coordinates(*numbers)
        ends = np.searchsorted(place, np.arange(rows.num_rows + 1))
        values = pa.StructArray.from_arrays([pa.array(axis) for axis in found], names=axes)
        return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)

    meaning = "the list of cells, each with row and col"
    return Derived(
        "cells_of", meaning, cells, (*sides, *words), f"{_cell(axes)}[]", is_column=False
    )


def _cell(axes: Sequence[str]) -> str:
    """DuckDB's type of a cell."""
    fields = ", ".join(f"{name} INTEGER" for name in axes)
    return f"STRUCT({fields})"


def _of_pieces(family: Rows) -> Iterator[Derived]:
    """Yield the functions of the pieces of a tiling."""
    dimensions = family.lattice.dimensions
    asked, axes = ASKED[-dimensions:], COORDINATES[-dimensions:]
    places = pa.list_(pa.struct({axis: pa.int32() for axis in axes}))

    def tilings(rows: pa.RecordBatch) -> Iterator[Any]:
        return map(family.object_of, rows.to_pylist())

    def cells(piece: Any) -> list[dict[str, int]]:
        return [dict(zip(axes, cell, strict=True)) for cell in piece.cells]

    def listed(rows: pa.RecordBatch) -> pa.Array:
        found = [
            [{"piece": piece.name, "cells": cells(piece)} for piece in tiling.pieces]
            for tiling in tilings(rows)
        ]
        return pa.array(found, pa.list_(pa.struct({"piece": pa.string(), "cells": places})))

    def covered(rows: pa.RecordBatch) -> pa.Array:
        found = [
            [cell for piece in tiling.pieces if piece.name == name for cell in cells(piece)]
            for tiling, name in zip(tilings(rows), rows.column("name").to_pylist(), strict=True)
        ]
        return pa.array(found, places)

    def used(rows: pa.RecordBatch) -> pa.Array:
        numbers = (Counter(piece.name for piece in tiling.pieces) for tiling in tilings(rows))
        texts = (
            ", ".join(f"{name}:{k}" if k > 1 else name for name, k in sorted(each.items()))
            for each in numbers
        )
        return pa.array(texts, pa.string())

    def at(rows: pa.RecordBatch) -> pa.Array:
        cells = zip(*(rows.column(name).to_pylist() for name in asked), strict=True)
        owners = [t.piece_at(cell) for t, cell in zip(tilings(rows), cells, strict=True)]
        return pa.array([owner.name if owner else "" for owner in owners], pa.string())

    def uses(rows: pa.RecordBatch) -> pa.Array:
        names = rows.column("name").to_pylist()
        return pa.array(
            [
                sum(piece.name == name for piece in tiling.pieces)
                for tiling, name in zip(tilings(rows), names, strict=True)
            ],
            pa.int64(),
        )

    reads, number = family.drawn_from, tuple((axis, "BIGINT") for axis in asked)
    meaning = "the list of pieces, each with its name and its cells"
    kind = f"STRUCT(piece VARCHAR, cells {_cell(axes)}[])[]"
    yield Derived("pieces_of", meaning, listed, reads, kind, is_column=False)
    meaning = f"the name of the piece that covers the cell ({', '.join(asked)}), or ''"
    yield Derived("piece_at", meaning, at, reads, "VARCHAR", number, is_column=False)
    meaning, name = "the number of pieces of that name", (("name", "VARCHAR"),)
    yield Derived("uses", meaning, uses, reads, "BIGINT", name, is_column=False)
    meaning, kind = "the list of cells of the pieces of that name", f"{_cell(axes)}[]"
    yield Derived("cells_of", meaning, covered, reads, kind, name, is_column=False)
    yield Derived("used", "the pieces, with numbers of more than one, as text", used, reads)
