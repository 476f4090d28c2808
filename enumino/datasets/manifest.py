"""``manifest.json``: the files of a dataset and their totals, written last: it makes it complete.

It refers to the plan of the dataset by its identity.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from typing import Any, TypedDict

import msgspec

from enumino.datasets.documents import (
    MANIFEST,
    PLAN,
    Amount,
    CountRow,
    Counts,
    Digest,
    Natural,
    count_rows,
    counts_of,
    damaged,
    read_document,
    write_document,
)
from enumino.datasets.plan import File, PartResult, Plan, done
from enumino.datasets.storage import Store
from enumino.errors import IncompleteDatasetError
from enumino.schema import WRITER, WRITER_VERSION
from enumino.words import plural

# Packages that decide the bytes of a data file.
BYTES_DEPEND_ON = ("numba", "numpy", "pyarrow")
PACKAGES = ("enumino", *BYTES_DEPEND_ON, "dask", "distributed")


class Provenance(TypedDict):
    """Software, machine, command and resources that made a dataset."""

    software: dict[str, str]
    platform: dict[str, str]
    command: list[str]
    resources: dict[str, Amount | None]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a finished dataset: its plan, its files and their totals.

    The document does not repeat the plan. `by_key` has the number of rows by the
    values of the key columns.
    """

    plan: Plan
    plan_id: Digest
    nodes: Natural
    seconds: Amount
    by_key: list[CountRow] = msgspec.field(name="counts")
    files: list[File]
    provenance: Provenance

    @classmethod
    def of(cls, plan: Plan, results: Sequence[PartResult], resources: dict[str, Any]) -> Manifest:
        """Return the manifest of a finished plan, with `resources` (wall seconds)."""
        counts = counts_of(row for result in results for row in result.counts)
        return cls(
            plan=plan,
            plan_id=plan.plan_id,
            nodes=sum(r.nodes for r in results),
            seconds=sum(r.seconds for r in results),
            by_key=count_rows(counts),
            files=[entry for result in results if (entry := result.entry)],
            provenance=provenance(resources),
        )

    @property
    def counts(self) -> Counts:
        """The number of rows by the values of the key columns."""
        return counts_of(self.by_key)

    @property
    def title(self) -> str:
        """The problem in words."""
        return self.plan.title

    @property
    def rows(self) -> int:
        """The number of rows."""
        return sum(file["rows"] for file in self.files)

    @property
    def bytes(self) -> int:
        """The size of the files of rows."""
        return sum(file["bytes"] for file in self.files)

    def is_whole(self, store: Store) -> bool:
        """Return whether all files exist in the recorded sizes."""
        sizes = store.sizes("data")
        return all(sizes.get(f["name"].removeprefix("data/")) == f["bytes"] for f in self.files)

    def write(self, store: Store, *, exclusive: bool = False) -> bool:
        """Write ``manifest.json``; return False if it was to be `exclusive` and there is one."""
        document = msgspec.to_builtins(self)
        del document["plan"]
        return write_document(store, MANIFEST, document, exclusive=exclusive)

    @classmethod
    def read(cls, store: Store) -> Manifest:
        """Read a manifest and its plan; an IncompleteDatasetError if only the plan is there."""
        plan = Plan.read(store)
        if (found := cls.found(store, plan)) is not None:
            return found
        finished, parts = len(done(store, plan, compare=False)), len(plan.parts)
        raise IncompleteDatasetError(
            f"{store.root} is not finished: all its parts are computed; assemble it with `enumino "
            f"commit {store.argument}`."
            if finished == parts
            else f"{store.root} is not finished: {finished:,} of {plural(parts, 'part')} are "
            "computed: run the same command again to continue."
        )

    @classmethod
    def found(cls, store: Store, plan: Plan) -> Manifest | None:
        """Read the manifest of a plan, or return None if there is none."""
        found = read_document(store, MANIFEST, cls, plan=plan)
        if found is None:
            return None
        planned = {(part.index, part.file) for part in plan.parts}
        named = {(file["part"], file["name"]) for file in found.files} <= planned
        if not named or found.plan_id != plan.plan_id:
            raise damaged(store, MANIFEST, f"it is not of the plan in {PLAN}")
        return found


@cache
def _version(package: str) -> str:
    """Return the version of an installed package; reading its metadata takes milliseconds."""
    return version(package)


def versions() -> dict[str, str]:
    """Return the versions that the bytes of the files depend on: our writer and packages."""
    packages = {package: _version(package) for package in BYTES_DEPEND_ON}
    return {WRITER: str(WRITER_VERSION), **packages}


def provenance(resources: dict[str, Any]) -> Provenance:
    """Return the provenance of the dataset: software, platform, command, resources."""
    return {
        "software": {"python": platform.python_version(), **{p: _version(p) for p in PACKAGES}},
        "platform": {"system": platform.system(), "machine": platform.machine()},
        "command": [arg if i else arg.rpartition("/")[2] for i, arg in enumerate(sys.argv)],
        "resources": resources,
    }
