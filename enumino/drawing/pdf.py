r"""Conversion of SVG pages to PDF with fpdf2.

The built-in fonts of PDF viewers have only the characters of Latin-1. For others, DejaVu Sans from
matplotlib is embedded; characters missing there are written by their numbers, as in Python:
``\u4e2d``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from enumino.drawing.page import FONT
from enumino.imports import optional

# For characters that the fonts of every PDF viewer lack.
_PLAIN = str.maketrans({"–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "’": "'", "≥": ">="})
_LATIN = frozenset(map(chr, range(256)))
_EMBEDDED = "embedded"
_FONT_SIZE = re.compile(r'(?<= font-size=")[0-9.]+(?=")')
# In every file, so that the same pages are the same bytes.
_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def pdf(pages: Sequence[str], width: float, height: float, title: str) -> bytes:
    """Return SVG pages of a size in millimetres as a PDF; needs the ``print`` extra."""
    optional("fpdf", "PDF pages need fpdf2", "enumino[print]")
    from fpdf import FPDF
    from fpdf.svg import SVGObject

    document = FPDF(unit="mm", format=(width, height))
    document.set_auto_page_break(auto=False)
    document.set_margin(0)
    document.set_title(title.encode("utf-8", "replace").decode())  # viewers have fonts for it
    document.set_creation_date(_DATE)
    characters = _LATIN
    if not characters.issuperset("".join(pages).translate(_PLAIN)) and (file := _font_file()):
        document.add_font(_EMBEDDED, fname=file)
        characters = frozenset(map(chr, document.fonts[_EMBEDDED].cmap))
    for page in pages:
        shown = page if characters is _LATIN else page.replace(FONT, _EMBEDDED)
        document.add_page()
        SVGObject(_in_points(_within(shown, characters))).draw_to_page(document)
    return bytes(document.output())


def _font_file() -> Path | None:
    """Return the file of matplotlib's DejaVu Sans, without loading matplotlib."""
    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        return None
    file = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf"
    return file if file.exists() else None


def _within(text: str, characters: frozenset[str]) -> str:
    """Return a text with only the given characters; others are written by their numbers."""
    if characters is _LATIN:
        text = text.translate(_PLAIN)
    known = characters | {"\n"}
    return "".join(
        c if c in known else c.encode("ascii", "backslashreplace").decode("ascii") for c in text
    )


def _in_points(page: str) -> str:
    """Return a page with larger fonts: fpdf2 reads sizes as pixels, of 3/4 of a unit."""
    return _FONT_SIZE.sub(lambda size: f"{float(size[0]) * 4 / 3:.3f}", page)
