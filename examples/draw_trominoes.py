"""Draw the pictures of docs/trominoes.md: ``python examples/draw_trominoes.py`` writes them."""

from pathlib import Path

import numpy as np

from enumino import drawing
from enumino.drawing.cells import Plan
from enumino.drawing.picture import INK, WALL
from enumino.drawing.tilings import colour
from enumino.families.trominoes.construction import numbered_board
from enumino.objects.lattice import SQUARE, Cell
from enumino.objects.region import Region
from enumino.objects.tiling import Placed, Tiling

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
CELL, MARGIN = 30, 0.25  # pixels, and sides of a cell
PAPER, RULE = "#f3efe4", "#c9c2b2"


def construction(k: int, missing: Cell) -> Tiling:
    """Return the tiling of the board of side ``2**k``, each tromino named by its number."""
    board = numbered_board(1 << k, missing)
    cells: dict[int, list[Cell]] = {}
    for cell, number in np.ndenumerate(board):
        cells.setdefault(int(number), []).append((cell[0], cell[1]))
    [hole] = cells.pop(0)
    region = Region.rectangle(1 << k, 1 << k).without([hole])
    return Tiling(region, [(str(number), covered) for number, covered in cells.items()])


def quadrant_side(piece: Placed) -> int:
    """Return the side of the quadrant that a tromino was placed in the middle of."""
    below = max(r for r, _ in piece.cells)  # the row below the centre
    return 2 * (below & -below)


def level_svg(tiling: Tiling, level: int) -> str:
    """Return the board after some levels: trominoes placed, and quadrants still to cover."""
    side = tiling.region.height
    quadrant = side >> level
    board = [(r, c) for r in range(side) for c in range(side)]
    plan = Plan(SQUARE, board)
    squares = "".join(f"M{c} {r}h1v1h-1z" for r, c in board)
    parts = [
        f'<path d="{plan.border(board)}" fill="{PAPER}"/>',
        f'<path d="{squares}" fill="none" stroke="{RULE}" stroke-width=".03"/>',
        f'<path d="{plan.border(tiling.region.lacking)}" fill="{WALL}"/>',
    ]
    for piece in tiling.pieces:
        if quadrant_side(piece) > quadrant:
            fill = colour(round(np.log2(side // quadrant_side(piece))))
            parts.append(
                f'<path d="{plan.border(piece.cells)}" fill="{fill}" stroke="{INK}" '
                'stroke-width=".07" stroke-linejoin="round"/>'
            )
            parts += [
                f'<text x="{c + 0.5:g}" y="{r + 0.65:g}" font-size=".42" text-anchor="middle" '
                f'fill="{INK}">{piece.name}</text>'
                for r, c in piece.cells
            ]
    lines = range(0, side + 1, quadrant) if quadrant > 1 else (0, side)
    grid = "".join(f"M{at} 0v{side}M0 {at}h{side}" for at in lines)
    parts.append(
        f'<path d="{grid}" fill="none" stroke="{INK}" stroke-width=".12" stroke-linecap="square"/>'
    )
    return plan.picture(parts).framed(CELL, MARGIN).svg + "\n"


def main(folder: Path = PICTURES) -> None:
    """Write the board of 8 after each level, and one of 32 as `show` draws it."""
    folder.mkdir(exist_ok=True)
    eight = construction(3, (3, 2))
    for level in range(4):
        (folder / f"trominoes-{level}.svg").write_text(level_svg(eight, level), encoding="utf-8")
    of_32 = construction(5, (20, 9))
    alike = Tiling(of_32.region, [("L-tromino", piece.cells) for piece in of_32.pieces])
    svg = drawing.svg_of(alike, cell=12) + "\n"
    (folder / "trominoes-32.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
