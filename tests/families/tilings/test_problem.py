"""Tilings: engines against a naive recursion, parameters."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum import drive
from enumino.enum.kernels.exact_cover import cell_masks
from enumino.errors import ProblemError
from enumino.families.tilings.counts import count_of, count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.transfer_matrix import count_by_transfer_matrix
from enumino.objects.lattice import SQUARE
from enumino.objects.piece import Piece
from enumino.objects.piece_names import letters
from tests.enum.test_problems import PROBLEMS
from tests.families.tilings.drawn import board_of, engines_for, laid, table
from tests.naive_covering import puzzle_of


def check_engines(problem: Tilings) -> None:
    expected = puzzle_of(problem).coverings()
    rows = None
    for other in engines_for(problem):
        found = table(other, [()])
        tilings = laid(other, found)
        assert set(tilings) == expected
        assert len(tilings) == len(expected)
        assert rows is None or found.equals(rows), (
            other.chosen_engine
        )  # in one batch in order, even
        rows = found
        counted, fast = other.count(), other.count(by_key=False)
        assert (counted.total, fast.total) == (len(expected), len(expected))
        assert counted.nodes == fast.nodes
        symmetries = Counter(found["symmetry"].to_pylist())
        assert counted.counts == {(name,): number for name, number in symmetries.items()}
    assert count_by_transfer_matrix(board_of(problem)) == len(expected)


@pytest.mark.parametrize(
    "asked", [("4x4", "domino, monomino:0"), ("3x4", "L-tromino, I-tromino:0, domino:0-2")]
)
def test_engines_agree_where_pieces_are_left_out(asked: tuple[str, str]) -> None:
    check_engines(Tilings(*asked))


@pytest.mark.parametrize(
    ("region", "pieces", "left"),
    [
        ("+++/+++/+++", "L-tromino:2, domino:1", 1),
        ("++++/++#+/++++", "L4:1, T4:1", 4),
        ("++/++", "domino:2", 0),
        ("+++/+##", "domino:0-1", None),
        ("+++/###", "domino:1", None),  # too few cells may stay empty
    ],
)
def test_areas_fix_the_number_of_empty_cells(region: str, pieces: str, left: int | None) -> None:
    problem = Tilings(region, pieces)
    assert problem.board.pieces[-1].most == left
    check_engines(problem)
    if left is not None and "#" not in region:
        same = Tilings(region.replace("+", "#"), f"{pieces}, monomino:{left}")
        assert problem.count().total == same.count().total


def test_cell_masks_of_pieces_that_reach_farther_than_a_word() -> None:
    """Bars of 8 and 7 cells down a frame of 11 columns span 78 and 67 bits."""
    problem = Tilings("###########" + 10 * "/...##", "1x8, 1x7, 1x3, L-tromino")
    assert problem.chosen_engine == "cell-masks"
    assert problem._trees[0].limits[cell_masks.TOO_FAR]
    check_engines(problem)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("region", "pieces"),
    [
        ("1x4", "[(0,0), (0,2)]"),
        ("2x4", "[(0,0), (0,2)], domino"),
        ("3x4", "[(0,0), (1,1)], monomino"),
        ("3x5", "[(0,0), (0,2)]:1, [(0,0), (1,1)]:2, I-tromino"),
        ("##.#/####/####", "[(0,0), (0,1), (0,3)], I4"),
    ],
)
def test_pieces_in_several_parts(region: str, pieces: str) -> None:
    check_engines(Tilings(region, pieces))


@pytest.mark.parametrize("problem", PROBLEMS["tilings"])
def test_rows_are_in_order_of_their_placements(problem: Tilings) -> None:
    placements = table(problem, [()])["placements"].to_pylist()
    assert placements == sorted(placements)
    assert len({tuple(row) for row in placements}) == len(placements)


@given(st.sampled_from(PROBLEMS["tilings"]))
def test_placements_can_be_left_out(problem: Tilings) -> None:
    told = {**problem.to_json(), "placements": False}
    bare, full = table(Tilings.from_json(told), [()]), table(problem, [()])
    assert bare.equals(full.drop_columns(["placements"]))


@pytest.mark.parametrize(
    "asked", [("4x5", "T4, L4, I4"), ("3x6", "pentominoes, domino"), ("3x4", "L-tromino, domino")]
)
def test_counts_by_pieces_and_their_uses_are_those_of_the_rows(asked: tuple[str, str]) -> None:
    problem = Tilings(*asked)
    names, coverings = (
        [piece.name for piece in problem.board.pieces],
        puzzle_of(problem).coverings(),
    )
    for name in names[:3]:
        by = (f"uses({name})", "pieces")
        (whole, *lines) = count_of(problem, by, "auto").totals(threads=1)
        expected = Counter(
            (sum(piece == names.index(name) for piece, _ in covering), len(covering))
            for covering in coverings
        )
        assert {(*(line.labels[each] for each in by),): line.count for line in lines} == expected
        assert whole.count == len(coverings) > 0


def test_a_barren_stretch_reports_its_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after some rows, when the batch is far from full."""
    monkeypatch.setattr(drive, "MOST_NODES", 1000)
    monkeypatch.setattr(drive, "LOOK_SECONDS", 0)
    problem = Tilings("3x20", "pentominoes", each_once=True, up_to_symmetry=True)
    batches = list(problem.batches([()]))
    assert sum(batch.nodes for batch in batches) == problem.count().nodes
    assert sum(batch.records.num_rows for batch in batches) == 2
    assert max(batch.nodes for batch in batches) < 3000


