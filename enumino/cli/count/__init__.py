"""``enumino count``: numbers without listing; one module a problem."""

from __future__ import annotations

import click

from enumino.cli.count import polyominoes, tatami


@click.group()
def command() -> None:
    """Count the objects of a problem without listing them."""


for family in (polyominoes, tatami):
    command.add_command(family.command)
