"""Polyominoes of a range of sizes: parameters -> Redelmeier's kernel -> columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.arguments import consecutive
from enumino.enum.forest import Compiled
from enumino.enum.kernel import Kernel
from enumino.enum.problem import Expectation
from enumino.enum.statistics import MeasuredForest
from enumino.errors import ProblemError
from enumino.families.polyominoes.columns import polyomino_columns
from enumino.objects.lattice import KINDS, Kind, SymmetryClass
from enumino.schema import Column
from enumino.words import interval, plural, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from enumino.enum.kernels import redelmeier

LARGEST = 21
MEASURED = {"perimeter", "site_perimeter", "holes"}
"""What is not known before a shape is measured."""
CLASSES = tuple(SymmetryClass)
GROWTH, AMPLITUDE = 4.0625696, 0.316915
"""Fixed polyominoes of n cells are about amplitude * growth^n / n (I. Jensen, Counting
polyominoes: a parallel implementation for cluster computing, LNCS 2659, 2003)."""
IMAGES: dict[Kind, int] = {"fixed": 1, "one-sided": 4, "free": 8}
"""Fixed polyominoes for each one of a kind that has no symmetry, as nearly all have."""

# Of listings, files included, on one core of a current server; they only serve estimates.
NODES_PER_SECOND, ROWS_PER_SECOND = 4e7, 4.5e6
BYTES_PER_ROW = 5.0


@dataclass(frozen=True)
class Polyominoes(MeasuredForest):
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
        For sizes or kinds that do not exist here.

    Examples
    --------
    >>> Polyominoes(cells=8).count().total
    369

    References
    ----------
    D. H. Redelmeier, Counting polyominoes: yet another attack, Discrete Math. 36 (1981).
    """

    cells: range
    kind: Kind = "free"
    family: ClassVar[str] = "polyominoes"
    tree_version: ClassVar[int] = 1
    report_after: ClassVar[int] = 1 << 25  # about half a second

    def __init__(self, cells: int | Iterable[int], kind: Kind = "free") -> None:
        object.__setattr__(self, "cells", _listable(consecutive(cells)))
        if kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(kind)} polyominoes: choose {', '.join(KINDS)}."
            )
        object.__setattr__(self, "kind", kind)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return polyomino_columns(self.cells[-1])

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return {
            "family": self.family,
            "cells": [self.cells[0], self.cells[-1]],
            "kind": self.kind,
        }

    @classmethod
    def from_json(cls, parameters: dict[str, Any]) -> Polyominoes:
        """Return the problem that `to_json` described."""
        lowest, highest = parameters["cells"]
        return cls(range(lowest, highest + 1), parameters["kind"])

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Polyominoes(range(1, 13)).describe()
        'free polyominoes with 1 to 12 cells'
        """
        lowest, highest = self.cells[0], self.cells[-1]
        size = f"{lowest} to " if lowest < highest else ""
        return f"{self.kind} polyominoes with {size}{plural(highest, 'cell')}"

    def options(self) -> dict[str, str]:
        """Return how the command line asks for it."""
        lowest, highest = self.cells[0], self.cells[-1]
        return {"--cells": interval(lowest, highest), "--kind": self.kind}

    def expect(self, nodes: float) -> Expectation:
        """Return the rows that the growth of fixed polyominoes leads to, and bytes and seconds.

        Nothing published is looked up: the division into parts would change with the tables.
        """
        images = IMAGES[self.kind]
        rows = round(sum(max(1.0, about_fixed(n) / images) for n in self.cells))
        seconds = nodes / NODES_PER_SECOND + rows / ROWS_PER_SECOND
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds)

    @property
    def _kernel(self) -> Kernel:
        from enumino.enum.kernels import redelmeier

        return redelmeier

    @cached_property
    def _trees(self) -> list[redelmeier.Tables]:
        """The one tree, of all sizes together."""
        from enumino.enum.kernels import redelmeier

        return [redelmeier.new_tables(self.cells[0], self.cells[-1], KINDS.index(self.kind))]

    @property
    def _walk_cost(self) -> int:
        return self.cells[-1]

    def _new_columns(self, rows: int) -> redelmeier.Columns:
        from enumino.enum.kernels import redelmeier

        return redelmeier.new_columns(rows)

    def compiled_for_rows(self) -> list[Compiled]:
        """Return what a listing compiles, besides what looks at the tree, in pieces."""
        import numpy as np

        from enumino.enum.kernels import polyomino_attributes, redelmeier

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

        from enumino.enum.kernels import polyomino_attributes
        from enumino.enum.records import wrap

        rows, ends = self._new_columns(filled), np.zeros(polyomino_attributes.BOXES, np.int64)
        polyomino_attributes.sort_by_box(columns, filled, ends, rows)
        polyomino_attributes.measure(rows, KINDS.index(self.kind), 0, filled)
        return wrap(self.columns, rows._asdict(), filled)

    def _numbers(
        self, columns: redelmeier.Columns, filled: int, names: Sequence[str]
    ) -> npt.NDArray[np.uint8]:
        import numpy as np

        from enumino.enum.kernels import polyomino_attributes

        if MEASURED.intersection(names):
            polyomino_attributes.measure(columns, KINDS.index(self.kind), 0, filled)
        return np.stack([getattr(columns, name)[:filled].view(np.uint8) for name in names])

    def _new_counts(self, tree: int) -> npt.NDArray[np.int64]:
        import numpy as np

        return np.zeros((self.cells[-1] + 1, len(CLASSES)), np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[int, str]:
        cells, code = index
        return cells, str(CLASSES[code])


def about_fixed(cells: int) -> float:
    """About how many fixed polyominoes there are; the 0.68 makes small sizes right within 4 %."""
    return AMPLITUDE * GROWTH**cells / (cells + 0.68)


def _listable(sizes: range) -> range:
    """Return the sizes, if polyominoes of all of them can be listed."""
    if sizes[0] < 1 or sizes[-1] > LARGEST:
        wrong = sizes[0] if sizes[0] < 1 else sizes[-1]
        raise ProblemError(
            f"Polyominoes with {wrong} cells cannot be listed: "
            f"sizes go from 1 to {LARGEST} (the mask of a canonical box has 128 bits)."
        )
    return sizes
