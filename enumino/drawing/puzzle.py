"""A puzzle to print: the empty board, and the pieces to cut out at the same scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from enumino.drawing import paper
from enumino.drawing.paper import FOOT, GAP, MARGIN, SIDE, SMALLEST, TITLE, Drawn, Paper
from enumino.drawing.polyforms import polyform_svg
from enumino.drawing.tilings import region_svg, tiling_colours
from enumino.objects.piece import Piece
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

# A picture, and its place in millimetres.
Placed = tuple[Drawn, float, float]


def puzzle_pages(region: Region, pieces: Sequence[Piece], title: str, on: Paper) -> list[str]:
    """Return a page with the empty board, then pages with the pieces in colours, each an SVG file.

    Unless the paper has a side of cells, it is the most whole millimetres at which the board, and
    all pieces, have room on a page each. If the pieces had to be smaller than 4 mm a cell, they
    take several pages.
    """
    board, drawn = Drawn.of(region_svg(region, SIDE)), list(_drawn(region, pieces))
    drawn.sort(key=lambda piece: -piece.height)
    width, height = (size - 2 * MARGIN for size in on.size)
    room = width, height - TITLE - FOOT
    wide, tall = (max(sizes) for sizes in zip(*(each[:2] for each in (board, *drawn)), strict=True))
    largest = int(min((room[0] - GAP) / wide, (room[1] - GAP) / tall))
    sides = range(largest, int(SMALLEST) - 1, -1)
    fitting = (side for side in sides if len(_shelves(drawn, side, room)) == 1)
    side = on.cell or next(fitting, max(1, largest))
    pages = paper.papers([region], title, replace(on, cell=side))
    for shelves in _shelves(drawn, side, room):
        placed = [each.at(x, y, side) for each, x, y in shelves]
        pages.append(paper.page_of(on, [paper.heading(title), *placed]))
    return pages


def copies(region: Region, piece: Piece, pieces: Sequence[Piece]) -> int:
    """Return the most copies of a piece that a tiling may have, beside the fewest of the others.

    >>> from enumino import Polyform
    >>> board, bar = Region.rectangle(3, 4), Piece("bar", Polyform("##"))
    >>> corner = Piece("corner", Polyform("##/#."), 2, 3)
    >>> [copies(board, each, [bar, corner]) for each in (bar, corner)]
    [3, 3]
    """
    spare = len(region) - sum((each.fewest or 0) * len(each.shape) for each in pieces)
    number = (piece.fewest or 0) + max(0, spare) // len(piece.shape)
    return number if piece.most is None else min(number, piece.most)


def _drawn(region: Region, pieces: Sequence[Piece]) -> Iterator[Drawn]:
    """Yield the pictures of all copies of the pieces, in the colours of solutions."""
    alone = [
        Tiling(Region(each.shape, each.shape.lattice), [(each.name, each.shape.cells)])
        for each in pieces
    ]
    colours = {name: colour for (name, _), colour in tiling_colours(alone).items()}
    for each in pieces:
        one = Drawn.of(polyform_svg(each.shape, SIDE, colours[each.name]))
        yield from [one] * copies(region, each, pieces)


def _shelves(
    pictures: Sequence[Drawn], side: float, room: tuple[float, float]
) -> list[list[Placed]]:
    """Return the pictures of each page, side by side in rows; the tallest come first."""
    pages: list[list[Placed]] = [[]]
    x = y = tallest = 0.0
    for each in pictures:
        width, height = each.width * side + GAP, each.height * side + GAP
        if x + width > room[0]:
            x, y, tallest = 0.0, y + tallest, 0.0
        if y + height > room[1] and pages[-1]:
            pages.append([])
            x = y = tallest = 0.0
        pages[-1].append((each, MARGIN + x + GAP / 2, MARGIN + TITLE + y + GAP / 2))
        x, tallest = x + width, max(tallest, height)
    return pages
