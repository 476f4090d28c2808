"""One checkpoint folder serves counts of other sizes: fewer are there, more join them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import enumino
from enumino.errors import DatasetError
from enumino.run.checkpoints import described
from enumino.run.events import Event, Started
from tests.looping import each

pytestmark = pytest.mark.slow

COUNTS: dict[str, Callable[..., Any]] = {
    "polyominoes": lambda cells, **how: enumino.count_polyominoes(cells, "free", **how),
    "by columns": lambda cells, **how: enumino.count_polyominoes(cells, by="holes", **how),
    "without holes": lambda cells, **how: enumino.count_polyominoes(
        cells, without_holes=True, **how
    ),
    "polyhexes": lambda cells, **how: enumino.count_polyforms("polyhexes", cells, **how),
}


def run(
    count: Callable[..., Any], cells: range, folder: Path | None = None
) -> tuple[Any, int, int]:
    """The numbers, and how many tasks were done before and are there in all."""
    heard: list[Event] = []
    more = {} if folder is None else {"checkpoint": folder}
    found = count(cells, in_process=True, on_event=heard.append, **more)
    (started,) = (event for event in heard if isinstance(event, Started))
    return list(found), len(started.done), len(started.tasks)


@pytest.mark.parametrize("name", COUNTS)
def test_a_finished_count_serves_fewer_sizes(name: str, tmp_path: Path) -> None:
    count = COUNTS[name]
    _, before, tasks = run(count, range(1, 8), tmp_path)
    assert before == 0
    for cells in (range(1, 7), range(3, 8), range(5, 6)):
        found, done, all_tasks = run(count, cells, tmp_path)
        assert done == all_tasks == tasks
        assert found == run(count, cells)[0]


@pytest.mark.parametrize("name", COUNTS)
def test_more_sizes_join_those_that_are_there(name: str, tmp_path: Path) -> None:
    count = COUNTS[name]
    first = run(count, range(1, 6), tmp_path)[0]
    more, done, _ = run(count, range(1, 8), tmp_path)
    assert done == 0
    assert more == run(count, range(1, 8))[0]
    assert run(count, range(1, 6), tmp_path)[0] == first
    again, done, tasks = run(count, range(1, 8), tmp_path)
    assert (again, done) == (more, tasks)
    assert run(count, range(2, 7), tmp_path)[1] > 0


def test_what_is_not_finished_serves_no_fewer_sizes(tmp_path: Path) -> None:
    count = COUNTS["polyominoes"]
    run(count, range(1, 8), tmp_path)
    next((tmp_path / "parts").iterdir()).unlink()
    found, done, _ = run(count, range(1, 7), tmp_path)
    assert done == 0
    assert found == run(count, range(1, 7))[0]


def test_another_count_is_refused_in_words(tmp_path: Path) -> None:
    enumino.count_polyominoes(range(1, 8), "free", checkpoint=tmp_path)
    sentence = (
        "that of free polyominoes of 1 to 7 cells, by the method search, not that of fixed "
        "polyominoes of 1 to 9 cells, by the method search: choose another folder"
    )
    with pytest.raises(DatasetError, match=sentence):
        enumino.count_polyominoes(range(1, 10), "fixed", checkpoint=tmp_path)


@each(
    ("count", "words"),
    [
        ({"family": "polyhexes", "cells": [5, 5], "kind": None}, "fixed, one-sided and free poly"),
        ({"family": "polyominoes", "cells": [1, 9], "kinds": "all", "by": ["holes", "width"],
          "method": "walk"}, "1 to 9 cells, by holes and width, by the method walk"),
        ({"family": "polyominoes", "cells": [1, 3], "kind": "fixed", "without_holes": True},
         "fixed polyominoes without holes of 1 to 3 cells"),
        ({"problem": enumino.Tatami("4x5").to_json(), "by": ["symmetry"]}, "4x5, by symmetry"),
        ({"problem": {"family": "gone"}, "tree_version": 1}, "gone"),
    ],
)  # fmt: skip
def test_counts_are_described(count: dict[str, Any], words: str) -> None:
    assert words in described(count)
