"""The numbers of up steps of Dyck paths."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from enumino.arguments import consecutive
from enumino.errors import ProblemError
from enumino.parameters import Parameters, Sizes, option, sizes_text

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

    ups: Sizes = option("--ups N|A-B", "Up steps, such as 4 or 1-10.")

    def __post_init__(self) -> None:
        self._set(ups=sizes_text(self.ups, "number of up steps"))
        for wrong in (self.sizes[0], self.sizes[-1]):
            if not 1 <= wrong <= LONGEST:
                raise ProblemError(f"Dyck paths have 1 to {LONGEST} up steps here, not {wrong}.")

    @cached_property
    def sizes(self) -> range:
        """The numbers of up steps."""
        return consecutive(self.ups)
