"""Tatami layouts: mats in rooms, no four of which meet at a point."""

from enumino.registry import Family

FAMILY = Family(
    name="tatami",
    summary="Tilings of rooms by mats, no four of which meet at a point.",
    example="--room 4x7",
    package=__name__,
    parameters_name="TatamiParameters",
    problem_name="Tatami",
    rows_name="TatamiRows",
    small_problems={"search": {"rooms": ["2x3"]}},
)
