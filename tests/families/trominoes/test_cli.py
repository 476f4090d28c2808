"""Trominoes on the command line: boards printed, listed, verified, shown, counted."""

import json
from itertools import product

from tests.dataset_tools import Enumino, Listed

ENUMERATE = ["enumerate", "trominoes", "--board"]
BOARD = """\
 3  3  4  4  8  8  9  9
 3  2  2  4  8  7  7  9
 5  2  6  6 10 10  7 11
 5  5  .  6  1 10 11 11
13 13 14  1  1 18 19 19
13 12 14 14 18 18 17 19
15 12 12 16 20 17 17 21
15 15 16 16 20 20 21 21
"""


def test_a_board_is_printed_as_the_construction_numbers_it(here: Enumino) -> None:
    done = here(*ENUMERATE, "8", "--missing", "3,2")
    assert done == (0, BOARD, "tromino coverings of 8x8 without the cell 3,2\n")
    assert here(*ENUMERATE, "8", "--missing", "3,2", "--quiet") == (0, BOARD, "")


def test_a_printed_board_as_json(here: Enumino) -> None:
    said = json.loads(here(*ENUMERATE, "8", "--missing", "3,2", "--json").out)
    assert said["problem"] == {"family": "trominoes", "board": 8, "missing": "3,2"}
    numbers = [[0 if n == "." else int(n) for n in row.split()] for row in BOARD.splitlines()]
    assert said["numbers"] == numbers


def test_a_random_cell_goes_with_its_seed(here: Enumino) -> None:
    printed = [
        here(*ENUMERATE, "64", "--missing", "random", "--seed", str(seed)) for seed in (1, 1, 2, 3)
    ]
    assert all(done.code == 0 for done in printed)
    assert printed[0] == printed[1]
    assert len({done.out for done in printed}) == 3
    for done in printed:
        rows = [line.split() for line in done.out.splitlines()]
        cell = next((r, c) for r, c in product(range(64), repeat=2) if rows[r][c] == ".")
        assert done.err.endswith(f"without the cell {cell[0]},{cell[1]}\n")
        numbers = sorted(int(n) for row in rows for n in row if n != ".")
        assert numbers == [n for n in range(1, 1366) for _ in range(3)]
        assert len({len(line) for line in done.out.splitlines()}) == 1


def test_boards_are_shown_by_outlines(here: Enumino, listed: Listed) -> None:
    root, _ = listed(*ENUMERATE, "8")
    at = ["--where", "missing_row = 3 and missing_col = 2"]
    drawn = here("show", root, *at)
    assert drawn.out.splitlines()[0] == "┌" + "───────┬" * 3 + "───────┐"
    assert len(drawn.out.splitlines()) == 17
