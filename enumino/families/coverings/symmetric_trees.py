"""The trees of a search for symmetric coverings: one for each group of symmetries.

A covering that a group H keeps is a set of orbits of options under H. So the orbits are the options
of an exact cover problem with fewer and smaller solutions. An orbit in which an item occurs twice,
since two of its options overlap, is left out. Items that the same orbits have are one item.

Each covering of a class has one group of the class, and is found in the tree of that group. The
coverings that a larger group keeps are found there as well: they are dropped (`covering_rules`). Up
to symmetry there is one tree for groups that symmetries of the problem conjugate. The coverings in
it that are images of each other are so by symmetries that conjugate the group to itself.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Cover, Engine
from enumino.enum.forest import LazyItems
from enumino.families.coverings.symmetry_breaking import Case, Symmetries
from enumino.families.coverings.trees import Trees
from enumino.objects.board import Board
from enumino.objects.point_group import images_in

# Version of the trees: raised whenever groups come in another order, or orbits are numbered anew.
VERSION = 1


class Orbits(NamedTuple):
    """The orbits of options under a group, as options of an exact cover problem.

    starts, options: int64[q + 1], int32[...], the options of orbit i are
        ``options[starts[i]:starts[i + 1]]``, ascending.
    """

    starts: npt.NDArray[np.int64]
    options: npt.NDArray[np.int32]
    cover: Cover


class SymmetricTrees(Trees):
    """The trees of a problem whose coverings have certain symmetry classes.

    That of no symmetry is not among the classes.
    """

    def __init__(
        self,
        symmetries: Symmetries[Board],
        engine: Engine,
        cover: Cover,
        classes: tuple[str, ...],
    ) -> None:
        super().__init__(symmetries, engine, cover)
        lattice = self._board.region.lattice
        self._groups = [
            (name, group)
            for name in classes
            for group in lattice.class_named(name).subgroups
            if self._is_alone(group)
        ]

    @cached_property
    def cases(self) -> list[Case]:
        """The searches, one for each group, in the order of the classes."""
        return [
            Case(None, (), self._moving(group), 1 / len(self._groups), name)
            for name, group in self._groups
        ]

    @cached_property
    def tables(self) -> LazyItems:
        """The engine's tables of each tree."""
        return LazyItems(
            len(self._groups),
            lambda tree: engines.tables_of(self._engine, self.orbits(tree).cover),
        )

    def numbers(self, case: Case) -> None:
        """Options of the engine are orbits: they have no numbers on the board."""

    def orbits(self, tree: int) -> Orbits:
        """Return the orbits of options under the group of a tree."""
        found: Orbits = self._orbits[tree]
        return found

    @cached_property
    def _orbits(self) -> LazyItems:
        images = self.symmetries.images
        return LazyItems(
            len(self._groups),
            lambda tree: orbits_of(
                self.cover, [images[k] for k in images_in(self._groups[tree][1])]
            ),
        )

    def _is_alone(self, group: int) -> bool:
        """Return whether coverings may have a group, and no tree of a conjugate group has them."""
        images, within = self.symmetries.images, images_in(group)
        if not all(k in images for k in within):
            return False
        # Images that move the options alike keep the same coverings.
        acting = {images[k].tobytes() for k in within}
        acting.add(np.arange(len(self._board), dtype=np.int32).tobytes())
        if any(images[k].tobytes() in acting for k in images if k not in within):
            return False
        lattice = self._board.region.lattice
        others = [lattice.conjugate(group, k) for k in images if self.symmetries.up_to]
        return group == min([group, *others])

    def _moving(self, group: int) -> tuple[int, ...]:
        """Return the images that lead from coverings of a tree to others of it, or keep them."""
        if not self.symmetries.up_to:
            return images_in(group)
        lattice = self._board.region.lattice
        return tuple(k for k in self.symmetries.images if lattice.conjugate(group, k) == group)


def orbits_of(cover: Cover, images: list[npt.NDArray[np.int32]]) -> Orbits:
    """Return the orbits of the options under the images of a group, without the identity."""
    options, width = np.arange(len(cover.starts) - 1, dtype=np.int32), max(1, cover.items)
    _, number = np.unique(np.min([options, *images], axis=0), return_inverse=True)
    owner = number[np.repeat(options, np.diff(cover.starts))]
    entries, times = np.unique(owner * width + cover.members, return_counts=True)
    whole = np.ones(number.max(initial=-1) + 1, bool)
    whole[entries[times > 1] // width] = False
    orbits, items = np.divmod(entries[whole[entries // width]], width)
    rank, kept = np.cumsum(whole) - 1, whole[number]
    listed = options[kept][np.argsort(number[kept], kind="stable")]
    sizes = np.bincount(rank[number[kept]], minlength=whole.sum())
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    merged = _merged(cover, rank[orbits], items, len(sizes))
    return Orbits(starts, listed, _counted(merged, cover, starts, listed))


def _merged(
    cover: Cover, orbits: npt.NDArray[np.int64], items: npt.NDArray[np.int64], number: int
) -> Cover:
    """Return the problem of a number of orbits, of which orbit `orbits[i]` has item `items[i]`.

    Items of the same orbits become one; secondary items that bar nothing are left out. The entries
    ascend.
    """
    by_item = np.argsort(items, kind="stable")
    ends = np.searchsorted(items[by_item], np.arange(cover.items + 1))
    first: dict[bytes, int] = {}
    for item in range(cover.items):
        having = orbits[by_item[ends[item] : ends[item + 1]]]
        if item < cover.primary or len(having) > 1:
            first.setdefault(having.tobytes(), item)
    kept = list(first.values())
    rank = np.full(cover.items, -1, np.int64)
    rank[kept] = np.arange(len(kept))
    entries = rank[items] >= 0
    sizes = np.bincount(orbits[entries], minlength=number)
    return Cover(
        primary=sum(item < cover.primary for item in kept),
        items=len(kept),
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        members=rank[items[entries]].astype(np.int32),
        colours=np.zeros(int(sizes.sum()), np.int32),
    )


def _counted(
    merged: Cover, cover: Cover, starts: npt.NDArray[np.int64], listed: npt.NDArray[np.int32]
) -> Cover:
    """Return the problem of orbits with bounds on their numbers, if uses of pieces have bounds.

    Orbits of a piece are grouped by how often they use it. The bounds of a group are necessary;
    `covering_rules` checks the uses of all orbits together. Pieces that an image exchanges are used
    equally often, so the first of them is counted.
    """
    if cover.groups is None or cover.fewest is None or cover.most is None:
        return merged
    groups = cover.groups[listed]
    owner = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    least = np.minimum.reduceat(groups, starts[:-1]) if len(owner) else groups
    uses = np.bincount(owner[groups == least[owner]], minlength=len(least))
    counted = least >= 0
    if not counted.any():
        return merged
    kinds, kind = np.unique(np.stack([least[counted], uses[counted]]), axis=1, return_inverse=True)
    of_orbit = np.full(len(least), -1, np.int32)
    of_orbit[counted] = kind.reshape(-1)
    alone = np.bincount(kinds[0], minlength=len(cover.fewest))[kinds[0]] == 1
    fewest = -(-cover.fewest[kinds[0]] // kinds[1])
    return replace(
        merged,
        groups=of_orbit,
        fewest=np.where(alone, fewest, 0).astype(np.int64),
        most=cover.most[kinds[0]] // kinds[1],
    )
