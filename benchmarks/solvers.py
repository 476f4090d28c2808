"""Exact covers: our engines, the solvers on PyPI, and plain Python, on the same options.

    python -m benchmarks.solvers [--quick] [--runs 3] [--limit 60]

Every program counts all solutions of the same options. The timing starts from the options in the
form that the program takes (ours: `Tilings` with its placements, or `CoverProblem`; others: a
boolean matrix, or lists), and so includes everything that the program builds from them. xcover and
exact-cover-py can count only by yielding every solution: beside our counts there is our listing,
which makes a row with all columns of every solution.

Our engines, each solver and plain Python have processes of their own and take turns; figures are
medians of the processor time of one thread, with warm kernels. A program beyond the limit is
stopped, one beyond some seconds runs once. A solver that is not installed is left out (`pip install
-r benchmarks/requirements.txt`). Compare ratios within one run, since machines differ and drift.
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

import enumino
from benchmarks.timing import arguments, number_of_rows
from enumino import CoverProblem, Covers, Tilings
from enumino.enum.exact_cover.engines import Engine
from enumino.families.tilings.profiles import count_by_profiles
from enumino.objects.cover.puzzles import puzzle
from tests.naive_cover import as_matrix, over_sets

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


def by_profiles(instance: Instance) -> Callable[[], Count]:
    """Count without a search, as the command does where pieces may be used any number of times."""

    def renew() -> Count:
        board = instance.tilings().board
        board.check_size()
        assert len(board), "made with the placements"
        return lambda: count_by_profiles(board)

    return renew


def listed(instance: Instance) -> Callable[[], Count]:
    cover = instance.cover()

    def renew() -> Count:
        if not instance.tiling:
            return lambda: number_of_rows(Covers(cover))
        problem = instance.tilings()
        return lambda: number_of_rows(problem)

    return renew


def with_slack(problem: CoverProblem) -> npt.NDArray[np.bool_]:
    """Return the options as rows, with a slack option for each secondary item: all are primary."""
    matrix = as_matrix(problem)
    slack = np.eye(len(problem.items), dtype=bool)[len(problem.primary) :]
    return np.concatenate([matrix, slack])


def xcover(instance: Instance) -> Callable[[], Count]:
    from xcover import covers, covers_bool

    problem = instance.cover()
    if problem.secondary:
        options = [[item for item, _ in option] for option in problem.options]
        first = list(range(len(problem.primary)))
        others = list(range(len(first), len(problem.items)))
        return lambda: lambda: sum(1 for _ in covers(options, first, others))
    matrix = as_matrix(problem)
    return lambda: lambda: sum(1 for _ in covers_bool(matrix))


def exact_cover(instance: Instance) -> Callable[[], Count]:
    from exact_cover import get_solution_count

    matrix = with_slack(instance.cover())
    return lambda: lambda: int(get_solution_count(matrix))


def exact_cover_py(instance: Instance) -> Callable[[], Count]:
    from exact_cover_py import exact_covers

    matrix = with_slack(instance.cover())
    return lambda: lambda: sum(1 for _ in exact_covers(matrix))


def sets(instance: Instance) -> Callable[[], Count]:
    problem = instance.cover()
    return lambda: lambda: len(over_sets(problem)[0])


# The engine that is chosen for the problem; the choice is part of the time.
CHOSEN = "our choice"
OURS: dict[str, Prepare] = {
    CHOSEN: ours(None),
    "cell masks": ours("cell-masks"),
    "option bitsets": ours("option-bitsets"),
    "dancing links": ours("dancing-links"),
}
UNSEARCHED: dict[str, Prepare] = {"profiles": by_profiles}
ROWS: dict[str, Prepare] = {"our engine, every row": listed}
PEERS: dict[str, Prepare] = {
    "xcover": xcover,
    "exact-cover": exact_cover,
    "exact-cover-py": exact_cover_py,
}
PLAIN: dict[str, Prepare] = {"Algorithm X over sets": sets}
PROGRAMS = OURS | UNSEARCHED | ROWS | PEERS | PLAIN

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


def compare(instances: list[Instance], runs: int, limit: float) -> None:
    """Time every program on every instance; print seconds, and the ratios to ours."""
    processes = {}
    for group in (OURS | UNSEARCHED | ROWS, *([peer] for peer in PEERS), PLAIN):
        processes |= dict.fromkeys(group, Process())
    fastest: dict[str, dict[str, float]] = {}
    for instance in instances:
        taken: dict[str, list[float]] = {}
        refused: dict[str, str] = {}
        for turn in range(runs):
            for name in PROGRAMS:
                if not takes(name, instance):
                    continue
                if name in refused or (turn and taken[name][0] > LONG):
                    continue
                answer = processes[name].ask(name, instance, limit)
                if isinstance(answer, str):
                    refused[name] = answer
                    continue
                assert answer[0] == instance.solutions, f"{name} counts {answer[0]:,}"
                taken.setdefault(name, []).append(answer[1])
        middle = {name: statistics.median(found) for name, found in taken.items()}
        fastest[instance.name] = middle
        table_of(instance, middle, refused)
    for process in processes.values():
        process.process.kill()
    summary(fastest)


def takes(name: str, instance: Instance) -> bool:
    """Return whether a program can take an instance; plain Python only in a reasonable time."""
    if name in UNSEARCHED:
        return instance.tiling is not None and instance.tiling[2] == "any"
    return instance.plain if name in PLAIN else name != "cell masks" or bool(instance.tiling)


def table_of(instance: Instance, middle: dict[str, float], refused: dict[str, str]) -> None:
    best = min(middle[name] for name in OURS if name in middle)
    title = f"{instance.name}: {instance.solutions:,}"
    print(f"\n{title:<56} {'seconds':>9} {'/ best':>8} {'/ links':>8} {'/ rows':>8}")
    compared = best, middle["dancing links"], *(middle[name] for name in ROWS)
    for name, taken in middle.items():
        ratios = "".join(f" {taken / ours:8.2f}" for ours in compared)
        print(f"  {name:<54} {taken:9.5f}{ratios}", flush=True)
    for name, reason in refused.items():
        print(f"  {name:<54} {reason}", flush=True)


def summary(fastest: dict[str, dict[str, float]]) -> None:
    """Print the smallest of the important ratios, with its instance."""
    print("\nleast ratio of seconds, theirs / ours")
    boards = ("12 pentominoes", "tetrominoes")
    engines = [name for name in OURS if name != CHOSEN]
    for what, ours, theirs, among in (
        ("the best of our engines / our choice, aim 0.87", [CHOSEN], engines, ("",)),
        ("all / the best of our engines", [*OURS], [*PEERS], ("",)),
        ("all / option bitsets, aim 3", ["option bitsets"], [*PEERS], boards),
        ("exact-cover / dancing links, aim 2.5", ["dancing links"], ["exact-cover"], boards[:1]),
        ("those that list / our rows", [*ROWS], ["xcover", "exact-cover-py"], ("",)),
    ):
        ratios = [
            (middle[peer] / min(middle[name] for name in ours if name in middle), title, peer)
            for title, middle in fastest.items()
            for peer in theirs
            if title.startswith(among) and peer in middle
        ]
        if ratios:
            ratio, title, peer = min(ratios)
            print(f"  {what:<54} {ratio:9.2f}   {peer}, {title}")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--quick", action="store_true", help="small instances only")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--limit", type=float, help="seconds a program may take; 60, or 10 if quick"
    )
    options = parser.parse_args()
    quick, runs = options.quick, options.runs
    print(f"enumino {enumino.__version__}, medians of {runs} runs")
    if options.smoke:
        compare([i for i in INSTANCES if i.plain and i.solutions < 10_000], 1, 5.0)
        return
    chosen = [instance for instance in INSTANCES if instance.quick or not quick]
    compare(chosen, runs, options.limit or (10.0 if quick else 60.0))


if __name__ == "__main__":
    main()
