"""Inputs far larger than usual: taken in linear time and memory, or refused at once.

Nothing is timed. What is quadratic, or larger than it need be, would not end in these sizes.
"""

from __future__ import annotations

import random
from pathlib import Path

import enumino
from enumino.covers import CoverProblem
from enumino.datasets import documents


def random_cover(options: int, items: int = 60, seed: int = 1) -> str:
    """Options of a few items each, in Knuth's format."""
    chosen = random.Random(seed)
    names = [f"i{item}" for item in range(items)]
    lines = (" ".join(chosen.sample(names, chosen.randint(2, 6))) for _ in range(options))
    return "\n".join([" ".join(names), *lines])


def test_the_first_solution_of_many_options(tmp_path: Path) -> None:
    """Walks that estimate the search took minutes; the card held the problem once more."""
    problem = CoverProblem.from_dlx(random_cover(100_000))
    root = tmp_path / "first"
    asked = enumino.Covers(problem, limit=1)
    assert enumino.enumerate_to(root, asked, in_process=True).rows == 1
    assert enumino.verify(root).ok
    assert len((root / "plan.json").read_bytes()) > documents.MOST_INDENTED
    assert len((root / "plan.json").read_text().splitlines()) == 1
    assert len((root / "README.md").read_bytes()) < 10_000
    assert '"sha256"' in (root / "README.md").read_text()


def test_many_items_and_options_beside_secondary_items() -> None:
    """All names were put together anew for every entry of an option."""
    pairs = 30_000
    options = ([2 * i, 2 * i + 1, (2 * pairs, "A")] for i in range(pairs))
    problem = CoverProblem(map(str, range(2 * pairs)), ["s"], options)
    assert enumino.Covers(problem).count().total == 1
