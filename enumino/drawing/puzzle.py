"""A puzzle to print: the empty board, and the pieces to cut out at the same scale."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from enumino.drawing import paper
from enumino.drawing.paper import FOOT, GAP, MARGIN, SMALLEST, Paper
from enumino.drawing.picture import Picture
from enumino.drawing.polyforms import polyform_picture
from enumino.drawing.tilings import region_picture, tiling_colours
from enumino.objects.board import Board
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling


def puzzle_pages(board: Board, title: str, on: Paper) -> list[Picture]:
    """Return a page with the empty board, then pages with the pieces in colours.

    By default, the side of a cell is the most whole millimetres at which the board fits on a page,
    and all pieces fit on another page. Pieces that would need cells under 4 mm take several pages.
    """
    empty = region_picture(board.region)
    drawn = sorted(_drawn(board), key=lambda piece: -piece.height)
    title_alone = paper.head(title, on)
    width, height = (size - 2 * MARGIN for size in on.size)
    room = width, height - title_alone.height - FOOT
    wide, tall = (max(sizes) for sizes in zip(*(each[:2] for each in (empty, *drawn)), strict=True))
    largest = int(paper.largest_side(wide, tall, (room[0] - GAP, room[1] - GAP), on))
    sides = range(largest, int(SMALLEST) - 1, -1)
    fitting = (side for side in sides if len(_shelves(drawn, side, room)) == 1)
    side = on.cell or next(fitting, max(1, largest))
    pages = paper.pages_of([empty], title, replace(on, cell=side))
    top = MARGIN + title_alone.height
    for shelves in _shelves(drawn, side, room):
        placed = [each.at(MARGIN + x, top + y, side) for each, x, y in shelves]
        pages.append(paper.page_of(on, [title_alone.at(MARGIN, MARGIN), *placed]))
    return pages


def _drawn(board: Board) -> Iterator[Picture]:
    """Yield the pictures of all copies of the pieces, in the colours of solutions."""
    alone = [
        Tiling(Region(each.shape, each.shape.lattice), [(each.name, each.shape.cells)])
        for each in board.placed
    ]
    colours = {name: colour for (name, _), colour in tiling_colours(alone).items()}
    for each, most in zip(board.placed, board.uses[1].tolist(), strict=False):
        yield from [polyform_picture(each.shape, colours[each.name])] * most


def _shelves(
    pictures: Sequence[Picture], side: float, room: tuple[float, float]
) -> list[list[tuple[Picture, float, float]]]:
    """Return the pictures of each page with their places, in rows; the tallest come first."""
    pages: list[list[tuple[Picture, float, float]]] = [[]]
    x = y = tallest = 0.0
    for each in pictures:
        width, height = each.width * side + GAP, each.height * side + GAP
        if x + width > room[0]:
            x, y, tallest = 0.0, y + tallest, 0.0
        if y + height > room[1] and pages[-1]:
            pages.append([])
            x = y = tallest = 0.0
        pages[-1].append((each, x + GAP / 2, y + GAP / 2))
        x, tallest = x + width, max(tallest, height)
    return pages
