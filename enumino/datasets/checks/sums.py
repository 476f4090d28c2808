"""Sums over polyomino rows: against published sequences, and against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from enumino import published
from enumino.datasets.checks import Check
from enumino.datasets.manifest import Counts, Manifest
from enumino.datasets.totals import totals
from enumino.datasets.writer import count_by
from enumino.shapes import SymmetryClass


class Sums:
    """What every row of a dataset is read for: totals by class, orbits, rows without holes."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        lowest, highest = manifest.problem["cells"]
        self.sizes = range(lowest, highest + 1)
        self.kind = manifest.problem["kind"]
        self.counts: Counter[tuple[Any, ...]] = Counter()
        self.orbits: Counter[int] = Counter()
        self.without_holes: Counter[int] = Counter()

    def add(self, batch: pa.RecordBatch) -> None:
        """Add the rows of a batch (its text columns dictionary encoded)."""
        self.counts.update(count_by(batch, self.manifest.keys))
        cells = batch.column("cells").to_numpy()
        orbits = np.bincount(cells, weights=batch.column("orbit").to_numpy())
        simple = np.bincount(cells, weights=batch.column("holes").to_numpy() == 0)
        for size in np.unique(cells):
            self.orbits[int(size)] += int(orbits[size])
            self.without_holes[int(size)] += int(simple[size])

    def checks(self) -> Iterator[Check]:
        """Yield what the sums must satisfy."""
        yield self.published_totals()
        yield laws(self.sizes, self.kind, self.counts)
        yield self._equal("orbit sums", self.orbits, "fixed", published.polyominoes)
        if self.kind in published.WITHOUT_HOLES:
            yield self._equal(
                "without holes", self.without_holes, self.kind, published.polyominoes_without_holes
            )

    def published_totals(self) -> Check:
        """Totals of sizes and classes: as the manifest says, and as published."""
        name = "published totals"
        if dict(self.counts) != self.manifest.counts:
            return Check(name, False, "the rows do not add up to the manifest's own counts")
        lines = totals(self.manifest.problem, self.counts)
        for line in lines:
            if line.agrees is False:
                what = f"{line.cells} cells, {line.symmetry}"
                return _differs(name, what, line.count, line.oeis, line.published)
        known = sum(line.agrees is not None for line in lines)
        return Check(name, True, f"{known} of {len(lines)} totals are published; all equal")

    def _equal(self, name: str, sums: Counter[int], kind: Any, lookup: Any) -> Check:
        oeis = ""
        for cells in self.sizes:
            oeis, value = lookup(cells, kind)
            if value is not None and value != sums[cells]:
                return _differs(name, f"{cells} cells", sums[cells], oeis, value)
        return Check(name, True, f"equal to {oeis}")


def laws(sizes: range, kind: Any, counts: Counts) -> Check:
    """Identities between the classes of a size, which give the fixed and one-sided numbers.

    They hold for every size, whether or not the single classes are published.
    """
    name = "laws between classes"
    for cells in sizes:
        free: dict[SymmetryClass, int] = {}
        for symmetry in SymmetryClass:
            factor = symmetry.per_free(kind)
            free[symmetry], rest = divmod(counts.get((cells, str(symmetry)), 0), factor)
            if rest:
                detail = f"{cells} cells: the {symmetry} class is not a multiple of {factor}"
                return Check(name, False, detail)
        for other in ("fixed", "one-sided", "free"):
            total = sum(n * s.per_free(other) for s, n in free.items())
            oeis, value = published.polyominoes(cells, other)
            if value is not None and value != total:
                return _differs(name, f"{other} polyominoes of {cells} cells", total, oeis, value)
    return Check(name, True, "the classes give the fixed, one-sided and free numbers")


def _differs(name: str, what: str, ours: int, oeis: str, theirs: int | None) -> Check:
    return Check(name, False, f"{what}: {ours:,} rows, but {oeis} has {theirs:,}")
