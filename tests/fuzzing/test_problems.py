"""Random problems of every family against oracles that share nothing with the package.

Seeds are consecutive, one a problem. A failure names its own: ``make fuzz SEED=it EXAMPLES=1``
tries that problem alone.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.errors import ProblemError
from tests import naive_cover, naive_tatami
from tests.fuzzing import EXAMPLES, SEED
from tests.fuzzing.coverings import LATTICES, Drawn, drawn
from tests.naive_covering import Covering, image, orbits, square_class
from tests.naive_polyforms import NAIVE, Naive, mask

pytestmark = pytest.mark.slow

NUMBER = EXAMPLES or 4
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
    enumino.enumerate_to(root, problem, in_process=True)
    return [row for file in sorted(root.glob("data/*")) for row in pq.read_table(file).to_pylist()]


def divided(problem: Any, random: Random) -> list[tuple[int, ...]]:
    """Prefixes that divide the whole tree: a random subtree is divided, again and again."""
    frontier: list[tuple[int, ...]] = [()]
    for _ in range(random.randint(0, 8)):
        if not frontier:
            break
        prefix = frontier.pop(random.randrange(len(frontier)))
        children = problem.branching(prefix)
        frontier += [prefix] if children < 0 else [(*prefix, j) for j in range(children)]
    return sorted(frontier)


def check_division(problem: Any, rows: list[dict[str, Any]], random: Random, key: str) -> None:
    """Any division of the search finds the same rows, and counts them."""
    prefixes = divided(problem, random)
    found = [row[key] for b in problem.batches(prefixes, 7) for row in b.records.to_pylist()]
    assert sorted(found) == sorted(row[key] for row in rows)
    assert sum(problem.count(prefix).total for prefix in prefixes) == len(rows)


# Tilings.


def coverings(root: Path, rows: list[dict[str, Any]]) -> list[Covering]:
    """The coverings of rows by their placements, which have to be those of the layout."""
    options = pq.read_table(root / "options.parquet").to_pylist()
    found = []
    for row in rows:
        placed = [options[k] for k in row["placements"]]
        assert row["pieces"] == len(placed) == len(row["layout"])
        by_first = sorted(placed, key=lambda option: min(option["cells"]))
        assert row["layout"] == "".join(option["letter"] for option in by_first)
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
            assert other.count().total == other.count(by_key=False).total == len(expected), engine
    for method in ("auto", "profiles"):
        with suppress(ProblemError):  # not counted by profiles
            assert enumino.count_tilings(problem, method=method, in_process=True)[-1].count == len(
                expected
            )
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
    classes = orbits(expected, symmetries)
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


# Exact covers.


def check_cover(random: Random, root: Path) -> None:
    primary, secondary = random.randint(0, 7), random.randint(0, 4)
    options = []
    for _ in range(random.randint(1, 16)):
        items = random.sample(
            range(primary + secondary), min(primary + secondary, random.randint(0, 5))
        )
        options.append(
            [(i, random.choice(["", "", "A", "B"]) if i >= primary else "") for i in items]
        )
        if random.random() < 0.1:
            options.append(list(options[-1]))
    plain = SimpleNamespace(primary=range(primary), options=options)
    names = [f"p{i}" for i in range(primary)], [f"s{i}" for i in range(secondary)]
    try:
        puzzle = enumino.CoverProblem(*names, options)
        problem = enumino.Covers(puzzle)
    except ProblemError:
        assert set(range(primary)) - {i for option in options for i, _ in option} or not any(names)
        return
    expected, nodes = naive_cover.over_sets(plain)  # type: ignore[arg-type]
    assert len(options) > 11 or set(expected) == naive_cover.by_definition(puzzle)
    rows = listed(problem, root)
    assert [tuple(row["options"]) for row in rows] == expected
    check_division(problem, rows, random, "options")
    for engine in ENGINES:
        other = enumino.Covers(puzzle, engine)
        assert other.count().total == other.count(by_key=False).total == len(expected)
        assert other.count().nodes == nodes
        limit = random.randint(1, 4)
        some = enumino.Covers(puzzle, engine, limit)
        cut = [row for batch in some.batches([()]) for row in batch.records["options"].to_pylist()]
        assert list(map(tuple, cut)) == expected[:limit]


def test_covers(tmp_path: Path) -> None:
    attempt_all(check_cover, tmp_path)


# Tatami layouts.


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
    most = fewest + random.choice([0, 0, 1, 2, 4]) if len(cells) > 16 else len(cells)
    text = "\n".join("".join(".#"[int(cell)] for cell in row) for row in free)
    how: dict[str, Any] = {"pruning": random.random() < 0.7}
    problem = enumino.Tatami(text, (fewest, most), **how)
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
            for line in enumino.count_tatami(text, (fewest, most), method=method, in_process=True):
                label = line.labels.get("monomers")
                if isinstance(label, int):
                    assert line.count == by_monomers[label], method
    del how["pruning"]
    up_to = enumino.Tatami(text, (fewest, most), up_to_symmetry=True, **how)
    classes = naive_tatami.classes(expected, free)
    first = {naive_tatami.text(layout): size for layout, size in classes.items()}
    kept = listed(up_to, root)
    assert {row["layout"]: row["orbit"] for row in kept} == first
    assert len(kept) == len(first)
    check_division(up_to, kept, random, "layout")


def test_tatami(tmp_path: Path) -> None:
    attempt_all(check_tatami, tmp_path)


# Polyforms.

POLYFORMS: dict[str, Callable[..., Any]] = {
    "square": enumino.Polyominoes,
    "king": enumino.Polyplets,
    "hexagonal": enumino.Polyhexes,
    "triangular": enumino.Polyiamonds,
    "cubic": enumino.Polycubes,
    "stick": enumino.Polysticks,
}
ENOUGH = 40  # nodes of a subtree; rows of the largest shapes take the oracle 0.1 s each


def points_of(row: dict[str, Any], naive: Naive) -> list[tuple[int, ...]]:
    """The points of the cells of a row, grown from one of them as the lattice's neighbours say."""
    box = [row[name] for name in ("depth", "height", "width") if name in row]
    words = [value for name, value in row.items() if name.startswith("mask")]
    bits = sum(word << 64 * k for k, word in enumerate(words))
    assert bits >> int(np.prod(box)) == 0
    cells = set()
    for bit in range(int(np.prod(box))):
        if bits >> bit & 1:
            cell = []
            for size in reversed(box):
                bit, k = divmod(bit, size)
                cell.append(k)
            cells.add(tuple(reversed(cell)))
    first = min(cells)
    for seed in naive.seeds:
        at = naive.cell(seed)
        if naive.even and (at[-1] - first[-1]) % 2:
            continue
        step = tuple(a - b for a, b in zip(first, at, strict=True))
        reached, todo = {seed}, [seed]
        while todo:
            for near in naive.near(todo.pop()):
                there = tuple(a + b for a, b in zip(naive.cell(near), step, strict=True))
                if there in cells and near not in reached:
                    reached.add(near)
                    todo.append(near)
        assert len(reached) == len(cells), "not connected"
        return sorted(reached)
    raise AssertionError(row)


