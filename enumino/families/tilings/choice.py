"""Which engine searches for tilings: what each can take, and which should take the least time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enumino.enum.exact_cover import engines
from enumino.errors import ProblemError
from enumino.objects.placements import Placements

if TYPE_CHECKING:
    from enumino.enum.exact_cover.engines import Engine

MAX_CELLS = 128
"""Cells of the largest frame that cell masks take (`enumino.enum.kernels.cell_masks`)."""


def check_engine(
    engine: Engine | None, board: Placements, no_crossroads: bool, up_to_symmetry: bool
) -> None:
    """Refuse an engine that cannot take a problem, or a problem that none can.

    Raises
    ------
    ProblemError
    """
    from enumino.families.tilings.exact_covers import cover_of
    from enumino.families.tilings.trees import first_piece

    region, fits = board.region, board.region.area <= MAX_CELLS
    if not fits and (engine in engines.ON_CELLS or no_crossroads):
        what = "Barring crossroads" if no_crossroads else f"The engine {engine}"
        way = "take a smaller region" if no_crossroads else "leave out --engine"
        raise ProblemError(
            f"{what} takes a frame of at most {MAX_CELLS} cells, and {region.height}x"
            f"{region.width} has {region.area:,}: {way}."
        )
    if no_crossroads and engine is not None and engine not in engines.ON_CELLS:
        raise ProblemError("Only engines on cells can bar crossroads: leave out --engine.")
    if engine == "piece-first":
        first_piece(board, up_to_symmetry)
    elif engine is None and not fits:
        cover = cover_of(board)
        engines.check(engines.choose(cover), cover)
    elif engine is not None and engine != "cell-masks":
        engines.check(engine, cover_of(board))


def chosen_engine(board: Placements, no_crossroads: bool, up_to_symmetry: bool) -> Engine:
    """Return the engine that should take the least time."""
    if board.region.area <= MAX_CELLS:
        return "cell-masks"
    from enumino.families.tilings.exact_covers import cover_of

    return engines.choose(cover_of(board))
