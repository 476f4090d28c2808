"""What is published about tilings of regions by polyominoes, and about exact covers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import factorial

from enumino.published import Published, table, terms

EACH_ONCE, ANY = (1, 1), (0, None)
PENTOMINOES = frozenset("FILNPTUVWXYZ")
TILE_SETS: dict[frozenset[str], str] = {
    frozenset({"I-tromino"}): "I_tromino",
    frozenset({"L-tromino"}): "L_tromino",
    frozenset({"I-tromino", "L-tromino"}): "tromino_any",
    frozenset({"monomino", "L-tromino"}): "L_tromino+monomino",
    frozenset({"monomino", "I-tromino", "L-tromino"}): "monomino+tromino_any",
    frozenset({"domino", "L-tromino"}): "domino+L_tromino",
    frozenset({"domino", "I-tromino", "L-tromino"}): "domino+tromino_any",
}
SQUARES_BY_OWN_SIZE = {2: 2, 3: 10, 4: 117, 5: 4006}
"""Tilings of an n×n square by n-ominoes, any of them, any number of times."""


SQUARES_LESS_A_CELL = {2: 4, 4: 16, 5: 128}
"""Tilings of an n×n board by L-trominoes and one single cell: terms of A233807."""


def tilings(
    drawing: Sequence[str],
    uses: dict[str, tuple[int, int | None]],
    *,
    up_to_symmetry: bool = False,
) -> Published | None:
    """Return what is published about the tilings of a region by named free pieces.

    Parameters
    ----------
    drawing : sequence of str
        The rows of the region, ``.`` for a cell, anything else for none.
    uses : dict
        How often each piece may be used, by name.
    up_to_symmetry : bool

    >>> tilings(["." * 10] * 6, dict.fromkeys(PENTOMINOES, EACH_ONCE))
    Published(oeis='Haselgrove 1960', value=9356)
    """
    names, how = frozenset(uses), set(uses.values())
    if names == PENTOMINOES and how == {EACH_ONCE}:
        return _pentominoes(tuple(drawing), up_to_symmetry)
    rows, cols = len(drawing), len(drawing[0])
    if up_to_symmetry or how != {ANY} or any(set(row) != {"."} for row in drawing):
        return None
    low, high = sorted((rows, cols))
    if names == {"domino"}:
        return _rectangles("domino_rectangles").get(("domino", low, high))
    if names in TILE_SETS:
        return _rectangles("rectangle_tilings").get((TILE_SETS[names], low, high))
    return None


def squares_by_own_size(side: int) -> Published | None:
    """Return the published number of tilings of an n×n square by n-ominoes.

    >>> squares_by_own_size(3)
    Published(oeis='V. Pilaud', value=10)
    """
    value = SQUARES_BY_OWN_SIZE.get(side)
    return None if value is None else Published("V. Pilaud", value)


def deficient_board(rows: int, cols: int, missing: tuple[int, int] | None) -> Published | None:
    """Return what is published about L-tromino tilings of a board that lacks a cell.

    `missing` is None for the sum over all cells.

    >>> deficient_board(2, 2, (0, 1)).value, deficient_board(5, 5, None)
    (1, Published(oeis='A233807', value=128))
    """
    if missing is None:
        value = SQUARES_LESS_A_CELL.get(rows) if rows == cols else None
        return None if value is None else Published("A233807", value)
    return _deficient().get((rows, cols, *missing))


def dilates(cells: int, factor: int) -> Published | None:
    """Return how many free polyominoes of a size are reported to tile their own dilate.

    >>> dilates(8, 4).value
    10
    """
    for row in table("dilates"):
        if (int(row["cells"]), int(row["factor"])) == (cells, factor):
            return Published(row["source"], int(row["polyominoes_tiling_own_dilate"]))
    return None


def covers(recipe: Sequence[str | int]) -> Published | None:
    """Return what is published about a ready-made cover problem.

    >>> covers(("queens", 8)), covers(("subsets", 4, 2))
    (Published(oeis='A000170', value=92), Published(oeis='n!/(k!^(n/k) (n/k)!)', value=3))
    """
    sequences = {"queens": "A000170", "langford": "A176127", "subsets": "A000110"}
    name, *numbers = recipe
    if name == "subsets" and len(numbers) == 2 and numbers[1] is not None:
        n, k = int(numbers[0]), int(numbers[1])
        blocks, rest = divmod(n, k)
        value = 0 if rest else factorial(n) // (factorial(k) ** blocks * factorial(blocks))
        return Published("n!/(k!^(n/k) (n/k)!)", value)
    if name not in sequences or not numbers:
        return None
    oeis = sequences[str(name)]
    return Published(oeis, terms()[oeis].get(int(numbers[0])))


@cache
def _deficient() -> dict[tuple[int, int, int, int], Published]:
    return {
        (int(row["side"]), int(row["side"]), int(row["missing_row"]), int(row["missing_col"])): (
            Published("Tran 2005", int(row["count"]))
        )
        for row in table("deficient_tromino")
    }


@cache
def _pentominoes(drawing: tuple[str, ...], up_to_symmetry: bool) -> Published | None:
    """The published number for a board, however it is turned."""
    wanted = _images(drawing)
    for row in table("pentomino_rectangles"):
        board = tuple(
            "".join("." if cell == "*" else "#" for cell in line)
            for line in row["layout"].split("/")
        )
        if board in wanted:
            number = row["solutions_up_to_symmetry" if up_to_symmetry else "total"]
            source = "Haselgrove 1960" if row["board"] == "6x10" else row["source"].split(";")[0]
            return Published(source, int(number)) if number else None
    return None


def _images(drawing: tuple[str, ...]) -> set[tuple[str, ...]]:
    rows = tuple("".join("." if cell == "." else "#" for cell in row) for row in drawing)
    turned = tuple("".join(column) for column in zip(*rows, strict=True))
    both = (rows, turned)
    upside = [image[::-1] for image in both]
    return {tuple(row[::step] for row in image) for image in (*both, *upside) for step in (1, -1)}


@cache
def _rectangles(name: str) -> dict[tuple[str, int, int], Published]:
    found = {}
    for row in table(name):
        low, high = sorted((int(row["rows"]), int(row["cols"])))
        source = row["source"].split(";")[0].removeprefix("OEIS ")
        found[row.get("tile_set", "domino"), low, high] = Published(source, int(row["count"]))
    return found
