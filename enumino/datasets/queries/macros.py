"""SQL functions for rows: cells, drawings, pieces, and values of a family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from enumino.datasets.queries.masks import COORDINATES
from enumino.drawing.figures import Cells, Pieces

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset

# DuckDB's names of Arrow types.
TYPES = {
    "uint8": "UTINYINT",
    "uint16": "USMALLINT",
    "uint32": "UINTEGER",
    "uint64": "UBIGINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "double": "DOUBLE",
    "string": "VARCHAR",
}
# Names of the coordinates of a cell in queries; with fewer coordinates, the last ones.
ASKED = ("z", "r", "c")


class Word(NamedTuple):
    """An SQL function of a dataset: its call, and a description of its value."""

    call: str
    meaning: str


class Function(NamedTuple):
    """An SQL function computed in Python for the rows of a batch at a time."""

    name: str
    action: Callable[..., pa.Array]
    parameters: list[str]
    result: str


def words_of(dataset: Dataset) -> list[Word]:
    """Return the SQL functions for queries of a dataset.

    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/pentominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5), in_process=True)
    >>> [word.call.partition("(")[0] for word in words_of(enumino.open_dataset(root))]
    ['cells_of', 'picture', 'address']
    """
    figures, names = dataset.family.figures(), _drawn_from(dataset)
    drawn = Word(f"picture({', '.join(names)})", "the drawing, as text")
    if isinstance(figures, Cells):
        given = ", ".join([*figures.sides, *_masks(dataset, figures)])
        cells = Word(f"cells_of({given})", "the list of cells, each with row and col")
        others = [Word(f"{each.name}({given})", each.meaning) for each in dataset.family.derived()]
        return [cells, Word(f"picture({given})", drawn.meaning), *others]
    if isinstance(figures, Pieces):
        given, asked = ", ".join(names), ", ".join(_coordinates(figures, ASKED))
        return [
            Word(f"pieces_at({given})", "the list of pieces, each with its name and its cells"),
            Word(
                f"pieces_at({given}, {asked})",
                f"the name of the piece that covers the cell ({asked})",
            ),
            Word(f"uses({given}, name)", "the number of pieces of that name"),
            drawn,
        ]
    return [drawn]


def macros(dataset: Dataset) -> Iterator[str]:
    """Yield SQL statements that define the functions that SQL itself can compute."""
    figures = dataset.family.figures()
    if isinstance(figures, Cells):
        masks = _masks(dataset, figures)
        several = [_parameters(len(figures.sides), number + 1) for number in range(len(masks))]
        yield f"CREATE MACRO cells_of{', '.join(map(_cells, several))}"
        if figures.tiles.are_squares:
            yield f"CREATE MACRO picture{', '.join(map(_drawing, several))}"
    elif isinstance(figures, Pieces):
        given = ", ".join(f"p{number}" for number in range(len(_drawn_from(dataset))))
        asked = _coordinates(figures, ASKED)
        fields = zip(_coordinates(figures, COORDINATES), asked, strict=True)
        cell = ", ".join(f"'{name}': {value}::integer" for name, value in fields)
        found = f"list_filter(all_pieces({given}), lambda x: list_contains(x.cells, {{{cell}}}))"
        yield (
            f"CREATE MACRO pieces_at({given}) AS all_pieces({given}), "
            f"({given}, {', '.join(asked)}) AS {found}[1].piece"
        )
        used = f"list_filter(all_pieces({given}), lambda x: x.piece = name)"
        yield f"CREATE MACRO uses({given}, name) AS len({used})"


def functions(dataset: Dataset) -> Iterator[Function]:
    """Yield the functions computed in Python, since they need the objects of a family."""
    family, figures = dataset.family, dataset.family.figures()
    names = _drawn_from(dataset)
    parameters = [_type(dataset, name) for name in names]
    # DuckDB counts the parameters that it finds here.
    listed = [Parameter(f"p{k}", Parameter.POSITIONAL_ONLY) for k in range(len(names))]

    def of_all(action: Callable[[pa.RecordBatch], pa.Array]) -> Callable[..., pa.Array]:
        def called(*columns: Any) -> pa.Array:
            plain = [c.combine_chunks() if isinstance(c, pa.ChunkedArray) else c for c in columns]
            return action(pa.RecordBatch.from_arrays(plain, names))

        called.__signature__ = Signature(listed)  # type: ignore[attr-defined]
        return called

    for each in family.derived():
        yield Function(each.name, of_all(each.of), parameters, "VARCHAR")
    if isinstance(figures, Cells) and figures.tiles.are_squares:
        return

    def of_each(action: Callable[[Any], Any], kind: pa.DataType) -> Callable[..., pa.Array]:
        def called(*columns: Any) -> pa.Array:
            rows = zip(*(column.to_pylist() for column in columns), strict=True)
            things = (family.object_of(dict(zip(names, row, strict=True))) for row in rows)
            return pa.array([action(thing) for thing in things], kind)

        called.__signature__ = Signature(listed)  # type: ignore[attr-defined]
        return called

    drawn = str if isinstance(figures, Cells) else family.picture
    yield Function("picture", of_each(drawn, pa.string()), parameters, "VARCHAR")
    if isinstance(figures, Pieces):
        axes = _coordinates(figures, COORDINATES)
        cell = pa.struct({axis: pa.int32() for axis in axes})
        pieces = pa.list_(pa.struct({"piece": pa.string(), "cells": pa.list_(cell)}))
        fields = ", ".join(f'"{axis}" INTEGER' for axis in axes)
        piece = f"STRUCT(piece VARCHAR, cells STRUCT({fields})[])"
        action = of_each(partial(_pieces, axes), pieces)
        yield Function("all_pieces", action, parameters, f"{piece}[]")


def _pieces(axes: Sequence[str], tiling: Any) -> list[dict[str, Any]]:
    return [
        {
            "piece": piece.name,
            "cells": [dict(zip(axes, cell, strict=True)) for cell in piece.cells],
        }
        for piece in tiling.pieces
    ]


def _coordinates(figures: Pieces, names: Sequence[str]) -> Sequence[str]:
    """Return as many of the last names as a cell of the pieces has coordinates."""
    return names[-len(figures.tiles.steps) :]


def _drawn_from(dataset: Dataset) -> list[str]:
    return [name for name in dataset.family.drawn_from if name in dataset.schema.names]


def _masks(dataset: Dataset, figures: Cells) -> list[str]:
    return [name for name in figures.words if name in dataset.schema.names]


def _type(dataset: Dataset, name: str) -> str:
    kind = dataset.schema.field(name).type
    if pa.types.is_list(kind):
        return f"{TYPES[str(kind.value_type)]}[]"
    return TYPES[str(kind)]


class _Parameters(NamedTuple):
    sides: Sequence[str]
    words: Sequence[str]

    def __str__(self) -> str:
        return f"({', '.join([*self.sides, *self.words])})"

    def has(self, bit: str) -> str:
        """Return the SQL test of a bit."""
        *lower, last = [
            f"({word}::ubigint >> ({bit} - {64 * k})::ubigint) & 1 = 1"
            for k, word in enumerate(self.words)
        ]
        cases = "".join(f"WHEN {bit} < {64 * (k + 1)} THEN {test} " for k, test in enumerate(lower))
        return f"(CASE {cases}ELSE {last} END)" if cases else f"({last})"


def _parameters(sides: int, words: int) -> _Parameters:
    return _Parameters([f"s{k}" for k in range(sides)], [f"w{k}" for k in range(words)])


def _cells(given: _Parameters) -> str:
    """Return one form of ``cells_of``: the coordinates of the bits that are set."""
    coordinates, rest = [], "b"
    for side in given.sides[:0:-1]:
        coordinates.append(f"({rest}) % {side}::bigint")
        rest = f"({rest}) // {side}::bigint"
    coordinates.append(rest)
    names = COORDINATES[-len(given.sides) :]
    fields = ", ".join(
        f"'{name}': ({value})::integer"
        for name, value in zip(names, reversed(coordinates), strict=True)
    )
    box = " * ".join(f"{side}::bigint" for side in given.sides)
    return f"{given} AS [{{{fields}}} for b in range({box}) if {given.has('b')}]"


def _drawing(given: _Parameters) -> str:
    """Return one form of ``picture``: one line per row, ``#`` for cells."""
    height, width = given.sides
    sign = f"if({given.has(f'(r * {width}::bigint + c)')}, '#', '.')"
    line = f"array_to_string([{sign} for c in range({width}::bigint)], '')"
    return f"{given} AS array_to_string([{line} for r in range({height}::bigint)], chr(10))"
