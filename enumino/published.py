"""Published counts from the tables of a family, ``families/<name>/published/*.csv``.

``families/PUBLISHED.md`` names the sources.
"""

import csv
from functools import cache
from importlib import resources
from typing import NamedTuple

TOTAL = "total"  # the symmetry of a sum over all classes


class Published(NamedTuple):
    """A published count: the A-number, with a factor where needed, and the value."""

    oeis: str
    value: int | None


@cache
def terms(package: str, folder: str = "") -> dict[str, dict[int, int]]:
    """Return the published terms of a folder of a package: ``{A-number: {index: value}}``."""
    found: dict[str, dict[int, int]] = {}
    for row in table(package, f"{folder}/terms" if folder else "terms"):
        found.setdefault(row["oeis"], {})[int(row["n"])] = int(row["value"])
    return found


def table(package: str, name: str) -> list[dict[str, str]]:
    """Return the rows of a published table."""
    with resources.files(package).joinpath(f"{name}.csv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))
