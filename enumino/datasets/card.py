"""The README.md of a dataset: description, totals, preview and ready-made queries."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from enumino import drawing
from enumino.datasets.rows import Rows
from enumino.datasets.totals import totals_rows
from enumino.errors import ProblemError
from enumino.schema import in_short
from enumino.tables import as_markdown, plain_markdown
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset

PREVIEW = 8
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

{_columns(dataset)}

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


def _columns(dataset: Dataset) -> str:
    if not dataset.manifest.files:
        return "(no files)"
    rows = [
        [c.name, str(dataset.schema.field(c.name).type), c.description] for c in dataset.columns
    ]
    return as_markdown([["column", "type", "meaning"], *rows], "---")
