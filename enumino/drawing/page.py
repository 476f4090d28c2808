"""What every SVG page shares: the frame, the title, the way to PNG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

INK, PAPER = "#26282c", "#fdfcf9"
MARGIN = 24.0
FONT = "Helvetica, Arial, DejaVu Sans, sans-serif"


def picture(width: float, height: float, parts: Iterable[str]) -> str:
    """A picture without background, for a notebook or a page of somebody else's."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}">{"".join(parts)}</svg>'
    )


def page(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A page with its title at the top left; `MARGIN` + 40 pixels are taken by it."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="{FONT}">',
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            f'<text x="{MARGIN:g}" y="{MARGIN + 12:g}" font-size="18" fill="#333">'
            f"{escape(title)}</text>",
            *parts,
            "</svg>\n",
        ]
    )


def title_width(title: str) -> float:
    """About how many pixels a title takes in some sans serif font."""
    return 9.0 * len(title)


def png(svg: str) -> bytes:
    """Return an SVG picture as PNG; needs the ``plot`` extra.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    from enumino.errors import MissingExtraError

    try:
        import resvg_py
    except ImportError as error:
        raise MissingExtraError(
            "PNG pictures need resvg-py, which is not installed: pip install 'enumino[plot]'."
        ) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
