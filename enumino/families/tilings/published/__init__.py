"""What is published about tilings of regions by polyominoes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from enumino.published import Published, table

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
    names, multiplicities = frozenset(uses), set(uses.values())
    if names == PENTOMINOES and multiplicities == {EACH_ONCE}:
        return _pentominoes(tuple(drawing), up_to_symmetry)
    rows, cols = len(drawing), len(drawing[0])
    if up_to_symmetry or multiplicities != {ANY} or any(set(row) != {"."} for row in drawing):
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


def dilates(cells: int, factor: int) -> Published | None:
    """Return how many free polyominoes of a size are reported to tile their own dilate.

    >>> dilates(8, 4).value
    10
    """
    for row in table(__name__, "dilates"):
        if (int(row["cells"]), int(row["factor"])) == (cells, factor):
            return Published(row["source"], int(row["polyominoes_tiling_own_dilate"]))
    return None


@cache
def _pentominoes(drawing: tuple[str, ...], up_to_symmetry: bool) -> Published | None:
    """The published number for a board, however it is turned."""
    wanted = _images(drawing)
    for row in table(__name__, "pentomino_rectangles"):
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
    for row in table(__name__, name):
        low, high = sorted((int(row["rows"]), int(row["cols"])))
        source = row["source"].split(";")[0].removeprefix("OEIS ")
        found[row.get("tile_set", "domino"), low, high] = Published(source, int(row["count"]))
    return found
