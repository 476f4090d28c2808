"""Tilings of regions of any lattice by pieces."""

from enumino.registry import Family

FAMILY = Family(
    name="tilings",
    summary="Tilings of a region by pieces: of squares, cubes, hexagons, triangles, sticks.",
    example="--region 6x10 --pieces pentominoes --each-once",
    package=__name__,
    parameters="TilingParameters",
    problem="Tilings",
    rows="TilingRows",
)
