"""``enumino count`` of all families of polyforms: by search, with their symmetry classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.counting import Where, count_command, count_problem
from enumino.cli.output import Output
from enumino.families.polyforms.options import OPTIONS

if TYPE_CHECKING:
    from enumino.enum.problem import Problem


def counting(name: str, problem: Callable[[range, Any], Problem]) -> click.Command:
    """Return the command of a family that makes its problem of sizes and a kind."""

    def action(where: Where, output: Output, cells: range, kind: Any) -> int:
        from enumino.run.counting import totals_by_search

        return count_problem(problem(cells, kind), totals_by_search, where, output, by="symmetry")

    summary = f"{name.capitalize()} by size and symmetry class, each beside the published number."
    return count_command(name, summary, OPTIONS, action)
