"""One HTML page of a dataset: its totals, filters by every column, and pictures of its rows.

The page is a single file: it neither loads nor sends anything.
"""

from enumino.gallery.page import MOST_ROWS, gallery

__all__ = ["MOST_ROWS", "gallery"]
