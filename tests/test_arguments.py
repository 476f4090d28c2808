"""Arguments from Python: NumPy numbers count as numbers, and nonsense is refused."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import enumino
from enumino import (
    CoverProblem,
    Covers,
    Piece,
    Polyform,
    Polyominoes,
    Region,
    Tatami,
    Tilings,
    Trominoes,
)
from enumino.arguments import consecutive
from enumino.errors import ProblemError
from enumino.families.tilings.dilates import dilates
from enumino.words import LONGEST, quoted, size

Number = Callable[[int], Any]

# What is made of numbers, in one way of writing these; JSON tells whether they became ints.
MADE: dict[str, Callable[[Number], Any]] = {
    "sizes": lambda n: Polyominoes(n(5)).to_json(),
    "several sizes": lambda n: Polyominoes([n(4), n(5)]).to_json(),
    "half mats": lambda n: Tatami("3x4", n(2)).to_json(),
    "from so many to so many": lambda n: Tatami("3x4", (n(1), n(3))).to_json(),
    "a board": lambda n: Trominoes(n(8), (n(3), n(2))).to_json(),
    "queens": lambda n: Covers("queens 6", limit=n(3)).to_json(),
    "a cover": lambda n: CoverProblem("ab", "", [[n(0)], [n(1)]]).options,
    "a rectangle": lambda n: Region.rectangle(n(2), n(3)).in_a_line(),
    "cells": lambda n: Region([(n(0), n(1)), (n(0), n(2))]).in_a_line(),
    "less a cell": lambda n: Region("2x2").without([(n(0), n(1))]).in_a_line(),
    "a polyomino": lambda n: Polyform([(n(0), n(0)), (n(0), n(1))]).cells,
    "a piece": lambda n: Tilings("3x3", [Piece("L", Polyform("##/#."), n(1), n(2))]).to_json(),
    "a count": lambda n: enumino.count_polyominoes(n(5), "free", threads=1)[0].count,
    "dilates": lambda n: [found.polyomino.cells for found in dilates(n(3), n(2))],
    "threads": lambda n: enumino.count_tatami("3x4", threads=n(2))[0].count,
}


@pytest.mark.parametrize("number", [np.int64, np.uint8])
@pytest.mark.parametrize("name", MADE)
def test_numbers_of_numpy_are_numbers(name: str, number: Number) -> None:
    assert json.dumps(MADE[name](number)) == json.dumps(MADE[name](int))


def test_arrays_of_numpy_are_lists() -> None:
    assert Polyominoes(np.arange(1, 5)) == Polyominoes(range(1, 5))
    assert Region(np.array([[0, 0], [0, 1]])) == Region("1x2")
    assert Trominoes(8, np.array([3, 2])) == Trominoes(8, [3, 2]) == Trominoes(8, (3, 2))


@given(st.integers(1, 40), st.integers(0, 5))
def test_sizes_are_a_range_however_they_are_given(lowest: int, more: int) -> None:
    sizes = range(lowest, lowest + more + 1)
    for way in (sizes, sizes[::-1], list(sizes), set(sizes), iter(sizes), np.array(sizes)):
        assert consecutive(way) == sizes
    assert more or consecutive(lowest) == sizes


COUNTS: dict[str, Callable[..., Any]] = {
    "enumerate_to": lambda root, **how: enumino.enumerate_to(root, Polyominoes(3), **how),
    "verify": lambda root, **how: enumino.verify(root, **how),
    "count_tatami": lambda root, **how: enumino.count_tatami("3x4", **how),
    "count_tilings": lambda root, **how: enumino.count_tilings(Tilings("4x4", "domino"), **how),
    "count_by_search": lambda root, **how: enumino.count_by_search(Polyominoes(5), **how),
}


THREADS = {
    0: "0 threads cannot be used: give 1 to 1,024",
    100_000: "100,000 threads cannot be used",
    "two": "not 'two'",
    10**20: "has more than 18 digits",
}


@pytest.mark.parametrize("name", COUNTS)
def test_threads_and_rows_that_cannot_be(name: str, tmp_path: Path) -> None:
    settings = [("threads", threads, told) for threads, told in THREADS.items()]
    if name == "enumerate_to":
        settings += [("rows_per_part", rows, r"\.$") for rows in (0, "many")]
    for setting, value, told in settings:
        with pytest.raises(ProblemError, match=told):
            COUNTS[name](tmp_path / "x", **{setting: value})
        assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        *(
            (lambda sizes=sizes: consecutive(sizes), "The range has more than 10,000 sizes")
            for sizes in ("1-10001", range(1, 10**17), itertools.count(1))
        ),
        (lambda: Polyominoes("five"), "'five' is not a number or a range: write 8 or 1-12"),
        (lambda: Polyominoes(5, "x" * 10_000), r"no 'x+\.\.\.' \(10,000 characters\) polyominoes"),
        (lambda: enumino.count_polyominoes([]), "is empty"),
        (lambda: Polyominoes([1, 3]), "not consecutive: give every size from 1 to 3"),
        (lambda: enumino.count_polyominoes(5, by=5), "no counts by '5': choose from cells"),
        (lambda: Tatami(5), "5 is not a room"),
        (lambda: Tilings("3x4", 5), "not Region"),
        (lambda: Tilings(5, "domino"), "not 5 and 'domino'"),
        (lambda: Region(5), "Cells are pairs of whole numbers"),
        (lambda: Region.rectangle(10**5000, 3), "has more than 18 digits"),
        (lambda: list(dilates(2.5, 2)), "The number of cells"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(ProblemError, match=told) as raised:
        make()
    assert len(str(raised.value)) < 400


@given(st.text("aß'\n\x00\ud800") | st.binary() | st.lists(st.integers()))
def test_what_is_quoted_is_short(value: Any) -> None:
    assert len(quoted(value)) <= LONGEST + 30 or "\\" in quoted(value)
    if len(repr(value)) <= LONGEST:
        assert quoted(value) == repr(value)


@given(st.integers(0, 10**13))
def test_sizes_are_told_in_units_that_suit(count: int) -> None:
    number, unit = size(count).split()
    scale = {"byte": 1, "bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}[unit]
    told = float(number.replace(",", ""))
    assert abs(told * scale - count) <= 0.051 * scale
    assert told >= 1 or count == 0
    assert told < 1000 or unit == "GB"


HALF = "\ud800"


@pytest.mark.parametrize("parameters", [{"name": HALF}, {HALF: 1}, {"names": [["a", {"b": HALF}]]}])
def test_nothing_is_written_of_a_problem_that_no_file_can_hold(
    parameters: dict[str, Any], tmp_path: Path
) -> None:
    """Families of other packages need not look at their names themselves."""
    described = {**Tilings("2x2", "domino").to_json(), **parameters}
    problem = type("Strange", (Tilings,), {"to_json": lambda _: described})("2x2", "domino")
    with pytest.raises(ProblemError, match="which is not valid Unicode"):
        enumino.enumerate_to(tmp_path / "d", problem)
    assert not list(tmp_path.rglob("*.json"))
