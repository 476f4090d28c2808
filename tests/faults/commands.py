"""The small run that everything befalls, by the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

PROBLEM = ["polyominoes", "--cells", "1-7"]
DIVIDED = ["--rows-per-part", "30"]
PARTS = 5

LOOKING = ("verify", "info", "show")  # commands that write nothing

# A variable of the environment: the size of the pieces in which files are uploaded.
PIECE_BYTES = "FAULTS_PIECE_BYTES"

# The commands that make a dataset in a folder.
Commands = Callable[[str | Path], list[list[str]]]


def steps(root: str | Path) -> list[list[str]]:
    """Plan, parts, commit, verify: as batch systems do."""
    return [
        ["plan", *PROBLEM, *DIVIDED, "--to", str(root)],
        ["run", str(root), "--part", f"0-{PARTS - 1}"],
        ["commit", str(root)],
        ["verify", str(root), "--threads", "1"],
    ]


def at_once(root: str | Path) -> list[list[str]]:
    """All in one command; verify it, and look at it."""
    looking = [["info", str(root)], ["show", str(root), "--where", "cells = 4"]]
    return [*_enumerated(root, *DIVIDED, "--in-process"), *looking]


def with_threads(root: str | Path) -> list[list[str]]:
    """All in one command, on two threads of Dask, and verify."""
    return _enumerated(root, *DIVIDED, "--threads", "2")


def in_pieces(root: str | Path) -> list[list[str]]:
    """All in one command, with uploads in pieces of `PIECE_BYTES`, and verify."""
    return _enumerated(root, *DIVIDED, "--in-process")


def counted(root: str | Path) -> list[list[str]]:
    """A count that remembers its tasks; it prints the same whenever it ends."""
    count = ["count", *PROBLEM, "--method", "search", "--in-process", "--quiet", "--json"]
    return [[*count, "--checkpoint", str(root)]]


def on_cluster(root: str | Path, scheduler: str) -> list[list[str]]:
    """All in one command, by the workers of a cluster, and verify."""
    return _enumerated(root, *DIVIDED, "--scheduler", scheduler)


def other_partition(root: str | Path) -> list[list[str]]:
    """The same rows in other parts."""
    return _enumerated(root, "--in-process", "--rows-per-part", "50")


def other_problem(root: str | Path) -> list[list[str]]:
    """Other rows."""
    return _enumerated(root, *DIVIDED, "--in-process", "--kind", "one-sided")


def _enumerated(root: str | Path, *options: str) -> list[list[str]]:
    return [
        ["enumerate", *PROBLEM, *options, "--quiet", "--to", str(root)],
        ["verify", str(root), "--threads", "1"],
    ]


def making(commands: list[list[str]]) -> list[list[str]]:
    """The commands that write; the others only look."""
    return [command for command in commands if command[0] not in LOOKING]


# Commands that every fault is tried on.
ALL: tuple[Commands, ...] = (steps, at_once, counted)
