"""The checkpoint folder of a count: ``count.json`` says which count, ``parts/`` what is done."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated

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
from enumino.families.polyominoes.counting.tasks import Outcome, PolyominoCount, Task
from enumino.schema import FORMAT_VERSION


class _Count(msgspec.Struct):
    count: Parameters
    tasks: Digest


class _Outcome(msgspec.Struct):
    index: Natural
    subject: str
    counts: list[tuple[int, str, Annotated[str, msgspec.Meta(pattern=r"^\d+$")]]]
    nodes: Natural
    seconds: Amount
    peak_bytes: Natural


class Checkpoint:
    """A folder with the description of a count and the outcome of each finished task.

    Raises
    ------
    DatasetError
        If the folder holds something else, or another count.
    """

    def __init__(
        self, root: str | os.PathLike[str], count: PolyominoCount, tasks: Sequence[Task]
    ) -> None:
        self.store = Store(root)
        # Another version may divide the same count in another way.
        wanted = _Count(count.to_json(), sha256(repr(tasks).encode()).hexdigest())
        names = self.store.contents()
        if COUNT_PLAN not in names:
            if names:
                raise DatasetError(
                    f"{self.store.root} is not empty and remembers no count: choose another folder."
                )
            write_document(self.store, COUNT_PLAN, msgspec.structs.asdict(wanted), exclusive=True)
        found = read_document(self.store, COUNT_PLAN, {FORMAT_VERSION: _Count})
        if found != wanted:
            raise DatasetError(
                f"{self.store.root} remembers another count ({found.count}): choose another folder."
            )

    def recall(self, tasks: Sequence[Task]) -> list[Outcome]:
        """Return the outcomes of the tasks that were finished."""
        names = {f"parts/{name}" for name in self.store.names("parts")}
        return [self._read(task.index) for task in tasks if _name(task.index) in names]

    def remember(self, outcome: Outcome) -> None:
        """Write the outcome of a task."""
        counts = [[size, name, str(number)] for (size, name), number in outcome.counts.items()]
        said = {
            "index": outcome.index,
            "subject": outcome.subject,
            "counts": counts,
            "nodes": outcome.nodes,
            "seconds": outcome.seconds,
            "peak_bytes": outcome.peak_bytes,
        }
        write_document(self.store, _name(outcome.index), said)

    def _read(self, index: int) -> Outcome:
        name = _name(index)
        said = read_document(self.store, name, {FORMAT_VERSION: _Outcome})
        if said.index != index:
            raise damaged(self.store, name, f"it is of task {said.index}")
        return Outcome(
            index=said.index,
            subject=said.subject,
            counts={(size, key): int(number) for size, key, number in said.counts},
            nodes=said.nodes,
            seconds=said.seconds,
            peak_bytes=said.peak_bytes,
        )


def _name(index: int) -> str:
    return f"parts/task-{index:05d}.json"
