"""Tilings up to symmetry, against naive ones."""

from math import comb

import pytest

from enumino.errors import ProblemError
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.objects.lattice import SQUARE
from enumino.objects.piece import Piece
from enumino.objects.piece_lists import parse
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from tests.families.tilings.drawn import USES, engines_for, laid, table
from tests.naive_covering import image, orbits, puzzle_of, square_class


def check_up_to_symmetry(problem: Tilings) -> None:
    puzzle = puzzle_of(problem)
    symmetries, everything = puzzle.symmetries(), puzzle.coverings()
    classes = orbits(everything, puzzle.symmetries_of_parts())
    assert set().union(*classes.values()) == everything
    rows = None
    for other in engines_for(problem):
        found = table(other, [()])
        kept = laid(other, found)
        assert {classes[tiling] for tiling in kept} == set(classes.values())
        assert len(kept) == len(set(classes.values())), "two of a class"
        for tiling, row in zip(kept, found.to_pylist(), strict=True):
            assert row["orbit"] == len(classes[tiling])
            fixing = [matrix for matrix, to in symmetries.items() if image(tiling, *to) == tiling]
            assert row["symmetry"] == square_class(fixing)
        assert sum(found["orbit"].to_pylist()) == len(everything)
        assert rows is None or found.equals(rows), other.chosen_engine
        rows = found
        assert other.count().total == other.count(by_key=False).total == len(kept)


def test_pieces_that_come_once_and_are_exchanged_by_reflections() -> None:
    """Which should come first?"""
    corner = Polyform([(0, 0), (1, 0), (2, 0), (2, 1)])
    pair = {"L": corner, "J": corner.moved(SQUARE.mirrors[0])}
    once = [Piece(name, shape, 1, 1, reflections=False) for name, shape in pair.items()]
    problem = Tilings("4x4", [*once, *parse("domino")])
    (line,) = count_tilings(problem, method="search", threads=1)
    assert line.count == len(puzzle_of(problem).coverings()) > 0
    check_up_to_symmetry(Tilings("4x4", problem.pieces, up_to_symmetry=True))


@pytest.mark.parametrize(
    ("region", "pieces", "use"),
    [
        ("5x5", "X, L, P, I, V", "each-once"),  # by piece: the X
        ("4x5", "I4, L4, O4, S4, T4", "each-once"),
        ("4x4", "L4:1, I4, O4, S4, T4", "any"),
        ("4x4", "one-sided tetrominoes", "at-most-once"),  # by cell
        ("4x4", "I4, L4, T4", "any"),
        ("2x8", "fixed tetrominoes", "any"),
        (".###.\n#####\n#####\n.###.", "L-tromino, I4, monomino:0-1", "any"),
        ("5x5", "I, N, P, F, W", "each-once"),
        ("3x5", "one-sided pentominoes", "at-most-once"),
        ("##..\n###.\n.###\n..##", "one-sided pentominoes", "any"),
        ("2x5", "P:1-2, I:1-2", "any"),  # no tiling
        ("3x5", "I:1, P:1-2, V:1-2, L:0-2", "any"),  # no piece more often than there is room for
        ("3x4", "L-tromino:4, domino", "any"),
        ("1x12", "domino, I-tromino", "any"),  # images that move nothing
        ("12x1", "domino, I-tromino", "any"),
        ("###\n###\n##.\n##.", "domino", "any"),  # no symmetry
        ("##.##.##\n##.##.##", "domino, monomino", "any"),  # boards that are exchanged
        ("##.##.##.#", "domino, monomino", "any"),  # which reflections of the lattice leave alone
        ("###.###\n###.###", "L-tromino, domino", "any"),
        ("###..##\n#.#.###\n###..##", "domino, L-tromino:0-2, monomino:0-2", "any"),
        ("++#.#++\n##..###", "L-tromino, domino", "any"),
        ("####.####\n####.####", "one-sided tetrominoes", "at-most-once"),
        ("##.##", "[(0,0), (0,3)], domino", "any"),  # a piece in both boards
    ],
)
def test_each_way_of_breaking_symmetry(region: str, pieces: str, use) -> None:
    check_up_to_symmetry(Tilings(Region.parse(region), pieces, **USES[use], up_to_symmetry=True))


@pytest.mark.parametrize(
    ("region", "pieces", "use", "most"),
    [
        ("6x10", "pentominoes", "each-once", 1.01),
        ("7x9", "L-tromino", "any", 2.7),
        ("4x9", "tetrominoes", "any", 2.7),
    ],
)
def test_few_images_are_searched(region: str, pieces: str, use, most: float) -> None:
    """Compare the nodes with the whole search divided by the order of the group."""
    whole = Tilings(region, pieces, **USES[use])
    problem = Tilings(region, pieces, **USES[use], up_to_symmetry=True)
    nodes = [each.count(by_key=False).nodes for each in (whole, problem)]
    assert nodes[1] * 4 <= most * nodes[0]


@pytest.mark.parametrize("board", ["###\n###", "##\n##\n##", "++#\n##."])
def test_equal_boards_hold_a_multiset_of_classes(board: str) -> None:
    """Of k boards with c classes each; four rectangles have 4! 4^4 = 6,144 symmetries."""
    lines, numbers = board.split("\n"), []
    for k in range(1, 5):
        region = "\n".join(".".join([line] * k) for line in lines)
        problem = Tilings(region, "L-tromino, domino", up_to_symmetry=True)
        numbers.append(problem.count().total)
    assert numbers == [comb(numbers[0] + k - 1, k) for k in range(1, 5)]


def test_parts_with_too_many_symmetries_are_refused() -> None:
    with pytest.raises(ProblemError, match=r"8 parts .* more than 16,383 symmetries together"):
        Tilings(".".join("########"), "monomino", up_to_symmetry=True).count()
