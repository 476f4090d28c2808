"""Published numbers of the polyforms of each lattice, with terms in a folder per family."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from enumino.objects.point_group import Kind
from enumino.published import Published, table, terms

PACKAGE = __name__
OF_EVEN_SIZES = {"A234012", "A075216"}  # whose index is half the number of cells


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

    def by_columns(
        self, cells: int, kind: Kind, values: Mapping[str, int | str]
    ) -> Published | None:
        """Return the published number of polyforms with some values of columns, or None."""
        if not self.has_tables:
            return None
        return _by_columns(self.folder).get((cells, kind, frozenset(values.items())))

    def in_box(self, kind: Kind, sides: tuple[int, ...], symmetry: str) -> Published | None:
        """Return the published polyforms with exactly this box, by class or in ``total``."""
        if not self.has_tables:
            return None
        return _in_boxes(self.folder).get((kind, symmetry, *sorted(sides)))

    def term(self, oeis: str | None, cells: int, times: int = 1) -> Published | None:
        """Return a term of a sequence times a factor, or None without a sequence."""
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
    """Return the published numbers by one column, or by both sides of the box."""
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
    """Return the published numbers by kind, symmetry class and ascending sides of the box."""
    return {
        (row["kind"], row["symmetry"], *sorted((int(row["height"]), int(row["width"])))): Published(
            row["oeis"], int(row["count"])
        )
        for row in table(PACKAGE, f"{folder}/{folder}_in_boxes")
    }
