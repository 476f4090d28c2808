"""The checkpoint folder of a count: ``count.json`` says which count, ``parts/`` what is done."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

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
from enumino.datasets.storage import Store
from enumino.errors import DatasetError
from enumino.run.events import Task
from enumino.words import quoted

Key = tuple[Any, ...]

MOST_DIFFERENCES = 3
OUTCOME_VERSION = 2  # of the file of a task


@dataclass(frozen=True)
class Counted:
    """The result of a task of a count.

    `counts` holds numbers of objects by the values of some keys, ints and texts; `nodes` are those
    visited, `seconds` those spent, and `peak_bytes` the most memory that the task held.
    """

    index: int
    counts: dict[Key, int]
    nodes: int
    seconds: float
    peak_bytes: int = 0
    rows: int = 0  # none are written


class _Count(msgspec.Struct):
    count: Parameters
    tasks: Digest


class _Counted(msgspec.Struct):
    index: Natural
    counts: list[tuple[list[int | str], Annotated[str, msgspec.Meta(pattern=r"^\d+$")]]]
    nodes: Natural
    seconds: Amount
    peak_bytes: Natural


class Checkpoint:
    """A folder with the description of a count and the outcome of each finished task.

    Parameters
    ----------
    root : str or path
    count : dict
        What is counted, as JSON values; a ``"problem"`` among them has values of its own.

    Raises
    ------
    DatasetError
        If the folder holds something else, or another count.
    """

    def __init__(self, root: str | os.PathLike[str], count: Parameters) -> None:
        self.store = Store(root)
        self.count = count
        names = self.store.contents()
        self._begun = COUNT_PLAN in names
        if names and not self._begun:
            raise DatasetError(
                f"{self.store.root} is not empty and remembers no count: choose another folder."
            )
        if self._begun:
            self._refuse_another(self._read_plan().count)

    def bind(self, tasks: str) -> None:
        """Write what is counted, or compare it with what is there.

        Parameters
        ----------
        tasks : str
            A digest of the tasks.

        Raises
        ------
        DatasetError
            If another version has divided the same count in another way.
        """
        digest = sha256(f"{OUTCOME_VERSION}:{tasks}".encode()).hexdigest()
        if not self._begun:
            said = {"count": self.count, "tasks": digest}
            write_document(self.store, COUNT_PLAN, said, exclusive=True)
        found = self._read_plan()
        self._refuse_another(found.count)
        if found.tasks != digest:
            raise DatasetError(
                f"{self.store.root} remembers the same count, divided by another version of "
                "enumino: go on with that version, or choose another folder."
            )

    def _read_plan(self) -> _Count:
        found: _Count = read_document(self.store, COUNT_PLAN, _Count)
        return found

    def _refuse_another(self, found: Parameters) -> None:
        if found != self.count:
            raise DatasetError(
                f"{self.store.root} remembers another count ({_difference(found, self.count)}): "
                "choose another folder."
            )

    def recall(self, tasks: Sequence[Task]) -> Iterator[Counted]:
        """Yield the outcomes of the tasks that were finished."""
        names = {f"parts/{name}" for name in self.store.names("parts")}
        return (self._read(task.index) for task in tasks if _name(task.index) in names)

    def remember(self, outcome: Counted) -> None:
        """Write the outcome of a task."""
        said = {
            "index": outcome.index,
            "counts": [[list(key), str(number)] for key, number in outcome.counts.items()],
            "nodes": outcome.nodes,
            "seconds": outcome.seconds,
            "peak_bytes": outcome.peak_bytes,
        }
        write_document(self.store, _name(outcome.index), said)

    def close(self) -> None:
        """Remove what unfinished writes have left."""
        self.store.clear_wip()

    def _read(self, index: int) -> Counted:
        name = _name(index)
        said = read_document(self.store, name, _Counted)
        if said.index != index:
            raise damaged(self.store, name, f"it is of task {said.index}")
        return Counted(
            index=said.index,
            counts={tuple(key): int(number) for key, number in said.counts},
            nodes=said.nodes,
            seconds=said.seconds,
            peak_bytes=said.peak_bytes,
        )


def _difference(found: Parameters, wanted: Parameters) -> str:
    """Name the values by which two counts differ.

    >>> _difference({"kind": "free", "by": None}, {"kind": "fixed", "by": None})
    "kind 'free' instead of 'fixed'"
    """
    theirs, ours = (
        {**count.get("problem", {}), **{k: v for k, v in count.items() if k != "problem"}}
        for count in (found, wanted)
    )
    differences = [
        f"{name} {quoted(theirs.get(name))} instead of {quoted(ours.get(name))}"
        for name in {**theirs, **ours}
        if theirs.get(name) != ours.get(name)
    ]
    return ", ".join(differences[:MOST_DIFFERENCES])


def _name(index: int) -> str:
    return f"parts/task-{index:05d}.json"
