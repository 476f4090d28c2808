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
    """Commit a dataset whose parts are finished; checkpoints of `known` results are not read."""
    plan = plan or Plan.read(store)
    results = finished_parts(store, plan, known)
    if foreign := sorted({*store.entries("data")} - {part.file for part in plan.parts}):
        named = ", ".join(foreign[:3]) + (", ..." if len(foreign) > 3 else "")
        raise DatasetError(
            f"{store.root} holds {plural(len(foreign), 'file')} outside its plan ({named}): "
            "remove them, then commit."
        )
    refuse_missing_parts(store, plan, results)
    manifest = Manifest.of(plan, [results[part.index] for part in plan.parts])
    write_beside(StoredDataset(store, manifest))
    if not manifest.write(store, exclusive=True):  # another run was first
        other = Manifest.read(store)
        if other.is_whole(store):
            write_beside(StoredDataset(store, other))  # ours replaced the files of that run
            manifest = other
        else:
            store.delete(MANIFEST)
            manifest.write(store)
    store.sweep()
    return manifest


def status(store: Store, plan: Plan) -> dict[str, Any]:
    """Return the progress of a plan as JSON values, with seconds on one thread."""
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
