"""Rows that are tilings of a region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from enumino import drawing
from enumino.datasets.checks import Check, Fault, Sums
from enumino.datasets.checks.limits import cut_off, within
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.drawing.figures import Pieces
from enumino.families.tilings import published
from enumino.families.tilings.orbit_sum import OrbitSum
from enumino.families.tilings.parameters import TilingParameters
from enumino.objects.board import Board
from enumino.objects.lattice import SymmetryClass
from enumino.objects.piece import Piece
from enumino.objects.piece_names import FAMILIES, LETTERS
from enumino.objects.piece_sets import named_set
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from enumino.published import TOTAL, Published

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.families.tilings.checks import TilingChecks


class TilingRows(Rows):
    """One tiling a row."""

    identity = ("layout",)
    drawn_from = ("layout",)

    def __init__(self, problem: Parameters) -> None:
        asked = TilingParameters.read(problem)
        self.board = Board(asked.region, asked.pieces, asked.rotations, asked.reflections)
        self.up_to_symmetry = asked.up_to_symmetry
        self.no_crossroads = asked.no_crossroads
        self.limit = asked.limit

    @property
    def row_cells(self) -> int:
        """Those of the region."""
        return len(self.board.region)

    @property
    def counts_all(self) -> bool:
        """Whether every tiling counts: no classes, crossroads or first few."""
        return not self.up_to_symmetry and not self.no_crossroads and self.limit is None

    def totals(self, counts: Counts) -> list[Total]:
        """The tilings by symmetry class, then all of them."""
        by_class = Counter({key[0]: number for key, number in counts.items()})
        lines = [
            Total({"region": self.board.region.name, "symmetry": str(symmetry)}, by_class[symmetry])
            for symmetry in SymmetryClass.within(self.board.region.symmetry)
        ]
        return [*lines, self.total(sum(by_class.values()))]

    def total(self, number: int) -> Total:
        """Put a number of tilings beside the published one."""
        labels = {"region": self.board.region.name, "symmetry": TOTAL}
        whole = not cut_off(self.limit, number)
        return against(labels, number, self.published(self.up_to_symmetry) if whole else None)

    def published(self, up_to_symmetry: bool) -> Published | None:
        """Return what is published about the problem."""
        listed = self.board.pieces
        all_ways = {(o.piece, o.shape) for o in self.board.orientations} >= {
            (number, way) for number, p in enumerate(listed) for way in p.shape.images()
        }
        free = all_ways and not self.no_crossroads
        if not free or not all(map(_is_known, listed)):
            return self._square() if free and not up_to_symmetry else None
        uses = {piece.name: (piece.fewest or 0, piece.most) for piece in listed}
        drawn = str(self.board.region).split("\n")
        return published.tilings(drawn, uses, up_to_symmetry=up_to_symmetry) or (
            None if up_to_symmetry else self._square()
        )

    def _square(self) -> Published | None:
        """The published number, for an n×n square and all free n-ominoes."""
        region, listed = self.board.region, self.board.pieces
        side = region.height
        square = region.is_rectangle and region.width == side and side <= len(FAMILIES)
        unbounded = all((piece.fewest or 0, piece.most) == (0, None) for piece in listed)
        if not square or not unbounded:
            return None
        family = named_set(FAMILIES[side - 1])
        same = {p.shape for p in family} == {p.shape for p in listed}
        return published.squares_by_own_size(side) if same else None

    @cached_property
    def _checks(self) -> TilingChecks:
        from enumino.families.tilings.checks import TilingChecks

        return TilingChecks(self.board, self.up_to_symmetry, self.no_crossroads)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute every attribute from the layout."""
        return self._checks.faults(rows)

    def further_sums(self) -> Sequence[Sums]:
        """The images of the rows, which make up all tilings."""
        known = self.published(False) if self.limit is None else None
        return [OrbitSum(known, "tiling")] if self.up_to_symmetry else []

    def laws(self, counts: Counts) -> Iterator[Check]:
        """At most as many as were asked for."""
        return within(self.limit, counts)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Compare with counts by profiles, or by transfer matrix where crossroads are barred."""
        from enumino.datasets.checks.numbers import compared
        from enumino.families.tilings.checks import by_profiles, by_transfer_matrix

        theirs = (by_transfer_matrix if self.no_crossroads else by_profiles)(self.board)
        if theirs is None:
            return
        images = 1 + sum(self.board.image_under(k) is not None for k in range(7))
        ours = sum(
            number * (images // SymmetryClass(key[0]).order if self.up_to_symmetry else 1)
            for key, number in counts.items()
        )
        method = "transfer matrix" if self.no_crossroads else "profiles"
        yield from compared(method, [(self.board.region.name, ours, theirs)])

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """The tiling of a row."""
        return Tiling.from_layout(self.board.region, row["layout"], self.board.shapes)

    def picture(self, thing: Tiling, *, ascii_only: bool = False) -> str:
        """Draw the outlines of the pieces."""
        return drawing.outlines(thing, ascii_only=ascii_only)

    def numbered(self, thing: Tiling) -> str:
        """Number the pieces by their first cells."""
        return thing.numbered()

    def sheet(self, things: Sequence[Tiling], title: str, most_pixels: int | None = None) -> str:
        """Draw tilings on a page."""
        return drawing.tilings_svg(things, title, most_pixels=most_pixels)

    def tables(self) -> dict[str, pa.Table]:
        """What letters and options mean."""
        import pyarrow as pa

        board = self.board
        orientations = [
            {
                "letter": o.letter,
                "orientation": number,
                "piece": board.pieces[o.piece].name,
                "rows": o.shape.box[0],
                "cols": o.shape.box[1],
                "drawing": str(o.shape),
            }
            for number, o in enumerate(board.orientations)
        ]
        names = [piece.name for piece in board.pieces]
        cells = board.region.cells
        letters = [o.letter for o in board.orientations]
        options = {
            "option": pa.array(range(len(board)), pa.uint32()),
            "piece": [names[piece] for piece in board.piece],
            "letter": [letters[way] for way in board.orientation],
            "row": pa.array([cells[cell][0] for cell in board.first], pa.uint16()),
            "col": pa.array([cells[cell][1] for cell in board.first], pa.uint16()),
            "cells": pa.ListArray.from_arrays(board.starts.astype("int32"), board.members),
        }
        return {
            "orientations.parquet": pa.Table.from_pylist(orientations),
            "options.parquet": pa.table(options),
        }

    def puzzle(self) -> tuple[Region, Sequence[Piece]]:
        """The region and its pieces."""
        return self.board.region, self.board.pieces

    def figures(self) -> Pieces:
        """Pieces by the layouts."""
        shapes = self.board.shapes
        board = {(): str(self.board.region)}
        return Pieces("layout", board, shapes, drawing.colours_of(shapes))

    def queries(self) -> tuple[str, str, str]:
        """Classes; how many pieces tilings have; the symmetric ones."""
        return (
            "select symmetry, count(*) from rows group by all order by all",
            'rows.group_by("pieces").len().sort("pieces").collect()',
            "symmetry <> 'none'",
        )


def _is_known(piece: Piece) -> bool:
    """Whether the name of a piece is that of its shape, however it was drawn."""
    named = LETTERS.get(piece.name)
    return named is not None and piece.shape.canonical() == named.canonical()
