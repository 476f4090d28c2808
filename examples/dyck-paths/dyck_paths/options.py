"""The options of Dyck paths, which serve enumerate, plan and count alike."""

from dyck_paths.problem import DyckPaths
from enumino.cli.problems import options_of

OPTIONS = options_of(DyckPaths)


def problem(ups: range) -> DyckPaths:
    """Make the problem of the `OPTIONS`."""
    return DyckPaths(ups)
