"""Pictures of polyforms, regions and tilings: text for terminals, SVG and PNG for pages.

`enumino.drawing.paper` has pages of paper, as PDF.
"""

from enumino.drawing.objects import Drawn, legend_of, pictures_of, svg_of
from enumino.drawing.picture import Picture, sheet, text_picture
from enumino.drawing.text import numbers, polyform_text, rows_abreast

__all__ = [
    "Drawn",
    "Picture",
    "legend_of",
    "numbers",
    "pictures_of",
    "polyform_text",
    "rows_abreast",
    "sheet",
    "svg_of",
    "text_picture",
]
