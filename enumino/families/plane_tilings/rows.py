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
    coronas_proven: bool

    @property
    def is_surrounded(self) -> bool:
        """Whether copies do not tile the plane, but surround the shape."""
        return self.tiling == "none" and self.coronas_with_holes > 0

    @property
    def possible(self) -> list[Key]:
        """The keys that the row may have once it is proved; 3 coronas mean 3 or more."""
        if self.coronas_proven:
            return [self]
        found = [self._replace(tiling="anisohedral")] if self.tiling == "open" else []
        for k in range(self.coronas, max(self.coronas, 3) + 1):
            outer = max(k, self.coronas_with_holes)
            found.append(self._replace(tiling="none", coronas=k, coronas_with_holes=outer))
        return found


# The totals of each size, and the rows that each total counts.
FIGURES: dict[str, Callable[[Key], bool]] = {
    "all": lambda _: True,
    "translation": lambda key: key.by_translation,
    "half-turn": lambda key: key.by_half_turn,
    "translation or half-turn": lambda key: key.by_translation or key.by_half_turn,
    "isohedral, other": lambda key: key.tiling == "isohedral",
    "isohedral": lambda key: key.tiling in CLASSES[:3],
    "anisohedral": lambda key: key.tiling == "anisohedral",
    "tiles": lambda key: key.tiling in CLASSES[:4],
    "none, without holes": lambda key: key.tiling == "none" and key.holes == 0,
    "none": lambda key: key.tiling == "none",
    "none, surrounded": lambda key: key.is_surrounded,
    "Heesch number 1": lambda key: key.is_surrounded and key.coronas == 1,
    "Heesch number 2": lambda key: key.is_surrounded and key.coronas == 2,
    "Heesch number over 2": lambda key: key.is_surrounded and key.coronas > 2,
    "open": lambda key: key.tiling == "open",
}
# Verdicts in words.
SENTENCES = {
    "translation": "translated copies tile the plane",
    "half-turn": "copies, some of them turned by 180 degrees, tile the plane",
    "isohedral": "copies tile the plane in an isohedral way",
    "anisohedral": "copies tile the plane, but not in an isohedral way",
    "none": "copies do not tile the plane",
    "open": "undecided",
}


class PlaneTilingRows(Rows):
    """Rows of plane tilings, one shape per row."""

    identity: ClassVar[tuple[str, ...]] = (*BOX, *MASKS)
    drawn_from: ClassVar[tuple[str, ...]] = (*BOX, *MASKS, "vectors", "tiles")
    masked = (BOX, MASKS)
    row_cells = 4096  # of a patch, and cells around them

    def __init__(self, problem: ParametersJson) -> None:
        self.asked = PlaneTilingParameters.from_json(problem)
        self.lattice = self.asked.on

    def totals(self, counts: Counts) -> list[Total]:
        """Return the number of shapes with each verdict, beside the published number.

        A number that a shape without a proved verdict may change is not compared.
        """
        found: dict[int, Counter[Key]] = {size: Counter() for size in self.asked.sizes or ()}
        for values, number in counts.items():
            key = Key(*values)
            found.setdefault(key.cells, Counter())[key] += number
        lines = []
        for cells, keys in sorted(found.items()):
            for name, is_counted in FIGURES.items():
                number = sum(keys[key] for key in keys if is_counted(key))
                is_proven = all(
                    is_counted(each) == is_counted(key) for key in keys for each in key.possible
                )
                known = None
                if self.asked.sizes and is_proven:
                    known = published(self.lattice, name, cells)
                if number or (known is not None and known.value):
                    lines.append(against({"cells": cells, "tiling": name}, number, known))
        return lines

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute the attributes of shapes, and check the witnesses."""
        from enumino.families.plane_tilings import checks
        from enumino.families.polyforms.addresses import addresses
        from enumino.families.polyforms.checks import faults

        shapes = rows.drop_columns([each.name for each in VERDICT])
        found = list(faults(shapes, self.lattice, "free"))
        yield from found
        if (asked := self.asked.addresses) and not found:
            for row, address in enumerate(addresses(rows, self.lattice).to_pylist()):
                if address not in asked:
                    yield Fault("is not one of the given shapes", row)
                    return
        yield from checks.faults(self.lattice, rows)

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Check that each size was asked for, and that each given shape has one row."""
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
        """Return the witness: a patch, or the tiles of a tiling near the shape."""
        return pictures.patch_of(self.lattice, row)

    def sentence(self, row: Mapping[str, Any]) -> str:
        """Return the verdict on a shape in words."""
        found = SENTENCES[row["tiling"]]
        if row["heesch_type"] != "none":
            found += f" (type {row['heesch_type']})"
        if row["period_tiles"]:
            return f"{found}; a period has {plural(row['period_tiles'], 'tile')}."
        reached = plural(row["coronas_with_holes"], "corona")
        patch = "patch" if row["coronas_proven"] else "patch found"
        return f"{found}; the largest {patch} has {reached}, or {row['coronas']} without holes."

    def picture(self, thing: pictures.Patch) -> str:
        """Return a patch in characters."""
        return thing.text()

    def drawn(self, things: Sequence[pictures.Patch]) -> list[Picture]:
        """Return pictures of patches, with heavy lines around the shape or a period."""
        return [thing.drawn() for thing in things]
