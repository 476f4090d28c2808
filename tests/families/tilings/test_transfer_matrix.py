"""Counts of tilings by transfer matrix: small regions, estimates, refusals."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from enumino.errors import ProblemError
from enumino.families.tilings import transfer_matrix
from enumino.families.tilings.counts import count_of, count_tilings
from enumino.families.tilings.parameters import TilingParameters
from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.transfer_matrix import BoardSweep, expected_work
from enumino.objects import piece_lists
from enumino.objects.board import Board
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, SQUARE, TRIANGULAR
from enumino.objects.region import Region
from tests.dataset_tools import rows_found
from tests.families.tilings.drawn import USES

WRONG = 10.0  # times that an estimate of a sweep may be too low or too high


def test_boards_by_corners_and_at_most_one_single_cell() -> None:
    """A233807, n = 1 to 6."""
    for side, expected in enumerate([1, 4, 0, 16, 128, 162], 1):
        problem = Tilings(f"{side}x{side}", "L-tromino, monomino:0-1")
        (line,) = count_tilings(problem, method="transfer-matrix", threads=1)
        assert line.count == expected, side


@pytest.mark.parametrize(
    ("region", "pieces", "options", "by"),
    [
        ("4x4", "domino, monomino", {}, "uses(domino)"),
        ("4x5", "L-tromino, domino:0-3, monomino:2-9", {}, "pieces, uses(domino)"),
        ("3x4", "trominoes, P, domino, V, monomino:0-2", {"at_most_once": True}, "pieces, uses(P)"),
        ("+##+/####/+##+", "domino, L-tromino", {}, "pieces"),
        ("hexagon 2", "diamond, moniamond", {"lattice": "triangular"}, "uses(diamond)"),
        ("3x3", "dihex, trihexes", {"lattice": "hexagonal"}, "pieces, uses(trihex 1)"),
        ("2x2x3", "dicube, monocube:1-4", {"lattice": "cubic"}, "uses(monocube)"),
    ],
)
def test_uses_are_counted_as_by_search(
    region: str, pieces: str, options: dict[str, Any], by: str
) -> None:
    problem = Tilings(region.replace("/", "\n"), pieces, **options)
    columns = tuple(by.split(", "))
    counted, listed = (
        list(count_of(problem, columns, method).totals(threads=1))
        for method in ("transfer-matrix", "search")
    )
    assert counted == listed
    assert len(counted) > 2


def test_a_count_that_is_out_of_reach_is_refused_before_it_starts() -> None:
    with pytest.raises(ProblemError, match="more than a thousand years: take a smaller region"):
        count_tilings(Tilings("40x40", "pentominoes"))


@pytest.mark.parametrize("method", ["auto", "memo"])
@pytest.mark.parametrize(
    ("region", "pieces", "options"),
    [
        ("4x5", "L-tromino, domino:0-3, monomino:2-9", {}),
        ("3x4", "trominoes, P, domino, V, monomino:0-2", {"at_most_once": True}),
        ("+##+/####/+##+", "domino, L-tromino", {}),
        ("hexagon 2", "diamond, moniamond", {"lattice": "triangular"}),
        ("3x5", "L-tromino", {}),
        ("2x6", "O4:3", {}),
    ],
)
def test_uses_of_options_are_those_in_a_listing(
    region: str, pieces: str, options: dict[str, Any], method: str
) -> None:
    problem = Tilings(region, pieces, **options)
    lines = count_of(problem, ("option",), method).totals()
    listed = Counter(option for row in rows_found(problem) for option in row["placements"])
    assert {line.labels["option"]: line.count for line in lines if line.count} == listed


@pytest.mark.parametrize(
    ("lattice", "region", "pieces", "use"),
    [
        (SQUARE, "7x8", "tetrominoes", "any"),
        (SQUARE, "14x14", "domino", "any"),
        (SQUARE, "12x1", "I-tromino", "any"),
        (SQUARE, "5x12", "pentominoes", "each-once"),
        (SQUARE, "8x8", "domino:0-20, I4", "any"),
        (CUBIC, "3x3x3", "soma", "each-once"),
        (TRIANGULAR, "hexagon 6", "diamond", "any"),
        (HEXAGONAL, "hexagon 4", "trihexes", "any"),
    ],
)
def test_expected_work_is_near_the_work_done(
    lattice: Any, region: str, pieces: str, use: str
) -> None:
    board = TilingParameters(region, pieces, lattice=lattice, **USES[use]).board
    expected = expected_work(BoardSweep(board), most_sampled=10_000)
    done = BoardSweep(board)
    done.run()
    assert 1 / WRONG < expected.states / done.extended < WRONG
    assert expected.bytes < WRONG * done.most_waiting * transfer_matrix.BYTES_PER_STATE


@pytest.mark.parametrize(
    ("lattice", "pieces"),
    [
        (SQUARE, "tetrominoes"),
        (SQUARE, "pentominoes"),
        (TRIANGULAR, "sphinx, diamond"),
        (HEXAGONAL, "trihexes"),
        (CUBIC, "tricubes"),
    ],
)
def test_images_have_the_same_estimate(lattice: Lattice, pieces: str) -> None:
    cells, choice = {(0,) * lattice.dimensions}, Random(pieces)
    while len(cells) < 50:
        cells.add(choice.choice(sorted(lattice.neighbours(choice.choice(sorted(cells))))))
    images = {lattice.moved(lattice.normalised(cells), by) for by in lattice.elements}
    asked = piece_lists.parse(pieces, lattice)
    assert len(images) > 1
    assert (
        len({expected_work(BoardSweep(Board(Region(image, lattice), asked))) for image in images})
        == 1
    )
