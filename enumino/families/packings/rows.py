"""Rows that are packings of a region of any lattice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from enumino import drawing
from enumino.datasets.checks import Check, Fault, Sums
from enumino.datasets.checks.limits import cut_off, within
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.drawing.figures import Pieces, layers_of_cubes, tiles_of
from enumino.families.packings import published
from enumino.families.packings.parameters import PackingParameters, UpTo
from enumino.families.packings.symmetries import counting_images
from enumino.families.tilings.orbit_sum import OrbitSum
from enumino.objects.board import Board
from enumino.objects.lattice_region import LatticeRegion
from enumino.objects.lattices import LATTICES
from enumino.objects.packing import Packing
from enumino.objects.piece import document_drawing
from enumino.published import TOTAL, Published

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.families.packings.checks import PackingChecks


class PackingRows(Rows):
    """One packing a row."""

    identity = ("layout",)
    drawn_from = ("layout",)

    def __init__(self, problem: Parameters) -> None:
        asked = PackingParameters.read(problem)
        self.lattice = LATTICES[asked.lattice]
        self.region = asked.region
        self.board = Board(asked.region, asked.pieces, asked.rotations, asked.reflections)
        self.up_to = asked.up_to
        self.no_crossings = asked.no_crossings
        self.limit = asked.limit

    @property
    def row_cells(self) -> int:
        """Those of the region."""
        return len(self.region)

    @property
    def counts_all(self) -> bool:
        """Whether every packing counts: no classes, crossings or first few."""
        return self.up_to is None and not self.no_crossings and self.limit is None

    def totals(self, counts: Counts) -> list[Total]:
        """The packings by those symmetry classes that they have, then all of them."""
        by_class = Counter({key[0]: number for key, number in counts.items()})
        lines = [
            Total({"region": self.region.name, "symmetry": name}, by_class[name])
            for name in map(str, self.lattice.class_names)
            if by_class[name]
        ]
        return [*lines, self.total(sum(by_class.values()))]

    def total(self, number: int) -> Total:
        """Put a number of packings beside the published one."""
        labels = {"region": self.region.name, "symmetry": TOTAL}
        whole = not cut_off(self.limit, number)
        return against(labels, number, self.published(self.up_to) if whole else None)

    def published(self, up_to: UpTo | None) -> Published | None:
        """Return what is published about the problem."""
        return published.packings(self.board, self.no_crossings, up_to)

    @cached_property
    def _checks(self) -> PackingChecks:
        from enumino.families.packings.checks import PackingChecks

        counting = counting_images(self.lattice, self.up_to)
        return PackingChecks(self.board, self.up_to is not None, self.no_crossings, counting)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute every attribute from the layout."""
        return self._checks.faults(rows)

    def further_sums(self) -> Sequence[Sums]:
        """The images of the rows, which make up all packings."""
        known = self.published(None) if self.limit is None else None
        return [OrbitSum(known, "packing")] if self.up_to is not None else []

    def laws(self, counts: Counts) -> Iterator[Check]:
        """At most as many as were asked for."""
        return within(self.limit, counts)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Compare with counts by profiles."""
        from enumino.datasets.checks.numbers import compared
        from enumino.families.packings.checks import by_profiles

        theirs = None if self.no_crossings or self.limit is not None else by_profiles(self.board)
        if theirs is None:
            return
        group = 1 + len(self._checks.images)
        ours = sum(
            number * (group // self._order(key[0]) if self.up_to else 1)
            for key, number in counts.items()
        )
        yield from compared("profiles", [(self.region.name, ours, theirs)])

    def _order(self, name: str) -> int:
        return self.lattice.class_named(name).order

    def object_of(self, row: Mapping[str, Any]) -> Packing:
        """The packing of a row."""
        return Packing.from_layout(self.region, row["layout"], self.board.shapes)

    def picture(self, thing: Packing, *, ascii_only: bool = False) -> str:
        """Draw a letter for each piece, layers of cubes side by side."""
        return thing.text

    def sheet(self, things: Sequence[Packing], title: str, most_pixels: int | None = None) -> str:
        """Draw packings on a page."""
        return drawing.packings_svg(things, title, most_pixels=most_pixels)

    def figures(self) -> Pieces:
        """Pieces by the layouts; layers of cubes side by side."""
        lattice, box, shapes = self.lattice, self.region.box, self.board.shapes
        solid = lattice.dimensions == 3
        tiles = layers_of_cubes(box[-1]) if solid else tiles_of(lattice)
        board = {(): _board_text(self.region)}
        return Pieces("layout", board, shapes, drawing.packing_colours(shapes), tiles=tiles)

    def tables(self) -> dict[str, pa.Table]:
        """What letters and options mean."""
        import pyarrow as pa

        board = self.board
        orientations = [
            {
                "letter": o.letter,
                "orientation": number,
                "piece": board.pieces[o.piece].name,
                "drawing": document_drawing(o.shape),
            }
            for number, o in enumerate(board.orientations)
        ]
        names = [piece.name for piece in board.pieces]
        letters = [o.letter for o in board.orientations]
        axes = ("layer", "row", "col")[-self.lattice.dimensions :]
        places = zip(*(self.region.cells[cell] for cell in board.first), strict=True)
        options = {
            "option": pa.array(range(len(board)), pa.uint32()),
            "piece": pa.array([names[piece] for piece in board.piece], pa.string()),
            "letter": pa.array([letters[way] for way in board.orientation], pa.string()),
            **{
                axis: pa.array(list(at), pa.uint16())
                for axis, at in zip(axes, list(places) or [()] * len(axes), strict=True)
            },
            "cells": pa.ListArray.from_arrays(board.starts.astype("int32"), board.members),
        }
        return {
            "orientations.parquet": pa.Table.from_pylist(orientations),
            "options.parquet": pa.table(options),
        }

    def query_tables(self) -> dict[str, pa.Table]:
        """The same; drawings, which files have in the marks of regions, in those of pieces."""
        import pyarrow as pa

        tables = self.tables()
        ways = tables["orientations.parquet"]
        drawn = pa.array([str(o.shape) for o in self.board.orientations], pa.string())
        at = ways.column_names.index("drawing")
        return {**tables, "orientations.parquet": ways.set_column(at, "drawing", drawn)}

    def queries(self) -> tuple[str, str, str]:
        """Classes; how many pieces packings have; the symmetric ones."""
        return (
            "select symmetry, count(*) from rows group by all order by all",
            'rows.group_by("pieces").len().sort("pieces").collect()',
            f"symmetry <> '{self.lattice.class_names[0]}'",
        )


def _board_text(region: LatticeRegion) -> str:
    """The box of a region, a dot for each of its cells; layers are below each other."""
    *layers, height, width = region.box
    return "\n\n".join(
        "\n".join(
            "".join("." if (*layer, row, column) in region else " " for column in range(width))
            for row in range(height)
        )
        for layer in product(*map(range, layers))
    )
