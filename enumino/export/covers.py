"""Tilings and exact covers in Knuth's text format, which his programs and other solvers read."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from enumino.objects.board import Board

NAME = re.compile(r"[^\s:|]{1,8}")  # that Knuth's programs take


def of_board(board: Board) -> Iterator[str]:
    """Yield the lines of a tiling problem: items are the cells, and the pieces with bounds.

    A piece that is used at most once is a secondary item. Solutions are all tilings.
    """
    cells = _named([",".join(map(str, cell)) for cell in board.region.cells], "c")
    pieces = _named([piece.name for piece in board.pieces], "p")
    bounds = {k: (p.fewest or 0, p.most) for k, p in enumerate(board.pieces) if p.is_bounded}
    once = [pieces[k] for k, own in bounds.items() if own == (0, 1)]
    for k, own in bounds.items():
        if own not in ((0, 0), (0, 1)):
            cells.append(_item(pieces[k], board.uses[:, k]))
    yield _line([*cells, *(["|"] * bool(once)), *once])
    for option, piece in enumerate(board.piece.tolist()):
        if bounds.get(piece) != (0, 0):
            item = [pieces[piece]] * (piece in bounds)
            yield _line([*(cells[cell] for cell in board.cells_of(option)), *item])


def of_problem(problem: Any) -> Iterator[str]:
    """Yield the lines of an exact cover problem."""
    names, first = _named(problem.items, "i"), len(problem.primary)
    bounds = problem.bounds or [(1, 1)] * first
    primary = map(_item, names, bounds)
    yield _line([*primary, *(["|"] * bool(problem.secondary)), *names[first:]])
    for option in problem.options:
        pairs = (each if isinstance(each, tuple) else (each, "") for each in option)
        yield _line([f"{names[k]}:{colour}" if colour else names[k] for k, colour in pairs])


def _item(name: str, bounds: Iterable[int]) -> str:
    """Return a primary item with its bounds, unless it is covered once."""
    fewest, most = bounds
    return name if fewest == most == 1 else f"{fewest}:{most}|{name}"


def _line(words: Iterable[str]) -> str:
    return " ".join(words) + "\n"


def _named(names: Sequence[str], sign: str) -> list[str]:
    """Return names, or a sign and numbers if a name is too long or has a blank, colon or bar."""
    fit = all(map(NAME.fullmatch, names))
    return list(names) if fit else [f"{sign}{number}" for number in range(len(names))]
