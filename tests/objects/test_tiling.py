"""Tilings: a layout determines the pieces, and other layouts are refused."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.errors import ProblemError
from enumino.families.tatami.layouts import MATS, tiling_of
from enumino.objects.lattices import HEXAGONAL
from enumino.objects.region import Region
from enumino.objects.tiling import Choice, Placed, Tiling
from tests.objects.test_region import regions

TETROMINO_PIECES: dict[str, Choice] = {
    **MATS,
    "L": ("L", ((0, 0), (1, 0), (2, 0), (2, 1))),
    "J": ("L", ((0, 0), (1, -2), (1, -1), (1, 0))),
    "O": ("O", ((0, 0), (0, 1), (1, 0), (1, 1))),
}


@st.composite
def layouts(
    draw: st.DrawFn, shapes: dict[str, Choice] = TETROMINO_PIECES
) -> tuple[Region, str, list[Placed]]:
    """A region, a layout that covers it, and its pieces: those that fit, else single cells."""
    region = draw(regions())
    covered: set[tuple[int, int]] = set()
    layout, pieces = [], []
    for r, c in region:
        if (r, c) in covered:
            continue
        letter = draw(st.sampled_from(sorted(shapes)))
        cells = [(r + dr, c + dc) for dr, dc in shapes[letter][1]]
        if any(cell not in region or cell in covered for cell in cells):
            letter, cells = "M", [(r, c)]
        covered.update(cells)
        layout.append(letter)
        pieces.append(Placed(shapes[letter][0], tuple(cells)))
    return region, "".join(layout), pieces


def tilings(shapes: dict[str, Choice] = TETROMINO_PIECES) -> st.SearchStrategy[Tiling]:
    return layouts(shapes).map(lambda drawn: Tiling.from_layout(*drawn[:2], shapes))


@given(layouts())
def test_layouts_determine_tilings(drawn: tuple[Region, str, list[Placed]]) -> None:
    region, layout, pieces = drawn
    tiling = Tiling.from_layout(region, layout, TETROMINO_PIECES)
    assert tiling.pieces == tuple(pieces)
    assert len(tiling) == len(layout)


@given(tilings(), st.randoms())
def test_a_tiling_is_its_pieces_in_any_order(tiling: Tiling, random) -> None:
    pieces = [(name, random.sample(cells, len(cells))) for name, cells in tiling.pieces]
    random.shuffle(pieces)
    same = [
        Tiling(tiling.region, pieces),
        pickle.loads(pickle.dumps(tiling)),
        copy.deepcopy(tiling),
        eval(repr(tiling)),
    ]
    assert set(same) == {tiling}
    assert all(other.pieces == tiling.pieces for other in same)


@given(tilings())
def test_each_free_cell_has_one_piece(tiling: Tiling) -> None:
    assert sorted(cell for piece in tiling.pieces for cell in piece.cells) == list(tiling.region)
    firsts = [piece.cells[0] for piece in tiling.pieces]
    assert firsts == sorted(firsts)
    for r in range(-1, tiling.region.height + 1):
        for c in range(-1, tiling.region.width + 1):
            piece, index = tiling.piece_at((r, c)), tiling.index_at((r, c))
            if (r, c) in tiling.region:
                assert piece is not None
                assert piece is tiling.pieces[index]
                assert (r, c) in piece.cells
            else:
                assert piece is index is None


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("HQ", r"Character 2 of the layout is 'Q', which is not one of the pieces H V M\."),
        ("HV", r"cover 4 of the 6 cells of 2x3: 1,0 is left uncovered"),
        ("HVHMM", r"The layout has 5 pieces, but 3 of them already cover 2x3"),
        ("MMH", r"Piece 3 \(mat\) covers 0,3, which is not a cell of 2x3"),
        ("MVMH", r"Piece 4 \(mat\) covers 1,1, which piece 2 covers already"),
    ],
)
def test_layouts_that_make_no_tiling_are_refused(layout: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        tiling_of(Region.rectangle(2, 3), layout)
    with pytest.raises(ProblemError, match="covers no cell"):
        Tiling(Region.rectangle(2, 2), [("a", [])])


def test_neighbours_have_different_letters() -> None:
    """There are 89 letters, so that a cell and the cell below it would have the same one."""
    region = Region("3x89", HEXAGONAL)
    lines = str(Tiling(region, [("monohex", [cell]) for cell in region.cells])).split("\n")
    places = {(row, column): lines[row][row + 2 * column] for row, column in region.cells}
    for cell, letter in places.items():
        assert letter not in [places.get(near) for near in HEXAGONAL.neighbours(cell)]
