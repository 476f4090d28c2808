"""Count exact covers: with a memo or by search."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from enumino.enum.problem import Prefix, Tally
from enumino.families.covers.parameters import METHODS
from enumino.families.covers.problem import Covers
from enumino.families.covers.puzzles import images_of
from enumino.run.memos import MemoCount, OptionCount


@dataclass(frozen=True)
class CoverCount(MemoCount):
    """A count of exact covers."""

    methods = METHODS

    problem: Covers

    def _obstacle(self, method: str) -> str:
        given = self.problem
        is_plain = (given.engine, given.limit, given.up_to_symmetry) == (None, None, False)
        return "" if is_plain else "takes no --engine, --limit or --up-to-symmetry"

    @property
    def _is_halved(self) -> bool:
        """Whether the search is for one of each two mirror images: no sequence is its own."""
        is_whole = (self.problem.limit, self.problem.up_to_symmetry) == (None, False)
        return is_whole and self.problem.puzzle.startswith("langford ")

    @property
    def tree_version(self) -> int:
        return self.problem.tree_version + self._is_halved

    @cached_property
    def _searched(self) -> Covers:
        if not self._is_halved:
            return self.problem
        searched, whole = replace(self.problem), self.problem.arrays
        (image,) = images_of(self.problem.puzzle).values()
        # No place of an odd number is its own image; item 0 is the number 1.
        largest_odd = (whole.primary // 3 - 1) // 2 * 2
        places = whole.owner[whole.members == largest_odd]
        is_kept = np.ones(whole.options, np.bool_)
        is_kept[places] = places < image[places]
        vars(searched)["arrays"] = whole.only(is_kept)
        return searched

    def _count(self, prefix: Prefix) -> Tally:
        found = super()._count(prefix)
        times = 1 + self._is_halved
        return Tally({key: times * n for key, n in found.counts.items()}, found.nodes)


@dataclass(frozen=True)
class CoverOptionCount(OptionCount, CoverCount):
    """A count of the exact covers that have each option."""

    methods = METHODS[:1]

    def _labels(self) -> Iterator[dict[str, str]]:
        cover = self.problem.cover
        return ({"items": cover.option_text(n)} for n in range(len(cover.options)))
