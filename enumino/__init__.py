"""Enumerate polyominoes and tilings in parallel; query every object found as a Parquet dataset.

The public names load on first use: ``import enumino`` pulls in neither numba, dask nor pyarrow.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Dataset": "enumino.datasets.reader",
    "EnuminoError": "enumino.errors",
    "Polyomino": "enumino.shapes",
    "Polyominoes": "enumino.enum.polyominoes",
    "SymmetryClass": "enumino.shapes",
    "count_polyominoes": "enumino.counts.polyominoes",
    "enumerate_to": "enumino.run",
    "open_dataset": "enumino.datasets.reader",
    "verify": "enumino.datasets.verify",
}

__all__ = [*sorted(_HOMES), "__version__"]

if TYPE_CHECKING:
    from enumino.counts.polyominoes import count_polyominoes as count_polyominoes
    from enumino.datasets.reader import Dataset as Dataset
    from enumino.datasets.reader import open_dataset as open_dataset
    from enumino.datasets.verify import verify as verify
    from enumino.enum.polyominoes import Polyominoes as Polyominoes
    from enumino.errors import EnuminoError as EnuminoError
    from enumino.run import enumerate_to as enumerate_to
    from enumino.shapes import Polyomino as Polyomino
    from enumino.shapes import SymmetryClass as SymmetryClass


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'enumino' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
