"""``enumino sql``: query datasets in SQL."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files, options
from enumino.cli.options import Option, Whole, verb
from enumino.cli.output import say, show
from enumino.errors import OK, ProblemError, QueryError
from enumino.tables import as_csv, as_json, as_text
from enumino.words import plural, quoted

if TYPE_CHECKING:
    import pyarrow as pa

WIDEST = 200  # characters of a line within a table cell
MANY = 100  # rows


def _pair(text: str) -> tuple[str, str]:
    """Split NAME=DATASET into the name of a table and the folder of its dataset."""
    name, _, root = text.partition("=")
    if not (name and root):
        raise ValueError(
            f"{quoted(text)} does not name a dataset: write NAME=DATASET, such as free=shapes"
        )
    return name, root


@verb(
    click.Argument(
        ["datasets"], metavar="DATASET...", nargs=-1, required=True, type=options.FOLDER
    ),
    click.Argument(["query"], metavar="SQL"),
    options.as_json,
    options.as_csv,
    Option(
        "--limit N",
        f"Print at most N rows.  [default: {MANY}, but all rows as CSV and JSON]",
        Whole(1),
    ),
    Option(
        "--with NAME=DATASET",
        "Add another dataset as the table NAME; repeatable.",
        _pair,
        name="others",
        multiple=True,
    ),
    Option("--files", "Allow the query to read and write files.", name="allow_files"),
)
def command(
    datasets: tuple[str, ...],
    query: str,
    as_csv: bool,
    as_json: bool,
    limit: int | None,
    others: tuple[tuple[str, str], ...],
    allow_files: bool,
) -> int:
    """Query a dataset in SQL, with functions for cells, drawings and pieces.

    Queries use the SQL of DuckDB. The table "rows" holds the rows, and the table "counts" holds
    the totals. Datasets that differ only in size, such as 1-16 and 17 cells, are queried as
    one. If SQL is "-", the query is read from stdin. A query cannot access other files without
    --files.

    \b
    enumino sql polyominoes "select symmetry, count(*) from rows group by all"
    enumino sql polyominoes "select picture(height, width, mask) from rows where cells = 4"
    enumino sql fixed "from rows anti join free using (height, width, mask)" --with free=DIR
    enumino sql polyominoes "copy rows to 'polyominoes.parquet'" --files
    """  # noqa: D301
    from enumino.datasets.queries.session import answers
    from enumino.datasets.reader import StoredDataset

    if len(dict(others)) < len(others):
        raise ProblemError(
            "Two datasets have the same name: give each --with option a different NAME."
        )
    tables = {name: StoredDataset.opened(root) for name, root in others}
    opened = list(map(StoredDataset.opened, datasets))
    query = sys.stdin.read() if query == "-" else query
    with answers(opened, query, tables, files=allow_files) as reader:
        if as_csv or as_json:
            rows = reader if limit is None else _first(reader, limit)
            written = _csv if as_csv else _json
            files.write(files.STDOUT, map(str.encode, written(reader.schema, rows)))
        else:
            _print(reader, limit or MANY)
    return OK


def _first(batches: Iterable[pa.RecordBatch], limit: int) -> Iterator[pa.RecordBatch]:
    """Yield the batches up to the given number of rows."""
    for batch in batches:
        yield batch.slice(0, limit)
        limit -= batch.num_rows
        if limit <= 0:
            break


def _csv(schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> Iterator[str]:
    """Yield CSV batch by batch."""
    yield as_csv([schema.names])
    yield from map(as_csv, map(_rows, batches))


def _json(schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> Iterator[str]:
    """Yield a list of objects, one per line; integers of 64 bits and more are decimal strings."""
    import pyarrow as pa

    names = schema.names
    if twice := [name for name in names if names.count(name) > 1]:
        raise QueryError(
            f"{len(twice)} columns have the name {quoted(twice[0])}: rename them with AS, or use "
            "--csv."
        )
    as_printed = pa.schema([each.with_type(_json_type(each.type)) for each in schema])
    is_empty = True
    for batch in batches:
        for row in batch.cast(as_printed).to_pylist():
            yield ("[\n " if is_empty else ",\n ") + as_json(row)
            is_empty = False
    yield "[]\n" if is_empty else "\n]\n"


def _json_type(kind: pa.DataType) -> pa.DataType:
    """Return a type with text in place of integers too large for the doubles of JSON readers."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        return pa.list_(_json_type(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([each.with_type(_json_type(each.type)) for each in kind])
    outgrow = kind in (pa.int64(), pa.uint64()) or (pa.types.is_decimal(kind) and not kind.scale)
    return pa.string() if outgrow else kind


def _rows(batch: pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _print(reader: pa.RecordBatchReader, limit: int) -> None:
    """Print the first rows as a table; drawings in cells keep their lines."""
    import pyarrow as pa

    rows = list(islice(chain.from_iterable(map(_rows, reader)), limit + 1))
    shown = [[_shown(value) for value in row] for row in rows[:limit]]
    right = [pa.types.is_primitive(each.type) or pa.types.is_decimal(each.type)
             for each in reader.schema]  # fmt: skip
    show(as_text([reader.schema.names, *shown], WIDEST, right=right))
    if len(rows) > limit:
        say(f"Only the first {plural(limit, 'row')}; --limit and --csv print more.")


def _shown(value: Any) -> list[str]:
    """Return the lines of a value in a table."""
    if value is None:
        return ["-"]
    text = as_json(value) if isinstance(value, list | dict) else str(value)
    return text.split("\n")
