"""Counts of partitions of a graph into connected parts, by a sweep over its vertices."""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cached_property
from itertools import islice, repeat
from math import inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.arguments import threads_or_cores
from enumino.arrays import I64, U8
from enumino.enum.kernels.matrices.partition_sweep import (
    LONGEST_FRONTIER,
    WORD_BITS,
    Bounds,
    Step,
    extend,
    merge,
    new_scratch,
)
from enumino.enum.kernels.matrices.states import LIMB_BITS
from enumino.enum.sweep import SweepError, whole
from enumino.words import size

MOST_BYTES = 8_000_000_000
CHILDREN = 1 << 15  # states made together
MOST_ENTRIES = 10_000_000  # of the tables of lists of sizes
MOST_BUCKETS, STATES_PER_BUCKET = 64, 10_000
ORDERED = 40_000  # vertices of all orders that are compared, times the largest degree
GROWTH = 3.0  # of the number of states with another vertex in the frontier, for comparisons
MOST_SAMPLED = 20_000  # states before an estimate extrapolates
SECONDS_PER_STATE, SECONDS_PER_VERTEX = 8e-7, 1e-3  # on one core; for estimates only
START = np.array([[0, 1]], np.int64)  # the state before the first vertex, reached in one way

Neighbours = list[set[int]]
Made = list[tuple[I64, list[I64]]]  # states, and the order of those in each bucket


