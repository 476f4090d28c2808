"""Closed boards: tilings of cylinders and tori, against a search by the definition."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import enumino
from enumino import drawing
from enumino.drawing.coverings import TAB
from enumino.errors import ProblemError
from enumino.objects.isometry import Isometry
from enumino.objects.lattice import SQUARE, Cell, SymmetryClass
from enumino.objects.piece_sets import named_set
from enumino.objects.region import Region
from enumino.objects.wrapping import lying, unrolled
from tests.dataset_tools import Enumino, Listed, rows_of, total
from tests.looping import each
from tests.strategies import antichains

ENGINES = ("cell-masks", "option-bitsets", "dancing-links")
Placement = tuple[str, frozenset[Cell]]
BOARDS = [
    ("2x2", "rows,columns", "domino"),
    ("2x2", "columns", "domino, monomino"),
    ("1x4", "rows", "domino, I-tromino, monomino"),
    ("1x3", "rows,columns", "I4, I-tromino, monomino"),
    ("3x4", "rows", "domino"),
    ("3x4", "columns", "domino"),
    ("4x4", "rows,columns", "domino"),
    ("3x3", "rows,columns", "L-tromino"),
    ("3x4", "rows,columns", "T4, L4, O4"),
    ("3x5", "rows", "P, U, V"),
    ("3x5", "rows,columns", "W, F, Z"),
    ("2x5", "rows,columns", "W, N, Y"),
    ("..#./..../....", "rows,columns", "L-tromino, domino:1"),
    ("#.../..../...#", "rows", "domino"),
    ("####/.#../..#.", "rows,columns", "domino"),
]


def placements(problem: enumino.Tilings) -> Iterator[Placement]:
    """Every piece in every orientation, its corner on every cell, cells counted round the rings."""
    region, wrap = problem.region, problem.wrap or ()
    height, width = region.height, region.width
    for piece in problem.pieces:
        shapes = {
            tuple(sorted(turned))
            for flip, turn in product((1, -1), range(4))
            for turned in [[quarter((r, flip * c), turn) for r, c in piece.shape.cells]]
        }
        for shape in shapes:
            found = set()
            for down, right in product(range(-2 * height - 9, 2 * height + 9), repeat=2):
                cells = [(r + down, c + right) for r, c in shape]
                if "columns" in wrap:
                    cells = [(r % height, c) for r, c in cells]
                if "rows" in wrap:
                    cells = [(r, c % width) for r, c in cells]
                if len(set(cells)) == len(cells) and all(cell in region for cell in cells):
                    found.add(frozenset(cells))
            yield from ((piece.name, cells) for cells in found)


def quarter(cell: Cell, turns: int) -> Cell:
    for _ in range(turns):
        cell = cell[1], -cell[0]
    return cell


def naive(problem: enumino.Tilings) -> set[frozenset[Placement]]:
    """All tilings: every cell by each placement that fits."""
    options = set(placements(problem))
    bounds = {piece.name: (piece.fewest or 0, piece.most) for piece in problem.pieces}

    def covered(free: frozenset[Cell]) -> Iterator[frozenset[Placement]]:
        if not free:
            yield frozenset()
            return
        for option in options:
            if min(free) in option[1] and option[1] <= free:
                for rest in covered(free - option[1]):
                    yield rest | {option}

    def is_allowed(tiling: frozenset[Placement]) -> bool:
        names = [name for name, _ in tiling]
        return all(
            fewest <= names.count(name) and (most is None or names.count(name) <= most)
            for name, (fewest, most) in bounds.items()
        )

    return set(filter(is_allowed, covered(frozenset(problem.region.cells))))


@pytest.mark.long
@pytest.mark.parametrize(("region", "wrap", "pieces"), BOARDS)
def test_tilings_are_those_of_the_definition(region: str, wrap: str, pieces: str) -> None:
    for engine in ENGINES:
        if engine == "dancing-links" and ":" in pieces:
            continue
        problem = enumino.Tilings(region, pieces, wrap=wrap, engine=engine)
        expected = naive(problem)
        found = []
        for batch in problem.batches([()]):
            for row in batch.records.to_pylist():
                tiling = enumino.Tiling.from_layout(problem.region, row["layout"], problem.shapes)
                assert len(tiling) == row["pieces"]
                found.append(frozenset((name, frozenset(cells)) for name, cells in tiling.pieces))
        assert len(found) == len(set(found))
        assert set(found) == expected
        assert problem.count().total == len(expected)
        assert enumino.count_tilings(problem)[-1].count == len(expected)
        packing = enumino.Packings("square", problem.region, problem.pieces)
        assert packing.count().total == len(expected)


@pytest.mark.parametrize(("sides", "number"), [("4x4", 272), ("6x6", 90176), ("4x7", 10082)])
def test_dominoes_on_a_torus_are_published(sides: str, number: int) -> None:
    (found,) = enumino.count_tilings(enumino.Tilings(sides, "domino", wrap="rows,columns"))
    assert (found.count, found.published) == (number, number)
    assert found.labels["region"] == f"{sides} torus"


def test_a_closed_board_is_another_problem() -> None:
    problems = [
        enumino.Tilings("4x4", "domino", wrap=wrap, engine="cell-masks")
        for wrap in (None, "rows", ["columns"], "columns, rows")
    ]
    assert len(set(problems)) == 4
    assert "wrap" not in problems[0].to_json()
    assert problems[3].to_json()["wrap"] == ["rows", "columns"]
    assert problems[3].options()["--wrap"] == "rows,columns"
    assert "--wrap" not in problems[0].options()
    for problem in problems:
        assert enumino.Tilings.from_json(problem.to_json()) == problem
        assert pickle.loads(pickle.dumps(problem)) == problem
        assert Region.rectangle(4, 4).wrapped(*problem.wrap or ()) == problem.region
    assert [problem.describe() for problem in problems] == [
        "tilings of 4x4 by domino",
        "tilings of 4x4 with closed rows by domino",
        "tilings of 4x4 with closed columns by domino",
        "tilings of 4x4 torus by domino",
    ]


@each(
    ("make", "said"),
    [
        (
            lambda: enumino.Tilings("4x4", "domino", wrap="rows", up_to_symmetry=True),
            "--up-to-symmetry is for regions in the plane, and the 4x4 with closed rows is closed: "
            "leave out --up-to-symmetry or --wrap.",
        ),
        (
            lambda: enumino.Tilings("4x4", "domino", wrap="rows", no_crossroads=True),
            "--no-crossroads is for regions in the plane",
        ),
        (
            lambda: enumino.Packings("square", "4x4", "domino", wrap="rows", up_to="rotations"),
            "--up-to-rotations is for regions in the plane",
        ),
        (
            lambda: enumino.Tilings("4x4", "domino", wrap="diagonals"),
            "'diagonals' is not an axis to wrap",
        ),
        (
            lambda: enumino.Packings("hexagonal", "4x4", "dihex", wrap="rows"),
            "Only regions of squares can be closed, not of the hexagonal lattice: leave",
        ),
    ],
)
def test_what_a_closed_board_cannot_have(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ProblemError, match=re.escape(said)):
        make()


SMALL = [
    enumino.Tilings(region, pieces, wrap=wrap)
    for region, wrap, pieces in BOARDS
    if region in ("3x4", "4x4", "3x5", "#.../..../...#")
]


@given(data=st.data(), problem=st.sampled_from(SMALL))
def test_subtrees_make_the_whole(data: st.DataObject, problem: enumino.Tilings) -> None:
    def rows(prefixes: list) -> list:
        return [row for batch in problem.batches(prefixes) for row in batch.records.to_pylist()]

    prefixes = data.draw(antichains(problem))
    found = [row["layout"] for prefix in prefixes for row in rows([prefix])]
    assert sorted(found) == sorted(row["layout"] for row in rows([()]))


def test_symmetry_is_that_of_the_frame() -> None:
    """The class of a row is that of its picture; translations are not among the symmetries."""
    for problem in SMALL:
        for batch in problem.batches([()]):
            for row in batch.records.to_pylist():
                tiling = enumino.Tiling.from_layout(problem.region, row["layout"], problem.shapes)
                fixing = [
                    k
                    for k, image in enumerate(SQUARE.images)
                    if problem.region.order > 1 and is_fixed_by(tiling, image)
                ]
                kept = SymmetryClass.fixed_by(*(k in fixing for k in range(7)))
                assert row["symmetry"] == str(kept)
                assert row["orbit"] == 1


def is_fixed_by(tiling: enumino.Tiling, image: Isometry) -> bool:
    region = tiling.region
    frame = region.height, region.width
    if image.exchanges_axes and (frame[0] != frame[1] or len(region.wrap) == 1):
        return False
    move = image.in_frame(*frame)
    pieces = {(name, frozenset(cells)) for name, cells in tiling.pieces}
    return pieces == {(name, frozenset(move(*c) for c in cells)) for name, cells in pieces}


RING = Region.rectangle(1, 4).wrapped("rows")
ACROSS = enumino.Tiling(RING, [("I2", [(0, 0), (0, 3)]), ("I2", [(0, 1), (0, 2)])])


def test_pictures_have_no_line_where_a_piece_crosses_a_seam() -> None:
    assert str(ACROSS).split("\n")[1] == "    │       │"
    plain = enumino.Tiling(RING, [("I2", [(0, 0), (0, 1)]), ("I2", [(0, 2), (0, 3)])])
    assert str(plain).split("\n")[1] == "│       │       │"
    assert drawing.covering_svg(ACROSS).count(f"h{TAB:g}v-1z") == 1
    assert f"h{TAB:g}v-1z" not in drawing.covering_svg(plain)
    # Both pieces are one shape that lies in one way: they have one colour.
    colours = drawing.colours_of(
        {"A": ("I2", ((0, 0), (0, 3))), "B": ("I2", ((0, 0), (0, 1)))}, RING
    )
    assert len(set(colours.values())) == 1


@pytest.mark.parametrize("wrap", ["rows", "columns", "rows,columns"])
def test_pieces_are_joined_across_seams(wrap: str) -> None:
    """Wherever a pentomino lies on a board that it cannot go around, it is unrolled to itself."""
    region = Region.rectangle(6, 7).wrapped(*wrap.split(","))
    for piece in named_set("pentomino"):
        for image in piece.shape.images():
            for cells in lying(image.cells, region.box, region.wrap):
                assert unrolled(cells, region.box, region.wrap) == image.cells


def test_regions_turn_with_their_closed_axes() -> None:
    region = Region.parse("..#/...").wrapped("rows")
    assert region.rotate().wrap == ("columns",)
    assert region.reflect().wrap == ("rows",)
    assert region.rotate().rotate(-1) == region
    assert (
        region.without([(0, 0)]).wrap == region.dilate(2).wrap == region.trimmed().wrap == ("rows",)
    )
    assert eval(repr(region), {"Region": Region}) == region
    assert Region.rectangle(3, 3).wrapped("rows").order == 4
    assert Region.rectangle(3, 3).wrapped("rows", "columns").order == 8
    assert region.wrapped() == Region.parse("..#/...")


@pytest.mark.slow
@pytest.mark.parametrize("family", [["tilings"], ["packings", "--lattice", "square"]])
def test_rows_are_verified_and_drawn(family: list[str], listed: Listed, here: Enumino) -> None:
    root, said = listed("enumerate", *family, "--region", "4x4", "--pieces", "L-tromino, domino",
                        "--without", "1,1", "--wrap", "rows,columns")  # fmt: skip
    assert total(said)[0] == len(rows_of(root))
    assert said["problem"]["wrap"] == ["rows", "columns"]
    assert here("verify", root).code == 0
    assert "torus" in here("info", root).out
    for to in ("--svg", "--png"):
        assert here("show", root, "--limit", "2", to, root.parent / f"page.{to[2:]}").code == 0
    assert here("gallery", root, "-o", root.parent / "page.html").code == 0
    written = here("export", root, "--as", "burrtools", "-o", root.parent / "x.xmpuzzle")
    assert written.code != 0
    assert "Traceback" not in written.err
