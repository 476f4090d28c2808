"""Plane tilings: the way in which copies of each shape tile the plane, with a witness."""

from enumino.registry import Family

FAMILY = Family(
    name="plane-tilings",
    summary="Shapes, and how copies of each tile the plane.",
    example="--cells 1-8",
    package=__name__,
    parameters="PlaneTilingParameters",
    problem="PlaneTilings",
    rows="PlaneTilingRows",
    # The anisohedral octomino with too small periods, so that all searches are made.
    rehearsed={"searches": {"shape": "22zg", "tiles": 2, "coronas": 3}},
)
