"""The state of a plan: its finished and missing parts, and the time that is left."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from enumino.datasets.checkpoints import PartResult, finished_parts
from enumino.datasets.documents import MANIFEST
from enumino.datasets.plan import Plan
from enumino.datasets.storage import Store
from enumino.words import ranges

# Characters of a list of parts in a sentence.
LONGEST_LIST = 200


@dataclass(frozen=True)
class Status:
    """The progress of a plan: the plan and the results of its `finished` parts.

    Parts in progress are unknown: only the jobs that make them know.
    """

    plan: Plan
    finished: dict[int, PartResult]
    committed: bool

    @classmethod
    def of(cls, store: Store) -> Status:
        """Return the state of the plan in a folder."""
        plan = Plan.read(store)
        finished = finished_parts(store, plan, compare=False)
        whole = len(finished) == len(plan.parts)
        return cls(plan, finished, whole and store.exists(MANIFEST))

    @property
    def missing(self) -> list[int]:
        """Numbers of the parts that are missing or incomplete."""
        return self.plan.lacking(self.finished)

    @property
    def rows(self) -> int:
        """Number of rows of the finished parts."""
        return sum(result.rows for result in self.finished.values())

    @property
    def bytes(self) -> int:
        """Size of the finished parts in bytes."""
        return sum(result.bytes for result in self.finished.values())

    @property
    def seconds(self) -> float:
        """Seconds that the finished parts took, each on one thread."""
        return sum(result.seconds for result in self.finished.values())

    @property
    def seconds_left(self) -> float:
        """Estimated seconds for the missing parts on one thread.

        The estimate is the number of nodes that the plan expects, times the seconds per node of the
        finished parts; this corrects for the speed of the machine and for the plan's estimates.
        Before any part is finished it is the plan's own estimate.
        """
        missing = sum(part.nodes for part in self.plan.parts if part.index not in self.finished)
        done = sum(part.nodes for part in self.plan.parts if part.index in self.finished)
        expected = self.plan.expected
        if done and self.seconds:
            return missing * self.seconds / done
        return missing * expected["seconds"] / max(1.0, expected["nodes"])

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON values; `missing` as `enumino run --part` takes it."""
        return {
            "problem": self.plan.problem,
            "plan_id": self.plan.plan_id,
            "parts": len(self.plan.parts),
            "finished": len(self.finished),
            "missing": ranges(self.missing),
            "committed": self.committed,
            "rows": self.rows,
            "bytes": self.bytes,
            "expected": self.plan.expected,
            "seconds": round(self.seconds, 3),
            "seconds_left": round(self.seconds_left, 3),
        }


def command_for(root: str, missing: list[int]) -> str:
    """Return the command that makes missing parts of a dataset.

    It names the parts, unless the list would be too long for a sentence; then it makes all missing
    parts.

    >>> command_for("here", [3, 17, *range(40, 53)])
    'enumino run here --part 3,17,40-52'
    """
    numbers = ranges(missing)
    which = f"--part {numbers}" if len(numbers) <= LONGEST_LIST else "--share 1/1"
    return f"enumino run {shlex.quote(root)} {which}"
