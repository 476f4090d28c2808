"""A dataset as its README.md and notebooks show it: totals, pictures, columns and queries."""

from __future__ import annotations

import json
import re
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from enumino import drawing
from enumino.arguments import whole
from enumino.datasets.rows import Rows
from enumino.datasets.totals import totals_rows
from enumino.errors import EnuminoError, ProblemError
from enumino.schema import Column, arrow_type, in_short
from enumino.tables import MOST_LINES, Table, as_html, as_markdown, plain_markdown
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset

PREVIEW = 8
LARGEST_DRAWN = 4096  # cells of a picture in a notebook
WIDEST = 120  # characters of a preview


def render(dataset: Dataset) -> str:
    """Return the card of a dataset whose parts are all committed."""
    store, manifest, lines = dataset.store, dataset.manifest, dataset.totals
    made = {name: manifest.provenance[name] for name in ("software", "platform")}
    provenance = {**made, "parameters": in_short(manifest.plan.problem)}
    checked = [line for line in lines if line.agrees is not None]
    agreeing = sum(line.agrees is True for line in checked)
    preview = _preview(dataset)
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", preview))])
    return f"""# {plain_markdown(manifest.title)}: {plural(manifest.rows, "row")}

Every object is one row of the Parquet files in `data/`
({size(manifest.bytes)} in {plural(len(manifest.files), "file")}).
{agreeing} of {plural(len(checked), "published total")} agree; `counts.parquet` has all totals.

{as_markdown(totals_rows(lines))}

## Preview

{fence}
{preview}
{fence}

## Columns

{as_markdown(dataset.columns._text_rows(), "---")}

## Queries

{"In this folder:" if store.local else ""}

{queries("." if store.local else store.root, dataset.family)}

## Provenance

```json
{json.dumps(provenance, indent=1)}
```
"""


def queries(root: str, family: Rows, *, fenced: bool = True) -> str:
    """Return three queries in Python of the dataset at `root`, ready to paste, or for Markdown."""
    sql, expression, condition = family.queries()
    if "://" in root and not root.startswith("file://"):
        # Other libraries would need settings and credentials of their own.
        opened = f"enumino.open_dataset({root!r})"
        duckdb_rows, polars_rows = f"{opened}.arrow()", f"{opened}.polars()"
        imported = "import enumino\n"
    else:
        folder = re.sub(r"[*?\[]", r"[\g<0>]", root.rstrip("/"))  # a name, and no pattern
        files = "data/*.parquet" if root == "." else f"{folder}/data/*.parquet"
        duckdb_rows, polars_rows = f"duckdb.read_parquet({files!r})", f"pl.scan_parquet({files!r})"
        imported = ""
    snippets = [
        f"""{imported}import duckdb
rows = {duckdb_rows}
duckdb.sql({sql!r}).show()""",
        f"""{imported}import polars as pl
rows = {polars_rows}
{expression}""",
        f"""import enumino
dataset = enumino.open_dataset({root!r})
print(next(dataset.objects({condition!r}), "none"))""",
    ]
    return "\n\n".join(f"```python\n{code}\n```" if fenced else code for code in snippets)


def _preview(dataset: Dataset) -> str:
    """Draw rows from all over the first batch, side by side."""
    family, names = dataset.family, dataset.schema.names
    first = next(dataset.batches(None, names), None)
    if first is None:
        return "(no rows)"
    step = max(1, first.num_rows // PREVIEW)
    chosen = range(0, first.num_rows, step)[:PREVIEW]
    rows = [first.slice(k, 1).to_pylist()[0] for k in chosen]
    try:
        pictures = [family.picture(family.object_of(row)) for row in rows]
    except ProblemError:  # boards can be far larger than any picture
        return "(too large to draw)"
    fitting = [each for each in pictures if max(map(len, each.split("\n"))) <= WIDEST]
    return drawing.side_by_side(fitting, columns=88) if fitting else "(too wide to draw here)"


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
    totals = totals_rows(dataset.totals)
    more = len(totals) - 1 - MOST_LINES
    parts = [
        f"<p><b>{escape(manifest.title)}</b>: {plural(manifest.rows, 'row')}<br/>"
        f"<code>{escape(dataset.store.root)}</code></p>",
        as_html(totals[: MOST_LINES + 1]),
        f"<p>{plural(more, 'more line')}: <code>dataset.counts</code></p>" if more > 0 else "",
        _drawn(dataset),
        dataset.columns._repr_html_(),
    ]
    return f"<div>{''.join(parts)}</div>"


def _drawn(dataset: Dataset) -> str:
    """Return an SVG picture of the first objects."""
    if not len(dataset):
        return ""
    if dataset.family.row_cells > LARGEST_DRAWN:
        return "<p>(too large to draw here)</p>"
    try:
        first = list(islice(dataset.objects(), PREVIEW))
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
