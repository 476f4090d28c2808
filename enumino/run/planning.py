"""Plans divide a problem into parts, and the parts into shares for several jobs."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import ceil, fsum
from typing import cast

from msgspec.structs import replace

from enumino.datasets.documents import PLAN
from enumino.datasets.manifest import versions
from enumino.datasets.plan import ExpectationJson, OwnFunction, Part, Plan, Work
from enumino.datasets.storage import Store
from enumino.enum.partition import Subtree, pack, partition
from enumino.enum.problem import Expectation, Problem
from enumino.errors import DatasetError

JOB_SECONDS = 300  # per job: much longer than its start, much shorter than time limits of queues
MOST_JOBS = 1000  # per array: the default limit of SLURM


def functions_in(problem: Problem) -> tuple[OwnFunction, ...]:
    """Return the functions of a problem; only `own_functions.with_functions` adds some."""
    return getattr(problem, "functions", ())


def make_plan(store: Store, problem: Problem, rows_per_part: int | None = None) -> Plan:
    """Divide a problem and write ``plan.json``, or return the plan that is already there."""
    asked = problem.to_json(), functions_in(problem), True

    def is_asked_for(plan: Plan) -> bool:
        return (plan.problem, plan.functions, plan.keeps_rows) == asked

    divide = partial(plan_for, problem, rows_per_part)
    plan = plan_in(store, divide, is_asked_for, problem.describe())
    if plan.rows_per_part and rows_per_part not in (None, plan.rows_per_part):
        raise DatasetError(
            f"{store.root} has parts of {plan.rows_per_part:,} rows, not {rows_per_part:,}: leave "
            "that number out to resume, or choose another folder."
        )
    return plan


def plan_in(
    store: Store,
    divide: Callable[[], Plan],
    is_asked_for: Callable[[Plan], bool],
    title: str,
) -> Plan:
    """Return the plan in a folder; if there is none, write the plan that `divide` returns."""
    names = list(store.entries())
    if PLAN not in names:
        if names:
            raise DatasetError(
                f"{store.root} is not empty and holds no dataset ({', '.join(names[:3])}): "
                "choose an empty or new folder."
            )
        divide().write_first(store)
    plan = Plan.read(store, of_rows=False)
    if not is_asked_for(plan):
        what = title if title != plan.title else "this one, whose drawings or numbers differ"
        raise DatasetError(
            f"{store.root} holds another problem, {plan.title}: choose another folder for {what}."
        )
    return plan


def plan_for(problem: Problem, rows_per_part: int | None = None) -> Plan:
    """Return the plan of a problem, which depends on the arguments only."""
    divided = partition(problem, rows_per_part)
    works = work_of(divided.parts, divided.expected)
    return plan_of(problem, works, divided.expected, divided.rows_per_part)


def plan_of(
    problem: Problem, works: Iterable[Work], expected: Expectation, rows_per_part: int
) -> Plan:
    """Return the plan of a problem with a part for each work."""
    return Plan(
        title=problem.describe(),
        problem=problem.to_json(),
        tree_version=problem.tree_version,
        rows_per_part=rows_per_part,
        versions=versions(problem.to_json(), keeps_rows=True),
        columns=problem.columns,
        functions=functions_in(problem),
        expected=cast(ExpectationJson, expected._asdict()),
        parts=tuple(Part.of(*work) for work in works),
    ).identified()


def work_of(parts: Iterable[Sequence[Subtree]], expected: Expectation) -> list[Work]:
    """Return the work of each part, at most the expected total, which a limit may reduce."""
    rate = max(1, expected.nodes) / max(expected.seconds, 1e-9)
    found = []
    for part in parts:
        nodes = min(fsum(subtree.nodes for subtree in part), expected.nodes)
        found.append(Work([subtree.prefix for subtree in part], nodes, nodes / rate))
    return found


def share(plan: Plan, number: int, shares: int) -> Plan:
    """Return the parts of one of several jobs, counted from 1: all have about the same weight."""
    weighed = [Subtree((part.index,), part.seconds) for part in plan.parts]
    packed = pack(weighed, [1] * min(shares, len(weighed)))
    mine = packed[number - 1] if number <= len(packed) else []
    chosen = {subtree.prefix[0] for subtree in mine}
    return replace(plan, parts=tuple(part for part in plan.parts if part.index in chosen))


def jobs(plan: Plan) -> int:
    """Return the number of jobs in an array; each takes minutes, or longer to keep jobs few."""
    wanted = ceil(plan.expected["seconds"] / JOB_SECONDS)
    return max(1, min(wanted, len(plan.parts), MOST_JOBS))
