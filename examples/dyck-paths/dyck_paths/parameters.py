"""The parameters of Dyck paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from enumino.errors import ProblemError
from enumino.parameters import Json, Natural, Option, Parameters

LONGEST = 15


@dataclass(frozen=True)
class DyckParameters(Parameters):
    """The number of steps.

    Raises
    ------
    ProblemError
        For other numbers than 1 to 15.
    """

    family: ClassVar[str] = "dyck-paths"
    ups: Annotated[
        int,
        Json(Natural),
        Option("--ups", "Up steps, as many as down steps.", required=True),
    ]

    def __post_init__(self) -> None:
        if not 1 <= self.ups <= LONGEST:
            raise ProblemError(f"Dyck paths have 1 to {LONGEST} up steps here, not {self.ups}.")