def check_subtree(lattice: str, random: Random) -> None:
    """The rows of a random subtree of few nodes are shapes of their size, as every column says."""
    make, naive = POLYFORMS[lattice], NAIVE[lattice]
    kind = random.choice(["fixed", "one-sided", "free"])
    problem = make(largest(make, kind) - random.choice([0, 0, 0, 1, 2, 5]), kind)
    prefix: tuple[int, ...] = ()
    while (children := problem.branching(prefix)) > 0:
        if problem.probe(prefix, 4, seed=random.randrange(99)) < ENOUGH and len(prefix) > 6:
            break
        prefix = (*prefix, random.choice([0, children - 1, random.randrange(children)]))
    rows = []
    for batch in problem.batches([prefix], 64):
        rows += batch.records.to_pylist()
        if len(rows) > 4 * ENOUGH:
            return  # an estimate that was far too low
    assert len(rows) == problem.count(prefix).total
    assert len({tuple(row.items()) for row in rows}) == len(rows)
    for row in random.sample(rows, min(4, len(rows))):
        shape = frozenset(points_of(row, naive))
        assert len(shape) == row["cells"]
        check_polyform(shape, row, naive, kind)


def check_polyform(
    shape: frozenset[tuple[int, ...]], row: dict[str, Any], naive: Naive, kind: str
) -> None:
    """A row says of its shape what the oracle does, which takes the same image for the smallest."""
    moves = {"free": naive.moves, "one-sided": [m for m in naive.moves if m[1]], "fixed": []}[kind]
    key = square_key if naive is NAIVE["square"] else naive.key
    mine = key(shape)
    keys = {key(frozenset(move(point) for point in shape)) for move, _ in moves} | {mine}
    assert mine == min(keys)
    assert row["orbit"] == len(keys)
    assert row["perimeter"] == sum(near not in shape for p in shape for near in naive.beyond(p))
    assert row["site_perimeter"] == len({near for p in shape for near in naive.near(p)} - shape)
    assert ("holes" in row) == ("depth" not in row)
    if "holes" in row:
        assert row["holes"] == naive.holes(shape)


def square_key(shape: frozenset[tuple[int, ...]]) -> tuple[object, ...]:
    """Polyominoes are at least as wide as tall, and then have the smallest mask."""
    cells, (height, width) = NAIVE["square"].pushed(shape)
    return height > width, mask(cells, (height, width)), height


@cache
def largest(make: Callable[..., Any], kind: str) -> int:
    """The largest size that is listed."""
    size = 1
    with suppress(ProblemError):
        while make(size + 1, kind):
            size += 1
    return size


@pytest.mark.parametrize("lattice", POLYFORMS)
def test_subtrees_of_polyforms(lattice: str, tmp_path: Path) -> None:
    attempt_all(lambda random, root: check_subtree(lattice, random), tmp_path)
