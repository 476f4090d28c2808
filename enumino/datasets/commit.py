"""Commit of finished parts as a dataset, with the manifest written last; progress of parts."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from enumino.datasets.card import write_beside
from enumino.datasets.documents import COUNTS, MANIFEST
from enumino.datasets.manifest import Manifest, refuse_missing_parts
from enumino.datasets.plan import PartResult, Plan, finished_parts
from enumino.datasets.reader import StoredDataset
from enumino.datasets.storage import Store
from enumino.errors import DatasetError
from enumino.words import plural


def commit(
    store: Store,
    plan: Plan | None = None,
    known: Mapping[int, PartResult] = MappingProxyType({}),
) -> Manifest:
    """Commit a dataset whose parts are all finished; return its manifest.

    The checkpoints of `known` results, by part index, are not read again. Raises an
    IncompleteDatasetError if parts are missing, and a DatasetError for files of another plan.
    """
    plan = plan or Plan.read(store)
    results = finished_parts(store, plan, known)
    _refuse_foreign_files(store, plan)
    refuse_missing_parts(store, plan, results)
    manifest = Manifest.of(plan, [results[part.index] for part in plan.parts])
    write_beside(StoredDataset(store, manifest))
    try:
        return _first(store, manifest)
    finally:
        store.sweep()


def _first(store: Store, manifest: Manifest) -> Manifest:
    """Write a manifest unless another run has written it first; return the manifest in place."""
    if manifest.write(store, exclusive=True):
        return manifest
    other = Manifest.read(store)
    if other.is_whole(store):
        write_beside(StoredDataset(store, other))  # ours replaced the files of that run
        return other
    store.delete(MANIFEST)
    manifest.write(store)
    return manifest


def _refuse_foreign_files(store: Store, plan: Plan) -> None:
    """Raise a DatasetError if ``data/`` holds files that are not parts of the plan."""
    foreign = sorted({*store.entries("data")} - {part.file for part in plan.parts})
    if foreign:
        named = ", ".join(foreign[:3]) + (", ..." if len(foreign) > 3 else "")
        raise DatasetError(
            f"{store.root} holds {plural(len(foreign), 'file')} outside its plan ({named}): "
            "remove them, then commit."
        )


def status(store: Store, plan: Plan) -> dict[str, Any]:
    """Return the progress of a plan as JSON values.

    Seconds are for one thread. The plan estimates the remaining seconds, scaled by the time that
    the finished parts took. Parts in progress are unknown here.
    """
    finished = finished_parts(store, plan, compare=False)
    missing = plan.missing(finished)
    held = {
        name: sum(getattr(result, name) for result in finished.values())
        for name in ("rows", "bytes", "seconds")
    }
    committed = Manifest.found(store, plan) if plan.keeps_rows else store.exists(COUNTS)
    made, left = (sum(plan.parts[i].seconds for i in some) for some in (finished, missing))
    left *= held["seconds"] / made if made and held["seconds"] else 1
    return {
        "problem": plan.problem,
        "plan_id": plan.plan_id,
        "parts": len(plan.parts),
        "finished": len(finished),
        "missing": missing,
        "committed": not missing and bool(committed),
        **held,
        "expected": plan.expected,
        "seconds_left": round(left, 3),
    }
