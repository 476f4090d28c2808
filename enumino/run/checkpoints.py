"""The checkpoint folder of a count: ``count.json`` says which count, ``parts/`` what is done."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgspec

from enumino.datasets.documents import (
    COUNT_PLAN,
    Amount,
    Digest,
    Natural,
    Parameters,
    damaged,
    read_document,
    write_document,
)
from enumino.datasets.storage import open_store
from enumino.errors import DatasetError, StorageError
from enumino.run.events import Task

Key = tuple[Any, ...]
Schema = TypeVar("Schema")

OUTCOME_VERSION = 3  # of the file of a task


@dataclass(frozen=True)
class Counted:
    """The result of a task of a count.

    `counts` holds numbers of objects by the values of some keys, ints and texts; `nodes` are those
    visited, `seconds` those spent.
    """

    index: int
    counts: dict[Key, int]
    nodes: int
    seconds: float
    rows: int = 0  # none are written


class _Count(msgspec.Struct):
    title: str
    count: Parameters
    tasks: Digest


class _Counted(msgspec.Struct):
    index: Natural
    counts: list[tuple[list[int | str], Annotated[str, msgspec.Meta(pattern=r"^\d+$")]]]
    nodes: Natural
    seconds: Amount


class Checkpoint:
    """A folder with the description of a count and the outcome of each finished task.

    `title` is what is counted in words, `count` its parameters as JSON values. A folder of
    something else, or of another count, is a DatasetError.
    """

    def __init__(self, root: str | os.PathLike[str], title: str, count: Parameters) -> None:
        self.store = open_store(root)
        self.title, self.count = title, count
        names = self.store.names()
        self._begun = COUNT_PLAN in names
        if names and not self._begun:
            raise DatasetError(
                f"{self.store.root} is not empty and not the checkpoint of a count: choose "
                "another folder."
            )
        if self._begun:
            self._refuse_another(self._read_plan())

    def bind(self, tasks: str) -> None:
        """Write what is counted, with a digest of its tasks, or compare it.

        A DatasetError says that another version has divided the same count in another way.
        """
        digest = sha256(f"{OUTCOME_VERSION}:{tasks}".encode()).hexdigest()
        if not self._begun:
            recorded = {"title": self.title, "count": self.count, "tasks": digest}
            write_document(self.store, COUNT_PLAN, recorded, exclusive=True)
        found = self._read_plan()
        self._refuse_another(found)
        if found.tasks != digest:
            raise DatasetError(
                f"{self.store.root} is a checkpoint of the same count by another version of "
                "enumino: continue with that version, or choose another folder."
            )

    def _read_plan(self) -> _Count:
        return self._document(COUNT_PLAN, _Count)

    def _document(self, name: str, schema: type[Schema]) -> Schema:
        if (found := read_document(self.store, name, schema)) is None:
            raise StorageError(f"Cannot read {self.store.uri(name)}: there is no such file.")
        return found

    def _refuse_another(self, found: _Count) -> None:
        if found.count != self.count:
            other = found.title != self.title
            difference = f", not that of {self.title}" if other else ", as another version"
            raise DatasetError(
                f"{self.store.root} is the checkpoint of another count, that of "
                f"{found.title}{difference}: choose another folder."
            )

    def recall(self, tasks: Sequence[Task]) -> Iterator[Counted]:
        """Yield the outcomes of the tasks that were finished."""
        names = {f"parts/{name}" for name in self.store.names("parts")}
        return (self._read(task.index) for task in tasks if _name(task.index) in names)

    def remember(self, outcome: Counted) -> None:
        """Write the outcome of a task."""
        recorded = {
            "index": outcome.index,
            "counts": [[list(key), str(number)] for key, number in outcome.counts.items()],
            "nodes": outcome.nodes,
            "seconds": outcome.seconds,
        }
        write_document(self.store, _name(outcome.index), recorded)

    def close(self) -> None:
        """Remove what unfinished writes have left."""
        self.store.sweep()

    def _read(self, index: int) -> Counted:
        recorded = self._document(_name(index), _Counted)
        if recorded.index != index:
            raise damaged(self.store, _name(index), f"it is of task {recorded.index}")
        return Counted(
            index=recorded.index,
            counts={tuple(key): int(number) for key, number in recorded.counts},
            nodes=recorded.nodes,
            seconds=recorded.seconds,
        )


def _name(index: int) -> str:
    return f"parts/task-{index:05d}.json"
