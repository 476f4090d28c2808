"""Count polyominoes with a diagonal mirror: half of each, on the lattice turned by 45 degrees.

The mirror is diagonal 0. Its cells weigh 1, those beyond it 2, for themselves and their images.
No cell touches its image, and a way through images can be mirrored back: so a polyomino with this
mirror is connected if and only if its half, with the mirror's cells, is connected and meets the
mirror. Halves that meet at least as many layers along the mirror as diagonals beside it are swept
along the mirror, all others across, from the mirror outwards.
"""

from __future__ import annotations

from enumino.enum.kernels.matrices.rotated_strip import Strip
from enumino.families.polyforms.counting.rotated import Part, StripSweep


class DiagonalMirrorSweep(StripSweep):
    """Polyominoes with one given diagonal as a mirror, by the shorter side of their halves.

    Examples
    --------
    >>> sweep = DiagonalMirrorSweep(2, 5)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers["M45"].tolist()
    [0, 0, 0, 2, 1, 3]
    """

    subjects = ("M45",)

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
