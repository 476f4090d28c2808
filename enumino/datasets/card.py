"""The README.md of a dataset: what it is, its totals, a preview, ready-made queries."""

from __future__ import annotations

import json

import pyarrow.parquet as pq

from enumino import drawing
from enumino.datasets.manifest import Manifest
from enumino.datasets.rows import Rows
from enumino.datasets.storage import Store
from enumino.datasets.totals import Total, grid
from enumino.errors import ProblemError
from enumino.registry import rows_of
from enumino.schema import in_short
from enumino.words import plural, size

PREVIEW = 8
WIDEST = 120  # characters of a preview


def render(store: Store, manifest: Manifest, lines: list[Total]) -> str:
    """Return the card of a dataset whose parts are all committed."""
    family = rows_of(manifest.problem)
    provenance = {**manifest.provenance, "parameters": in_short(manifest.problem)}
    checked = [line for line in lines if line.agrees is not None]
    agreeing = sum(line.agrees is True for line in checked)
    preview, columns = _looked_at(store, manifest, family)
    return f"""# {manifest.title}: {plural(manifest.rows, "row")}

Every object is one row of the Parquet files in `data/`
({size(manifest.bytes)} in {plural(len(manifest.files), "file")}).
{agreeing} of {plural(len(checked), "published total")} found again; `counts.parquet` has them all.

{counts_table(lines)}

## Preview

```
{preview}
```

## Columns

{columns}

## Queries

{"In this folder:" if store.local else ""}

{queries("." if store.local else store.root, family)}

## Provenance

```json
{json.dumps(provenance, indent=1)}
```
"""


def counts_table(lines: list[Total]) -> str:
    """Return the totals as a Markdown table: a column a symmetry class."""
    head, *body = totals_rows(lines)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---:"] * len(head), *body))


def totals_rows(lines: list[Total]) -> list[list[str]]:
    """Return the totals beside the published ones, a column a symmetry class, its names first.

    The mark in the last column is that of the total; classes have one where they differ.
    """
    names, *groups = grid(lines)
    rows = [[str(name) for name in names] + ["published"]]
    for group in groups:
        total = next(cell for cell in reversed(group) if isinstance(cell, Total))
        known = "none" if total.published is None else f"{total.published:,} {_mark(total)}"
        rows.append([*map(_cell, group), f"{total.oeis}: {known}" if total.oeis else known])
    return rows


def _cell(cell: Total | str) -> str:
    if isinstance(cell, str):
        return cell
    return f"{cell.count:,} {_mark(cell)}" if cell.is_wrong_class else f"{cell.count:,}"


def _mark(line: Total) -> str:
    return "✓" if line.agrees else "✗"


def queries(root: str, family: Rows, *, fenced: bool = True) -> str:
    """Return three queries of the dataset at `root`, as that is written, to paste into Python.

    Parameters
    ----------
    root : str
    family : Rows
    fenced : bool
        Whether to mark them as code, for Markdown.
    """
    sql, expression, condition = family.queries()
    if "://" in root and not root.startswith("file://"):
        # Other libraries would need settings and credentials of their own.
        opened = f"enumino.open_dataset({root!r})"
        duckdb_rows, polars_rows = f"{opened}.arrow()", f"{opened}.polars()"
        imported = "import enumino\n"
    else:
        files = "data/*.parquet" if root == "." else f"{root.rstrip('/')}/data/*.parquet"
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


def _looked_at(store: Store, manifest: Manifest, family: Rows) -> tuple[str, str]:
    """A preview of the rows of the first file, and the table of its columns."""
    if not manifest.files:
        return "(no rows)", "(no files)"
    first = manifest.files[0]
    with store.open_input(first["name"], first["bytes"]) as source:
        file = pq.ParquetFile(source)
        return _preview(file, family), _columns(file)


def _preview(file: pq.ParquetFile, family: Rows) -> str:
    """Rows from all over the last row group of a file, side by side."""
    rows = file.read_row_group(file.num_row_groups - 1)
    step = max(1, rows.num_rows // PREVIEW)
    rows = rows.take(list(range(0, rows.num_rows, step))[:PREVIEW]).to_pylist()
    try:
        pictures = [family.picture(family.object_of(row)) for row in rows]
    except ProblemError:  # boards can be far larger than any picture
        return "(too large to draw)"
    fitting = [picture for picture in pictures if len(picture.split("\n")[0]) <= WIDEST]
    return drawing.side_by_side(fitting, columns=88) if fitting else "(too wide to draw here)"


def _columns(file: pq.ParquetFile) -> str:
    described = json.loads(file.metadata.metadata[b"enumino.columns"])
    types = {field.name: field.type for field in file.schema_arrow}
    head = "| column | type | meaning |\n|---|---|---|"
    rows = [f"| `{name}` | {types[name]} | {text} |" for name, text in described.items()]
    return "\n".join([head, *rows])
