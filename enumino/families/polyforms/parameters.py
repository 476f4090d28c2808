"""The parameters of polyforms: see `enumino.parameters`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import msgspec

from enumino.arguments import consecutive, range_of
from enumino.errors import ProblemError
from enumino.objects.point_group import KINDS, Kind
from enumino.parameters import Given, Json, Option, Parameters
from enumino.words import interval, quoted

# Cells of a polyform, as a column of 8 bits holds them.
Size = Annotated[int, msgspec.Meta(ge=1, le=255)]


@dataclass(frozen=True)
class PolyformParameters(Parameters):
    """The parameters of polyforms, on any lattice."""

    cells: Annotated[
        Given[range, int | Iterable[int]],
        Json(
            tuple[Size, Size],
            lambda cells: [cells[0], cells[-1]],
            lambda ends, _: range(ends[0], ends[1] + 1),
        ),
        Option(
            "--cells",
            "Sizes, such as 8 or 1-10.",
            metavar="N|A-B",
            required=True,
            reads=range_of,
            prints=lambda cells: interval(cells[0], cells[-1]),
        ),
    ] = Given()
    kind: Annotated[
        Kind,
        Option(
            "--kind",
            "Same up to: translation (fixed), rotation too (one-sided), reflection too (free).",
        ),
    ] = "free"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(self.kind)} {self.family}: choose {', '.join(KINDS)}."
            )
        self._set(cells=consecutive(self.cells))
