"""Sweeps on the lattice turned by 45 degrees: diagonal mirrors, and a second way for others.

Diagonals x - y and x + y bound a box, too. A polyomino that meets `width` diagonals one way and
`length` the other, width <= length, is found by the sweep of that width, layer after layer.
G. Barequet, G. Ben-Shachar, Counting polyominoes, revisited, ALENEX 2024.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, NamedTuple

import numpy as np

from enumino.enum.kernels.matrices import rotated_halfturn, rotated_strip
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, MOST_SITES, Place, finished
from enumino.enum.kernels.matrices._states import LIMB_BITS, Links
from enumino.enum.kernels.matrices.rotated_strip import Strip
from enumino.enum.matrix_sweep import as_ints
from enumino.families.polyforms.counting.linked_sweep import LinkedSweep
from enumino.families.polyforms.counting.straight import add_orbits
from enumino.families.polyforms.counting.subjects import CENTRES, DIAGONALS, FIXED


class Part(NamedTuple):
    """One strip of a sweep, and the multiplicities of its counts.

    `parity` is that of the diagonals of layer 1. Sets with `strip.layers` layers, the fewest, count
    `shortest` times, longer ones `longer` times. `mirrors` if the mirror image has the same parity.
    """

    strip: Strip
    parity: int
    shortest: int
    longer: int
    mirrors: bool


class RotatedSweep(LinkedSweep):
    """The strips of one width, 1 to `widest(cells)` diagonals that are met.

    `numbers` has, by subject, the polyominoes of each size that this width counts, object[cells +
    1], Python ints.
    """

    subjects: ClassVar[tuple[str, ...]]

    def __init__(
        self, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
        if not 1 <= width <= min(self.widest(cells), 2 * MOST_SITES):
            raise ValueError(
                f"width {width} with {cells} cells: at most {self.widest(cells)} diagonals can be"
                f" met, and boundaries have at most {MOST_SITES} slots, of two diagonals each"
            )
        super().__init__(width, cells, limbs, limb_bits)
        self.numbers = {subject: np.zeros(cells + 1, dtype=object) for subject in self.subjects}
        self.parts = self.parts_of(width, cells)
        self._enter_part()

    @staticmethod
    def widest(cells: int) -> int:
        """Return the most diagonals: every cell of a row meets a new one."""
        return cells

    @staticmethod
    @abstractmethod
    def parts_of(width: int, cells: int) -> list[Part]:
        """Return the strips of a width, the last one first."""

    @staticmethod
    def place_of(part: Part, layer: int, position: int) -> Place:
        """Return the place of the cell after `position` cells of `layer`."""
        return place_of(part, layer, position)

    @abstractmethod
    def _count_finished(self, part: Part, place: Place) -> None:
        """Add the polyominoes that end at `place` to the numbers."""

    @property
    def done(self) -> bool:
        return not self.parts

    def _enter_part(self) -> None:
        """Begin with the next part."""
        strip = self.parts[-1].strip
        self.layer_number, self.position = 1, 0
        self._enter(strip.least, strip.most)

    def advance(self) -> None:
        """Decide one cell."""
        part = self.parts[-1]
        place = self.place_of(part, self.layer_number, self.position)
        self._decide(place)
        self._count_finished(part, place)
        self.position += 1
        if place.last:
            self.layer_number, self.position = self.layer_number + 1, 0
        if self.layer.counts.size == 0:
            self.parts.pop()
            if self.parts:
                self._enter_part()


class StripSweep(RotatedSweep):
    """Sets of cells within a strip of diagonals; the weight of a set is its size."""

    def _link(self, keys: np.ndarray, place: Place, links: Links) -> None:
        strip = self.parts[-1].strip
        rotated_strip.link(keys, place, strip, rotated_strip.new_scratch(strip), links)

    def _count_finished(self, part: Part, place: Place) -> None:
        if not place.last or place.layer < part.strip.layers:
            return
        times = part.shortest if place.layer == part.strip.layers else part.longer
        ended = finished(self.layer, self.cells, self.limbs, self.limb_bits)
        self.numbers[self.subjects[0]] += times * as_ints(ended, self.limb_bits)


def place_of(part: Part, layer: int, position: int) -> Place:
    """Return the place of the cell after `position` cells of `layer`, which counts from 1."""
    strip = part.strip
    slots = (strip.width + 1) // 2
    odd = (part.parity + layer) % 2 == 0
    slot = position if odd else slots - 1 - position
    other = slot + 1 if odd else slot - 1
    diagonal = 2 * slot + odd
    price = strip.first if layer == 1 else strip.weight
    if diagonal == 0:
        price -= strip.discount
    last = position == slots - 1
    return Place(
        site=slot,
        other=other if other < slots else -1,
        edge=slot + odd,
        price=price if diagonal < strip.width else 0,
        rim=(LOW if diagonal == 0 else 0) | (HIGH if diagonal == strip.width - 1 else 0),
        layer=layer,
        odd=odd,
        last=last,
        mirrored=slots - odd if last and part.mirrors else 0,
    )


class FixedSweep(StripSweep):
    """Fixed polyominoes; those longer than wide count twice, for their quarter turns.

    If the width is even, the mirror image of a layer that goes up is one that goes down. So all go
    up, and the states are turned between layers.

    >>> FixedSweep(2, 4).run().numbers["fixed"].tolist()
    [0, 0, 2, 4, 4]
    """

    subjects = (FIXED,)

    @staticmethod
    def parts_of(width: int, cells: int) -> list[Part]:
        """Return one strip for each parity of layer 1; for an even width they are mirror images."""
        strip = Strip(
            width=width, layers=width, most=cells, least=width, weight=1, first=1, discount=0
        )
        if width % 2 == 0:
            return [Part(strip, 0, shortest=2, longer=4, mirrors=False)]
        return [Part(strip, parity, shortest=1, longer=2, mirrors=True) for parity in (0, 1)]

    @staticmethod
    def place_of(part: Part, layer: int, position: int) -> Place:
        """Return the place after `position` cells of `layer`; layers go up if they are turned."""
        if part.mirrors:
            return place_of(part, layer, position)
        place = place_of(part._replace(parity=layer % 2), layer, position)
        if not place.last:
            return place
        return place._replace(mirrored=place.edge, turned=True, edge=0, odd=False)


class DiagonalMirrorSweep(StripSweep):
    """Polyominoes with one given diagonal as a mirror, by the shorter side of their halves.

    The mirror is diagonal 0. Its cells weigh 1, those beyond it 2, for themselves and their images.
    No cell touches its image, and a way through images can be mirrored back: so a polyomino with
    this mirror is connected if and only if its half, with the mirror's cells, is connected and
    meets the mirror. Halves that meet at least as many layers along the mirror as diagonals beside
    it are swept along the mirror, all others across, from the mirror outwards.

    >>> DiagonalMirrorSweep(2, 5).run().numbers["M45"].tolist()
    [0, 0, 0, 2, 1, 3]
    """

    subjects = (DIAGONALS,)

    @staticmethod
    def widest(cells: int) -> int:
        """Return the most diagonals: a half that meets k of them weighs at least 2 k - 1."""
        return (cells + 1) // 2

    @staticmethod
    def parts_of(width: int, cells: int) -> list[Part]:
        """Return strips along the mirror, and across it where that fits."""
        along = Strip(
            width=width, layers=width, most=cells, least=2 * width - 1, weight=2, first=2,
            discount=1,
        )  # fmt: skip
        across = Strip(
            width=width, layers=width + 1, most=cells, least=2 * width + 1, weight=2, first=1,
            discount=0,
        )  # fmt: skip
        parts = [Part(along, parity, shortest=1, longer=1, mirrors=False) for parity in (0, 1)]
        if across.least > cells:
            return parts
        if width % 2 == 0:  # the mirror image of such a strip has the other parity in layer 1
            return [*parts, Part(across, 0, shortest=2, longer=2, mirrors=False)]
        return parts + [Part(across, parity, 1, 1, mirrors=True) for parity in (0, 1)]


class RotatedHalfTurnSweep(RotatedSweep):
    """Polyominoes with a half-turn, by the fewer of the diagonals that they meet either way.

    Of an even number of diagonals the centre is the midpoint of an edge. A mirror image of such a
    half begins on the other parity and has its centre on an edge of the other orientation.

    >>> numbers = RotatedHalfTurnSweep(3, 5).run().numbers
    >>> numbers["R180C"].tolist(), numbers["R180V"].tolist()
    ([0, 0, 0, 2, 0, 5], [0, 0, 0, 0, 1, 0])
    """

    subjects = CENTRES

    @staticmethod
    def parts_of(width: int, cells: int) -> list[Part]:
        """Return one strip for each parity of layer 1, one for an even width."""
        slots = (width + 1) // 2
        strip = Strip(
            width=width, layers=slots, most=(cells + 1) // 2, least=slots, weight=1, first=1,
            discount=0,
        )  # fmt: skip
        odd = width % 2 == 1
        return [Part(strip, parity, 1, 2, mirrors=odd) for parity in range(1 + odd)]

    @staticmethod
    def place_of(part: Part, layer: int, position: int) -> Place:
        """Return the place of the next cell; a cell on one rim has its image on the other."""
        place = place_of(part, layer, position)
        return place._replace(rim=LOW | HIGH if place.rim else 0)

    def _link(self, keys: np.ndarray, place: Place, links: Links) -> None:
        width = self.parts[-1].strip.width
        rotated_halfturn.link(keys, place, width, rotated_halfturn.new_scratch(width), links)

    def _count_finished(self, part: Part, place: Place) -> None:
        strip = part.strip
        if place.layer < strip.layers or not ends_half(strip.width, place):
            return
        ended = rotated_halfturn.finished(
            self.layer, place, strip.width, strip.most, self.limbs, self.limb_bits,
            rotated_halfturn.new_scratch(strip.width),
        )  # fmt: skip
        name = "R180E"
        if strip.width % 2 == 1:
            name = "R180C" if (strip.width // 2) % 2 == place.odd else "R180V"
        times = part.shortest if place.layer == strip.layers else part.longer
        add_orbits(self.numbers[name], times, *(as_ints(each, self.limb_bits) for each in ended))


def ends_half(width: int, place: Place) -> bool:
    """Return whether a half may end here: after a layer, or in its middle if the width is odd."""
    if width % 2 == 0:
        return place.last
    diagonal, middle = 2 * place.site + place.odd, width // 2
    return diagonal in (middle, middle - 1) if place.odd else diagonal in (middle, middle + 1)
