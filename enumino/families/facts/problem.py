"""Facts as a problem: a tree with a leaf for each part of the rows that are described."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets.facts import FACTS, FactSet, folder_of, refuse_other_rows
from enumino.datasets.manifest import File, Manifest
from enumino.datasets.part_files import refuse_other_columns
from enumino.datasets.plan import Plan
from enumino.datasets.storage import Store
from enumino.enum.problem import (
    BATCH_ROWS,
    LEAF,
    Batch,
    Expectation,
    Prefix,
    Tally,
    no_such_subtree,
)
from enumino.errors import DatasetError, ProblemError
from enumino.families.facts.rows import fact_set_of
from enumino.registry import problem_from_json, rows_of
from enumino.schema import Column, arrow_schema

FEW_ROWS = 1000  # from which the type of a function's values is learned


@dataclass(frozen=True)
class Facts:
    """The facts of a set about the rows of a finished dataset."""

    facts: FactSet  # about the rows of the problem
    described: Mapping[str, Any]  # the `plan_id` of the rows, and their problem as JSON values
    root: str = ""  # the dataset of the rows; empty until `beside` names it

    family: ClassVar[str] = FACTS

    @classmethod
    def about(cls, root: str, facts: FactSet) -> Facts:
        """Return the facts of a set about the dataset at `root`."""
        store, manifest = described_rows(root)
        described = {"plan_id": manifest.plan_id, "problem": manifest.problem}
        return cls(facts.about(rows_of(manifest.problem)), described, store.root)

    @classmethod
    def from_json(cls, parameters: dict[str, Any]) -> Facts:
        """Return the problem that `to_json` described; it does not know where its rows are."""
        return cls(fact_set_of(parameters), parameters["of"])

    @property
    def tree_version(self) -> int:
        """Version of the values."""
        return self.facts.version

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the set."""
        return self.facts.columns

    def to_json(self) -> dict[str, Any]:
        """Return the parameters of the set, and the rows that it describes."""
        return {**self.facts.to_json(), "of": dict(self.described)}

    def describe(self) -> str:
        """Return the problem in a few words."""
        title = problem_from_json(dict(self.described["problem"])).describe()
        return f"facts {self.facts.name} about {title}"

    def options(self) -> dict[str, str]:
        """Return the options of the set."""
        return self.facts.options()

    @property
    def folder(self) -> str:
        """The folder of the facts in the dataset of the rows."""
        return folder_of(self.facts.name)

    def beside(self, root: str) -> Facts:
        """Return the problem whose facts lie at `root`: its rows are two folders above."""
        found = replace(self, root=Store(root).above(2))
        _ = found._base  # refuses other rows
        return found

    @cached_property
    def _base(self) -> tuple[Store, Manifest]:
        """The dataset of the rows, which is the one described."""
        if not self.root:
            raise ProblemError(
                "These facts do not know where their rows are: use `enumino facts DATASET`."
            )
        store = Store(self.root)
        manifest = Manifest.read(store)
        refuse_other_rows(store, manifest, self.described["plan_id"])
        return store, manifest

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.facts, dict(self.described), self.root)

    @property
    def rows_per_part(self) -> int:
        """The number of rows that parts were planned with."""
        return Plan.read(self._base[0]).rows_per_part

    def given_parts(self) -> Sequence[tuple[Prefix, float]]:
        """The parts of the rows; their nodes are numbers of rows."""
        rows = {file["part"]: file["rows"] for file in self._base[1].files}
        parts = range(len(Plan.read(self._base[0]).parts))
        return [((index,), rows.get(index, 0)) for index in parts]

    def branching(self, prefix: Prefix) -> int:
        """Return the number of parts at the root; a part is one piece."""
        if not prefix:
            return len(self.given_parts())
        self._rows_of(prefix)
        return LEAF

    def _rows_of(self, prefix: Prefix) -> int:
        parts = dict(self.given_parts())
        if prefix and prefix not in parts:
            raise no_such_subtree(prefix)
        return int(parts[prefix] if prefix else sum(parts.values()))

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Return the number of rows, which is known."""
        return float(self._rows_of(prefix))

    def expect(self, nodes: float) -> Expectation:
        """Return the size of a number of rows."""
        rows, facts = round(nodes), self.facts
        return Expectation(
            rows, rows, round(rows * facts.bytes_per_row), rows / facts.rows_per_second
        )

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the rows of a part, or of all, by the key columns."""
        from enumino.datasets.writer import count_by

        keys = [column.name for column in self.columns if column.key] if by_key else []
        parts = [prefix] if prefix else [given for given, _ in self.given_parts()]
        found = Tally(keys=tuple(keys))
        for batch in self.batches(parts):
            found += Tally(count_by(batch.records, keys), batch.nodes, tuple(keys))
        return found

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the facts about the rows of some parts, a row group at a time."""
        store, manifest = self._base
        parts = {file["part"]: file for file in manifest.files}
        for prefix in prefixes:
            if len(prefix) != 1:
                raise no_such_subtree(prefix)
            if (file := parts.get(prefix[0])) is not None:
                for batch in _read(store, manifest, file, self.facts.reads, rows):
                    yield Batch(self._facts_about(batch), batch.num_rows)

    def _facts_about(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        schema = arrow_schema(self.columns, in_flight=True)
        found = self.facts.compute(batch)
        arrays = []
        for column, field in zip(self.columns, schema, strict=True):
            values = found[column.name]
            if column.values:
                codes = pa.array(values, pa.int8())
                values = pa.DictionaryArray.from_arrays(codes, pa.array(column.values))
            elif not isinstance(values, pa.Array):
                values = pa.array(values, field.type)
            arrays.append(values.cast(field.type))
        return pa.RecordBatch.from_arrays(arrays, schema=schema)


def described_rows(root: str | os.PathLike[str]) -> tuple[Store, Manifest]:
    """Return a finished dataset of rows, which are no facts."""
    store = Store(root)
    manifest = Manifest.read(store)
    if manifest.problem.get("family") == FACTS:
        raise ProblemError(
            f"{store.root} holds facts, and there are no facts about facts: name the dataset of "
            "the rows."
        )
    return store, manifest


def first_rows(store: Store, manifest: Manifest, columns: Sequence[str]) -> pa.RecordBatch:
    """Return some columns of the first rows of a dataset, in the types of readers."""
    described = [column for column in manifest.columns if column.name in columns]
    for file in manifest.files:
        for batch in _read(store, manifest, file, columns, FEW_ROWS):
            return batch
    return arrow_schema(described).empty_table().combine_chunks().to_batches()[0]


def _restored(facts: FactSet, described: dict[str, Any], root: str) -> Facts:
    return Facts(facts.about(rows_of(described["problem"])), described, root)


def _read(
    store: Store, manifest: Manifest, file: File, columns: Sequence[str], rows: int
) -> Iterator[pa.RecordBatch]:
    """Yield some columns of a file of rows in the types of the search."""
    name = store.uri(file["name"])
    described = [column for column in manifest.columns if column.name in columns]
    ranges = arrow_schema(described, signed=False)
    try:
        with store.open_input(file["name"], file["bytes"]) as source:
            parquet = pq.ParquetFile(source)
            refuse_other_columns(parquet.schema_arrow, arrow_schema(manifest.columns), name)
            if parquet.metadata.num_rows != file["rows"]:
                raise DatasetError(f"{name} has another number of rows than its manifest.")
            for group in range(parquet.num_row_groups):
                for batch in parquet.read_row_group(group, ranges.names).to_batches(rows):
                    yield batch.cast(ranges)
    except (OSError, UnicodeError, pa.ArrowException) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise DatasetError(
            f"{name} is damaged: `enumino verify {store.argument} --repair` removes it; list again."
        ) from error
