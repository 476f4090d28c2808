"""Problems at the sizes where the types of their columns, or their engines, change."""

from dataclasses import replace
from itertools import accumulate, product

import numpy as np
import pytest

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import ENGINES
from enumino.enum.kernel import Engine
from enumino.errors import ProblemError
from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.covers.problem import Covers
from enumino.families.tatami.problem import LARGEST, Tatami
from enumino.families.tilings.problem import Tilings
from enumino.objects import piece_lists as pieces
from enumino.objects.board import ASCII_LETTERS, letter
from enumino.objects.piece import Piece
from enumino.objects.polyform import Polyform
from enumino.objects.text_drawings import MAX_CELLS
from tests.dataset_tools import rows_found


def rectangle(height: int, width: int, most: int | None) -> Piece:
    """A piece that may not be turned."""
    cells = Polyform((r, c) for r in range(height) for c in range(width))
    return Piece(f"{height}x{width}", cells, most=most, fewest=0, rotations=False)


# --- Tilings ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("options", [65_536, 65_537])
def test_tilings_with_as_many_options_as_sixteen_bits_number(options: int) -> None:
    """8 rows of a bar each, and pieces with options that are never used: there is one tiling."""
    bar = rectangle(1, 16, most=None)
    unused = [replace(p, fewest=0, most=0) for p in pieces.parse("octominoes")]
    places = [
        sum((9 - image.height) * (17 - image.width) for image in set(piece.shape.images()))
        for piece in unused
    ]
    room = options - 8
    chosen = [p for p, sum_ in zip(unused, accumulate(places), strict=True) if sum_ <= room]
    room -= sum(places[: len(chosen)])
    for height, width in ((r, c) for r in range(1, 9) for c in range(1, 17) if (r, c) != (1, 16)):
        if (ways := (9 - height) * (17 - width)) <= room:
            chosen.append(rectangle(height, width, most=0))
            room -= ways
    problem = Tilings("8x16", [bar, *chosen])
    board = problem.board
    assert (len(board), room) == (options, 0)
    (row,) = rows_found(problem)
    assert row["layout"] == "A" * 8
    assert [board.cells_of(o) for o in row["placements"]] == np.arange(128).reshape(8, 16).tolist()
    (column,) = (c for c in problem.columns if c.name == "placements")
    assert column.type == ("list<uint16>" if options <= 65_536 else "list<uint32>")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("cells", [63, 64, 65, 127, 128, 129, 255, 256, 257])
def test_tilings_of_as_many_pieces_as_words_and_bytes_hold(cells: int, engine: Engine) -> None:
    if engine == "cell-masks" and cells > 128:
        with pytest.raises(ProblemError, match="takes a frame of at most 128 cells"):
            Tilings(f"1x{cells}", "monomino", engine=engine)
        return
    (row,) = rows_found(Tilings(f"{cells}x1", "monomino", engine=engine))
    assert (row["pieces"], row["layout"]) == (cells, "A" * cells)
    assert row["placements"] == list(range(cells))


@pytest.mark.parametrize("ways", [len(ASCII_LETTERS) + more for more in (-1, 0, 1, 2, 3)])
def test_letters_of_more_orientations_than_ascii_has(ways: int) -> None:
    """Bars of one row and of two, after others that are never used: sums of ones and twos."""
    others = [(r, c) for r in range(1, 9) for c in range(1, 17) if (r, c) not in ((1, 16), (2, 16))]
    unused = [rectangle(r, c, most=0) for r, c in others[: ways - 2]]
    bars = [rectangle(1, 16, most=None), rectangle(2, 16, most=None)]
    problem = Tilings("8x16", [*unused, *bars])
    letters = {letter(ways - 2): 1, letter(ways - 1): 2}
    found = {tuple(letters[char] for char in row["layout"]) for row in rows_found(problem)}
    assert len(problem.board.shapes) == ways
    assert found == {
        sums for n in range(4, 9) for sums in product((1, 2), repeat=n) if sum(sums) == 8
    }


# --- Tatami -----------------------------------------------------------------------------------


@pytest.mark.parametrize("cells", [254, 256, 258, pytest.param(65_534, marks=pytest.mark.compiled)])
def test_rooms_of_as_many_mats_as_types_hold(cells: int) -> None:
    """A row of mats; and one of half mats alone, one cell longer."""
    (row,) = rows_found(Tatami(f"1x{cells}"))
    assert (row["rows"], row["cols"], row["mats"], row["monomers"]) == (1, cells, cells // 2, 0)
    assert (row["layout"], row["horizontal"], row["vertical"]) == (
        "H" * (cells // 2),
        cells // 2,
        0,
    )
    (row,) = rows_found(Tatami(f"{cells + 1}x1", cells + 1))
    assert (row["rows"], row["mats"], row["monomers"]) == (cells + 1, 0, cells + 1)
    assert row["layout"] == "M" * (cells + 1)


@pytest.mark.parametrize("room", ["256x256", "1x65536"])
def test_boards_beyond_sixteen_bits_are_refused(room: str) -> None:
    assert LARGEST == MAX_CELLS == np.iinfo(np.uint16).max
    with pytest.raises(ProblemError, match="65,536"):
        Tatami(room).count()
    with pytest.raises(ProblemError, match="65,536"):
        Tilings(room, "monomino")


# --- Exact covers -----------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("options", [65_536, 65_537])
def test_covers_with_as_many_options_as_sixteen_bits_number(options: int) -> None:
    problem = CoverProblem(["a"], [], [[0]] * options)
    assert [row["options"] for row in rows_found(Covers(problem))] == [[o] for o in range(options)]


@pytest.mark.parametrize("options", [19_999, 20_000, 20_001])
def test_option_bitsets_take_so_many_options(options: int) -> None:
    problem = CoverProblem(["a"], [], [[0]] * options)
    taken = options <= engines.MAX_OPTIONS
    assert (Covers(problem).chosen_engine == "option-bitsets") == taken
    if not taken:
        with pytest.raises(ProblemError, match="at most 20,000 options, and there are 20,001"):
            Covers(problem, "option-bitsets")
