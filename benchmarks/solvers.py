"""Exact covers: problems, and programs that count their solutions in a process of their own.

The timing starts from the options in the form that a program takes (ours: `Tilings` with its
placements, or `CoverProblem`; others: a boolean matrix, or lists), and so includes everything that
the program builds from them. xcover and exact-cover-py can count only by yielding every solution.
"""

from __future__ import annotations

import statistics
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import thread_time

import numpy as np
import numpy.typing as npt

from benchmarks.tables import Line, Table, ratios
from enumino import CoverProblem, Covers, Tilings
from enumino.enum.exact_cover.engines import Engine
from enumino.families.covers.puzzles import puzzle
from enumino.families.tilings.transfer_matrix import count_by_transfer_matrix
from tests import naive_cover

CENTRE = "\n".join("###..###" if row in (3, 4) else "#" * 8 for row in range(8))
# A sudoku with seventeen clues: P. Norvig, Solving every Sudoku puzzle, grid2.
SUDOKU = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@dataclass(frozen=True)
class Instance:
    """A problem by the arguments of `Tilings` or of `puzzle`, with its number of solutions."""

    name: str
    solutions: int
    tiling: tuple[str, str, str] | None = None
    puzzle: str = ""
    quick: bool = False
    plain: bool = False  # small enough for plain Python

    def tilings(self, engine: Engine | None = None) -> Tilings:
        region, pieces, use = self.tiling
        made = Tilings(region, pieces, each_once=use == "each-once", engine=engine)
        assert made.columns, "made with the placements"
        return made

    def cover(self) -> CoverProblem:
        """Return items and options; for a tiling the cells, and the pieces used once."""
        if not self.tiling:
            return puzzle(self.puzzle)
        board = self.tilings().board
        cells = len(board.region)
        once = range(len(board.pieces) if board.pieces[0].fewest else 0)
        options = [
            [*board.cells_of(option), *([cells + piece] if once else [])]
            for option, piece in enumerate(board.piece.tolist())
        ]
        return CoverProblem([str(item) for item in range(cells + len(once))], (), options)


def pentominoes(region: str) -> tuple[str, str, str]:
    return region, "pentominoes", "each-once"


INSTANCES = (
    Instance("12 pentominoes, 3x20", 8, pentominoes("3x20"), quick=True),
    Instance("12 pentominoes, 8x8 without its centre", 520, pentominoes(CENTRE)),
    Instance("12 pentominoes, 5x12", 4040, pentominoes("5x12")),
    Instance("12 pentominoes, 6x10", 9356, pentominoes("6x10")),
    Instance("dominoes, 6x6", 6728, ("6x6", "domino", "any"), quick=True, plain=True),
    Instance("dominoes, 8x8", 12_988_816, ("8x8", "domino", "any")),
    Instance("L-trominoes, 9x9", 1_193_600, ("9x9", "L-tromino", "any")),
    Instance("tetrominoes, 5x8", 800_290, ("5x8", "tetrominoes", "any")),
    Instance("12 queens", 14_200, puzzle="queens 12", quick=True),
    Instance("Langford 12", 216_288, puzzle="langford 12"),
    Instance("sudoku, 17 clues", 1, puzzle=f"sudoku {SUDOKU}", quick=True, plain=True),
    Instance("8-set by all its subsets", 4140, puzzle="subsets 8", quick=True, plain=True),
    Instance("10-set by all its subsets", 115_975, puzzle="subsets 10", plain=True),
)
TINY = (
    Instance("an I and a domino", 2, ("1x5", "I-tromino, domino", "each-once")),
    Instance("3-set by its subsets", 5, puzzle="subsets 3"),
)

# Seconds from which a program runs only once, whatever the number of runs.
LONG = 5.0
LONGEST = 10.0  # seconds after which a count is stopped

Count = Callable[[], int]
# A program: it takes an instance and returns a function that sets up counts; counts are timed.
Prepare = Callable[[Instance], Callable[[], Count]]


def ours(engine: Engine | None) -> Prepare:
    """Return a program that makes a new problem for each count: problems keep their tables."""

    def prepare(instance: Instance) -> Callable[[], Count]:
        cover = instance.cover()

        def renew() -> Count:
            if not instance.tiling:
                return lambda: Covers(cover, engine).count().total
            problem = instance.tilings(engine)
            return lambda: problem.count(by_key=False).total

        return renew

    return prepare


def by_transfer_matrix(instance: Instance) -> Callable[[], Count]:
    """Count without a search, as the command does where pieces may be used any number of times."""

    def renew() -> Count:
        board = instance.tilings().board
        board.check_size()
        assert len(board), "made with the placements"
        return lambda: count_by_transfer_matrix(board)

    return renew


def with_slack(problem: CoverProblem) -> npt.NDArray[np.bool_]:
    """Return the options as rows, with a slack option for each secondary item: all are primary."""
    matrix = naive_cover.as_matrix(problem)
    slack = np.eye(len(problem.items), dtype=bool)[len(problem.primary) :]
    return np.concatenate([matrix, slack])


