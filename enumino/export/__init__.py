"""Datasets for other programs, and back: lines of cells, xyz, CSV, SVG, b-files, BurrTools."""

from enumino.export.formats import FORMATS, exported, pieces

__all__ = ["FORMATS", "exported", "pieces"]
