"""Numbers of layouts beside the published ones, however they were counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from enumino.datasets.documents import Counts
from enumino.datasets.totals import Total, against
from enumino.families.tatami import published
from enumino.objects.lattice import SymmetryClass
from enumino.objects.region import Region
from enumino.published import TOTAL


@dataclass(frozen=True)
class LayoutTotals:
    """The layouts that are asked for, and the labels of their numbers.

    Parameters
    ----------
    rooms : tuple of Region
    fewest, most : int, int or None
        Half mats in a layout; None for any number.
    up_to_symmetry : bool
        Whether one layout of each class is counted.
    """

    rooms: tuple[Region, ...]
    fewest: int
    most: int | None
    up_to_symmetry: bool

    def totals(self, counts: Counts) -> list[Total]:
        """For each room: if half mats vary, the layouts by their number; then all of them."""
        return [line for room in self.rooms for line in self.lines_of(room, counts)]

    def lines_of(self, room: Region, counts: Counts) -> list[Total]:
        """Return the totals of one room."""
        size = room.height, room.width
        here = {key[2:]: n for key, n in counts.items() if key[:2] == size}
        lines: list[Total] = []
        if self.fewest != self.most:
            for monomers in sorted({monomers for monomers, _ in here}):
                of_number = {s: n for (m, s), n in here.items() if m == monomers}
                lines += self._lines(room, monomers, of_number)
        return [*lines, *self._lines(room, None, _summed(here))]

    def _lines(
        self, room: Region, monomers: int | None, by_class: Mapping[str, int]
    ) -> Iterator[Total]:
        whole = self.total(room, monomers, sum(by_class.values()))
        for symmetry in SymmetryClass.within(room.symmetry):
            yield Total({**whole.labels, "symmetry": str(symmetry)}, by_class.get(symmetry, 0))
        yield whole

    def total(self, room: Region, monomers: int | None, number: int) -> Total:
        """Put a number of layouts beside the published one.

        `monomers` is None for all layouts of the room that the problem asks for.
        """
        labels: dict[str, int | str] = {"room": room.name}
        if monomers is None and self.fewest == self.most:
            monomers = self.fewest
        if monomers is not None and (monomers or self.fewest != self.most):
            labels["monomers"] = monomers
        known = None
        if room.is_rectangle and (monomers is not None or (self.fewest, self.most) == (0, None)):
            size = room.height, room.width
            known = published.layouts(*size, monomers, up_to_symmetry=self.up_to_symmetry)
        return against({**labels, "symmetry": TOTAL}, number, known)


def _summed(counts: Mapping[tuple[int, str], int]) -> Mapping[str, int]:
    sums: Counter[str] = Counter()
    for (_, symmetry), number in counts.items():
        sums[symmetry] += number
    return sums
