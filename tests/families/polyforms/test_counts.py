"""Counts of polyforms from the outside: published numbers, listings, checkpoints, the command."""

from collections import Counter
from typing import Any

import pytest

import enumino
from enumino.datasets.totals import Total
from enumino.errors import ProblemError
from enumino.families.polyforms.counts import PolyformCount, count_polyforms
from enumino.families.polyforms.families import POLYOMINOES, family_named
from enumino.objects.lattice import KINDS, SQUARE_CLASSES
from enumino.published import TOTAL
from tests.dataset_tools import Enumino, sentence
from tests.published import table

SIZES = {
    "polyominoes": 16,
    "polyhexes": 16,
    "polyiamonds": 12,
    "polyplets": 7,
    "polycubes": 6,
    "polysticks": 8,
}


def numbers(lines: list[Total]) -> dict[tuple[Any, ...], int]:
    """The numbers by size, kind, and symmetry class or total."""
    return {(n.labels["cells"], n.labels["kind"], n.symmetry): n.count for n in lines}


@pytest.mark.parametrize(("family", "most"), SIZES.items())
def test_everything_published_is_met(family: str, most: int) -> None:
    """One count has all kinds and classes: they are sums of the same numbers."""
    known, sizes = family_named(family), range(1, most + 1)
    counts = PolyformCount(known, sizes, by_symmetry=True).whole(threads=1).counts
    for kind in KINDS:
        lines = PolyformCount(known, sizes, kind, by_symmetry=True).lines(counts)
        assert [line for line in lines if line.agrees is False] == []
        agreeing = {line.oeis for line in lines if line.agrees}
        if kind == "free":
            numbers = known.sequences.numbers
            assert numbers["free", frozenset({TOTAL})] in agreeing
            keys = [("free", frozenset({f"symmetry {c}"})) for c in known.lattice.class_names]
            classes = {numbers[key] for key in keys if key in numbers}
            assert len(agreeing & classes) >= len(classes) // 2
        for cells in sizes:
            total, *classes = (n.count for n in lines if n.labels["cells"] == cells)
            assert sum(classes) == total
        totals = [line for line in lines if line.symmetry == TOTAL]
        assert sum(bool(line.agrees) for line in totals) > most // 2


@pytest.mark.parametrize("cells", [18, pytest.param(28, marks=pytest.mark.slow)])
def test_sweeps_of_half_turns_meet_what_is_published(cells: int) -> None:
    """Redelmeier 1981, Table 3, and longer sequences of the OEIS."""
    lines = enumino.count_polyominoes(range(1, cells + 1), by="symmetry")
    assert len(lines) == cells * (1 + len(SQUARE_CLASSES))
    assert [line for line in lines if line.agrees is False] == []
    assert all(line.agrees for line in lines if line.labels["cells"] <= 24)
    found = numbers(lines)
    for row_ in table("polyforms", "polyominoes/polyomino_symmetry_classes"):
        for name in SQUARE_CLASSES if int(row_["n"]) <= cells else ():
            assert found[int(row_["n"]), "free", str(name)] == int(row_[name])


def test_what_is_not_published_has_no_value() -> None:
    assert POLYOMINOES.published(1000, "free").value is None
    assert POLYOMINOES.published(1000, "free", symmetry="axis") == ("A006746", None)
    assert POLYOMINOES.published(8, "free", holes=0) == ("A000104", 363)


def test_published_tables_are_met() -> None:
    """The bounding boxes, and what is published by one column."""
    lines = enumino.count_polyominoes(range(1, 11), "fixed", by=("height", "width"))
    agreed = [line for line in lines if line.agrees and line.oeis.startswith("A0596")]
    rows = table("polyforms", "polyominoes/polyominoes_by_bounding_box")
    boxes = {(r["n"], *box) for r in rows for box in _both(r)}
    assert len(agreed) == len(boxes)
    rows = [
        r for r in table("polyforms", "polyominoes/polyominoes_by_column") if int(r["cells"]) <= 11
    ]
    for kind, column in {(r["kind"], r["column"]) for r in rows}:
        own = [r for r in rows if (r["kind"], r["column"]) == (kind, column)]
        found = enumino.count_polyominoes(range(1, 12), kind, by=column)  # type: ignore[arg-type]
        assert sum(bool(line.agrees) and column in line.labels for line in found) >= len(own)
        assert [line for line in found if line.agrees is False] == []


