"""Interface between datasets and a family's rows: totals, checks, pictures, queries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from enumino import drawing
from enumino.objects.lattice import SQUARE, Lattice

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.checks import Ask, Check, Fault
    from enumino.datasets.documents import Counts
    from enumino.datasets.totals import Total
    from enumino.objects.board import Board


class Derived(NamedTuple):
    """A value that follows from the columns of a row, for conditions and queries.

    `of` takes a record batch with those columns of `reads` that there are, and what else a call
    `asks` for, names and types of DuckDB; it returns the values, of a `type` of Arrow. One that
    asks for nothing is computed where a query names it without arguments.
    """

    name: str
    meaning: str
    of: Callable[[pa.RecordBatch], pa.Array]
    reads: tuple[str, ...]
    type: str | pa.DataType = "string"
    asks: tuple[tuple[str, str], ...] = ()

    @property
    def field(self) -> pa.Field:
        """The value as a column."""
        import pyarrow as pa

        plain = pa.type_for_alias(self.type) if isinstance(self.type, str) else self.type
        return pa.field(self.name, plain)

    @property
    def call(self) -> str:
        """The call with the names of its parameters."""
        return f"{self.name}({', '.join([*self.reads, *(name for name, _ in self.asks)])})"


class Rows(ABC):
    """The rows of a problem, which is described by its parameters as JSON values.

    Datasets are checked and drawn without the search that made them: these classes are independent
    of problems, and share no code with the kernels.

    Attributes
    ----------
    identity : tuple of str
        Columns that together tell a row from all others.
    drawn_from : tuple of str
        Columns that `object_of` needs; those that a dataset lacks are left out.
    limit : int or None
        The number of rows at which the listing ended, if it was limited.
    masked : pair of sequences of str, or None
        The columns with the sides of boxes and the words of masks, if rows are sets of cells.
    lattice : Lattice
        The lattice of the objects, by default of squares; its symmetry classes are those of rows.
    board : Board or None
        The region and the pieces, if rows are tilings of one region.
    """

    identity: ClassVar[tuple[str, ...]]
    drawn_from: ClassVar[tuple[str, ...]]
    limit: int | None = None
    masked: ClassVar[tuple[Sequence[str], Sequence[str]] | None] = None
    lattice: Lattice = SQUARE
    board: Board | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    @property
    @abstractmethod
    def row_cells(self) -> int:
        """Number of cells, or items, that the checks of a row read."""

    @abstractmethod
    def totals(self, counts: Counts) -> list[Total]:
        """Return the totals and the published ones, from the number of rows by key columns."""

    @abstractmethod
    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield faults of the rows, recomputed by code that shares nothing with the kernels."""

    @abstractmethod
    def object_of(self, row: Mapping[str, Any]) -> Any:
        """Return the object that a row describes.

        Raises
        ------
        EnuminoError
            If its values, which are of the columns' types, describe none.
        """

    def picture(self, thing: Any) -> str:
        """Return an object as text for terminals."""
        return str(thing)

    def drawn(self, things: Sequence[Any]) -> list[drawing.Picture]:
        """Return pictures of objects, in sides of a cell, or in lines of text."""
        if all(map(drawing.has_picture, things)):
            return drawing.pictures_of(things)
        return [drawing.text_picture(self.picture(thing)) for thing in things]

    def sheet(self, things: Sequence[Any], title: str) -> drawing.Picture:
        """Return objects on a page with a title and a legend."""
        return drawing.sheet(self.drawn(things), title, drawing.legend_of(things))

    def derived(self) -> Sequence[Derived]:
        """Return the values that conditions may name beside the columns."""
        return ()

    def sums(self, ask: Ask, columns: Sequence[str]) -> Iterator[Check]:
        """Yield checks of the rows together, of which `ask` answers SQL queries."""
        return iter(())

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Yield conditions on the totals besides agreement with the published ones: the limit."""
        from enumino.datasets.checks import within

        return within(self.limit, counts)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Yield comparisons of whole listings with counts made without a search."""
        return iter(())

    def tables(self) -> dict[str, pa.Table]:
        """Return the tables that explain the rows, by file name."""
        return {}


class RowsOfTilings(Rows):
    """Rows that are tilings of boards."""
