"""``parts/*.json``: checkpoints of finished parts, each written after its data file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Annotated, TypedDict

import msgspec

from enumino.datasets.documents import (
    CountRow,
    Digest,
    Natural,
    read_document,
    write_document,
)
from enumino.datasets.plan import Numbered, Part, Plan
from enumino.datasets.storage import Store
from enumino.errors import DatasetError, ForeignPartError

COPY_BYTES = 1 << 22  # that are read at once from a file
FILES_AT_ONCE = 16  # checkpoints and files that are read side by side


class File(TypedDict):
    """A file of rows, as manifests name it."""

    part: Natural
    name: str
    rows: Annotated[int, msgspec.Meta(ge=1)]
    bytes: Annotated[int, msgspec.Meta(ge=1)]
    sha256: Digest


class PartResult(msgspec.Struct, Numbered, frozen=True):
    """A finished part, with the fields of its checkpoint in their order.

    `counts` holds rows by the values of the key columns, or objects if none are kept; a part
    without rows has no file, and no `sha256`.
    """

    plan_id: Digest
    index: Natural
    rows: Natural
    nodes: Natural
    bytes: Natural
    sha256: Digest | None
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    counts: list[CountRow]

    @property
    def entry(self) -> File | None:
        """The entry of the part in a manifest, if it has rows."""
        if self.sha256 is None:
            return None
        name, rows, size = self.file, self.rows, self.bytes
        return File(part=self.index, name=name, rows=rows, bytes=size, sha256=self.sha256)

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
        write_document(store, self.checkpoint, msgspec.to_builtins(self))

    @classmethod
    def read(cls, store: Store, part: Part) -> PartResult | None:
        """Read the checkpoint of a part; None if there is none, or it cannot be read.

        A ForeignPartError says that it is of another plan.
        """
        try:
            said = read_document(store, part.checkpoint, cls)
        except DatasetError:
            return None
        if said and said.plan_id != part.plan_id:
            raise ForeignPartError(
                f"{store.uri(part.checkpoint)} is a part of another plan ({said.plan_id[:8]}, not "
                f"{part.plan_id[:8]}): remove it and {part.file}, and run the part again."
            )
        return said if said and said.index == part.index else None


def file_sha256(store: Store, name: str) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with store.open(name) as source:
        while block := source.read(COPY_BYTES):
            digest.update(block)
    return digest.hexdigest()


def done_part(store: Store, part: Part) -> PartResult | None:
    """Return the result of a part if it is done: its file is that of its checkpoint."""
    result = PartResult.read(store, part)
    return result if result and result.is_whole(store) and result.is_unchanged(store) else None


def done(
    store: Store,
    plan: Plan,
    known: Mapping[int, PartResult] = MappingProxyType({}),
    *,
    compare: bool = True,
) -> dict[int, PartResult]:
    """Return the results of the parts of a plan that are done, by their index.

    Files on a disk are read to `compare` their checksums, else only their sizes are. `known`
    results are only looked for: neither their checkpoints nor their files are read again.
    """
    sizes, listed = store.sizes("data"), store.sizes("parts")

    def look(part: Part) -> PartResult | None:
        new = part.index not in known
        result = PartResult.read(store, part) if new else known[part.index]
        if result is None or (result.rows and sizes.get(part.file[len("data/") :]) != result.bytes):
            return None
        return result if not (new and compare) or result.is_unchanged(store) else None

    there = [part for part in plan.parts if part.checkpoint[len("parts/") :] in listed]
    with ThreadPoolExecutor(FILES_AT_ONCE) as pool:
        return {result.index: result for result in pool.map(look, there) if result}
