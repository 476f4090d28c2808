"""The options of Dyck paths, which serve enumerate, plan and count alike."""

import click

from dyck_paths.problem import DyckPaths

OPTIONS = [click.option("--ups", type=int, required=True, help="Up steps, as many as down steps.")]


def problem(ups: int) -> DyckPaths:
    """Make the problem of the `OPTIONS`."""
    return DyckPaths(ups)
