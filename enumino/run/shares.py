"""Shares of a plan: which parts each job of an array makes, and how many jobs there should be."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import ceil

from enumino.datasets.plan import Plan
from enumino.enum.partition.subtrees import Subtree, pack

JOB_SECONDS = 300
"""What a job should take: long against its start, short against the time limits of queues."""
MOST_JOBS = 1000
"""Of an array; SLURM takes no more unless its MaxArraySize was raised."""


def only(plan: Plan, indices: Collection[int]) -> Plan:
    """Return the plan of some of the parts, in the order in which they are planned."""
    return replace(plan, parts=tuple(part for part in plan.parts if part.index in indices))


def share(plan: Plan, number: int, shares: int) -> Plan:
    """Return the plan of the parts that one of several jobs makes.

    The shares are of even weight, by the estimates of the plan, and depend on nothing else: jobs
    need not know of each other, nor of what is done. Each part is in exactly one of them.

    Parameters
    ----------
    plan : Plan
    number : int
        From 1 to `shares`.
    shares : int
        There are no more than parts: later ones are empty.
    """
    weighed = [Subtree((part.index,), part.nodes) for part in plan.parts]
    packed = pack(weighed, min(shares, len(weighed)))
    mine = packed[number - 1] if number <= len(packed) else []
    return only(plan, {part.prefix[0] for part in mine})


def jobs(plan: Plan) -> int:
    """Return how many jobs an array should have, so that each takes some minutes.

    They take longer where an array of `MOST_JOBS`, or a job for each part, is not enough.
    """
    wanted = ceil(plan.expected["seconds"] / JOB_SECONDS)
    return max(1, min(wanted, len(plan.parts), MOST_JOBS))
