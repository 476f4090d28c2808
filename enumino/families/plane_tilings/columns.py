"""Columns of shapes, and of how they tile the plane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from enumino.schema import Column, arrow_schema, table_of

if TYPE_CHECKING:
    import pyarrow as pa

# The tiles of a period of each type: its symmetries up to translation. The last type is the mirror
# image of the type before it.
TYPES = {
    "none": 0,
    **dict.fromkeys(("TTTT", "TTTTTT"), 1),
    **dict.fromkeys(("CCC", "CCCC", "TCTC", "TCTCC", "TCCTCC"), 2),
    **dict.fromkeys(("TGTG", "G1G1G2G2", "TG1G1TG2G2", "TG1G2TG2G1"), 2),
    **dict.fromkeys(("C3C3C3C3", "C3C3C3C3C3C3"), 3),
    **dict.fromkeys(("CC4C4", "C4C4C4C4", "CC4C4C4C4"), 4),
    **dict.fromkeys(("CGG", "CCGG", "CGCG", "G1G2G1G2", "TCTGG", "TCCTGG"), 4),
    **dict.fromkeys(("CG1G2G1G2", "CG1CG2G1G2"), 4),
    **dict.fromkeys(("CC3C3", "CC6C6", "C3C3C6C6", "CC3C3C6C6", "CC6C6C3C3"), 6),
}

# From the narrowest class to the widest: the verdict is the first class that fits.
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
        "(also turned by 180 degrees), isohedral, anisohedral, none, open (undecided).",
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
        "Type of the isohedral tiling: the sides of a tile in order, T translation, C half-turn, "
        "C3, C4, C6 turn, G glide reflection; none for other tilings, and for an isohedral tiling "
        "with reflections.",
        values=tuple(TYPES),
    ),
    Column(
        "cuts",
        "list<uint16>",
        "Witness: the starts of the sides, in edges along the outline, clockwise from the first "
        "outer edge of the first cell that has an outer edge.",
    ),
    Column(
        "vectors",
        "list<int16>",
        "Witness: the two vectors of the period, in rows and unit cells; empty for a patch.",
    ),
    Column(
        "tiles",
        "list<int16>",
        "Witness: three numbers for each tile, the shape first: image of the shape (0 is the "
        "shape itself), rows, unit cells.",
    ),
)


def columns_of(shapes: tuple[Column, ...]) -> tuple[Column, ...]:
    """Return the columns of shapes, then the columns of their verdicts."""
    return tuple(replace(each, key=each.name in KEYS) for each in (*shapes, *VERDICT))


def records_of(rows: Sequence[dict[str, Any]], columns: Sequence[Column]) -> pa.RecordBatch:
    """Return rows, given as values by name, as a batch in flight."""
    import pyarrow as pa

    table = table_of(rows, arrow_schema(columns, signed=False))
    schema = arrow_schema(columns, in_flight=True)
    arrays = [column.combine_chunks() for column in table.cast(schema).columns]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
