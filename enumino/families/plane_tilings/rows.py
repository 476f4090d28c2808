"""Rows of plane tilings: totals of verdicts, checks of witnesses, pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from enumino.datasets.checks import Check, Fault, of_other_sizes
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.rows import Derived, Rows
from enumino.datasets.totals import Total, against
from enumino.drawing import Picture
from enumino.families.plane_tilings import pictures
from enumino.families.plane_tilings.columns import CLASSES, VERDICT
from enumino.families.plane_tilings.parameters import PlaneTilingParameters
from enumino.families.plane_tilings.published import published
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.properties import derived_of
from enumino.words import plural

if TYPE_CHECKING:
    import pyarrow as pa


class Key(NamedTuple):
    """A combination of values of the key columns."""

    cells: int
    holes: int
    tiling: str
    by_translation: bool
    by_half_turn: bool
    coronas: int
    coronas_with_holes: int

    @property
    def is_surrounded(self) -> bool:
        """Whether copies do not tile, but can be laid around the shape."""
        return self.tiling == "none" and self.coronas_with_holes > 0


class Figure(NamedTuple):
    """A number of each size: its name, the rows that count, and whether open ones may change it."""

    name: str
    counts: Callable[[Key], bool]
    may_change: bool = True


FIGURES = (
    Figure("all", lambda _: True, False),
    Figure("translation", lambda key: key.by_translation, False),
    Figure("half-turn", lambda key: key.by_half_turn, False),
    Figure("translation or half-turn", lambda key: key.by_translation or key.by_half_turn, False),
    Figure("isohedral, other", lambda key: key.tiling == "isohedral", False),
    Figure("isohedral", lambda key: key.tiling in CLASSES[:3], False),
    Figure("anisohedral", lambda key: key.tiling == "anisohedral"),
    Figure("tiles", lambda key: key.tiling in CLASSES[:4]),
    Figure("none, without holes", lambda key: key.tiling == "none" and key.holes == 0),
    Figure("none", lambda key: key.tiling == "none"),
    Figure("none, surrounded", lambda key: key.is_surrounded),
    Figure("Heesch number 1", lambda key: key.is_surrounded and key.coronas == 1),
    Figure("Heesch number 2", lambda key: key.is_surrounded and key.coronas == 2),
    Figure("Heesch number over 2", lambda key: key.is_surrounded and key.coronas > 2),
    Figure("open", lambda key: key.tiling == "open"),
)
# Verdicts in words.
SENTENCES = {
    "translation": "translated copies tile the plane",
    "half-turn": "copies, some of them turned by 180 degrees, tile the plane",
    "isohedral": "copies tile the plane in an isohedral way",
    "anisohedral": "copies tile the plane, but not in an isohedral way",
    "none": "copies do not tile the plane",
    "open": "not decided",
}


class PlaneTilingRows(Rows):
    """Rows of plane tilings, one shape a row."""

    identity: ClassVar[tuple[str, ...]] = (*BOX, *MASKS)
    drawn_from: ClassVar[tuple[str, ...]] = (*BOX, *MASKS, "vectors", "tiles")
    masked = (BOX, MASKS)
    row_cells = 512  # of a patch

    def __init__(self, problem: ParametersJson) -> None:
        self.asked = PlaneTilingParameters.from_json(problem)
        self.lattice = self.asked.on

    def totals(self, counts: Counts) -> list[Total]:
        """Return the number of shapes with each verdict, beside the published ones."""
        found: dict[int, Counter[str]] = {size: Counter() for size in self.asked.sizes or ()}
        for values, number in counts.items():
            key = Key(*values)
            numbers = found.setdefault(key.cells, Counter())
            for figure in FIGURES:
                numbers[figure.name] += number * figure.counts(key)
        lines = []
        for cells, numbers in sorted(found.items()):
            for figure in FIGURES:
                known = None
                if self.asked.sizes and not (figure.may_change and numbers["open"]):
                    known = published(self.lattice, figure.name, cells)
                if numbers[figure.name] or (known is not None and known.value):
                    labels: dict[str, int | str] = {"cells": cells, "tiling": figure.name}
                    lines.append(against(labels, numbers[figure.name], known))
        return lines

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute the attributes of shapes, and check the witnesses."""
        from enumino.families.plane_tilings import checks
        from enumino.families.polyforms.addresses import addresses
        from enumino.families.polyforms.checks import faults

        shapes = rows.drop_columns([each.name for each in VERDICT])
        found = list(faults(shapes, self.lattice, "free"))
        yield from found
        if (asked := {*self.asked.addresses}) and not found:
            for row, address in enumerate(addresses(rows, self.lattice).to_pylist()):
                if address not in asked:
                    yield Fault("is not one of the shapes asked for", row)
                    return
        yield from checks.faults(self.lattice, rows)

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Check that sizes were asked for, and that there are as many shapes as published."""
        if self.asked.sizes is not None and (
            unasked := of_other_sizes("sizes", self.asked.sizes, counts)
        ):
            yield unasked
        if self.asked.addresses and (found := sum(counts.values())) != len(self.asked.addresses):
            detail = f"{plural(found, 'row')} of {plural(len(self.asked.addresses), 'shape')}"
            yield Check("shapes", False, detail)

    def derived(self) -> Sequence[Derived]:
        """Return the address and the properties of shapes that conditions may name."""
        return derived_of(self.lattice)

    def object_of(self, row: Mapping[str, Any]) -> pictures.Patch:
        """Return the witness: a patch, or the tiles of a tiling that come near the shape."""
        return pictures.patch_of(self.lattice, row)

    def sentence(self, row: Mapping[str, Any]) -> str:
        """Return the verdict on a shape in words."""
        found = SENTENCES[row["tiling"]]
        if row["heesch_type"] != "none":
            found += f" (type {row['heesch_type']})"
        if row["period_tiles"]:
            return f"{found}; a period has {plural(row['period_tiles'], 'tile')}."
        reached = plural(row["coronas_with_holes"], "corona")
        return f"{found}; the largest patch has {reached}, without holes {row['coronas']}."

    def picture(self, thing: pictures.Patch) -> str:
        """Return a patch in characters."""
        return thing.text()

    def drawn(self, things: Sequence[pictures.Patch]) -> list[Picture]:
        """Return pictures of patches, the shape or a period in bold."""
        return [thing.drawn() for thing in things]
