"""Break the symmetry of a tiling problem before it is searched.

A search for one tiling of each class is divided into cases. Each forces some options and removes
others, so that the images of a tiling occur in one case only, and few of them there. The forced
options lie at a *landmark*, which the symmetries map to itself:

- *A piece that every tiling has exactly once.* A case forces one of its options for each orbit of
  these.
- *An orbit of cells.* The options that cover them fall into orbits, too, which have an order. A
  tiling has a set of options in the first orbit that it uses. A case forces such a set, one of each
  class, and removes the rest of its orbit and the orbits before it.

Tilings of a case are images of each other only by a symmetry that maps the forced options to
themselves. If there are such symmetries, the case is divided again by them at another landmark. The
first case to be divided is the one that lists the most superfluous images, estimated as if cells
were covered independently of each other. If an orbit has too many such sets, one of its options is
forced, and all symmetries remain. The images that remain are dropped when rows are made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from math import fsum, prod
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from enumino.families.tilings.exact_covers import most_uses
from enumino.objects.board import Board
from enumino.objects.lattice import Lattice

if TYPE_CHECKING:
    Images = Mapping[int, npt.NDArray[np.int32]]
    Flags = npt.NDArray[np.bool_]

# Version of the division: raised whenever cases change, since they number the trees.
VERSION = 2
# Number of cases that ends the division, the fewer of both: searches of large regions take long,
# so more cases pay.
CASES_A_CELL, MOST_CASES = 2, 128
# Cells of all options together from which options are forced one by one: cases take memory.
MOST_LINKS = 500_000
# Least share of the search that a case saves.
WORTH = 0.001
# Most sets of options of an orbit; beyond it, one option is forced.
MOST_SETS = 64
# Numbers of orbits of cells that may be the first landmark, and of compared cases of each.
CANDIDATES, LOOKED_AT = 3, 12


class Case(NamedTuple):
    """A case of the search: the options it may choose, and those that all its tilings have."""

    # int32[...]: those that it may choose, ascending, and those forced; None for all options.
    options: npt.NDArray[np.int32] | None
    forced: tuple[int, ...]  # options that all its tilings have
    # The images, but the identity, by which its tilings may be images of each other, or of
    # themselves; None for all.
    group: tuple[int, ...] | None
    share: float  # approximate size, as a share of a search that finds each class once

    @property
    def symmetric(self) -> bool:
        """Whether images of its tilings may be tilings of the same case."""
        return self.group is None or bool(self.group)

    def may_be_moved_by(self, k: int) -> bool:
        """Return whether the image k of one of its tilings may be a tiling of the same case."""
        return self.group is None or k in self.group


WHOLE = Case(None, (), None, 1.0)


def cases(board: Board, images: Images) -> list[Case]:
    """Return the cases of a search up to symmetry; at least one image moves an option."""
    still, acting = by_action(board, images)
    division = _Division(board, {k: images[k] for k in acting})
    found = [part.case() for part in division.parts()]
    alike = [[k for first in case.group or () for k in acting[first]] for case in found]
    return [
        case._replace(group=tuple(sorted([*still, *others])))
        for case, others in zip(found, alike, strict=True)
    ]


def by_action(board: Board, images: Images) -> tuple[list[int], dict[int, list[int]]]:
    """Return the images that fix all options, and the others.

    Images that move the options alike are grouped by the first of them. They exist if an image
    fixes the cells of the region, such as those of a strip one cell wide.
    """
    alike: dict[bytes, list[int]] = {}
    for k, image in images.items():
        alike.setdefault(image.tobytes(), []).append(k)
    still = alike.pop(np.arange(len(board), dtype=np.int32).tobytes(), [])
    return still, {same[0]: same for same in alike.values()}


@dataclass(frozen=True)
class _Part:
    """A part of the search."""

    forced: tuple[int, ...]  # options that all its tilings have
    covered: frozenset[int]  # the cells of the forced options
    left: Flags  # bool[m]: the options that may be chosen beside them
    # int[n]: number of these that cover each cell; more than there are for covered cells.
    ways: npt.NDArray[np.intp]
    # The images, but the identity, by which its tilings may be images of each other.
    group: tuple[int, ...]
    share: float  # approximate share of the classes of tilings that are found here
    finished: bool = False  # whether it cannot be divided

    @property
    def duplicates(self) -> float:
        """Upper bound on the superfluous images that are found here, as a share of the classes."""
        return self.share * len(self.group)

    @property
    def saving(self) -> float:
        """The share of the superfluous images that a division may save."""
        return 0.0 if self.finished else self.duplicates

    def case(self) -> Case:
        kept = self.left.copy()
        kept[list(self.forced)] = True
        options = np.flatnonzero(kept).astype(np.int32)
        images = 1 + len(self.group)
        return Case(options, self.forced, self.group, self.share * images)


def _cost(parts: list[_Part]) -> float:
    """The cost of a division, relative to a search that finds each class once."""
    share = fsum(part.share for part in parts) or 1.0  # some are gone that have no tilings
    return fsum(part.duplicates for part in parts) / share + len(parts) * WORTH


class _Division:
    """The division of the search of a problem; the parameters are those of `cases`."""

    def __init__(self, board: Board, images: Images) -> None:
        self._board, self._images = board, images
        # Engines also bound the uses of a piece by the area of the region.
        self._most_uses = most_uses(board)
        self._cells_of = cache(lambda option: frozenset(board.cells_of(option)))
        self._cells = {k: board.region.images[k] for k in images}
        option_of = np.repeat(np.arange(len(board)), np.diff(board.starts))
        by_cell = np.argsort(board.members, kind="stable")
        ends = np.cumsum(np.bincount(board.members, minlength=len(board.region)))
        self._options_at = np.split(option_of[by_cell], ends[:-1])
        self._most = min(MOST_CASES, CASES_A_CELL * len(board.region))
        self._is_large = len(board.members) > MOST_LINKS

    def parts(self) -> list[_Part]:
        """Return the parts into which the search is divided."""
        everything = np.ones(len(self._board), bool)
        ways = np.array([len(options) for options in self._options_at], np.intp)
        whole = _Part((), frozenset(), everything, ways, tuple(self._images), 1.0)
        piece = self._board.landmark(self._images).piece
        if piece is not None:
            return self._divided(self._by_piece(whole, piece), self._most)
        candidates = [
            self._divided(self._by_cell(whole, cell), min(LOOKED_AT, self._most))
            for cell in self._first_cells()
        ]
        return self._divided(min(candidates, key=_cost), self._most)

    def _divided(self, parts: list[_Part], most: int) -> list[_Part]:
        """Divide parts while it pays, up to a number of parts."""
        parts = list(filter(self._is_possible, parts))
        while len(parts) < most:
            at = max(range(len(parts)), key=lambda i: parts[i].saving, default=0)
            if not parts or parts[at].saving <= WORTH:
                break
            if len(parts[at].covered) == len(self._board.region):
                parts[at] = replace(parts[at], finished=True)
                continue
            within = self._by_cell(parts[at], int(parts[at].ways.argmin()))
            parts[at : at + 1] = filter(self._is_possible, within)
        return parts

    def _first_cells(self) -> list[int]:
        """One cell from each of some orbits: small ones, whose cells are close to each other."""
        cells = np.array([np.arange(len(self._board.region)), *self._cells.values()])
        places = np.array(self._board.region.cells)
        spread = np.ptp(places[cells], axis=0).sum(axis=1)
        firsts = np.flatnonzero(cells.min(axis=0) == cells[0]).tolist()
        in_order = sorted((len(set(cells[:, c].tolist())), int(spread[c]), c) for c in firsts)
        return [cell for _, _, cell in in_order[: 1 if self._is_large else CANDIDATES]]

    def _by_piece(self, part: _Part, piece: int) -> list[_Part]:
        options = np.flatnonzero(part.left & (self._board.piece == piece)).tolist()
        chance = part.share / max(1, len(options))
        return [
            self._forced(part, orbit[:1], options, chance)
            for orbit in self._orbits(options, part.group)
        ]

    def _by_cell(self, part: _Part, cell: int) -> list[_Part]:
        at_cell = self._options_at[cell]
        at_cell = at_cell[part.left[at_cell]].tolist()
        cells = {cell, *(int(self._cells[k][cell]) for k in part.group)}
        here, earlier = set(at_cell), list[int]()
        found = []
        for orbit in self._orbits(at_cell, part.group):
            removed = [*earlier, *orbit]
            # Chances of a cell; all arithmetic is exactly rounded, so the same on every machine.
            before, behind = (
                1 - len(here.intersection(those)) / len(here) for those in (earlier, removed)
            )
            sets = self._sets(orbit, part.group)
            if sets is None:
                chance = prod([before] * len(cells)) - prod([behind] * len(cells))
                found.append(self._alone(part, orbit[0], earlier, chance))
            for forced in sets or ():
                others = len(cells.difference(*map(self._cells_of, forced)))
                chance = prod([1 / len(here)] * len(forced) + [behind] * others)
                found.append(self._forced(part, forced, removed, chance))
            earlier = removed
        share = part.share / (fsum(each.share for each in found) or 1.0)
        return [replace(each, share=share * each.share) for each in found]

    def _forced(
        self, part: _Part, forced: Sequence[int], removed: Sequence[int], chance: float
    ) -> _Part:
        """The part in which some options are forced, and others removed.

        `chance` is the probability of the forced options without their images.
        """
        own = set(forced)
        group = [k for k in part.group if own == set(self._images[k][list(forced)].tolist())]
        share = chance * ((1 + len(part.group)) // (1 + len(group)))
        return self._with(part, forced, removed, tuple(group), share)

    def _alone(self, part: _Part, option: int, removed: Sequence[int], chance: float) -> _Part:
        """The part in which one option is forced, and its images remain options."""
        alone = self._with(part, [option], removed, part.group, chance)
        return replace(alone, finished=True)

    def _with(
        self,
        part: _Part,
        forced: Sequence[int],
        removed: Sequence[int],
        group: tuple[int, ...],
        share: float,
    ) -> _Part:
        """A part with more options forced, and others removed."""
        left = part.left.copy()
        left[removed] = False
        for option in forced:
            left[self._clashing(option)] = False
        ways = part.ways - self._covering(np.flatnonzero(part.left ^ left))
        covered = part.covered.union(*map(self._cells_of, forced))
        ways[list(covered)] = len(left) + 1
        return _Part((*part.forced, *forced), covered, left, ways, group, share)

    def _orbits(self, options: Sequence[int], group: Sequence[int]) -> Iterator[list[int]]:
        """Yield the orbits of some options; each begins with the first of them."""
        done: set[int] = set()
        for option in options:
            if option not in done:
                images = (int(self._images[k][option]) for k in group)
                orbit = list(dict.fromkeys([option, *images]))
                done.update(orbit)
                yield orbit

    def _sets(self, orbit: list[int], group: Sequence[int]) -> list[list[int]] | None:
        """The compatible sets of options of an orbit that have the first, one of each class.

        None if there are too many.
        """
        beside = [option for option in orbit[1:] if self._go_together(orbit[0], option)]
        if self._is_large or 1 << len(beside) > MOST_SETS * (1 + len(group)):
            return None
        found: dict[tuple[int, ...], list[int]] = {}
        for size in range(len(beside) + 1):
            for others in combinations(beside, size):
                if all(self._go_together(*pair) for pair in combinations(others, 2)):
                    chosen = [orbit[0], *others]
                    images = (self._images[k][chosen].tolist() for k in group)
                    found.setdefault(min(tuple(sorted(s)) for s in (chosen, *images)), chosen)
        return list(found.values()) if len(found) <= MOST_SETS else None

    def _go_together(self, one: int, other: int) -> bool:
        """Return whether two options of an orbit are compatible; their pieces have like bounds."""
        pieces = self._board.piece
        apart = self._cells_of(one).isdisjoint(self._cells_of(other))
        return apart and (pieces[one] != pieces[other] or self._most_uses[pieces[one]] > 1)

    def _clashing(self, option: int) -> npt.NDArray[np.intp]:
        """The options that are incompatible with an option, itself included."""
        board, piece = self._board, self._board.piece[option]
        clashes = [self._options_at[cell] for cell in self._cells_of(option)]
        if self._most_uses[piece] == 1:
            clashes.append(np.flatnonzero(board.piece == piece))
        return np.concatenate(clashes)

    def _is_possible(self, part: _Part) -> bool:
        """Return whether no piece is used too often, and each cell is covered or can be."""
        used = Counter(self._board.piece[list(part.forced)].tolist())
        too_often = any(used[i] > self._most_uses[i] for i in used)
        return not too_often and bool(part.ways.all())

    def _covering(self, options: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Number of the options, among some, that cover each cell."""
        starts, ends = self._board.starts[options], self._board.starts[options + 1]
        sizes = ends - starts
        places = np.arange(sizes.sum()) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
        return np.bincount(self._board.members[places], minlength=len(self._board.region))


