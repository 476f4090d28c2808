"""Datasets for other programs: cells, graphs, solids, b-files, BurrTools."""

from enumino.export.formats import FORMATS, exported

__all__ = ["FORMATS", "exported"]
