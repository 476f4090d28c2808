"""A dataset in a notebook: description, totals, some pictures, rows and the columns."""

from __future__ import annotations

from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from enumino.arguments import whole
from enumino.datasets.totals import totals_rows
from enumino.errors import EnuminoError, ProblemError
from enumino.schema import Column, arrow_type
from enumino.tables import MOST_LINES, Table, as_html
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset

PICTURES = 8
LARGEST_DRAWN = 4096  # cells of a picture


class Columns(Table, tuple[Column, ...]):
    """Columns of rows, shown as a table; each has a `name`, `type` and `description`."""

    _widest = 200

    @property
    def names(self) -> list[str]:
        """Their names."""
        return [column.name for column in self]

    def _text_rows(self) -> list[list[str]]:
        rows = [[c.name, str(arrow_type(c.signed)), c.description] for c in self]
        return [["column", "type", "meaning"], *rows]


class Records(Table, list[dict[str, Any]]):
    """Rows as dictionaries, shown as a table."""

    def _text_rows(self) -> list[list[str]]:
        if not self:
            return [["(no rows)"]]
        return [list(self[0]), *([str(value) for value in row.values()] for row in self)]


def html(dataset: Dataset) -> str:
    """Return a dataset as HTML with escaped names and texts."""
    manifest = dataset.manifest
    totals = totals_rows(dataset.family.totals(manifest.counts))
    more = len(totals) - 1 - MOST_LINES
    parts = [
        f"<p><b>{escape(manifest.title)}</b>: {plural(manifest.rows, 'row')}<br/>"
        f"<code>{escape(dataset.store.root)}</code></p>",
        as_html(totals[: MOST_LINES + 1]),
        f"<p>{plural(more, 'more line')}: <code>dataset.counts</code></p>" if more > 0 else "",
        _pictures(dataset),
        dataset.columns._repr_html_(),
    ]
    return f"<div>{''.join(parts)}</div>"


def _pictures(dataset: Dataset) -> str:
    """Return an SVG picture of the first objects."""
    if not len(dataset):
        return ""
    if dataset.family.row_cells > LARGEST_DRAWN:
        return "<p>(too large to draw here)</p>"
    try:
        first = list(islice(dataset.objects(), PICTURES))
        return dataset.family.sheet(first, f"The first {len(first)}" if first[1:] else "The first")
    except EnuminoError as error:  # a file is damaged, or boards are too large to draw
        return f"<p>{escape(str(error))}</p>"


class Sheet:
    """A page of pictures of rows, shown by notebooks."""

    def __init__(self, svg: str, title: str) -> None:
        self.svg, self.title = svg, title

    def __repr__(self) -> str:
        return f"<Sheet: {self.title}, {size(len(self.svg))} of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg


def sheet(dataset: Dataset, where: str | None, limit: int) -> Sheet:
    """Return a page of the first rows that meet a condition."""
    limit = whole(limit, "The number of pictures")
    if limit < 1:
        raise ProblemError(f"A sheet of {limit} pictures is empty: take 1 or more.")
    things = list(islice(dataset.objects(where), limit))
    if not things:
        raise ProblemError(
            "The dataset has no rows." if where is None else "No row meets the condition."
        )
    title = dataset.manifest.title + (f", {where}" if where else "")
    return Sheet(dataset.family.sheet(things, title), title)
