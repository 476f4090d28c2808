"""SQL functions of rows: cells, drawings, pieces, and values derived from columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from inspect import Parameter, Signature
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from enumino.datasets.queries.masks import COORDINATES, coordinates
from enumino.datasets.rows import Derived, Rows, RowsOfTilings
from enumino.objects.board import EMPTY
from enumino.objects.polyform import Polyform

if TYPE_CHECKING:
    import duckdb

# Parameter names of coordinates; in fewer dimensions, the last names.
ASKED = ("z", "r", "c")
NULLS = "SET ieee_floating_point_ops = false; SET error_on_division_by_zero = false"


def functions_of(row_kind: Rows, schema: pa.Schema) -> list[Derived]:
    """Return the functions of rows, which read existing columns and are not named like one."""
    found = [Derived("picture", "", partial(_pictures, row_kind), tuple(row_kind.drawn_from))]
    if row_kind.masked:
        found += [_cells_of(*row_kind.masked, schema), _address_of(row_kind)]
    if isinstance(row_kind, RowsOfTilings) and "layout" in schema.names:
        found += _of_pieces(row_kind)
    return [
        each._replace(reads=tuple(name for name in each.reads if name in schema.names))
        for each in (*found, *row_kind.derived())
        if each.name not in schema.names
    ]


def prepare(
    connection: duckdb.DuckDBPyConnection, functions: Sequence[Derived], schema: pa.Schema
) -> None:
    """Define SQL functions on a connection, and make division by 0 yield null."""
    connection.execute(NULLS)
    fields = pa.schema([*schema, *(each.field for each in functions)])
    types = connection.from_arrow(pa.Table.from_batches([], fields)).types
    known = dict(zip(fields.names, types, strict=True))
    for each in functions:
        taken = [*(known[name] for name in each.reads), *(kind for _, kind in each.asks)]
        connection.create_function(
            each.name, _called(each), taken, known[each.name], type="arrow", null_handling="special"
        )


def table_for(query: str, table: str, functions: Sequence[Derived]) -> str:
    """Return a table with a further column for each function that a query names like a column."""
    added = [
        f'{each.call} AS "{each.name}"'
        for each in functions
        if not each.asks and re.search(rf"\b{each.name}\b(?!\s*\()", query, re.IGNORECASE)
    ]
    return f"(SELECT {', '.join(['*', *added])} FROM {table})"


def _called(function: Derived) -> Callable[..., pa.Array]:
    """Return the function for DuckDB, with an array for each parameter; null yields null."""
    names = [*function.reads, *(name for name, _ in function.asks)]

    def called(*columns: Any) -> pa.Array:
        plain = [c.combine_chunks() if isinstance(c, pa.ChunkedArray) else c for c in columns]
        rows = pa.RecordBatch.from_arrays(plain, names)
        found = function.of(rows.drop_null())
        if len(found) == rows.num_rows:
            return found
        valid = np.logical_and.reduce([c.is_valid().to_numpy(zero_copy_only=False) for c in plain])
        return found.take(pa.array(np.cumsum(valid) - 1, mask=~valid))

    # DuckDB reads the number of parameters from the signature.
    kinds = [Parameter(f"p{k}", Parameter.POSITIONAL_ONLY) for k in range(len(names))]
    called.__signature__ = Signature(kinds)  # type: ignore[attr-defined]
    return called


def _pictures(row_kind: Rows, rows: pa.RecordBatch) -> pa.Array:
    things = map(row_kind.object_of, rows.to_pylist())
    texts = [str(t) if isinstance(t, Polyform) else row_kind.picture(t) for t in things]
    return pa.array(texts, pa.string())


def _cells(axes: Sequence[str]) -> pa.DataType:
    """Return the type of a list of cells."""
    return pa.list_(pa.struct(dict.fromkeys(axes, pa.int32())))


def _cells_of(sides: Sequence[str], words: Sequence[str], schema: pa.Schema) -> Derived:
    sides, words = ([name for name in names if name in schema.names] for names in (sides, words))
    axes = COORDINATES[-len(sides) :]

    def cells(rows: pa.RecordBatch) -> pa.Array:
        numbers = [[rows.column(n).to_numpy() for n in names] for names in (sides, words)]
        place, *found = coordinates(*numbers)
        ends = np.searchsorted(place, np.arange(rows.num_rows + 1))
        values = pa.StructArray.from_arrays([pa.array(axis) for axis in found], names=axes)
        return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)

    return Derived("cells_of", "", cells, (*sides, *words), _cells(axes))


def _address_of(row_kind: Rows) -> Derived:
    """Return the function for the address of a drawn shape, as in ``address_of('##/#.')``."""

    def addresses(rows: pa.RecordBatch) -> pa.Array:
        drawn = rows.column("shape").dictionary_encode()
        found = [Polyform(text, row_kind.lattice).address for text in drawn.dictionary.to_pylist()]
        return pa.array(found, pa.string()).take(drawn.indices)

    return Derived("address_of", "", addresses, (), asks=(("shape", "VARCHAR"),))


def _of_pieces(row_kind: Rows) -> list[Derived]:
    """Return the functions of pieces of tilings."""
    dimensions = row_kind.lattice.dimensions
    asked, axes = ASKED[-dimensions:], COORDINATES[-dimensions:]
    places = _cells(axes)
    of_pieces = pa.list_(pa.struct({"piece": pa.string(), "cells": places}))

    def listed(cells: Iterable[Any]) -> list[dict[str, int]]:
        return [dict(zip(axes, cell, strict=True)) for cell in cells]

    def pieces_of(tiling: Any) -> list[dict[str, Any]]:
        return [{"piece": piece.name, "cells": listed(piece.cells)} for piece in tiling.pieces]

    def cells_of(tiling: Any, name: str) -> list[dict[str, int]]:
        found = [piece.cells for piece in tiling.pieces if piece.name == name]
        return listed(chain(*found, tiling.empty if name == EMPTY else ()))

    def uses(tiling: Any, name: str) -> int:
        return sum(piece.name == name for piece in tiling.pieces)

    def used(tiling: Any) -> str:
        numbers = sorted(Counter(piece.name for piece in tiling.pieces).items())
        return ", ".join(f"{name}:{k}" if k > 1 else name for name, k in numbers)

    def piece_at(tiling: Any, *cell: int) -> str:
        owner = tiling.piece_at(cell)
        return owner.name if owner else ""

    def of_a_tiling(
        value: Callable[..., Any], kind: pa.DataType, *asks: tuple[str, str]
    ) -> Derived:
        def values(rows: pa.RecordBatch) -> pa.Array:
            tilings = map(row_kind.object_of, rows.to_pylist())
            further = (rows.column(name).to_pylist() for name, _ in asks)
            return pa.array(list(map(value, tilings, *further)), kind)

        return Derived(value.__name__, "", values, tuple(row_kind.drawn_from), kind, asks)

    return [
        of_a_tiling(pieces_of, of_pieces),
        of_a_tiling(piece_at, pa.string(), *((axis, "BIGINT") for axis in asked)),
        of_a_tiling(uses, pa.int64(), ("name", "VARCHAR")),
        of_a_tiling(cells_of, places, ("name", "VARCHAR")),
        of_a_tiling(used, pa.string()),
    ]
