"""Tilings of regions of any lattice by pieces."""

from enumino.registry import Family

_FLAT = {"region": "2x4", "pieces": [{"name": "domino", "cells": ["##"]}]}
_SOLID = {
    "region": "2x2x2",
    "pieces": [{"name": "dicube", "cells": ["##"], "reflections": False}],
    "lattice": "cubic",
}

FAMILY = Family(
    name="tilings",
    summary="Tilings of a region by pieces: of squares, cubes, hexagons, triangles, sticks.",
    example="--region 6x10 --pieces pentominoes --each-once",
    package=__name__,
    parameters="TilingParameters",
    problem="Tilings",
    rows="TilingRows",
    rehearsed={
        "cell masks": {**_FLAT, "engine": "cell-masks"},
        "rows up to symmetry": {**_FLAT, "engine": "cell-masks", "up_to_symmetry": True},
        "option bitsets": {**_FLAT, "engine": "option-bitsets"},
        "dancing links": {**_FLAT, "engine": "dancing-links"},
        "option bitsets, cubes": {**_SOLID, "engine": "option-bitsets"},
        "dancing links, cubes": {**_SOLID, "engine": "dancing-links"},
    },
)
