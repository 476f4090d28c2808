"""The README.md of a dataset: description, totals, preview and ready-made queries."""

from __future__ import annotations

import json
import re
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from enumino import drawing
from enumino.datasets.manifest import Manifest
from enumino.datasets.part_files import refuse_other_columns
from enumino.datasets.rows import Rows
from enumino.datasets.storage import Store
from enumino.datasets.totals import totals_rows
from enumino.errors import DatasetError, ProblemError
from enumino.registry import rows_of
from enumino.schema import arrow_schema, in_short
from enumino.tables import as_markdown, plain_markdown
from enumino.words import plural, size

PREVIEW = 8
WIDEST = 120  # characters of a preview


def render(store: Store, manifest: Manifest) -> str:
    """Return the card of a dataset whose parts are all committed."""
    family = rows_of(manifest.plan.problem)
    lines = family.totals(manifest.counts)
    made = {name: manifest.provenance[name] for name in ("software", "platform")}
    provenance = {**made, "parameters": in_short(manifest.plan.problem)}
    checked = [line for line in lines if line.agrees is not None]
    agreeing = sum(line.agrees is True for line in checked)
    preview = _preview(store, manifest, family)
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

{_columns(manifest)}

## Queries

{"In this folder:" if store.local else ""}

{queries("." if store.local else store.root, family)}

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


def _preview(store: Store, manifest: Manifest, family: Rows) -> str:
    """Draw rows from all over the last row group of the first file, side by side."""
    if not manifest.files:
        return "(no rows)"
    rows = _some_rows(store, manifest)
    try:
        pictures = [family.picture(family.object_of(row)) for row in rows]
    except ProblemError:  # boards can be far larger than any picture
        return "(too large to draw)"
    fitting = [each for each in pictures if max(map(len, each.split("\n"))) <= WIDEST]
    return drawing.side_by_side(fitting, columns=88) if fitting else "(too wide to draw here)"


def _some_rows(store: Store, manifest: Manifest) -> list[dict[str, Any]]:
    """Return rows from all over the last row group of the first file."""
    first = manifest.files[0]
    name = store.uri(first["name"])
    try:
        with store.open(first["name"]) as source:
            file = pq.ParquetFile(source)
            last = file.num_row_groups - 1
            refuse_other_columns(file.schema_arrow, arrow_schema(manifest.plan.columns), name)
            rows = file.read_row_group(last).cast(arrow_schema(manifest.plan.columns, signed=False))
    except (OSError, UnicodeError, pa.ArrowException) as error:
        raise DatasetError(
            f"{name} holds no rows of its problem: remove it, and run part {first['part']} again."
        ) from error
    step = max(1, rows.num_rows // PREVIEW)
    chosen: list[dict[str, Any]] = rows.take(
        list(range(0, rows.num_rows, step))[:PREVIEW]
    ).to_pylist()
    return chosen


def _columns(manifest: Manifest) -> str:
    if not manifest.files:
        return "(no files)"
    types = arrow_schema(manifest.plan.columns)
    rows = [[c.name, str(types.field(c.name).type), c.description] for c in manifest.plan.columns]
    return as_markdown([["column", "type", "meaning"], *rows], "---")
