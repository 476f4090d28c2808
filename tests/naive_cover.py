"""Exact covers the slow way: Algorithm X over sets, and the definition itself."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt

from enumino.families.covers.exact_cover import CoverProblem

Solution = tuple[int, ...]


def pairs(option: Iterable[int | tuple[int, str]]) -> list[tuple[int, str]]:
    """The items of an option and their colours, an empty text for none."""
    return [each if isinstance(each, tuple) else (each, "") for each in option]


def by_definition(problem: CoverProblem) -> set[Solution]:
    """Try every set of options that have primary items."""
    useful = [
        number
        for number, option in enumerate(problem.options)
        if any(item < len(problem.primary) for item, _ in pairs(option))
    ]
    chosen = chain.from_iterable(combinations(useful, k) for k in range(len(useful) + 1))
    return {solution for solution in chosen if is_solution(problem, solution)}


def is_solution(problem: CoverProblem, solution: Solution) -> bool:
    """Whether primary items are covered often enough, and colours of secondary ones agree."""
    colours = defaultdict(list)
    for number in solution:
        for item, colour in pairs(problem.options[number]):
            colours[item].append(colour)
    bounds = bounds_of(problem)
    return all(
        low <= len(colours[item]) <= high for item, (low, high) in enumerate(bounds)
    ) and all(
        item < len(bounds) or len(seen) == 1 or (len(set(seen)) == 1 and seen[0] != "")
        for item, seen in colours.items()
    )


def bounds_of(problem: CoverProblem) -> Sequence[tuple[int, int]]:
    """How often each primary item is covered at least and at most."""
    return problem.bounds or [(1, 1)] * len(problem.primary)


def fits(problem: CoverProblem, option: int, taken: Solution) -> bool:
    """Whether an option can be taken beside those taken."""
    bounds, others = bounds_of(problem), [dict(pairs(problem.options[other])) for other in taken]
    return all(
        sum(item in other for other in others) < bounds[item][1]
        if item < len(bounds)
        else all(other[item] == colour != "" for other in others if item in other)
        for item, colour in pairs(problem.options[option])
    )


def algorithm_m(
    problem: CoverProblem, taken: Solution = (), left: Solution | None = None
) -> Iterator[Solution | None]:
    """The nodes of Knuth's Algorithm M in order: a solution as its row, any other node as None."""
    items = [dict(pairs(option)) for option in problem.options]
    primary = range(len(problem.primary))
    bounds = bounds_of(problem)
    left = (
        tuple(o for o in range(len(items)) if items[o].keys() & primary) if left is None else left
    )
    having = {i: [o for o in left if i in items[o]] for i in primary}
    needed = {i: max(0, bounds[i][0] - sum(i in items[o] for o in taken)) for i in primary}
    children = {
        i: max(0, len(having[i]) + 1 - needed[i]) for i in primary if having[i] or needed[i]
    }
    if not children:
        yield tuple(sorted(taken))
        return
    yield None
    item = min(children, key=lambda i: (children[i], i))
    for child in range(children[item]):
        ruled_out, now = having[item][: child + 1], (*taken, *having[item][child : child + 1])
        rest = tuple(o for o in left if o not in ruled_out and fits(problem, o, now))
        yield from algorithm_m(problem, now, rest)


def tree_of_groups(problem: CoverProblem, taken: Solution = ()) -> Iterator[Solution | None]:
    """The nodes of the tree of option bitsets, in the form of `algorithm_m`.

    It branches on items that are covered once. The options of any other item are a group; where
    groups need more items than are uncovered, there is a dead end.
    """
    items = [{item for item, _ in pairs(option)} for option in problem.options]
    once = {item for item, bounds in enumerate(bounds_of(problem)) if bounds == (1, 1)}
    uncovered = once - set().union(*(items[o] for o in taken))
    needed = 0
    for group, (fewest, _) in enumerate(bounds_of(problem)):
        if group not in once:
            covered = [len(each & once) for each in items if group in each]
            used = sum(group in items[o] for o in taken)
            needed += min(covered, default=len(once) + 1) * max(0, fewest - used)
    if not uncovered and not needed:
        yield tuple(sorted(taken))
        return
    yield None
    if needed <= len(uncovered):
        left = [o for o in range(len(items)) if o not in taken and fits(problem, o, taken)]
        item = min(uncovered, key=lambda i: (sum(i in items[o] for o in left), i))
        for o in left:
            if item in items[o]:
                yield from tree_of_groups(problem, (*taken, o))


def as_matrix(problem: CoverProblem) -> npt.NDArray[np.bool_]:
    """The options as rows."""
    matrix = np.zeros((len(problem.options), len(problem.items)), bool)
    for number, option in enumerate(problem.options):
        for item, _ in pairs(option):
            matrix[number, item] = True
    return matrix
