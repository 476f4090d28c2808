"""Pictures of polyforms, regions and tilings as strings: text for terminals, SVG for pages.

PNG needs the ``plot`` extra; `enumino.drawing.paper` has pages of paper, as PDF.
"""

from enumino.drawing.objects import has_picture, name_of, svg_of
from enumino.drawing.page import png, texts_svg
from enumino.drawing.polyforms import COLOURS, polyform_svg, polyforms_svg
from enumino.drawing.text import numbers, outlines, polyform_text, rows_abreast
from enumino.drawing.tilings import region_svg, tiling_svg, tilings_svg

__all__ = [
    "COLOURS",
    "has_picture",
    "name_of",
    "numbers",
    "outlines",
    "png",
    "polyform_svg",
    "polyform_text",
    "polyforms_svg",
    "region_svg",
    "rows_abreast",
    "svg_of",
    "texts_svg",
    "tiling_svg",
    "tilings_svg",
]
