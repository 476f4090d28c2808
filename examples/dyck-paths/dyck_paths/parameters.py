"""The parameters of Dyck paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from enumino.arguments import consecutive
from enumino.errors import ProblemError
from enumino.parameters import Given, Parameters, SizeRange, size_json, size_option

LONGEST = 15


@dataclass(frozen=True)
class DyckParameters(Parameters):
    """The numbers of up steps: one, or consecutive ones.

    Raises
    ------
    ProblemError
        For other numbers than 1 to 15.
    """

    family: ClassVar[str] = "dyck-paths"
    ups: Annotated[SizeRange, size_json(), size_option("--ups", "Up steps, such as 4 or 1-10.")] = (
        Given()
    )

    def __post_init__(self) -> None:
        ups = consecutive(self.ups, "number of up steps")
        for wrong in (ups[0], ups[-1]):
            if not 1 <= wrong <= LONGEST:
                raise ProblemError(f"Dyck paths have 1 to {LONGEST} up steps here, not {wrong}.")
        self._set(ups=ups)
