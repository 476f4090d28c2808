"""Drawings of tilings, right and wrong, against their pieces."""

import random
from itertools import islice
from typing import Any

import pytest

import enumino
from enumino.families.tilings.drawn import judged, letters_of
from enumino.objects import text_drawings
from enumino.objects.board import ASCII_LETTERS
from enumino.registry import rows_of
from tests.conftest import Enumino

PROBLEMS = [
    enumino.Tilings("4x5", "L4:2, domino:6"),
    enumino.Tilings("+##/####/.##", "L-tromino, domino"),
    enumino.Tilings("3x3", "[(0,0), (0,2)]:2, monomino, V"),  # a piece in two parts
    enumino.Tilings("3x4", "trominoes", each_once=False),
    enumino.Tilings("2x2x3", "dicube, soma V", lattice="cubic"),
    enumino.Tilings("triangle 3", "triamond, hexiamonds", lattice="triangular"),
    enumino.Tilings("3x4", "trihexes", lattice="hexagonal"),
    enumino.Tilings("2x2", "disticks, tristicks", lattice="stick"),
    enumino.Tilings("2x2", "dikites, trikites", lattice="kite"),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.describe())
def test_a_drawing_is_a_tiling_or_one_sentence_says_why_not(problem: Any) -> None:
    rows, region, rng = rows_of(problem.to_json()), problem.board.region, random.Random(1)
    (batch, *_) = problem.batches([()], 20)
    for row in islice(batch.records.to_pylist(), 20):
        tiling = rows.object_of(row)
        letters = {c: ASCII_LETTERS[k] for k, p in enumerate(tiling.pieces) for c in p.cells}
        text = text_drawings.draw(region.lattice, letters, region.box)
        assert letters_of(text, region) == letters
        found, fault = judged(problem.board, letters)
        assert (found, fault) == (tiling, "")
        some = rng.choice(sorted({*letters} - region.optional))
        wrong = {**letters, some: "~"}  # a piece lacks a cell
        del letters[some]
        for each in letters, wrong:
            drawn, fault = judged(problem.board, each)
            used = [piece.name for piece in drawn.pieces]
            bounds = zip(problem.board.placed, problem.board.uses.T.tolist(), strict=False)
            is_right = all(low <= used.count(p.name) <= high for p, (low, high) in bounds)
            names = {piece.name for piece in problem.board.placed}
            is_right &= names.issuperset(used) and each is wrong
            assert fault.endswith("." * (not is_right))
            assert {cell for piece in drawn.pieces for cell in piece.cells} == {*each}


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        ("AAAB/ACCB/DCCB/DDDB", "This is a tiling by 4 pieces."),
        ("AAAB/ACCB/BCCB/DDDB", "B is in 2 parts, and no piece can lie on the 1 cell from 2,0 on."),
        (
            "AAAB/ACCB/DCC./DDDE",
            "The pieces cover 15 of the 16 cells of 4x4: 2,3 is left uncovered.",
        ),
        ("AAAB/ACCBB/DCCB/DDD", "Piece 2 (B) covers 1,4, which is not a cell of 4x4."),
        ("AAAD/ACCD/BCCD/BBBD", "This is a tiling by 4 pieces."),
        ("AAAA/BCCC/BDDC/BBDD", "D: no piece can lie on the 4 cells from 2,1 on."),
        ("AABB/AABB/CCDD/CCDD", "C at 2,0 is the piece O4, used at most 2 times."),
        ("AAAB/ACCB/ACCB/CCCC", "A: no piece can lie on the 5 cells from 0,0 on."),
        ("AAAA/BBCC/BBCC/DDDD", "L4 is used 0 times, not 2."),
    ],
)
def test_the_first_thing_that_is_wrong(drawing: str, said: str, here: Enumino, tmp_path) -> None:
    pieces = "L4, O4:0-2, I4" if drawing.startswith("AABB") else "L4:2-4, O4:0-2, I4"
    (tmp_path / "drawn.txt").write_text(drawing.replace("/", "\n"))
    for given in drawing, tmp_path / "drawn.txt":
        done = here("show", "--tiling", given, "--region", "4x4", "--pieces", pieces)
        assert done.out.splitlines()[-1] == said
        assert done.code == (0 if "This is" in said else 1)


def test_a_piece_that_misses_by_its_colours_alone() -> None:
    """The same drawing fits with no colours, or with other colours, of the region."""
    region, letters = enumino.Region("2x2"), {(0, 0): "A", (0, 1): "A", (1, 0): "B", (1, 1): "B"}
    for colours, fault in ("", ""), ("abab", ""), ("abb.", ""), ("aabb", "A at 0,0 has the shape"):
        board = enumino.Tilings(region.coloured(colours), "chequered domino").board
        said = judged(board, letters)[1]
        assert said.startswith(fault)
        assert said.endswith("differ from the colours of the region." if fault else "")
        assert bool(said) == bool(fault)
