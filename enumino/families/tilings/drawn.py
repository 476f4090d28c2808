"""Tilings drawn as letters, such as a pupil's answer, checked against a board."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from textwrap import dedent

from enumino.errors import ProblemError
from enumino.objects import text_drawings
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE, Cell, Lattice
from enumino.objects.region import Region
from enumino.objects.tiling import Placed, Tiling
from enumino.words import plural

Cells = tuple[Cell, ...]


def letters_of(text: str, region: Region) -> dict[Cell, str]:
    """Return the letter on each cell of a drawing, which begins at the corner of the region.

    On lattices whose cells are not in rows and columns, its first letter is on the first cell.
    """
    form = text_drawings.format_of(region.lattice)
    lines = dedent(text.replace(text_drawings.LINE_END, "\n")).strip("\n").splitlines()
    is_flat = region.lattice.dimensions < 3
    layers = [lines] if is_flat else zip_longest(*map(str.split, lines), fillvalue="")
    marks = {
        (layer, line, column): mark
        for layer, rows in enumerate(layers)
        for line, row in enumerate(rows)
        for column, mark in enumerate(row)
        if mark not in " .+\r"
    }
    if not marks:
        raise ProblemError("The drawing has no letters: draw each piece with a letter of its own.")
    down = right = 0
    if form is not text_drawings.format_of(SQUARE):
        top, left = form.place(region.cells[0])
        down, right = top - min(marks)[1], left - min(marks)[2]
    found: dict[Cell, str] = {}
    for (layer, line, column), mark in marks.items():
        cell = form.cell(line + down, column + right)
        if cell is None:
            raise ProblemError(f"The letter {mark} is between two places: {form.advice}.")
        found[cell if is_flat else (layer, *cell)] = mark
    return found


def judged(board: Board, letters: Mapping[Cell, str]) -> tuple[Tiling, str]:
    """Return the pieces of a drawing, and its first fault in words, or an empty text.

    A letter may be on several pieces that do not touch. Pieces are named by the board, or by their
    letters if the board has no such piece at that place.
    """
    region, options = board.region, _options(board)
    plain = _options(Board(region.coloured(""), board.placed)) if region.colours else {}
    uses = dict(zip((piece.name for piece in board.placed), board.uses.T.tolist(), strict=False))
    used, faults, pieces = Counter[str](), list[str](), list[Placed]()
    for letter, cells, parts in _parts(letters, options, region.lattice):
        names, at = options.get(cells, []), ",".join(map(str, cells[0]))
        free = [name for name in names if used[name] < uses[name][1]]
        name = (free or names or [letter])[0]
        pieces.append(Placed(name, cells))
        if not names:
            if cells in plain:
                shape = f"{letter} at {at} has the shape of {plain[cells][0]}"
                faults.append(f"{shape}, whose colours differ from the colours of the region.")
                continue
            many = f" is in {parts} parts, and" if parts > 1 else ":"
            lying = f"no piece can lie on the {plural(len(cells), 'cell')} from {at} on."
            faults.append(f"{letter}{many} {lying}")
            continue
        used[name] += 1
        if not free:
            most = plural(uses[name][1], "time")
            faults.append(f"{letter} at {at} is the piece {name}, used at most {most}.")
    few = [name for name, (fewest, _) in uses.items() if used[name] < fewest]
    faults += [f"{name} is used {plural(used[name], 'time')}, not {uses[name][0]}." for name in few]
    try:
        tiling = Tiling(region, pieces, {*board.shapes.values()} if not faults else None)
    except ProblemError as error:
        faults.insert(0, str(error))
    if not faults:
        return tiling, ""
    drawn = sorted({*region.cells, *letters})
    return Tiling(Region(drawn, region.lattice, drawn), pieces), faults[0]


def _options(board: Board) -> dict[Cells, list[str]]:
    """Return the names of the pieces that can lie on sets of cells."""
    found: dict[Cells, list[str]] = {}
    for option, number in enumerate(board.piece.tolist()):
        if number < len(board.placed):  # no empty cell
            cells = tuple(board.region.cells[k] for k in board.cells_of(option))
            found.setdefault(cells, []).append(board.pieces[number].name)
    return found


def _parts(
    letters: Mapping[Cell, str], options: Mapping[Cells, object], lattice: Lattice
) -> Iterator[tuple[str, Cells, int]]:
    """Yield the connected parts of each letter and their number, but pieces in parts as a whole."""
    for letter in dict.fromkeys(letters[cell] for cell in sorted(letters)):
        left = {cell for cell in letters if letters[cell] == letter}
        parts = [tuple(sorted(left))]
        if parts[0] not in options:
            parts.clear()
            while left:
                part = [min(left)]
                for cell in part:
                    left.discard(cell)
                    part += [near for near in lattice.neighbours(cell) if near in left - {*part}]
                parts.append(tuple(sorted(part)))
        yield from ((letter, part, len(parts)) for part in parts)
