"""A dataset in a notebook: what it is, its totals, some pictures and its columns, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from enumino.datasets.card import totals_rows
from enumino.errors import EnuminoError
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset

PICTURES = 8
LARGEST_DRAWN = 4096  # cells of a picture
MOST_LINES = 40  # of totals


def html(dataset: Dataset) -> str:
    """Return a dataset as HTML; whatever names and files say is escaped."""
    manifest = dataset.manifest
    totals = totals_rows(dataset.family.totals(manifest.counts))
    more = len(totals) - 1 - MOST_LINES
    parts = [
        f"<p><b>{escape(manifest.title)}</b>: {plural(manifest.rows, 'row')}<br/>"
        f"<code>{escape(dataset.store.root)}</code></p>",
        _table(totals[: MOST_LINES + 1]),
        f"<p>{plural(more, 'more line')}: <code>dataset.counts</code></p>" if more > 0 else "",
        _pictures(dataset),
        _columns(dataset),
    ]
    return f"<div>{''.join(parts)}</div>"


def _pictures(dataset: Dataset) -> str:
    """The first objects, as one SVG picture."""
    if not len(dataset):
        return ""
    if dataset.family.row_cells > LARGEST_DRAWN:
        return "<p>(too large to draw here)</p>"
    try:
        first = list(islice(dataset.objects(), PICTURES))
        return dataset.family.sheet(first, f"The first {len(first)}" if first[1:] else "The first")
    except EnuminoError as error:  # a file is damaged, or boards are too large to draw
        return f"<p>{escape(str(error))}</p>"


def _columns(dataset: Dataset) -> str:
    rows = [[c.name, c.type, c.description] for c in dataset.manifest.columns]
    return _table([["column", "type", "meaning"], *rows], left=True)


def _table(rows: Sequence[Sequence[str]], *, left: bool = False) -> str:
    """The rows as a table, the first one its head."""
    style = ' style="text-align:left"' if left else ""
    head, *body = (
        "".join(f"<{tag}{style}>{escape(text)}</{tag}>" for text in row)
        for tag, row in zip(["th", *["td"] * (len(rows) - 1)], rows, strict=True)
    )
    lines = "".join(f"<tr>{row}</tr>" for row in body)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
