"""``parts/*.json``: checkpoints of finished parts, each written after its data file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from enumino.datasets.checks.threads import mapped
from enumino.datasets.documents import (
    Counts,
    Digest,
    Natural,
    count_rows,
    counts_of,
    damaged,
    document_of,
    write_document,
)
from enumino.datasets.plan import Part, Plan, part_file, part_json
from enumino.datasets.storage import COPY_BYTES, Store
from enumino.errors import DatasetError, ForeignPartError
from enumino.schema import Column

FILES_AT_ONCE = 8  # whose checksums are computed side by side
FEW_PARTS = 4  # looked up one by one, rather than in lists of all files


class PartResult(msgspec.Struct, frozen=True):
    """A finished part, with the fields of its checkpoint in their order.

    `counts` holds rows by the values of the key columns; a part without rows has no file, and no
    `sha256`.
    """

    plan_id: Digest
    index: Natural
    rows: Natural
    nodes: Natural
    bytes: Natural
    sha256: Digest | None
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    counts: Counts

    def __post_init__(self) -> None:
        if sum(self.counts.values()) != self.rows:
            raise ValueError("its numbers of rows contradict each other")
        if (self.sha256 is None) != (self.rows == 0):
            raise ValueError("it has no checksum of its rows")

    @property
    def file(self) -> str:
        """Name of the file of the part's rows, None if it has no rows."""
        return part_file(self.index, self.plan_id)

    def is_whole(self, store: Store) -> bool:
        """Return whether the part's file exists in the recorded size."""
        return not self.rows or store.size(self.file) == self.bytes

    def is_unchanged(self, store: Store) -> bool:
        """Return whether the part's file has the recorded checksum.

        Object stores keep checksums of their own, so nothing is read from them.
        """
        return not (self.rows and store.local) or file_sha256(store, self.file) == self.sha256

    def write(self, store: Store) -> None:
        """Write the checkpoint."""
        values = {**msgspec.structs.asdict(self), "counts": count_rows(self.counts)}
        write_document(store, part_json(self.index, self.plan_id), values)

    @classmethod
    def read(cls, store: Store, part: Part, columns: Sequence[Column]) -> PartResult:
        """Read the checkpoint of a finished part; see `result_of`."""
        contents = store.read_bytes(part.checkpoint)
        return result_of(store, part, columns, contents)


def result_of(store: Store, part: Part, columns: Sequence[Column], contents: bytes) -> PartResult:
    """Return the result stored in a checkpoint; a ForeignPartError if it is of another plan."""
    name = part.checkpoint

    def with_counts(values: dict[str, Any]) -> dict[str, Any]:
        return {**values, "counts": counts_of(values.get("counts"), columns)}

    result = document_of(store, name, contents, PartResult, with_counts)
    if result.plan_id != part.plan_id:
        raise ForeignPartError(
            f"{store.uri(name)} is a part of another plan ({result.plan_id[:8]}, not "
            f"{part.plan_id[:8]}): remove it and {part.file}, and run the part again."
        )
    if result.index != part.index:
        raise damaged(store, name, f"it is of part {result.index}")
    return result


def finished_part(store: Store, part: Part, columns: Sequence[Column]) -> PartResult | None:
    """Return the result of a part if it was committed and its file is unchanged."""
    contents = store.read_if_there(part.checkpoint)
    result = _usable(store, part, columns, contents)
    return result if result and result.is_whole(store) and result.is_unchanged(store) else None


def file_sha256(store: Store, name: str) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with store.open_input(name) as source:
        while block := source.read(COPY_BYTES):
            digest.update(block)
    return digest.hexdigest()


def finished_parts(
    store: Store,
    plan: Plan,
    sizes: dict[str, int] | None = None,
    known: Mapping[int, PartResult] | None = None,
    *,
    compare: bool = True,
) -> dict[int, PartResult]:
    """Return the results of all finished parts whose files are there, unchanged, by their index.

    The files of a few parts are looked up one by one. For many parts each folder is listed once,
    and only checkpoints that are there are read. `sizes` are those of the files in ``data/``, if
    they are known. Checkpoints and files of `known` results are looked for, and not read again.
    Files on a disk are read to `compare` their checksums, else only their sizes.
    """
    known = known or {}
    if compare and sizes is None and len(plan.parts) <= FEW_PARTS:
        looked_up = {part.index: _looked_up(store, part, plan, known) for part in plan.parts}
        return {index: result for index, result in looked_up.items() if result}
    found = store.sizes("data") if sizes is None else sizes
    there = _with_checkpoint(store, plan)
    results = {part.index: known[part.index] for part in there if part.index in known}
    for part, contents in _read_checkpoints(store, [p for p in there if p.index not in known]):
        if result := _usable(store, part, plan.columns, contents):
            results[part.index] = result
    whole = [
        result
        for _, result in sorted(results.items())
        if not result.rows or found.get(result.file.rpartition("/")[2]) == result.bytes
    ]

    def is_trusted(result: PartResult) -> bool:
        return not compare or result.index in known or result.is_unchanged(store)

    trusted = mapped(is_trusted, whole, FILES_AT_ONCE)
    return {result.index: result for result, is_it in zip(whole, trusted, strict=True) if is_it}


def _looked_up(
    store: Store, part: Part, plan: Plan, known: Mapping[int, PartResult]
) -> PartResult | None:
    """Return the result of a part whose files are intact; a known result is not read again."""
    if (result := known.get(part.index)) is None:
        return finished_part(store, part, plan.columns)
    return result if store.exists(part.checkpoint) and result.is_whole(store) else None


def each_checkpoint(store: Store, plan: Plan) -> Iterator[tuple[Part, bytes | None]]:
    """Yield each part of a plan that has a checkpoint, with the contents of the checkpoint."""
    yield from _read_checkpoints(store, _with_checkpoint(store, plan))


def _with_checkpoint(store: Store, plan: Plan) -> list[Part]:
    """Return the parts of a plan that have a checkpoint."""
    listed = {f"parts/{name}" for name in store.names("parts")}
    return [part for part in plan.parts if part.checkpoint in listed]


def _read_checkpoints(store: Store, parts: Sequence[Part]) -> Iterator[tuple[Part, bytes | None]]:
    contents = store.read_each(part.checkpoint for part in parts)
    for part, (_, held) in zip(parts, contents, strict=True):
        yield part, held


def _usable(
    store: Store, part: Part, columns: Sequence[Column], contents: bytes | None
) -> PartResult | None:
    """Return the result of a part, None if it is missing or damaged and must be made again."""
    if contents is None:
        return None
    try:
        return result_of(store, part, columns, contents)
    except ForeignPartError:
        raise
    except DatasetError:
        return None
