"""The options of polyominoes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Decorator, Range
from enumino.objects.lattice import KINDS

if TYPE_CHECKING:
    from enumino.enum.problem import Problem

cells = click.option("--cells", type=Range(), required=True, help="Sizes, such as 8 or 1-12.")

OPTIONS: list[Decorator] = [
    cells,
    click.option(
        "--kind",
        type=click.Choice(KINDS),
        default="free",
        show_default=True,
        help="Same up to: translation (fixed), rotation too (one-sided), reflection too (free).",
    ),
]


def problem(cells: range, kind: Any) -> Problem:
    from enumino.families.polyominoes.problem import Polyominoes

    return Polyominoes(cells, kind)
