"""Polyominoes of a range of sizes: parameters -> Redelmeier's kernel -> columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.arguments import consecutive
from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix, Tally
from enumino.errors import ProblemError
from enumino.families.polyominoes.columns import polyomino_columns
from enumino.objects.lattice import KINDS, Kind, SymmetryClass
from enumino.schema import Column
from enumino.words import interval, plural, quoted

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.enum.kernels import redelmeier

LARGEST = 21
MAX_NODES = 1 << 25
"""Nodes between two reports of a stretch that yields no full batch: about half a second."""

GROWTH, AMPLITUDE = 4.0625696, 0.316915
"""Fixed polyominoes of n cells are about amplitude * growth^n / n (I. Jensen, Counting
polyominoes: a parallel implementation for cluster computing, LNCS 2659, 2003)."""
IMAGES: dict[Kind, int] = {"fixed": 1, "one-sided": 4, "free": 8}
"""Fixed polyominoes for each one of a kind that has no symmetry, as nearly all have."""

# Measured on one core of a current server; they only serve estimates.
NODES_PER_SECOND = 3.5e7
BYTES_PER_ROW = 5.0


@dataclass(frozen=True)
class Polyominoes:
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

    def branching(self, prefix: Prefix) -> int:
        """Return the number of untried cells at the node, LEAF if there are none to visit."""
        return _enter(self._new_state(), prefix)

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the nodes of a subtree by Knuth's random walks."""
        import numpy as np

        from enumino.enum.kernels import redelmeier
        from enumino.enum.kernels._random import mixed

        at = np.array(prefix, np.int64)
        return float(redelmeier.probe(self._new_state(), at, probes, mixed(seed)))

    def expect(self, nodes: float) -> Expectation:
        """Return the rows that the growth of fixed polyominoes leads to, and bytes and seconds.

        Nothing published is looked up: the division into parts would change with the tables.
        """
        images = IMAGES[self.kind]
        rows = round(sum(max(1.0, _fixed(n) / images) for n in self.cells))
        seconds = nodes / NODES_PER_SECOND
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the polyominoes of a subtree by size and symmetry class."""
        import numpy as np

        from enumino.enum.kernels import redelmeier

        state = self._new_state()
        _enter(state, prefix)
        scratch = redelmeier.new_columns(4096)
        counts = np.zeros((self.cells[-1] + 1, len(SymmetryClass)), np.int64)
        while not state.cursor[redelmeier.DONE]:
            redelmeier.tally(state, scratch, counts, MAX_NODES)
        classes = list(SymmetryClass)
        found = {
            (int(n), str(classes[code])): int(counts[n, code])
            for n, code in zip(*np.nonzero(counts), strict=True)
        }
        return Tally(found, int(state.cursor[redelmeier.NODES]))

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the polyominoes of the subtrees in search order, `rows` at a time."""
        from enumino.enum.kernels import polyomino_attributes, redelmeier

        kind = KINDS.index(self.kind)
        state = self._new_state()
        out, filled, nodes = redelmeier.new_columns(rows), 0, 0
        for prefix in prefixes:
            _enter(state, prefix)
            while not state.cursor[redelmeier.DONE]:
                before = int(state.cursor[redelmeier.NODES])
                filled = redelmeier.advance(state, out, filled, MAX_NODES)
                nodes += int(state.cursor[redelmeier.NODES]) - before
                if filled == rows or nodes >= MAX_NODES:
                    full = filled == rows
                    polyomino_attributes.measure(out, kind, 0, filled if full else 0)
                    yield Batch(self._records(out, filled if full else 0), nodes)
                    nodes = 0
                    if full:
                        out, filled = redelmeier.new_columns(rows), 0
        polyomino_attributes.measure(out, kind, 0, filled)
        yield Batch(self._records(out, filled), nodes)

    def _new_state(self) -> redelmeier.State:
        from enumino.enum.kernels import redelmeier

        return redelmeier.new_state(self.cells[0], self.cells[-1], KINDS.index(self.kind))

    def _records(self, out: redelmeier.Columns, filled: int) -> pa.RecordBatch:
        """Wrap the first `filled` rows of the buffers, without copying them."""
        from enumino.enum.records import wrap

        return wrap(self.columns, out._asdict(), filled)


def _fixed(cells: int) -> float:
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


def _enter(state: redelmeier.State, prefix: Prefix) -> int:
    import numpy as np

    from enumino.enum.kernels import redelmeier

    children = int(redelmeier.seek(state, np.array(prefix, np.int64)))
    if children == redelmeier.NO_SUCH_NODE:
        raise ProblemError(
            f"The prefix {prefix} names no subtree of this problem: plan.json was changed, or "
            "written by another version."
        )
    return children
