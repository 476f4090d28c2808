"""Facts about shapes: definitions in plain Python, other code in NumPy, published numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import enumino
from enumino.families.polyforms.columns import facts_counted
from enumino.families.polyforms.facts import ShapeFacts
from enumino.objects.lattice import SQUARE, Lattice
from enumino.registry import rows_of
from enumino.run.counting import count_by_search
from tests.dataset_tools import Enumino, rewrite_part, sentence
from tests.looping import each

Cells = set[tuple[int, ...]]

PROBLEMS = [
    enumino.Polyominoes(range(1, 9)),
    enumino.Polyominoes(range(1, 7), "one-sided"),
    enumino.Polyominoes(range(1, 6), "fixed"),
    enumino.Polyominoes(16, symmetry="all"),
    enumino.Polyhexes(range(1, 7)),
    enumino.Polyiamonds(range(1, 9)),
    enumino.Polycubes(range(1, 6)),
    enumino.Polyplets(range(1, 5)),
    enumino.Polysticks(range(1, 5)),
]


def rows_and_facts(problem: enumino.Polyominoes) -> tuple[pa.RecordBatch, ShapeFacts]:
    """The rows of a problem with their facts beside them, and the set of facts."""
    (rows,) = [batch.records for batch in problem.batches([()]) if batch.records.num_rows]
    facts = ShapeFacts().about(rows_of(problem.to_json()))
    read = rows.select([name for name in facts.reads if name in rows.schema.names])
    found = facts.compute(read)
    others = {c.name: pa.array(found[c.name]) for c in facts.columns}
    plain = {name: rows.column(name) for name in rows.schema.names if name != "symmetry"}
    return pa.record_batch(plain | others), facts


# Definitions, taken literally.


def reached(lattice: Lattice, cells: Cells, blocked: tuple[int, ...] | None = None) -> int:
    """The number of cells that can be reached from one, without a blocked one."""
    rest = cells - {blocked}
    todo = [next(iter(rest))] if rest else []
    seen = {*todo}
    while todo:
        new = {*lattice.neighbours(todo.pop())} & rest - seen
        seen |= new
        todo += new
    return len(seen)


def spanning_trees(lattice: Lattice, cells: Cells) -> int:
    """The number of trees, by Kirchhoff's theorem in fractions."""
    order = sorted(cells)[1:]
    rows = [
        [
            Fraction(
                len({*lattice.neighbours(a)} & cells) if a == b else -(b in lattice.neighbours(a))
            )
            for b in order
        ]
        for a in order
    ]
    found = Fraction(1)
    for k in range(len(rows)):
        found *= rows[k][k]
        for i in range(k + 1, len(rows)):
            share = rows[i][k] / rows[k][k]
            rows[i] = [x - share * y for x, y in zip(rows[i], rows[k], strict=True)]
    return int(found)


def facts_of_graph(lattice: Lattice, cells: Cells) -> dict[str, Any]:
    degrees = [len({*lattice.neighbours(cell)} & cells) for cell in cells]
    edges = sum(degrees) // 2
    tree = edges == len(cells) - 1
    cut = [reached(lattice, cells, cell) < len(cells) - 1 for cell in cells]
    return {
        "edges": edges,
        "tree": tree,
        "snake": tree and max(degrees) <= 2,
        "cut_cells": sum(cut),
        "spanning_trees": spanning_trees(lattice, cells),
    }


def row_convex(cells: Cells) -> bool:
    return all((r, c) in cells for (r, a), (s, b) in combinations(sorted(cells), 2) if r == s
               for c in range(a, b))  # fmt: skip


def turned(cells: Cells) -> Cells:
    return {(c, -r) for r, c in cells}


def images(cells: Cells, kind: str) -> set[frozenset[tuple[int, ...]]]:
    """The different images that count as the same, moved to the corner."""
    found = set()
    for mirrored in (False, True) if kind == "free" else (False,):
        image = {(r, -c) for r, c in cells} if mirrored else cells
        for _ in range(1 if kind == "fixed" else 4):
            r, c = (min(axis) for axis in zip(*image, strict=True))
            found.add(frozenset((a - r, b - c) for a, b in image))
            image = turned(image)
    return found


def coloured(cells: Cells, colour: int) -> frozenset[frozenset[tuple[int, ...]]]:
    """The images of a shape on a chessboard: cells with their colours."""
    found = []
    for mirrored in (False, True):
        image = {(r, -c if mirrored else c, (r + c + colour) % 2) for r, c in cells}
        for _ in range(4):
            image = {(c, -r, black) for r, c, black in image}
            top, left = (min(axis) for axis in [*zip(*image, strict=True)][:2])
            found.append(frozenset((r - top, c - left, black) for r, c, black in image))
    return frozenset(found)


