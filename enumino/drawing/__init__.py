"""Pictures of polyominoes, regions and tilings as strings: text for terminals, SVG for pages.

PNG needs the ``plot`` extra; see `enumino.drawing.paper` for paper and `enumino.drawing.pdf` for
PDF.
"""

from enumino.drawing.boards import MAT_COLOURS, colours_of, region_svg, tiling_svg, tilings_svg
from enumino.drawing.by_type import svg_of
from enumino.drawing.packings import packing_colours, packing_svg, packings_svg
from enumino.drawing.page import png
from enumino.drawing.polyforms import polyform_svg, polyform_text, polyforms_svg
from enumino.drawing.puzzles import queens_svg, sudokus_svg, texts_svg
from enumino.drawing.shapes import COLOURS, polyomino_svg, sheet_svg
from enumino.drawing.text import blocks, numbers, outlines, rows_abreast, side_by_side

__all__ = [
    "COLOURS",
    "MAT_COLOURS",
    "blocks",
    "colours_of",
    "numbers",
    "outlines",
    "packing_colours",
    "packing_svg",
    "packings_svg",
    "png",
    "polyform_svg",
    "polyform_text",
    "polyforms_svg",
    "polyomino_svg",
    "queens_svg",
    "region_svg",
    "rows_abreast",
    "sheet_svg",
    "side_by_side",
    "sudokus_svg",
    "svg_of",
    "texts_svg",
    "tiling_svg",
    "tilings_svg",
]
