"""Values that show themselves as tables: as text in a terminal, as HTML in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from enumino.words import in_a_line, plural

NUMERALS = set("0123456789,.+-* ✓✗")
MOST_LINES = 40  # of a table in a terminal


class Shown:
    """A value that is shown as the table of its rows of text, the first of which is the head."""

    _widest = 60  # characters of a cell in a terminal

    def _text_rows(self) -> list[list[str]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        rows = self._text_rows()
        more = len(rows) - 1 - MOST_LINES
        text = as_text(rows[: MOST_LINES + 1], self._widest)
        return f"{text}\n({plural(more, 'more line')})" if more > 0 else text

    def _repr_html_(self) -> str:
        return as_html(self._text_rows())


def as_text(rows: Sequence[Sequence[str]], widest: int = 60) -> str:
    """Return rows of text as a table with an underlined head; columns of numbers end together.

    >>> print(as_text([["cells", "symmetry"], ["8", "all"], ["10", "none"]]))
    cells  symmetry
    ───────────────
        8  all
       10  none
    """
    shown = [[in_a_line(text, widest) for text in row] for row in rows]
    columns = list(zip(*shown, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(set(text) <= NUMERALS for text in column[1:]) for column in columns]
    lines = [
        "  ".join(
            text.rjust(width) if end else text.ljust(width)
            for text, width, end in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in shown
    ]
    return "\n".join([lines[0], "─" * max(map(len, lines)), *lines[1:]])


def as_html(rows: Sequence[Sequence[str]], *, left: bool = False) -> str:
    """Return rows of text as an HTML table with escaped contents, the first row as its head.

    >>> as_html([["cells", "free"], ["3", "2 < 3"]])[-52:]
    '<tr><td>3</td><td>2 &lt; 3</td></tr></tbody></table>'
    """
    style = ' style="text-align:left"' if left else ""
    head, *body = (
        "".join(f"<{tag}{style}>{escape(text)}</{tag}>" for text in row)
        for tag, row in zip(["th", *["td"] * (len(rows) - 1)], rows, strict=True)
    )
    lines = "".join(f"<tr>{row}</tr>" for row in body)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
