"""Count polyominoes with a half-turn on the lattice turned by 45 degrees: the second way."""

from __future__ import annotations

from enumino.enum.kernels.matrices import rotated_halfturn
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, Place
from enumino.enum.kernels.matrices._states import Links
from enumino.enum.kernels.matrices.rotated_strip import Strip
from enumino.enum.matrix_sweep import as_ints
from enumino.families.polyforms.counting import halfturn_sweep
from enumino.families.polyforms.counting.rotated import Part, RotatedSweep, place_of


class RotatedHalfTurnSweep(RotatedSweep):
    """Polyominoes with a half-turn, by the fewer of the diagonals that they meet either way.

    Of an even number of diagonals the centre is the midpoint of an edge. A mirror image of such a
    half begins on the other parity and has its centre on an edge of the other orientation.

    Examples
    --------
    >>> sweep = RotatedHalfTurnSweep(3, 5)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> {name: numbers.tolist() for name, numbers in sweep.numbers.items()}
    {'R180C': [0, 0, 0, 2, 0, 5], 'R180E': [0, 0, 0, 0, 0, 0], 'R180V': [0, 0, 0, 0, 1, 0]}
    """

    subjects = halfturn_sweep.CENTRES

    @staticmethod
    def widest(cells: int) -> int:
        """Return the most diagonals: every cell of a row meets a new one."""
        return cells

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

    def _link(self, place: Place, links: Links) -> None:
        strip = self.parts[-1].strip
        scratch = rotated_halfturn.new_scratch(strip.width)
        rotated_halfturn.link(self.layer.keys, place, strip.width, scratch, links)

    def _count_finished(self, part: Part, place: Place) -> None:
        strip = part.strip
        if place.layer < strip.layers or not ends_half(strip.width, place):
            return
        others, centred = rotated_halfturn.finished(
            self.layer, place, strip.width, strip.most, self.limbs, self.limb_bits,
            rotated_halfturn.new_scratch(strip.width),
        )  # fmt: skip
        if strip.width % 2 == 0:
            subject = "R180E"
        else:
            subject = "R180C" if (strip.width // 2) % 2 == place.odd else "R180V"
        times = part.shortest if place.layer == strip.layers else part.longer
        pairs, centres = as_ints(others, self.limb_bits), as_ints(centred, self.limb_bits)
        most = self.cells // 2
        numbers = self.numbers[subject]
        numbers[2 : 2 * most + 1 : 2] += times * pairs[1 : most + 1]
        numbers[1::2] += times * centres[1 : (self.cells + 1) // 2 + 1]


def ends_half(width: int, place: Place) -> bool:
    """Return whether a half may end here: after a layer, or in its middle if the width is odd."""
    if width % 2 == 0:
        return place.last
    diagonal, middle = 2 * place.site + place.odd, width // 2
    return diagonal in (middle, middle - 1) if place.odd else diagonal in (middle, middle + 1)
