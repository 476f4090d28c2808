"""Tilings drawn as letters, such as a pupil's answer, checked against a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from textwrap import dedent

from enumino.errors import ProblemError
from enumino.objects import text_drawings
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE, Cell, Lattice
from enumino.objects.region import Region
from enumino.objects.tiling import Placed, Tiling
from enumino.words import plural


def letters_of(text: str, region: Region) -> dict[Cell, str]:
    """Return the letter on each cell of a drawing; rows and columns count from its corner.

    On lattices whose cells are not in rows and columns, the drawing is moved onto the region.
    """
    lattice = region.lattice
    form = text_drawings.format_of(lattice)
    lines = dedent(text.replace(text_drawings.LINE_END, "\n")).strip("\n").splitlines()
    layers = [lines]
    if lattice.dimensions == 3:
        layers = [list(rows) for rows in zip(*map(str.split, lines), strict=True)]
    skipped = {*" \r.", form.between}
    marks = {
        (*([layer] * (lattice.dimensions == 3)), line, column): mark
        for layer, rows in enumerate(layers)
        for line, row in enumerate(rows)
        for column, mark in enumerate(row)
        if mark not in skipped
    }
    if not marks:
        raise ProblemError(
            "The drawing has no letters: draw each piece with a letter on its cells."
        )
    if form is text_drawings.format_of(SQUARE):
        return marks
    found: dict[Cell, str] = {}
    for down, right in product(range(form.row[0]), range(form.unit)):
        placed = [(form.cell(r + down, c + right), mark) for (r, c), mark in marks.items()]
        cells = {cell: mark for cell, mark in placed if cell is not None}
        if len(cells) < len(marks):
            continue
        in_order = [cells[cell] for cell in sorted(cells)]
        moved = dict(zip(lattice.normalised(cells), in_order, strict=True))
        if not found or all(cell in region for cell in moved):
            found = moved
    if not found:
        raise ProblemError(f"A letter is between two places: {form.advice}.")
    return found


def judged(board: Board, letters: Mapping[Cell, str]) -> tuple[Tiling, str]:
    """Return the pieces of a drawing, and the first thing that is wrong, or an empty text.

    A letter may be on several pieces that do not touch. Pieces are named by the board, and by their
    letters if the board has no such piece at that place.
    """
    region, options = board.region, dict[tuple[Cell, ...], list[str]]()
    for option, number in enumerate(board.piece.tolist()):
        if number == len(board.placed):
            continue  # an empty cell
        cells = tuple(region.cells[k] for k in board.cells_of(option))
        options.setdefault(cells, []).append(board.pieces[number].name)
    uses = dict(zip((piece.name for piece in board.placed), board.uses.T.tolist(), strict=False))
    used, faults, pieces = Counter[str](), list[str](), list[Placed]()
    for letter, parts in _parts(letters, options, region.lattice):
        for cells in parts:
            names = options.get(cells, [])
            free = [name for name in names if used[name] < uses[name][1]]
            name = (free or names or [f"the letter {letter}"])[0]
            used[name] += 1
            pieces.append(Placed(name, cells))
            if outside := [cell for cell in cells if cell not in region]:
                faults.append(f"{letter} covers {_at(outside)}, which is no cell of {region.name}.")
            elif not names:
                lying = f"no piece can lie on the {plural(len(cells), 'cell')} from {_at(cells)} on"
                many = f" is in {len(parts)} parts, and" if parts[1:] else ":"
                faults.append(f"{letter}{many} {lying}.")
            elif not free:
                most = plural(uses[name][1], "time")
                faults.append(f"{letter} at {_at(cells)} is the piece {name}, used at most {most}.")
    for name, (fewest, _) in uses.items():
        if used[name] < fewest:
            faults.append(f"{name} is used {plural(used[name], 'time')}, not {fewest}.")
    free_cells = [cell for cell in region.cells if cell not in letters]
    if left := [cell for cell in free_cells if cell not in region.optional]:
        faults.append(f"No piece covers {_at(left)}.")
    if not faults:
        return Tiling(region, pieces, tuple(board.shapes.values())), ""
    drawn = sorted({*region.cells, *letters})
    return Tiling(Region(drawn, region.lattice, drawn), pieces), faults[0]


def _parts(
    letters: Mapping[Cell, str], options: Mapping[tuple[Cell, ...], object], lattice: Lattice
) -> Iterator[tuple[str, Sequence[tuple[Cell, ...]]]]:
    """Yield each letter with its cells, in connected parts unless they are a piece together."""
    cells_of: dict[str, set[Cell]] = {}
    for cell in sorted(letters):
        cells_of.setdefault(letters[cell], set()).add(cell)
    for letter, cells in cells_of.items():
        parts, left = [tuple(sorted(cells))], set(cells)
        if parts[0] not in options:
            parts = []
            while left:
                part = [min(left)]
                for cell in part:
                    left.discard(cell)
                    part += [near for near in lattice.neighbours(cell) if near in left - {*part}]
                parts.append(tuple(sorted(part)))
        yield letter, parts


def _at(cells: Sequence[Cell]) -> str:
    return ",".join(map(str, cells[0]))
