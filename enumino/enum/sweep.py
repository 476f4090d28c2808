"""Count tilings without a search: one sweep over the cells, in NumPy.

The cells are numbered in the order of the sweep, and a piece is put on the first cell that is not
covered. So every tiling is made once, its pieces in the order of their first cells. The ways to
complete a partial tiling depend only on the covered cells ahead, its *profile*. So partial tilings
are counted by profile, and tilings of the same profile are extended together: the transfer matrix
of D. A. Klarner and J. Pollack, *Domino tilings of rectangles with fixed width*, Discrete Math. 32
(1980), cell by cell.

A state is a column of ``words``, uint64[rows, n]: the profile, whose bit i is cell i, counted from
the first free cell; where four pieces must not meet, a row with a bit for each vertex at which a
piece has two cells already, at the vertex's last cell; where uses of pieces are counted, a row with
a field for each counter. ``numbers``, uint64[limbs, n], are the numbers of partial tilings by
state, the lowest bits first, `LIMB_BITS` per limb: sums of a million numbers do not overflow, and a
limb is added when the numbers need it. States wait in a list of arrays for their first free cell.
Equal states are merged when the sweep reaches that cell, and before, whenever the arrays that wait
for it have doubled.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.arrays import U64, Flags
from enumino.errors import ProblemError
from enumino.words import size

LIMB_BITS = 40  # of a number; the other bits of a word are for sums
LIMB = np.uint64((1 << LIMB_BITS) - 1)
WORD_BITS = 64
ONE, FULL = np.uint64(1), ~np.uint64(0)
# Of states that wait; merging the states of a cell takes up to eight times their memory.
MOST_BYTES = 1_500_000_000
FACTOR, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)  # of the hash of several words


class Placement(NamedTuple):
    """A placement of a piece: bits of integers are cells of the sweep, from its first cell on."""

    cells: int
    counter: int | None = None  # number of the counter of its piece
    vertices: int = 0  # where it has two cells: bits at their last cells


class Counter(NamedTuple):
    """Bounds on the number of uses of a piece; if `most` is None, it counts up to `fewest`."""

    fewest: int
    most: int | None


class SweepError(ProblemError):
    """The sweep exceeds its limit of states or of memory."""


class Sweep:
    """A sweep over `cells` cells.

    `placements` returns the placements whose first cell is given; `reach` is the most cells from
    the first to the last of a placement or of its vertices, a word at most; `counters` are the uses
    to count, by their numbers in `Placement`; at `vertices`, bits at their last cells, no four
    placements may meet.

    Dominoes on 2x3, with columns of two cells: a horizontal domino covers two columns.

    >>> def dominoes(cell):
    ...     vertical = [Placement(0b11)] if cell % 2 == 0 else []
    ...     return vertical + ([Placement(0b101)] if cell < 4 else [])
    >>> Sweep(6, dominoes, reach=3).run()
    {(): 3}
    """

    at_once: ClassVar[int] = 1 << 16  # states that a cell extends together
    merged_from: ClassVar[int] = 1 << 16  # states that wait for a cell

    def __init__(
        self,
        cells: int,
        placements: Callable[[int], Sequence[Placement]],
        reach: int,
        counters: Sequence[Counter] = (),
        vertices: int = 0,
    ) -> None:
        self.cells, self.placements, self._vertices = cells, placements, vertices
        if reach > WORD_BITS:
            raise SweepError(
                f"Profiles take a word of {WORD_BITS} cells, and a piece reaches {reach} cells "
                "ahead: take a narrower region, or count by search."
            )
        self._fields, bits = [], 0
        for fewest, most in counters:
            enough = min(fewest if most is None else most, cells + 1)  # nothing is used so often
            mask = np.uint64((1 << enough.bit_length()) - 1)
            self._fields.append((np.uint64(bits), mask, enough, most is not None))
            bits += enough.bit_length()
        if bits > WORD_BITS:
            raise SweepError(
                f"Numbers of uses of {len(counters)} pieces take {bits} bits, more than "
                f"{WORD_BITS}: count by search."
            )
        self.counters = counters
        self._vertex_row = 1
        self._counter_row = 2 if vertices else 1
        rows = self._counter_row + (1 if counters else 0)
        start = np.zeros((rows, 1), np.uint64), np.ones((1, 1), np.uint64)
        self._waiting: dict[int, list[tuple[U64, U64]]] = {0: [start]}
        self._merged: dict[int, int] = {}  # states that wait for a cell, when last added together
        self.next_cell = 0
        self.extended = 0  # states so far
        self.waiting = self.most_waiting = 1  # states, and the most so far

    def run(
        self,
        *,
        passed: Callable[[int], None] = lambda cells: None,
        most_states: float | None = None,
        most_bytes: float = MOST_BYTES,
    ) -> dict[tuple[int, ...], int]:
        """Return the numbers of tilings by the counters, without zeros.

        `passed` is called with 1 after each cell. A sweep that extends more than `most_states`
        states, or holds more than `most_bytes`, raises `SweepError`.
        """
        for _ in self.layers(most_states, most_bytes):
            passed(1)
        found = {}
        words, numbers, enough = self.finished()
        for column in np.flatnonzero(enough).tolist():
            used = words[-1, column]
            uses = tuple([int(used >> at & mask) for at, mask, _, _ in self._fields])
            found[uses] = whole(numbers[:, column])
        return found

    def layers(
        self, most_states: float | None = None, most_bytes: float = MOST_BYTES
    ) -> Iterator[U64]:
        """Pass all cells, and yield the states that waited for each; see `run`."""
        while self.next_cell < self.cells and self.waiting:
            words = self.pass_cell()
            if self.bytes > most_bytes or (most_states and self.extended > most_states):
                raise SweepError(
                    f"Counting these tilings keeps {self.waiting:,} profiles at cell "
                    f"{self.next_cell:,} of {self.cells:,}, which take {size(self.bytes)}: take a "
                    "narrower region."
                )
            yield words

    @property
    def bytes(self) -> int:
        """Bytes of the states that wait."""
        arrays = (array for waiting in self._waiting.values() for each in waiting for array in each)
        return sum(array.nbytes for array in arrays)

    def pass_cell(self) -> U64:
        """Put every placement whose first cell is the next cell on all states that wait for it.

        Returns these states.
        """
        cell = self.next_cell
        words, numbers = self._pop_states(cell)
        placements = self.placements(cell) if words.size else ()
        self.extended += words.shape[1]
        for start in range(0, words.shape[1] if placements else 0, self.at_once):
            part = slice(start, start + self.at_once)
            for passed, after, origin in self.onward(cell, placements, words[:, part]):
                self._wait(cell + passed, after, numbers[:, part][:, origin])
        self.next_cell += 1
        self.waiting = sum(each.shape[1] for all_ in self._waiting.values() for each, _ in all_)
        self.most_waiting = max(self.most_waiting, self.waiting)
        return words

    def onward(
        self, cell: int, placements: Sequence[Placement], words: U64
    ) -> Iterator[tuple[int, U64, npt.NDArray[np.intp]]]:
        """Yield the states after any of some placements, shifted to their first free cells.

        They come by the number of cells that they pass, with the indices of the states before.
        """
        found = [self._with_placement(placement, words) for placement in placements]
        after = np.concatenate([placed for placed, _ in found], axis=1)
        origin = np.concatenate([chosen for _, chosen in found])
        if self._vertices:
            kept = self._is_allowed(cell, after)
            after, origin = after[:, kept], origin[kept]
        cells = after[0]
        passed = np.bitwise_count((cells & (cells + ONE)) ^ cells)
        after[: self._counter_row] >>= passed.astype(np.uint64)
        order = np.argsort(passed, kind="stable")
        after, origin = after[:, order], origin[order]
        start = 0
        for number, many in enumerate(np.bincount(passed).tolist()):
            if many:
                here = slice(start, start + many)
                yield number, after[:, here], origin[here]
                start += many

    def _with_placement(self, placement: Placement, words: U64) -> tuple[U64, npt.NDArray[np.intp]]:
        """Return the states after a placement, and the indices of the states that it fits."""
        mask = np.uint64(placement.cells)
        fits = (words[0] & mask) == 0
        if placement.counter is not None:
            at, field, enough, at_most = self._fields[placement.counter]
            more = (words[self._counter_row] >> at & field) < enough
            if at_most:
                fits &= more
        chosen = np.flatnonzero(fits)
        after = words[:, chosen]
        after[0] |= mask
        if placement.vertices:
            after[self._vertex_row] |= np.uint64(placement.vertices)
        if placement.counter is not None:
            after[self._counter_row] += more[chosen].astype(np.uint64) << at
        return after, chosen

    def _is_allowed(self, cell: int, after: U64) -> Flags:
        """Return whether a piece has two cells at each vertex that a state leaves behind."""
        cells = after[0]
        passed = (cells & (cells + ONE)) ^ cells
        last = np.uint64(self._vertices >> cell & int(FULL))
        return (passed & last & ~after[self._vertex_row]) == 0

    def _wait(self, cell: int, words: U64, numbers: U64) -> None:
        """Let states wait for a cell; merge equal states when the number has doubled."""
        waiting = self._waiting.setdefault(cell, [])
        waiting.append((words, numbers))
        doubled = 2 * self._merged.get(cell, 0)
        if sum(each.shape[1] for each, _ in waiting) > max(self.merged_from, doubled):
            merged = self._pop_states(cell)
            self._waiting[cell], self._merged[cell] = [merged], merged[0].shape[1]

    def _pop_states(self, cell: int) -> tuple[U64, U64]:
        """Remove the states that wait for a cell, and return them merged."""
        waiting = self._waiting.pop(cell, [])
        if not waiting:
            return np.zeros((1, 0), np.uint64), np.zeros((1, 0), np.uint64)
        words = np.concatenate([each for each, _ in waiting], axis=1)
        limbs, start = max(len(each) for _, each in waiting), 0
        numbers = np.zeros((limbs, words.shape[1]), np.uint64)
        for _, each in waiting:
            numbers[: len(each), start : start + each.shape[1]] = each
            start += each.shape[1]
        waiting.clear()
        order = np.argsort(keys_of(words), kind="stable")  # most of it is in order
        words = words[:, order]
        new = np.ones(len(order), np.bool_)
        new[1:] = (words[:, 1:] != words[:, :-1]).any(axis=0)
        starts = np.flatnonzero(new)
        return words[:, starts], with_carries(np.add.reduceat(numbers[:, order], starts, axis=1))

    def finished(self) -> tuple[U64, U64, Flags]:
        """Return the states behind the last cell, and whether each has enough uses of pieces."""
        words, numbers = self._pop_states(self.cells)
        enough = np.ones(words.shape[1], np.bool_)
        for (at, mask, _, _), counter in zip(self._fields, self.counters, strict=True):
            enough &= (words[-1] >> at & mask) >= counter.fewest
        return words, numbers, enough


def keys_of(words: U64) -> U64:
    """Return the keys that states are sorted by: the only word, or a hash of several."""
    key: U64 = words[0]
    for word in words[1:]:
        key = (key ^ key >> SHIFT) * FACTOR + word
    return key


def whole(limbs: npt.NDArray[Any], bits: int = LIMB_BITS) -> Any:
    """Return the number in limbs of some bits, or an array of numbers, as integers of any size."""
    return sum(limb << bits * k for k, limb in enumerate(limbs.astype(object)))


def with_carries(numbers: U64) -> U64:
    """Return numbers of whole limbs, with one more limb if the last one is full."""
    for limb in range(len(numbers)):
        over = numbers[limb] >> np.uint64(LIMB_BITS)
        if over.any():
            numbers[limb] &= LIMB
            if limb + 1 == len(numbers):
                return np.vstack([numbers, over])
            numbers[limb + 1] += over
    return numbers
