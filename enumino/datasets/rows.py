"""What datasets need to know of a family's rows: totals, checks, pictures, queries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.drawing import COLOURS
from enumino.drawing.figures import Figures, Texts
from enumino.errors import ProblemError

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.checks import Check, Fault, Sums
    from enumino.datasets.documents import Counts
    from enumino.datasets.manifest import Manifest
    from enumino.datasets.reader import Dataset
    from enumino.datasets.totals import Total
    from enumino.objects.piece import Piece
    from enumino.objects.region import Region


class Rows(ABC):
    """The rows of a problem, which is given by its parameters as JSON values.

    Datasets are checked and drawn without the search that made them: these classes know nothing of
    problems, and what they recompute shares no code with kernels.

    Attributes
    ----------
    identity : tuple of str
        Columns that together tell a row from all others.
    drawn_from : tuple of str
        Columns that `object_of` needs; those that a dataset lacks are left out.
    label_types : mapping
        Arrow types of the labels of totals; numbers have uint32 where it names none.
    limit : int or None
        The number of rows at which the listing ended, if it was limited.
    """

    identity: ClassVar[tuple[str, ...]]
    drawn_from: ClassVar[tuple[str, ...]]
    label_types: ClassVar[Mapping[str, str]] = MappingProxyType({})
    limit: int | None = None

    @property
    @abstractmethod
    def row_cells(self) -> int:
        """How many cells, or items, the checks of a row look at."""

    @abstractmethod
    def totals(self, counts: Counts) -> list[Total]:
        """Return the totals, beside the published ones, from the rows by key columns."""

    @abstractmethod
    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield what is wrong with the rows, recomputed by code that shares nothing with kernels.

        At most one row for each kind of fault.
        """

    @abstractmethod
    def object_of(self, row: Mapping[str, Any]) -> Any:
        """Return the object that a row describes.

        Raises
        ------
        EnuminoError
            If its values, which are of the columns' types, describe none.
        """

    @abstractmethod
    def picture(self, thing: Any, *, ascii_only: bool = False) -> str:
        """Draw an object for terminals."""

    @abstractmethod
    def sheet(self, things: Sequence[Any], title: str, most_pixels: int | None = None) -> str:
        """Draw objects on an SVG page; refuse at once a page that has more pixels."""

    @abstractmethod
    def queries(self) -> tuple[str, str, str]:
        """Return an SQL query of `rows`, a polars expression of them, and a condition."""

    def figures(self) -> Figures | None:
        """Return how a page draws the rows by itself; None where they are too large for that.

        Unless a family says more, rows are shown as `picture` draws them.
        """
        return Texts()

    def colours(self) -> Mapping[str, Mapping[str, str]]:
        """Return the colours of the values of columns, in their order; a page chooses others."""
        return {"symmetry": COLOURS}

    def puzzle(self) -> tuple[Region, Sequence[Piece]] | None:
        """Return the region and the pieces of tilings, for programs that solve such puzzles."""
        return None

    def further_sums(self) -> Sequence[Sums]:
        """Return sums to take over all rows, besides the totals."""
        return ()

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Yield what the totals must satisfy, besides agreeing with the published ones."""
        return iter(())

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Yield comparisons of whole listings with counts made without a search."""
        return iter(())

    def refuse_unsolvable(self, manifest: Manifest) -> None:
        """Refuse an oracle, unless `compared_with_solver` can use what it finds.

        Raises
        ------
        ProblemError
        """
        raise ProblemError(f"No oracle solves {manifest.title}: leave out --oracle.")

    def compared_with_solver(self, dataset: Dataset) -> Iterator[Check]:
        """Yield the comparison, object by object, with what constraint programming finds."""
        return iter(())

    def numbered(self, thing: Any) -> str | None:
        """Return an object as the numbers of its pieces, cell by cell; None if it has none."""
        return None

    def tables(self) -> dict[str, pa.Table]:
        """Return the tables that explain the rows, by file name."""
        return {}

    def query_tables(self) -> dict[str, pa.Table]:
        """Return the tables that explain the rows as SQL has them, by file name."""
        return self.tables()
