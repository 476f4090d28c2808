"""Random tilings and tatami layouts against oracles that share nothing with the package.

Seeds are consecutive, one a problem. A failure names its own: ``make fuzz SEED=it EXAMPLES=1``
tries that problem alone.
"""

import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.errors import ProblemError
from tests import naive_tatami
from tests.fuzzing import EXAMPLES, SEED
from tests.fuzzing.coverings import LATTICES, Drawn, drawn
from tests.naive_covering import Covering, image, orbits, square_class
from tests.strategies import divided

NUMBER = EXAMPLES or 8
TILING_ENGINES = ("cell-masks", "option-bitsets", "dancing-links")
ENGINES = TILING_ENGINES[1:]


def attempt_all(check: Callable[[Random, Path], None], folder: Path) -> None:
    """Check `NUMBER` random problems, and name the seed of the first that fails."""
    for seed in range(SEED, SEED + NUMBER):
        root = folder / "dataset"
        try:
            check(Random(seed), root)
        except BaseException as error:
            error.add_note(f"make fuzz SEED={seed} EXAMPLES=1 repeats it")
            raise
        shutil.rmtree(root, ignore_errors=True)


def listed(problem: Any, root: Path) -> list[dict[str, Any]]:
    """The rows of a dataset, which is verified."""
    shutil.rmtree(root, ignore_errors=True)
    enumino.enumerate_to(root, problem, threads=1)
    return [row for file in sorted(root.glob("data/*")) for row in pq.read_table(file).to_pylist()]


def check_division(problem: Any, rows: list[dict[str, Any]], random: Random, key: str) -> None:
    """Any division of the search finds the same rows, and counts them."""
    prefixes = divided(problem, random)
    found = [row[key] for b in problem.batches(prefixes, 7) for row in b.records.to_pylist()]
    assert sorted(found) == sorted(row[key] for row in rows)
    assert sum(problem.count(prefix).total for prefix in prefixes) == len(rows)


def coverings(root: Path, rows: list[dict[str, Any]]) -> list[Covering]:
    """The coverings of rows by their placements, which must match the layout."""
    options = pq.read_table(root / "options.parquet").to_pylist()
    found = []
    for row in rows:
        placed = [options[k] for k in row["placements"]]
        assert len(placed) == len(row["layout"])
        by_first = sorted(placed, key=lambda option: min(option["cells"]))
        assert row["layout"] == "".join(option["letter"] for option in by_first)
        placed = [option for option in placed if option["letter"] != "."]
        assert row["pieces"] == len(placed)
        found.append(frozenset((option["piece"], frozenset(option["cells"])) for option in placed))
    return found


def check_covering(given: Drawn, random: Random, root: Path) -> None:
    puzzle, tilings = given.puzzle, given.puzzle.lattice == "square"
    try:
        problem = given.problem()
    except ProblemError:
        return  # such as pieces that need more cells than there are
    names = {piece.name: number for number, piece in enumerate(problem.board.pieces)}
    expected = puzzle.coverings()
    symmetries = puzzle.symmetries()
    rows = listed(problem, root)

    def numbered(found: list[Covering]) -> list[Covering]:
        return [frozenset((names[piece], cells) for piece, cells in one) for one in found]

    found = numbered(coverings(root, rows))
    assert len(found) == len(set(found))
    assert set(found) == expected
    for covering, row in zip(found, rows, strict=True):
        assert row["orbit"] == 1
        check_class(covering, row, symmetries, puzzle.lattice)
    if random.random() < 0.2:
        assert enumino.verify(root).ok
    check_division(problem, rows, random, "layout")
    for engine in TILING_ENGINES if tilings else ENGINES:
        with suppress(ProblemError):  # an engine that does not take it
            other = given.problem(engine=engine)
            assert [row for b in other.batches([()]) for row in b.records.to_pylist()] == rows
            counted, fast = other.count(), other.count(by_key=False)
            assert (counted.total, counted.nodes) == (len(expected), fast.nodes), engine
            assert fast.total == len(expected), engine
    for method in ("auto", "transfer-matrix", "memo"):
        with suppress(ProblemError):  # not counted by this method
            *_, whole = enumino.count_tilings(problem, method=method, threads=1)
            assert whole.count == len(expected), method
    with suppress(ProblemError):
        *lines, total = enumino.count_tilings(problem, by_symmetry=True, threads=1)
        classes = {(line.symmetry,): line.count for line in lines if line.count}
        assert classes == problem.count().counts
        assert total.count == len(expected)
    check_up_to(given, expected, numbered, random, root)


