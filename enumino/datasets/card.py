"""The files beside the rows, as README.md; and a dataset as notebooks show it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from enumino.arguments import whole
from enumino.datasets.documents import CARD, COUNTS
from enumino.datasets.totals import parquet
from enumino.errors import ProblemError
from enumino.schema import Column, arrow_type
from enumino.tables import Table, as_markdown, plain_markdown
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset


def render(dataset: Dataset) -> str:
    """Return the card of a dataset whose parts are all committed."""
    store, manifest, lines = dataset.store, dataset.manifest, dataset.totals
    checked = [line for line in lines if line.agrees is not None]
    agreeing = sum(line.agrees is True for line in checked)
    return f"""# {plain_markdown(manifest.title)}: {plural(manifest.rows, "row")}

Every object is one row of the Parquet files in `data/`
({size(manifest.bytes)} in {plural(len(manifest.files), "file")}).
{agreeing} of {plural(len(checked), "published total")} agree; `counts.parquet` has all totals.

{as_markdown(lines.text_rows())}

## Columns

{as_markdown(dataset.columns.text_rows(), "---")}

## Queries

{queries("." if store.local else store.root, dataset.columns)}

## Made by

```json
{json.dumps(manifest.made_by, indent=1)}
```
"""


def beside(dataset: Dataset) -> dict[str, bytes]:
    """Return the files beside the parts by name: totals, tables that explain rows, and the card."""
    tables = {COUNTS: dataset.counts, **dataset.row_kind.tables()}
    card = render(dataset).encode()
    return {**{name: parquet(each) for name, each in tables.items()}, CARD: card}


def write_beside(dataset: Dataset) -> None:
    """Write the files beside the parts."""
    for name, contents in beside(dataset).items():
        dataset.store.write(name, contents)


def queries(root: str, columns: Sequence[Column], *, fenced: bool = True) -> str:
    """Return three queries in Python of the dataset at `root`, ready to paste, or for Markdown."""
    keys = [column.name for column in columns if column.key]
    named = ", ".join(key if key.isidentifier() else f'"{key}"' for key in keys)
    sql = f"select {named}, count(*) from rows group by all order by all"
    by = ", ".join(map(json.dumps, keys))
    expression = f"rows.group_by({by}).len().sort({by}).collect()"
    if not keys:
        sql, expression = "select count(*) from rows", "rows.select(pl.len()).collect()"
    if "://" in root:
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
print(next(dataset.objects(), "none"))""",
    ]
    return "\n\n".join(f"```python\n{code}\n```" if fenced else code for code in snippets)


class Columns(Table, tuple[Column, ...]):
    """Columns of rows, shown as a table; each has a `name`, `type` and `description`."""

    _widest = 200

    @property
    def names(self) -> list[str]:
        """Their names."""
        return [column.name for column in self]

    def text_rows(self) -> list[list[str]]:
        """Return a row for each column."""
        rows = [[c.name, str(arrow_type(c.signed)), c.description] for c in self]
        return [["column", "type", "meaning"], *rows]


def html(dataset: Dataset) -> str:
    """Return a dataset as HTML with escaped names and texts."""
    title = f"{dataset.manifest.title}: {plural(len(dataset), 'row')}"
    return (
        f"<div><p><b>{escape(title)}</b><br/><code>{escape(dataset.path)}</code></p>"
        f"{dataset.totals._repr_html_()}{dataset.columns._repr_html_()}</div>"
    )


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
        raise ProblemError(dataset.why_empty(where))
    title = dataset.title_of(where)
    return Sheet(dataset.row_kind.sheet(things, title), title)
