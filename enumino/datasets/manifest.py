"""``manifest.json``: the description of a dataset, written last; it makes the dataset complete."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from typing import Annotated, Any, TypedDict

import msgspec

from enumino.datasets.checkpoints import PartResult
from enumino.datasets.documents import (
    MANIFEST,
    PLAN,
    Amount,
    Counts,
    Digest,
    Natural,
    Parameters,
    count_rows,
    counts_of,
    damaged,
    document_of,
    write_document,
)
from enumino.datasets.plan import Plan, described, part_file, values_of
from enumino.datasets.storage import Store
from enumino.errors import IncompleteDatasetError
from enumino.schema import (
    FORMAT_VERSION,
    WRITER,
    WRITER_VERSION,
    Column,
)
from enumino.words import plural

# Packages that decide the bytes of a data file.
BYTES_DEPEND_ON = ("numba", "numpy", "pyarrow")
PACKAGES = ("enumino", *BYTES_DEPEND_ON, "dask", "distributed")


class File(TypedDict):
    """A file of rows."""

    part: Natural
    name: str
    rows: Annotated[int, msgspec.Meta(ge=1)]
    bytes: Annotated[int, msgspec.Meta(ge=1)]
    sha256: Digest


class Provenance(TypedDict):
    """Software, machine, problem, command and resources that made a dataset."""

    software: dict[str, str]
    platform: dict[str, str]
    parameters: Parameters
    command: list[str]
    resources: dict[str, Amount | None]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a finished dataset, with the fields of ``manifest.json`` in their order.

    `counts` holds rows by the values of the key columns.
    """

    format_version: int = FORMAT_VERSION
    plan_id: Digest
    title: str
    problem: Parameters
    columns: Annotated[tuple[Column, ...], msgspec.Meta(min_length=1)]
    keys: list[str]
    rows: Natural
    nodes: Natural
    bytes: Natural
    seconds: Amount
    counts: Counts
    files: list[File]
    provenance: Provenance

    def __post_init__(self) -> None:
        if self.keys != [column.name for column in self.columns if column.key]:
            raise ValueError("its keys are not columns")
        for file in self.files:
            if file["name"] != part_file(file["part"], self.plan_id):
                raise ValueError(f"the file of part {file['part']} has another name")
        if not self.rows == sum(f["rows"] for f in self.files) == sum(self.counts.values()):
            raise ValueError("its numbers of rows contradict each other")
        if self.bytes != sum(file["bytes"] for file in self.files):
            raise ValueError("its numbers of bytes contradict each other")

    @classmethod
    def of(cls, plan: Plan, results: Sequence[PartResult], resources: dict[str, Any]) -> Manifest:
        """Return the manifest of a finished plan, with `resources` (wall seconds, threads)."""
        counts: Counts = {}
        for result in results:
            for key, count in result.counts.items():
                counts[key] = counts.get(key, 0) + count
        return cls(
            plan_id=plan.plan_id,
            title=plan.title,
            problem=plan.problem,
            columns=plan.columns,
            keys=plan.keys,
            rows=sum(r.rows for r in results),
            nodes=sum(r.nodes for r in results),
            bytes=sum(r.bytes for r in results),
            seconds=sum(r.seconds for r in results),
            counts=dict(sorted(counts.items())),
            files=[
                File(part=r.index, name=r.file, rows=r.rows, bytes=r.bytes, sha256=r.sha256)
                for r in results
                if r.sha256
            ],
            provenance=provenance(plan.problem, resources),
        )

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
        """Write ``manifest.json``; return False if it was to be `exclusive` and there is one."""
        values = {**values_of(self), "counts": count_rows(self.counts)}
        return write_document(store, MANIFEST, values, exclusive=exclusive)

    @classmethod
    def read(cls, store: Store) -> Manifest:
        """Read ``manifest.json``; an IncompleteDatasetError if only the plan is there."""
        if (found := cls.found(store)) is not None:
            return found
        plan = Plan.read(store)
        done = len([n for n in store.names("parts") if n.endswith(".json")])
        parts = len(plan.parts)
        raise IncompleteDatasetError(
            f"{store.root} is not finished: all its parts are computed; assemble it with `enumino "
            f"commit {store.argument}`."
            if done >= parts
            else f"{store.root} is not finished: {done:,} of {plural(parts, 'part')} are computed: "
            "run the same command again to continue."
        )

    @classmethod
    def found(cls, store: Store) -> Manifest | None:
        """Read ``manifest.json``, or return None if there is none."""
        contents = store.read_if_there(MANIFEST)
        if contents is None:
            return None
        return document_of(store, MANIFEST, contents, cls, _prepared)


def _prepared(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of ``manifest.json`` with columns and counts as a manifest holds them."""
    values = described(values)
    return {**values, "counts": counts_of(values.get("counts"), values["columns"])}


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


def provenance(problem: Parameters, resources: dict[str, Any]) -> Provenance:
    """Return the provenance of the dataset: software, platform, parameters, resources."""
    return {
        "software": {"python": platform.python_version(), **{p: _version(p) for p in PACKAGES}},
        "platform": {"system": platform.system(), "machine": platform.machine()},
        "parameters": problem,
        "command": [arg if i else arg.rpartition("/")[2] for i, arg in enumerate(sys.argv)],
        "resources": resources,
    }
