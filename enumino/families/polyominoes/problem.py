"""Polyominoes: polyforms on squares, listed by a search of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from enumino.enum.forest import Compiled
from enumino.enum.kernel import Kernel
from enumino.enum.lattice_sizes import largest
from enumino.families.polyforms.columns import polyomino_columns
from enumino.families.polyforms.problem import Polyforms
from enumino.families.polyominoes import FAMILY
from enumino.objects.lattice import KINDS, SQUARE
from enumino.schema import Column

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from enumino.enum.kernels.listing import redelmeier

MOST_WORDS = 2  # most words of a mask
LARGEST = largest(SQUARE, "free", MOST_WORDS)
# Columns that are not known before a shape is measured.
MEASURED = {"perimeter", "site_perimeter", "holes"}


class Polyominoes(Polyforms):
    """All polyominoes of some sizes, one of each class of a kind.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes, 1 to 21: ``8``, ``range(1, 13)``.
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.

    Raises
    ------
    ProblemError
        If a size or the kind is out of range.

    Examples
    --------
    >>> Polyominoes(cells=8).count().total
    369
    >>> Polyominoes(range(1, 13)).describe()
    'free polyominoes with 1 to 12 cells'

    References
    ----------
    D. H. Redelmeier, Counting polyominoes: yet another attack, Discrete Math. 36 (1981).
    """

    entry = FAMILY
    report_after: ClassVar[int] = 1 << 25  # about half a second
    most_words: ClassVar[int] = MOST_WORDS
    rows_per_second: ClassVar[float] = 4.5e6
    bytes_per_row: ClassVar[float] = 5.0

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return polyomino_columns(self.cells[-1])

    @property
    def _kernel(self) -> Kernel:
        from enumino.enum.kernels.listing import redelmeier

        return redelmeier

    @cached_property
    def _trees(self) -> list[redelmeier.Tables]:
        """The one tree, of all sizes together."""
        from enumino.enum.kernels.listing import redelmeier

        return [redelmeier.new_tables(self.cells[0], self.cells[-1], KINDS.index(self.kind))]

    @property
    def _walk_cost(self) -> int:
        return self.cells[-1]

    def _new_columns(self, rows: int) -> redelmeier.Columns:
        from enumino.enum.kernels.listing import redelmeier

        return redelmeier.new_columns(rows)

    def compiled_for_rows(self) -> list[Compiled]:
        """Return the calls that compile the kernels of a listing, besides those of the tree."""
        import numpy as np

        from enumino.enum.kernels.listing import polyomino_attributes, redelmeier

        columns, state = self._new_columns(1), redelmeier.new_state(self._trees[0])
        ends = np.zeros(polyomino_attributes.BOXES, np.int64)
        shape = state.words, 1, 0, 0, 0, 0
        # The longest first: the search, and what it calls.
        return [
            (redelmeier.search, (state, columns, 0, 1)),
            (redelmeier.list_one, (columns, 0, *shape)),
            (polyomino_attributes.measure, (columns, 0, 0, 0)),
            (polyomino_attributes.sort_by_box, (columns, 0, ends, columns)),
            (redelmeier.replay, (state, columns, 0)),
        ]

    def _records(self, columns: redelmeier.Columns, filled: int) -> pa.RecordBatch:
        import numpy as np

        from enumino.enum.kernels.listing import polyomino_attributes
        from enumino.enum.records import wrap

        rows, ends = self._new_columns(filled), np.zeros(polyomino_attributes.BOXES, np.int64)
        polyomino_attributes.sort_by_box(columns, filled, ends, rows)
        polyomino_attributes.measure(rows, KINDS.index(self.kind), 0, filled)
        return wrap(self.columns, rows._asdict(), filled)

    def _numbers(
        self, columns: redelmeier.Columns, filled: int, names: Sequence[str]
    ) -> npt.NDArray[np.uint8]:
        import numpy as np

        from enumino.enum.kernels.listing import polyomino_attributes

        if MEASURED.intersection(names):
            polyomino_attributes.measure(columns, KINDS.index(self.kind), 0, filled)
        return np.stack([getattr(columns, name)[:filled].view(np.uint8) for name in names])


def about_fixed(cells: int) -> float:
    """Return the approximate number of fixed polyominoes."""
    return FAMILY.about(cells)
