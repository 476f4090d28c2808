"""The sweep of profiles in compiled tables, once there are too many for dictionaries of Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.matrices import covering_profiles as kernel
from enumino.enum.kernels.matrices.covering_profiles import HIGH, LOW, WAYS, WIDEST, WORD

# The largest primes below 2^62.
BELOW = (57, 87, 117, 143, 153, 167, 171, 195, 203, 273, 287, 317, 443, 483, 495, 575, 581, 603,
         633, 663, 765, 773, 777, 791, 813, 831, 923, 981, 993, 1001, 1007, 1017)  # fmt: skip
PRIMES = tuple((1 << 62) - k for k in BELOW)
PRIME_BITS = 61  # of each prime, rounded down
BUCKET = 4096  # profiles that are added to a table together
MOST_BYTES = 6_000_000_000  # of all tables
FIRST_PROFILES = 1 << 10  # room of a table at first
FILLED = 0.43  # share of the slots of all tables that have a profile, when there are most

# For one placement: its cells as a profile, and the place, mask, bound of its counter, and whether
# it may not exceed the bound.
Placement = tuple[int, tuple[int, int, int, bool]]


class ProfileTables:
    """Profiles with numbers of partial coverings modulo primes, by their first free cell.

    Parameters
    ----------
    width : int
        Bits of a profile.
    uses : int
        Bits of the numbers of uses, above those of the profile in HIGH.
    bits : int
        Bits of the result, at most.
    """

    def __init__(self, width: int, uses: int, bits: int) -> None:
        if not self.can_hold(width, uses, bits):
            raise ValueError(f"{width} and {uses} bits of a profile, {bits} of a number")
        self.width, self.high_bits = width, max(0, width - WORD)
        self.primes = np.array(_primes_for(bits), np.uint64)
        self.tables: dict[int, npt.NDArray[np.uint64]] = {}
        self.filled: dict[int, int] = {}
        self.held = 0
        self._buckets = kernel.new_buckets(width + 2, BUCKET)

    @staticmethod
    def can_hold(width: int, uses: int, bits: int) -> bool:
        """Return whether tables can hold such profiles, uses and numbers."""
        wide = max(width, WORD) + uses <= WIDEST
        return wide and bits <= PRIME_BITS * len(PRIMES)

    @property
    def bytes(self) -> int:
        """Bytes of all tables."""
        return sum(table.nbytes for table in self.tables.values())

    def enter(self, cell: int, profiles: Mapping[int, int], uses: int) -> None:
        """Take over profiles of a first free cell, with `uses` bits of counters below each."""
        table = self.tables[cell] = kernel.new_table(len(profiles), self.primes.size)
        word, mask = (1 << WORD) - 1, (1 << uses) - 1
        source = np.zeros((1, table.shape[1]), np.uint64)
        buckets = kernel.new_buckets(1, 1)
        for key, ways in profiles.items():
            profile, used = key >> uses, key & mask
            high = profile >> WORD | used << self.high_bits
            source[0, WAYS:] = [ways % prime for prime in PRIMES[: self.primes.size]]
            buckets.keys[0, 0] = profile & word, high | int(kernel.OCCUPIED)
            buckets.origins[0, 0], buckets.sizes[0] = 0, 1
            kernel.merge(table, buckets, 0, source, self.primes)
        self.filled[cell] = len(profiles)
        self.held += len(profiles)

    def cover(self, cell: int, placements: Sequence[Placement]) -> None:
        """Put every placement with this first cell on all profiles that wait for it."""
        table = self.tables.pop(cell, None)
        self.held -= self.filled.pop(cell, 0)
        if table is None or not placements:
            return
        word = (1 << WORD) - 1
        masks = [(covered & word, covered >> WORD) for covered, _ in placements]
        bounds = [
            (offset + self.high_bits, mask, enough, at_most)
            for _, (offset, mask, enough, at_most) in placements
        ]
        pieces = kernel.Pieces(
            np.array(masks, np.uint64),
            np.array(bounds, np.uint64),
            np.array([self.high_bits], np.uint64),
        )
        self._pass_on(cell, table, partial(kernel.expand, table, pieces, self._buckets))

    def reflect(self, cell: int, image: Sequence[int]) -> None:
        """Keep one of each profile and its mirror image, of all that wait.

        `image` has the image of each cell from this one on; none before it is free.
        """
        images, high_bits = np.array(image, np.int64), np.uint64(self.high_bits)
        waiting, self.tables, self.filled, self.held = self.tables, {}, {}, 0
        for at, table in waiting.items():
            step = partial(kernel.reflect, table, images, at - cell, high_bits, self._buckets)
            self._pass_on(cell, table, step)

    def _pass_on(
        self, cell: int, table: npt.NDArray[np.uint64], step: Callable[[Any], int]
    ) -> None:
        """Sort what follows from a table into the tables from `cell` on."""
        cursor = np.zeros(2, np.int64)
        while (full := step(cursor)) >= 0:
            self._merge(cell, full, table)
        for number in np.flatnonzero(self._buckets.sizes).tolist():
            self._merge(cell, number, table)

    def _merge(self, cell: int, number: int, source: npt.NDArray[np.uint64]) -> None:
        """Add a bucket to its table, which is made or enlarged for it."""
        at, more = cell + number, int(self._buckets.sizes[number])
        table = self.tables.get(at)
        if table is None:
            table = self.tables[at] = kernel.new_table(FIRST_PROFILES, self.primes.size)
        while (self.filled.get(at, 0) + more) * 3 > table.shape[0] * 2:
            table = self.tables[at] = kernel.enlarged(table, self.primes)
        new = int(kernel.merge(table, self._buckets, number, source, self.primes))
        self.filled[at] = self.filled.get(at, 0) + new
        self.held += new

    def ended(self, cell: int) -> dict[int, int]:
        """Return the numbers of coverings by the numbers of uses, at the end of the board."""
        table = self.tables.get(cell)
        if table is None:
            return {}
        found = {}
        for row in table[table[:, HIGH] != 0].tolist():
            assert row[LOW] == 0
            used = (row[HIGH] & ~int(kernel.OCCUPIED)) >> self.high_bits
            found[used] = _from_residues(row[WAYS:], self.primes.tolist())
        return found


def _primes_for(bits: int) -> tuple[int, ...]:
    """Return primes whose product has more bits."""
    return PRIMES[: -(-bits // PRIME_BITS) or 1]


def bytes_a_profile(bits: int) -> float:
    """Return the expected bytes of tables for each profile that they hold."""
    return 8 * (WAYS + len(_primes_for(bits))) / FILLED


def _from_residues(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return the number with these residues, by the Chinese remainder theorem."""
    whole = prod(primes)
    parts = (
        residue * (whole // prime) * pow(whole // prime, -1, prime)
        for residue, prime in zip(residues, primes, strict=True)
    )
    return sum(parts) % whole
