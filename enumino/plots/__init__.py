"""Plots of totals with matplotlib: growth, symmetry classes, and shares of cells.

Each function returns a `matplotlib.figure.Figure`, which notebooks show and `written` turns into a
file. They need the ``plot`` extra.
"""

from enumino.plots.figures import SUFFIXES, cells, classes, growth, written

__all__ = ["SUFFIXES", "cells", "classes", "growth", "written"]
