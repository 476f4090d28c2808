"""What rows up to symmetry stand for together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enumino.datasets.checks import Check
from enumino.datasets.checks.numbers import differs
from enumino.published import Published
from enumino.words import plural

if TYPE_CHECKING:
    import pyarrow as pa


class OrbitSum:
    """The sum of the orbits, against the published number of all coverings.

    Parameters
    ----------
    known : Published or None
    noun : str
        What the rows are.
    """

    def __init__(self, known: Published | None, noun: str) -> None:
        self.known = known
        self.noun = noun
        self.sum = 0

    def add(self, batch: pa.RecordBatch) -> None:
        """Add the orbits of a batch of rows."""
        import numpy as np

        self.sum += int(batch.column("orbit").to_numpy().sum(dtype=np.int64))

    def check(self) -> Check:
        """Return the comparison."""
        oeis, value = self.known or Published("", None)
        if value is not None and value != self.sum:
            return differs("orbit sum", f"all {self.noun}s", self.sum, oeis, value)
        detail = f"the rows stand for {plural(self.sum, self.noun)}"
        return Check("orbit sum", True, detail if value is None else f"{detail}, as {oeis} has")
