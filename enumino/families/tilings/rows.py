"""Rows that are tilings of regions of squares, or packings of regions of any lattice."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.datasets.checks import Check, Fault, Sums, cut_off, within
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.rows import RowsOfTilings
from enumino.datasets.totals import Total, against
from enumino.families.tilings import published
from enumino.families.tilings.conditions import ConditionalParameters
from enumino.families.tilings.parameters import (
    PackingParameters,
    TilingParameters,
    UpTo,
)
from enumino.families.tilings.symmetry_breaking import counting_images
from enumino.objects.board import Board
from enumino.objects.covering import Packing, Tiling
from enumino.objects.lattice import SQUARE, SymmetryClass
from enumino.objects.lattices import CUBIC
from enumino.objects.piece import Piece, document_drawing
from enumino.objects.region import Region
from enumino.published import TOTAL, Published
from enumino.words import quoted

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.families.tilings.checks import CoveringChecks


class CoverRows(RowsOfTilings):
    """Rows of coverings of a board, one covering a row."""

    identity = ("layout",)
    drawn_from = ("layout",)
    noun: ClassVar[str]  # the name of a row in messages
    board: Board
    up_to_symmetry: bool
    conditions: ConditionalParameters

    @property
    def row_cells(self) -> int:
        """The cells of the region."""
        return len(self.board.region)

    @property
    def counts_all(self) -> bool:
        """Whether rows are all coverings or all classes, without a condition or a limit."""
        return self.conditions.only is None and self.limit is None

    @property
    @abstractmethod
    def known(self) -> Published | None:
        """The published number of the rows."""

    @property
    @abstractmethod
    def known_images(self) -> Published | None:
        """The published number of all coverings, symmetric images among them."""

    @abstractmethod
    def classes(self, found: Container[str]) -> Iterator[str]:
        """Yield the symmetry classes of the totals, by those of the rows."""

    @cached_property
    @abstractmethod
    def _checks(self) -> CoveringChecks:
        """The recomputation of rows."""

    @abstractmethod
    def _drawn(self, shape: Any) -> dict[str, Any]:
        """Return the columns that draw an orientation."""

    def totals(self, counts: Counts) -> list[Total]:
        """The coverings by symmetry class, then all of them."""
        by_class = Counter({key[0]: number for key, number in counts.items()})
        name = self.board.region.name
        lines = [
            Total({"region": name, "symmetry": symmetry}, by_class[symmetry])
            for symmetry in self.classes({name for name, number in by_class.items() if number})
        ]
        return [*lines, self.total(sum(by_class.values()))]

    def total(self, number: int) -> Total:
        """Return a number of coverings beside the published one."""
        labels = {"region": self.board.region.name, "symmetry": TOTAL}
        return against(labels, number, None if cut_off(self.limit, number) else self.known)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute every attribute from the layout."""
        yield from (found := list(self._checks.faults(rows)))
        only = self.conditions.only
        if only is not None and not found:
            from enumino.datasets.queries.conditions import Condition

            unmet = ~Condition.on(self, rows.schema, only).chosen(rows)
            if unmet.any():
                yield Fault(f"does not meet {quoted(only)}", int(unmet.argmax()))

    def further_sums(self) -> Sequence[Sums]:
        """The images of the rows, which make up all coverings."""
        from enumino.families.tilings.checks import OrbitSum

        known = self.known_images if self.limit is None else None
        return [OrbitSum(known, self.noun)] if self.up_to_symmetry else []

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Check that there are no more rows than the limit."""
        return within(self.limit, counts)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Compare with counts that need no search."""
        from enumino.datasets.checks import compared

        method, theirs = self._recounted()
        if theirs is None:
            return
        images, lattice = 1 + len(self._checks.images), self.board.region.lattice
        ours = sum(
            number * (images // lattice.class_named(key[0]).order if self.up_to_symmetry else 1)
            for key, number in counts.items()
        )
        yield from compared(method, [(self.board.region.name, ours, theirs)])

    def _recounted(self) -> tuple[str, int | None]:
        """The name of a method without search, and the number of coverings that it finds."""
        from enumino.families.tilings.checks import by_profiles

        if self.conditions.only is not None:
            return "profiles", None
        return "profiles", by_profiles(self.board)

    def tables(self) -> dict[str, pa.Table]:
        """Return tables of the letters and options."""
        import pyarrow as pa

        board = self.board
        orientations = [
            {
                "letter": o.letter,
                "orientation": number,
                "piece": board.pieces[o.piece].name,
                **self._drawn(o.shape),
            }
            for number, o in enumerate(board.orientations)
        ]
        names = [piece.name for piece in board.pieces]
        letters = [o.letter for o in board.orientations]
        axes = ("layer", "row", "col")[-board.region.lattice.dimensions :]
        places = [board.region.cells[cell] for cell in board.first]
        options = {
            "option": pa.array(range(len(board)), pa.int64()),
            "piece": pa.array([names[piece] for piece in board.piece], pa.string()),
            "letter": pa.array([letters[way] for way in board.orientation], pa.string()),
            **{
                axis: pa.array([place[k] for place in places], pa.int32())
                for k, axis in enumerate(axes)
            },
            "cells": pa.ListArray.from_arrays(board.starts.astype("int32"), board.members),
        }
        return {
            "orientations.parquet": pa.Table.from_pylist(orientations),
            "options.parquet": pa.table(options),
        }

    def queries(self) -> tuple[str, str, str]:
        """Queries by class and by number of pieces, and for symmetric coverings."""
        return (
            "select symmetry, count(*) from rows group by all order by all",
            'rows.group_by("pieces").len().sort("pieces").collect()',
            f"symmetry <> '{self.board.region.lattice.class_names[0]}'",
        )


class TilingRows(CoverRows):
    """Rows of tilings of a region of squares, one tiling a row."""

    noun: ClassVar[str] = "tiling"

    def __init__(self, problem: Parameters | TilingParameters, board: Board | None = None) -> None:
        """Describe the rows of a problem; its board takes some milliseconds if it is not given."""
        read = TilingParameters.read
        asked = problem if isinstance(problem, TilingParameters) else read(problem)
        self.board = _board_of(asked) if board is None else board
        self.up_to_symmetry = asked.up_to_symmetry
        self.conditions = asked
        self.limit = asked.limit

    def classes(self, found: Container[str]) -> Iterator[str]:
        """Yield all symmetry classes that tilings of the region may have."""
        return map(str, SymmetryClass.within(self.board.region.symmetry))

    @property
    def known(self) -> Published | None:
        """The published number of the rows."""
        return self._published(self.up_to_symmetry)

    @property
    def known_images(self) -> Published | None:
        """The published number of all tilings."""
        return self._published(False)

    def _published(self, up_to_symmetry: bool) -> Published | None:
        given = self.conditions.only is not None
        return None if given else published.tilings_of(self.board, up_to_symmetry)

    @cached_property
    def _checks(self) -> CoveringChecks:
        from enumino.families.tilings.checks import CoveringChecks

        return CoveringChecks(self.board, self.up_to_symmetry)

    def _drawn(self, shape: Any) -> dict[str, Any]:
        return {"rows": shape.box[0], "cols": shape.box[1], "drawing": str(shape)}

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """The tiling of a row."""
        return Tiling.from_layout(self.board.region, row["layout"], self.board.shapes)

    def puzzle(self) -> tuple[Region, Sequence[Piece]]:
        """The region and its pieces."""
        return self.board.region, self.board.pieces


class PackingRows(CoverRows):
    """Rows of packings of a region of any lattice, one packing a row."""

    noun: ClassVar[str] = "packing"

    def __init__(self, problem: Parameters | PackingParameters, board: Board | None = None) -> None:
        """Describe the rows of a problem, as those of tilings."""
        read = PackingParameters.read
        asked = problem if isinstance(problem, PackingParameters) else read(problem)
        self.board = _board_of(asked) if board is None else board
        self.region = self.board.region
        self.lattice = self.region.lattice
        self.up_to = asked.up_to
        self.up_to_symmetry = asked.up_to is not None
        self.conditions = asked
        self.limit = asked.limit

    def classes(self, found: Container[str]) -> Iterator[str]:
        """Yield the symmetry classes that packings have."""
        return (name for name in map(str, self.lattice.class_names) if name in found)

    @property
    def known(self) -> Published | None:
        """The published number of the rows."""
        return self._published(self.up_to)

    @property
    def known_images(self) -> Published | None:
        """The published number of all packings."""
        return self._published(None)

    def _published(self, up_to: UpTo | None) -> Published | None:
        if self.conditions.only is not None:
            return None
        return published.packings(self.board, up_to)

    @cached_property
    def _checks(self) -> CoveringChecks:
        from enumino.families.tilings.checks import CoveringChecks

        counting = counting_images(self.lattice, self.up_to)
        return CoveringChecks(
            self.board,
            self.up_to_symmetry,
            counting=counting,
        )

    def _recounted(self) -> tuple[str, int | None]:
        """The number of packings by profiles; a listing with a limit may have fewer."""
        return super()._recounted() if self.limit is None else ("profiles", None)

    def _drawn(self, shape: Any) -> dict[str, Any]:
        return {"drawing": document_drawing(shape)}

    def query_tables(self) -> dict[str, pa.Table]:
        """The same tables; drawings of regions in files use the marks of pieces."""
        import pyarrow as pa

        tables = self.tables()
        ways = tables["orientations.parquet"]
        drawn = pa.array([str(o.shape) for o in self.board.orientations], pa.string())
        at = ways.column_names.index("drawing")
        return {**tables, "orientations.parquet": ways.set_column(at, "drawing", drawn)}

    def object_of(self, row: Mapping[str, Any]) -> Packing:
        """The packing of a row."""
        return Packing.from_layout(self.region, row["layout"], self.board.shapes)

    def picture(self, thing: Packing, *, ascii_only: bool = False) -> str:
        """Draw a letter for each piece, layers of cubes side by side."""
        return thing.text

    def puzzle(self) -> tuple[Region, Sequence[Piece]] | None:
        """The region and its pieces, if they are of squares or cubes."""
        solid_or_flat = self.lattice in (SQUARE, CUBIC)
        return (self.region, self.board.pieces) if solid_or_flat else None


def _board_of(asked: TilingParameters | PackingParameters) -> Board:
    """Return the board of a problem."""
    return Board(asked.region, asked.pieces, asked.rotations, asked.reflections)
