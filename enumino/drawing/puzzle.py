"""A puzzle to print: the board, empty or with some pieces, and the others to cut out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from enumino.drawing import paper
from enumino.drawing.paper import CAPTION, FOOT, GAP, MARGIN, SMALLEST, Paper
from enumino.drawing.picture import Picture
from enumino.drawing.polyforms import polyform_picture
from enumino.drawing.tilings import region_picture, tiling_colours
from enumino.objects.board import Board
from enumino.objects.lattices import CUBIC
from enumino.objects.tiling import Placed
from enumino.words import plural


def puzzle_pages(
    board: Board, title: str, on: Paper, hints: Sequence[Placed] = ()
) -> list[Picture]:
    """Return a page with the board and placed pieces, then pages with the others in colours.

    By default, the side of a cell is the largest number of whole millimetres at which the board
    fits on a page and all pieces fit on another page. Pieces that would need cells under 4 mm take
    several pages. A page with a box of cubes says its sides.
    """
    found = reversed(tiling_colours(board.shapes.values()).items())
    colours = {name: fill for (name, _), fill in found}  # of the first orientation
    base = region_picture(board.region, [(hint.cells, colours[hint.name]) for hint in hints])
    placed = Counter(hint.name for hint in hints)
    drawn = [
        polyform_picture(each.shape, colours[each.name], each.colours)
        for each, most in zip(board.placed, board.uses[1].tolist(), strict=False)
        for _ in range(most - placed[each.name])
    ]
    drawn.sort(key=lambda piece: -piece.height)
    title_alone, is_solid = paper.head(title, on), board.region.lattice == CUBIC
    width, height = (size - 2 * MARGIN for size in on.size)
    room = width, height - title_alone.height - FOOT
    wide, tall = (max(sizes) for sizes in zip(*(each[:2] for each in (base, *drawn)), strict=True))
    free = room[0] - GAP, room[1] - GAP - CAPTION * is_solid
    largest = int(paper.largest_side(wide, tall, free, on))
    sides = range(largest, int(SMALLEST) - 1, -1)
    fitting = (side for side in sides if len(_shelves(drawn, side, room)) == 1)
    side = on.cell or next(fitting, max(1, largest))
    captions = [_sides(board.region.box, side)] if is_solid else []
    pages = paper.pages_of([base], title, replace(on, cell=side), captions=captions)
    top = MARGIN + title_alone.height
    for shelves in _shelves(drawn, side, room):
        lying = [each.at(MARGIN + x, top + y, side) for each, x, y in shelves]
        pages.append(paper.page_of(on, [title_alone.at(MARGIN, MARGIN), *lying]))
    return pages


def _sides(box: tuple[int, ...], side: float) -> str:
    """Return the sides of a box of cubes in words."""
    words = ("layer", "row", "column")
    cubes = ", ".join(plural(size, word) for size, word in zip(box, words, strict=True))
    return f"{cubes}: {' x '.join(f'{size * side:g}' for size in box)} mm"


def _shelves(
    pictures: Sequence[Picture], side: float, room: tuple[float, float]
) -> list[list[tuple[Picture, float, float]]]:
    """Return the pictures of each page with their places, in rows; the tallest come first."""
    pages: list[list[tuple[Picture, float, float]]] = [[]]
    gap = max(GAP, 0.2 * side)  # wider than the outlines of two pieces
    x = y = tallest = 0.0
    for each in pictures:
        width, height = each.width * side + gap, each.height * side + gap
        if x + width > room[0]:
            x, y, tallest = 0.0, y + tallest, 0.0
        if y + height > room[1] and pages[-1]:
            pages.append([])
            x = y = tallest = 0.0
        pages[-1].append((each, x + GAP / 2, y + GAP / 2))
        x, tallest = x + width, max(tallest, height)
    return pages
