"""The options of all families of polyforms."""

from __future__ import annotations

import click

from enumino.cli.options import Decorator, Range
from enumino.objects.point_group import KINDS

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
