"""Versions of a process: a worker with others may make other bytes, or other counts."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import enumino
from enumino.words import plural

# By name: enumino, a digest of its code, python, and the packages that bytes depend on.
Versions = Mapping[str, str]

CODE_DIGITS = 8
NOT_DECISIVE = ("cli", "drawing")  # folders that neither rows nor counts depend on


def versions_here() -> dict[str, str]:
    """Return the versions of this process."""
    from enumino.datasets.manifest import versions

    return {
        "enumino": enumino.__version__,
        "code": _digest_of_code()[:CODE_DIGITS],
        "python": platform.python_version(),
        **versions(),
    }


@cache
def _digest_of_code() -> str:
    """The SHA-256 of the package's sources, which a version number may not tell apart."""
    root = Path(enumino.__file__).parent
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root)
        if name.parts[0] not in NOT_DECISIVE:
            digest.update(f"{name.as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def decisive(ours: Versions, *, bytes_matter: bool) -> tuple[str, ...]:
    """Return the names of the versions that have to be the same, for files or for counts only."""
    if not bytes_matter:
        return ("enumino", "code")
    return tuple(name for name in ours if name != "python")


def table(ours: Versions, theirs: Mapping[str, Versions]) -> str:
    """Return our versions and those of workers, by address, as a table.

    >>> found = {"enumino": "0.0.9", "numba": "0.68.1"}
    >>> here = {"enumino": "0.1.0", "numba": "0.68.1"}
    >>> print(table(here, {"tcp://a:1": found, "tcp://a:2": found, "tcp://b:1": {}}))
                             enumino  numba
    here                     0.1.0    0.68.1
    tcp://a:1, and 1 other   0.0.9    0.68.1
    tcp://b:1                ?        ?
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for address, found in theirs.items():
        groups.setdefault(tuple(found.get(name, "?") for name in ours), []).append(address)
    lines = [["", *ours], ["here", *ours.values()]]
    for found_there, addresses in groups.items():
        others = f", and {plural(len(addresses) - 1, 'other')}" if len(addresses) > 1 else ""
        lines.append([addresses[0] + others, *found_there])
    return "\n".join(_aligned(lines))


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    widths[0] += 1
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
