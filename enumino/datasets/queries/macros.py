"""SQL functions for rows: cells, drawings, pieces, and values of a family."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import pyarrow as pa

from enumino.datasets.queries.layouts import Layouts
from enumino.datasets.queries.masks import COORDINATES
from enumino.drawing.figures import Cells, Pieces, Texts

if TYPE_CHECKING:
    from enumino.datasets.rows import Rows

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
PIECE_AT, USES = "pieces_at", "uses"
# Names of the coordinates of a cell in queries; with fewer coordinates, the last ones.
ASKED = ("z", "r", "c")


class Described(Protocol):
    """Rows of a family, such as those of a dataset."""

    @property
    def family(self) -> Rows:
        """Meaning and drawing of the rows."""
        ...

    @property
    def schema(self) -> pa.Schema:
        """The columns and their types."""
        ...


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


def words_of(dataset: Described) -> list[Word]:
    """Return the SQL functions for queries of a dataset.

    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/pentominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5), in_process=True)
    >>> [word.call.partition("(")[0] for word in words_of(enumino.open_dataset(root))]
    ['cells_of', 'picture', 'address']
    """
    figures, names = dataset.family.figures(), _drawn_from(dataset)
    drawn = Word(f"picture({', '.join(names)})", "the drawing, as text")
    if isinstance(figures, Cells | Texts) and figures.sides:
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


def macros(dataset: Described) -> Iterator[str]:
    """Yield SQL statements that define the functions that SQL itself can compute."""
    figures = dataset.family.figures()
    if isinstance(figures, Cells | Texts) and figures.sides:
        masks = _masks(dataset, figures)
        several = [_parameters(len(figures.sides), number + 1) for number in range(len(masks))]
        yield f"CREATE MACRO cells_of{', '.join(map(_cells, several))}"
        if isinstance(figures, Cells) and figures.tiles.are_squares:
            yield f"CREATE MACRO picture{', '.join(map(_drawing, several))}"
    elif isinstance(figures, Pieces):
        given = ", ".join(_drawn_from(dataset))
        listed = f"({given}) AS all_pieces({given})"
        yield f"CREATE MACRO {PIECE_AT}{listed}, {_piece_at(dataset, figures)}"
        yield f"CREATE MACRO {USES}{_uses(figures)}"


class Extra(NamedTuple):
    """Functions of a dataset that conditions may call beside those of DuckDB.

    `pieces` are the names that the pieces of rows have.
    """

    names: Collection[str] = ()
    pieces: Collection[str] = ()
    functions: Sequence[Function] = ()
    macros: Sequence[str] = ()


def extra(dataset: Described, condition: str) -> Extra:
    """Return the functions for a condition on the rows of a dataset: of coverings, those of pieces.

    A condition may ask for a piece, and not for a list of all pieces.
    """
    if not re.search(rf"\b({PIECE_AT}|{USES})\b", condition, re.IGNORECASE):
        return Extra()
    figures = dataset.family.figures()
    if not isinstance(figures, Pieces):
        return Extra()
    made = (
        f"CREATE MACRO {PIECE_AT}{_piece_at(dataset, figures)}",
        f"CREATE MACRO {USES}{_uses(figures)}",
    )
    pieces = list(dict.fromkeys(name for name, _ in figures.shapes.values()))
    return Extra((PIECE_AT, USES), pieces, [_piece_function(dataset, figures)], made)


def _piece_at(dataset: Described, figures: Pieces) -> str:
    """Return one form of ``pieces_at``: the name of the piece on a cell."""
    names = _drawn_from(dataset)
    asked = _coordinates(figures, ASKED)
    types = [*(_type(dataset, name) for name in names), *("BIGINT" for _ in asked)]
    given = [*names, *asked]
    cast = (f"{each}::{kind}" for each, kind in zip(given, types, strict=True))
    return f"({', '.join(given)}) AS nullif(piece_at({', '.join(cast)}), '')"


def _uses(figures: Pieces) -> str:
    """Return ``uses``: the number of the letters of a piece in a layout."""
    letters: dict[str, str] = {}
    for letter, (name, _) in figures.shapes.items():
        letters[name] = letters.get(name, "") + letter
    cases = " ".join(f"WHEN {_text(name)} THEN {_text(own)}" for name, own in letters.items())
    given = ", ".join([*figures.keys, *figures.missing, figures.layout, "name"])
    left = f"translate({figures.layout}, CASE name {cases} ELSE '' END, '')"
    return f"({given}) AS length({figures.layout}) - length({left})"


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _piece_function(dataset: Described, figures: Pieces) -> Function:
    """Return the function of `_piece_at`, which lays out many rows at once."""
    layouts = Layouts(figures)
    names = _drawn_from(dataset)
    axes = _coordinates(figures, ASKED)

    def called(*columns: Any) -> pa.Array:
        *given, layout = (column.to_pylist() for column in columns[: len(names)])
        keys, missing = given[: len(figures.keys)], given[len(figures.keys) :]
        cells = np.stack([column.to_numpy() for column in columns[len(names) :]], axis=1)
        return pa.array(layouts.names_at(keys, missing, layout, cells), pa.string())

    called.__signature__ = _signature([*names, *axes])  # type: ignore[attr-defined]
    types = [*(_type(dataset, name) for name in names), *("BIGINT" for _ in axes)]
    return Function("piece_at", called, types, "VARCHAR")


def _signature(names: Sequence[str]) -> Signature:
    """Return the signature of a function, since DuckDB counts the parameters there."""
    return Signature([Parameter(f"p{k}", Parameter.POSITIONAL_ONLY) for k in range(len(names))])


def functions(dataset: Described) -> Iterator[Function]:
    """Yield the functions computed in Python, since they need the objects of a family."""
    family, figures = dataset.family, dataset.family.figures()
    names = _drawn_from(dataset)
    parameters = [_type(dataset, name) for name in names]

    def of_all(action: Callable[[pa.RecordBatch], pa.Array]) -> Callable[..., pa.Array]:
        def called(*columns: Any) -> pa.Array:
            plain = [c.combine_chunks() if isinstance(c, pa.ChunkedArray) else c for c in columns]
            return action(pa.RecordBatch.from_arrays(plain, names))

        called.__signature__ = _signature(names)  # type: ignore[attr-defined]
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

        called.__signature__ = _signature(names)  # type: ignore[attr-defined]
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
        yield _piece_function(dataset, figures)
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


def _drawn_from(dataset: Described) -> list[str]:
    return [name for name in dataset.family.drawn_from if name in dataset.schema.names]


def _masks(dataset: Described, figures: Cells | Texts) -> list[str]:
    return [name for name in figures.words if name in dataset.schema.names]


def _type(dataset: Described, name: str) -> str:
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
