"""The columns of rows that are solutions of an exact cover problem."""

from __future__ import annotations

from enumino.schema import Column

COVER_COLUMNS = (
    Column(
        "options",
        "list<uint32>",
        "The options of the solution, ascending; options.parquet says what they are.",
        distinct=True,
    ),
)
