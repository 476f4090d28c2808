"""The state of a plan: which parts are there, and how long the others will take."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from enumino.datasets.checkpoints import PartResult, finished_parts
from enumino.datasets.documents import MANIFEST
from enumino.datasets.plan import Plan
from enumino.datasets.storage import Store
from enumino.words import ranges

LONGEST_LIST = 200
"""Letters of a list of parts in a sentence."""


@dataclass(frozen=True)
class Status:
    """How far the parts of a plan have come; `finished` are the results of those that are there.

    Nothing tells which parts are being made: that is known to whoever started the jobs.
    """

    plan: Plan
    finished: dict[int, PartResult]
    committed: bool

    @classmethod
    def of(cls, store: Store) -> Status:
        """Return the state of the plan in a folder.

        Raises
        ------
        DatasetError
            If there is none, it is damaged, or there are parts of another plan.
        """
        plan = Plan.read(store)
        finished = finished_parts(store, plan, compare=False)
        whole = len(finished) == len(plan.parts)
        return cls(plan, finished, whole and store.exists(MANIFEST))

    @property
    def missing(self) -> list[int]:
        """The numbers of the parts that are not there, or not whole."""
        return self.plan.lacking(self.finished)

    @property
    def rows(self) -> int:
        """Rows of the finished parts."""
        return sum(result.rows for result in self.finished.values())

    @property
    def bytes(self) -> int:
        """Size of the finished parts."""
        return sum(result.bytes for result in self.finished.values())

    @property
    def seconds(self) -> float:
        """What the finished parts took, each on one thread."""
        return sum(result.seconds for result in self.finished.values())

    @property
    def seconds_left(self) -> float:
        """What the missing parts will take on one thread.

        By the nodes that the plan expects of them, at the rate at which the finished parts took
        theirs: that corrects the speed of the machine and the estimates alike. Before any part is
        finished, as the plan expects.
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

    It names them, unless they are so scattered that the list would be too long for a sentence;
    then it makes whatever is missing.

    >>> command_for("here", [3, 17, *range(40, 53)])
    'enumino run here --part 3,17,40-52'
    """
    numbers = ranges(missing)
    which = f"--part {numbers}" if len(numbers) <= LONGEST_LIST else "--share 1/1"
    return f"enumino run {shlex.quote(root)} {which}"