def xcover(instance: Instance) -> Callable[[], Count]:
    from xcover import covers, covers_bool

    problem = instance.cover()
    if problem.secondary:
        options = [list(option) for option in problem.options]
        first = list(range(len(problem.primary)))
        others = list(range(len(first), len(problem.items)))
        return lambda: lambda: sum(1 for _ in covers(options, first, others))
    matrix = naive_cover.as_matrix(problem)
    return lambda: lambda: sum(1 for _ in covers_bool(matrix))


def exact_cover(instance: Instance) -> Callable[[], Count]:
    from exact_cover import get_solution_count

    matrix = with_slack(instance.cover())
    return lambda: lambda: int(get_solution_count(matrix))


def exact_cover_py(instance: Instance) -> Callable[[], Count]:
    from exact_cover_py import exact_covers

    matrix = with_slack(instance.cover())
    return lambda: lambda: sum(1 for _ in exact_covers(matrix))


def over_sets(instance: Instance) -> Callable[[], Count]:
    problem = instance.cover()
    return lambda: lambda: len(naive_cover.over_sets(problem)[0])


# The engine that is chosen for the problem; the choice is part of the time.
CHOSEN = "our choice"
OURS: dict[str, Prepare] = {
    CHOSEN: ours(None),
    "cell masks": ours("cell-masks"),
    "option bitsets": ours("option-bitsets"),
    "dancing links": ours("dancing-links"),
}
UNSEARCHED: dict[str, Prepare] = {"transfer-matrix": by_transfer_matrix}
PEERS: dict[str, Prepare] = {
    "xcover": xcover,
    "exact-cover": exact_cover,
    "exact-cover-py": exact_cover_py,
}
PLAIN: dict[str, Prepare] = {"plain Python, over sets": over_sets}
PROGRAMS = OURS | UNSEARCHED | PEERS | PLAIN

# Solutions and seconds, or the reason why there are none.
Answer = tuple[int, float] | str


def serve(pipe: Connection) -> None:
    """Answer one question after the other in the other process."""
    prepared: dict[tuple[str, Instance], Callable[[], Count]] = {}
    while True:
        name, instance = pipe.recv()
        if (name, instance) not in prepared:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # about what is compiled
                    prepared[name, instance] = PROGRAMS[name](instance)
            except ImportError:
                pipe.send("not installed")
                continue
        pipe.send(timed(prepared[name, instance]))


def timed(renew: Callable[[], Count]) -> tuple[int, float]:
    """Return the median of as many runs as fit into a twentieth of a second, at least one."""
    found: list[float] = []
    while sum(found) < 0.05:
        count = renew()
        started = thread_time()
        solutions = count()
        found.append(thread_time() - started)
    return solutions, statistics.median(found)


class Process:
    """A process that runs programs, and is replaced when one takes too long."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        self.warm: set[tuple[str, Instance]] = set()

    def ask(self, name: str, instance: Instance, limit: float) -> Answer:
        tiny = TINY[0 if instance.tiling else 1]
        if (name, tiny) not in self.warm:
            self.pipe.send((name, tiny))
            answer: Answer = self.pipe.recv()  # compiles, perhaps
            if isinstance(answer, str):
                return answer
            assert answer[0] == tiny.solutions
            self.warm.add((name, tiny))
        self.pipe.send((name, instance))
        if self.pipe.poll(limit):
            return self.pipe.recv()
        self.process.kill()
        self.start()
        return f"more than {limit:.0f} s, stopped"


def takes(name: str, instance: Instance) -> bool:
    """Return whether a program can take an instance."""
    if name in UNSEARCHED:
        return instance.tiling is not None and instance.tiling[2] == "any"
    if name in PLAIN:
        return instance.plain
    return name != "cell masks" or bool(instance.tiling)


def table(smoke: bool, most: int) -> Table:
    """Return the comparison of the engine that is chosen with each one, and with plain Python."""
    lines, process = [], Process()
    for instance in INSTANCES:
        if smoke and not instance.quick:
            continue
        found: dict[str, list[float]] = {name: [] for name in OURS | PLAIN if takes(name, instance)}
        stopped: dict[str, str] = {}
        for _ in range(1 if smoke else min(most, 3)):
            for name in [name for name in found if name not in stopped]:
                answer = process.ask(name, instance, LONGEST)
                if isinstance(answer, str):
                    stopped[name] = answer
                    continue
                assert answer[0] == instance.solutions, f"{name} counts {answer[0]:,}"
                found[name].append(answer[1])
        for name, taken in found.items():
            label, note = f"{instance.name}: {name}", stopped.get(name, "")
            speed = [] if note or stopped.get(CHOSEN) else ratios(taken, found[CHOSEN])
            lines.append(Line(label, [] if note else taken, "s", speed, note))
    process.process.kill()
    note = "Counts of all solutions; processor time of one thread, which includes building tables."
    return Table("How good is the choice of an engine?", lines, "time / time of our choice", note)
