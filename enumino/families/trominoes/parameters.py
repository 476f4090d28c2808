"""The parameters of deficient boards: see `enumino.parameters`."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from enumino.arguments import cell_of
from enumino.families.trominoes.construction import check_inside, checked_side
from enumino.objects.lattice import Cell
from enumino.parameters import Parameters, option

LARGEST = 128  # side of the largest board that is listed

if TYPE_CHECKING:
    Missing = str | Cell
else:
    Missing = str


@dataclass(frozen=True)
class TrominoParameters(Parameters):
    """The parameters of a board."""

    family: ClassVar[str] = "trominoes"

    board: int = option("--board N", "Side of the board.")
    missing: Missing = option(
        "--missing R,C|random|all",
        "The missing cell, counted from 0; all means each cell in turn.",
        "all",
    )

    def __post_init__(self) -> None:
        side, cell = checked_side(self.board, LARGEST), self.missing
        if not isinstance(cell, str):
            cell = ",".join(map(str, cell if isinstance(cell, Iterable) else [cell]))
        self._set(board=side, missing=cell)
        if self.cell is not None:
            check_inside(self.cell, side)
            self._set(missing=f"{self.cell[0]},{self.cell[1]}")

    @property
    def cell(self) -> Cell | None:
        """The missing cell, or None for each cell in turn."""
        if self.missing == "all":
            return None
        row, column = cell_of(str(self.missing))
        return row, column
