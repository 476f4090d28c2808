"""``enumino count``: numbers without listing; one module a problem."""

from __future__ import annotations

import click

from enumino.cli.count import by_search, polyominoes, tatami


@click.group()
def command() -> None:
    """Count the objects of a problem without listing them."""


for family in (polyominoes.command, tatami.command, *by_search.COMMANDS):
    command.add_command(family)
