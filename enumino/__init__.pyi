"""The public names, and the modules that define them: type checkers and `enumino` read them."""

from enumino.datasets.dataset import Dataset as Dataset
from enumino.datasets.dataset import open_dataset as open_dataset
from enumino.datasets.queries.masks import coordinates as coordinates
from enumino.datasets.verify import verify as verify
from enumino.errors import CacheWarning as CacheWarning
from enumino.errors import DamagedManifestError as DamagedManifestError
from enumino.errors import DatasetError as DatasetError
from enumino.errors import EnuminoError as EnuminoError
from enumino.errors import EnuminoWarning as EnuminoWarning
from enumino.errors import ForeignPartError as ForeignPartError
from enumino.errors import IncompleteDatasetError as IncompleteDatasetError
from enumino.errors import MissingExtraError as MissingExtraError
from enumino.errors import ProblemError as ProblemError
from enumino.errors import QueryError as QueryError
from enumino.errors import RunError as RunError
from enumino.errors import StorageError as StorageError
from enumino.families.covers.exact_cover import CoverProblem as CoverProblem
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
from enumino.families.subgraphs.graph import Graph as Graph
from enumino.families.subgraphs.problem import Subgraphs as Subgraphs
from enumino.families.tatami.counts import count_tatami as count_tatami
from enumino.families.tatami.problem import Tatami as Tatami
from enumino.families.tilings.counts import count_tilings as count_tilings
from enumino.families.tilings.problem import Tilings as Tilings
from enumino.families.trominoes.problem import Trominoes as Trominoes
from enumino.objects.piece import Piece as Piece
from enumino.objects.point_group import SymmetryClass as SymmetryClass
from enumino.objects.polyform import Polyform as Polyform
from enumino.objects.region import Region as Region
from enumino.objects.tiling import Tiling as Tiling
from enumino.run.listing import enumerate_to as enumerate_to
from enumino.run.searching import count_by_search as count_by_search
from enumino.run.searching import count_up_to as count_up_to

__version__: str
