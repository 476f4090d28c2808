"""Tatami layouts: mats in rooms so that no four meet at a point."""

from enumino.registry import Family

FAMILY = Family(
    name="tatami",
    summary="Layouts of mats in rooms, no four at a point.",
    example="--room 4x7",
    problem=f"{__name__}.problem:Tatami",
    rows=f"{__name__}.rows:TatamiRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
