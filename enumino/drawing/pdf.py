"""SVG pages as a PDF, by fpdf2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from enumino.errors import MissingExtraError

_PLAIN = str.maketrans({"–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "’": "'", "≥": ">="})
"""For characters that the fonts of every PDF viewer lack."""
_FONT_SIZE = re.compile(r'(?<= font-size=")[0-9.]+(?=")')
_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""In every file, so that the same pages are the same bytes."""


def pdf(pages: Sequence[str], width: float, height: float, title: str) -> bytes:
    """Return SVG pages as a PDF; needs the ``print`` extra.

    Parameters
    ----------
    pages : sequence of str
        SVG files.
    width, height : float
        Of each page, in millimetres.
    title : str
        Of the document.

    Raises
    ------
    MissingExtraError
        If the extra is not installed.
    """
    try:
        from fpdf import FPDF
        from fpdf.svg import SVGObject
    except ImportError as error:
        raise MissingExtraError(
            "PDF pages need fpdf2, which is not installed: pip install 'enumino[print]'."
        ) from error
    document = FPDF(unit="mm", format=(width, height))
    document.set_auto_page_break(auto=False)
    document.set_margin(0)
    document.set_title(_latin(title))
    document.set_creation_date(_DATE)
    for page in pages:
        document.add_page()
        SVGObject(_in_points(_latin(page))).draw_to_page(document)
    return bytes(document.output())


def _latin(text: str) -> str:
    """Text in the characters that those fonts have; ``?`` stands for others."""
    return text.translate(_PLAIN).encode("latin-1", "replace").decode("latin-1")


def _in_points(page: str) -> str:
    """A page with larger fonts: fpdf2 takes their sizes for pixels, of 3/4 of a unit."""
    return _FONT_SIZE.sub(lambda size: f"{float(size[0]) * 4 / 3:.3f}", page)
