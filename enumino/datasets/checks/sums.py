"""Sums over all rows of a dataset, compared with published numbers and with each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from enumino.datasets.checks import Check, differs
from enumino.datasets.writer import count_by
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset


class MaskCells:
    """A check that the masks of each row have as many cells as the row states.

    A dataset may lack the last of the columns `masks`.
    """

    def __init__(self, masks: tuple[str, ...]) -> None:
        self.masks = masks
        self.wrong = 0
        self.first = ""

    def add(self, batch: pa.RecordBatch) -> None:
        """Count the cells of each mask of a batch."""
        cells = batch.column("cells").to_numpy()
        number = np.zeros(len(cells), np.uint16)
        for name in self.masks:
            if name in batch.schema.names:
                number += np.bitwise_count(batch.column(name).to_numpy())
        (wrong,) = np.nonzero(number != cells)
        if len(wrong) and not self.wrong:
            at = int(wrong[0])
            self.first = f"{plural(int(number[at]), 'cell')} where the row says {cells[at]}"
        self.wrong += len(wrong)

    def check(self) -> Check:
        """Return whether all masks have the stated number of cells."""
        detail = f"{plural(self.wrong, 'mask')} with another number of cells, such as {self.first}"
        return Check("cells of masks", not self.wrong, detail if self.wrong else "as rows say")


class Totals:
    """A check of the totals by key columns against the manifest and the published numbers."""

    def __init__(self, dataset: Dataset) -> None:
        self.manifest, self.family = dataset.manifest, dataset.family
        self.counts: Counter[tuple[Any, ...]] = Counter()

    def add(self, batch: pa.RecordBatch) -> None:
        """Add the rows of a batch."""
        self.counts.update(count_by(batch, self.manifest.plan.keys))

    @property
    def agree(self) -> bool:
        """Whether the rows add up to the counts of the manifest."""
        return dict(self.counts) == self.manifest.counts

    def check(self) -> Check:
        """Compare the totals."""
        name = "published totals"
        if not self.agree:
            return Check(name, False, "the rows do not add up to the manifest's own counts")
        lines = self.family.totals(self.counts)
        for line in lines:
            if line.agrees is False:
                return differs(name, line.what(), line.count, line.oeis, line.published)
        known = sum(line.agrees is not None for line in lines)
        equal = "; all equal" if known else ""
        return Check(name, True, f"{known} of {plural(len(lines), 'total')} published{equal}")
