"""Counts of exact covers with a memo (`kernels.exact_cover.memo`): its tables, parts and gain."""

import threading
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import accumulate
from math import ceil, log

import numpy as np

from enumino.arrays import I64, U32, U64
from enumino.enum.drive import Calls, enter
from enumino.enum.exact_cover import MEMORY, Cover
from enumino.enum.exact_cover.cover_tables import WORD_BITS, links
from enumino.enum.kernels.exact_cover import dancing_links, memo
from enumino.enum.kernels.exact_cover.solutions import LONGEST_SOLUTION
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NODES
from enumino.enum.partition import by_levels
from enumino.enum.problem import Prefix, no_such_subtree
from enumino.enum.speeds import MEMO

# Nodes counted for an estimate, random walks, links that all walks take out.
PROBED_NODES, WALKS, LINKS = 1 << 16, 1000, 30_000_000
LARGEST = 1e300  # nodes that walks may expect
SECONDS_PER_PART, MOST_PARTS = 2.0, 64
KEPT_SUBTREES = 1 << 16  # whose numbers of solutions are kept beside the memo


class Memo:
    """The counts of parts of a problem; each thread has a memo for all parts that it counts.

    The memos together take `memory` bytes.
    """

    def __init__(self, cover: Cover, memory: int = MEMORY) -> None:
        self._room = np.array([memory], np.int64)
        self._tables, self._of_thread = _tables_of(cover), threading.local()
        self._ends = lru_cache(KEPT_SUBTREES)(self._sums)

    def _entered(self, prefix: Prefix) -> tuple[memo.State, int]:
        """Return the state of this thread at the root of a subtree, and its children or LEAF."""
        if not hasattr(self._of_thread, "state"):
            self._of_thread.state = memo.new_state(self._tables, self._room)
        state: memo.State = self._of_thread.state
        children = int(memo.enter_subtree(state, np.array(prefix, np.int64)))
        if children < LEAF:
            raise no_such_subtree(prefix)
        return state, children

    def count(self, prefix: Prefix, passed: Callable[[int], None]) -> int:
        """Count the solutions in a subtree; `passed` is called with the nodes visited."""
        (state, _), call = self._entered(prefix), Calls()
        while not state.cursor[DONE]:
            passed(call(memo.advance, state)[1])
        return _number(state.sums[state.cursor[BASE]])

    def uses(self, passed: Callable[[int], None]) -> list[int]:
        """Return the number of solutions with each option; `passed` as in `count`.

        A subtree with more rests than the memo has room for is divided.
        """
        subtrees: list[Prefix] = [()]
        found = [0] * (self._tables.links.starts.size - 1)
        while subtrees:
            prefix = subtrees.pop()
            state, children = self._entered(prefix)
            taken = _taken(state)
            state.size[memo.ENTRIES] = 0
            memo.resize(state, state.size[memo.SLOTS])
            number = self.count(prefix, passed)
            limbs = number.bit_length() // 32 + 1
            ways = np.zeros((state.size[memo.ENTRIES], limbs), np.uint32)
            uses = np.zeros((len(found) + 1, limbs), np.uint32)
            ways[-1, 0] = 1
            if memo.add_uses(state, state.numbers.view(np.uint32), ways, uses):
                uses[taken] = state.sums[len(prefix)].view(np.uint32)[:limbs]
                found = [n + _number(own) for n, own in zip(found, uses, strict=False)]
            else:
                subtrees += [(*prefix, k) for k in range(children)]
        return found

    def solution(self, rank: int) -> I64:
        """Return the options of the solution of a rank, which is below the number of solutions."""
        prefix: Prefix = ()
        while (ends := self._ends(prefix)) is not None:
            child = bisect_right(ends, rank)
            rank -= ends[child - 1] if child else 0
            prefix = (*prefix, child)
        return _taken(self._entered(prefix)[0])

    def _sums(self, prefix: Prefix) -> list[int] | None:
        """Return the partial sums of the solutions in the children of a node; None for a leaf."""
        _, children = self._entered(prefix)
        if children == LEAF:
            return None
        numbers = (self.count((*prefix, k), lambda nodes: None) for k in range(children))
        return list(accumulate(numbers))

    @cached_property
    def expected(self) -> tuple[float, float]:
        """The nodes and seconds of a count: nodes are a power of the nodes of a search."""
        state, _ = self._entered(())
        walks = max(1, min(WALKS, LINKS // state.links.up.size))
        _, whole = enter(dancing_links, state.links, (), walks, seed=1)
        self._entered(())
        points = []
        for most in (PROBED_NODES // 8, PROBED_NODES):
            memo.advance(state, most - int(state.cursor[NODES]))
            weights = state.weights[: state.cursor[DEPTH] + 1]
            points.append((float(state.cursor[NODES]), float(weights.sum())))
        (early, less), (nodes, more) = points
        if not state.cursor[DONE]:
            power = min(1.0, log(nodes / early) / log(more / less))
            nodes *= max(1.0, min(LARGEST, whole / walks) / more) ** power
        return nodes, nodes / MEMO

    @cached_property
    def parts(self) -> list[list[Prefix]]:
        """The prefixes of each part; neighbouring subtrees share a part."""
        wanted = min(MOST_PARTS, max(1, ceil(self.expected[1] / SECONDS_PER_PART)))
        subtrees = by_levels(lambda prefix: self._entered(prefix)[1], [()], wanted)
        step = -(-len(subtrees) // wanted)
        return [subtrees[at : at + step] for at in range(0, len(subtrees), step)]


def _taken(state: memo.State) -> I64:
    """Return the options that are taken at a node."""
    return np.flatnonzero(np.unpackbits(state.links.taken.view("u1"), bitorder="little"))


def _number(limbs: U32 | U64) -> int:
    return int.from_bytes(limbs.tobytes(), "little")


def _tables_of(cover: Cover) -> memo.Tables:
    """Lay out the fields of items in the words of a rest, and say how long numbers may be."""
    linked = links(cover)
    length, fewest, most = linked.length, linked.fewest, linked.most
    word, shift = np.zeros((2, length.size), np.int64)
    closed = np.zeros(length.size, np.uint64)
    colours = np.zeros(length.size, np.int64)
    np.maximum.at(colours, linked.top, linked.colour)
    sizes = [(colour + 1).bit_length() for colour in colours.tolist()]
    end = 0
    for item in range(1, length.size):
        size = WORD_BITS if most[item] > 1 else sizes[item]
        start = end if end % WORD_BITS + size <= WORD_BITS else end + -end % WORD_BITS
        end = start + size
        word[item], shift[item] = divmod(start, WORD_BITS)
        closed[item] = (1 << size) - 1 << int(shift[item])
    colour = linked.colour.astype(np.uint64) << shift[linked.top].astype(np.uint64)
    return memo.Tables(
        links=linked,
        word=word,
        closed=closed,
        bits=np.where(linked.colour > 0, colour, closed[linked.top]),
        enough=np.where(most < 2, -1, np.where(most < length, most, fewest)),
        limits=np.array([end - 1, _bits(linked, cover.primary)], np.int64) // WORD_BITS + 1,
    )


def _bits(linked: dancing_links.Tables, primary: int) -> int:
    """Return a bound on the bits of the number of solutions, from the children on a path."""
    own = slice(1, primary + 1)
    length, fewest, most = linked.length[own], linked.fewest[own], linked.most[own]
    once = (fewest == 1) & (most == 1)
    choices = np.sort(np.log2(np.maximum(length[once], 1)))
    longest = int(linked.limits[LONGEST_SOLUTION])
    often = (np.minimum(most, length) + 1) * np.log2(length + 1)
    return int(choices[max(0, choices.size - longest) :].sum() + often[~once].sum()) + 1
