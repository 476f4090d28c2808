"""``manifest.json``: the description of a dataset, written last; it makes the dataset complete."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from typing import Annotated, Any

import msgspec

from enumino.datasets.checkpoints import PartResult
from enumino.datasets.documents import (
    MANIFEST,
    MOST_BYTES,
    PLAN,
    Amount,
    CountRow,
    Counts,
    Digest,
    Natural,
    Parameters,
    check_amounts,
    count_rows,
    counts_of,
    damaged,
    document_of,
    write_document,
)
from enumino.datasets.plan import (
    ColumnDocument,
    Plan,
    columns_of,
    part_file,
)
from enumino.datasets.storage import Store
from enumino.errors import IncompleteDatasetError
from enumino.schema import WRITER, WRITER_VERSION, Column
from enumino.words import in_a_line, plural

# Packages that decide the bytes of a data file.
BYTES_DEPEND_ON = ("numba", "numpy", "pyarrow")
PACKAGES = ("enumino", *BYTES_DEPEND_ON, "dask", "distributed")


class _File(msgspec.Struct):
    part: Natural
    name: str
    rows: Annotated[int, msgspec.Meta(ge=1)]
    bytes: Annotated[int, msgspec.Meta(ge=1)]
    sha256: Digest


class _Table(msgspec.Struct):
    bytes: Natural
    sha256: Digest


class _Provenance(msgspec.Struct):
    software: dict[str, str]
    platform: dict[str, str]
    parameters: Parameters
    command: list[str]
    resources: dict[str, Amount | None]


class _Manifest(msgspec.Struct, kw_only=True):
    plan_id: Digest
    problem: Parameters
    title: str
    columns: Annotated[list[ColumnDocument], msgspec.Meta(min_length=1)]
    rows: Natural
    nodes: Natural
    bytes: Natural
    seconds: Amount
    keys: list[str]
    counts: list[CountRow]
    files: list[_File]
    tables: dict[str, _Table] = {}
    provenance: _Provenance

    def __post_init__(self) -> None:
        check_amounts(self.seconds)


@dataclass(frozen=True)
class Manifest:
    """The contents of a finished dataset.

    `files` has part, name, rows, bytes and SHA-256 of every file; `tables` bytes and SHA-256 of the
    tables beside them and of the card, by name, unless an older version wrote it; `counts` rows by
    the values of the key columns.
    """

    plan_id: str
    problem: dict[str, Any]
    title: str
    columns: tuple[Column, ...]
    rows: int
    nodes: int
    bytes: int
    seconds: float
    counts: Counts
    files: list[dict[str, Any]]
    provenance: dict[str, Any]
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, plan: Plan, results: Sequence[PartResult], resources: dict[str, Any]) -> Manifest:
        """Return the manifest of a finished plan.

        `resources` (wall seconds, threads) goes into the provenance.
        """
        counts: Counts = {}
        for result in results:
            for key, count in result.counts.items():
                counts[key] = counts.get(key, 0) + count
        files = [
            {
                "part": r.index,
                "name": r.file,
                "rows": r.rows,
                "bytes": r.bytes,
                "sha256": r.sha256,
            }
            for r in results
            if r.rows
        ]
        return cls(
            plan_id=plan.plan_id,
            problem=plan.problem,
            title=plan.title,
            columns=plan.columns,
            rows=sum(r.rows for r in results),
            nodes=sum(r.nodes for r in results),
            bytes=sum(r.bytes for r in results),
            seconds=sum(r.seconds for r in results),
            counts=dict(sorted(counts.items())),
            files=files,
            provenance=provenance(plan.problem, resources),
        )

    @property
    def keys(self) -> list[str]:
        """The columns that totals are kept for."""
        return [column.name for column in self.columns if column.key]

    def is_whole(self, store: Store) -> bool:
        """Return whether all files exist in the recorded sizes."""
        return not self.lost(store)

    def lost(self, store: Store) -> list[int]:
        """Return the numbers of the parts whose files do not exist in the recorded sizes."""
        sizes = store.sizes("data")
        return [
            file["part"]
            for file in self.files
            if sizes.get(file["name"].rpartition("/")[2]) != file["bytes"]
        ]

    def write(self, store: Store, *, exclusive: bool = False) -> bool:
        """Write ``manifest.json``; return whether it was written.

        With `exclusive` an existing manifest is left as it is.
        """
        said = {
            "plan_id": self.plan_id,
            "title": self.title,
            "problem": self.problem,
            "columns": [column.to_json() for column in self.columns],
            "keys": self.keys,
            "rows": self.rows,
            "nodes": self.nodes,
            "bytes": self.bytes,
            "seconds": self.seconds,
            "counts": count_rows(self.counts),
            "files": self.files,
            "tables": self.tables,
            "provenance": self.provenance,
        }
        return write_document(store, MANIFEST, said, exclusive=exclusive)

    @classmethod
    def read(cls, store: Store) -> Manifest:
        """Read ``manifest.json``.

        Raises
        ------
        IncompleteDatasetError
            If the dataset was planned but never committed.
        DatasetError
            If the folder holds no dataset, or the manifest is damaged.
        """
        if (found := cls.found(store)) is not None:
            return found
        plan = Plan.read(store)
        done = len([n for n in store.names("parts") if n.endswith(".json")])
        parts = len(plan.parts)
        raise IncompleteDatasetError(
            f"{store.root} is not finished: all its parts are there, and "
            f"`enumino commit {store.root}` makes the dataset of them."
            if done >= parts
            else f"{store.root} is not finished: {done:,} of {plural(parts, 'part')} are there, "
            "and the command that began it goes on."
        )

    @classmethod
    def found(cls, store: Store) -> Manifest | None:
        """Read ``manifest.json``, or return None if there is none.

        Raises
        ------
        DatasetError
            If the manifest is damaged.
        """
        contents = store.read_if_there(MANIFEST, MOST_BYTES + 1)
        if contents is None:
            return None
        said = document_of(store, MANIFEST, contents, _Manifest)
        columns = columns_of(said.columns, said.keys)
        try:
            counts = counts_of(said.counts, columns)
            _check(said, columns, counts)
        except ValueError as error:
            raise damaged(store, MANIFEST, str(error)) from error
        return cls(
            plan_id=said.plan_id,
            problem=said.problem,
            title=in_a_line(said.title),
            columns=columns,
            rows=said.rows,
            nodes=said.nodes,
            bytes=said.bytes,
            seconds=said.seconds,
            counts=counts,
            files=[msgspec.structs.asdict(file) for file in said.files],
            provenance=msgspec.structs.asdict(said.provenance),
            tables={name: msgspec.structs.asdict(each) for name, each in said.tables.items()},
        )


def _check(said: _Manifest, columns: Sequence[Column], counts: Counts) -> None:
    """Raise a ValueError if a manifest contradicts itself."""
    if said.keys != [column.name for column in columns if column.key]:
        raise ValueError("its keys are no columns")
    for file in said.files:
        if file.name != part_file(file.part, said.plan_id):
            raise ValueError(f"the file of part {file.part} has another name")
        if not file.rows:
            raise ValueError(f"part {file.part} has a file without rows")
    if not said.rows == sum(file.rows for file in said.files) == sum(counts.values()):
        raise ValueError("its numbers of rows contradict each other")
    if said.bytes != sum(file.bytes for file in said.files):
        raise ValueError("its numbers of bytes contradict each other")


def refuse_other_plan(store: Store, plan: Plan, manifest: Manifest) -> None:
    """Raise a DamagedManifestError if plan and manifest belong to different datasets."""
    ours = (plan.plan_id, plan.problem, plan.columns)
    parts = range(len(plan.parts))
    if ours != (manifest.plan_id, manifest.problem, manifest.columns) or not all(
        file["part"] in parts for file in manifest.files
    ):
        raise damaged(store, MANIFEST, f"it is not of the plan in {PLAN}")


@cache
def _version(package: str) -> str:
    """Return the version of an installed package; reading its metadata takes milliseconds."""
    return version(package)


def versions() -> dict[str, str]:
    """Return the versions that the bytes of the files depend on: our writer and packages."""
    packages = {package: _version(package) for package in BYTES_DEPEND_ON}
    return {WRITER: str(WRITER_VERSION), **packages}


def provenance(problem: dict[str, Any], resources: dict[str, Any]) -> dict[str, Any]:
    """Return the provenance of the dataset: software, platform, parameters, resources."""
    return {
        "software": {"python": platform.python_version(), **{p: _version(p) for p in PACKAGES}},
        "platform": {"system": platform.system(), "machine": platform.machine()},
        "parameters": problem,
        "command": [arg if i else arg.rpartition("/")[2] for i, arg in enumerate(sys.argv)],
        "resources": resources,
    }
