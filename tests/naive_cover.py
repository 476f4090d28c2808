"""Exact covers the slow way: Algorithm X over sets, and the definition itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt

from enumino.objects.cover import CoverProblem

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
    """Whether the options cover primary items once, and agree on the colours of secondary ones."""
    colours = defaultdict(list)
    for number in solution:
        for item, colour in pairs(problem.options[number]):
            colours[item].append(colour)
    primary = range(len(problem.primary))
    return all(len(colours[item]) == 1 for item in primary) and all(
        len(seen) == 1 or (len(set(seen)) == 1 and seen[0] != "") for seen in colours.values()
    )


class SetSearch:
    """Algorithm X over Python sets, with the fewest options first: solutions in search order.

    Afterwards `nodes` is the number of nodes of the tree.
    """

    def __init__(self, problem: CoverProblem) -> None:
        self.items = [
            {item for item, _ in pairs(option) if item < len(problem.primary)}
            for option in problem.options
        ]
        self.clashes = [
            {other for other, theirs in enumerate(problem.options) if clash(problem, ours, theirs)}
            for ours in problem.options
        ]
        self.nodes = 0

    def solutions(self, uncovered: set[int], options: set[int]) -> Iterator[Solution]:
        self.nodes += 1
        if not uncovered:
            yield ()
            return
        having = {i: sorted(o for o in options if i in self.items[o]) for i in sorted(uncovered)}
        item = min(having, key=lambda i: len(having[i]))
        for option in having[item]:
            compatible = options - self.clashes[option] - {option}
            for rest in self.solutions(uncovered - self.items[option], compatible):
                yield tuple(sorted((option, *rest)))


def clash(problem: CoverProblem, ours: tuple, theirs: tuple) -> bool:
    """Whether two options cannot be in one solution."""
    first, second = dict(pairs(ours)), dict(pairs(theirs))
    return any(
        item < len(problem.primary) or first[item] == "" or first[item] != second[item]
        for item in first.keys() & second.keys()
    )


def over_sets(problem: CoverProblem) -> tuple[list[Solution], int]:
    """The solutions in search order, and the nodes of the tree."""
    search = SetSearch(problem)
    every = set(range(len(problem.options)))
    return list(search.solutions(set(range(len(problem.primary))), every)), search.nodes


def as_matrix(problem: CoverProblem) -> npt.NDArray[np.bool_]:
    """The options as rows."""
    matrix = np.zeros((len(problem.options), len(problem.items)), bool)
    for number, option in enumerate(problem.options):
        for item, _ in pairs(option):
            matrix[number, item] = True
    return matrix
