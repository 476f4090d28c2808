"""The engine for tilings of the square lattice: a rule, and the refusal of engines that cannot.

The rule was compared with every engine on the benchmark's problems and on 128 random ones: none
that takes over a second takes three times as long as with the best of them.
"""

from __future__ import annotations

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Engine
from enumino.errors import ProblemError
from enumino.families.tilings.exact_covers import cover_of
from enumino.families.tilings.symmetry_breaking import Symmetries
from enumino.families.tilings.trees import first_piece
from enumino.objects.board import Board

# Cells of the largest frame that cell masks take (`kernels.exact_cover.cell_masks`).
MAX_CELLS = 128


def engine_for(symmetries: Symmetries[Board]) -> Engine:
    """Return the engine for a problem with these symmetries.

    Cell masks, if the frame is small enough, from a piece that is used exactly once, if there is
    one; else option bitsets, if their tables are small enough, or dancing links.
    """
    board = symmetries.board
    if board.region.area > MAX_CELLS:
        return engines.choose(cover_of(board))
    is_once = board.landmark(symmetries.broken).piece is not None
    return "piece-first" if is_once else "cell-masks"


def check_engine(engine: Engine | None, board: Board, up_to_symmetry: bool) -> None:
    """Refuse an engine that cannot solve a problem, or a problem that no engine can solve."""
    region, fits = board.region, board.region.area <= MAX_CELLS
    if not fits and engine in engines.ON_CELLS:
        raise ProblemError(
            f"The engine {engine} takes a frame of at most {MAX_CELLS} cells, and {region.height}x"
            f"{region.width} has {region.area:,}: leave out --engine."
        )
    if engine == "piece-first":
        first_piece(board, Symmetries(board, up_to_symmetry).broken)
    elif engine is None and not fits:
        cover = cover_of(board)
        engines.check(engines.choose(cover), cover)
    elif engine is not None and engine != "cell-masks":
        engines.check(engine, cover_of(board))
