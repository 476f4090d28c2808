"""The checks of tiling rows: sound rows pass, and each kind of damage is reported."""

import itertools
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.rows import TilingRows
from tests.dataset_tools import faults, rows_found

COVERS = "does not cover the region with pieces side by side"
NUMBER = "has another number of pieces"
LISTED = "has other placements"
CLASS = "has another symmetry class"
ORBIT = "has another orbit"

STAIRS = "##...\n###..\n.###.\n..###\n...##"
PROBLEMS = [
    Tilings("4x4", "domino"),
    Tilings("4x4", "domino", up_to_symmetry=True),
    Tilings("4x4", "domino, monomino:2-4"),
    Tilings("4x5", "tetrominoes, monomino:0-4", at_most_once=True, up_to_symmetry=True),
    Tilings("5x5", "F, P, V, W, I, L, N, Y", at_most_once=True, up_to_symmetry=True),
    Tilings("3x4", "one-sided tetrominoes", up_to_symmetry=True),
    Tilings("3x4", "L4, I4", rotations=False),
    Tilings("3x4", "L4, I4, monomino", reflections=False, placements=False),
    Tilings(STAIRS, "L-tromino, domino, monomino:1-2", up_to_symmetry=True),
    Tilings("2x6", "hexominoes"),
    Tilings("1x1", "monomino"),
    Tilings("2x2x3", "dicube, tetracubes", up_to_symmetry=True, lattice="cubic"),
]


listed = cache(rows_found)


def rows_of(problem: Tilings) -> list[dict[str, Any]]:
    return [dict(row) for row in listed(problem)]


DAMAGE = {
    "a letter that there is not": ({"layout": lambda x: "?" + x[1:]}, COVERS),
    "a letter of four bytes": ({"layout": lambda x: x[:-1] + "🀄"}, COVERS),
    "no piece at all": ({"layout": lambda x: ""}, COVERS),
    "one piece more": ({"layout": lambda x: x + x[-1]}, COVERS),
    "fewer pieces": ({"pieces": lambda n: n - 1}, NUMBER),
    "no class": ({"symmetry": lambda x: "none" if x != "none" else "axis"}, CLASS),
    "a larger orbit": ({"orbit": lambda n: n + 1}, ORBIT),
    "one placement less": ({"placements": lambda x: x[:-1]}, LISTED),
    "placements the other way": ({"placements": lambda x: x[::-1]}, LISTED),
    "another placement": ({"placements": lambda x: [x[0] + 1, *x[1:]]}, LISTED),
}


@pytest.mark.slow
@pytest.mark.parametrize("problem", PROBLEMS)
def test_damage_is_reported(problem: Tilings) -> None:
    rows = rows_of(problem)
    for (changes, what), at in itertools.product(
        DAMAGE.values(), {0, len(rows) // 2, len(rows) - 1}
    ):
        if not changes.keys() <= rows[at].keys():
            continue
        changed = {column: change(rows[at][column]) for column, change in changes.items()}
        spoiled = [*rows[:at], rows[at] | changed, *rows[at + 1 :]]
        if spoiled != rows:  # a list of one, the other way
            assert faults(problem, spoiled) == [(what, at)]


@given(st.data(), st.sampled_from(PROBLEMS[:-2]))
def test_any_other_letter_is_reported(data: st.DataObject, problem: Tilings) -> None:
    """Another letter makes no tiling, or a tiling that is a duplicate or new."""
    rows = rows_of(problem)
    at = data.draw(st.integers(0, len(rows) - 1))
    layout = rows[at]["layout"]
    letters = sorted({letter for row in rows for letter in row["layout"]})
    place = data.draw(st.integers(0, len(layout) - 1))
    letter = data.draw(st.sampled_from(letters))
    wrong = layout[:place] + letter + layout[place + 1 :]
    rows[at] = rows[at] | {"layout": wrong}
    if wrong == layout:
        assert faults(problem, rows) == []
    elif "placements" in rows[at]:
        assert {row for _, row in faults(problem, rows)} == {at}


@pytest.mark.parametrize(
    ("asked", "made", "who"),
    [
        ("domino, monomino:0-2", "domino, monomino", "monomino"),
        ("domino:3-, monomino", "domino, monomino", "domino"),
        ("domino:1-, monomino:8", "domino, monomino", "monomino"),
        ("domino:2, monomino:8", "domino, monomino", "domino"),
        ("domino, monomino:0", "domino, monomino", "monomino"),
    ],
)
def test_pieces_used_too_often_or_too_seldom(asked: str, made: str, who: str) -> None:
    """Rows of a problem with the same pieces, so of the same letters, but free to use them."""
    problem, other = Tilings("3x4", asked), Tilings("3x4", made)
    good = {row["layout"] for row in rows_of(problem)}
    rows = rows_of(other)
    bad = [row for row in rows if row["layout"] not in good]
    assert good
    assert bad
    assert faults(problem, [row for row in rows if row["layout"] in good]) == []
    for row in bad[:: max(1, len(bad) // 20)]:
        told = faults(problem, [row])
        assert told
        assert all(what.startswith("uses ") for what, _ in told)
        assert all(what.endswith(" too often or too seldom") for what, _ in told)
    first = next(i for i, row in enumerate(rows) if row["layout"] not in good)
    assert min(row for _, row in faults(problem, rows)) == first
    assert any(who in what for what, _ in faults(problem, rows))


@pytest.mark.parametrize("problem", [p for p in PROBLEMS if p.up_to_symmetry])
def test_images_of_rows_that_stand_there_are_reported(problem: Tilings) -> None:
    """The image of a row represents the same tilings once more."""
    every = Tilings.from_json({**problem.to_json(), "up_to_symmetry": False})
    kept = {row["layout"]: row for row in rows_of(problem)}
    orbits = {row["symmetry"]: row["orbit"] for row in kept.values()}
    images = [
        row | {"orbit": orbits[row["symmetry"]]}
        for row in rows_of(every)
        if row["layout"] not in kept and row["symmetry"] in orbits
    ]
    assert images
    for image in images[:: max(1, len(images) // 50)]:
        assert ("is not the first of its images", 0) in faults(problem, [image])


@pytest.mark.parametrize("problem", PROBLEMS[:-1])
def test_tables_explain_the_rows(problem: Tilings) -> None:
    family = TilingRows(problem.to_json())
    tables = family.tables()
    letters = tables["orientations.parquet"].to_pylist()
    options = tables["options.parquet"].to_pylist()
    assert [row["orientation"] for row in letters] == list(range(len(letters)))
    assert [row["option"] for row in options] == list(range(len(options)))
    by_letter = {row["letter"]: row for row in letters}
    cells = problem.board.region.cells
    for row in options:
        lies = by_letter[row["letter"]]
        assert lies["piece"] == row["piece"]
        drawn = {
            (r, c)
            for r, line in enumerate(lies["drawing"].split("\n"))
            for c, x in enumerate(line)
            if x == "#"
        }
        covered = [cells[cell] for cell in row["cells"]]
        top, left = min(r for r, _ in covered), min(c for _, c in covered)
        assert {(r - top, c - left) for r, c in covered} == drawn
        assert (row["row"], row["col"]) == covered[0] == min(covered)
    for row in itertools.islice(rows_of(problem), 50):
        tiling = family.object_of(row)
        assert len(tiling) == row["pieces"]
        if problem.placements:
            listed = [options[option] for option in row["placements"]]
            assert "".join(option["letter"] for option in listed) == row["layout"]
            assert [tuple(cells[i] for i in option["cells"]) for option in listed] == [
                piece.cells for piece in tiling.pieces
            ]
