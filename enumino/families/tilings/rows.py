"""Rows of tilings of a region: totals, checks, tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Ask, Check, Fault, agreed, compared, cut_off
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.queries.conditions import not_met
from enumino.datasets.rows import RowsOfTilings
from enumino.datasets.totals import Total, against
from enumino.errors import ProblemError
from enumino.families.tilings import published
from enumino.families.tilings.checks import TilingChecks
from enumino.families.tilings.parameters import TilingParameters
from enumino.families.tilings.transfer_matrix import count_by_transfer_matrix
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE
from enumino.objects.text_drawings import drawn_colours
from enumino.objects.tiling import Tiling
from enumino.published import TOTAL
from enumino.schema import table_of
from enumino.words import plural

MOST_STATES = 2_000_000  # of a count for comparison


class TilingRows(RowsOfTilings):
    """Rows of tilings of a region, one tiling per row."""

    identity = ("layout",)
    drawn_from = ("layout",)
    board: Board

    def __init__(self, problem: ParametersJson | TilingParameters) -> None:
        if not isinstance(problem, TilingParameters):
            problem = TilingParameters.from_json(problem)
        self.asked, self.limit, self.board = problem, problem.limit, problem.board
        self.region = self.board.region
        self.lattice = self.region.lattice

    @property
    def row_cells(self) -> int:
        return len(self.region)

    def totals(self, counts: Counts) -> list[Total]:
        """Return the tilings by symmetry class, of squares by each possible class, and in total."""
        by_class = Counter({key[0]: number for key, number in counts.items()})
        names = [name for name in self.lattice.class_names if by_class[name]]
        if self.lattice == SQUARE and not self.asked.up_to_rotations:
            names = [each.name for each in SQUARE.classes_within(self.region.symmetry)]
        region = self.region.name
        lines = [Total({"region": region, "symmetry": name}, by_class[name]) for name in names]
        return [*lines, self.total(sum(by_class.values()))]

    def total(self, number: int) -> Total:
        """Return a number of tilings with the published number."""
        asked, known = self.asked, None
        if not asked.is_conditional and not cut_off(self.limit, number):
            up_to = "rotations" if asked.up_to_rotations else "symmetry"
            up_to = up_to if asked.is_up_to_images else published.ALL
            known = published.tilings_of(self.board, up_to)
        return against({"region": self.region.name, "symmetry": TOTAL}, number, known)

    @cached_property
    def _checks(self) -> TilingChecks:
        asked = self.asked
        return TilingChecks(self.board, asked.is_up_to_images, asked.up_to_rotations)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        yield from (found := list(self._checks.faults(rows)))
        if not found:
            yield from not_met(self, self.asked.only, rows)

    def sums(self, ask: Ask, columns: Sequence[str]) -> Iterator[Check]:
        """Compare the number of images of all rows with the published number of tilings."""
        if not self.asked.is_up_to_images:
            return
        ((number,),) = ask("select coalesce(sum(orbit), 0) from rows")
        known = published.tilings_of(self.board, published.ALL) if self.asked.counts_all else None
        line = against({"of": "all tilings"}, number, known)
        detail = f"the rows stand for {plural(number, 'tiling')}"
        detail += f", as {line.oeis} has" if line.agrees else ""
        yield agreed("orbit sum", [line], detail)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        if self.asked.is_conditional or (self.asked.is_up_to_images and self.asked.moves_parts):
            return
        try:
            theirs = count_by_transfer_matrix(self.board, MOST_STATES)
        except ProblemError:  # the count would take longer than a second
            return
        ours = sum(counts.values())
        if self.asked.is_up_to_images:
            ours = sum(n * self.asked.orbit_of(name) for (name,), n in counts.items())
        yield from compared("transfer matrix", [(self.region.name, ours, theirs)])

    def tables(self) -> dict[str, pa.Table]:
        """Return tables of the letters and options, in NumPy for millions of options."""
        board, axes = self.board, ("layer", "row", "col")[-self.lattice.dimensions :]
        text, number = pa.string(), pa.int64()
        of_ways = {"letter": text, "orientation": number, "piece": text, "drawing": text}
        ways_of = [
            {"letter": o.letter, "orientation": number, "piece": name, "drawing": str(o.shape)}
            for number, o in enumerate(board.orientations)
            for name in [board.pieces[o.piece].name]
        ]
        if any(piece.colours for piece in board.pieces):
            of_ways["colours"] = text
            for way, o in zip(ways_of, board.orientations, strict=True):
                way["colours"] = drawn_colours(self.lattice, o.shape.cells, o.shape.box, o.colours)
        texts = table_of(ways_of, pa.schema(of_ways))
        ways = _column(board.orientation, pa.int32())
        firsts = np.array(self.region.cells, np.int32).T[:, board.first]
        offsets = pa.py_buffer(board.starts.astype(np.int32))
        cells = _column(board.members, pa.int32())
        columns = {
            "option": _column(np.arange(len(board)), number),
            **{name: texts[name].combine_chunks().take(ways) for name in ("piece", "letter")},
            **{axis: _column(own, pa.int32()) for axis, own in zip(axes, firsts, strict=True)},
            "cells": pa.Array.from_buffers(
                pa.list_(cells.type), len(board), [None, offsets], children=[cells]
            ),
        }
        return {
            "orientations.parquet": texts,
            "options.parquet": pa.Table.from_arrays([*columns.values()], [*columns]),
        }

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        return Tiling.from_layout(self.region, row["layout"], self.board.shapes)


def _column(values: npt.NDArray[Any], type_: pa.DataType) -> pa.Array:
    """Return an array of NumPy as a column that shares its memory."""
    buffer = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(type_, len(values), [None, buffer])
