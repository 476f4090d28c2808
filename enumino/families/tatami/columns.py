"""The columns of rows that are tatami layouts."""

from __future__ import annotations

from enumino.schema import ORBIT, SYMMETRY, Column

TATAMI_COLUMNS = (
    Column("rows", "uint16", "Rows of the room.", key=True),
    Column("cols", "uint16", "Columns of the room.", key=True),
    Column("mats", "uint16", "Whole mats."),
    Column("monomers", "uint16", "Half mats.", key=True),
    Column(
        "layout",
        "string",
        "One letter a tile, by first cell in row-scan order: H and V for mats, M for half mats.",
        distinct=True,
    ),
    SYMMETRY,
    ORBIT,
    Column("horizontal", "uint16", "Mats that lie along a row."),
    Column("vertical", "uint16", "Mats that lie along a column."),
)
