"""Files beside the rows: README.md, counts and tables that explain the rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from glob import escape
from typing import TYPE_CHECKING

from enumino.datasets.documents import CARD, COUNTS
from enumino.datasets.totals import parquet
from enumino.schema import Column
from enumino.tables import as_markdown, plain_markdown
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.reader import StoredDataset


# Settings with which the hub of Hugging Face loads the rows.
HEAD = """---
configs:
- config_name: default
  data_files: data/*.parquet
---
"""


def render(dataset: StoredDataset) -> str:
    """Return the README.md of a dataset."""
    store, manifest, lines = dataset.store, dataset.manifest, dataset.totals
    checked = [line for line in lines if line.agrees is not None]
    agreeing = sum(line.agrees is True for line in checked)
    return f"""{HEAD}# {plain_markdown(manifest.title)}: {plural(manifest.rows, "row")}

Each row of the Parquet files in `data/` is an object
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


def beside(dataset: StoredDataset) -> dict[str, bytes]:
    """Return the contents of the files beside the parts, by name."""
    tables = {COUNTS: dataset.totals.arrow(), **dataset.row_kind.tables()}
    card = render(dataset).encode()
    return {**{name: parquet(each) for name, each in tables.items()}, CARD: card}


def write_beside(dataset: StoredDataset) -> None:
    """Write the files beside the parts."""
    for name, contents in beside(dataset).items():
        dataset.store.write(name, contents)


def queries(root: str, columns: Sequence[Column], *, fenced: bool = True) -> str:
    """Return three Python queries of the dataset at `root`, in Markdown or ready to paste."""
    keys = [column.name for column in columns if column.key]
    named = ", ".join(key if key.isidentifier() else f'"{key}"' for key in keys)
    sql = f"select {named}, count(*) from rows group by all order by all"
    by = ", ".join(map(json.dumps, keys))
    expression = f"rows.group_by({by}).len().sort({by}).collect()"
    if not keys:
        sql, expression = "select count(*) from rows", "rows.select(pl.len()).collect()"
    opened = f"enumino.open_dataset({root!r})"
    if "://" in root:
        # Other libraries would need their own settings and credentials.
        in_duckdb = f"import enumino\n{opened}.sql({sql!r}).show()"
        in_polars = f"import enumino, polars as pl\nrows = {opened}.polars()\n{expression}"
    else:
        folder = escape(root.rstrip("/"))  # not a pattern
        files = "data/*.parquet" if root == "." else f"{folder}/data/*.parquet"
        in_duckdb = (
            f"import duckdb\nrows = duckdb.read_parquet({files!r})\nduckdb.sql({sql!r}).show()"
        )
        in_polars = f"import polars as pl\nrows = pl.scan_parquet({files!r})\n{expression}"
    in_python = f'import enumino\ndataset = {opened}\nprint(next(dataset.objects(), "none"))'
    snippets = in_duckdb, in_polars, in_python
    return "\n\n".join(f"```python\n{code}\n```" if fenced else code for code in snippets)
