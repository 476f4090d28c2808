"""Samples into datasets: count the objects, plan the sample, and make its parts."""

import os
from dataclasses import replace
from shutil import rmtree
from typing import Any, Unpack, cast

from enumino.arguments import threads_or_cores, whole
from enumino.datasets.documents import PLAN
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import Plan, Work
from enumino.datasets.storage import Store, open_store
from enumino.enum.layers import MEMORY
from enumino.enum.problem import Problem
from enumino.errors import ProblemError
from enumino.registry import problem_from_json, rows_of
from enumino.run import planning
from enumino.run.counting import HowToCount
from enumino.run.listing import enumerate_plan
from enumino.run.runner import HowToRun
from enumino.samples.ranked import Ranked
from enumino.samples.sample import MOST_ROWS, Draw, Sample, order_for
from enumino.samples.subtrees import SubtreeCount, Subtrees

COUNTING = ".counting"


def sample(
    problem: Problem,
    rows: int,
    seed: int = 0,
    *,
    distinct: bool = False,
    method: str = "auto",
    memory: int = MEMORY,
    **how: Unpack[HowToCount],
) -> Sample:
    """Draw a uniform sample of the objects of a problem, each with the same probability.

    Parameters
    ----------
    problem : Problem
    rows : int
        The number of objects to draw. The first 3 of 5 are the sample of 3.
    seed : int
        Another seed gives another sample.
    distinct : bool
        Draw different objects, instead of each from all objects.
    method : str
        The method that finds objects: ``"parts"``, or one of the family; ``"auto"`` is the fastest.
    memory : int
        Bytes of memory for a memo, or for the states of a sweep, which go to disk beyond it.
    **how : dict
        `client`, `threads`, `processes` and `on_event` of the count, as in `enumerate_to`; `to`
        names the folder that keeps the finished parts of a count by search.

    Returns
    -------
    Sample
        Its method `drawn` yields the objects; its `objects` is the exact number of objects of the
        problem.

    Raises
    ------
    ProblemError
        If the problem has no objects, or fewer than the distinct rows.

    Examples
    --------
    >>> from enumino import Tilings
    >>> five = sample(Tilings("8x8", "domino"), 5, seed=1)
    >>> five.objects, len(list(five.drawn()))
    (12988816, 5)
    """
    rows, seed = whole(rows, "The number of rows"), whole(seed, "The seed")
    memory = whole(memory, "The memory")
    if not 1 <= rows <= MOST_ROWS:
        raise ProblemError(f"{rows:,} rows cannot be drawn: ask for 1 to {MOST_ROWS:,}.")
    if seed < 0:
        raise ProblemError(f"The seed {seed} is negative: give 0 or more.")
    order = counted(problem, method, memory, **how)
    if (objects := order.total) == 0:
        raise ProblemError(f"There is nothing to draw: the number of {problem.describe()} is 0.")
    if distinct and rows > objects:
        raise ProblemError(
            f"There are {objects:,} {problem.describe()}, fewer than {rows:,} distinct rows: ask "
            "for fewer rows, or for rows that may be equal."
        )
    subtrees = order.packed if isinstance(order, Subtrees) else ""
    return Sample.by(order, Draw(rows, seed, order.method, str(objects), distinct, subtrees))


def counted(problem: Problem, method: str, memory: int, **how: Unpack[HowToCount]) -> Ranked:
    """Return the objects of a problem by rank, which are counted for that."""
    if (chosen := order_for(problem, method)) is not None:
        return chosen(problem, memory)
    count = SubtreeCount(problem)
    counts = sorted(count.whole(**how).counts.items())
    return Subtrees(problem, [(number, count.subtrees[at]) for (at,), number in counts])


def object_at(
    rank: int, problem: Problem, method: str, memory: int, **how: Unpack[HowToRun]
) -> Any:
    """Return the object of a rank."""
    order = counted(problem, method, memory, **how)
    if not order.has_ranks:
        raise ProblemError(
            f"The method {order.method} finds {problem.describe()} among others, without ranks: "
            "use --method parts."
        )
    if not 0 <= rank < order.total:
        raise ProblemError(
            f"There is no object of rank {rank:,}: the {order.total:,} {problem.describe()} have "
            "ranks from 0 on."
        )
    (row,) = order.rows([rank]).to_pylist()
    return rows_of(problem.to_json()).object_of(row)


def sample_to(
    root: str | os.PathLike[str],
    problem: Problem,
    rows: int,
    seed: int = 0,
    *,
    distinct: bool = False,
    method: str = "auto",
    memory: int = MEMORY,
    **how: Unpack[HowToRun],
) -> Manifest:
    """Draw a uniform sample into a dataset, or resume an unfinished one; see `sample`.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/rooms"
    >>> enumino.sample_to(root, enumino.Tatami("6x7", "any"), rows=20, seed=7).rows
    20
    """
    threads_or_cores(how.get("threads"))  # refuses other values before anything is written
    store = open_store(root)
    made, plan = make_plan(store, problem, rows, seed, distinct, method, memory, **how)
    return enumerate_plan(store, made, plan, **how)


def make_plan(
    store: Store,
    problem: Problem,
    rows: int,
    seed: int,
    distinct: bool,
    method: str,
    memory: int = MEMORY,
    **how: Unpack[HowToRun],
) -> tuple[Sample, Plan]:
    """Plan a sample in a folder, or return the sample and the plan that are already there.

    A hidden folder keeps the finished parts of a count by search until the plan is written.
    """
    new: list[Sample] = []
    asked: Any = {"distinct": distinct, "method": method, "memory": memory}

    def divide() -> Plan:
        new.append(sample(problem, rows, seed, **asked, to=store.uri(COUNTING), **how))
        return plan_of(new[0])

    def is_asked_for(plan: Plan) -> bool:
        found = problem_from_json(plan.problem)
        return (
            isinstance(found, Sample)
            and found.of.to_json() == problem.to_json()
            and found.draw.asks(rows, seed, distinct, method)
        )

    title = f"{rows:,} random samples of {problem.describe()}, seed {seed}"
    plan = planning.plan_in(store, divide, is_asked_for, title)
    _forget_count(store)
    if new and new[0].to_json() == plan.problem:
        return new[0], plan
    return replace(cast(Sample, problem_from_json(plan.problem)), memory=memory), plan


def _forget_count(store: Store) -> None:
    """Remove the results of the count of a sample."""
    counting = open_store(store.uri(COUNTING))
    if counting.local:
        rmtree(counting.root, ignore_errors=True)
        return
    for name in (*counting.entries("parts"), PLAN):
        counting.delete(name)


def plan_of(made: Sample) -> Plan:
    """Return the plan of a sample, with a part for each file."""
    expected = made.expect(0)
    works = []
    for number, own in enumerate(made.parts):
        share = len(own) / made.draw.rows
        works.append(Work([(number,)], share * expected.nodes, share * expected.seconds))
    return planning.plan_of(made, works, expected, len(made.parts[0]))
