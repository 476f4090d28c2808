"""The parameters of boards that lack a cell: see `enumino.parameters`."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.arguments import cell_of
from enumino.errors import ProblemError
from enumino.families.trominoes.construction import check_inside, checked_side
from enumino.objects.lattice import Cell
from enumino.parameters import Parameters, option
from enumino.words import quoted

LARGEST = 128  # side of the largest board that is listed

if TYPE_CHECKING:
    Missing = str | Cell
else:
    Missing = str


@dataclass(frozen=True)
class TrominoParameters(Parameters):
    """The parameters of the construction."""

    family: ClassVar[str] = "trominoes"

    board: int = option("--board N", "Side of the board.")
    missing: Missing = option(
        "--missing R,C|random|all",
        "The missing cell, counted from 0; all means each in turn.",
        "all",
    )

    def __post_init__(self) -> None:
        side = checked_side(self.board, LARGEST)
        cell = _cell_on(self.missing, side)
        self._set(board=side, missing="all" if cell is None else f"{cell[0]},{cell[1]}")

    @property
    def cell(self) -> Cell | None:
        """The missing cell; None for each in turn."""
        return _cell_on(self.missing, self.board)


def _cell_on(missing: Any, side: int) -> Cell | None:
    """Return the missing cell of a board, if it is on the board; None for each in turn."""
    if isinstance(missing, str):
        if missing == "all":
            return None
        missing = cell_of(missing)
    try:
        row, col = map(index, missing)
    except (TypeError, ValueError) as error:
        raise ProblemError(
            f'{quoted(missing)} is not a cell: give (row, column) from 0, or "all".'
        ) from error
    check_inside((row, col), side)
    return row, col
