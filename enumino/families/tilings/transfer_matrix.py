"""Count coverings of a board by a sweep (`enumino.enum.sweep`): its order and expected work.

The *frontier* of a cell is the set of this cell and later cells that pieces with earlier first
cells may cover. The number of states grows exponentially with the size of the frontier, so the
sweep takes the order of the cells with the smallest frontiers. It compares the orders that pass an
image of the board line by line along an axis; since all images are tried, a board and its images
take the same work.

An estimate runs the first layers and extrapolates: each cell of a frontier multiplies the number of
states by the same factor, and the counters of bounded pieces multiply it further. The method shares
nothing with the searches that list tilings.
"""

from collections.abc import Collection, Iterator
from itertools import permutations
from typing import NamedTuple

import numpy as np

from enumino.arrays import I64
from enumino.enum.sweep import Counter, Placement, Sweep
from enumino.objects.board import Board
from enumino.objects.region import Region

MOST_SAMPLED = 200_000  # states that an estimate extends before it extrapolates
SECONDS_PER_STATE = 5e-7  # on one core; for estimates only
BYTES_PER_STATE = 200  # of memory, per waiting state; for estimates only

Numbers = I64


class SweepWork(NamedTuple):
    """The expected work of a sweep: the states that it extends, seconds, and bytes of memory."""

    states: float
    seconds: float
    bytes: float


def count_by_transfer_matrix(board: Board, most_states: float | None = None) -> int:
    """Count the coverings of a board that keep the bounds on its pieces.

    Raises `SweepError` if the sweep extends more than `most_states`, or takes too much memory.
    """
    board.check_size()
    return sum(BoardSweep(board).run(most_states=most_states).values())


class BoardSweep(Sweep):
    """The sweep of a board in the order with the smallest frontiers.

    The sweep has a counter of the uses of each piece that is bounded or whose number is in
    `counted`; `counter_of` maps the number of such a piece to the number of its counter.
    """

    def __init__(self, board: Board, counted: Collection[int] = ()) -> None:
        self._board = board
        bounds = {}
        for number, (fewest, most) in enumerate(board.uses.T.tolist()):
            piece = board.pieces[number]
            room = len(board.region) // len(piece.shape)  # for copies
            is_counted = number in counted or piece.most == most < room
            if (fewest or is_counted) and number < len(board.placed):  # these fix empty cells
                bounds[number] = Counter(fewest, most if is_counted else None)
        self.counter_of = {number: counter for counter, number in enumerate(bounds)}
        orders = (_in_order(board, rank) for rank in _ranks(board.region))
        self._covered, first, self.frontier = min(  # states grow exponentially with frontiers
            orders, key=lambda order: (float(np.exp2(order[2] / 2).sum()), order[2].tolist())
        )
        self._by_first = np.argsort(first, kind="stable")
        self._ends = np.searchsorted(first[self._by_first], np.arange(len(board.region) + 1))
        reach = int((self._covered - np.repeat(first, np.diff(board.starts))).max(initial=0)) + 1
        super().__init__(len(board.region), self._placed, reach, [*bounds.values()])

    def options(self, at: int) -> I64:
        """Return the options whose first cell in the order of the sweep is `at`."""
        return self._by_first[self._ends[at] : self._ends[at + 1]]

    def _placed(self, at: int) -> list[Placement]:
        """Return the placements whose first cell is `at`."""
        found, starts = [], self._board.starts
        for option in self.options(at).tolist():
            covered = self._covered[starts[option] : starts[option + 1]].tolist()
            counter = self.counter_of.get(int(self._board.piece[option]))
            found.append(Placement(sum(1 << cell - at for cell in covered), counter))
        return found


def expected_work(sweep: BoardSweep, most_sampled: int = MOST_SAMPLED) -> SweepWork:
    """Run the first layers of a sweep and return its expected work.

    A layer is expected to have 2^(factor * frontier + counter bits) states, where the factor is the
    largest among the layers passed. Counters spread most in the middle of the sweep, since the
    number of uses is nearly known at both ends.
    """
    states = []
    while sweep.next_cell < sweep.cells and sweep.waiting and sweep.extended < most_sampled:
        before = sweep.extended
        sweep.pass_cell()
        states.append(sweep.extended - before)
    extended, waiting = float(sweep.extended), float(sweep.most_waiting)
    if sweep.next_cell < sweep.cells and sweep.waiting:
        passed, layers = np.arange(sweep.cells) / sweep.cells, len(states)
        counted = sum(np.log2(1 + (each.most or each.fewest)) for each in sweep.counters)
        counter_bits = counted * 4 * passed * (1 - passed)
        bits = np.log2(np.maximum(1, states)) - counter_bits[:layers]
        factor = min(1.0, float((bits / np.maximum(1, sweep.frontier[:layers])).max()))
        rest = np.exp2(factor * sweep.frontier + counter_bits)[layers:]
        extended += float(rest.sum())
        waiting = max(waiting, float(rest.max()) * waiting / max(states))
    return SweepWork(extended, extended * SECONDS_PER_STATE, waiting * BYTES_PER_STATE)


def _ranks(region: Region) -> Iterator[Numbers]:
    """Yield the ranks of cells in each order of a sweep: lexicographic by the images' axes."""
    lattice, known = region.lattice, set()
    for element in lattice.elements:
        *axes, last = lattice.moved_arrays([*np.array(region.cells, np.int64).T], element)
        axes.append(last // lattice.sublattices)  # keeps the cells of a unit cell together
        for lines in permutations(axes):
            rank = np.empty(len(region), np.int64)
            rank[np.lexsort([last, *lines[::-1]])] = np.arange(len(region))
            if rank.tobytes() not in known:
                known.add(rank.tobytes())
                yield rank


def _in_order(board: Board, rank: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return cells of placements by rank, their first ones, and the sizes of frontiers."""
    covered = rank[board.members]
    cells = np.arange(len(rank))
    if not len(board):
        return covered, np.zeros(0, np.int64), np.zeros_like(cells)
    first = np.minimum.reduceat(covered, board.starts[:-1])
    earliest = cells.copy()
    np.minimum.at(earliest, covered, np.repeat(first, np.diff(board.starts)))
    entered = np.bincount(earliest + 1, minlength=len(rank) + 1)[: len(rank)]
    left = np.append(0, np.ones(len(rank) - 1, np.int64))
    return covered, first, np.cumsum(entered - left)
