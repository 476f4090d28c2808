"""One HTML page of a dataset: its totals, filters by every column, and pictures of its rows.

The page is a file of its own: it loads nothing, and sends nothing.
"""

from enumino.gallery.page import MOST_ROWS, gallery

__all__ = ["MOST_ROWS", "gallery"]
