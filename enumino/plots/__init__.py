"""Plots of totals with matplotlib: growth, and symmetry classes.

Each function returns a `matplotlib.figure.Figure`, which notebooks show and `written` turns into a
file. They need the ``plot`` extra.
"""

from enumino.plots.figures import SUFFIXES, classes, growth, written

__all__ = ["SUFFIXES", "classes", "growth", "written"]
