"""Plots of totals, by matplotlib: growth, and symmetry classes.

Each function returns a `matplotlib.figure.Figure`, which a notebook shows; `written` makes a file
of it. They need the ``plot`` extra.
"""

from enumino.plots.figures import SUFFIXES, classes, growth, written

__all__ = ["SUFFIXES", "classes", "growth", "written"]
