"""Inputs far larger than usual take linear time and memory, or are refused at once.

Nothing is timed: quadratic algorithms would not end at these sizes.
"""

import random
from pathlib import Path

import pytest

import enumino
from enumino.errors import ProblemError
from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.tatami.problem import Tatami
from enumino.families.tatami.rows import TatamiRows
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.rows import TilingRows
from enumino.objects import piece_lists as sets
from enumino.objects.files import text_of
from enumino.objects.lattices import lattice_named
from enumino.objects.piece import Piece
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from enumino.published import TOTAL

pytestmark = pytest.mark.slow


def random_cover(options: int, items: int = 60, seed: int = 1) -> str:
    """Options of a few items each, in Knuth's format."""
    chosen = random.Random(seed)
    names = [f"i{item}" for item in range(items)]
    lines = (" ".join(chosen.sample(names, chosen.randint(2, 6))) for _ in range(options))
    return "\n".join([" ".join(names), *lines])


def test_the_first_solution_of_many_options(tmp_path: Path) -> None:
    """Walks that estimate the search took minutes; the card held the problem once more."""
    problem = CoverProblem.from_dlx(random_cover(65_000))
    root = tmp_path / "first"
    asked = enumino.Covers(problem, limit=1)
    assert enumino.enumerate_to(root, asked, threads=1).rows == 1
    assert enumino.verify(root).ok
    assert len((root / "README.md").read_bytes()) < 10_000


def test_drawings_larger_than_any_region_are_refused_unread() -> None:
    with pytest.raises(ProblemError, match=r"^9,000,000 cells are more than the 65,535"):
        Region("\n".join(["#" * 3000] * 3000))


def test_a_file_without_end_is_refused() -> None:
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("there is no such file on this system")
    with pytest.raises(ProblemError, match=r"has more than [\d,]+ characters"):
        text_of(endless)


@pytest.mark.parametrize("text", ["X" * 65_536, "[" + "(0,0)," * 65_535 + "(0,0)]"])
def test_pieces_larger_than_any_region_are_refused_unread(text: str) -> None:
    with pytest.raises(ProblemError, match=r"Line 1: 65,536 cells are more than the 65,535"):
        sets.parse_file(text)


@pytest.mark.parametrize("method", ["transfer-matrix", "search"])
def test_options_that_no_memory_holds_are_refused(method) -> None:
    half = Piece("half", Polyform((r, c) for c in range(128) for r in range(127)))
    with pytest.raises(ProblemError, match=r"cover 272,613,120 cells together, more than"):
        count_tilings(Tilings("255x257", [half], rotations=False), method=method)


@pytest.mark.parametrize(
    ("cells", "lattice"),
    [
        ("(0,0),(99999999,99999999)", "square"),
        ("(0,0),(0,100000000)", "hexagonal"),
        ("(0,0,0),(999,999,999)", "cubic"),
    ],
)
def test_pieces_whose_cells_lie_far_apart_are_refused(cells: str, lattice: str) -> None:
    with pytest.raises(ProblemError, match="has a box of at most 65,535 cells"):
        sets.parse(f"[{cells}]", lattice_named(lattice))


def test_dilates_are_as_large_as_regions() -> None:
    with pytest.raises(ProblemError, match="256x512 has 131,072: make it smaller"):
        Polyform([(0, 0), (0, 1)]).dilate(256)
    assert len(Polyform([(0, 0), (0, 1)]).dilate(181)) == 2 * 181**2


@pytest.mark.parametrize("text", [" " * 200_000 + "?", "A:" + " " * 200_000 + "?"])
def test_blanks_are_read_in_linear_time(text: str) -> None:
    with pytest.raises(ProblemError):
        sets.parse_file(text)
    with pytest.raises(ProblemError):
        Region(text)
    with pytest.raises(ProblemError):
        sets.parse_file(f"I4:2-{text}")


def test_totals_of_many_rooms() -> None:
    rooms = [f"{height}x{width}" for height in range(1, 71) for width in range(1, 71)]
    rows = TatamiRows(Tatami(rooms).to_json())
    counts = {(*room.box, m, "none"): 1 for room in rows.rooms for m in range(8)}
    whole = [line.count for line in rows.totals(counts) if line.symmetry == TOTAL]
    assert whole == [8] * len(rooms)


def test_the_options_of_a_large_board_are_columns() -> None:
    board = Tilings("120x120", "pentominoes", limit=1)
    table = TilingRows(board.to_json()).tables()["options.parquet"]
    assert table.num_rows == len(board.board) == 878_596
    assert table["cells"][-1].as_py() == board.board.cells_of(878_595)
