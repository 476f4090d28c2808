"""Tables as text, HTML, Markdown, CSV and JSON; values that show themselves as tables."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from html import escape
from math import isfinite
from typing import Any

from enumino.words import LONGEST, in_a_line, plural

GAP = "  "  # between columns
NUMERALS = set("0123456789,.+-* ✓✗")
MOST_LINES = 40  # of a table in a terminal

Cell = str | Sequence[str]  # a text in one line, or its lines


class Table:
    """A value that is shown as the table of its rows of text, the first of which is the head."""

    _widest = LONGEST  # characters of a cell in a terminal
    _right = False  # whether all columns end together

    def _text_rows(self) -> list[list[str]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        rows = self._text_rows()
        more = len(rows) - 1 - MOST_LINES
        text = as_text(rows[: MOST_LINES + 1], self._widest, right=self._right)
        return f"{text}\n({plural(more, 'more line')})" if more > 0 else text

    def _repr_html_(self) -> str:
        return as_html(self._text_rows())


def mark(agrees: bool | None) -> str:
    """Return a tick for right, a cross for wrong, and nothing where there is nothing to compare."""
    return "" if agrees is None else "✓" if agrees else "✗"


def as_text(
    rows: Sequence[Sequence[Cell]],
    widest: int = LONGEST,
    *,
    right: bool | Sequence[bool] = False,
    width: int | None = None,
) -> str:
    """Return rows as a table with an underlined head, each cell without control characters.

    Columns of numbers end together, and so do those that `right` names. A table wider than `width`
    is divided into tables one below the other, each of which begins with the first column.

    >>> print(as_text([["cells", "symmetry"], ["8", "all"], ["10", "none"]]))
    cells  symmetry
    ───────────────
        8  all
       10  none
    """
    shown = [[_lines(cell, widest) for cell in row] for row in rows]
    columns = list(zip(*shown, strict=True))
    widths = [max(len(line) for cell in column for line in cell) for column in columns]
    if isinstance(right, bool):
        right = [right or all(map(_is_number, column[1:])) for column in columns]
    # Rows of several lines stand apart.
    gap = "\n\n" if any(len(cell) > 1 for row in shown for cell in row) else "\n"
    tables = []
    for chosen in _fitting(widths, width):
        head, *body = ("\n".join(_row(row, widths, right, chosen)) for row in shown)
        rule = "─" * max(map(len, "\n".join([head, *body]).split("\n")))
        tables.append("\n".join([head, rule, *([gap.join(body)] if body else [])]))
    return "\n\n".join(tables)


def _lines(cell: Cell, widest: int) -> list[str]:
    """Return the lines of a cell; those that are too long are cut, but for numbers."""
    lines = [cell] if isinstance(cell, str) else cell
    return [line if _is_number([line]) else in_a_line(line, widest) for line in lines]


def _is_number(lines: Iterable[str]) -> bool:
    return all(set(line) <= NUMERALS for line in lines)


def _fitting(widths: list[int], most: int | None) -> list[list[int]]:
    """Return the numbers of the columns of each table, as many as fit."""
    tables = [[0]]
    for column in range(1, len(widths)):
        wide = sum(widths[i] + len(GAP) for i in tables[-1]) + widths[column]
        if most is not None and wide > most and tables[-1] != [0]:
            tables.append([0])
        tables[-1].append(column)
    return tables


def _row(
    row: list[list[str]], widths: list[int], right: Sequence[bool], columns: list[int]
) -> Iterator[str]:
    """Yield the lines of some columns of a row."""
    for number in range(max(len(row[k]) for k in columns)):
        cells = [
            (row[k][number] if number < len(row[k]) else "", widths[k], right[k]) for k in columns
        ]
        ends = (text.rjust(width) if end else text.ljust(width) for text, width, end in cells)
        yield GAP.join(ends).rstrip()


def as_html(rows: Sequence[Sequence[str]], *, left: bool = False) -> str:
    """Return rows of text as an HTML table with escaped contents, the first row as its head.

    >>> as_html([["cells", "free"], ["3", "2 < 3"]])[-52:]
    '<tr><td>3</td><td>2 &lt; 3</td></tr></tbody></table>'
    """
    style = ' style="text-align:left"' if left else ""
    head, *body = (
        "".join(f"<{tag}{style}>{escape(in_a_line(text))}</{tag}>" for text in row)
        for tag, row in zip(["th", *["td"] * (len(rows) - 1)], rows, strict=True)
    )
    lines = "".join(f"<tr>{row}</tr>" for row in body)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def as_markdown(rows: Sequence[Sequence[str]], rule: str = "---:") -> str:
    r"""Return rows of text as a table in Markdown, the first row as its head, without any markup.

    >>> print(as_markdown([["cells", "free"], ["3", "<2>"]]))
    | cells | free |
    | ---: | ---: |
    | 3 | \<2\> |
    """
    head, *body = [[plain_markdown(text.strip()) for text in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, [rule] * len(head), *body])


def plain_markdown(text: str) -> str:
    """Return a text in one line for Markdown: no links, no HTML, no table separators."""
    return re.sub(r"[\\`<>|\[\]]", r"\\\g<0>", in_a_line(text))


def as_csv(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as CSV; lists and structures in it are JSON."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows(
        [as_json(value) if isinstance(value, list | dict) else value for value in row]
        for row in rows
    )
    return text.getvalue()


def as_json(value: Any) -> str:
    """Return a value as JSON in one line; whole numbers are exact, as Python reads them."""
    return json.dumps(_finite(value), default=_exact)


def _finite(value: Any) -> Any:
    """Return a value with null for infinities and NaN, which JSON lacks."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _exact(value: Any) -> Any:
    whole = isinstance(value, Decimal) and value == value.to_integral_value()
    return int(value) if whole else str(value)
