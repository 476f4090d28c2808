"""Tilings of regions of any lattice by pieces."""

from enumino.registry import Family

_SMALL = {"region": "2x4", "pieces": [{"name": "domino", "cells": ["##"]}]}

FAMILY = Family(
    name="tilings",
    summary="Tilings of a region by pieces: of squares, cubes, hexagons, triangles, sticks.",
    example="--region 6x10 --pieces pentominoes --each-once",
    package=__name__,
    parameters_name="TilingParameters",
    problem_name="Tilings",
    rows_name="TilingRows",
    small_problems={
        "cell masks": {**_SMALL, "engine": "cell-masks"},
        "option bitsets": {**_SMALL, "engine": "option-bitsets"},
        "dancing links": {**_SMALL, "engine": "dancing-links"},
        # Last, when the engine has been compiled.
        "rows up to symmetry": {**_SMALL, "engine": "cell-masks", "up_to_symmetry": True},
    },
)
