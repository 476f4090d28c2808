"""Inputs far larger than usual: taken in linear time and memory, or refused at once.

Nothing is timed. What is quadratic, or larger than it need be, would not end in these sizes.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import enumino
from enumino.errors import ProblemError
from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.objects import piece_lists as sets
from enumino.objects.files import text_of
from enumino.objects.piece import Piece
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region

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


def block(height: int, width: int) -> list[tuple[int, int]]:
    return [(r, c) for c in range(width) for r in range(height)]


@pytest.mark.parametrize("text", ["X" * 65_536, "[" + "(0,0)," * 65_535 + "(0,0)]"])
def test_pieces_larger_than_any_region_are_refused_unread(text: str) -> None:
    with pytest.raises(ProblemError, match=r"Line 1: 65,536 cells are more than the 65,535"):
        sets.parse_file(text)


@pytest.mark.parametrize("method", ["profiles", "search"])
def test_options_that_no_memory_holds_are_refused(method) -> None:
    half = Piece("half", Polyform(block(127, 128)))
    with pytest.raises(ProblemError, match=r"cover 272,613,120 cells together, more than"):
        count_tilings(Tilings("255x257", [half], rotations=False), method=method)
