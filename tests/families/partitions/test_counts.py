"""Counts of partitions without a search: published numbers, and the same as by search."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enumino import Graph, Partitions, ProblemError
from enumino.errors import EnuminoWarning
from enumino.families.partitions.counts import count_of
from enumino.published import table
from enumino.run import counting
from enumino.run.events import Event, Progressed
from tests.dataset_tools import StopHereError

GRIDS = [
    row
    for row in table("enumino.families.partitions.published", "grids")
    if (row["rows"], row["parts"]) not in (("8", "8"), ("9", "9"))
]  # such 8x8 take minutes, and 9x9 hours
FLORIDA = [
    (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (0, 8), (0, 9), (0, 10), (0, 11),
    (0, 12), (0, 13), (0, 14), (1, 3), (1, 15), (1, 16), (1, 17), (1, 18), (1, 19), (1, 20),
    (1, 21), (2, 3), (2, 5), (2, 20), (2, 22), (3, 20), (4, 6), (4, 21), (4, 23), (4, 24), (5, 8),
    (5, 22), (6, 7), (7, 9), (8, 13), (9, 10), (10, 11), (11, 12), (12, 14), (13, 14), (15, 16),
    (15, 17), (16, 18), (17, 20), (18, 19), (19, 21), (20, 22), (21, 23), (21, 24), (23, 24),
]  # fmt: skip


def swept(problem: Partitions) -> dict[Any, int]:
    return count_of(problem, (), "transfer-matrix").whole(threads=2).counts


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=[pytest.mark.slow] * (row["rows"] > "6")) for row in GRIDS],
    ids=lambda row: "-".join(row.values()),
)
def test_published_numbers(row: dict[str, str]) -> None:
    given: Any = {name: row[name] for name in ("parts", "sizes", "contiguity")}
    classes = row["up_to"] == "symmetry"
    problem = Partitions(f"{row['rows']}x{row['cols']}", **given, up_to_symmetry=classes)
    lines = count_of(problem, (), "search" if classes else "transfer-matrix").totals()
    assert lines[-1].agrees, lines[-1]


def test_more_published_numbers() -> None:
    # The 25 precincts of redist's fl25, into two parts of any size.
    graph = Graph([*map(str, range(25))], FLORIDA)
    assert swept(Partitions(graph=graph, parts=2)) == {(2,): 2318}
    # 8x8 into sixteen tetrominoes: OEIS A230031(8, 8).
    assert swept(Partitions("8x8", parts=16, sizes=4)) == {(16,): 19_077_209_438}


@pytest.mark.parametrize(
    "problem",
    [
        Partitions("3x4", parts="1-12"),
        Partitions("4x4", parts="3-5", sizes="2-6", contiguity="queen"),
        Partitions("hexagon 2", lattice="hexagonal", parts="2-3"),
        Partitions("###.#/#.###/###.#", parts="1-4"),
        Partitions("2x2x3", lattice="cubic", parts="2-5", sizes="2-5"),
        Partitions(graph=Graph("abcdef", [(0, 1), (1, 2), (3, 4)]), parts="3-6"),
        Partitions(
            graph=Graph("abcde", [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)]),
            parts="1-5",
            weights=[5, 0, 3, 2, 4],
            within="0-9",
        ),
    ],
    ids=Partitions.describe,
)
def test_a_sweep_counts_what_a_search_counts(problem: Partitions) -> None:
    assert swept(problem) == count_of(problem, (), "search").whole().counts


def test_methods() -> None:
    assert count_of(Partitions("4x4", parts=4, sizes=4), ()).method == "search"  # it is short
    assert count_of(Partitions("7x7", parts=7, sizes=7), ()).method == "transfer-matrix"
    assert count_of(Partitions("5x5", parts=5, sizes="4-6"), ("sizes",)).method == "search"
    for problem, by in (
        (Partitions("4x4", parts=2), ("symmetry",)),
        (Partitions("4x4", parts=2, only="cut_edges < 6"), ()),
        (Partitions("4x4", parts=2, limit=7), ()),
        (Partitions("4x4", parts=2, up_to_symmetry=True), ()),
        (Partitions("8x8x8", lattice="cubic", parts=2), ()),
    ):
        with pytest.raises(ProblemError, match="use another method"):
            count_of(problem, by, "transfer-matrix")


def counted(count: Any, to: Path, *, most: float = float("inf")) -> list[int]:
    """Count to a folder, and stop after some vertices; return the vertices of each report."""
    found: list[int] = []

    def note(event: Event) -> None:
        if isinstance(event, Progressed) and event.nodes:
            found.append(event.nodes)
            if sum(found) >= most:
                raise StopHereError

    with suppress(StopHereError):
        count.run(to, threads=1, on_event=note)
    return found


@pytest.mark.parametrize("by", ["parts", "sizes"])
def test_a_killed_sweep_goes_on(by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the states after any vertex, unless the file has something else or is torn."""
    monkeypatch.setattr(counting, "KEPT_SECONDS", 0.0)
    monkeypatch.setattr(counting, "KEPT_SHARE", 0)
    count, other = (
        count_of(Partitions("4x4", parts=parts, sizes="2-6"), (by,), "transfer-matrix")
        for parts in ("3-4", "3-5")
    )
    expected = count.whole().counts
    for vertices in range(1, 16):
        to, foreign = tmp_path / f"{vertices}", tmp_path / f"{vertices} foreign"
        assert counted(count, to, most=vertices) == [1] * vertices
        counted(other, foreign, most=vertices)
        (kept,), (unlike,) = to.glob("parts/*.npz"), foreign.glob("parts/*.npz")
        contents = kept.read_bytes()
        of, at, *states = np.load(kept).values()
        for torn in (contents[:-30], contents[: len(contents) // 2], b""):
            kept.write_bytes(torn)
            with pytest.warns(EnuminoWarning, match="are damaged: the count begins anew"):
                assert counted(count, to, most=vertices) == [1] * vertices
        kept.write_bytes(unlike.read_bytes())
        assert counted(count, to, most=vertices) == [1] * vertices
        for row in ([-1, 1], [(1 << 62) - 1, 1], [0], [0, 1, 1, 1.5]):
            np.savez(kept, of, at, np.array([row] * 3), *states)
            assert counted(count, to, most=1)[0] in (1, vertices)
        kept.write_bytes(contents)
        assert counted(count, to) == [vertices, *[1] * (16 - vertices)]
        assert count.whole(to=to).counts == expected
        assert not [*to.glob("parts/*.npz")]
