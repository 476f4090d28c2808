"""Count coverings of a board: by profiles where these can, or by search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Literal, Unpack

import numpy as np

from enumino.arguments import threads_or_cores
from enumino.datasets.documents import Counts
from enumino.datasets.totals import Total, as_totals
from enumino.errors import ProblemError
from enumino.families.tilings.counting.determinants import (
    MOST_CELLS,
    count_by_determinant,
    is_plane,
)
from enumino.families.tilings.counting.profiles import (
    count_by_profiles,
    expected_work,
)
from enumino.families.tilings.problem import Packings, Tilings
from enumino.run.checkpoints import Checkpoint, Counted
from enumino.run.counting import (
    Estimate,
    SearchTask,
    count_by_search,
    expected_search,
    refuse_checkpoint,
)
from enumino.run.events import sweeping
from enumino.run.execution import Execution, HowToRun
from enumino.words import quoted, size

if TYPE_CHECKING:
    from enumino.families.tilings.forest import CoverForest
    from enumino.families.tilings.rows import CoverRows
    from enumino.objects.board import Board


Method = Literal["profiles", "determinant", "search"]
METHODS: tuple[Method, ...] = ("profiles", "determinant", "search")
SECONDS_PER_PAIR = 8e-7  # of cells, by determinant
SWEEP = SearchTask(0, (), 0.0, 0.0)  # the one task of a count by profiles
LONG_SEARCH, MARGIN = 5.0, 3.0  # seconds; an estimate of profiles may be so much too low
FEW_WALKS = 200  # that tell whether a search is worth comparing with profiles
TOO_HIGH = 4.0  # times; they may be so wrong
# Nodes of searches that take no longer than profiles, than a choice of an engine, than both twice.
TINY, SMALL, SHORT = 1 << 16, 1 << 17, 1 << 22
NARROW = 18  # cells across which dominoes have few profiles


@dataclass(frozen=True)
class CoveringCount:
    """A count of the coverings of a board by a method, or by the one that suits (``"auto"``).

    A search looks for one covering of each class, where that is faster, and counts their images.
    Classes are counted by search alone, if there are symmetries.
    """

    problem: CoverForest
    by_symmetry: bool = False
    method: Method | Literal["auto"] = "auto"

    @cached_property
    def rows(self) -> CoverRows:
        """The rows of the problem, which know its board and what is published."""
        return self.problem.as_rows()

    @property
    def countable(self) -> bool:
        """Whether profiles can count: nothing is left out, and no symmetric coverings apart."""
        by_class = self._asks_for_classes and self.problem.is_symmetric
        return self.rows.counts_all and not by_class

    @property
    def _asks_for_classes(self) -> bool:
        """Whether the symmetric coverings have to be known."""
        return self.by_symmetry or self.rows.up_to_symmetry

    @cached_property
    def first(self) -> str:
        """The method that is tried first; one that cannot count this is a ProblemError."""
        if self.method not in ("auto", *METHODS):
            raise ProblemError(
                f"There is no method {quoted(self.method)}: choose auto, {', '.join(METHODS)}."
            )
        if self.method in ("profiles", "determinant") and not self.countable:
            raise ProblemError(
                f"The method {self.method} does not know conditions, limits or symmetry "
                "classes: use the method search, or leave out --method."
            )
        plane = self._is_plane
        if self.method == "determinant" and not plane:
            raise ProblemError(
                "The method determinant counts domino tilings of plane regions of squares whose "
                f"holes have an even number of cells, up to {MOST_CELLS:,} cells: leave out "
                "--method."
            )
        if self._is_in_vain:
            return "area"
        if self.method != "auto":
            return self.method
        if plane and not self._is_narrow:
            return "determinant"
        return "profiles" if self.countable and self._by_profiles_soon else "search"

    @cached_property
    def _is_plane(self) -> bool:
        """Whether a determinant counts this."""
        board = self.rows.board
        return self.countable and board.reusable and is_plane(board)

    @property
    def _is_narrow(self) -> bool:
        """Whether few dominoes lie side by side across the region."""
        return bool(min(np.ptp(self.rows.board.region.cells, axis=0)) < NARROW)

    @cached_property
    def expected_profiles(self) -> Estimate:
        """The expected work of profiles."""
        return expected_profiles(self.rows.board)

    @property
    def _by_profiles_soon(self) -> bool:
        """Whether profiles are tried first: bounds multiply them, and a search may be short."""
        if self.rows.board.reusable:
            # A sweep of a narrow region takes less time than its estimate.
            return self._is_narrow or not is_out_of_reach(self.expected_profiles)
        glance = expected_search(self._searched, probes=FEW_WALKS).seconds
        if glance is not None and glance < LONG_SEARCH:
            return False
        search = self._search.seconds
        sweep = self.expected_profiles.seconds
        return sweep is not None and (search is None or sweep * MARGIN < search)

    @cached_property
    def _classes(self) -> CoverForest | None:
        """The search for one covering of each class, if that is faster."""
        return self.problem.one_of_each_class()

    @property
    def _searched(self) -> CoverForest:
        return self._classes or self.problem

    @cached_property
    def _search(self) -> Estimate:
        return expected_search(self._searched)

    @property
    def _is_in_vain(self) -> bool:
        """Whether the cells of the pieces cannot add up to the region, so that nothing is tried."""
        return self.method == "auto" and not self.rows.board.area_fits

    def estimates(self) -> list[Estimate]:
        """Return the expected work of the methods, beginning with the one that is tried first."""
        if self._is_in_vain:
            return [Estimate("area", 0, 0.0)]
        found = [self._search]
        if self.countable:
            found.append(self.expected_profiles)
            if self._is_plane:
                cells = len(self.rows.board.region)
                found.append(Estimate("determinant", cells / 2, SECONDS_PER_PAIR * cells**2))
        found.sort(key=lambda each: each.method != self.first)
        return found

    def totals(self, **how_to_run: Unpack[HowToRun]) -> list[Total]:
        """Run the count, and return the numbers beside the published ones."""
        how, rows = Execution(**how_to_run), self.rows
        if self._is_in_vain:
            return rows.totals({}) if self.by_symmetry else [rows.total(0)]
        if how.client is None and how.checkpoint is None and self.method == "auto":
            found = self._by_short_search()
            if found is not None:
                return rows.totals(found) if self.by_symmetry else [rows.total(sum(found.values()))]
        if self.first == "determinant":
            refuse_checkpoint(how.checkpoint)
        if self.first != "search":
            try:
                return self._without_search(how, **how_to_run)
            except ProblemError:  # too many profiles
                if self.method != "auto" or how.checkpoint is not None:
                    raise
        classes = self._classes
        by_key = self.by_symmetry or classes is not None
        counts = count_by_search(self._searched, by_key=by_key, **how_to_run).counts
        if classes is not None:
            counts = {(name,): n * classes.images_of(name) for (name,), n in counts.items()}
        return rows.totals(counts) if self.by_symmetry else [rows.total(sum(counts.values()))]

    def _by_short_search(self) -> Counts | None:
        """Return the numbers by a search that takes less time than a choice; None if none does.

        The first one finds all coverings, as the cases of a search up to symmetry take time too.
        """
        reusable, classes = self.rows.board.reusable, self.rows.up_to_symmetry
        by_key, images_of = self._asks_for_classes, self.problem.images_of
        search = self.problem.searched_at_once(up_to=False)
        if search is None or (reusable and not by_key):  # by profiles at once
            return None
        most, found = TINY if reusable else SMALL, None
        if search.probe((), FEW_WALKS, seed=0) <= most * TOO_HIGH:
            found = search.count_within(most, by_key=by_key)
        if found is not None:
            return {k: n // images_of(*k) if classes else n for k, n in found.counts.items()}
        if reusable:
            return None
        divided = search.is_symmetric
        if divided:
            search = self.problem.searched_at_once(up_to=True)
        if search is None or search.probe((), FEW_WALKS, seed=0) > SHORT:
            return None
        found = search.count_within(SHORT, by_key=by_key)
        if found is None or classes or not divided:
            return None if found is None else found.counts
        return {k: n * images_of(*k) for k, n in found.counts.items()}

    def _without_search(self, how: Execution, **how_to_run: Unpack[HowToRun]) -> list[Total]:
        """Return the number by profiles or a determinant."""
        number = (
            count_by_determinant(self.rows.board)
            if self.first == "determinant"
            else self._by_profiles(how)
        )
        if not self.by_symmetry:
            return [self.rows.total(number)]
        return self.rows.totals({(self.problem.no_symmetry,): number} if number else {})

    def _by_profiles(self, how: Execution) -> int:
        """Return the number by profiles, which a checkpoint holds or a sweep finds."""
        kept, saved = None, None
        if how.checkpoint is not None:
            from enumino.families.tilings.counting.saved_sweep import SavedSweep

            count = {"problem": self.problem.to_json(), "method": "profiles"}
            kept = Checkpoint(how.checkpoint, count)
            kept.bind("profiles")
            for outcome in kept.recall([SWEEP]):
                return outcome.counts[()]
            saved = SavedSweep(kept.store, "parts/sweep.parquet")
        started = perf_counter()
        total = count_by_profiles(
            self.rows.board,
            on_cell=sweeping(how.on_event),
            threads=1 if how.in_process else threads_or_cores(how.threads),
            saved=saved,
        )
        if kept and saved:
            kept.remember(Counted(0, {(): total}, 0, round(perf_counter() - started, 3)))
            saved.remove()
            kept.close()
        return total


def expected_profiles(board: Board) -> Estimate:
    """Return the expected work of a count by profiles."""
    from enumino.families.tilings.counting.profile_tables import MOST_BYTES

    work = expected_work(board)
    if work is None:
        return Estimate("profiles", note=f"not estimated; its tables may take {size(MOST_BYTES)}")
    if work.bytes > MOST_BYTES:
        note = f"out of reach: its tables would take {size(work.bytes)}"
        return Estimate("profiles", work.extended, note=note)
    return Estimate("profiles", work.extended, work.seconds, work.bytes or None)


def is_out_of_reach(expected: Estimate) -> bool:
    """Whether the work is known, and too much."""
    return expected.nodes is not None and expected.seconds is None


@as_totals
def count_tilings(
    problem: Tilings,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
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
    client, threads, in_process, wait_seconds, upload, checkpoint, on_event :
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    list of Total

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
    return CoveringCount(problem, by_symmetry, method).totals(**how_to_run)


@as_totals
def count_packings(
    problem: Packings,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count the packings of a region of a lattice, as `count_tilings` counts tilings.

    Parameters
    ----------
    problem : Packings
    by_symmetry, method, client, threads, in_process, wait_seconds, upload, checkpoint, on_event :
        As in `count_tilings`.

    Returns
    -------
    list of Total

    Raises
    ------
    ProblemError
        If the method cannot count that.

    Examples
    --------
    >>> lozenges = Packings("triangular", "hexagon 4", "diamond")
    >>> [line.count for line in count_packings(lozenges)]
    [232848]
    """
    return CoveringCount(problem, by_symmetry, method).totals(**how_to_run)
