"""Enumerate polyominoes and tilings in parallel; query every object found as a Parquet dataset.

Public names are loaded on first use: ``import enumino`` imports neither numba, dask nor pyarrow.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from enumino.objects import pictures

__version__ = "0.1.0"

_HOMES = {
    "CacheWarning": "enumino.errors",
    "CoverProblem": "enumino.objects.cover",
    "Covers": "enumino.families.covers.problem",
    "DamagedManifestError": "enumino.errors",
    "Dataset": "enumino.datasets.reader",
    "DatasetError": "enumino.errors",
    "DatasetWarning": "enumino.errors",
    "EnuminoError": "enumino.errors",
    "EnuminoWarning": "enumino.errors",
    "ForeignPartError": "enumino.errors",
    "Graph": "enumino.objects.graph",
    "IncompleteDatasetError": "enumino.errors",
    "MissingExtraError": "enumino.errors",
    "LatticePolyforms": "enumino.families.polyforms.problem",
    "NotebookProgress": "enumino.run.progress",
    "Piece": "enumino.objects.piece",
    "PlaneTilings": "enumino.families.plane_tilings.problem",
    "Polycubes": "enumino.families.polyforms.problem",
    "Polyform": "enumino.objects.polyform",
    "Polyhexes": "enumino.families.polyforms.problem",
    "Polyiamonds": "enumino.families.polyforms.problem",
    "Polyomino": "enumino.objects.polyomino",
    "Polyominoes": "enumino.families.polyforms.problem",
    "Polyplets": "enumino.families.polyforms.problem",
    "Polysticks": "enumino.families.polyforms.problem",
    "ProblemError": "enumino.errors",
    "QueryError": "enumino.errors",
    "Region": "enumino.objects.region",
    "RunError": "enumino.errors",
    "StorageError": "enumino.errors",
    "Subgraphs": "enumino.families.subgraphs.problem",
    "SymmetryClass": "enumino.objects.lattice",
    "Tatami": "enumino.families.tatami.problem",
    "Tiling": "enumino.objects.tiling",
    "Tilings": "enumino.families.tilings.problem",
    "Trominoes": "enumino.families.trominoes.problem",
    "count_by_search": "enumino.run.counting",
    "count_covers": "enumino.families.covers.counts",
    "count_polyforms": "enumino.families.polyforms.counts",
    "count_polyominoes": "enumino.families.polyforms.counts",
    "count_tatami": "enumino.families.tatami.counts",
    "count_tilings": "enumino.families.tilings.counts",
    "count_up_to": "enumino.run.counting",
    "enumerate_to": "enumino.run.listing",
    "open_dataset": "enumino.datasets.reader",
    "verify": "enumino.datasets.verify",
}

__all__ = [*sorted(_HOMES), "__version__"]

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset as Dataset
    from enumino.datasets.reader import open_dataset as open_dataset
    from enumino.datasets.verify import verify as verify
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
    from enumino.families.covers.counts import count_covers as count_covers
    from enumino.families.covers.problem import Covers as Covers
    from enumino.families.plane_tilings.problem import PlaneTilings as PlaneTilings
    from enumino.families.polyforms.counts import count_polyforms as count_polyforms
    from enumino.families.polyforms.counts import count_polyominoes as count_polyominoes
    from enumino.families.polyforms.problem import LatticePolyforms as LatticePolyforms
    from enumino.families.polyforms.problem import Polycubes as Polycubes
    from enumino.families.polyforms.problem import Polyhexes as Polyhexes
    from enumino.families.polyforms.problem import Polyiamonds as Polyiamonds
    from enumino.families.polyforms.problem import Polyominoes as Polyominoes
    from enumino.families.polyforms.problem import Polyplets as Polyplets
    from enumino.families.polyforms.problem import Polysticks as Polysticks
    from enumino.families.subgraphs.problem import Subgraphs as Subgraphs
    from enumino.families.tatami.counts import count_tatami as count_tatami
    from enumino.families.tatami.problem import Tatami as Tatami
    from enumino.families.tilings.counts import count_tilings as count_tilings
    from enumino.families.tilings.problem import Tilings as Tilings
    from enumino.families.trominoes.problem import Trominoes as Trominoes
    from enumino.objects.cover import CoverProblem as CoverProblem
    from enumino.objects.graph import Graph as Graph
    from enumino.objects.lattice import SymmetryClass as SymmetryClass
    from enumino.objects.piece import Piece as Piece
    from enumino.objects.polyform import Polyform as Polyform
    from enumino.objects.polyomino import Polyomino as Polyomino
    from enumino.objects.region import Region as Region
    from enumino.objects.tiling import Tiling as Tiling
    from enumino.run.counting import count_by_search as count_by_search
    from enumino.run.counting import count_up_to as count_up_to
    from enumino.run.listing import enumerate_to as enumerate_to
    from enumino.run.progress import NotebookProgress as NotebookProgress


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'enumino' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def _drawing() -> Any:
    from enumino import drawing

    return drawing


pictures.draw_by(_drawing)
