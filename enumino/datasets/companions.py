"""Companion datasets, whose rows stand beside those of a dataset: their discovery and alignment."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

from enumino.datasets.documents import MANIFEST
from enumino.datasets.facts import FACTS
from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import Store
from enumino.errors import DatasetError, DatasetWarning, ProblemError

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset
    from enumino.schema import Column


def folder_of(name: str) -> str:
    """Return the folder of the companion with a set of facts, in that of the rows."""
    return f"{FACTS}/{name}"


def refuse_other_rows(store: Store, manifest: Manifest, plan_id: str) -> None:
    """Raise a DatasetError unless the rows of a dataset are those of a plan."""
    if manifest.plan_id != plan_id:
        raise DatasetError(
            f"The facts are about rows of the plan {plan_id[:8]}, and {store.root} holds those of "
            f"{manifest.plan_id[:8]} ({manifest.title}): remove the facts, and make them again."
        )


def found_beside(store: Store) -> list[str]:
    """Return the roots of all companions of a dataset that are finished."""
    roots = [store.folder(folder_of(name)) for name in store.names(FACTS)]
    return [root for root in roots if Store(root).exists(MANIFEST)]


def companions(dataset: Dataset) -> dict[str, Dataset]:
    """Return the finished companions of a dataset by name.

    One that describes other rows, or cannot be read, is left out with a warning.
    """
    found: dict[str, Dataset] = {}
    if dataset.family.described is not None:
        return found
    for root in found_beside(dataset.store):
        try:
            each = type(dataset)(Store(root))
            _refuse_unlike(dataset, each)
        except (DatasetError, ProblemError) as error:
            warnings.warn(f"{error} They are left out.", DatasetWarning, stacklevel=3)
        else:
            found[str(each.manifest.problem["set"])] = each
    return found


def _refuse_unlike(dataset: Dataset, companion: Dataset) -> None:
    """Raise a DatasetError unless the parts of a companion have as many rows as the dataset's."""
    if companion.family.described is None:
        raise DatasetError(f"{companion.store.root} holds no facts: move it elsewhere.")
    refuse_other_rows(dataset.store, dataset.manifest, companion.family.described)
    ours, theirs = (
        {file["part"]: file["rows"] for file in each.manifest.files}
        for each in (dataset, companion)
    )
    if ours != theirs:
        raise DatasetError(
            f"{companion.store.root} has other numbers of rows than {dataset.store.root}: remove "
            "it, and make the facts again."
        )


def further_columns(own: Sequence[Column], facts: Mapping[str, Dataset]) -> dict[str, list[Column]]:
    """Return the columns that each set of facts adds to those before it."""
    known = {column.name for column in own}
    found = {}
    for name, each in facts.items():
        found[name] = [column for column in each.manifest.columns if column.name not in known]
        known.update(column.name for column in found[name])
    return found


def side_by_side(
    streams: Sequence[Iterator[pa.RecordBatch]], names: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Yield rows whose columns come from several streams with the same number of rows.

    >>> left = [pa.record_batch({"a": [1, 2, 3]})]
    >>> right = [pa.record_batch({"b": [4]}), pa.record_batch({"b": [5, 6]})]
    >>> joined = side_by_side([iter(left), iter(right)], ["b", "a"])
    >>> [row for batch in joined for row in batch.to_pylist()][1:]
    [{'b': 5, 'a': 2}, {'b': 6, 'a': 3}]
    """
    held: list[pa.RecordBatch | None] = [None] * len(streams)
    while True:
        for place, stream in enumerate(streams):
            while (batch := held[place]) is None or not batch.num_rows:
                if (found := next(stream, None)) is None:
                    break
                held[place] = found
        ready = [batch for batch in held if batch is not None and batch.num_rows]
        if len(ready) < len(streams):
            if ready:
                raise DatasetError(
                    "Rows and facts have different numbers of rows: `enumino verify` says which "
                    "file is damaged."
                )
            return
        rows = min(batch.num_rows for batch in ready)
        columns = {n: batch.column(n).slice(0, rows) for batch in ready for n in batch.schema.names}
        fields = {n: batch.schema.field(n) for batch in ready for n in batch.schema.names}
        schema = pa.schema([fields[name] for name in names])
        yield pa.RecordBatch.from_arrays([columns[name] for name in names], schema=schema)
        held = [batch.slice(rows) for batch in ready]
