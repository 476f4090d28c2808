"""The sweep of profiles in compiled tables, once there are too many for dictionaries of Python."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import prod
from queue import SimpleQueue
from threading import Event, Lock
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
FIRST_SLOTS = 1 << 11  # of a table
FILLED = 0.43  # share of the slots of all tables that have a profile, when there are most

MOST_THREADS = 8  # more wait for memory
SHARED_FROM = 300_000  # profiles
ROWS_AT_ONCE = 1 << 17  # slots of tables that are looked at

Table = npt.NDArray[np.uint64]  # see the kernel
Place = tuple[int, int]  # a first free cell, and a share
# For one placement: its cells as a profile, and the place, mask, bound of its counter, and whether
# it may not exceed the bound.
Placement = tuple[int, tuple[int, int, int, bool]]


class ProfileTables:
    """Profiles with numbers of partial coverings modulo primes, by their first free cell.

    On several threads the profiles of a cell are divided into shares by a hash, each with a table
    of its own: a thread passes on one share at a time.

    A profile has `width` bits, with `uses` bits for numbers of uses above them in HIGH; the result
    has at most `bits`.
    """

    def __init__(self, width: int, uses: int, bits: int, threads: int = 1) -> None:
        if not self.can_hold(width, uses, bits):
            raise ValueError(f"{width} and {uses} bits of a profile, {bits} of a number")
        self.width, self.high_bits = width, max(0, width - WORD)
        self.primes = np.array(_primes_for(bits), np.uint64)
        self.tables: dict[Place, Table] = {}
        self.filled: dict[Place, int] = {}
        self.threads = min(threads, MOST_THREADS)
        self._divide(1)

    @staticmethod
    def can_hold(width: int, uses: int, bits: int) -> bool:
        """Return whether tables can hold such profiles, uses and numbers."""
        wide = max(width, WORD) + uses <= WIDEST
        return wide and bits <= PRIME_BITS * len(PRIMES)

    @property
    def held(self) -> int:
        """Profiles of all tables."""
        return sum(self.filled.values())

    @property
    def bytes(self) -> int:
        """Bytes of all tables."""
        return sum(table.nbytes for table in self.tables.values())

    def enter(self, cell: int, profiles: Mapping[int, int], uses: int) -> None:
        """Take over profiles of a first free cell, with `uses` bits of counters below each."""
        word, mask = (1 << WORD) - 1, (1 << uses) - 1
        rows = np.empty((len(profiles), WAYS + self.primes.size), np.uint64)
        for number, (key, ways) in enumerate(profiles.items()):
            profile, used = key >> uses, key & mask
            high = profile >> WORD | used << self.high_bits | int(kernel.OCCUPIED)
            rows[number] = [profile & word, high, *(ways % prime for prime in self.primes.tolist())]
        self.add(cell, rows)

    def add(self, cell: int, rows: Table) -> None:
        """Add rows of other tables, none of them free, to those of a first free cell."""
        buckets = kernel.new_buckets(1, len(rows))
        buckets.keys[0], buckets.origins[0] = rows[:, :WAYS], np.arange(len(rows))
        buckets.sizes[0] = len(rows)
        self._merge((cell, 0), buckets, 0, rows)

    def rows(self) -> Iterator[tuple[int, Table]]:
        """Yield the rows of all tables with their first free cell, some at once."""
        for (cell, _), table in self.tables.items():
            for start in range(0, len(table), ROWS_AT_ONCE):
                some = table[start : start + ROWS_AT_ONCE]
                yield cell, some[some[:, HIGH] != 0]

    def cover(self, cell: int, placements: Sequence[Placement]) -> None:
        """Put every placement with this first cell on all profiles that wait for it."""
        sources = self._taken(cell)
        if not placements:
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
        self._pass_on(cell, sources, partial(_expand, pieces, self.shares))

    def reflect(self, cell: int, image: Sequence[int]) -> None:
        """Keep one of each profile and its mirror image, of all that wait.

        `image` has the image of each cell from this one on; none before it is free.
        """
        waiting = [(at, self._taken(at)) for at in self._cells()]
        for at, sources in waiting:
            self._pass_on(cell, sources, partial(self._reflect, np.array(image), at - cell))

    def share(self) -> None:
        """Divide the profiles for the threads, if there are many."""
        if self.threads == 1 or self.shares > 1 or self.held < SHARED_FROM:
            return
        self._divide(1 << (2 * self.threads - 1).bit_length())
        waiting = [(at, self._taken(at)) for at in self._cells()]
        for at, sources in waiting:  # each profile is its own image
            self._pass_on(at, sources, partial(self._reflect, np.arange(self.width), 0))

    def ended(self, cell: int) -> dict[int, int]:
        """Return the numbers of coverings by the numbers of uses, at the end of the board."""
        found = {}
        for table in self._taken(cell):
            for row in table[table[:, HIGH] != 0].tolist():
                assert row[LOW] == 0
                used = (row[HIGH] & ~int(kernel.OCCUPIED)) >> self.high_bits
                found[used] = _from_residues(row[WAYS:], self.primes.tolist())
        return found

    def _divide(self, shares: int) -> None:
        """Prepare so many shares, a power of two, and buckets for each thread."""
        self.shares, self._locks = shares, [Lock() for _ in range(shares)]
        self._buckets: SimpleQueue[kernel.Buckets] = SimpleQueue()
        for _ in range(self.threads if shares > 1 else 1):
            room = max(1, 2 * BUCKET // max(2, self.threads))
            self._buckets.put(kernel.new_buckets((self.width + 2) * shares, room))

    def _cells(self) -> list[int]:
        """Return the first free cells that profiles wait for."""
        return sorted({cell for cell, _ in self.tables})

    def _taken(self, cell: int) -> list[Table]:
        """Remove the tables of a first free cell, and return them."""
        places = [place for place in self.tables if place[0] == cell]
        for place in places:
            del self.filled[place]
        return [self.tables.pop(place) for place in places]

    def _reflect(
        self, image: npt.NDArray[np.int64], first: int, table: Table, buckets: Any, cursor: Any
    ) -> int:
        high_bits = np.uint64(self.high_bits)
        return int(kernel.reflect(table, image, first, high_bits, self.shares, buckets, cursor))

    def _pass_on(self, cell: int, sources: list[Table], step: Callable[..., int]) -> None:
        """Sort what follows from tables into the tables from `cell` on."""
        stopped = Event()

        def pass_on(source: Table) -> None:
            buckets, cursor = self._buckets.get(), np.zeros(2, np.int64)
            while not stopped.is_set() and (full := step(source, buckets, cursor)) >= 0:
                self._empty(cell, buckets, full, source)
            for number in np.flatnonzero(buckets.sizes).tolist():
                self._empty(cell, buckets, number, source)
            self._buckets.put(buckets)

        if len(sources) == 1:
            pass_on(sources.pop())
            return
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                running = []
                while sources:  # so that each table is freed when it is done
                    running.append(pool.submit(pass_on, sources.pop()))
                for future in running:
                    future.result()
            except BaseException:
                stopped.set()
                raise

    def _empty(self, cell: int, buckets: kernel.Buckets, number: int, source: Table) -> None:
        """Add a bucket to the table of its share."""
        onward, share = divmod(number, self.shares)
        with self._locks[share]:
            self._merge((cell + onward, share), buckets, number, source)

    def _merge(self, place: Place, buckets: kernel.Buckets, number: int, source: Table) -> None:
        """Add a bucket to its table, which is made or enlarged for it."""
        more, table = int(buckets.sizes[number]), self.tables.get(place)
        if table is None:
            table = self.tables[place] = self._new_table(FIRST_SLOTS)
        while (self.filled.get(place, 0) + more) * 3 > table.shape[0] * 2:
            larger = self._new_table(2 * table.shape[0])
            kernel.move(table, larger, self.primes)
            table = self.tables[place] = larger
        new = int(kernel.merge(table, buckets, number, source, self.primes))
        self.filled[place] = self.filled.get(place, 0) + new

    def _new_table(self, slots: int) -> Table:
        """Return an empty table, in pages that go back to the system with it.

        Tables of some megabytes from several threads would leave gaps in the heap instead.
        """
        columns = WAYS + self.primes.size
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        pages = mmap.mmap(-1, 8 * slots * columns, flags=private)
        if hasattr(mmap, "MADV_HUGEPAGE"):  # on Linux
            pages.madvise(mmap.MADV_HUGEPAGE)
        return np.frombuffer(pages, np.uint64).reshape(slots, columns)


def _expand(pieces: Any, shares: int, table: Table, buckets: Any, cursor: Any) -> int:
    return int(kernel.expand(table, pieces, shares, buckets, cursor))


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
