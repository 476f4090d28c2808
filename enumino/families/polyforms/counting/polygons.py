"""Sweep boxes for the polyominoes without holes: the resumable counts behind `polygon_matrix`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.matrices import polygon_matrix
from enumino.enum.kernels.matrices._boundary import Place
from enumino.enum.kernels.matrices._outline import (
    AXIS_COLUMN,
    AXIS_ROW,
    BOX,
    DIAGONAL,
    HALF_TURN,
    Strip,
)
from enumino.enum.kernels.matrices._states import LIMB_BITS, Layer, Links
from enumino.enum.matrix_sweep import as_ints
from enumino.families.polyforms.counting.linked_sweep import LinkedSweep
from enumino.families.polyforms.counting.subjects import (
    CENTRES,
    DIAGONALS,
    FIXED,
    HALF_TURNS,
    LARGEST_WITHOUT_HOLES,
    OUTLINES,
    widths,
)

# Subjects of each kind: fixed polyominoes, or groups of `SUBJECTS`.
COUNTED_BY: dict[str, tuple[str, ...]] = {
    FIXED: (FIXED,),
    HALF_TURNS: CENTRES,
    "M": ("Mcell", "Medge"),
    DIAGONALS: (DIAGONALS,),
}


class Part(NamedTuple):
    """One strip of a sweep, and the polyominoes that its polygons stand for.

    Polygons of weight w are polyominoes of ``unit * w - less`` cells of a subject, `shortest` of
    them if the box has `strip.shortest` columns, `longer` in longer boxes. A strip whose first
    column is glued, or an axis, has all fronts after it from the beginning; `halved` if that
    column is half of the middle one, which is not counted among the columns.
    """

    subject: str
    strip: Strip
    unit: int = 1
    less: int = 0
    shortest: int = 1
    longer: int = 1
    halved: bool = False


class PolygonSweep(LinkedSweep):
    """Polyominoes without holes of one kind, "fixed", "R180", "M" or "M45", by one width.

    The width is the shorter side of the box, or for mirrors of half of it: one of `widths`.
    `numbers` has the polyominoes by size, object[cells + 1], Python ints, for each subject.

    >>> PolygonSweep("fixed", 2, 4).run().numbers["fixed"].tolist()
    [0, 0, 0, 4, 17]
    """

    def __init__(
        self, kind: str, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
        known = widths(OUTLINES[kind], cells)
        if width not in known or cells > LARGEST_WITHOUT_HOLES:
            raise ValueError(
                f"width {width} with {cells} cells: the widths of {kind} are {known}, and there"
                f" are at most {LARGEST_WITHOUT_HOLES} cells"
            )
        super().__init__(width, cells, limbs, limb_bits)
        self.kind = kind
        self.numbers = {name: np.zeros(cells + 1, dtype=object) for name in COUNTED_BY[kind]}
        self._parts = list(parts_of(kind, width, cells))
        self.column, self.row = 1, 0
        self._enter_part()

    @property
    def done(self) -> bool:
        return not self._parts

    def advance(self) -> None:
        """Decide one cell."""
        part, strip = self._parts[-1], self._strip()
        weight, last = polygon_matrix.weight_at(self.row, strip), self.row + 1 == strip.width
        self._decide(Place(self.row, -1, 0, weight, 0, self.column, False, last, 0))
        self.row += 1
        if last:
            self._finish(part)
            self.column, self.row = self.column + 1, 0
        out_of_room = strip.mode == DIAGONAL and self.column > part.strip.width
        if self.states == 0 or out_of_room:
            self._parts.pop()
            self._enter_part()

    def _link(self, keys: np.ndarray, place: Place, links: Links) -> None:
        polygon_matrix.link(keys, place.site, place.layer, self._strip(), links)

    def _strip(self) -> Strip:
        """The current strip, whose columns grow beside a diagonal."""
        strip = self._parts[-1].strip
        return strip._replace(width=self.column) if strip.mode == DIAGONAL else strip

    def _enter_part(self) -> None:
        """Begin with the next part."""
        while self._parts:
            part = self._parts[-1]
            self.column, self.row, self._most = 1, 0, part.strip.most
            if part.strip.mode in (HALF_TURN, AXIS_COLUMN):
                self.column = 0 if part.halved else 1
                self.layer = self._first_columns(part)
                self._finish(part)
                self.column += 1
            else:
                self.layer = self._layer(part.strip, {0: {0: 1}})
            if self.states:
                return
            self._parts.pop()

    def _first_columns(self, part: Part) -> Layer:
        found: dict[int, dict[int, int]] = {}
        keys, weights = polygon_matrix.first_columns(part.strip, part.halved)
        for key, weight in zip(keys.tolist(), weights.tolist(), strict=True):
            sizes = found.setdefault(key, {})
            sizes[weight] = sizes.get(weight, 0) + 1
        return self._layer(part.strip, found)

    def _layer(self, strip: Strip, found: dict[int, dict[int, int]]) -> Layer:
        """The states of fronts, each with numbers by weight."""
        keys = sorted(found)
        low = [min(found[key]) for key in keys]
        need = [polygon_matrix.needed(key, 0, self.column, strip) for key in keys]
        room = [strip.most - n - at + 1 for n, at in zip(need, low, strict=True)]
        start = np.cumsum([0, *(self.limbs * size for size in room)])
        counts = np.zeros(start[-1], dtype=np.int64)
        for key, at, begin in zip(keys, low, start[:-1], strict=True):
            for weight, number in found[key].items():
                counts[begin + weight - at] = number
        return Layer(
            keys=np.array([(key, 0) for key in keys], dtype=np.int64).reshape(-1, 2),
            low=np.array(low, dtype=np.int16),
            need=np.array(need, dtype=np.int16),
            start=start,
            counts=counts,
        )

    def _finish(self, part: Part) -> None:
        """Add the polyominoes that end with this column."""
        if self.column < part.strip.shortest or self.states == 0:
            return
        most, numbers = part.strip.most, self.numbers[part.subject]
        ended = polygon_matrix.finished(self.layer, most, self.limbs, self.limb_bits)
        times = part.shortest if self.column == part.strip.shortest else part.longer
        for weight, number in enumerate(as_ints(ended, self.limb_bits)):
            if number:
                numbers[part.unit * weight - part.less] += times * number


def parts_of(kind: str, width: int, cells: int) -> Iterator[Part]:
    """Yield the strips of a width."""
    if kind == FIXED:
        yield Part(FIXED, Strip(width, width, cells, BOX, 1), longer=2)
    elif kind == HALF_TURNS:
        yield from _half_turns(width, cells)
    elif kind == DIAGONALS:
        yield Part(DIAGONALS, Strip(width, 1, cells, DIAGONAL, 2))
    else:
        for subject, most, far, unit in (("Mcell", cells, 2, 1), ("Medge", cells // 2, 1, 2)):
            # The axis is the first column if it is not the longer side of the half, else row 0.
            for shortest, mode in ((width, AXIS_COLUMN), (width + 1, AXIS_ROW)):
                strip = Strip(width, shortest, most, mode, far)
                if most >= far * (width - 1) + shortest:
                    yield Part(subject, strip, unit)


def _half_turns(width: int, cells: int) -> Iterator[Part]:
    """Parts of boxes of `width` rows and 2 c columns, or 2 c + 1 if the middle one is halved."""
    for halved in (False, True):
        odd = width % 2 == 1
        subject = "R180E" if halved != odd else "R180C" if odd else "R180V"
        centred = halved and odd
        most = (cells + 1) // 2 if centred else cells // 2
        shortest = (width - halved + 1) // 2
        square = 2 * shortest + halved == width
        times = 1 if subject == "R180E" else 2
        strip = Strip(width, shortest, most, HALF_TURN, 1)
        yield Part(subject, strip, 2, int(centred), 1 if square else times, times, halved)
