"""Compare the orders in which a plain search may fill a room with mats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter

from enumino.enum.tatami import regions_of
from enumino.regions import Region

MAX_NODES = 1 << 24


@dataclass(frozen=True)
class Searched:
    """What a plain search has found in one order, and what it took."""

    room: str
    order: str
    layouts: int
    nodes: int
    deepest: int
    seconds: float


def compare_orders(
    rooms: Region | str | Iterable[Region | str], orders: Iterable[str]
) -> Iterator[Searched]:
    """Search rooms for layouts of whole mats in several orders, without any pruning.

    Parameters
    ----------
    rooms : Region, str, or several of them
        As in `enumino.Tatami`.
    orders : iterable of str
        ``row``, ``column``, ``diagonal`` (i + j) or ``corner`` (3i + j).

    Examples
    --------
    >>> [(s.layouts, s.nodes, s.deepest) for s in compare_orders("6x6", ["row"])]
    [(2, 283, 18)]
    """
    from enumino.enum.kernels import tatami_orders as kernel

    orders = list(orders)
    for room in regions_of(rooms):
        by_name = kernel.orders(room.grid)
        for name in orders:
            state = kernel.new_state(room.grid, by_name[name])
            kernel.run(state, 0)  # compiles, if it has to
            started = perf_counter()
            while not state.cursor[kernel.DONE]:
                kernel.run(state, MAX_NODES)
            seconds = perf_counter() - started
            layouts, nodes, deepest = (
                int(state.cursor[at]) for at in (kernel.LAYOUTS, kernel.NODES, kernel.DEEPEST)
            )
            yield Searched(room.name, name, layouts, nodes, deepest, round(seconds, 6))