AnyBoard = TypeVar("AnyBoard", bound=Board, covariant=True)


class Symmetries(Generic[AnyBoard]):
    """The symmetries of a covering problem, and the cases of a search up to them.

    A search `up_to` them keeps one covering of each class. All images of the lattice count by
    default.
    """

    def __init__(self, board: AnyBoard, up_to: bool, counting: Sequence[int] | None = None) -> None:
        self.board, self.up_to = board, up_to
        self._counting = range(len(board.region.lattice.images)) if counting is None else counting

    @cached_property
    def images(self) -> dict[int, npt.NDArray[np.int32]]:
        """The images that count and map the problem to itself, with their images of the options."""
        images = ((k, self.board.image_under(k)) for k in self._counting)
        return {k: image for k, image in images if image is not None}

    def kept_apart(self, up_to: bool) -> Symmetries[AnyBoard]:
        """Return the same symmetries for a search for one covering of each class, or for all."""
        found = Symmetries(self.board, up_to, self._counting)
        found.__dict__["images"] = self.images
        return found

    @cached_property
    def cases(self) -> list[Case]:
        """The cases of a search up to symmetry."""
        return cases(self.board, self.images)

    @cached_property
    def broken(self) -> dict[int, npt.NDArray[np.int32]]:
        """The images that divide the search; none if they move no option."""
        return self.images if self.up_to and by_action(self.board, self.images)[1] else {}


def counting_images(lattice: Lattice, rotations_only: bool) -> Sequence[int]:
    """Return the images of a lattice that count: all of them, or its rotations.

    >>> from enumino.objects.lattices import CUBIC
    >>> [len(counting_images(CUBIC, rotations_only)) for rotations_only in (False, True)]
    [47, 23]
    """
    return lattice.rotation_images if rotations_only else range(len(lattice.images))
