"""Every count and listing at its smallest sizes, and of problems without any solution.

What one method counts, all others count as well, and a listing has as many rows.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.dataset_tools import Enumino

Arguments = tuple[str, ...]
Numbers = dict[tuple[str, ...], int]

RANGES = ("1", "2", "4", "1-3")
KINDS = ((), ("--kind", "free"), ("--kind", "one-sided"), ("--kind", "fixed"))
LATTICES = ("polyhexes", "polyiamonds", "polyplets", "polycubes", "polysticks")
ROOMS = ("1x1", "1x2", "2x1", "2x2", "1x3", "1x1..2x2")
REGIONS = ("1x1", "3x3")
PIECES = ("monomino, domino", "L-tromino", "pentominoes")
# A region of one cell, one that holds a piece in one way, and one that holds it in several.
PACKED = {
    "square": (("1x1", "1x2", "2x2"), "[(0,0), (0,1)]"),
    "king": (("1x1", "1x2", "2x2"), "[(0,0), (1,1)]"),
    "hexagonal": (("hexagon 1", "1x2", "hexagon 2"), "dihex"),
    "triangular": (("triangle 1", "hexagon 1", "triangle 2"), "diamond"),
    "cubic": (("1x1x1", "1x1x2", "1x2x2"), "[(0,0,0), (0,0,1)]"),
    "stick": (("1x1", "1x2"), "[(0,0)]"),
}
BOARDS = ("1", "2", "3", "4")
COVERS = {
    "one option.dlx": "a\na\n",
    "twice.dlx": "a\na\na\n",
    "conflict.dlx": "a b c\na b\nb c\n",
    "matrix.csv": "1\n",
}


def counted(here: Enumino, *arguments: str) -> Numbers | None:
    """The numbers of a count, by labels, the total left out if there are others beside it; None
    if it is refused in one sentence."""
    outcome = here("count", *arguments, "--json", "--quiet", "--in-process")
    if outcome.code == 2:
        assert outcome.err.startswith("Error: "), (arguments, outcome)
        return None
    assert outcome.code == 0, (arguments, outcome)
    rows = json.loads(outcome.out)["rows"]
    assert all(row.get("agrees") is not False for row in rows), (arguments, rows)
    labelled = {labels(row): int(row["count"]) for row in rows}
    most = max(map(len, labelled))
    return {key: count for key, count in labelled.items() if len(key) == most}


def labels(row: dict[str, Any]) -> tuple[str, ...]:
    apart = ("count", "oeis", "published", "agrees")
    own = {name: value for name, value in row.items() if name not in apart and value is not None}
    if own.get("missing") == "all":  # the total of a board
        del own["missing"]
    return tuple(f"{name}={value}" for name, value in own.items())


def same_counts(here: Enumino, problem: Arguments, option: str, ways: Arguments) -> Numbers | None:
    """The numbers of all ways that take the problem: the same, none of them left out."""
    found = {way: counted(here, *problem, option, way) for way in ways}
    taken = {way: {k: n for k, n in numbers.items() if n} for way, numbers in found.items()
             if numbers is not None}  # fmt: skip
    assert all(numbers == taken[next(iter(taken))] for numbers in taken.values()), (problem, found)
    return next((numbers for numbers in found.values() if numbers is not None), None)


def listed(here: Enumino, folder: Path, *arguments: str) -> int | None:
    """The number of rows, listed and verified; None if the problem is refused in one sentence."""
    root = folder / f"d{len([*folder.iterdir()])}"
    outcome = here("enumerate", *arguments, "--to", root, "--json", "--quiet", "--in-process")
    if outcome.code == 2:
        assert outcome.err.startswith("Error: "), (arguments, outcome)
        return None
    assert outcome.code == 0, (arguments, outcome)
    for verb in ("verify", "show"):
        assert here(verb, root).code == 0, (arguments, here(verb, root))
    rows = here("sql", root, "select count(*) as n from rows", "--json")
    return int(json.loads(rows.out)[0]["n"])


@pytest.mark.long
@pytest.mark.parametrize("family", ["polyominoes", *LATTICES])
def test_polyforms_are_counted_alike(here: Enumino, family: str) -> None:
    for cells, kind in product(("1", "1-3"), KINDS):
        problem = (family, "--cells", cells, *kind)
        numbers = counted(here, *problem)
        assert numbers
        if not kind:
            continue
        for by in ("symmetry", "height,perimeter"):
            parts = counted(here, *problem, "--by", by)
            assert parts
            assert sum(parts.values()) == sum(numbers.values()), (problem, by)


@pytest.mark.long
@pytest.mark.parametrize("family", ["polyominoes", *LATTICES])
def test_polyforms_are_listed_as_they_are_counted(
    here: Enumino, tmp_path: Path, family: str
) -> None:
    for cells, (_, kind) in product(("1", "1-3"), KINDS[1:]):
        problem = (family, "--cells", cells, "--kind", kind)
        numbers = counted(here, *problem)
        assert numbers
        assert listed(here, tmp_path, *problem) == sum(numbers.values())


@pytest.mark.long
def test_what_small_counts_take_is_said(here: Enumino) -> None:
    for family, cells, options in product(
        ("polyominoes", *LATTICES), RANGES, [(), ("--kind", "fixed"), ("--by", "height")]
    ):
        assert here("count", family, "--cells", cells, *options, "--dry-run").code == 0


@pytest.mark.long
def test_tatami(here: Enumino, tmp_path: Path) -> None:
    for room, half_mats, up_to in product(ROOMS, ("0", "1", "any"), ((), ("--up-to-symmetry",))):
        problem = ("tatami", "--room", room, "--monomers", half_mats, *up_to)
        ways = ("auto", "recurrence", "transfer-matrix", "search")
        numbers = same_counts(here, problem, "--method", ways)
        assert numbers is not None
        same_counts(here, (*problem, "--by", "symmetry"), "--method", ways)
        assert listed(here, tmp_path, *problem) == sum(numbers.values()), problem


@pytest.mark.long
@pytest.mark.parametrize("use", [(), ("--each-once",), ("--at-most-once",)], ids=" ".join)
def test_tilings(here: Enumino, tmp_path: Path, use: Arguments) -> None:
    engines = ("cell-masks", "option-bitsets", "dancing-links")
    for region, pieces, up_to in product(REGIONS, PIECES, ((), ("--up-to-symmetry",))):
        problem = ("tilings", "--region", region, "--pieces", pieces, *use, *up_to)
        numbers = same_counts(here, problem, "--engine", engines)
        if not up_to:
            same_counts(here, problem, "--method", ("profiles", "search"))
        rows = listed(here, tmp_path, *problem)
        assert rows == (numbers and sum(numbers.values())), problem


@pytest.mark.long
@pytest.mark.parametrize("lattice", PACKED)
def test_packings(here: Enumino, tmp_path: Path, lattice: str) -> None:
    regions, piece = PACKED[lattice]
    uses = ((), ("--at-most-once",), ("--up-to-symmetry",))
    for region, use in product(regions, uses):
        problem = ("tilings", "--lattice", lattice, "--region", region, "--pieces", piece, *use)
        numbers = same_counts(here, problem, "--engine", ("option-bitsets", "dancing-links"))
        if not use:
            same_counts(here, problem, "--method", ("profiles", "search"))
        assert listed(here, tmp_path, *problem) == (numbers and sum(numbers.values()))


@pytest.mark.long
def test_covers(here: Enumino, tmp_path: Path) -> None:
    problems = [("queens",), ("langford",), ("subsets",)]
    covers = [(*name, n) for name, n in product(problems, ("1", "2", "3", "4"))]
    for name, text in COVERS.items():
        (tmp_path / name).write_text(text)
        covers.append((str(tmp_path / name),))
    for cover, limit in product(covers, ((), ("--limit", "1"))):
        problem = ("cover", *cover, *limit)
        numbers = same_counts(here, problem, "--engine", ("option-bitsets", "dancing-links"))
        assert numbers is not None
        assert listed(here, tmp_path, *problem) == sum(numbers.values()), problem


@pytest.mark.long
def test_trominoes(here: Enumino, tmp_path: Path) -> None:
    for board, missing in product(BOARDS, ("0,0", "all")):
        problem = ("trominoes", "--board", board, "--missing", missing)
        numbers = counted(here, *problem)
        rows = listed(here, tmp_path, *problem)
        assert rows == (numbers and sum(numbers.values())), problem
