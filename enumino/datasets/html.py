"""Tables as HTML for notebooks, with escaped contents."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def table(rows: Sequence[Sequence[str]], *, left: bool = False) -> str:
    """Return rows of text as a table with the first row as its head.

    >>> table([["cells", "free"], ["3", "2 < 3"]])[-52:]
    '<tr><td>3</td><td>2 &lt; 3</td></tr></tbody></table>'
    """
    style = ' style="text-align:left"' if left else ""
    head, *body = (
        "".join(f"<{tag}{style}>{escape(text)}</{tag}>" for text in row)
        for tag, row in zip(["th", *["td"] * (len(rows) - 1)], rows, strict=True)
    )
    lines = "".join(f"<tr>{row}</tr>" for row in body)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
