"""Enumerate polyominoes and tilings in parallel; query every object found as a Parquet dataset.

The public names load on first use: ``import enumino`` pulls in neither numba, dask nor pyarrow.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "CacheWarning": "enumino.errors",
    "CoverProblem": "enumino.covers",
    "Covers": "enumino.enum.covers",
    "DamagedManifestError": "enumino.errors",
    "Dataset": "enumino.datasets.reader",
    "DatasetError": "enumino.errors",
    "DatasetWarning": "enumino.errors",
    "DeficientBoards": "enumino.enum.deficient",
    "EnuminoError": "enumino.errors",
    "EnuminoWarning": "enumino.errors",
    "ForeignPartError": "enumino.errors",
    "IncompleteDatasetError": "enumino.errors",
    "MissingExtraError": "enumino.errors",
    "Piece": "enumino.pieces",
    "Polyomino": "enumino.shapes",
    "Polyominoes": "enumino.enum.polyominoes",
    "ProblemError": "enumino.errors",
    "QueryError": "enumino.errors",
    "Region": "enumino.regions",
    "RunError": "enumino.errors",
    "StorageError": "enumino.errors",
    "SymmetryClass": "enumino.shapes",
    "Tatami": "enumino.enum.tatami",
    "Tiling": "enumino.tilings",
    "Tilings": "enumino.enum.tilings",
    "Trominoes": "enumino.enum.trominoes",
    "count_by_search": "enumino.counts.search",
    "count_covers": "enumino.counts.tilings",
    "count_polyominoes": "enumino.counts.polyominoes",
    "count_tatami": "enumino.counts.tatami",
    "count_tilings": "enumino.counts.tilings",
    "count_trominoes": "enumino.counts.tilings",
    "enumerate_to": "enumino.run",
    "open_dataset": "enumino.datasets.reader",
    "verify": "enumino.oracles.verification",
}

__all__ = [*sorted(_HOMES), "__version__"]

if TYPE_CHECKING:
    from enumino.counts.polyominoes import count_polyominoes as count_polyominoes
    from enumino.counts.search import count_by_search as count_by_search
    from enumino.counts.tatami import count_tatami as count_tatami
    from enumino.counts.tilings import count_covers as count_covers
    from enumino.counts.tilings import count_tilings as count_tilings
    from enumino.counts.tilings import count_trominoes as count_trominoes
    from enumino.covers import CoverProblem as CoverProblem
    from enumino.datasets.reader import Dataset as Dataset
    from enumino.datasets.reader import open_dataset as open_dataset
    from enumino.enum.covers import Covers as Covers
    from enumino.enum.deficient import DeficientBoards as DeficientBoards
    from enumino.enum.polyominoes import Polyominoes as Polyominoes
    from enumino.enum.tatami import Tatami as Tatami
    from enumino.enum.tilings import Tilings as Tilings
    from enumino.enum.trominoes import Trominoes as Trominoes
    from enumino.errors import CacheWarning as CacheWarning
    from enumino.errors import DamagedManifestError as DamagedManifestError
    from enumino.errors import DatasetError as DatasetError
    from enumino.errors import DatasetWarning as DatasetWarning
    from enumino.errors import EnuminoError as EnuminoError
    from enumino.errors import EnuminoWarning as EnuminoWarning
    from enumino.errors import ForeignPartError as ForeignPartError
    from enumino.errors import IncompleteDatasetError as IncompleteDatasetError
    from enumino.errors import MissingExtraError as MissingExtraError
    from enumino.errors import ProblemError as ProblemError
    from enumino.errors import QueryError as QueryError
    from enumino.errors import RunError as RunError
    from enumino.errors import StorageError as StorageError
    from enumino.oracles.verification import verify as verify
    from enumino.pieces import Piece as Piece
    from enumino.regions import Region as Region
    from enumino.run import enumerate_to as enumerate_to
    from enumino.shapes import Polyomino as Polyomino
    from enumino.shapes import SymmetryClass as SymmetryClass
    from enumino.tilings import Tiling as Tiling


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'enumino' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
