"""Interface between datasets and the rows of a family: totals, checks, pictures, queries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from enumino import drawing
from enumino.objects.lattice import SQUARE, Lattice

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.checks import Ask, Check, Fault
    from enumino.datasets.documents import Counts
    from enumino.datasets.totals import Total
    from enumino.objects.board import Board
    from enumino.objects.grid import Grid


class Derived(NamedTuple):
    """A value of a row; without further arguments, a query may name it like a column."""

    name: str
    meaning: str
    of: Callable[[pa.RecordBatch], pa.Array]  # of the existing columns in `reads`, and arguments
    reads: tuple[str, ...]  # columns
    type: str | pa.DataType = "string"  # an Arrow type
    asks: tuple[tuple[str, str], ...] = ()  # names and DuckDB types of further arguments

    @property
    def field(self) -> pa.Field:
        """The Arrow field of the value."""
        import pyarrow as pa

        plain = pa.type_for_alias(self.type) if isinstance(self.type, str) else self.type
        return pa.field(self.name, plain)

    @property
    def call(self) -> str:
        """A call of the SQL function with its parameter names."""
        return f"{self.name}({', '.join([*self.reads, *(name for name, _ in self.asks)])})"


class Rows(ABC):
    """The rows of a problem, created from the problem's parameters as JSON values.

    Datasets are checked and drawn without the search that made them: subclasses are independent of
    problems and share no code with the kernels.
    """

    identity: ClassVar[tuple[str, ...]]  # columns that together identify a row
    drawn_from: ClassVar[tuple[str, ...]]  # columns of `object_of`; a dataset may omit some
    limit: int | None = None  # the most rows of a limited listing
    # For sets of cells, the columns with the sides of boxes, and with the words of masks.
    masked: ClassVar[tuple[Sequence[str], Sequence[str]] | None] = None
    lattice: Lattice = SQUARE  # of the objects and of their symmetry classes
    board: Board | None = None  # for tilings of one region, the region and the pieces
    boards: Mapping[str, Rows] = MappingProxyType({})  # for several regions, the rows of each
    worksheet: Grid | None = None  # for puzzles in a grid, the grid without an answer

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    @property
    @abstractmethod
    def row_cells(self) -> int:
        """The number of cells or items that the checks of a row read."""

    @abstractmethod
    def totals(self, counts: Counts) -> list[Total]:
        """Return totals with published values, from the number of rows per key."""

    @abstractmethod
    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield faults of the rows, found by code that shares nothing with the kernels."""

    @abstractmethod
    def object_of(self, row: Mapping[str, Any]) -> Any:
        """Return the object that a row describes."""

    def picture(self, thing: Any) -> str:
        """Return an object as text for terminals."""
        return str(thing)

    def drawn(self, things: Sequence[Any]) -> list[drawing.Picture]:
        """Return pictures of objects: vector pictures if available, otherwise lines of text."""
        vectors = all(isinstance(thing, drawing.Drawn) for thing in things)
        return drawing.pictures_of(things if vectors else list(map(self.picture, things)))

    def sheet(self, things: Sequence[Any], title: str) -> drawing.Picture:
        """Return objects on a page with a title and a legend."""
        return drawing.sheet(self.drawn(things), title, drawing.legend_of(things))

    def derived(self) -> Sequence[Derived]:
        """Return the derived values that conditions may name in addition to columns."""
        return ()

    def sums(self, ask: Ask, columns: Sequence[str]) -> Iterator[Check]:
        """Yield checks of all rows together; `ask` answers SQL queries of the rows."""
        return iter(())

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Yield checks of the totals other than published values: by default, the limit."""
        from enumino.datasets.checks import Check

        if self.limit is not None:
            rows = sum(counts.values())
            yield Check("limit", rows <= self.limit, f"{rows:,} of at most {self.limit:,} rows")

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Yield comparisons of complete listings with counts by methods without a search."""
        return iter(())

    def tables(self) -> dict[str, pa.Table]:
        """Return tables that explain the rows, by file name."""
        return {}


class RowsOfTilings(Rows):
    """Rows that are tilings of boards."""
