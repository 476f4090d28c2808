"""The README.md of a dataset: what it is, its totals, a preview, ready-made queries."""

from __future__ import annotations

import json

import pyarrow.parquet as pq

from enumino import drawing
from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import Store
from enumino.datasets.totals import Total, by_size
from enumino.shapes import Polyomino

PREVIEW = 8


def render(store: Store, manifest: Manifest, lines: list[Total]) -> str:
    """Return the card of a dataset whose parts are all committed."""
    checked = [line for line in lines if line.agrees is not None]
    agreeing = sum(line.agrees is True for line in checked)
    return f"""# {manifest.rows:,} {manifest.title}

Every object is one row of the Parquet files in `data/`
({manifest.bytes / 1e6:,.1f} MB in {len(manifest.files)} files).
{agreeing} of {len(checked)} totals equal the published ones (`counts.parquet` has them all).

{counts_table(lines)}

## Preview

```
{_preview(store, manifest)}
```

## Columns

{_columns(store, manifest)}

## Queries

{queries(store.root)}

## Provenance

```json
{json.dumps(manifest.provenance, indent=1)}
```
"""


def counts_table(lines: list[Total]) -> str:
    """Return the totals as a Markdown table: a row a size, a column a class."""
    sizes = by_size(lines)
    names = ["cells", *(line.symmetry for line in next(iter(sizes.values()))), "published"]
    head, rule = " | ".join(names), "|".join(["---:"] * len(names))
    rows = []
    for cells, row in sizes.items():
        total = row[-1]
        counts = [f"{line.count:,}" for line in row]
        agree = all(line.agrees is not False for line in row)
        known = "none" if total.published is None else f"{total.published:,}"
        verdict = f"{total.oeis}: {known} {'✓' if agree else '✗'}"
        rows.append(" | ".join([str(cells), *counts, verdict]))
    return "\n".join(f"| {line} |" for line in (head, rule, *rows))


def queries(root: str, *, fenced: bool = True) -> str:
    """Return three queries of the dataset at `root`, ready to paste into Python.

    Parameters
    ----------
    root : str
    fenced : bool
        Whether to mark them as code, for Markdown.
    """
    files = f"{root}/data/*.parquet"
    snippets = [
        f"""import duckdb
rows = duckdb.read_parquet({files!r})
duckdb.sql("select cells, symmetry, count(*) from rows group by all order by all").show()""",
        f"""import polars as pl
rows = pl.scan_parquet({files!r})
rows.filter(pl.col("holes") > 0).group_by("cells").len().sort("cells").collect()""",
        f"""import enumino
dataset = enumino.open_dataset({root!r})
print(next(dataset.polyominoes("symmetry = 'rotate2'"), "none"))""",
    ]
    return "\n\n".join(f"```python\n{code}\n```" if fenced else code for code in snippets)


def _preview(store: Store, manifest: Manifest) -> str:
    """Rows from all over the first file's last row group, side by side."""
    if not manifest.files:
        return "(no rows)"
    with store.open_input(manifest.files[0]["name"]) as source:
        file = pq.ParquetFile(source)
        rows = file.read_row_group(file.num_row_groups - 1)
    step = max(1, rows.num_rows // PREVIEW)
    rows = rows.take(list(range(0, rows.num_rows, step))[:PREVIEW]).to_pylist()
    shapes = [
        Polyomino.from_mask(r["height"], r["width"], r["mask"] | r.get("mask_hi", 0) << 64)
        for r in rows
    ]
    return drawing.side_by_side([drawing.blocks(p) for p in shapes], columns=88)


def _columns(store: Store, manifest: Manifest) -> str:
    if not manifest.files:
        return "(no files)"
    with store.open_input(manifest.files[0]["name"]) as source:
        file = pq.ParquetFile(source)
        described = json.loads(file.metadata.metadata[b"enumino.columns"])
        types = {field.name: field.type for field in file.schema_arrow}
    head = "| column | type | meaning |\n|---|---|---|"
    rows = [f"| `{name}` | {types[name]} | {text} |" for name, text in described.items()]
    return "\n".join([head, *rows])
