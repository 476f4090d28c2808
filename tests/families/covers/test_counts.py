"""Counts of exact covers by both methods: the choice, parts that are kept, tilings."""

import pytest

from enumino import Covers, Tilings
from enumino.enum.exact_cover import memos
from enumino.errors import ProblemError
from enumino.families.covers.counts import CoverCount
from enumino.families.tilings.counts import TilingCount, count_tilings


@pytest.mark.compiled
def test_a_memo_is_chosen_where_rests_recur() -> None:
    """Partitions recur; pentominoes, queens and Langford's numbers are used once."""
    for problem in ("subsets 20 2", "subsets 14", "subsets 40 2"):
        assert CoverCount(Covers(problem)).method == "memo", problem
    for problem in ("queens 14", "langford 15", "subsets 8"):
        assert CoverCount(Covers(problem)).method == "search", problem
    assert TilingCount(Tilings("20x5", "pentominoes", each_once=True)).method == "search"


@pytest.mark.compiled
def test_parts_are_kept_and_agree(tmp_path, monkeypatch) -> None:
    """Partitions of 24 points into pairs: 23!!."""
    monkeypatch.setattr(memos, "SECONDS_PER_PART", 0.02)
    count = CoverCount(Covers("subsets 24 2"))
    assert len(count.parts()) > 10
    for share in ((1, 2), (2, 2)):
        count.run(to=tmp_path, share=share, threads=1)
    (line,) = count.totals(to=tmp_path, threads=2)
    assert (line.count, line.agrees) == (316_234_143_225, True)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("region", "pieces", "lattice", "uses"),
    [
        ("5x5", "L-tromino:2-4, domino, monomino:3-5", "square", {}),
        ("6x6", "T4, L4:0-2, I4:1-9", "square", {}),
        ("4x5", "tetrominoes, domino", "square", {"at_most_once": True}),
        ("3x3x3", "soma", "cubic", {"each_once": True}),
        ("hexagon 2", "diamond:0-9, moniamonds", "triangular", {}),
        ("###\n#+#\n++#", "domino, I-tromino:1", "square", {}),
    ],
)
def test_tilings_are_counted_with_a_memo(region, pieces, lattice, uses) -> None:
    problem = Tilings(region, pieces, lattice=lattice, **uses)
    memo, search = (count_tilings(problem, method=each)[0].count for each in ("memo", "search"))
    assert memo == search


def test_sequences_are_counted_with_their_mirror_images() -> None:
    """A search for one of each two finds all of them, in about half the nodes."""
    for size in range(1, 10):
        problem = Covers(f"langford {size}")
        lines, whole = CoverCount(problem, method="search").totals(), problem.count()
        assert (lines[0].count, lines[0].agrees) == (whole.total, True)
        assert size < 7 or lines.nodes < 0.7 * whole.nodes


def test_masks_of_many_options_take_little_room() -> None:
    """A mask of each of 16,383 options would take 230 MB."""
    (tables,) = Covers("subsets 14")._trees
    assert tables.masks.shape == (14, tables.root.size)


def test_a_memo_counts_whole_problems() -> None:
    for given in ({"limit": 2}, {"engine": "dancing-links"}, {"up_to_symmetry": True}):
        with pytest.raises(ProblemError, match="no --engine, --limit or --up-to-symmetry"):
            CoverCount(Covers("queens 4", **given), method="memo")
        assert CoverCount(Covers("queens 4", **given)).method == "search"
