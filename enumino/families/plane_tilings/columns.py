"""Columns of shapes, and of how they tile the plane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from enumino.families.plane_tilings.heesch_types import TYPES
from enumino.schema import Column, arrow_schema, table_of

if TYPE_CHECKING:
    import pyarrow as pa

# From the narrowest class to the widest; a shape has the first that fits.
CLASSES = ("translation", "half-turn", "isohedral", "anisohedral", "none", "open")
KEYS = (
    "cells", "holes", "tiling", "by_translation", "by_half_turn", "coronas", "coronas_with_holes",
    "coronas_proven",
)  # fmt: skip
VERDICT = (
    Column(
        "tiling",
        "string",
        "How copies tile the plane, the first that fits: translation (as they are), half-turn "
        "(also turned by 180 degrees), isohedral, anisohedral, none, open (not decided).",
        values=CLASSES,
    ),
    Column("by_translation", "bool", "Whether translated copies tile."),
    Column("by_half_turn", "bool", "Whether copies tile by Conway's criterion."),
    Column("period_tiles", "uint8", "Tiles in the period of the witness; 0 for a patch."),
    Column(
        "coronas",
        "int8",
        "Heesch number: most coronas of a patch without holes, -1 if copies tile.",
    ),
    Column("coronas_with_holes", "int8", "The same if the last corona may leave holes."),
    Column(
        "coronas_proven",
        "bool",
        "Whether both numbers of coronas are proved, not lower bounds; true if copies tile.",
    ),
    Column(
        "heesch_type",
        "string",
        "Type of the isohedral tiling that the witness is: the sides of a tile in order, T "
        "translation, C half-turn, C3, C4, C6 turn, G glide reflection; none of other tilings, "
        "and of an isohedral one with reflections.",
        values=tuple(TYPES),
    ),
    Column(
        "cuts",
        "list<uint16>",
        "Witness: where the sides begin, in edges of the outline, clockwise from the first one of "
        "the first cell that has one.",
    ),
    Column(
        "vectors",
        "list<int16>",
        "Witness: vectors of its period, each as rows and unit cells; none for a patch.",
    ),
    Column(
        "tiles",
        "list<int16>",
        "Witness: image of the shape (0 is the shape itself), rows and unit cells of each tile; "
        "the shape first.",
    ),
)


def columns_of(shapes: tuple[Column, ...]) -> tuple[Column, ...]:
    """Return the columns of shapes, and of their verdicts."""
    return tuple(replace(each, key=each.name in KEYS) for each in (*shapes, *VERDICT))


def records_of(rows: Sequence[dict[str, Any]], columns: Sequence[Column]) -> pa.RecordBatch:
    """Return rows, which are values by name, as a batch in flight."""
    import pyarrow as pa

    table = table_of(rows, arrow_schema(columns, signed=False))
    flying = table.cast(arrow_schema(columns, in_flight=True))
    arrays = [column.combine_chunks() for column in flying.columns]
    return pa.RecordBatch.from_arrays(arrays, schema=flying.schema)
