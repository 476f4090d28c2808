"""Compare orders of filling rooms with mats, for docs/tatami.md.

python examples/scan_orders.py 6x7 [ORDER ...]

Orders are ``row``, ``column``, ``diagonal`` (i + j) and ``corner`` (3i + j), without pruning, and
``pruned``: by rows, with the pruning of listings.
"""

from __future__ import annotations

import sys

import click

from enumino import Tatami
from enumino.arguments import names_among
from enumino.enum.kernels.listing import tatami_orders as kernel
from enumino.objects.region import Region

MAX_NODES = 1 << 24
PRUNED = "pruned"


def main(name: str, *asked: str) -> None:
    """Print the layouts of whole mats, the nodes, and the deepest stack in mats of each order."""
    room = Region(name)
    orders = kernel.orders(room.grid)
    for order in names_among(asked or (*orders, PRUNED), (*orders, PRUNED), "There is no order"):
        if order == PRUNED:
            tally = Tatami(room).count(by_key=False)
            layouts, nodes, deepest = tally.total, tally.nodes, ""
        else:
            state = kernel.new_state(room.grid, orders[order])
            while not state.cursor[kernel.DONE]:
                kernel.run(state, MAX_NODES)
            layouts, nodes = state.cursor[kernel.LAYOUTS], state.cursor[kernel.NODES]
            deepest = f", {state.cursor[kernel.DEEPEST]} mats deep"
        click.echo(f"{order}: {layouts} layouts, {nodes:,} nodes{deepest}")


if __name__ == "__main__":
    main(*sys.argv[1:])