def rectangular(cells: Cells) -> frozenset[frozenset[tuple[int, ...]]]:
    """The images of a shape of rectangular cells."""
    found = []
    for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        image = {(down * r, right * c) for r, c in cells}
        top, left = (min(axis) for axis in zip(*image, strict=True))
        found.append(frozenset((r - top, c - left) for r, c in image))
    return frozenset(found)


def column_convex(cells: Cells) -> bool:
    return row_convex(turned(cells))


def directed(cells: Cells) -> bool:
    return sum((r - 1, c) not in cells and (r, c - 1) not in cells for r, c in cells) == 1


def directed_convex(cells: Cells) -> bool:
    return row_convex(cells) and column_convex(cells) and directed(cells)


def parallelogram(cells: Cells) -> bool:
    return directed_convex(cells) and directed_convex(turned(turned(cells)))


def encloses_nothing(cells: Cells) -> bool:
    """Whether steps of a king lead from outside to all empty places of the box."""
    high, wide = (max(axis) + 2 for axis in zip(*cells, strict=True))
    todo, seen = [(-1, -1)], {(-1, -1)}
    while todo:
        r, c = todo.pop()
        for step in [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
            inside = -1 <= step[0] < high and -1 <= step[1] < wide
            if inside and step not in seen and step not in cells:
                seen.add(step)
                todo.append(step)
    return len(seen) == (high + 1) * (wide + 1) - len(cells)


def l_path(cells: Cells, a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Whether a path with at most one turn joins two cells."""
    for corner in ((a[0], b[1]), (b[0], a[1])):
        path = {(r, corner[1]) for end in (a, b) for r in range(*sorted((end[0], corner[0])))
                if end[1] == corner[1]}  # fmt: skip
        path |= {(corner[0], c) for end in (a, b) for c in range(*sorted((end[1], corner[1])))
                 if end[0] == corner[0]}  # fmt: skip
        if path | {corner} <= cells:
            return True
    return False


def facts_of_squares(cells: Cells, kind: str) -> dict[str, Any]:
    black = sum((r + c) % 2 for r, c in cells)
    blocks = {(r, c): [(r + i, c + j) in cells for i in (0, 1) for j in (0, 1)]
              for a, b in cells for r in (a - 1, a) for c in (b - 1, b)}  # fmt: skip
    same = images(cells, kind)
    found = {
        "imbalance": abs(len(cells) - 2 * black),
        "balanced": len(cells) == 2 * black,
        "row_convex": row_convex(cells),
        "column_convex": column_convex(cells),
        "convex": row_convex(cells) and column_convex(cells),
        "directed": directed(cells),
        "directed_convex": directed_convex(cells),
        "parallelogram": parallelogram(cells),
        "l_convex": all(l_path(cells, a, b) for a, b in combinations(cells, 2)),
        "simply_connected_interior": encloses_nothing(cells),
        "squares": sum(map(all, blocks.values())),
        "pinches": sum(b in ([1, 0, 0, 1], [0, 1, 1, 0]) for b in blocks.values()),
        "colourings": len({coloured(cells, colour) for colour in (0, 1)}),
        "rectangular_forms": 1 + (rectangular(cells) != rectangular(turned(cells))),
    }
    of_images = (column_convex, directed, directed_convex, parallelogram)
    return found | {f"{of.__name__}_images": sum(map(of, map(set, same))) for of in of_images}


@each("problem", PROBLEMS)
def test_facts_are_what_their_definitions_say(problem: enumino.Polyominoes) -> None:
    rows, facts = rows_and_facts(problem)
    family = facts.rows
    for row in rows.to_pylist():
        cells = set(family.object_of(row).cells)
        expected = facts_of_graph(family.lattice, cells)
        if family.lattice == SQUARE:
            expected |= facts_of_squares(cells, facts.described_rows.kind)
        assert {name: row[name] for name in expected} == expected, row
        assert row["without_holes"] == (row["holes"] == 0)
    assert expected.keys() - {c.name for c in facts.columns} == set()


@pytest.mark.long
@each("problem", PROBLEMS)
def test_other_code_agrees_and_finds_each_wrong_fact(problem: enumino.Polyominoes) -> None:
    rows, facts = rows_and_facts(problem)
    assert [*facts.faults(rows)] == []
    last = rows.num_rows - 1
    for column in facts.columns[2:]:
        values = rows.column(column.name).to_pylist()
        values[last] = not values[last] if column.type == "bool" else values[last] + 1
        place = rows.schema.get_field_index(column.name)
        wrong = rows.set_column(place, column.name, pa.array(values, rows.schema.field(place).type))
        found = [*facts.faults(wrong)]
        assert [(fault.what, fault.row) for fault in found] == [
            (f"has another {column.name}", last)
        ]


# Spanning trees of the n x n grid: OEIS A007341.
GRIDS = {1: 1, 2: 4, 3: 192, 4: 100352, 5: 557568000, 6: 32565539635200, 7: 19872369301840986112}


def test_large_numbers_of_spanning_trees_are_exact_up_to_64_bits() -> None:
    facts = ShapeFacts().about(rows_of(enumino.Polyominoes(8).to_json()))
    for side, number in GRIDS.items():
        cells = side**2
        given = {"cells": cells, "height": side, "width": side, "orbit": 1}
        given |= {"perimeter": 4 * side, "holes": 0}
        rows = {name: pa.array([value], pa.uint8()) for name, value in given.items()}
        rows["mask"] = pa.array([2**cells - 1], pa.uint64())
        found = facts.compute(pa.record_batch(rows))
        assert int(found["spanning_trees"][0]) == min(number, 2**64 - 1)
        beside = {c.name: pa.array(found[c.name]) for c in facts.columns}
        assert [*facts.faults(pa.record_batch(rows | beside))] == []


def test_totals_are_the_published_numbers(tmp_path: Path, here: Enumino) -> None:
    for kind, sizes, sequences in (
        ("free", "1-11", 25),
        ("one-sided", "1-9", 12),
        ("fixed", "1-8", 12),
    ):
        root = tmp_path / kind
        here("enumerate", "polyominoes", "--cells", sizes, "--kind", kind, "--to", root, "-q")
        done = here("facts", root, "-q")
        assert done.code == 0
        assert done.out.count("✓") == sequences, done.out
        lines = enumino.open_dataset(root).facts["shape"].totals
        assert all(line.agrees for line in lines if line.published is not None)
        assert sum(line.agrees is True for line in lines) > 7 * sequences
    assert [line.labels["perimeter"] for line in lines if line.oeis == "A005436"] == [4, 6, 8, 10]
    some = tmp_path / "some"
    here("enumerate", "polyominoes", "--cells", "8", "--only", "holes > 0", "--to", some, "-q")
    assert "A" not in here("facts", some, "-q").out


def test_verify_finds_a_wrong_fact(tmp_path: Path, here: Enumino) -> None:
    root = tmp_path / "polyominoes"
    here("enumerate", "polyominoes", "--cells", "1-7", "--to", root, "-q")
    here("facts", root, "-q")
    assert here("verify", root).code == 0

    def damage(table: pa.Table) -> pa.Table:
        cut = table["cut_cells"].to_pylist()
        cut[77] += 1
        place = table.schema.get_field_index("cut_cells")
        return table.set_column(place, table.schema.field(place), pa.array(cut, pa.int32()))

    rewrite_part(root / "facts" / "shape", 0, damage)
    done = here("verify", root)
    assert done.code == 3
    assert "has another cut_cells" in done.out


def test_counts_by_facts_are_those_of_rows() -> None:
    for problem in (PROBLEMS[0], enumino.Polyhexes(range(1, 7), only="holes = 0")):
        rows, facts = rows_and_facts(problem)
        names = [c.name for c in facts.columns[2:] if c.type in ("bool", "uint8")]
        assert {*names} == {*facts_counted(facts.rows.lattice)}
        for by in (["cells", *names[:4]], names[4:9], ["perimeter", names[-1]]):
            found = count_by_search(problem, by=by, in_process=True).counts
            columns = [rows.column(name).to_pylist() for name in by]
            expected = Counter(
                tuple(str(v).lower() if isinstance(v, bool) else v for v in row)
                for row in zip(*columns, strict=True)
            )
            assert found == expected, by


def test_counts_by_properties_stand_beside_published_ones(here: Enumino) -> None:
    done = here("count", "polyominoes", "--cells", "1-9", "--by", "tree,convex", "--csv")
    lines = [line for line in done.out.splitlines() if "true,true" in line]
    assert len(lines) == 9
    assert all(line.endswith(",True") and "A204804" in line for line in lines), lines
    assert "choose auto, listing" in sentence(
        here("count", "polyominoes", "--cells", "5", "--by", "tree", "--method", "rotated"), 2
    )
    nine = "tree,snake,convex,edges,squares,imbalance,pinches,directed"
    assert "at most 8" in sentence(here("count", "polyominoes", "--cells", "5", "--by", nine), 2)
