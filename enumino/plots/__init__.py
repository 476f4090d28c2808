"""Plots of totals and of rows, by matplotlib: growth, symmetry classes, perimeter and holes.

Each function returns a `matplotlib.figure.Figure`, which a notebook shows; `written` makes a file
of it. They need the ``plot`` extra.
"""

from enumino.plots.figures import SUFFIXES, classes, growth, holes, written
from enumino.plots.numbers import counted_holes, perimeters_and_holes

__all__ = [
    "SUFFIXES",
    "classes",
    "counted_holes",
    "growth",
    "holes",
    "perimeters_and_holes",
    "written",
]
