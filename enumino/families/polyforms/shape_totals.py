"""Totals of facts about shapes, beside the published numbers of OEIS."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from enumino.datasets.totals import Total, against
from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import SQUARE
from enumino.objects.point_group import Kind
from enumino.published import Published

if TYPE_CHECKING:
    from enumino.datasets.documents import Counts
    from enumino.families.polyforms.rows import PolyformRows

Row = Mapping[str, Any]


class Number(NamedTuple):
    """A number of shapes of each size: a name, and how often a row counts.

    `per_term` is the number by which the size grows from one term of the sequence to the next.
    """

    facts: str
    kind: Kind
    oeis: str
    weight: Callable[[Row], int]
    per_term: int = 1
    size: str = "cells"  # or the perimeter


def _free(*names: str) -> Callable[[Row], int]:
    return lambda row: all(row[name] for name in names)


def _fixed(*names: str) -> Callable[[Row], int]:
    return lambda row: row["orbit"] * all(row[name] for name in names)


def _of_images(name: str) -> Callable[[Row], int]:
    return lambda row: int(row[f"{name}_images"])


def _is_polygon(row: Row) -> bool:
    """Return whether the outline is a self-avoiding polygon."""
    return bool(row["without_holes"] and row["pinches"] == 0)


WEIGHTS = {"free": _free, "one-sided": _free, "fixed": _fixed}
FURTHER = (
    Number("balanced", "free", "A234012", lambda row: row["imbalance"] == 0, 2),
    Number("simply_connected_interior", "free", "A342537", _free("simply_connected_interior")),
    Number(
        "tree with a hole",
        "free",
        "A359522",
        lambda row: row["tree"] and not row["without_holes"],
    ),
    Number(
        "tree without pinches",
        "fixed",
        "A006725",
        lambda row: row["orbit"] * (row["tree"] and row["pinches"] == 0),
    ),
    Number("chessboard-coloured", "free", "A001933", lambda row: row["colourings"]),
    Number("rectangular cells", "free", "A056780", lambda row: row["rectangular_forms"]),
    Number("polygon", "free", "A266549", _is_polygon, 2, "perimeter"),
    Number(
        "polygon",
        "fixed",
        "A002931",
        lambda row: row["orbit"] * _is_polygon(row),
        2,
        "perimeter",
    ),
    Number("convex", "fixed", "A005436", _fixed("convex"), 2, "perimeter"),
)


def totals(described: PolyformRows, keys: Sequence[str], counts: Counts) -> list[Total]:
    """Return the numbers of each size, from the number of rows by key columns.

    Rows that are not fixed shapes also give the numbers of fixed ones.
    """
    rows = [(dict(zip(keys, key, strict=True)), number) for key, number in counts.items()]
    return [
        line for number in _numbers(described, keys) for line in _lines(number, described, rows)
    ] + [*_largest_imbalance(described, rows)]


def _numbers(described: PolyformRows, keys: Sequence[str]) -> Iterator[Number]:
    """Yield the numbers that the rows of a kind give: of that kind, and of fixed shapes."""
    further = FURTHER if described.lattice == SQUARE else ()
    for number in (*_of_properties(described, keys), *further):
        if number.kind in (described.kind, "fixed"):
            yield number


def _of_properties(described: PolyformRows, keys: Sequence[str]) -> Iterator[Number]:
    """Yield the numbers of properties among the key columns that polyominoes are counted by."""
    own = described.sequences.properties
    for text, kinds in POLYOMINOES.sequences.properties.items():
        names = text.split(" and ")
        for kind in kinds:
            oeis = own.get(text, {}).get(kind, "")
            if kind == "fixed" and f"{text}_images" in keys:
                yield Number(text, kind, oeis, _of_images(text))
            elif {*names} <= {*keys}:
                yield Number(", ".join(names), kind, oeis, WEIGHTS[kind](*names))


def _lines(
    number: Number, described: PolyformRows, rows: Sequence[tuple[Row, int]]
) -> Iterator[Total]:
    by_perimeter = number.size == "perimeter"
    sizes = _whole_perimeters(described.sizes) if by_perimeter else described.sizes
    found = dict.fromkeys(sizes, 0)
    for row, count in rows:
        size = int(row["cells"])
        if by_perimeter:
            size = 4 * size - 2 * int(row["edges"])
            if size not in found:
                continue
        found[size] = found.get(size, 0) + number.weight(row) * count
    for size, count in sorted(found.items()):
        if size % number.per_term:
            continue
        yield against(
            {"facts": number.facts, "kind": number.kind, number.size: size},
            count,
            _published(number, described, size),
        )


def _whole_perimeters(sizes: Sequence[int]) -> list[int]:
    """Return the perimeters of which all polyominoes without holes have some numbers of cells.

    Those of perimeter 2k have k - 1 cells, as trees have, to k * k / 4, in the largest rectangle.
    """
    halves = range(2, max(sizes, default=0) + 2)
    return [2 * k for k in halves if {*range(k - 1, k * k // 4 + 1)} <= {*sizes}]


def _published(number: Number, described: PolyformRows, size: int) -> Published | None:
    """Return the published number of a size, if all shapes of the size are among the rows."""
    if not number.oeis or described.is_conditional:
        return None
    return described.sequences.term(number.oeis, size // number.per_term)


def _largest_imbalance(described: PolyformRows, rows: Sequence[tuple[Row, int]]) -> Iterator[Total]:
    """Yield the number of free polyominoes with the largest imbalance of each size."""
    if described.lattice != SQUARE or described.kind != "free":
        return
    largest: dict[int, int] = {}
    for row, _ in rows:
        cells = int(row["cells"])
        largest[cells] = max(largest.get(cells, 0), int(row["imbalance"]))
    number = Number(
        "largest imbalance",
        "free",
        "A234013",
        lambda row: row["imbalance"] == largest[row["cells"]],
    )
    yield from _lines(number, described, rows)