def _both(row: dict[str, str]) -> set[tuple[str, str]]:
    """The boxes of a published number: it is of the one and of the other turned."""
    return {(row["height"], row["width"]), (row["width"], row["height"])}


def test_published_numbers_without_holes_are_met() -> None:
    rows = {
        int(r["n"]): r for r in table("polyforms", "polyominoes/polyomino_without_holes_classes")
    }
    lines = enumino.count_polyominoes(range(1, 13), by=("holes", "symmetry"))
    for cells, published in rows.items():
        if cells > 12:
            continue
        own = {n.symmetry: n.count for n in lines
               if n.labels["cells"] == cells and n.labels.get("holes") == 0}  # fmt: skip
        assert sum(own.values()) == int(published["free"])
        for symmetry in SQUARE_CLASSES:
            name = "none_derived" if symmetry == "none" else str(symmetry)
            assert own.get(str(symmetry), 0) == int(published[name])


def test_formulas_have_no_values_of_sums(here: Enumino) -> None:
    """Totals of all classes, or of all numbers of parts, are objects that other lines count."""
    asked = ("count", "polyominoes", "--cells", "5", "--csv", "--quiet", "--by")
    told = [line.split(",") for line in here(*asked, "length(symmetry)").out.split()[1:]]
    assert {int(line[-5]): int(line[-4]) for line in told} == {3: 1, 4: 9, 5: 1, 6: 1, 7: 0}
    asked = ("count", "partitions", "--region", "3x3", "--parts", "2-3", "--quiet", "--by")
    assert here(*asked, "parts*2").out.split()[-6:] == ["3x3", "4", "53", "3x3", "6", "258"]
    assert "sizes has no numbers" in sentence(here(*asked, "length(sizes)"), 2)
    asked = ("count", "polyominoes", "--cells", "5", "--quiet", "--by")
    assert "write a formula" in sentence(here(*asked, "10**17+width"), 2)


def test_b_files_stand_alone_on_stdout(here: Enumino) -> None:
    sizes = ("--cells", "3-4", "--kind", "free", "--bfile", "-", "--quiet")
    assert here("count", "polyominoes", *sizes).out == "3 2\n4 5\n"
    assert here("count", "polyhexes", *sizes).out == "3 3\n4 7\n"
    by = ("polyominoes", "--cells", "8", "--by", "perimeter", "--bfile", "-", "--quiet")
    assert here("count", *by).out == "12 2\n14 21\n16 91\n18 255\n"
    halves = [each.replace("perimeter", "perimeter/2") for each in by]
    assert here("count", *halves).out == "6 2\n7 21\n8 91\n9 255\n"
    both = here("count", *by[:4], "perimeter,perimeter/2", "--csv", "--quiet").out
    assert [line.split(",")[2:5] for line in both.split()[1:3]] == [
        ["12", "6", "2"],
        ["14", "7", "21"],
    ]
    sides = Counter[tuple[int, ...]]()
    found = enumino.count_by_search(enumino.Polyominoes(8), by=["height", "width"]).counts
    for (low, high), number in found.items():
        sides[abs(high - low), max(low, high)] += number
    told = here("count", *by[:4], "abs(height - width),greatest(height,least(width, 99))", "--csv")
    lines = [[int(n) for n in line.split(",")[2:5]] for line in told.out.splitlines()[1:]]
    assert {(a, b): n for a, b, n in lines} == sides
    given = here("count", *by[:4], "cells,2*cells+2-perimeter", "--bfile", "-", "--quiet").out
    assert given == "0 255\n2 91\n4 21\n6 2\n"
    classes = here("count", *by[:4], "symmetry,perimeter", *by[5:])
    assert "no total for a b-file: leave symmetry out" in classes.err
    triangle = ("polyominoes", "--cells", "6-8", "--by", "holes", "--bfile", "-", "--quiet")
    head = "# T(n, k) by rows: n is cells from 6, k is holes from 0\n"
    assert here("count", *triangle).out == head + "1 35\n2 107\n3 1\n4 363\n5 6\n"


def test_other_polyforms_are_not_counted() -> None:
    with pytest.raises(ProblemError, match="no polyforms called 'polyhxes'"):
        count_polyforms("polyhxes", 3)
