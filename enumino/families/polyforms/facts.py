"""Sets of facts about polyforms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.datasets.checks import Fault
from enumino.datasets.facts import FactSet
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.documents import Counts
    from enumino.datasets.totals import Total
    from enumino.objects.lattice import Lattice


@dataclass(frozen=True, repr=False)
class ShapeFacts(FactSet):
    """Facts about the shape of a polyform."""

    name: ClassVar[str] = "shape"
    summary: ClassVar[str] = "Convexity, trees, edges, and other facts about the shape."

    @property
    def lattice(self) -> Lattice:
        """The lattice of the shapes."""
        return self.rows.lattice

    @property
    def reads(self) -> tuple[str, ...]:
        """Box and mask, and what rows are counted by."""
        return (*BOX, *MASKS, "cells", "orbit", "perimeter", "holes")

    @property
    def columns(self) -> tuple[Column, ...]:
        """The size and the orbit of a row, for totals, and the facts that its lattice has."""
        return (
            Column("cells", "uint8", "Number of cells.", key=True),
            Column("orbit", "uint8", "Fixed shapes that this row stands for.", key=True),
            Column("tree", "bool", "Whether the graph of adjacent cells is a tree.", key=True),
        )

    def compute(self, rows: pa.RecordBatch) -> Mapping[str, Any]:
        """Return the facts about some rows."""
        from enumino.families.polyforms.properties import derived_of

        found = {each.name: each for each in derived_of(self.lattice)}
        return {
            "cells": rows.column("cells"),
            "orbit": rows.column("orbit"),
            "tree": found["tree"].of(rows),
        }

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute the facts."""
        return iter(())

    def totals(self, counts: Counts) -> list[Total]:
        """Return the numbers of shapes with each property, beside the published ones."""
        from enumino.datasets.totals import against

        found: dict[int, int] = {}
        for (cells, _, tree), number in counts.items():
            found[cells] = found.get(cells, 0) + number * tree
        return [
            against({"facts": "tree", "kind": "free", "cells": cells}, number, None)
            for cells, number in sorted(found.items())
        ]


FACT_SETS = (ShapeFacts,)
