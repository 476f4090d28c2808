"""Exact cover problems as arrays; `engines` has the engines, other modules make their tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from enumino.arrays import I32, I64

MEMORY = 1_000_000_000  # bytes of the memos of all threads


@dataclass(frozen=True)
class Cover:
    """An exact cover problem as arrays."""

    # Numbers of items; items are numbered from 0, the primary ones first.
    primary: int
    items: int
    # The items of option i are ``members[starts[i]:starts[i + 1]]``, none twice; an option without
    # a primary item is never used.
    starts: I64
    members: I32
    colours: I32  # [...], the colour of each member; 0 for none
    # [2, primary], the fewest and the most times that each primary item is covered; None if all
    # are covered once.
    bounds: I64 | None = None

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.starts) - 1

    @cached_property
    def owner(self) -> I64:
        """int64[...]: the option of each member."""
        return np.repeat(np.arange(self.options), np.diff(self.starts))

    @cached_property
    def primaries(self) -> I64:
        """int64[options]: the number of primary items of each option."""
        return np.bincount(self.owner[self.members < self.primary], minlength=self.options)

    def grouped(self) -> tuple[Cover, I32, I64]:
        """Return the problem of the items that are covered once, and the others as groups.

        Each other primary item is the group of the options that have it. The second result is the
        group of each option, int32[options], -1 for none; the third result is the bounds of the
        groups, int64[2, groups].
        """
        groups, bounds = np.full(self.options, -1, np.int32), self.bounds
        if bounds is None:
            return self, groups, np.zeros((2, 0), np.int64)
        (counted,) = np.nonzero((bounds != 1).any(axis=0))
        group_of = np.full(self.items, -1, np.int32)
        group_of[counted] = np.arange(counted.size)
        stays = group_of[self.members] < 0
        groups[self.owner[~stays]] = group_of[self.members[~stays]]
        number = (np.cumsum(group_of < 0) - 1).astype(np.int32)
        plain = Cover(
            primary=self.primary - counted.size,
            items=self.items - counted.size,
            starts=np.searchsorted(self.owner[stays], np.arange(len(self.starts))),
            members=number[self.members[stays]],
            colours=self.colours[stays],
        )
        return plain, groups, np.ascontiguousarray(bounds[:, counted])

    def only(self, options: npt.NDArray[np.int32 | np.bool_]) -> Cover:
        """Return the problem with some options only: others have no items, and keep numbers."""
        kept = np.zeros(self.options, np.bool_)
        kept[options] = True
        listed = kept[self.owner]
        starts = np.concatenate([[0], np.cumsum(np.diff(self.starts) * kept)])
        return replace(
            self, starts=starts, members=self.members[listed], colours=self.colours[listed]
        )
