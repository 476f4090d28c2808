"""Count tilings of a board: by determinant, transfer matrix, memo or search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import inf
from typing import Any, Literal, Unpack

import numpy as np

from enumino.datasets.documents import Counts
from enumino.datasets.plan import Work
from enumino.datasets.totals import Total, Totals
from enumino.enum import ranked_sweep, speeds
from enumino.enum.layers import MEMORY
from enumino.enum.problem import Prefix, Tally
from enumino.enum.sweep import MOST_BYTES, SweepError
from enumino.errors import ProblemError
from enumino.families.tilings.determinants import MOST_CELLS, count_by_determinant, is_plane
from enumino.families.tilings.parameters import METHODS, Method
from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.rows import TilingRows
from enumino.families.tilings.transfer_matrix import BoardSweep, SweepWork, expected_work
from enumino.objects.lattice import SQUARE
from enumino.run.counting import Count, HowToCount, Passed
from enumino.run.memos import MemoCount, OptionCount
from enumino.run.searching import SHORT_SEARCH, CountByMethods
from enumino.schema import Column
from enumino.words import size

MOST_EXPECTED = 10.0 * MOST_BYTES  # of a sweep, because estimates may be ten times too high
NARROW = 18  # cells across which dominoes have few profiles


@dataclass(frozen=True)
class SweepCount(CountByMethods):
    """A count of tilings by one of several methods, among them ``"transfer-matrix"``."""

    problem: Tilings

    def _sweep(self) -> BoardSweep:
        return BoardSweep(self.problem.board)

    @cached_property
    def _expected_sweep(self) -> SweepWork:
        return expected_work(self._sweep())

    @property
    def _obstacle_of_sums(self) -> str:
        """The reason why tilings cannot be counted without a search, or an empty string."""
        if self.problem.engine is not None:
            return "counts without a search, and --engine says how to search"
        needs_classes = self.by_symmetry or self.problem.is_up_to_images
        if (needs_classes and self.problem.images) or not self.problem.counts_all:
            return "does not take conditions, limits or symmetry classes"
        return ""

    @property
    def _obstacle_of_sweep(self) -> str:
        """The reason why there is no sweep of the board, or an empty string."""
        try:
            self._sweep()
        except SweepError:
            return "has words too short for all bounds, or for a region as wide as this"
        return ""

    def _suits(self, method: str) -> bool:
        """Return whether a sweep is faster than a search."""
        board = self.problem.board
        seconds = inf if board.reusable else self._search_seconds
        if not board.area_fits() or seconds < SHORT_SEARCH:
            return False
        expected = self._expected_sweep
        return expected.bytes <= MOST_EXPECTED and expected.seconds < seconds

    def _parts(self) -> list[Work]:
        expected = self._expected_sweep
        if expected.bytes > MOST_EXPECTED:
            raise SweepError(
                f"Counting these tilings would take about {size(expected.bytes)}: take a narrower "
                "region."
            )
        return [Work([()], len(self.problem.board.region), expected.seconds)]


@dataclass(frozen=True)
class TilingCount(MemoCount, SweepCount):
    """A count of tilings, all or by symmetry class; a search finds one tiling per class."""

    methods = METHODS

    problem: Tilings

    def _obstacle(self, method: str) -> str:
        obstacle = self._obstacle_of_sums
        if obstacle or method == "memo":
            return obstacle
        if method == "transfer-matrix":
            return self._obstacle_of_sweep
        if is_plane(self.problem.board):
            return ""
        return (
            "counts domino tilings of plane regions of squares whose holes have an even number of "
            f"cells, up to {MOST_CELLS:,} cells"
        )

    def _suits(self, method: str) -> bool:
        """Return whether a determinant is for a wide region, or a sweep is faster than a search."""
        board = self.problem.board
        if not board.area_fits():
            return False
        if method == "determinant":
            return bool(min(np.ptp(board.region.cells, axis=0)) >= NARROW)
        kind = SweepCount if method == "transfer-matrix" else MemoCount
        return kind._suits(self, method)

    @cached_property
    def _searched(self) -> Tilings:
        """The search, for one tiling per class if classes are counted or a piece is decisive."""
        problem, images = self.problem, self.problem.images
        if problem.is_up_to_images or not images or not self.problem.counts_all:
            return problem
        region = problem.board.region
        if len(region.lattice.components(region.cells)) > 1:  # orbits vary within a class
            return problem
        if not self.by_symmetry and problem.board.decisive_piece(images) is None:
            return problem
        return replace(problem, up_to_symmetry=True)

    @property
    def keys(self) -> tuple[Column, ...]:
        return tuple(column for column in self.problem.columns if column.key and self.by_symmetry)

    def _parts(self) -> list[Work]:
        if self.method == "determinant":
            cells = len(self.problem.board.region)
            return [Work([()], cells, cells**2 / speeds.PAIRS)]
        kind = SweepCount if self.method == "transfer-matrix" else MemoCount
        return kind._parts(self)

    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        board = self.problem.board
        if self.method == "determinant":
            number = count_by_determinant(board)
        elif self.method == "memo":
            number = super()._without_search(prefixes, passed).total
        else:
            number = sum(self._sweep().run(passed=passed).values())
        classes = board.region.lattice.class_names
        return Tally({classes[:1] if self.by_symmetry else (): number})

    def _count(self, prefix: Prefix) -> Tally:
        searched = self._searched
        one_a_class = searched is not self.problem
        found = searched.count(prefix, by_key=self.by_symmetry or one_a_class)
        counts = found.counts
        if one_a_class:
            counts = {key: n * searched.orbit_of(key[0]) for key, n in counts.items()}
        return Tally(counts if self.by_symmetry else {(): sum(counts.values())}, found.nodes)

    def lines(self, counts: Counts) -> list[Total]:
        rows = TilingRows(self.problem)
        return rows.totals(counts) if self.by_symmetry else [rows.total(sum(counts.values()))]


@dataclass(frozen=True)
class ColumnsCount(SweepCount):
    """A count by columns: a sweep counts by numbers of pieces, a listing by other columns."""

    methods = ("transfer-matrix", "search")

    by: tuple[str, ...] = ()

    @cached_property
    def _pieces(self) -> list[list[int]] | None:
        """The pieces whose uses add up to each column, or None if a column is something else."""
        placed = self.problem.board.placed
        own = {f"uses({piece.name})": [number] for number, piece in enumerate(placed)}
        of_column = {"pieces": [*range(len(placed))], **own}
        return [of_column[name] for name in self.by] if {*self.by} <= {*of_column} else None

    def _sweep(self) -> BoardSweep:
        return BoardSweep(self.problem.board, {*chain.from_iterable(self._pieces or ())})

    def _obstacle(self, method: str) -> str:
        if self._pieces is None:
            return "counts only by pieces and uses(...)"
        return self._obstacle_of_sums or self._obstacle_of_sweep

    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        sweep, counts = self._sweep(), Tally()
        for uses, number in sweep.run(passed=passed).items():
            key = tuple(
                sum(uses[sweep.counter_of[piece]] for piece in pieces)
                for pieces in self._pieces or ()
            )
            counts += Tally({key: number})
        return counts

    def lines(self, counts: Counts) -> list[Total]:
        whole = TilingRows(self.problem).total(sum(counts.values()))
        region = {"region": whole.labels["region"]}
        return [
            replace(whole, labels=region),
            *(
                Total({**region, **dict(zip(self.by, key, strict=True))}, number)
                for key, number in sorted(counts.items())
            ),
        ]


@dataclass(frozen=True)
class TilingOptionCount(OptionCount, TilingCount):
    """A count of the tilings that have each option: from the kept states of a sweep, or a memo."""

    methods = ("transfer-matrix", "memo")

    def _obstacle(self, method: str) -> str:
        obstacle = super()._obstacle(method)
        if obstacle or method == "memo":
            return obstacle
        bytes_ = self._expected_sweep.states * ranked_sweep.BYTES_PER_STATE
        return f"would keep about {size(bytes_)}" * (bytes_ > MEMORY)

    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        if self.method == "memo":
            return MemoCount._without_search(self, prefixes, passed)
        ranked = ranked_sweep.RankedSweep(self._sweep())
        return Tally({(int(ranked.sweep.options(k)[n]),): uses for k, n, uses in ranked.uses()})

    def _labels(self) -> Iterator[dict[str, str]]:
        board, cells = self.problem.board, self.problem.board.region.cells
        lattice = board.region.lattice
        named = {} if lattice == SQUARE else {"lattice": lattice.name}
        for option, way in enumerate(board.orientation.tolist()):
            own = (",".join(map(str, cells[cell])) for cell in board.cells_of(option))
            piece = board.pieces[board.orientations[way].piece].name
            yield {**named, "piece": piece, "cells": " ".join(own)}


def count_of(problem: Tilings, by: tuple[str, ...], method: Any) -> Count:
    """Return the count of tilings in total, by symmetry class, or by other columns."""
    if by in ((), ("symmetry",)):
        return TilingCount(problem, by_symmetry=bool(by), method=method)
    if by == ("option",):
        return TilingOptionCount(problem, method=method)
    if "option" in by:
        raise ProblemError("Counts by option take no other column: give --by option alone.")
    return ColumnsCount(replace(problem, placements=False), by, method=method)


def count_tilings(
    problem: Tilings,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    **how: Unpack[HowToCount],
) -> Totals:
    """Count the tilings of a region.

    Parameters
    ----------
    problem : Tilings
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "determinant", "transfer-matrix", "memo", "search"}
        Determinant: dominoes in a plane region of squares. Transfer matrix: no search, but more
        states where uses are bounded. Memo: a search that counts no rest of the region twice.
        ``"auto"`` takes the determinant for wide regions, the transfer matrix where it applies and
        has few enough states, the memo where rests recur, and search otherwise.
    **how : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    Totals

    Raises
    ------
    ProblemError
        If the method cannot count these tilings.

    Examples
    --------
    >>> from enumino import Tilings
    >>> [line.count for line in count_tilings(Tilings("8x8", "domino"))]
    [12988816]
    """
    return TilingCount(problem, by_symmetry=by_symmetry, method=method).totals(**how)
