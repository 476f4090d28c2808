"""Compare plain searches in several scan orders with the pruned search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from enumino.arguments import names_among
from enumino.families.tatami.parameters import regions_of
from enumino.families.tatami.problem import Tatami
from enumino.objects.region import Region

MAX_NODES = 1 << 24
PRUNED = "pruned"
ORDERS = ("row", "column", "diagonal", "corner", PRUNED)


@dataclass(frozen=True)
class Searched:
    """The layouts and the cost of a search; `deepest` is None for the pruned search."""

    room: str
    order: str
    layouts: int
    nodes: int
    deepest: int | None


def compare_orders(
    rooms: Region | str | Iterable[Region | str], orders: Iterable[str] = ORDERS
) -> Iterator[Searched]:
    """Search rooms for layouts of whole mats in several orders.

    Orders are ``row``, ``column``, ``diagonal`` (i + j) and ``corner`` (3i + j), without pruning,
    and ``pruned``: by rows, with the pruning of listings.

    >>> [(s.layouts, s.nodes, s.deepest) for s in compare_orders("6x6", ["row"])]
    [(2, 283, 18)]
    """
    from enumino.enum.kernels.listing import tatami_orders as kernel

    chosen = names_among(orders, ORDERS, "There is no order")
    for room in regions_of(rooms):
        by_name = kernel.orders(room.grid)
        for name in chosen:
            if name == PRUNED:
                tally = Tatami([room]).count(by_key=False)
                yield Searched(room.name, PRUNED, tally.total, tally.nodes, None)
                continue
            state = kernel.new_state(room.grid, by_name[name])
            while not state.cursor[kernel.DONE]:
                kernel.run(state, MAX_NODES)
            found = (int(state.cursor[at]) for at in (kernel.LAYOUTS, kernel.NODES, kernel.DEEPEST))
            yield Searched(room.name, name, *found)
