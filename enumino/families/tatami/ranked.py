"""Layouts of rooms by rank."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np
import pyarrow as pa

from enumino.arrays import I64
from enumino.enum.layers import Layers
from enumino.enum.ranked_sweep import RankedSweep
from enumino.enum.records import shared
from enumino.enum.sweep import SweepError
from enumino.families.tatami.problem import Tatami
from enumino.families.tatami.transfer_matrix import WIDEST, RoomSweep, expected_states
from enumino.samples.ranked import Swept


class SweptLayouts(Swept):
    """All layouts of rooms, one room after the other, in the order of a sweep."""

    problem: Tatami

    @classmethod
    def states(cls, problem: Tatami) -> float:
        sides = [sorted((room.height, room.width)) for room in problem.regions]
        if max(short for short, _ in sides) > WIDEST:
            raise SweepError(f"The shorter side of a room is longer than {WIDEST} cells.")
        return sum(expected_states(a, b, problem.half_mats[1]) for a, b in sides)

    @cached_property
    def _sweeps(self) -> list[RankedSweep[RoomSweep]]:
        fewest, most = self.problem.half_mats
        sweeps = [RoomSweep(room.grid, most, fewest) for room in self.problem.regions]
        kept = Layers(self.memory)
        return [RankedSweep(sweep, kept) for sweep in sweeps]

    @cached_property
    def _ends(self) -> list[int]:
        """The rank after the last layout of each room."""
        return list(accumulate(sweep.total for sweep in self._sweeps))

    @property
    def total(self) -> int:
        return self._ends[-1]

    def rows(self, ranks: Sequence[int]) -> pa.RecordBatch:
        rooms = np.array([bisect_right(self._ends, rank) for rank in ranks])
        order = np.argsort(rooms, kind="stable")
        batches = []
        for room in np.unique(rooms).tolist():
            first = self._ends[room - 1] if room else 0
            own = [ranks[place] - first for place in np.flatnonzero(rooms == room).tolist()]
            batches.append(self.problem.rows_of(room, self._mates(room, own)))
        joined = pa.Table.from_batches(batches).take(
            shared(pa.int64(), np.argsort(order), len(ranks))
        )
        return joined.combine_chunks().to_batches()[0]

    def _mates(self, room: int, ranks: Sequence[int]) -> I64:
        """Return int64[cells, layouts]: the other cell of a cell's mat, or the cell if none."""
        sweep = self._sweeps[room]
        cells = len(self.problem.regions[room])
        mates = np.tile(np.arange(cells)[:, np.newaxis], (1, len(ranks)))
        numbers = sweep.sweep.numbers.ravel()
        for cell, number, layouts in sweep.choices(ranks):
            last = sweep.sweep.placements(cell)[number].cells.bit_length() - 1
            if last:
                one, other = numbers[cell], numbers[cell + last]
                mates[one, layouts], mates[other, layouts] = other, one
        return mates


ORDERS = (SweptLayouts,)
