"""Lattices from files: properties derived from outlines, and refusals."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from enumino.errors import ProblemError
from enumino.objects.lattice_files.definition import (
    FOLDER,
    Definition,
    read,
    shipped,
    shipped_names,
)
from enumino.objects.lattice_files.tiling import lattice_of

SQUARE_CELL = [[0, 0], [0, 2], [2, 2], [2, 0]]
TURN, MIRROR = {"matrix": [[0, -1], [1, 0]]}, {"matrix": [[1, 0], [0, -1]]}
HALF_TURN = {"matrix": [[-1, 0], [0, -1]], "shift": [3, 1]}
# Rows of parallelograms that lean to the right and to the left.
LEANING = {
    "periods": [[0, 2], [2, 0]],
    "cells": [[[0, 0], [2, 0], [3, 1], [1, 1]], [[1, 1], [3, 1], [2, 2], [0, 2]]],
}
TRIANGLE_TURN = {"matrix": [[0, -1], [1, -1]]}
TRIANGLES = {
    "periods": [[1, 0], [0, 1]],
    "cells": [[[0, 0], [0, 1], [1, 1]], [[0, 0], [1, 1], [1, 0]]],
}


def made(**changes: Any) -> Definition:
    """The definition of squares, with changes."""
    squares = {
        "name": "own",
        "polyforms": "polyowns",
        "periods": [[2, 0], [0, 2]],
        "cells": [SQUARE_CELL],
        "symmetries": [TURN, MIRROR],
    }
    return msgspec.convert(squares | changes, Definition)


CAIRO = shipped("cairo")
KITE = (FOLDER / "kite.toml").read_text()
# Groups of all kinds: whole ones, rotations only, glide reflections, none at all.
OTHERS = {
    "squares": made(),
    "turned squares": made(symmetries=[TURN]),
    "one mirror": made(symmetries=[MIRROR]),
    "diagonal mirror": made(symmetries=[{"matrix": [[0, 1], [1, 0]]}]),
    "no symmetry": made(symmetries=[]),
    "leaning": made(**LEANING, symmetries=[]),
    "leaning, half turns": made(**LEANING, symmetries=[HALF_TURN]),
    "leaning, reflected": made(**LEANING, symmetries=[MIRROR | {"shift": [0, 2]}]),
    "glides": msgspec.structs.replace(CAIRO, symmetries=CAIRO.symmetries[1:]),
    "triangles, third turns": made(**TRIANGLES, symmetries=[TRIANGLE_TURN]),
    "triangles, with a mirror": made(
        **TRIANGLES, symmetries=[TRIANGLE_TURN, {"matrix": [[0, 1], [1, 0]]}]
    ),
}
PLAIN = shipped_names()
ALL = {**{name: shipped(name) for name in PLAIN}, **OTHERS}


@pytest.mark.parametrize(
    ("definition", "reason"),
    [
        (made(periods=[[2, 0], [4, 0]]), "a period, which they must cover once, one of 0"),
        (made(cells=[[[0, 0], [2, 0], [0, 0]]]), "cells have an area of 0"),
        (made(cells=[[[0, 0], [0, 2], [3, 2], [1, 0]]]), "belongs to 1 cell"),
        (made(cells=[SQUARE_CELL] * 2, periods=[[4, 0], [0, 2]]), "overlap at a side"),
        (
            made(  # a square cut along both diagonals, every other square of the plane
                periods=[[2, 0], [1, 1]],
                cells=[
                    [[0, 0], [1, 0], [1, 1]],
                    [[0, 0], [1, 1], [0, 1]],
                    [[0, 0], [1, 0], [0, 1]],
                    [[1, 0], [1, 1], [0, 1]],
                ],
                symmetries=[],
            ),
            "cells 0 and 2 overlap at a side",
        ),
        (made(symmetries=[{"matrix": [[1, 0], [0, 2]]}]), "does not map the periods to periods"),
        (
            made(symmetries=[{"matrix": [[1, 0], [0, 1]], "shift": [1, 0]}]),
            "not map cell 0 to a cell",
        ),
        (
            made(
                periods=[[4, 0], [0, 2]],
                cells=[SQUARE_CELL, [[2, 0], [2, 2], [4, 2], [4, 0]]],
                symmetries=[],
            ),
            "a translation by less than a period",
        ),
        (made(symmetries=[{"matrix": [[1, 1], [0, 1]]}]), "does not map cell 0 to a cell"),
        (
            made(cells=[[[0, 0], [0, 1], [0, 2], [2, 2], [2, 1], [2, 0]]], symmetries=[]),
            "two neighbours share two sides",
        ),
    ],
)
def test_what_is_no_lattice_is_refused(definition: Definition, reason: str) -> None:
    with pytest.raises(ProblemError, match=reason):
        lattice_of(definition)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = 3", "Expected `str`"),
        ("name = " + "[" * 100_000, "does not describe a lattice"),
        (KITE.replace("[[0.5,", "[[nan,"), "Expected `float`"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ProblemError, match=reason):
        read(path)
    with pytest.raises(ProblemError, match=r"missing.toml cannot be read: No such file"):
        read(tmp_path / "missing.toml")
    assert read("kite").polyforms == "polykites"
