"""Compare plain searches that fill a room in several orders with the pruned search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter

from enumino.families.tatami.parameters import regions_of
from enumino.families.tatami.problem import Tatami
from enumino.objects.region import Region

MAX_NODES = 1 << 24
PRUNED = "pruned"


@dataclass(frozen=True)
class Searched:
    """The result of a search in one order, and its cost; only plain searches have `deepest`."""

    room: str
    order: str
    layouts: int
    nodes: int
    deepest: int | None
    seconds: float


def compare_orders(
    rooms: Region | str | Iterable[Region | str], orders: Iterable[str]
) -> Iterator[Searched]:
    """Search rooms for layouts of whole mats in several orders.

    Orders are ``row``, ``column``, ``diagonal`` (i + j) and ``corner`` (3i + j), without any
    pruning, and ``pruned``: by rows, with the pruning that listings have.

    >>> [(s.layouts, s.nodes, s.deepest) for s in compare_orders("6x6", ["row"])]
    [(2, 283, 18)]
    """
    from enumino.enum.kernels.listing import tatami_orders as kernel

    orders = list(orders)
    for room in regions_of(rooms):
        by_name = kernel.orders(room.grid)
        for name in orders:
            if name == PRUNED:
                yield _pruned(room)
                continue
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


def _pruned(room: Region) -> Searched:
    Tatami("2x2", method="search").count()  # compiles, if it has to
    problem = Tatami([room], method="search")
    started = perf_counter()
    tally = problem.count(by_key=False)
    seconds = round(perf_counter() - started, 6)
    return Searched(room.name, PRUNED, tally.total, tally.nodes, None, seconds)
