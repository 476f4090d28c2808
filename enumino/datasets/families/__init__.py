"""What datasets need to know of a family of problems: its totals, checks and pictures.

One module a family. The rest of `enumino.datasets` is written against `Family`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from enumino.errors import DatasetError
from enumino.words import quoted

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.checks import Check, Fault, Sums
    from enumino.datasets.documents import Counts
    from enumino.datasets.totals import Total

_HOMES = {
    "polyominoes": "PolyominoRows",
    "tatami": "TatamiRows",
    "tilings": "TilingRows",
    "cover": "CoverRows",
    "trominoes": "TrominoRows",
}


class Family(Protocol):
    """The rows of a problem, given by its parameters as JSON values.

    Attributes
    ----------
    identity : tuple of str
        Columns that together tell a row from all others.
    drawn_from : tuple of str
        Columns that `object_of` needs; those that a dataset lacks are left out.
    """

    identity: tuple[str, ...]
    drawn_from: tuple[str, ...]

    @property
    def row_cells(self) -> int:
        """How many cells, or items, the checks of a row look at."""
        ...

    def totals(self, counts: Counts) -> list[Total]:
        """Return the totals, beside the published ones, from the rows by key columns."""
        ...

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield what is wrong with the rows, recomputed by code that shares nothing with kernels.

        At most one row for each kind of fault.
        """
        ...

    def further_sums(self) -> Sequence[Sums]:
        """Return sums to take over all rows, besides the totals."""
        ...

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Yield what the totals must satisfy, besides agreeing with the published ones."""
        ...

    def object_of(self, row: Mapping[str, Any]) -> Any:
        """Return the object that a row describes."""
        ...

    def picture(self, thing: Any, *, ascii_only: bool = False) -> str:
        """Draw an object for terminals."""
        ...

    def sheet(self, things: Sequence[Any], title: str, most_pixels: int | None = None) -> str:
        """Draw objects on an SVG page; refuse at once a page that has more pixels."""
        ...

    def tables(self) -> dict[str, pa.Table]:
        """Return the tables that explain the rows, by file name."""
        ...

    def queries(self) -> tuple[str, str, str]:
        """Return an SQL query of `rows`, a polars expression of them, and a condition."""
        ...


def family_of(problem: dict[str, Any]) -> Family:
    """Return the family of a problem.

    >>> family_of({"family": "polyominoes", "cells": [1, 8], "kind": "free"}).identity
    ('width', 'mask', 'mask_hi')
    """
    name = problem.get("family")
    if not isinstance(name, str) or name not in _HOMES:
        raise DatasetError(
            f"This version knows no problem family {quoted(name)}: "
            "use the version of enumino that wrote it."
        )
    module = import_module(f"{__name__}.{'covers' if name == 'cover' else name}")
    family: Family = getattr(module, _HOMES[name])(problem)
    return family