def check_class(
    covering: Covering, row: dict[str, Any], symmetries: dict[Any, Any], lattice: str
) -> None:
    if lattice in ("square", "king", "stick"):
        kept = [matrix for matrix, to in symmetries.items() if image(covering, *to) == covering]
        assert row["symmetry"] == square_class(kept)


def check_up_to(
    given: Drawn,
    expected: set[Covering],
    numbered: Callable[[list[Covering]], list[Covering]],
    random: Random,
    root: Path,
) -> None:
    """One of each class is listed, by any engine, with the number of its images."""
    rotations = random.random() < 0.4
    how: dict[str, Any] = {"up_to_rotations" if rotations else "up_to_symmetry": True}
    problem = given.problem(**how)
    symmetries = given.puzzle.symmetries(rotations)
    if len(given.puzzle.parts()) > 3:
        return  # more may have more symmetries together than a search takes
    classes = orbits(expected, given.puzzle.symmetries_of_parts(rotations))
    rows = listed(problem, root)
    kept = numbered(coverings(root, rows))
    assert {classes[covering] for covering in kept} == set(classes.values())
    assert len(kept) == len(set(classes.values())), "two of a class"
    for covering, row in zip(kept, rows, strict=True):
        assert row["orbit"] == len(classes[covering])
        check_class(covering, row, symmetries, given.puzzle.lattice)
    check_division(problem, rows, random, "layout")
    engine = random.choice(TILING_ENGINES if given.puzzle.lattice == "square" else ENGINES)
    with suppress(ProblemError):
        other = given.problem(engine=engine, **how)
        assert other.count().total == other.count(by_key=False).total == len(kept), engine


@pytest.mark.parametrize("lattice", LATTICES)
def test_tilings(lattice: str, tmp_path: Path) -> None:
    attempt_all(lambda random, root: check_covering(drawn(lattice, random), random, root), tmp_path)


def check_tatami(random: Random, root: Path) -> None:
    height, width = random.randint(1, 5), random.randint(1, 6)
    free = np.ones((height, width), bool)
    if random.random() < 0.7:
        for _ in range(random.randint(1, 1 + height * width // 3)):
            free[random.randrange(height), random.randrange(width)] = False
        if random.random() < 0.5:
            free &= free[::-1, ::-1]
    if (
        not free.any()
        or not (free[:, 0].any() and free[:, -1].any() and free[0].any())
        or not free[-1].any()
    ):
        return
    cells = naive_tatami.cells(free)
    fewest = random.choice([0, 0, 0, 1, 2, 3])
    most = fewest + random.choice([0, 0, 1, 2, 4]) if len(cells) > 16 else max(fewest, len(cells))
    text = "\n".join("".join(".#"[int(cell)] for cell in row) for row in free)
    problem = enumino.Tatami(text, (fewest, most))
    expected = naive_tatami.layouts(cells, fewest, most)
    rows = listed(problem, root)
    meant = {naive_tatami.row(layout, free)[0]: layout for layout in expected}
    assert sorted(row["layout"] for row in rows) == sorted(meant)
    for row in rows:
        mats = naive_tatami.row(meant[row["layout"]], free)
        assert (row["monomers"], row["symmetry"], row["orbit"]) == (mats[2], str(mats[5]), 1)
    if random.random() < 0.2:
        assert enumino.verify(root).ok
    check_division(problem, rows, random, "layout")
    by_monomers = Counter(row["monomers"] for row in rows)
    for method in ("auto", "search", "transfer-matrix", "recurrence"):
        with suppress(ProblemError):
            for line in enumino.count_tatami(text, (fewest, most), method=method, threads=1):
                label = line.labels.get("monomers")
                if isinstance(label, int):
                    assert line.count == by_monomers[label], method


def test_tatami(tmp_path: Path) -> None:
    attempt_all(check_tatami, tmp_path)
