"""The parameters of boards that lack a cell: see `enumino.parameters`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from enumino.arguments import cell_of, digits, whole
from enumino.conditions import UP_TO_SYMMETRY
from enumino.errors import ProblemError
from enumino.families.trominoes.boards import (
    Missing,
    checked_side,
    missing_on,
    missing_text,
)
from enumino.parameters import Json, Natural, Option, Parameters, Side
from enumino.words import quoted

# Cells of the largest board whose tilings are all listed.
MAX_CELLS = 1024


def board_of(text: str) -> tuple[int, int]:
    """Return the sides of the board that a text names.

    >>> board_of("8"), board_of("6x7")
    ((8, 8), (6, 7))
    """
    found = re.fullmatch(r"\s*(-?\d+)\s*(?:[xX×]\s*(\d+))?\s*", text)
    if found is None:
        raise ValueError(f"{quoted(text)} is not a board: write its side, 8, or both, 6x7")
    return digits(found[1], "The number"), digits(found[2] or found[1], "The number")


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


MissingCell = Annotated[
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
]


@dataclass(frozen=True)
class TrominoParameters(Parameters):
    """The parameters of the construction."""

    family: ClassVar[str] = "trominoes"
    marks: ClassVar[dict[str, Any]] = {"all_tilings": False}

    board: Annotated[
        int,
        Json(Side),
        Option(
            "--board",
            "Side of the board, or rows x columns.",
            metavar="N|RxC",
            reads=board_of,
            required=True,
        ),
    ]
    missing: MissingCell = "all"
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
        self._set(board=side, missing=missing_on(self.missing, side, side))
        if self.missing != "all" and self.up_to_symmetry:
            raise ProblemError(
                "A single missing cell gives a single board: use --up-to-symmetry with --missing "
                "all."
            )


@dataclass(frozen=True)
class DeficientParameters(Parameters):
    """The parameters of all tilings."""

    family: ClassVar[str] = "trominoes"
    marks: ClassVar[dict[str, Any]] = {"all_tilings": True}

    rows: Annotated[int, Json(Side)]
    cols: Annotated[int, Json(Side)]
    missing: MissingCell = "all"

    def __post_init__(self) -> None:
        rows, cols = (
            whole(self.rows, "The number of rows"),
            whole(self.cols, "The number of columns"),
        )
        if min(rows, cols) < 1 or rows * cols < 2:
            raise ProblemError(
                f"A board of {rows}x{cols} has no cells beside the missing one: take a larger one."
            )
        self._set(rows=rows, cols=cols, missing=missing_on(self.missing, rows, cols))
        if rows * cols > MAX_CELLS:
            raise ProblemError(
                f"All tilings are found of boards of at most {MAX_CELLS} cells, and "
                f"{rows}x{cols} has {rows * cols:,}: take a smaller one."
            )

    def options(self) -> dict[str, str]:
        """Return the options that ask for the problem."""
        board = str(self.rows) if self.rows == self.cols else f"{self.rows}x{self.cols}"
        return {"--board": board, **super().options(), "--all-tilings": ""}
