"""The checkpoint folder of a count: ``count.json`` says which count, ``parts/`` what is done.

Counts that differ in their sizes or their method only may share a folder: the first one lies in the
folder itself, each other one in a folder of ``counts/``.
"""

from __future__ import annotations

import json
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
from enumino.errors import DatasetError, EnuminoError
from enumino.registry import problem_from_json
from enumino.run.events import Task
from enumino.words import plural

Key = tuple[Any, ...]

COUNTS = "counts"
SHARED = ("cells", "method")  # counts that differ in these only may share a folder
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
    number: Natural | None = None  # of tasks; older versions did not write it


class _Counted(msgspec.Struct):
    index: Natural
    counts: list[tuple[list[int | str], Annotated[str, msgspec.Meta(pattern=r"^\d+$")]]]
    nodes: Natural
    seconds: Amount
    peak_bytes: Natural


class Checkpoint:
    """A folder with the description of a count and the outcome of each finished task.

    `count` is what is counted, as JSON values; a ``"problem"`` among them has values of its own. A
    folder of something else, or of another count, is a DatasetError.
    """

    def __init__(self, root: str | os.PathLike[str], count: Parameters) -> None:
        self.store = Store(root)
        self.count = count
        self._folder = ""
        names = self.store.contents()
        self._begun = COUNT_PLAN in names
        if names and not self._begun:
            raise DatasetError(
                f"{self.store.root} is not empty and not the checkpoint of a count: choose "
                "another folder."
            )
        if self._begun:
            found = self._read_plan().count
            if found != count and _without(found, SHARED) == _without(count, SHARED):
                self._folder = f"{COUNTS}/{_digest(count)}/"
                self._begun = self.store.exists(self._folder + COUNT_PLAN)
            else:
                self._refuse_another(found)

    def bind(self, tasks: str, number: int) -> None:
        """Write what is counted, with a digest and the number of its tasks, or compare it.

        A DatasetError says that another version has divided the same count in another way.
        """
        digest = sha256(f"{OUTCOME_VERSION}:{tasks}".encode()).hexdigest()
        if not self._begun:
            recorded = {"count": self.count, "tasks": digest, "number": number}
            write_document(self.store, self._folder + COUNT_PLAN, recorded, exclusive=True)
        found = self._read_plan()
        self._refuse_another(found.count)
        if found.tasks != digest:
            raise DatasetError(
                f"{self.store.root} is a checkpoint of the same count by another version of "
                "enumino: continue with that version, or choose another folder."
            )

    def _read_plan(self) -> _Count:
        found: _Count = read_document(self.store, self._folder + COUNT_PLAN, _Count)
        return found

    def _refuse_another(self, found: Parameters) -> None:
        if found != self.count:
            theirs, ours = described(found), described(self.count)
            difference = f", not that of {ours}" if ours != theirs else ", as another version"
            raise DatasetError(
                f"{self.store.root} is the checkpoint of another count, that of "
                f"{theirs}{difference}: "
                "choose another folder."
            )

    def recall(self, tasks: Sequence[Task]) -> Iterator[Counted]:
        """Yield the outcomes of the tasks that were finished."""
        names = {self.part(name) for name in self.store.names(f"{self._folder}parts")}
        return (self._read(task.index) for task in tasks if self._name(task.index) in names)

    def remember(self, outcome: Counted) -> None:
        """Write the outcome of a task."""
        recorded = {
            "index": outcome.index,
            "counts": [[list(key), str(number)] for key, number in outcome.counts.items()],
            "nodes": outcome.nodes,
            "seconds": outcome.seconds,
            "peak_bytes": outcome.peak_bytes,
        }
        write_document(self.store, self._name(outcome.index), recorded)

    def close(self) -> None:
        """Remove what unfinished writes have left."""
        self.store.clear_wip()

    def part(self, name: str) -> str:
        """Return where a file of what is done lies."""
        return f"{self._folder}parts/{name}"

    def _name(self, index: int) -> str:
        return self.part(f"task-{index:05d}.json")

    def _read(self, index: int) -> Counted:
        name = self._name(index)
        recorded = read_document(self.store, name, _Counted)
        if recorded.index != index:
            raise damaged(self.store, name, f"it is of task {recorded.index}")
        return Counted(
            index=recorded.index,
            counts={tuple(key): int(number) for key, number in recorded.counts},
            nodes=recorded.nodes,
            seconds=recorded.seconds,
            peak_bytes=recorded.peak_bytes,
        )


def finished_sizes(root: str | os.PathLike[str], count: Parameters) -> range | None:
    """Return the sizes of a finished count of a folder that include those of `count`, or None.

    The other parameters are the same.
    """
    store = Store(root)
    found = []
    for folder in ("", *(f"{COUNTS}/{name}/" for name in store.names(COUNTS))):
        if not store.exists(folder + COUNT_PLAN):
            continue
        plan = read_document(store, folder + COUNT_PLAN, _Count)
        if _without(plan.count, ("cells",)) == _without(count, ("cells",)):
            (first, last), (wanted, largest) = plan.count["cells"], count["cells"]
            if first <= wanted <= largest <= last and plan.number == len(
                store.names(f"{folder}parts")
            ):
                found.append(range(first, last + 1))
    return min(found, key=len, default=None)


def described(count: Parameters) -> str:
    """Return what a count counts, in words.

    >>> described({"family": "polyominoes", "cells": [1, 24], "kind": "free", "by": "symmetry"})
    'free polyominoes of 1 to 24 cells, by symmetry'
    """
    problem = count.get("problem", count)
    by = count.get("by") or problem.get("by")
    columns = [by] if isinstance(by, str) else by or []
    words = [f", by {' and '.join(map(str, columns))}"] if columns else []
    if method := count.get("method"):
        words.append(f", by the method {method}")
    if "problem" in count:
        try:
            return "".join([problem_from_json(problem).describe(), *words])
        except EnuminoError:  # of a family that is not installed, or damaged
            return "".join([str(problem.get("family")), *words])
    kind = count.get("kind") or count.get("kinds") or "all"
    kind = {"all": "fixed, one-sided and free"}.get(kind, kind)
    first, last = count["cells"]
    sizes = plural(last, "cell") if first == last else f"{first} to {last} cells"
    holes = " without holes" if count.get("without_holes") else ""
    return "".join([f"{kind} {count['family']}{holes} of {sizes}", *words])


def _without(count: Parameters, names: Sequence[str]) -> Parameters:
    """Return parameters, those of the problem among them, without some."""
    left = {name: value for name, value in count.items() if name not in names}
    if isinstance(problem := left.get("problem"), dict):
        left["problem"] = _without(problem, names)
    return left


def _digest(count: Parameters) -> str:
    return sha256(json.dumps(count, sort_keys=True).encode()).hexdigest()[:16]
