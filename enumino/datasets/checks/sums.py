"""Sums over all rows of a dataset: against published numbers, and against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from enumino.datasets.checks import Check
from enumino.datasets.checks.numbers import differs
from enumino.datasets.manifest import Manifest
from enumino.datasets.rows import Rows
from enumino.datasets.writer import count_by
from enumino.words import plural


class Totals:
    """Rows by key columns: as the manifest says, and as published."""

    def __init__(self, manifest: Manifest, family: Rows) -> None:
        self.manifest = manifest
        self.family = family
        self.counts: Counter[tuple[Any, ...]] = Counter()

    def add(self, batch: pa.RecordBatch) -> None:
        """Add the rows of a batch."""
        self.counts.update(count_by(batch, self.manifest.keys))

    def check(self) -> Check:
        """Compare the totals."""
        name = "published totals"
        if dict(self.counts) != self.manifest.counts:
            return Check(name, False, "the rows do not add up to the manifest's own counts")
        lines = self.family.totals(self.counts)
        for line in lines:
            if line.agrees is False:
                return differs(name, line.what(), line.count, line.oeis, line.published)
        known = sum(line.agrees is not None for line in lines)
        equal = "; all equal" if known else ""
        return Check(name, True, f"{known} of {plural(len(lines), 'total')} published{equal}")

    def laws(self) -> Iterator[Check]:
        """Yield what the totals must satisfy by themselves."""
        yield from self.family.laws(self.counts)
