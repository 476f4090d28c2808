"""Listings with conditions: the rows of the whole listing that meet them, column for column."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import enumino
from enumino import (
    LatticePolyforms,
    Polycubes,
    Polyhexes,
    Polyiamonds,
    Polyominoes,
    Polyplets,
    Polysticks,
)
from enumino.families.polyforms.counts import count_of
from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import KINDS
from enumino.objects.point_group import Kind
from enumino.objects.polyform import Polyform
from enumino.registry import problem_from_json, rows_of
from tests.families.polyforms.listings import faults_of, in_order, table
from tests.naive_conditions import fits

# The largest size that is listed whole, and boxes.
BOXED: dict[type[Polyforms], tuple[int, list[tuple[int, ...]]]] = {
    Polyominoes: (7, [(1, 3), (2, 4), (4, 3), (2, 12)]),
    Polyplets: (4, [(1, 3), (3, 2), (2, 2), (3, 4)]),
    Polyhexes: (5, [(1, 2), (3, 2), (3, 3), (4, 2)]),
    Polycubes: (5, [(1, 1, 3), (2, 3, 2), (2, 2, 2), (3, 2, 1)]),
}


@pytest.mark.slow
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", list(BOXED))
def test_a_listing_of_a_box_is_the_whole_listing_filtered(
    make: type[Polyforms], kind: Any, exact: bool
) -> None:
    most, boxes = BOXED[make]
    whole = make(range(1, most + 1), kind)
    rows = table(whole)
    object_of = rows_of(whole.to_json()).object_of
    shapes = [object_of(row) for row in rows.to_pylist()]
    for sides in boxes:
        largest = min(most, int(np.prod(sides)))
        named = {"box" if exact else "within": sides}
        problem = make(range(1, largest + 1), kind, **named)
        fitting = [fits(shape, kind, sides, exact=exact) for shape in shapes]
        expected = rows.filter(pa.array(fitting, pa.bool_()))
        found = table(problem)
        assert found.schema == expected.schema
        assert in_order(found) == in_order(expected)
        assert problem.count().total == found.num_rows
        children = problem.branching(())
        divided = [table(problem, [(k,)]) for k in range(max(0, children))]
        assert children < 0 or pa.concat_tables(divided).num_rows == found.num_rows
        assert in_order(table(problem, rows=7)) == in_order(found)
        assert problem_from_json(problem.to_json()) == problem


@pytest.mark.parametrize(
    ("kind", "sides", "exactly"),
    [  # A268371, A292357: shapes of all sizes
        *[("free", (5, 4), 21992), ("free", (3, 5), 941), ("free", (2, 6), 65)],
        *[("fixed", (3, 7), 93231), ("fixed", (4, 5), 86995), ("fixed", (7, 2), 575)],
    ],
)
def test_polyominoes_of_a_box(kind: Kind, sides: tuple[int, int], exactly: int) -> None:
    problem = Polyominoes(range(1, sides[0] * sides[1] + 1), kind, box=sides)
    assert problem.count().total == exactly


@pytest.mark.parametrize("kind", ["fixed", "free"])
def test_connected_cells_of_a_board(kind: Any) -> None:
    """A287151 counts sets of cells of a board: each fixed shape, in all its places."""
    published = {(3, 3): 218, (3, 4): 1126, (4, 4): 11506}
    for rows, columns in [*published][: 2 if kind == "fixed" else 3]:
        shapes = table(Polyominoes(range(1, rows * columns + 1), kind, within=(rows, columns)))
        found = 0
        for row in shapes.to_pylist():
            shape = Polyform.from_mask((row["height"], row["width"]), row["mask"])
            images = {shape} if kind == "fixed" else set(shape.images())
            assert len(images) == row["orbit"]
            for image in images:
                found += max(0, rows - image.height + 1) * max(0, columns - image.width + 1)
        assert found == published[rows, columns]


@pytest.mark.slow
def test_a_row_that_does_not_meet_a_condition_is_found() -> None:
    sizes = range(1, 8)
    for make, condition, what in (
        (Polyhexes, {"within": "2x3"}, "does not fit into 2x3"),
        (Polyhexes, {"box": "2x3"}, "has no box of 2x3"),
        (
            Polyominoes,
            {"only": "holes = 0 and cells < 8"},
            "does not meet 'holes = 0 and cells < 8'",
        ),
        (Polyominoes, {"only": "tree"}, "does not meet 'tree'"),
        (Polyominoes, {"symmetry": "axis"}, "does not have the class axis"),
    ):
        within = range(1, 7) if make is Polyhexes else sizes
        problem = make(within, **condition)
        assert faults_of(problem, table(problem)) == []
        assert {*faults_of(problem, table(make(within)))} == {what}


def test_a_dataset_of_a_box_is_verified_and_counted(tmp_path: Path) -> None:
    problem, root = Polyominoes(range(1, 13), box="3x4"), str(tmp_path / "box")
    manifest = enumino.enumerate_to(root, problem)
    assert manifest.title == "free polyominoes with 1 to 12 cells in a bounding box of 3x4"
    report = enumino.verify(root, full=True)
    assert report.ok
    assert {check.name: check.detail for check in report.checks}["all sizes"] == "equal to A268371"
    asked: tuple[Any, ...] = (problem.entry, problem.sizes, "free")
    (line,) = count_of(*asked, box="3x4").totals(threads=1)[12:]
    assert (line.count, line.oeis, line.agrees) == (manifest.rows, "A268371", True)
    by = count_of(*asked, ("holes",), box="3x4").totals(threads=1)
    assert sum(line.count for line in by if "holes" in line.labels) == manifest.rows
    assert [line.count for line in by if "holes" not in line.labels][:6] == [0, 0, 0, 0, 0, 15]


@pytest.mark.parametrize("kind", ["free", "fixed"])
@pytest.mark.parametrize(
    "condition",
    [{"only": "tree"}, {"symmetry": "all"}, {"symmetry": "axis"}, {"symmetry": "all,axis"}],
)
def test_some_shapes_of_a_box_are_not_compared_with_all_shapes(
    kind: Kind, condition: dict[str, Any], tmp_path: Path
) -> None:
    problem, root = Polyominoes(range(5, 10), kind, box="3x3", **condition), str(tmp_path / "box")
    enumino.enumerate_to(root, problem)
    assert enumino.verify(root, full=True).ok


@pytest.mark.parametrize(
    ("make", "arguments", "reason"),
    [
        (Polyominoes, {"within": "2x3x4"}, "write 2 sides from 1 to 999,999,999, as in 3x5"),
        (Polyominoes, {"within": "999999999999x3"}, "write 2 sides from 1 to 999,999,999"),
        (Polyominoes, {"cells": 70, "within": "9x9"}, "in a box of 9x9 .* go from 1 to 63"),
        (Polyominoes, {"within": range(1, 10**9)}, "sides"),
        (Polyominoes, {"within": "5"}, "'5' is not a box of polyominoes"),
        (Polyominoes, {"box": 5}, "'5' is not a box of polyominoes"),
        (Polyominoes, {"cells": 10, "within": "3x3"}, "At most 9 cells fit into 3x3"),
        (Polyominoes, {"within": "3x3", "box": "3x3"}, "exclude each other"),
        (Polyominoes, {"cells": 62, "within": "22x22"}, "in a box of 22x22 .* go from 1 to 21"),
        (Polyiamonds, {"within": "3x3"}, "have no boxes of whole cells"),
        (Polyominoes, {"only": "tree or RANDOM() > 0.5"}, "problem cannot use 'random': compare"),
        (Polyominoes, {"only": "year(now()) = 2026"}, "problem cannot use 'now': compare"),
        (Polyominoes, {"only": "year(current_date) = 2026"}, "no column 'current_date': choose"),
        (Polyominoes, {"only": "repeat('x', 2000000000) = ''"}, "problem cannot use 'repeat'"),
        (Polyominoes, {"only": "symmetry || 'x' = ''"}, r"problem cannot use '\|\|'"),
        (Polyominoes, {"only": "cells < (select count(*) from range(9))"}, "use 'SELECT'"),
        (Polyominoes, {"symmetry": "D6"}, "no symmetry class 'D6': choose from none, rotate"),
        (Polyominoes, {"symmetry": []}, "have no symmetry class ''"),
    ],
)
def test_what_is_no_condition_is_refused(make: Any, arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(enumino.EnuminoError, match=reason):
        make(**{"cells": 5} | arguments)


@pytest.mark.slow
def test_exact_boxes_are_given_up_where_their_sides_are_out_of_reach() -> None:
    """Without that, a search in long boxes visits three to fifteen times as many nodes."""
    for problem, nodes in (
        (Polyominoes(18, box="2x16"), 14_000),
        (Polyhexes(14, box="2x13"), 9_000),
        (Polyplets(12, box="2x12"), 18_000),
        (Polycubes(11, box="2x2x8"), 120_000),
    ):
        assert 0 < sum(batch.nodes for batch in problem.batches([()])) < nodes


# Sizes and boxes in which trees are compared.
TREES: dict[Callable[..., Polyforms], list[tuple[range, str | None]]] = {
    Polyominoes: [(range(1, 8), None), (range(6, 8), None), (range(5, 9), "3x4")],
    Polyhexes: [(range(1, 7), None), (range(4, 6), "3x4")],
    Polyiamonds: [(range(1, 8), None)],
    Polyplets: [(range(1, 5), None), (range(3, 5), "2x4")],
    Polycubes: [(range(1, 6), None), (range(2, 6), "2x3x3")],
    Polysticks: [(range(1, 5), None)],
    partial(LatticePolyforms, lattice="cairo"): [(range(2, 6), None)],
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_search_for_trees_and_snakes_is_cut(kind: Kind) -> None:
    for make, sizes, box in [(make, *sizes) for make, of in TREES.items() for sizes in of]:
        for only in ("tree", "snake and without_holes", "convex and tree"):
            if "convex" in only and make is not Polyominoes:
                continue
            if make is Polycubes:
                only = only.removesuffix(" and without_holes")
            problem = make(sizes, kind, within=box, only=only)
            found = in_order(table(problem))
            assert in_order(table(problem, rows=3)) == found
            frontier, ends = [()], []
            while frontier and len(frontier) < 30:  # subtrees, dead ends among them
                prefix = frontier.pop(0)
                children = problem.branching(prefix)
                frontier += [(*prefix, k) for k in range(children)]
                ends += [prefix] * (children < 0)
            assert in_order(table(problem, [*ends, *frontier])) == found
            # A condition of more than names is computed of the rows that are found.
            filtered = make(sizes, kind, within=box, only=f"{only} and cells > 0")
            assert in_order(table(filtered)) == found
    snakes, trees, all_of_them = (
        Polyominoes(11, kind, only=only).count().nodes for only in ("snake", "tree", "holes = 0")
    )
    assert 5 * snakes < trees < 0.75 * all_of_them


def test_rows_of_conditions_are_expected_at_most() -> None:
    """The number of trees is about that of nodes, divided by the images of a shape."""
    for conditions in ({"only": "holes = 1"}, {"within": "4x5"}):
        problem = Polyominoes(11, **conditions)
        nodes = problem.probe((), 2000, seed=1)
        assert problem.expects_upper_bound
        assert problem.expect(nodes).rows > 0.9 * problem.count().total
    for make, cells in ((Polyominoes, 14), (Polyhexes, 10), (Polycubes, 8)):
        problem = make(cells, only="tree")
        found, nodes = problem.count().total, problem.probe((), 2000, seed=1)
        assert 0.4 < problem.expect(nodes).rows / found < 2.5
    assert not Polyominoes(11).expects_upper_bound


def test_a_long_box_of_few_bits(tmp_path: Path) -> None:
    """A box has more columns than any shape has without one."""
    root = tmp_path / "long"
    manifest = enumino.enumerate_to(root, Polyominoes(24, box="2x23"), threads=1)
    assert manifest.rows == 23
    assert enumino.verify(root, full=True).ok
