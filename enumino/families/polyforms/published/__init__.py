"""Published numbers of the polyforms of each lattice; terms are in a folder for each family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from enumino.objects.point_group import Kind
from enumino.published import Published, table, terms

PACKAGE = __name__
OF_EVEN_SIZES = {"A234012", "A075216"}  # sequences whose index is half the number of cells


@dataclass(frozen=True)
class Sequences:
    """A-numbers of sequences about the polyforms of a lattice, by number of cells."""

    folder: str  # that has their terms
    kinds: Mapping[Kind, str] = field(default_factory=dict)
    achiral: str | None = None  # of free ones that are their own mirror images
    with_holes: str | None = None  # of free ones
    classes: Mapping[str, str] = field(default_factory=dict)  # of free ones
    without_holes: Sequences | None = None
    # by a property, or by several such as "tree and convex"
    properties: Mapping[str, Mapping[Kind, str]] = field(default_factory=dict)
    has_tables: bool = False  # whether there are tables by columns and boxes

    def with_properties(self, names: set[str], kind: Kind, cells: int) -> Published | None:
        """Return the published number with some properties, or None if there is no sequence."""
        kinds = [of for text, of in self.properties.items() if names == {*text.split(" and ")}]
        return self.term(kinds[0].get(kind), cells) if kinds else None

    def by_columns(
        self, cells: int, kind: Kind, values: Mapping[str, int | str]
    ) -> Published | None:
        """Return the published number with some values of columns; None if no table has it."""
        if not self.has_tables:
            return None
        return _by_columns(self.folder).get((cells, kind, frozenset(values.items())))

    def in_box(self, kind: Kind, sides: tuple[int, ...], symmetry: str) -> Published | None:
        """Return the published number of all sizes with exactly this bounding box.

        The symmetry is a class, or ``total``.
        """
        if not self.has_tables:
            return None
        return _in_boxes(self.folder).get((kind, symmetry, *sorted(sides)))

    def term(self, oeis: str | None, cells: int, times: int = 1) -> Published | None:
        """Return a term of a sequence, or what it stands for; None without a sequence."""
        if oeis is None:
            return None
        halved = oeis in OF_EVEN_SIZES
        known = terms(PACKAGE, self.folder).get(oeis, {})
        value = 0 if halved and cells % 2 else known.get(cells // 2 if halved else cells)
        label = oeis if times == 1 else f"{times}*{oeis}"
        return Published(label, None if value is None else times * value)


Values = frozenset[tuple[str, int | str]]


@cache
def _by_columns(folder: str) -> dict[tuple[int, str, Values], Published]:
    """Return the published numbers by one column, and by both sides of the box."""
    known: dict[tuple[int, str, Values], Published] = {}
    for row in table(PACKAGE, f"{folder}/{folder}_by_column"):
        value: Values = frozenset({(row["column"], int(row["value"]))})
        known[int(row["cells"]), row["kind"], value] = Published(row["oeis"], int(row["count"]))
    for row in table(PACKAGE, f"{folder}/{folder}_by_bounding_box"):
        oeis, sides = row["source"].removeprefix("OEIS "), (int(row["height"]), int(row["width"]))
        for height, width in {sides, sides[::-1]}:
            box: Values = frozenset({("height", height), ("width", width)})
            known[int(row["n"]), "fixed", box] = Published(oeis, int(row["count"]))
    return known


@cache
def _in_boxes(folder: str) -> dict[tuple[str | int, ...], Published]:
    """Return the published numbers by kind, symmetry class, and sides of the box, ascending."""
    return {
        (row["kind"], row["symmetry"], *sorted((int(row["height"]), int(row["width"])))): Published(
            row["oeis"], int(row["count"])
        )
        for row in table(PACKAGE, f"{folder}/{folder}_in_boxes")
    }
