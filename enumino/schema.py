"""Columns of rows: a documented `Column` per field, and the Arrow schema."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from enumino.objects.lattice import SQUARE_CLASSES

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT_VERSION = 1
# Version of the bytes of rows. Raise it when encodings, compression or the order of rows in a row
# group change.
WRITER, WRITER_VERSION = "enumino's writer", 1
# Types of small numbers in files, which do not wrap in differences and products.
SIGNED = {"uint8": "int32", "uint16": "int32", "uint32": "int64"}

# Such as uses(L4) with the name of a piece; plans of strangers may hold nothing else.
Name = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,62}(\([^\x00-\x1f\x7f-\x9f\"]{1,60}\))?\Z")
]
TypeName = Annotated[
    str, msgspec.Meta(pattern=r"^(string|bool|double|u?int(8|16|32|64)|list<u?int(8|16|32|64)>)\Z")
]


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of every row."""

    name: Name
    type: TypeName  # of Arrow, for values in a search; files and readers have `signed` numbers
    description: str  # one sentence, for file footers and the card of a dataset
    key: bool = False  # whether a dataset has totals for each value of the column
    # All values of a text column with few values, in the order of their codes. Batches in flight
    # encode the column with a dictionary; readers of files see plain text.
    values: tuple[str, ...] = ()

    @property
    def signed(self) -> str:
        """Arrow type of the values in files and for readers; small numbers have a sign."""
        return SIGNED.get(self.type, self.type)


SYMMETRY = Column(
    "symmetry",
    "string",
    "Redelmeier's symmetry class: none, rotate, rotate2, axis, axis2, diag, diag2 or all.",
    key=True,
    values=SQUARE_CLASSES,
)
ORBIT = Column("orbit", "uint8", "Fixed objects that this row stands for; they sum to the total.")


def arrow_schema(
    columns: Sequence[Column], *, in_flight: bool = False, signed: bool | None = None
) -> pa.Schema:
    """Return the Arrow schema of columns for readers or, with dictionaries, batches in flight."""
    import pyarrow as pa

    signed = not in_flight if signed is None else signed

    fields = []
    for column in columns:
        plain = arrow_type(column.signed if signed else column.type)
        encoded = pa.dictionary(pa.int8(), plain) if in_flight and column.values else plain
        fields.append(pa.field(column.name, encoded, nullable=False))
    return pa.schema(fields)


def arrow_type(name: str) -> pa.DataType:
    """Return the Arrow type with a name such as `Column.type`."""
    import pyarrow as pa

    if name.startswith("list<"):
        item = pa.field("element", pa.type_for_alias(name[len("list<") : -1]), nullable=False)
        return pa.list_(item)
    return pa.type_for_alias(name)


def table_of(rows: Sequence[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """Return rows of numbers, texts and lists as a table with the columns of a schema.

    A missing value is null. The function uses JSON because the constructors of pyarrow load pandas,
    which takes a fifth of a second.

    >>> import pyarrow as pa
    >>> table_of([{"cells": 4}, {"cells": 5}], pa.schema({"cells": pa.int32()})).to_pylist()
    [{'cells': 4}, {'cells': 5}]
    """
    import pyarrow as pa
    from pyarrow.json import ParseOptions, ReadOptions, read_json

    if not rows:
        return pa.Table.from_batches([], schema)
    text = BytesIO("\n".join(map(json.dumps, rows)).encode())
    parsed = ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    return read_json(text, ReadOptions(use_threads=False), parsed)


def count_by(rows: pa.RecordBatch, names: Sequence[str]) -> dict[tuple[Any, ...], int]:
    """Return the number of rows for each combination of values of some columns."""
    import numpy as np
    import pyarrow as pa

    if not names or not rows.num_rows:
        return {(): rows.num_rows} if rows.num_rows else {}
    values, codes = [], np.zeros(rows.num_rows, np.int64)
    for name in names:
        column = rows.column(name)
        coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        values.append(coded.dictionary.to_pylist())
        # Not to_numpy or group_by, which load pandas in a fifth of a second.
        codes = codes * len(values[-1]) + np.from_dlpack(coded.indices)
    found = pa.Array.from_buffers(pa.int64(), codes.size, [None, pa.py_buffer(codes)])
    found = found.value_counts()
    keys: Any = np.from_dlpack(found.field(0))
    places = np.unravel_index(keys, [len(each) for each in values])
    keys = [[each[k] for k in at] for each, at in zip(values, places, strict=True)]
    return dict(zip(zip(*keys, strict=True), found.field(1).to_pylist(), strict=True))
