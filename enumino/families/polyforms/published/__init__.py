"""Published numbers of the polyforms of each lattice, with terms in a folder per family."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from enumino.objects.point_group import Kind
from enumino.published import Published, table, terms

PACKAGE = __name__
OF_EVEN_SIZES = {"A234012", "A075216"}  # whose index is half the number of cells
Values = frozenset[tuple[str, int | str]]


@dataclass(frozen=True)
class Sequences:
    """The sequences that count the polyforms of a lattice, in ``sequences.csv`` of a folder."""

    folder: str
    has_tables: bool = False  # whether the folder has tables by columns and boxes

    @cached_property
    def numbers(self) -> dict[tuple[str, frozenset[str]], str]:
        """The A-numbers by kind and by what is counted, such as ``{"tree", "convex"}``."""
        return {
            (row["kind"], frozenset(counted.split(" and "))): row["oeis"]
            for row in (table(PACKAGE, f"{self.folder}/sequences") if self.folder else ())
            for counted in row["counted"].split("; ")
            if counted
        }

    def known(
        self, kind: Kind, counted: Iterable[str], cells: int, times: int = 1
    ) -> Published | None:
        """Return the published number of polyforms that are counted, times a factor, or None."""
        return self.term(self.numbers.get((kind, frozenset(counted))), cells, times)

    def term(self, oeis: str | None, cells: int, times: int = 1) -> Published | None:
        """Return a term of a sequence times a factor, or None without a sequence."""
        if oeis is None:
            return None
        halved = oeis in OF_EVEN_SIZES
        known = terms(PACKAGE, self.folder).get(oeis, {})
        value = 0 if halved and cells % 2 else known.get(cells // 2 if halved else cells)
        label = oeis if times == 1 else f"{times}*{oeis}"
        return Published(label, None if value is None else times * value)

    @cached_property
    def by_columns(self) -> dict[tuple[Any, ...], Published]:
        """The numbers by one column, or by both sides of the box: by cells, kind and values."""
        known: dict[tuple[Any, ...], Published] = {}
        for row in self._table("by_column"):
            value: Values = frozenset({(row["column"], int(row["value"]))})
            known[int(row["cells"]), row["kind"], value] = Published(row["oeis"], int(row["count"]))
        for row in self._table("by_bounding_box"):
            oeis, sides = row["source"].removeprefix("OEIS "), (row["height"], row["width"])
            for height, width in {sides, sides[::-1]}:
                box: Values = frozenset({("height", int(height)), ("width", int(width))})
                known[int(row["n"]), "fixed", box] = Published(oeis, int(row["count"]))
        return known

    @cached_property
    def in_boxes(self) -> dict[tuple[Any, ...], Published]:
        """The numbers with exactly a box: by kind, class or ``total``, and ascending sides."""
        known: dict[tuple[Any, ...], Published] = {}
        for row in self._table("in_boxes"):
            sides = sorted((int(row["height"]), int(row["width"])))
            number = Published(row["oeis"], int(row["count"]))
            known[row["kind"], row["symmetry"], *sides] = number
        return known

    def _table(self, name: str) -> Iterable[Mapping[str, str]]:
        return table(PACKAGE, f"{self.folder}/{self.folder}_{name}") if self.has_tables else ()
