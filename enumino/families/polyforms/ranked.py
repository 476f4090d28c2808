"""Polyominoes by rank, from the kept states of a transfer matrix.

Free and one-sided ones are drawn as fixed ones until one is the canonical image of its orbit: each
orbit has one such image among fixed polyominoes, which are drawn uniformly.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa

from enumino.arrays import Flags
from enumino.datasets.checks import codes_of
from enumino.enum.layers import Layers
from enumino.enum.records import Array, wrap
from enumino.families.polyforms.checks import compared
from enumino.families.polyforms.columns import MASKS
from enumino.families.polyforms.counting.kept_sweeps import KeptSweeps
from enumino.families.polyforms.counting.sweeps import FixedSweep
from enumino.families.polyforms.counts import count_polyominoes
from enumino.families.polyforms.grids import Grids
from enumino.families.polyforms.problem import MOST_SAMPLED, Polyforms
from enumino.families.polyforms.shapes import lots, unpacked
from enumino.objects.lattice import SQUARE
from enumino.published import TOTAL
from enumino.samples.ranked import Swept
from enumino.samples.ranks import below, drawn_ranks

AT_ONCE, ATTEMPTS = 4096, 16  # rows, and the fixed polyominoes that are drawn for each
LEAST_CELLS = 14  # a search counts all smaller polyominoes in a few seconds


class MatrixPolyominoes(Swept):
    """Polyominoes in the order of a transfer matrix; the ranks are of fixed ones."""

    problem: Polyforms

    @classmethod
    def states(cls, problem: Polyforms) -> float:
        return sum(states for states, _ in FixedSweep.work(problem.sizes[-1]).values())

    @classmethod
    def obstacle(cls, problem: Polyforms) -> str:
        if not problem.is_plain:
            return "takes polyominoes without conditions and further columns"
        if problem.sizes[-1] > MOST_SAMPLED:
            return f"takes polyominoes of up to {MOST_SAMPLED} cells"
        return ""

    @classmethod
    def suits(cls, problem: Polyforms) -> bool:
        return problem.sizes[-1] > LEAST_CELLS

    @property
    def has_ranks(self) -> bool:  # type: ignore[override]
        return self.problem.kind == "fixed"

    @cached_property
    def _sweeps(self) -> KeptSweeps:
        return KeptSweeps(self.problem.sizes, Layers(self.memory))

    @cached_property
    def total(self) -> int:
        if self.problem.kind == "fixed":
            return self._sweeps.total
        lines = count_polyominoes(self.problem.sizes, self.problem.kind, threads=1)
        return sum(line.count for line in lines if line.symmetry == TOTAL)

    def ranks(self, rows: int, seed: int, *, distinct: bool) -> Sequence[int]:
        if self.problem.kind == "fixed":
            return drawn_ranks(self.total, rows, seed, distinct=distinct)
        accepted: list[list[int]] = [[] for _ in range(rows)]
        tries = [0] * rows
        left: Sequence[int] = range(rows)
        while left:
            for at in range(0, len(left), AT_ONCE):
                self._try(left[at : at + AT_ONCE], seed, tries, accepted)
            found, left = _first(accepted, distinct)
        return found

    def _try(
        self, rows: Sequence[int], seed: int, tries: list[int], accepted: list[list[int]]
    ) -> None:
        """Draw some more fixed polyominoes for rows, and add the canonical images among them."""
        most = self._sweeps.total
        draws = [(k, tries[k] + more) for k in rows for more in range(ATTEMPTS)]
        ranks = [below(most, seed, f"{k}.{attempt}") for k, attempt in draws]
        _, outranked = self._described(ranks)
        for (k, _), rank, is_image in zip(draws, ranks, outranked.tolist(), strict=True):
            if not is_image:
                accepted[k].append(rank)
        for k in rows:
            tries[k] += ATTEMPTS

    def rows(self, ranks: Sequence[int]) -> pa.RecordBatch:
        columns, _ = self._described(ranks)
        return wrap(self.problem.columns, columns, len(ranks))

    def _described(self, ranks: Sequence[int]) -> tuple[dict[str, Array], Flags]:
        """Return the columns of fixed polyominoes, and whether another image is canonical."""
        kind, grids = self.problem.kind, self._sweeps.grids(ranks)
        found = _boxes_and_masks(grids)
        names = ("symmetry", "orbit", "perimeter", "site_perimeter", "holes")
        found |= {name: np.zeros(len(grids), np.uint8) for name in names}
        outranked = np.zeros(len(grids), np.bool_)
        orbits = np.array([each.orbit(kind) for each in SQUARE.classes])
        for number, at in lots(found):
            lot = {name: values[at] for name, values in found.items()}
            shapes = unpacked(lot, number, SQUARE)
            outranked[at], kept_by = compared(shapes, kind, [lot[name] for name in MASKS])
            measured, codes = Grids(shapes), codes_of(kept_by, SQUARE)
            found["symmetry"][at], found["orbit"][at] = codes, orbits[codes]
            for name in ("perimeter", "site_perimeter", "holes"):
                found[name][at] = getattr(measured, name)
        found["symmetry"] = found["symmetry"].view(np.int8)
        return found, outranked


def _first(accepted: list[list[int]], distinct: bool) -> tuple[list[int], list[int]]:
    """Return the first accepted rank of each row, or the first new one, and rows without any."""
    found, left, seen = [], [], set[int]()
    for k, ranks in enumerate(accepted):
        new = next((rank for rank in ranks if rank not in seen), None)
        if new is None:
            left.append(k)
            continue
        found.append(new)
        if distinct:
            seen.add(new)
    return found, left


def _boxes_and_masks(grids: Sequence[Flags]) -> dict[str, Array]:
    """Return numbers of cells, boxes and masks as columns."""
    words = np.zeros((len(MASKS), len(grids)), np.uint64)
    for k, grid in enumerate(grids):
        octets = np.packbits(grid.ravel(), bitorder="little")
        padded = np.zeros(8 * len(MASKS), np.uint8)
        padded[: octets.size] = octets
        words[:, k] = padded.view("<u8")
    sides = np.array([grid.shape for grid in grids], np.uint8).reshape(-1, 2)
    cells = np.array([np.count_nonzero(grid) for grid in grids], np.uint8)
    own = {"cells": cells, "height": sides[:, 0].copy(), "width": sides[:, 1].copy()}
    return {**own, **dict(zip(MASKS, words, strict=True))}


ORDERS = (MatrixPolyominoes,)
