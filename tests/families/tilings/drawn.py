"""Tilings drawn at random, and how tests read the rows of a problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pyarrow as pa
import pytest
from hypothesis import strategies as st

from enumino.enum.exact_cover.engines import ENGINES
from enumino.enum.problem import Prefix
from enumino.errors import ProblemError
from enumino.families.tilings.problem import Tilings
from enumino.objects import piece_lists as sets
from enumino.objects.board import Board
from enumino.objects.lattice import Cell
from enumino.objects.piece import Piece
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from tests import naive_covering
from tests.families.tilings.uses import USES
from tests.naive_covering import Covering
from tests.strategies import polyominoes


def board_of(problem: Tilings) -> Board:
    return Board(problem.board.region, problem.board.pieces, problem.rotations, problem.reflections)


def table(problem: Tilings, prefixes: list[Prefix], rows: int = 1 << 17) -> pa.Table:
    batches = [batch.records for batch in problem.batches(prefixes, rows)]
    assert all(batch.num_rows <= rows for batch in batches)
    return pa.Table.from_batches(batches).combine_chunks()


def laid(problem: Tilings, rows: pa.Table) -> list[Covering]:
    """The tilings of rows, from the letters; the placements have to say the same."""
    board = board_of(problem)
    options = [(int(board.piece[o]), frozenset(board.cells_of(o))) for o in range(len(board))]
    found = []
    for row in rows.to_pylist():
        tiling = Tiling.from_layout(problem.board.region, row["layout"], board.shapes)
        assert tiling.layout(board.shapes) == row["layout"]
        assert row["pieces"] == len(tiling) == len(row["layout"])
        found.append(naive_covering.laid(problem, tiling.pieces))
        if problem.placements:
            assert row["placements"] == sorted(row["placements"])
            assert frozenset(options[option] for option in row["placements"]) == found[-1]
    return found


def engines_for(problem: Tilings) -> Iterator[Tilings]:
    """The problem with each engine that takes it; dancing links have to refuse multiplicities."""
    usual = {(0, None), (0, 1), (1, 1)}
    counted = any((piece.fewest, piece.most) not in usual for piece in problem.board.pieces)
    for engine in ENGINES:
        if counted and engine == "dancing-links":
            with pytest.raises(ProblemError, match="for other numbers leave out --engine"):
                replace(problem, engine=engine)
        else:
            yield replace(problem, engine=engine)


@st.composite
def covered(draw: st.DrawFn, largest: int = 20) -> Tilings:
    """A region put together of pieces, so that there is a tiling, and uses that allow it."""
    smallest = draw(st.sampled_from([1, 2, 3, 3, 4]))
    shapes = draw(
        st.lists(
            polyominoes(largest=5).filter(lambda p: len(p) >= smallest), min_size=1, max_size=4
        )
    )
    most = min(largest, {1: 9, 2: 14}.get(smallest, largest))
    turned = draw(st.tuples(st.booleans(), st.booleans()))
    rights = draw(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=4, max_size=4))
    pieces = [
        Piece(f"p{number}", shape, None, None, *right)
        for number, (shape, right) in enumerate(zip(shapes, rights, strict=False))
    ]
    use = draw(st.sampled_from(["any", "at-most-once", "each-once", "multiplicities"]))
    once = use in ("at-most-once", "each-once")
    left = list(range(len(pieces)))
    cells: set[Cell] = set()
    used: Counter[int] = Counter()
    for _ in range(draw(st.integers(1, 8))):
        if not left:
            break
        number = draw(st.sampled_from(left))
        ways = pieces[number].orientations(*turned)
        way = draw(st.sampled_from(sorted(ways)))
        rim = {(r + i, c + j) for r, c in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        at = draw(st.sampled_from(sorted(rim - cells) or [(0, 0)]))
        for r, c in way.cells:
            there = {(at[0] + i - r, at[1] + j - c) for i, j in way.cells}
            if not there & cells and (not cells or len(cells) + len(there) <= most):
                cells |= there
                used[number] += 1
                if once:
                    left.remove(number)
                break
    top, before = min(r for r, _ in cells), min(c for _, c in cells)
    region = Region((r - top, c - before) for r, c in cells)
    if use == "each-once":
        pieces = [piece for number, piece in enumerate(pieces) if used[number]]
    if use == "multiplicities":
        use = "any"
        pieces = [
            Piece(
                p.name,
                p.shape,
                max(0, used[number] - draw(st.integers(0, 2))),
                draw(st.sampled_from([used[number], used[number] + 1, None])),
                p.rotations,
                p.reflections,
            )
            for number, p in enumerate(pieces)
        ]
    return Tilings(region, pieces, **USES[use], rotations=turned[0], reflections=turned[1])


@st.composite
def loose(draw: st.DrawFn) -> Tilings | None:
    """Any cells, connected or not, and pieces that may or may not fit; None if refused."""
    frame = list(product(range(draw(st.integers(1, 4))), range(draw(st.integers(1, 6)))))
    cells = draw(st.lists(st.sampled_from(frame), min_size=1, max_size=12, unique=True))
    shapes = draw(st.lists(polyominoes(largest=4), min_size=1, max_size=3))
    uses = st.sampled_from(
        [(None, None), (0, None), (0, 0), (0, 1), (1, 1), (1, None), (1, 3), (2, 2)]
    )
    pieces = [Piece(f"p{number}", shape, *draw(uses)) for number, shape in enumerate(shapes)]
    use = draw(st.sampled_from(["any", "at-most-once", "each-once"]))
    try:
        return Tilings(Region(cells), pieces, **USES[use])
    except ProblemError:
        return None


SYMMETRIC_REGIONS = [
    "3x4", "4x4", "4x5", "2x6", "3x5", "1x8", "4x6",
    ".##.\n####\n####\n.##.",
    "####\n#..#\n#..#\n####",
    "#####\n#####\n##.##\n#####\n#####",
    "##..\n###.\n.###\n..##",
    "##.\n###\n.##",
    "#..\n##.\n###",
    ".####\n#####\n#####\n####.",
    ".##.#\n#####\n#.##.",
    "..##.\n####.\n#####\n.####\n.##..",
    "##.##.##",
    "###\n#.#\n###",
    ".....\n..###\n..###",
    "..#..#.\n..####.\n..#..#.",
]  # fmt: skip
SYMMETRIC_PIECES = [
    "domino", "L-tromino", "I-tromino, L-tromino", "L-tromino, domino:0-2",
    "tetrominoes", "tetrominoes:0-1", "one-sided tetrominoes", "one-sided tetrominoes:0-1",
    "fixed tetrominoes", "fixed trominoes", "fixed trominoes:0-1", "I4, L-tromino, monomino:1",
    "L4:1, domino", "O4:1, I-tromino, T4:0-1, L4:0-1", "L4:2, S4", "monomino:2, L-tromino",
    "fixed dominoes:2-", "T4:1, one-sided trominoes",
]  # fmt: skip


TIGHT_PIECES = ["monomino", "domino", "I-tromino", "L-tromino", "I4", "L4", "O4", "S4", "T4"]


@st.composite
def tight(draw: st.DrawFn) -> Tilings | None:
    """Pieces that are needed for most cells or for all, and may be used more often by themselves.

    None if that is refused.
    """
    region = Region.parse(draw(st.sampled_from(SYMMETRIC_REGIONS)))
    left, pieces = min(len(region), 16), []
    for name in draw(st.lists(st.sampled_from(TIGHT_PIECES), min_size=1, max_size=4, unique=True)):
        (piece,) = sets.parse(name)
        fewest = draw(st.integers(0, left // len(piece.shape)))
        most = draw(st.sampled_from([fewest, fewest + 1, fewest + 2, None]))
        reflections = draw(st.booleans())
        pieces.append(Piece(name, piece.shape, fewest, most, reflections=reflections))
        left -= fewest * len(piece.shape)
    try:
        return Tilings(region, pieces, up_to_symmetry=True)
    except ProblemError:
        return None


def fits(region: str, pieces: str) -> bool:
    """Whether there can be tilings, and so few that they can be listed naively."""
    try:
        problem = Tilings(Region.parse(region), pieces)
    except ProblemError:
        return False
    return len(problem.board.region) <= 16 or "tetromino" in pieces


@cache
def pairs() -> list[tuple[str, str]]:
    """Regions with symmetries, and pieces that tile them in few ways."""
    return [pair for pair in product(SYMMETRIC_REGIONS, SYMMETRIC_PIECES) if fits(*pair)]


@st.composite
def symmetric(draw: st.DrawFn, **how: bool) -> Tilings:
    """Regions with symmetries, by pieces that keep all, some or none of them."""
    region, pieces = draw(st.sampled_from(pairs()))
    turn, flip = draw(st.sampled_from([(True, True)] * 3 + [(True, False), (False, True)]))
    return Tilings(region, pieces, rotations=turn, reflections=flip, up_to_symmetry=True, **how)
