"""The small run that everything befalls, by the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

LISTING = ["polyominoes", "--cells", "1-7", "--rows-per-part", "30"]
PARTS = 5

Commands = Callable[[str | Path], list[list[str]]]
"""The commands that make a dataset in a folder, and verify it."""


def steps(root: str | Path) -> list[list[str]]:
    """Plan, parts, commit, verify: as batch systems do."""
    return [
        ["plan", *LISTING, "--to", str(root)],
        ["run", str(root), "--part", f"0-{PARTS - 1}"],
        ["commit", str(root)],
        ["verify", str(root), "--threads", "1"],
    ]


def at_once(root: str | Path) -> list[list[str]]:
    """All in one command, and verify."""
    return [
        ["enumerate", *LISTING, "--in-process", "--quiet", "--to", str(root)],
        ["verify", str(root), "--threads", "1"],
    ]
