"""The parameters of polyforms: see `enumino.parameters`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from enumino.arguments import consecutive
from enumino.errors import ProblemError
from enumino.objects.point_group import KINDS, Kind
from enumino.parameters import Given, Option, Parameters, SizeRange, size_json, size_option
from enumino.words import quoted

# Cells of a polyform, as a column of 8 bits holds them.
Size = Annotated[int, msgspec.Meta(ge=1, le=255)]


@dataclass(frozen=True)
class PolyformParameters(Parameters):
    """The parameters of polyforms, on any lattice."""

    cells: Annotated[
        SizeRange, size_json(Size), size_option("--cells", "Sizes, such as 8 or 1-10.")
    ] = Given()
    kind: Annotated[
        Kind,
        Option(
            "--kind",
            "Equal up to translation (fixed), also rotation (one-sided), also reflection (free).",
        ),
    ] = "free"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(self.kind)} {self.family}: choose {', '.join(KINDS)}."
            )
        self._set(cells=consecutive(self.cells))
