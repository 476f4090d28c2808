"""The columns of tilings: against an oracle that moves sets of cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.kernels.exact_cover import _layouts, tiling_rows
from enumino.families.tilings import row_search
from enumino.objects import lattice
from enumino.objects.lattice import SQUARE_CLASSES, Cell
from tests.looping import each
from tests.naive_square import IMAGES

CLASSES = SQUARE_CLASSES
LETTERS = "HÜ→V🂡éabcdefghijklmnopqrstuvwxyz"

Shape = tuple[Cell, ...]
MONOMINO = {"m": [((0, 0),)]}
DOMINOES = {"d": [((0, 0), (0, 1)), ((0, 0), (1, 0))]}
CORNERS = {
    "L": [
        ((0, 0), (0, 1), (1, 0)),
        ((0, 0), (0, 1), (1, 1)),
        ((0, 0), (1, -1), (1, 0)),
        ((0, 0), (1, 0), (1, 1)),
    ]
}
SQUARE = {"O": [((0, 0), (0, 1), (1, 0), (1, 1))]}
SKEW = {"S": [((0, 0), (0, 1), (1, -1), (1, 0)), ((0, 0), (1, 0), (1, 1), (2, 1))]}
NOTHING = np.zeros(0, np.int64)
ALIKE = {"red": DOMINOES["d"], "blue": DOMINOES["d"]}


class Board:
    """A region, pieces in their orientations, and everything about them by brute force."""

    def __init__(self, drawing: str, pieces: dict[str, list[Shape]]) -> None:
        lines = drawing.split()
        self.cells = [
            (r, c) for r, line in enumerate(lines) for c, x in enumerate(line) if x == "#"
        ]
        self.height, self.width = len(lines), len(lines[0])
        number = {cell: i for i, cell in enumerate(self.cells)}
        turned = [(name, shape) for name, shapes in pieces.items() for shape in shapes]
        placed = sorted(
            (number[r, c], orientation, name, tuple(sorted(number[cell] for cell in cells)))
            for r, c in self.cells
            for orientation, (name, shape) in enumerate(turned)
            for cells in [[(r + dr, c + dc) for dr, dc in shape]]
            if all(cell in number for cell in cells)
        )
        self.options = [cells for _, _, _, cells in placed]
        self.letters = [LETTERS[orientation] for _, orientation, _, _ in placed]
        self.names = [name for _, _, name, _ in placed]
        known = {(name, cells): i for i, (_, _, name, cells) in enumerate(placed)}
        self.images: dict[int, list[int]] = {}
        self.option_images: dict[int, list[int]] = {}
        for code, move in enumerate(IMAGES):
            moved = [move(r, c, self.height, self.width) for r, c in self.cells]
            if set(moved) != set(self.cells):
                continue
            image = [number[cell] for cell in moved]
            options = [
                known.get((name, tuple(sorted(image[cell] for cell in cells))))
                for _, _, name, cells in placed
            ]
            if None not in options:
                self.images[code], self.option_images[code] = image, options

    def tilings(self, covered: frozenset[int] = frozenset()) -> list[tuple[int, ...]]:
        """All tilings, as ascending lists of options, in order."""
        if len(covered) == len(self.cells):
            return [()]
        cell = min(set(range(len(self.cells))) - covered)
        return [
            (option, *rest)
            for option, cells in enumerate(self.options)
            if cells[0] == cell and not covered & set(cells)
            for rest in self.tilings(covered | set(cells))
        ]

    def subgroups(self) -> list[tuple[int, ...]]:
        """Every subgroup of the symmetries, without the identity."""
        square = list(product(range(3), repeat=2))
        identity = tuple(range(9))
        maps = [tuple(square.index(move(r, c, 3, 3)) for r, c in square) for move in IMAGES]
        found = []
        for size in range(len(self.images) + 1):
            for subset in combinations(self.images, size):
                elements = {identity} | {maps[code] for code in subset}
                if all(tuple(a[i] for i in b) in elements for a, b in product(elements, repeat=2)):
                    found.append(subset)
        return found

    def moved(self, tiling: tuple[int, ...], code: int) -> tuple[int, ...]:
        return tuple(sorted(self.option_images[code][option] for option in tiling))

    def images_of(self, tiling: tuple[int, ...], allowed: tuple[int, ...]) -> set[tuple[int, ...]]:
        return {tiling} | {self.moved(tiling, code) for code in allowed}

    def row(self, tiling: tuple[int, ...], allowed: tuple[int, ...], orbit: int) -> tuple:
        """The row of a tiling: layout, placements, pieces, symmetry class, orbit."""
        fixed = [code in allowed and self.moved(tiling, code) == tiling for code in range(7)]
        return (
            "".join(self.letters[option] for option in tiling),
            tiling,
            len(tiling),
            CLASSES.index(lattice.SQUARE.class_of(fixed).name),
            orbit,
        )

    def rows(
        self,
        allowed: tuple[int, ...],
        forced: tuple[int, ...],
        up_to_symmetry: bool,
        landmark: int | str = 0,
    ) -> list[tuple]:
        """The rows that `write` should make of all tilings with the forced options, in order."""
        kept = []
        for tiling in self.tilings():
            images = self.images_of(tiling, allowed)
            seen = [image for image in images if set(forced) <= set(image)]
            if not up_to_symmetry:
                kept.append(self.row(tiling, allowed, 1))
            elif tiling in seen and tiling == min(seen):
                first = min(images, key=lambda image: (self.option_at(landmark, image), image))
                kept.append(self.row(first, allowed, len(images)))
        return kept

    def option_at(self, landmark: int | str, tiling: tuple[int, ...]) -> int:
        """The option on a cell, or that of a piece."""
        if isinstance(landmark, str):
            (found,) = (option for option in tiling if self.names[option] == landmark)
        else:
            (found,) = (option for option in tiling if landmark in self.options[option])
        return found

    def tables(self, allowed: tuple[int, ...], landmark: int | str = 0) -> _layouts.Tables:
        letters = [letter.encode() for letter in self.letters]
        return row_search.new_tables(
            len(self.cells),
            np.cumsum([0, *map(len, self.options)], dtype=np.int64),
            np.array([cell for cells in self.options for cell in cells], np.int32),
            np.array([list(letter.ljust(4)) for letter in letters], np.uint8),
            np.array([len(letter) for letter in letters], np.uint8),
            np.array([self.images[code] for code in allowed], np.int64),
            np.array(allowed, np.int64),
            np.array([self.option_images[code] for code in allowed], np.int32),
            at_piece=[name == landmark for name in self.names],
            at_cell=[] if isinstance(landmark, str) else [landmark],
        )


@cache
def board(name: str) -> Board:
    drawing, *pieces = BOARDS[name]
    merged: dict[str, list[Shape]] = {}
    for piece in pieces:
        merged |= piece
    return Board(drawing, merged)


BOARDS = {
    "a cell": ("#", MONOMINO),
    "1x4 dominoes and monominoes": ("####", MONOMINO, DOMINOES),
    "2x2 dominoes": ("## ##", DOMINOES),
    "2x3 dominoes and monominoes": ("### ###", MONOMINO, DOMINOES),
    "3x3 corners": ("### ### ###", CORNERS, MONOMINO),
    "4x3 skew, one-sided": ("### ### ### ###", SKEW, DOMINOES),
    "3x3 skew, one-sided": ("### ### ###", SKEW, MONOMINO),
    "4x4 dominoes": ("#### #### #### ####", DOMINOES),
    "4x4 corners and squares": ("#### #### #### ####", CORNERS, SQUARE),
    "2x3 dominoes of two colours": ("### ###", ALIKE),
    "a diagonal region": ("##. ### .##", MONOMINO, CORNERS, DOMINOES),
    "2x6 dominoes": ("###### ######", DOMINOES),
}


def packed(tilings: list[tuple[int, ...]]) -> tuple[np.ndarray, np.ndarray]:
    offsets = np.cumsum([0, *map(len, tilings)], dtype=np.int32)
    return np.array([option for tiling in tilings for option in tiling], np.int32), offsets


def as_rows(out: tiling_rows.Columns, filled: int) -> list[tuple]:
    layouts, places = out.layout_offsets.tolist(), out.placement_offsets.tolist()
    return [
        (
            out.layout[layouts[i] : layouts[i + 1]].tobytes().decode(),
            tuple(out.placements[places[i] : places[i + 1]].tolist()),
            int(out.pieces[i]),
            int(out.symmetry[i]),
            int(out.orbit[i]),
        )
        for i in range(filled)
    ]


def columns(tilings: list[tuple[int, ...]], wide: bool = False) -> tiling_rows.Columns:
    pieces = sum(map(len, tilings))
    return tiling_rows.new_columns(len(tilings), 4 * pieces, pieces, wide)


def making_rows(up_to_symmetry: bool) -> tuple[Callable, Callable]:
    """The kernels that make rows, and count them."""
    if up_to_symmetry:
        return tiling_rows.write_classes, tiling_rows.tally_classes
    return tiling_rows.write_all, tiling_rows.tally_all


def written(
    board: Board,
    allowed: tuple[int, ...],
    tilings: list[tuple[int, ...]],
    forced: tuple[int, ...] = (),
    up_to_symmetry: bool = False,
    wide: bool = False,
    landmark: int | str = 0,
) -> list[tuple]:
    tables = board.tables(allowed, landmark)
    out = columns(tilings, wide)
    scratch = _layouts.new_scratch(tables)
    found = (tables, scratch, *packed(tilings), 0, len(tilings))
    how = (np.array(forced, np.int64), np.arange(len(allowed)))
    write, tally = making_rows(up_to_symmetry)
    rows = as_rows(out, write(*found, *how, out, 0))
    counts = np.zeros(len(CLASSES), np.int64)
    tally(*found, *how, counts)
    assert (
        counts.tolist()
        == np.bincount(np.array([row[3] for row in rows], int), minlength=len(CLASSES)).tolist()
    )
    return rows


@each("name", BOARDS)
def test_rows_equal_the_oracle_under_every_subgroup(name: str) -> None:
    problem = board(name)
    subgroups = problem.subgroups()
    assert len(subgroups) in (2, 3, 5, 10)
    tilings = problem.tilings()
    for allowed in subgroups:
        assert written(problem, allowed, tilings) == problem.rows(allowed, (), False)
        kept = written(problem, allowed, tilings, up_to_symmetry=True)
        assert kept == problem.rows(allowed, (), True)
        assert sum(row[-1] for row in kept) == len(tilings)


@pytest.mark.parametrize("name", ["2x3 dominoes and monominoes", "4x4 dominoes", "3x3 corners"])
def test_a_forced_option_picks_the_smallest_of_the_images_that_contain_it(name: str) -> None:
    problem = board(name)
    for allowed in problem.subgroups():
        for forced in range(0, len(problem.options), 2):
            expected = problem.rows(allowed, (forced,), True)
            # A search that is broken by symmetry gives the tilings with the option, and no others;
            # should it give all of them, those without it are left out.
            with_it = [tiling for tiling in problem.tilings() if forced in tiling]
            for tilings in (with_it, problem.tilings()):
                assert written(problem, allowed, tilings, (forced,), True) == expected


@pytest.mark.parametrize("name", ["2x3 dominoes and monominoes", "3x3 skew, one-sided"])
def test_several_options_are_forced(name: str) -> None:
    problem = board(name)
    tilings = problem.tilings()
    for allowed in problem.subgroups():
        for forced in {pair for tiling in tilings for pair in combinations(tiling, 2)}:
            expected = problem.rows(allowed, forced, True)
            assert written(problem, allowed, tilings, forced, True) == expected


@pytest.mark.parametrize("name", ["4x4 dominoes", "3x3 corners", "2x3 dominoes of two colours"])
def test_what_is_written_represents_all_images_whichever_was_found(name: str) -> None:
    problem = board(name)
    tilings = problem.tilings()
    for allowed, landmark in product(problem.subgroups(), range(0, len(problem.cells), 3)):
        expected = problem.rows(allowed, (), True, landmark)
        assert written(problem, allowed, tilings, (), True, landmark=landmark) == expected
        for tiling in tilings:
            ((*row,),) = written(problem, allowed, [tiling], tiling, True, landmark=landmark)
            assert tuple(row) in expected


def test_images_are_compared_at_a_piece_first() -> None:
    problem = board("4x4 corners and squares")
    with_one = [t for t in problem.tilings() if [problem.names[o] for o in t].count("O") == 1]
    assert len(with_one) == 5
    for allowed in problem.subgroups():
        images = {
            min(problem.images_of(tiling, allowed), key=lambda t: (problem.option_at("O", t), t))
            for tiling in with_one
        }
        rows = written(problem, allowed, with_one, (), True, landmark="O")
        assert {row[1] for row in rows} == images


@given(st.randoms(use_true_random=False), st.booleans(), st.booleans())
def test_order_of_options_windows_and_widths_change_nothing(random, up_to_symmetry, wide) -> None:
    problem = board("2x3 dominoes and monominoes")
    allowed = random.choice(problem.subgroups())
    tilings = problem.tilings()
    random.shuffle(tilings)
    shuffled = [tuple(random.sample(tiling, len(tiling))) for tiling in tilings]
    options, offsets = packed(shuffled)
    tables = problem.tables(allowed)
    scratch, out = _layouts.new_scratch(tables), columns(tilings, wide)
    among, (write, _) = np.arange(len(allowed)), making_rows(up_to_symmetry)
    filled = at = 0
    while at < len(tilings):
        end = min(len(tilings), at + random.choice([1, 2, 7]))
        filled = write(tables, scratch, options, offsets, at, end, NOTHING, among, out, filled)
        at = end
    expected = {row[1]: row for row in problem.rows(allowed, (), up_to_symmetry)}
    rows = as_rows(out, filled)
    assert rows == [expected[tiling] for tiling in tilings if tiling in expected]
    in_order = tiling_rows.order(out, filled)
    assert [rows[i] for i in in_order] == sorted(rows, key=lambda row: row[1])
    ascending = all(a[1] < b[1] for a, b in pairwise(rows))
    assert tiling_rows.is_sorted(out, filled) == ascending


def ranked(lists: list[tuple[int, ...]], wide: bool = True) -> tuple[bool, list[int]]:
    """Whether the lists are sorted, and their order, by the kernel."""
    out = columns(lists, wide)
    out.placements[:], out.placement_offsets[:] = packed(lists)
    order = tiling_rows.order(out, len(lists))
    return bool(tiling_rows.is_sorted(out, len(lists))), order.tolist()


@given(
    st.lists(st.lists(st.integers(0, 2**31 - 1), min_size=6, max_size=6).map(tuple), unique=True)
)
def test_order_of_long_numbers_needs_several_words(lists: list[tuple[int, ...]]) -> None:
    is_sorted, order = ranked(lists)
    assert [lists[i] for i in order] == sorted(lists)
    assert is_sorted == (lists == sorted(lists))


@given(st.lists(st.lists(st.integers(0, 3), min_size=40, max_size=40).map(tuple), unique=True))
def test_order_of_rows_that_differ_late(lists: list[tuple[int, ...]]) -> None:
    alike = [(7,) * 30 + row for row in lists]
    is_sorted, order = ranked(alike, wide=False)
    assert [alike[i] for i in order] == sorted(alike)
    assert is_sorted == (alike == sorted(alike))


def test_few_rows_are_sorted_and_equal_ones_are_not() -> None:
    assert ranked([]) == (True, [])
    assert ranked([(3, 1)]) == (True, [0])
    assert ranked([(3, 1), (3, 1)])[0] is False
    assert ranked([(1, 3), (1, 3, 4)])[0] is True
    assert ranked([(1, 3, 4), (1, 3)])[0] is False
