"""Tables as text, HTML, Markdown, CSV and JSON."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from typing import Any

import msgspec

from enumino.words import LONGEST, in_a_line, plural, printable_lines

GAP = "  "  # between columns
NUMERALS = set("0123456789,.+-* ✓✗")
MOST_LINES = 40  # of a table in a terminal
_JSON = msgspec.json.Encoder(decimal_format="number")

Cell = str | Sequence[str]  # a text in one line, or its lines


class Table:
    """A value that prints as a table."""

    _widest = LONGEST  # characters of a cell in a terminal
    _right = False  # whether all columns are right-aligned

    def text_rows(self) -> list[list[str]]:
        """Return the rows of text, the first of which is the head."""
        raise NotImplementedError

    def text(self) -> str:
        """Return all lines of the table."""
        return as_text(self.text_rows(), self._widest, right=self._right)

    def __repr__(self) -> str:
        rows = self.text_rows()
        more = len(rows) - 1 - MOST_LINES
        text = as_text(rows[: MOST_LINES + 1], self._widest, right=self._right)
        return f"{text}\n({plural(more, 'more line')})" if more > 0 else text

    def _repr_html_(self) -> str:
        return as_html(self.text_rows())


def mark(agrees: bool | None) -> str:
    """Return a tick for right, a cross for wrong, and an empty text for None."""
    return "" if agrees is None else "✓" if agrees else "✗"


def as_text(
    rows: Sequence[Sequence[Cell]],
    widest: int = LONGEST,
    *,
    right: bool | Sequence[bool] = False,
) -> str:
    """Return rows as a table with an underlined head, each cell without control characters."""
    shown = [[_lines(cell, widest) for cell in row] for row in rows]
    columns = list(zip(*shown, strict=True))
    widths = [max(len(line) for cell in column for line in cell) for column in columns]
    if isinstance(right, bool):
        right = [right or all(map(_is_number, column[1:])) for column in columns]
    places = [str.rjust if end else str.ljust for end in right]
    head, *body = (
        "\n".join(
            GAP.join(map(lambda put, *at: put(*at), places, line, widths)).rstrip()
            for line in zip_longest(*row, fillvalue="")
        )
        for row in shown
    )
    rule = "─" * max(map(len, "\n".join([head, *body]).split("\n")))
    # Blank lines separate rows of several lines.
    gap = "\n\n" if any("\n" in row for row in body) else "\n"
    return "\n".join([head, rule, *([gap.join(body)] if body else [])])


def _lines(cell: Cell, widest: int) -> list[str]:
    """Return the lines of a cell; long lines except numbers are shortened."""
    lines = [cell] if isinstance(cell, str) else cell
    return [line if _is_number([line]) else in_a_line(line, widest) for line in lines]


def _is_number(lines: Iterable[str]) -> bool:
    return all(set(line) <= NUMERALS for line in lines)


def as_html(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of text as an HTML table with escaped contents, the first row as its head."""
    head, *body = (
        "".join(f"<{tag}>{escape(in_a_line(text))}</{tag}>" for text in row)
        for tag, row in zip(["th", *["td"] * (len(rows) - 1)], rows, strict=True)
    )
    lines = "".join(f"<tr>{row}</tr>" for row in body)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def as_markdown(rows: Sequence[Sequence[str]], rule: str = "---:") -> str:
    """Return rows of text as a table in Markdown, the first row as its head."""
    head, *body = [[plain_markdown(text.strip()) for text in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, [rule] * len(head), *body])


def plain_markdown(text: str) -> str:
    """Return a text in one line, escaped for a table in Markdown."""
    return re.sub(r"[\\`<>|\[\]]", r"\\\g<0>", in_a_line(text))


def as_csv(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as CSV without control characters; lists and structures are JSON."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows(map(_plain, row) for row in rows)
    return text.getvalue()


def _plain(value: Any) -> Any:
    """Return a value for CSV."""
    if isinstance(value, str):
        return printable_lines(value)
    return as_json(value) if isinstance(value, list | dict) else value


def as_json(value: Any) -> str:
    """Return a value as JSON in one line: exact integers, null for infinities and NaN."""
    text = _JSON.encode(value).decode()
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
