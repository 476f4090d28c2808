"""Programs that count all solutions of an exact cover: ours, a naive search, and peers from PyPI.

A program takes an instance and returns a function without arguments that counts: its time includes
everything that the program builds from the options (ours: `Tilings` with its placements, or
`CoverProblem`; others: a boolean matrix, or lists). xcover and exact-cover-py can count only by
yielding every solution. Secondary items of programs that know only primary items get slack options.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from benchmarks.instances import Instance
from enumino import Covers
from enumino.enum.exact_cover.engines import Engine
from enumino.families.tilings.transfer_matrix import count_by_transfer_matrix
from tests import naive_cover

Count = Callable[[], int]
Program = Callable[[Instance], Count]


def ours(engine: Engine | None = None) -> Program:
    """Return the program that counts with an engine; the choice of none is part of the time."""

    def program(instance: Instance) -> Count:
        problem = instance.problem(engine=engine)
        if not isinstance(problem, Covers):
            assert problem.columns, "made with the placements"
        return lambda: problem.count(by_key=False).total

    return program


def by_transfer_matrix(instance: Instance) -> Count:
    """Count without a search, as the command does where pieces may be used any number of times."""
    board = instance.problem().board
    assert len(board), "made with the placements"
    return lambda: count_by_transfer_matrix(board)


def naive(instance: Instance) -> Count:
    problem = instance.cover
    return lambda: sum(row is not None for row in naive_cover.algorithm_m(problem))


def xcover(instance: Instance) -> Count:
    from xcover import covers, covers_bool

    problem = instance.cover
    if problem.secondary:
        options = [list(option) for option in problem.options]
        primary = len(problem.primary)
        items = list(range(len(problem.items)))
        return lambda: sum(1 for _ in covers(options, items[:primary], items[primary:]))
    matrix = naive_cover.as_matrix(problem)
    return lambda: sum(1 for _ in covers_bool(matrix))


def exact_cover(instance: Instance) -> Count:
    from exact_cover import get_solution_count

    matrix = with_slack(instance)
    return lambda: int(get_solution_count(matrix))


def exact_cover_py(instance: Instance) -> Count:
    from exact_cover_py import exact_covers

    matrix = with_slack(instance)
    return lambda: sum(1 for _ in exact_covers(matrix))


def with_slack(instance: Instance) -> npt.NDArray[np.bool_]:
    """Return the options as rows, with a slack option for each secondary item."""
    problem = instance.cover
    slack = np.eye(len(problem.items), dtype=bool)[len(problem.primary) :]
    return np.concatenate([naive_cover.as_matrix(problem), slack])


def or_tools(instance: Instance) -> Count:
    """Count by CP-SAT: one Boolean per option, one chosen option per item."""
    from ortools.sat.python import cp_model

    problem = instance.cover

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        number = 0

        def on_solution_callback(self) -> None:
            self.number += 1

    def count() -> int:
        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in problem.options]
        holding: list[list[object]] = [[] for _ in problem.items]
        for variable, option in zip(chosen, problem.options, strict=True):
            for item in option:
                holding[item].append(variable)
        for item, variables in enumerate(holding):
            primary = item < len(problem.primary)
            (model.add_exactly_one if primary else model.add_at_most_one)(variables)
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.solve(model, counter)
        return counter.number

    return count


def passagemath(instance: Instance) -> Count:
    """Count by Sage's dancing links in C++."""
    import sage.all__sagemath_combinat  # noqa: F401
    from sage.combinat.matrices.dancing_links import dlx_solver

    problem = instance.cover
    rows = [sorted(option) for option in problem.options]
    rows += [[item] for item in range(len(problem.primary), len(problem.items))]
    # Without a number of processors it would fork, and the time of its children would be missed.
    return lambda: int(dlx_solver(rows).number_of_solutions(ncpus=1))


def graphillion(instance: Instance) -> Count:
    """Count by a zero-suppressed diagram: item by item, the sets with one of its options."""
    from graphillion import setset

    problem = instance.cover
    holding: list[set[int]] = [set() for _ in problem.items]
    for number, option in enumerate(problem.options):
        for item in option:
            holding[item].add(number)

    def count() -> int:
        setset.set_universe(list(range(len(problem.options))))
        covers = setset({})
        for item, among in enumerate(holding):
            once = setset({"exclude": among} if item >= len(problem.primary) else [])
            for option in among:
                once |= setset({"include": {option}, "exclude": among - {option}})
            covers &= once
        return len(covers)

    return count


CHOSEN = "enumino"
OURS: dict[str, Program] = {
    CHOSEN: ours(),
    "cell masks": ours("cell-masks"),
    "bit matrix of options": ours("option-bitsets"),
    "dancing links": ours("dancing-links"),
    "transfer matrix": by_transfer_matrix,
    "plain Python": naive,
}
# Not here: polyomino finds one tiling, by exact-cover; dd needs astutils, which has no wheel.
PEERS: dict[str, tuple[str, Program]] = {
    "xcover": ("xcover==0.2.6", xcover),
    "exact-cover": ("exact-cover==1.5.0", exact_cover),
    "exact-cover-py": ("exact-cover-py==0.1.2", exact_cover_py),
    "OR-Tools": ("ortools>=9.10", or_tools),
    "passagemath": ("passagemath-combinat>=10.5", passagemath),
    "graphillion": ("graphillion>=2.1", graphillion),
}
PROGRAMS = OURS | {name: program for name, (_, program) in PEERS.items()}


def takes(name: str, instance: Instance) -> bool:
    """Return whether a program can take an instance."""
    problem = instance.problem()
    if name == "transfer matrix":
        return not isinstance(problem, Covers) and not problem.each_once
    return name != "cell masks" or not isinstance(problem, Covers)
