"""The options of all families of polyforms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Decorator, Range
from enumino.objects.point_group import KINDS

if TYPE_CHECKING:
    from enumino.families.polyforms.families import PolyformFamily
    from enumino.families.polyforms.problem import Polyforms

OPTIONS: list[Decorator] = [
    click.option("--cells", type=Range(), required=True, help="Sizes, such as 8 or 1-10."),
    click.option(
        "--kind",
        type=click.Choice(KINDS),
        default="free",
        show_default=True,
        help="Same up to: translation (fixed), rotation too (one-sided), reflection too (free).",
    ),
]


def problem(family: PolyformFamily, cells: range, kind: Any) -> Polyforms:
    """Make the problem of the `OPTIONS`."""
    return family.problem_class(cells, kind)
