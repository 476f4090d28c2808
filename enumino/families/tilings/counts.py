"""Count tilings of a board: by a sweep, by a determinant, or by search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Unpack

import numpy as np

from enumino.datasets.documents import PLAN, Counts, Parameters
from enumino.datasets.parts import PartResult
from enumino.datasets.plan import Weighed
from enumino.datasets.storage import open_store
from enumino.datasets.totals import Total, Totals
from enumino.enum.problem import Prefix, Tally
from enumino.enum.sweep import MOST_BYTES, SweepError
from enumino.errors import ProblemError
from enumino.families.tilings.counting.determinants import (
    MOST_CELLS,
    count_by_determinant,
    is_plane,
)
from enumino.families.tilings.counting.profiles import BoardSweep, Expected
from enumino.families.tilings.parameters import METHODS, Method
from enumino.families.tilings.problem import Tilings
from enumino.run.counting import Count, Estimate, Passed, refuse_other_methods
from enumino.run.runner import HowToRun
from enumino.run.searching import expected_search, subtrees
from enumino.schema import SYMMETRY, Column
from enumino.words import size

if TYPE_CHECKING:
    from enumino.families.tilings.rows import TilingRows


WAYS = ("area", *METHODS)  # by the first number of a prefix
SECONDS_PER_PAIR = 8e-7  # of cells, by determinant
SHORT_SEARCH = 2.0  # seconds; a sweep with counters is not worth its estimate
WALKS = 2000  # for the expected work of a search
WRONG, LEAST_STATES = 10.0, 1e6  # times; an estimate of a sweep may be so much too low or too high
NARROW = 18  # cells across which dominoes have few profiles


class _TooLongError(Exception):
    """A sweep takes much more than was expected, and a search less."""


@dataclass(frozen=True)
class TilingCount(Count):
    """A count of the tilings of a board by a method, or by the one that suits (``"auto"``).

    A search looks for one tiling of each class, where that is faster, and counts their images.
    Classes are counted by search alone, if there are symmetries. Prefixes begin with the number of
    the method.
    """

    carried = ("_searched",)

    problem: Tilings
    by_symmetry: bool = False
    method: Method | Literal["auto"] = "auto"

    @cached_property
    def rows(self) -> TilingRows:
        """The rows of the problem, which know its board and what is published."""
        return self.problem.as_rows()

    @cached_property
    def first(self) -> str:
        """The method that is tried first; one that cannot count this is a ProblemError."""
        refuse_other_methods(self.method, METHODS)
        if self.problem.engine is not None:
            if self.method in ("profiles", "determinant"):
                raise ProblemError(
                    f"--engine says how to search, and --method {self.method} counts without a "
                    "search: leave out one of them."
                )
            return "search"
        board, countable = self.rows.board, self._is_countable
        if self.method in ("profiles", "determinant") and not countable:
            raise ProblemError(
                f"The method {self.method} does not know conditions, limits or symmetry "
                "classes: use the method search, or leave out --method."
            )
        if self.method == "determinant" and not self._is_plane:
            raise ProblemError(
                "The method determinant counts domino tilings of plane regions of squares whose "
                f"holes have an even number of cells, up to {MOST_CELLS:,} cells: leave out "
                "--method."
            )
        if self.method != "auto":
            return self.method
        if not board.area_fits:
            return "area"
        if self._is_plane and min(np.ptp(board.region.cells, axis=0)) >= NARROW:
            return "determinant"
        return "profiles" if countable and self._is_swept else "search"

    @cached_property
    def _is_countable(self) -> bool:
        """Whether a sweep can count this: nothing is left out, and no symmetric ones apart."""
        by_class = self.by_symmetry or self.problem.is_up_to_images
        return self.rows.counts_all and not (by_class and self.problem.is_symmetric)

    @cached_property
    def _is_plane(self) -> bool:
        """Whether a determinant counts this."""
        return self._is_countable and self.rows.board.reusable and is_plane(self.rows.board)

    @property
    def _is_swept(self) -> bool:
        """Whether a sweep is tried first: counters multiply its states, and searches are short."""
        if self._sweep is None:
            return False
        if not self.rows.board.reusable and self._search_seconds < SHORT_SEARCH:
            return False
        if self.expected_sweep.bytes > WRONG * MOST_BYTES:
            return False
        return self.rows.board.reusable or self.expected_sweep.seconds < self._search_seconds

    @cached_property
    def _sweep(self) -> BoardSweep | None:
        """The sweep of the board; None if its counters have no room."""
        try:
            found = BoardSweep(self.rows.board)
            found.new()
        except SweepError:
            return None
        return found

    @cached_property
    def expected_sweep(self) -> Expected:
        """The expected work of the sweep."""
        assert self._sweep is not None
        return self._sweep.expected()

    @cached_property
    def _searched(self) -> Tilings:
        """The search: for one tiling of each class, if that is faster."""
        return self.problem.one_of_each_class(self.by_symmetry) or self.problem

    @cached_property
    def _search(self) -> Estimate:
        return expected_search(self._searched, probes=WALKS)

    @property
    def _search_seconds(self) -> float:
        return float("inf") if self._search.seconds is None else self._search.seconds

    @property
    def _determinant_seconds(self) -> float:
        return SECONDS_PER_PAIR * len(self.rows.board.region) ** 2

    def estimates(self) -> list[Estimate]:
        if self.first == "area":
            return [Estimate("area", 0, 0.0)]
        found = [self._search]
        if self._is_countable and self._sweep is not None:
            found.append(of_sweep(self.expected_sweep))
        if self._is_plane:
            cells = len(self.rows.board.region)
            found.append(Estimate("determinant", cells / 2, self._determinant_seconds))
        return sorted(found, key=lambda each: each.method != self.first)

    @property
    def title(self) -> str:
        return self.problem.describe()

    @property
    def tree_version(self) -> int:
        return self.problem.tree_version

    @property
    def keys(self) -> tuple[Column, ...]:
        return (SYMMETRY,) if self.by_symmetry else ()

    def to_json(self) -> Parameters:
        by = ["symmetry"] if self.by_symmetry else None
        return {**self.problem.to_json(), "method": self.method, "by": by}

    def divide(self) -> list[Weighed]:
        way = WAYS.index(self.first)
        if self.first == "search":
            return subtrees(self._searched, way)
        seconds = 0.0
        if self.first == "profiles" and self._sweep is not None:
            seconds = self.expected_sweep.seconds
        elif self.first == "determinant":
            seconds = self._determinant_seconds
        return [([(way,)], len(self.rows.board.region), seconds)]

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        total, key = Tally(), (self.problem.no_symmetry,) if self.by_symmetry else ()
        for way, *prefix in prefixes:
            if WAYS[way] == "search":
                total += self._by_search(tuple(prefix), passed)
            elif WAYS[way] == "determinant":
                total += Tally({key: count_by_determinant(self.rows.board)})
            elif WAYS[way] == "profiles":
                total += Tally({key: self._by_sweep(passed)})
        return total

    def _by_search(self, prefix: Prefix, passed: Passed) -> Tally:
        searched = self._searched
        by_class = searched is not self.problem
        found = searched.count(prefix, by_key=self.by_symmetry or by_class)
        passed(found.nodes)
        counts = found.counts
        if by_class:
            counts = {key: n * searched.images_of(key[0]) for key, n in counts.items()}
        return Tally(counts if self.by_symmetry else {(): sum(counts.values())}, found.nodes)

    def lines(self, counts: Counts) -> list[Total]:
        rows = self.rows
        return rows.totals(counts) if self.by_symmetry else [rows.total(sum(counts.values()))]

    def run(self, to: Any = None, share: Any = None, **where: Any) -> list[PartResult]:
        """Run the count; where a sweep gives way, divide a search instead."""
        try:
            return super().run(to, share, **where)
        except _TooLongError:
            vars(self)["first"] = "search"
            if to is not None:
                open_store(to).delete(PLAN)
            return super().run(to, share, **where)

    def _by_sweep(self, passed: Passed) -> int:
        """Return the number by a sweep.

        One that takes much more than was expected goes on only where a search takes longer.
        """
        if self._sweep is None:
            raise ProblemError(
                "Bounds on so many pieces have no room in a profile: use the method search, or "
                "leave out --method."
            )
        sweep, expected, most = self._sweep.new(), self.expected_sweep, None
        if expected.bytes > WRONG * MOST_BYTES:
            raise SweepError(
                f"Counting these tilings would take about {size(expected.bytes)}: take a narrower "
                "region."
            )
        if self.method == "auto":
            most = max(LEAST_STATES, WRONG * expected.states)
        try:
            return sum(sweep.run(most_states=most, on_cell=lambda *_: passed(1)).values())
        except SweepError as error:
            if self.method != "auto":
                raise
            limit = float("inf") if sweep.bytes > MOST_BYTES else WRONG * expected.seconds
            if self._search_seconds < limit:
                raise _TooLongError from error
        return sum(sweep.run(on_cell=lambda *_: passed(1)).values())


def of_sweep(expected: Expected) -> Estimate:
    """Return the expected work of a sweep as that of a method."""
    if expected.bytes > WRONG * MOST_BYTES:
        note = f"out of reach: it would take {size(expected.bytes)}"
        return Estimate("profiles", expected.states, note=note)
    return Estimate("profiles", expected.states, expected.seconds, expected.bytes)


def count_tilings(
    problem: Tilings,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    **how_to_run: Unpack[HowToRun],
) -> Totals:
    """Count the tilings of a region.

    Parameters
    ----------
    problem : Tilings
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "profiles", "determinant", "search"}
        Profiles: a transfer matrix without search, of more states where uses are bounded.
        Determinant: dominoes in a plane region of squares. ``"auto"`` takes the determinant for
        wide regions, profiles where they apply and are few enough, and search otherwise.
    **how_to_run : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    Totals

    Raises
    ------
    ProblemError
        If the method cannot count that.

    Examples
    --------
    >>> from enumino import Tilings
    >>> [line.count for line in count_tilings(Tilings("8x8", "domino"))]
    [12988816]
    """
    return TilingCount(problem, by_symmetry, method).totals(**how_to_run)
