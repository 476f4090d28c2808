"""Pictures of regions and grids, and of tilings with pieces in colours.

Layers of cubes are side by side, the lowest first, below a tiling in perspective. Pieces of kings
have a bar where two cells touch only at a corner; sticks are bars themselves.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from enumino.drawing import perspective
from enumino.drawing.cells import Plan, contacts, thick
from enumino.drawing.picture import DARK, INK, PAPER, WALL, Picture, mixed
from enumino.objects.grid import Grid
from enumino.objects.lattice import KING, SQUARE, Cell
from enumino.objects.lattices import CUBIC
from enumino.objects.region import Region
from enumino.objects.tiling import Choice, Tiling

# Twelve calm colours that differ in hue and lightness, also for most colour-blind readers; the
# light colours are Paul Tol's scheme "light".
PALETTE = (
    "#77aadd", "#ee8866", "#44bb99", "#eedd88", "#a0627f", "#bbcc33",
    "#ffaabb", "#4f6d9c", "#99ddff", "#b98b5e", "#dddddd", "#8f9440",
)  # fmt: skip
FLOOR, RULES = "#f3efe4", "#b9b2a3"
LINE = 0.09  # width of the lines between pieces
ANSWER = "#1f5fae"
QUEEN = (
    f'<path d="M-.28 .3L-.38 -.16L-.17 .04L0 -.3L.17 .04L.38 -.16L.28 .3z" fill="{INK}" '
    f'stroke="{INK}" stroke-width=".05" stroke-linejoin="round"/>'
)
WHITE, BLACK = "#ffffff", "#000000"
# Tints of neighbouring pieces of one colour, and shades of the palette for further pieces.
TINTS = ((WHITE, 0.0), (WHITE, 0.32), (BLACK, 0.16), (WHITE, 0.6))
Coloured = tuple[Sequence[Cell], str]  # cells, and the colour that fills them
SHADES = ((WHITE, 0.0), (WHITE, 0.42), (BLACK, 0.28))


def region_picture(region: Region, placed: Iterable[Coloured] = ()) -> Picture:
    """Return the picture of a region, in lighter colours where cells may stay empty.

    Some pieces may be placed on it, each a set of cells with a colour.
    """
    plan, pieces = _plan(region), _pieces(_plan(region), placed)
    marks = plan.marks(region.cells, region.colours, region.labels)
    if region.lattice.of_edges:
        sticks = plan.bars(region.cells, RULES, 0.06)
        return plan.picture([sticks, *pieces, marks])
    optional = sorted(region.optional)
    filled = [cell for cell in region.cells if cell not in region.optional]
    squares = [
        f'<path d="{plan.filled(cells)}" fill="{colour}" stroke="{RULES}" stroke-width=".03"/>'
        for cells, colour in ((filled, FLOOR), (optional, PAPER))
        if cells
    ]
    frame = _frame(plan, region)
    return plan.picture([_walls(plan, region), *squares, *pieces, frame, marks])


def tiling_picture(tiling: Tiling, colours: Mapping[Choice, str]) -> Picture:
    """Return the picture of a tiling with pieces in the colours from `tiling_colours`."""
    region, plan = tiling.region, _plan(tiling.region)
    marks = plan.marks(region.cells, region.colours, region.labels)
    fills = fills_of(tiling, colours)
    placed = [(piece.cells, fill) for piece, fill in zip(tiling.pieces, fills, strict=True)]
    pieces = _pieces(plan, placed, tiling.empty)
    if region.lattice.of_edges:
        return plan.picture([*pieces, marks])
    frame = _frame(plan, region, 2 * LINE)
    flat = plan.picture([_walls(plan, region), *pieces, frame, marks])
    if region.lattice != CUBIC or not placed:
        return flat
    return perspective.above({cell: fill for cells, fill in placed for cell in cells}, flat, 1)


def grid_picture(grid: Grid) -> Picture:
    """Return the picture of a grid: found texts are in another colour than given texts."""
    region, texts = Region.rectangle(grid.height, grid.width), grid.texts
    plan = _plan(region)
    placed: list[Coloured] = [(cells, "none") for cells in grid.boxes]
    if grid.style == "queens":
        placed = [([cell for cell in region if sum(cell) % 2], DARK)]
        letters = "".join(plan.picture([QUEEN]).at(*plan.middle(cell)) for cell in texts)
    else:
        if grid.style == "pairs":
            numbers = sorted({*texts.values()}, key=_by_numbers)
            placed = [([cell], colour(numbers.index(text))) for cell, text in texts.items()]
        found = INK if placed and grid.style else ANSWER
        letters = plan.lettered(grid.given, INK) + plan.lettered(grid.found, found)
    base = region_picture(region, placed)
    drawn = base._replace(parts=base.parts + letters)
    if not grid.tiles or grid.found:
        return drawn
    box = 2, len(grid.tiles)
    tiles = dict(zip(Region.rectangle(*box), 2 * grid.tiles, strict=True))
    below = grid_picture(replace(grid, box=box, found=tiles))
    x, y = (drawn.width - below.width) / 2, drawn.height + 1
    return Picture(drawn.width, y + below.height, drawn.parts + below.at(x, y))


def _pieces(plan: Plan, placed: Iterable[Coloured], empty: Sequence[Cell] = ()) -> list[str]:
    """Return the pieces, with the contacts of kings on top of them, and the empty cells."""
    if plan.lattice.of_edges:
        return [plan.bars(cells, fill, 0.06) for cells, fill in placed]
    paths = [f'<path d="{plan.border(empty)}" fill="{PAPER}"/>'] if empty else []
    over = []
    for cells, fill in placed:
        paths.append(f'<path d="{plan.border(cells)}" fill="{fill}"/>')
        if plan.lattice == KING and (pairs := contacts(cells)):
            over.append(thick((map(plan.middle, pair) for pair in pairs), fill))
    lines = f'stroke="{INK}" stroke-width="{LINE:g}" stroke-linejoin="round"'
    return [f"<g {lines}>{''.join(paths)}</g>", *over] if paths else []


def tiling_colours(choices: Iterable[Choice]) -> dict[Choice, str]:
    """Return the colour of each oriented piece that tilings could have, by name and offsets.

    Each piece has a colour, or each orientation if only one piece has several cells. So a piece has
    the same colour on every sheet of a problem, whichever tilings are drawn.
    """
    shapes = set(choices)
    names = sorted({name for name, _ in shapes}, key=_by_numbers)
    if len({name for name, cells in shapes if len(cells) > 1}) < 2:
        return {shape: colour(number) for number, shape in enumerate(sorted(shapes))}
    return {shape: colour(names.index(shape[0])) for shape in shapes}


def piece_colours(tilings: Sequence[Tiling]) -> dict[str, str]:
    """Return the colours of the pieces in tilings by name, or none if names do not decide them."""
    choices = (shape for tiling in tilings for shape in tiling.choices)
    by_name = {(name, own) for (name, _), own in tiling_colours(choices).items()}
    own = dict(by_name)
    if len(own) < max(2, len(by_name)):
        return {}
    used = {piece.name for tiling in tilings for piece in tiling.pieces}
    return {name: own[name] for name in sorted(used, key=_by_numbers)}


def _by_numbers(name: str) -> list[str | int]:
    """Return a sort key that compares numbers within names as numbers."""
    parts = re.split(r"([0-9]+)", name)
    return [int(part) if number % 2 else part for number, part in enumerate(parts)]


def colour(index: int) -> str:
    """Return a colour by number: from the palette, then lightened, then darkened, and so on."""
    return mixed(PALETTE[index % len(PALETTE)], *SHADES[index // len(PALETTE) % 3])


def fills_of(tiling: Tiling, colours: Mapping[Choice, str]) -> list[str]:
    """Return the colours of the pieces in order, with tints where neighbours have one colour."""
    lattice = tiling.region.lattice
    own = [colours[piece.name, piece.offsets] for piece in tiling.pieces]
    found: list[str] = []
    for number, piece in enumerate(tiling.pieces):
        around = (near for cell in piece.cells for near in lattice.neighbours(cell))
        beside = set(map(tiling.index_at, around))
        taken = {found[other] for other in beside if other is not None and other < number}
        tints = [mixed(own[number], *tint) for tint in TINTS]
        found.append(next((tint for tint in tints if tint not in taken), own[number]))
    return found


def _plan(region: Region) -> Plan:
    """Return the plan of cells and walls or, for squares, of the whole box."""
    is_framed = region.lattice in (SQUARE, KING)
    corners = [(0, 0), (region.height - 1, region.width - 1)] if is_framed else []
    return Plan(region.lattice, [*region.cells, *region.walls, *corners])


def _walls(plan: Plan, region: Region) -> str:
    return f'<path d="{plan.border(region.walls)}" fill="{WALL}"/>' if region.walls else ""


def _frame(plan: Plan, region: Region, width: float = 0.14) -> str:
    """Return the outline of cells and walls together."""
    return (
        f'<path d="{plan.border([*region.cells, *region.walls])}" fill="none" stroke="{INK}" '
        f'stroke-width="{width:g}" stroke-linejoin="round"/>'
    )
