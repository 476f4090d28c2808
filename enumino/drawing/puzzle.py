"""A puzzle to print: the empty board, and the pieces to cut out at the same scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from enumino.drawing import paper
from enumino.drawing.paper import FOOT, GAP, MARGIN, SIDE, SMALLEST, TITLE, Drawn, Paper
from enumino.drawing.polyforms import polyform_svg
from enumino.drawing.tilings import region_svg, tiling_colours
from enumino.objects.board import Board
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

# A picture, and its place in millimetres.
Placed = tuple[Drawn, float, float]


def puzzle_pages(board: Board, title: str, on: Paper) -> list[str]:
    """Return a page with the empty board, then pages with the pieces in colours, each an SVG file.

    Unless the paper has a side of cells, it is the most whole millimetres at which the board, and
    all pieces, have room on a page each. If the pieces had to be smaller than 4 mm a cell, they
    take several pages.
    """
    region = board.region
    empty, drawn = Drawn.of(region_svg(region, SIDE)), list(_drawn(board))
    drawn.sort(key=lambda piece: -piece.height)
    width, height = (size - 2 * MARGIN for size in on.size)
    room = width, height - TITLE - FOOT
    wide, tall = (max(sizes) for sizes in zip(*(each[:2] for each in (empty, *drawn)), strict=True))
    largest = int(min((room[0] - GAP) / wide, (room[1] - GAP) / tall))
    sides = range(largest, int(SMALLEST) - 1, -1)
    fitting = (side for side in sides if len(_shelves(drawn, side, room)) == 1)
    side = on.cell or next(fitting, max(1, largest))
    pages = paper.papers([region], title, replace(on, cell=side))
    for shelves in _shelves(drawn, side, room):
        placed = [each.at(x, y, side) for each, x, y in shelves]
        pages.append(paper.page_of(on, [paper.heading(title), *placed]))
    return pages


def _drawn(board: Board) -> Iterator[Drawn]:
    """Yield the pictures of all copies of the pieces, in the colours of solutions."""
    alone = [
        Tiling(Region(each.shape, each.shape.lattice), [(each.name, each.shape.cells)])
        for each in board.placed
    ]
    colours = {name: colour for (name, _), colour in tiling_colours(alone).items()}
    for each, most in zip(board.placed, board.uses[1].tolist(), strict=False):
        one = Drawn.of(polyform_svg(each.shape, SIDE, colours[each.name]))
        yield from [one] * most


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
