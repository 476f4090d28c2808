"""The parameters of boards that lack a cell: see `enumino.parameters`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from operator import index
from typing import Annotated, Any, ClassVar, Literal

from enumino.arguments import cell_of, check_inside, digits
from enumino.conditions import UP_TO_SYMMETRY
from enumino.errors import ProblemError
from enumino.families.trominoes.construction import checked_side
from enumino.objects.lattice import Cell
from enumino.parameters import Json, Natural, Option, Parameters, Side
from enumino.words import quoted

Missing = Cell | Literal["all"]


def side_of(text: str) -> int:
    """Return the side of the board that a text names."""
    if not re.fullmatch(r"\s*-?\d+\s*", text):
        raise ValueError(
            f"{quoted(text)} is not the side of a board: write a power of two, as in 8"
        )
    return digits(text, "The side of the board")


def missing_on(missing: Any, side: int) -> Missing:
    """Return the missing cell of a board, if it is on the board, or ``"all"``."""
    if isinstance(missing, str) and missing == "all":
        return "all"
    try:
        row, col = map(index, missing)
    except (TypeError, ValueError) as error:
        raise ProblemError(
            f'{quoted(missing)} is not a cell: give (row, column) from 0, or "all".'
        ) from error
    check_inside((row, col), side, side)
    return row, col


def missing_text(missing: Missing) -> str:
    """Return the missing cell as ``--missing`` takes it."""
    return "all" if missing == "all" else f"{missing[0]},{missing[1]}"


def missing_of(text: str) -> str | tuple[int, ...]:
    """Return the missing cell that a text names, ``"random"`` or ``"all"``."""
    if text in ("random", "all"):
        return text
    try:
        return cell_of(text)
    except ProblemError:
        raise
    except ValueError as error:
        raise ValueError(f"{error}, random or all") from error


@dataclass(frozen=True)
class TrominoParameters(Parameters):
    """The parameters of the construction."""

    family: ClassVar[str] = "trominoes"

    board: Annotated[
        int,
        Json(Side),
        Option(
            "--board",
            "Side of the board.",
            metavar="N",
            reads=side_of,
            required=True,
        ),
    ]
    missing: Annotated[
        Missing,
        Json(
            tuple[Natural, Natural] | Literal["all"],
            lambda missing: missing if missing == "all" else list(missing),
        ),
        Option(
            "--missing",
            "The missing cell, counted from 0; all means each in turn.",
            metavar="R,C|random|all",
            reads=missing_of,
            prints=missing_text,
        ),
        Option("--seed", "Seed of --missing random.  [default: 0]", reads=int),
    ] = "all"
    up_to_symmetry: Annotated[
        bool,
        Json(optional=True),
        replace(
            UP_TO_SYMMETRY,
            help="Keep one missing cell of each set of symmetric ones.",
            listing=True,
        ),
    ] = False

    def __post_init__(self) -> None:
        side = checked_side(self.board)
        self._set(board=side, missing=missing_on(self.missing, side))
        if self.missing != "all" and self.up_to_symmetry:
            raise ProblemError(
                "A single missing cell gives a single board: use --up-to-symmetry with --missing "
                "all."
            )