class Table:
    """The states of a bucket after a vertex, in an open-addressed table that grows."""

    def __init__(self, room: int, words: int, limbs: int) -> None:
        self._words, self._used = words, 0
        self.table: I64 = np.zeros((room, words + limbs), np.int64)

    @property
    def rows(self) -> I64:
        """The states."""
        return self.table[self.table[:, self._words :].any(axis=1)]

    def add(self, made: Made, bucket: int) -> None:
        """Add the states of a bucket."""
        for children, orders in made:
            order = orders[bucket]
            while order.size:
                done, self._used = merge(self.table, self._used, children, order, self._words)
                order = order[done:]
                if order.size:
                    rows = self.rows
                    self.table = np.zeros((len(self.table) * 3 // 2, rows.shape[1]), np.int64)
                    merge(self.table, 0, rows, np.arange(len(rows)), self._words)


class PartitionSweep:
    """Partitions of a graph into connected parts, by the number of parts.

    Parameters
    ----------
    edges : int array [m, 2]
        The ends of each edge: different vertices, numbered from 0.
    weights : sequence of int
        The weight of each vertex, at least 0.
    sizes, parts : (int, int)
        The least and the most weight of a part, and the fewest and the most parts.
    by_sizes : bool
        Whether partitions are counted by the ascending weights of their parts.

    Raises
    ------
    SweepError
        If the frontier is too long or weights are too large.

    Examples
    --------
    A cycle of four vertices: connected parts are paths.

    >>> PartitionSweep([(0, 1), (1, 2), (2, 3), (3, 0)], [1] * 4, (1, 3), (1, 4)).run()
    {2: 6, 3: 4, 4: 1}
    >>> PartitionSweep([(0, 1), (1, 2), (2, 3), (3, 0)], [1] * 4, (1, 3), (2, 2), True).run()
    {(1, 3): 4, (2, 2): 2}
    """

    def __init__(
        self,
        edges: npt.ArrayLike,
        weights: Sequence[int],
        sizes: tuple[int, int],
        parts: tuple[int, int],
        by_sizes: bool = False,
    ) -> None:
        vertices, total = len(weights), sum(weights)
        least, most = max(sizes[0], min(weights)), min(sizes[1], total)
        fewest, largest = max(1, parts[0]), min(parts[1], vertices)
        if vertices * total >= 1 << WORD_BITS - 1:
            raise SweepError(f"The weights add up to {total:,}: count in larger units.")
        # Where no part can be too large, sizes are counted up to the least one.
        longest = most if total - (fewest - 1) * least > most else least
        self._lists = _lists(total, least, most, fewest, largest) if by_sizes else []
        if by_sizes:
            longest = most
        closed = len(self._lists) or largest
        self._bounds = Bounds(
            least, most, fewest, largest, max(0, longest).bit_length(), closed.bit_length(),
            *_tables(self._lists, most),
        )  # fmt: skip
        self._is_possible = least <= most and fewest <= largest and max(weights) <= most
        self._neighbours: Neighbours = [set() for _ in weights]
        for one, other in np.asarray(edges, np.int64).reshape(-1, 2).tolist():
            self._neighbours[one].add(other)
            self._neighbours[other].add(one)
        _, self._order = best_order(self._neighbours)
        self._weights = [weights[vertex] for vertex in self._order]

    def run(
        self,
        *,
        most_bytes: float = MOST_BYTES,
        threads: int | None = None,
        passed: Callable[[int], None] = lambda vertices: None,
        begun: tuple[int, list[I64]] | None = None,
        keep: Callable[[int, list[I64]], None] = lambda vertices, states: None,
    ) -> dict[Any, int]:
        """Return the numbers of partitions by the number of parts, or by sizes, without zeros.

        `passed` is called with the number of new vertices after each; `keep` with the number of all
        vertices and the states after them, from which another run goes on if they are `begun`
        there. If states take more than `most_bytes`, raises a SweepError.
        """
        if begun is None or not self._may_be_states(*begun):
            begun = 0, [START] if self._is_possible else []
        at, states = begun
        passed(at)
        for states in self._layers(most_bytes, threads, *begun):
            at += 1
            if at < len(self._order):
                keep(at, states)
            passed(1)
        found = {
            self._lists[row[0]] if self._lists else int(row[0]): whole(row[1:], LIMB_BITS)
            for rows in states
            for row in rows
        }
        return dict(sorted(found.items()))

    @cached_property
    def expected_states(self) -> float:
        """The number of states, extrapolated from the first ones, mostly within a factor of three.

        The growth per vertex is that over the last vertices, as many as the longest frontier has.
        It decays to 1 at a vertex that depends on this length; then layers stay large for a while.
        Fitted to sweeps of squares, strips, boxes and other regions.
        """
        seen = [1]
        with closing(self._layers(inf, 1)) as layers:
            for layer in layers:
                seen.append(sum(map(len, layer)))
                if sum(seen) > MOST_SAMPLED:
                    break
            else:
                return sum(seen)
        vertices, place = len(self._order), len(seen) - 1
        longest = max(step.frontier for step in self._steps())
        end = max(place, min(0.7 * vertices, 0.65 * longest * sqrt(vertices)))
        back = min(place, longest)
        growth = (seen[-1] / seen[place - back]) ** ((end - place) / 2 / back)
        return sum(seen) + seen[-1] * growth * ((end - place) / 2 + 0.3 * (vertices - end))

    @property
    def expected_seconds(self) -> float:
        """The expected time on one core."""
        return SECONDS_PER_VERTEX * len(self._order) + SECONDS_PER_STATE * self.expected_states

    def _layers(
        self, most_bytes: float, threads: int | None, at: int = 0, layer: list[I64] | None = None
    ) -> Generator[list[I64]]:
        """Yield the states after each further vertex, by bucket; the last ones are emptied."""
        layer = [START] if layer is None else layer
        threads = threads_or_cores(threads)
        with ThreadPoolExecutor(threads) as pool:
            for step in islice(self._steps(), at, None) if self._is_possible else ():
                layer = self._after(step, layer, threads, pool, most_bytes)
                yield layer

    def _may_be_states(self, at: int, states: list[I64]) -> bool:
        """Return whether arrays have the form of states after some vertices of this sweep."""
        words = [step.words for step in self._steps()] if self._is_possible else []
        return 0 < at < len(words) and all(
            rows.ndim == 2 and rows.dtype == np.int64 and rows.shape[1] > words[at]
            for rows in states
        )

    def _steps(self) -> Iterator[Step]:
        """Yield the steps of the sweep."""
        at = {vertex: place for place, vertex in enumerate(self._order)}
        last = [max((at[n] for n in self._neighbours[v]), default=-1) for v in self._order]
        frontier: list[int] = []
        bits, words = 0, 1
        for place, vertex in enumerate(self._order):
            beside = {at[n] for n in self._neighbours[vertex]}
            near = [k for k, behind in enumerate(frontier) if behind in beside]
            kept = [k for k, behind in enumerate([*frontier, place]) if last[behind] > place]
            ahead, many = self._weights[place + 1 :], len(kept)
            more = many.bit_length()
            fields = [*[more] * many, *[self._bounds.size_bits] * many, *range(many)]
            words_after = _words([self._bounds.closed_bits, *fields])
            yield Step(
                near=np.array(near, np.int64),
                kept=np.array(kept, np.int64),
                frontier=len(frontier),
                weight=self._weights[place],
                ahead=len(ahead),
                weight_ahead=sum(ahead),
                lightest=min(ahead, default=self._bounds.most + 1),
                bits=bits,
                bits_after=more,
                words=words,
                words_after=words_after,
            )
            frontier, bits, words = [[*frontier, place][k] for k in kept], more, words_after

    def _after(
        self, step: Step, layer: list[I64], threads: int, pool: ThreadPoolExecutor, most: float
    ) -> list[I64]:
        """Return the states after a step, by bucket; `layer` is emptied."""
        ways = sum(  # nearly; each of them can be continued in up to 2**len(step.near) ways
            int(limb.sum(dtype=np.float64)) << LIMB_BITS * k
            for rows in layer
            for k, limb in enumerate(rows[:, step.words :].T)
        )
        limbs = 1 + (ways.bit_length() + 1 + len(step.near)) // LIMB_BITS
        buckets = min(MOST_BUCKETS, 1 + sum(map(len, layer)) // STATES_PER_BUCKET)
        room = max(16, sum(map(len, layer)) // buckets)
        new = [Table(room, step.words_after, limbs) for _ in range(buckets)]

        def extended(rows: I64) -> Made:
            """Return the states after some states, with the order of those in each bucket."""
            return [
                (children, np.split(np.argsort(own, kind="stable"), np.cumsum(many)[:-1]))
                for children, _, own in self._children(step, rows, limbs, buckets)
                for many in [np.bincount(own, minlength=buckets)]
            ]

        while layer:
            made: Made = []
            some = (layer.pop() for _ in range(min(threads, len(layer))))
            for each in pool.map(extended, some):
                made += each
            list(pool.map(Table.add, new, repeat(made), range(buckets)))
            taken = sum(each.nbytes for each in layer) + sum(each.table.nbytes for each in new)
            if taken > most:
                raise SweepError(
                    f"Counting these partitions keeps {sum(len(each.rows) for each in new):,} "
                    f"states at vertex {len(self._order) - step.ahead:,} of {len(self._order):,}, "
                    f"which take {size(taken)}: ask for narrower sizes or fewer parts, or count by "
                    "search."
                )
        return list(pool.map(lambda _: new.pop().rows, range(buckets)))

    def _children(
        self, step: Step, rows: I64, limbs: int, buckets: int = 1
    ) -> Iterator[tuple[I64, I64, U8]]:
        """Yield the states after a step, the edges that it puts into parts, and their buckets."""
        room, first, scratch = CHILDREN, 0, new_scratch()
        while first < len(rows):
            children = np.empty((room, step.words_after + limbs), np.int64)
            inner, chosen = np.empty(room, np.int64), np.empty(room, np.uint8)
            done, many = extend(
                step, self._bounds, rows, first, scratch, children, inner, chosen, buckets
            )
            if done == first:  # there is no room for the children of a state
                room *= 2
            first = done
            yield children[:many], inner[:many], chosen[:many]


def _lists(total: int, least: int, most: int, fewest: int, largest: int) -> list[tuple[int, ...]]:
    """Return the ascending sizes of some parts that further parts may follow.

    >>> _lists(4, 1, 3, 2, 2)
    [(), (1,), (2,), (3,), (1, 3), (2, 2)]
    """
    found: list[tuple[int, ...]] = [()]
    for sizes in found:
        left, number = total - sum(sizes), len(sizes) + 1
        found += [
            (*sizes, more)
            for more in range(max([least, *sizes[-1:]]), min(most, left) + 1)
            if max(0, fewest - number) * least <= left - more <= (largest - number) * most
        ]
        if len(found) * most > MOST_ENTRIES:
            raise SweepError("Parts have too many sizes to count them apart: bound their sizes.")
    return found


def _tables(lists: Sequence[tuple[int, ...]], most: int) -> tuple[I64, I64]:
    """Return the tables of `Bounds` for lists of sizes, as large as fields of states are."""
    number = {sizes: at for at, sizes in enumerate(lists)}
    rows = 1 << len(lists).bit_length() if lists else 0
    further = np.full((rows, 1 << most.bit_length()), -1, np.int64)
    for sizes, at in number.items():
        for place, last in enumerate(sizes):
            further[number[sizes[:place] + sizes[place + 1 :]], last] = at
    return further, np.array([*map(len, lists), *[0] * (rows - len(lists))], np.int64)


def _words(fields: Sequence[int]) -> int:
    """Return the words for fields of bits that do not cross words."""
    words, free = 1, WORD_BITS
    for bits in fields:
        words, free = (words, free - bits) if bits <= free else (words + 1, WORD_BITS - bits)
    return words


def best_order(neighbours: Neighbours) -> tuple[float, list[int]]:
    """Return the cost of an order of the vertices with a small frontier, and the order.

    >>> best_order([{1, 3}, {0, 2}, {1, 3}, {0, 2}])
    (22.0, [0, 1, 3, 2])
    """
    vertices = len(neighbours)
    heaviest = max(1, *map(len, neighbours))
    starts = max(1, min(vertices, ORDERED // (vertices * heaviest)))
    found = (_order_from(k * vertices // starts, neighbours) for k in range(starts))
    cost, order = min(found)
    if cost > GROWTH**LONGEST_FRONTIER:
        raise SweepError(
            f"The frontier of a sweep of this graph has more than {LONGEST_FRONTIER} vertices: "
            "count by search."
        )
    return cost, order


def _order_from(start: int, neighbours: Neighbours) -> tuple[float, list[int]]:
    """Return the cost of an order from a vertex, and the order.

    The next vertex lets the frontier grow least, then the edges ahead of it; then it is beside the
    vertex that has been in the frontier for longest.
    """
    ahead = [len(others) for others in neighbours]  # neighbours that are not in the order
    at: dict[int, int] = {}
    frontier, cost, unseen, beside = 0, 0.0, iter(range(len(neighbours))), {start}

    def growth(vertex: int) -> tuple[int, int, int, int]:
        behind = [other for other in neighbours[vertex] if other in at]
        grows = (ahead[vertex] > 0) - sum(ahead[other] == 1 for other in behind)
        first = min((at[other] for other in behind), default=0)
        return grows, ahead[vertex] - len(behind), first, vertex

    while len(at) < len(neighbours):
        chosen = min(beside or [next(vertex for vertex in unseen if vertex not in at)], key=growth)
        frontier += growth(chosen)[0]
        cost += GROWTH ** min(frontier, LONGEST_FRONTIER + 1)
        at[chosen] = len(at)
        for other in neighbours[chosen]:
            ahead[other] -= 1
        beside = (beside | neighbours[chosen]) - at.keys()
    return cost, list(at)
