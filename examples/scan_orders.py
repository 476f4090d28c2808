"""Compare orders of filling rooms with mats, for docs/tatami.md.

python examples/scan_orders.py 6x7 [ORDER ...]
"""

from __future__ import annotations

import sys

import click

from enumino.families.tatami.scan_orders import ORDERS, compare_orders


def main(room: str, *orders: str) -> None:
    """Print layouts, nodes and the deepest stack in mats of each order."""
    for found in compare_orders(room, orders or ORDERS):
        deepest = "" if found.deepest is None else f", {found.deepest} mats deep"
        click.echo(f"{found.order}: {found.layouts} layouts, {found.nodes:,} nodes{deepest}")


if __name__ == "__main__":
    main(*sys.argv[1:])
