"""Sudokus and jigsaws as exact covers, read from files and arguments."""

import re
from collections import Counter
from collections.abc import Sequence
from math import isqrt
from pathlib import Path

from enumino.errors import ProblemError
from enumino.families.covers.exact_cover import CoverProblem, of_names
from enumino.objects.files import MOST_OF_LISTS, found_in, numbered_lines, text_of
from enumino.words import plural, quoted

SIZES = (16, 81, 256)  # cells of sudokus
JIGSAWS = range(2, 17)  # sides of jigsaws
SYMBOLS = "123456789ABCDEFG"
PLACES = "0123456789abcdef"
REGIONS = "ABCDEFGHIJKLMNOP"


def sudoku(cells: str, regions: str = "") -> CoverProblem:
    """Return the sudoku with the given cells, or the jigsaw if each cell has a region.

    Cells and regions are as in `sudoku_cells` and `jigsaw_cells`. Items are Knuth's: ``pij``
    (cell), ``rid``, ``cjd``, ``bxd`` (digit d in a row, column, box or region). Options that
    conflict with a given digit are left out.

    >>> sudoku("." * 81), sudoku("1...............", "AAABCABBCCDBCDDD")
    (<CoverProblem: 324 primary items, 729 options>, <CoverProblem: 64 primary items, 54 options>)
    """
    side, boxes = isqrt(len(cells)), boxes_of(cells, regions)
    symbols = SYMBOLS[:side]

    def units(cell: int, digit: str) -> list[str]:
        places = zip("rcb", (*divmod(cell, side), boxes[cell]), strict=True)
        return [f"{unit}{PLACES[i]}{digit}" for unit, i in places]

    given = {cell: digit for cell, digit in enumerate(cells) if digit != "."}
    ruled_out = {unit for cell, digit in given.items() for unit in units(cell, digit)}
    places = [f"p{PLACES[cell // side]}{PLACES[cell % side]}" for cell in range(side * side)]
    options = [
        [place, *units(cell, digit)]
        for cell, place in enumerate(places)
        for digit in given.get(cell, symbols)
        if cell in given or ruled_out.isdisjoint(units(cell, digit))
    ]
    lines = [f"{unit}{i}{digit}" for unit in "rcb" for i in PLACES[:side] for digit in symbols]
    return of_names(places + lines, options)


def boxes_of(cells: str, regions: str = "") -> list[int]:
    """Return the box of each cell of a sudoku, or the region of each cell of a jigsaw."""
    if regions:
        return list(map(REGIONS.index, regions))
    lines = range(isqrt(len(cells)))
    size = isqrt(len(lines))
    return [row // size * size + column // size for row in lines for column in lines]


def sudoku_cells(text: str) -> str:
    """Return the cells of a sudoku, row by row, with ``.`` for empty cells.

    A sudoku has 4, 9 or 16 cells per side. Symbols are digits, then the letters A to G; or numbers,
    if blanks or commas separate all cells. Empty cells are ``.``, ``_`` or, without letters, ``0``.
    White space, ``…`` and lines between boxes, such as ``|`` and ``---+---``, are ignored.

    >>> sudoku_cells("1 0|3 4  3 4|1 2  ---+---  2 1|4 3  4 3|2 1")
    '1.34341221434321'
    """
    words = re.sub(r"[|+=…─-╿-]+", " ", text).replace(",", " ").split()
    are_cells = len(words) in SIZES and max(map(len, words)) < 3
    cells = words if are_cells else list("".join(words))
    if len(cells) not in SIZES:
        raise ProblemError(
            f"The text has {plural(len(cells), 'cell')}: a sudoku has 16, 81 or 256 cells, row by "
            "row, and the name of a file ends in .txt."
        )
    return _checked_cells(cells)


def jigsaw_cells(text: str) -> str:
    """Return the cells of a jigsaw and, for each cell, the letter of its region.

    A jigsaw of side n, from 2 to 16, has n regions of n cells. Any signs may name the regions; the
    result calls them A, B, … in the order of the cells.

    >>> jigsaw_cells("1... .... .... ....  xxxy zxyy zzyw zwww")
    '1............... AAABCABBCCBDCDDD'
    """
    signs = "".join(text.split())
    cells, regions = signs[: len(signs) // 2], signs[len(signs) // 2 :]
    side = isqrt(len(cells))
    if len(cells) != len(regions) or side not in JIGSAWS or side * side != len(cells):
        raise ProblemError(
            f"The text has {plural(len(signs), 'sign')}: a jigsaw has a sign for each cell of a "
            "square, row by row, then a sign for the region of each cell; the name of a file ends "
            "in .txt."
        )
    if wrong := [sign for sign, area in Counter(regions).items() if area != side]:
        raise ProblemError(
            f"The region {quoted(wrong[0])} has {plural(regions.count(wrong[0]), 'cell')}: every "
            f"region has as many cells as a row, {side}."
        )
    letters = dict(zip(dict.fromkeys(regions), REGIONS, strict=False))
    return f"{_checked_cells(cells)} {''.join(map(letters.__getitem__, regions))}"


def _checked_cells(cells: Sequence[str]) -> str:
    """Return the cells of a sudoku as signs, ``.`` for empty cells; an ambiguous 0 is refused."""
    symbols = SYMBOLS[: isqrt(len(cells))]
    are_numbers = any(len(cell) > 1 for cell in cells)
    known = {".": ".", "_": "."}
    if known.keys().isdisjoint(cells) and (are_numbers or len(symbols) < 10):
        known["0"] = "."
    named = map(str, range(1, len(symbols) + 1)) if are_numbers else symbols
    known |= zip(named, symbols, strict=True)
    strange = next((cell for cell in cells if cell.upper() not in known), None)
    if strange is not None:
        last = len(symbols) if are_numbers else symbols[-1]
        raise ProblemError(
            f"A sudoku with {len(symbols)} cells per side has 1 to {last}, and . for empty cells, "
            f"not {quoted(strange)}."
        )
    return "".join(known[cell.upper()] for cell in cells)


def named(word: str, text: str) -> str:
    """Return a sudoku or a jigsaw, given by its cells or by a file that ends in ``.txt``.

    >>> named("sudoku", "12.. .... .... ....")
    'sudoku 12..............'
    """
    if not text.lower().endswith(".txt"):
        return f"{word} {sudoku_cells(text) if word == 'sudoku' else jigsaw_cells(text)}"
    with found_in(text):
        whole = text_of(text, MOST_OF_LISTS)
        if word == "jigsaw":  # no comments: # may be a region
            return f"jigsaw {jigsaw_cells(whole)}"
        return f"sudoku {sudoku_cells(' '.join(line for _, line in numbered_lines(whole, '#')))}"


def sudokus_in(path: str) -> dict[str, str]:
    """Return the sudokus on the lines of a file, named by the file and the line."""
    found = {}
    with found_in(path):
        for number, line in numbered_lines(text_of(path, MOST_OF_LISTS), "#"):
            with found_in(f"Line {number}"):
                found[f"{Path(path).name}:{number}"] = f"sudoku {sudoku_cells(line)}"
        if not found:
            raise ProblemError("The file has no sudoku: write a sudoku on each line.")
    return found
