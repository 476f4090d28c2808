"""Tilings and exact covers in Knuth's text format, which his programs and other solvers read."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from enumino.objects.board import Board

Bounds = tuple[int, int]
NAME = re.compile(r"[^\s:|]{1,8}")  # that Knuth's programs take


def of_board(board: Board) -> Iterator[str]:
    """Yield the lines of a tiling problem: items are the cells, and the pieces with bounds.

    A piece that is used at most once is a secondary item. Solutions are all tilings.
    """
    cells = _named([",".join(map(str, cell)) for cell in board.region.cells], "c")
    pieces = _named([piece.name for piece in board.pieces], "p")
    used = [k for k, piece in enumerate(board.pieces) if piece.most != 0]
    once = [k for k in used if (board.pieces[k].fewest or 0, board.pieces[k].most) == (0, 1)]
    bounded = [k for k in used if board.pieces[k].is_bounded and k not in once]
    uses = [(int(fewest), int(most)) for fewest, most in board.uses.T[bounded]]
    primary = [*zip(cells, [(1, 1)] * len(cells), strict=True)]
    primary += zip([pieces[k] for k in bounded], uses, strict=True)
    yield _head(primary, [pieces[k] for k in once])
    given = {k: [pieces[k]] for k in (*once, *bounded)}
    for option, piece in enumerate(board.piece.tolist()):
        if piece in used:
            covered = [cells[cell] for cell in board.cells_of(option)]
            yield " ".join([*covered, *given.get(piece, ())]) + "\n"


def of_problem(problem: Any) -> Iterator[str]:
    """Yield the lines of an exact cover problem."""
    names, first = _named(problem.items, "i"), len(problem.primary)
    bounds = problem.bounds or [(1, 1)] * first
    yield _head([*zip(names[:first], bounds, strict=True)], names[first:])
    for option in problem.options:
        pairs = (each if isinstance(each, tuple) else (each, "") for each in option)
        yield " ".join(f"{names[k]}:{colour}" if colour else names[k] for k, colour in pairs) + "\n"


def _head(primary: Iterable[tuple[str, Bounds]], secondary: Sequence[str]) -> str:
    """Return the line of items."""
    names = [
        name if bounds == (1, 1) else f"{bounds[0]}:{bounds[1]}|{name}" for name, bounds in primary
    ]
    return " ".join([*names, *(["|", *secondary] if secondary else [])]) + "\n"


def _named(names: Sequence[str], sign: str) -> list[str]:
    """Return names, or a sign and numbers if a name is too long or has a blank, colon or bar."""
    fit = all(map(NAME.fullmatch, names))
    return list(names) if fit else [f"{sign}{number}" for number in range(len(names))]