IMPOSSIBLE: list[tuple[Any, ...]] = [
    ("8x8", ", ".join(f"{letter}:1" for letter in "FILNPTUVWXYZ")),
    ("3x4", "L:2-4, X:3-9"),
    ("2x2", f"X:{10**17}-, monomino"),
    ("5x5", "domino"),
    ("13x13", "tetrominoes"),
]


@pytest.mark.parametrize("asked", IMPOSSIBLE)
def test_cells_that_cannot_add_up_are_a_count_of_0_in_all_ways(asked: tuple[Any, ...]) -> None:
    ways = [{}, {"up_to_symmetry": True}, {"limit": 1}, {"only": "pieces > 0"}]
    for more in ways if asked is IMPOSSIBLE[0] else ways[:-1]:
        problem = Tilings(*asked, **more)
        assert problem.count().total == problem.count(by_key=False).total == 0
        assert table(problem, [()]).num_rows == 0
        assert problem.expect(problem.probe((), 10, seed=1)).rows == 0
        assert [line.count for line in count_tilings(problem)] == [0]


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (
            ("2x2", "dihex"),
            {"engine": "cell-masks", "lattice": "hexagonal"},
            "Cell bitmasks are for tilings on the square lattice: use the engine option-bitsets",
        ),
        (
            ("4x4", [Piece("p", letters(SQUARE)["I4"]), Piece("p", letters(SQUARE)["O4"])]),
            {},
            "p is named twice: name a piece once",
        ),
    ])  # fmt: skip
def test_parameters_that_do_not_fit(arguments, options, sentence: str) -> None:
    with pytest.raises(ProblemError) as caught:
        Tilings(*arguments, **options)
    said = str(caught.value)
    assert said.startswith(sentence)
    assert said.endswith(".")
    assert "\n" not in said


def test_bitsets_that_memory_does_not_hold_are_refused() -> None:
    assert Tilings("1x20000", "domino:1-").chosen_engine == "dancing-links"
    with pytest.raises(ProblemError, match=r"MiB: use the engine dancing-links\.$"):
        Tilings("1x20000", "domino", engine="option-bitsets")


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Tilings("6x10", "pentominoes", each_once=True), "6x10 by 12 pieces, each once"),
        (
            Tilings("3x3", "X, I4:2", rotations=False),
            "3x3 by X, I4, each as often as given, not turned",
        ),
        (
            Tilings("3x3x3", "soma", lattice="cubic", up_to_symmetry=True),
            "3x3x3 (cubic) by 7 pieces, up to symmetry",
        ),
    ],
)
def test_problems_say_what_they_are(problem: Tilings, words: str) -> None:
    assert problem.describe() == f"tilings of {words}"
