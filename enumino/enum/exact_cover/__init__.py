"""Exact cover problems as arrays, for three engines; their tables, and the choice of one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Cover:
    """An exact cover problem as arrays."""

    # `primary`, `items`: items are numbered from 0, the primary ones first.
    primary: int
    items: int
    # `starts`, `members`: int64[m + 1], int32[...]: the items of option i are
    # ``members[starts[i]:starts[i + 1]]``, none twice. Without a primary one it is never used.
    starts: npt.NDArray[np.int64]
    members: npt.NDArray[np.int32]
    colours: npt.NDArray[np.int32]  # int32[...]: colours of the members; 0 for none
    groups: npt.NDArray[np.int32] | None = None  # int32[m]: the piece of each option, or -1
    # `fewest`, `most`: int64[g]: bounds on the uses of a group's options.
    fewest: npt.NDArray[np.int64] | None = None
    most: npt.NDArray[np.int64] | None = None

    def only(self, options: npt.NDArray[np.int32]) -> Cover:
        """Return the problem with some options only: others have no items, and keep numbers."""
        import numpy as np

        sizes, kept = np.diff(self.starts), np.zeros(len(self.starts) - 1, np.bool_)
        kept[options] = True
        listed = np.repeat(kept, sizes)
        starts = np.concatenate([[0], np.cumsum(sizes * kept)])
        return replace(
            self, starts=starts, members=self.members[listed], colours=self.colours[listed]
        )
