"""``manifest.json``: files and totals of a complete dataset, written last."""

from __future__ import annotations

import platform
from collections.abc import Collection, Sequence
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

import msgspec

from enumino.datasets.documents import (
    MANIFEST,
    PLAN,
    Amount,
    CountRow,
    Counts,
    Digest,
    ParametersJson,
    Sum,
    check_counts,
    count_rows,
    counts_of,
    damaged,
    read_document,
    write_document,
)
from enumino.datasets.plan import File, PartResult, Plan, finished_parts
from enumino.datasets.storage import Store
from enumino.datasets.totals import Total, Totals
from enumino.errors import IncompleteDatasetError
from enumino.schema import WRITER, WRITER_VERSION
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.datasets.rows import Rows

# Packages that affect the bytes of a data file.
BYTES_DEPEND_ON = ("numba", "numpy", "pyarrow")
PACKAGES = ("enumino", *BYTES_DEPEND_ON, "duckdb", "dask", "distributed")


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Plan, files and totals of a finished dataset."""

    plan: Plan
    plan_id: Digest
    plan_sha256: Digest
    nodes: Sum
    seconds: Amount
    by_key: list[CountRow] = msgspec.field(name="counts")
    files: list[File]
    made_by: dict[str, str]

    @classmethod
    def of(
        cls, plan: Plan, results: Sequence[PartResult], made_by: dict[str, str] | None = None
    ) -> Manifest:
        """Return the manifest of a finished plan, by default made by this software."""
        counts = counts_of(row for result in results for row in result.counts)
        return cls(
            plan=plan,
            plan_id=plan.plan_id,
            plan_sha256=plan.digest,
            nodes=sum(r.nodes for r in results),
            seconds=sum(r.seconds for r in results),
            by_key=count_rows(counts),
            files=[entry for result in results if (entry := result.entry)],
            made_by=made_by or software(),
        )

    @property
    def counts(self) -> Counts:
        """The number of rows for each value of the key columns."""
        return counts_of(self.by_key)

    def totals_of(self, row_kind: Rows) -> Totals:
        """Return the totals, with published values unless a function chose the rows."""
        lines = row_kind.totals(self.counts)
        chosen = self.plan.chosen_by
        return Totals(Total(line.labels, line.count) for line in lines) if chosen else Totals(lines)

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
        """The total size of the data files."""
        return sum(file["bytes"] for file in self.files)

    def is_whole(self, store: Store) -> bool:
        """Return whether all files exist and have the recorded sizes."""
        sizes = store.entries("data")
        return all(sizes.get(file["name"]) == file["bytes"] for file in self.files)

    def write(self, store: Store, *, exclusive: bool = False) -> bool:
        """Write ``manifest.json``; return False if `exclusive` and it already exists."""
        document = msgspec.to_builtins(self)
        del document["plan"]
        return write_document(store, MANIFEST, document, exclusive=exclusive)

    @classmethod
    def read(cls, store: Store) -> Manifest:
        """Read a manifest and its plan. Raises an IncompleteDatasetError without a manifest."""
        plan = Plan.read(store)
        if (found := cls.found(store, plan)) is not None:
            return found
        refuse_missing_parts(store, plan, finished_parts(store, plan, compare=False))
        raise IncompleteDatasetError(
            f"{store.root} has all its parts, but is not committed: run `enumino commit "
            f"{store.argument}`."
        )

    @classmethod
    def found(cls, store: Store, plan: Plan) -> Manifest | None:
        """Read the manifest of a plan; return None if there is none."""
        found = read_document(store, MANIFEST, cls, plan=plan)
        if found is None:
            return None
        try:
            check_counts(found.by_key, plan.parts[0].keys)
        except msgspec.ValidationError as error:
            raise damaged(store, MANIFEST, str(error)) from error
        planned = {(part.index, part.file) for part in plan.parts}
        named = {(file["part"], file["name"]) for file in found.files} <= planned
        if not named or found.plan_id != plan.plan_id:
            raise damaged(store, MANIFEST, f"it does not belong to {PLAN}")
        if found.plan_sha256 != plan.digest:
            raise damaged(store, PLAN, "it has changed since the dataset was made")
        return found


def refuse_missing_parts(store: Store, plan: Plan, finished: Collection[int]) -> None:
    """Raise an IncompleteDatasetError unless all parts of a plan are finished."""
    if missing := plan.missing(finished):
        raise IncompleteDatasetError(
            f"{store.root} is missing {len(missing):,} of {plural(len(plan.parts), 'part')}: make "
            f"them with `enumino run {store.argument}`, then commit."
        )


@cache
def software() -> dict[str, str]:
    """Return the machine and the versions of the software that affects datasets."""
    packages = {package: version(package) for package in PACKAGES}
    return {**packages, "python": platform.python_version(), "machine": platform.platform()}


def versions(problem: ParametersJson, *, keeps_rows: bool) -> dict[str, str]:
    """Return the versions of packages that parts depend on; DuckDB evaluates conditions only."""
    packages = [
        *(BYTES_DEPEND_ON if keeps_rows else ()),
        *(["duckdb"] if "only" in problem else []),
    ]
    writer = {WRITER: str(WRITER_VERSION)} if keeps_rows else {}
    return {**writer, **{each: software()[each] for each in packages}}
