"""SVG pictures of regions and tilings: coloured pieces, and rooms with mats of straw.

All paths are in units of a cell, under one scaling transform, so that they stay short: a page of
hundreds of tilings is well under a megabyte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from enumino.drawing import page
from enumino.drawing.text import drawn_walls
from enumino.objects.covering import HALF_MAT, MAT, Shape, Tiling
from enumino.objects.lattice import Cell
from enumino.objects.polyomino import Polyomino, free_polyominoes
from enumino.objects.region import Region

# Twelve calm colours, told apart by hue and by lightness by most colour-blind eyes as well; the
# light ones are of Paul Tol's scheme "light".
PALETTE = (
    "#77aadd",
    "#ee8866",
    "#44bb99",
    "#eedd88",
    "#a0627f",
    "#bbcc33",
    "#ffaabb",
    "#4f6d9c",
    "#99ddff",
    "#b98b5e",
    "#dddddd",
    "#8f9440",
)
WALL = "#5a554e"
STRAW = {"along": "#cdd09a", "across": "#bfc48a", "half": "#dcc489"}
# Colours by the letters of layouts of mats.
MAT_COLOURS = {"H": STRAW["along"], "V": STRAW["across"], "M": STRAW["half"]}
# Colours of pieces as they lie, by their cells relative to the first.
Colours = dict[tuple[Cell, ...], str]
WEAVE, CLOTH, SEAM, SILL = "#7f8750", "#33483f", "#f0ecd8", "#7a5c3e"


def region_svg(region: Region, cell: float = 20) -> str:
    """Return a region as an SVG picture: free cells light, walls dark, `cell` pixels per cell.

    >>> region_svg(Region.rectangle(2, 3)).startswith("<svg")
    True
    """
    parts = [_floor(region, "#f3efe4"), _grid(region.cells, "#b9b2a3"), _frame(region, page.INK)]
    return _framed(region, parts, cell)


def tiling_svg(tiling: Tiling, cell: float = 36, colours: Colours | None = None) -> str:
    """Return a tiling as an SVG picture, `cell` pixels per cell.

    Mats are drawn as mats: straw, the cloth borders along the long sides, half mats without
    borders. Other pieces have one colour a shape, or, if there is only one shape, one colour an
    orientation; or the `colours` that `tiling_colours` gives them among others.
    """
    if _is_tatami(tiling):
        parts = _mats(tiling, fine=True)
    else:
        parts = _pieces(tiling, colours or tiling_colours([tiling]), fine=True)
    return _framed(tiling.region, parts, cell)


def tilings_svg(
    tilings: Sequence[Tiling],
    title: str,
    columns: int | None = None,
    cell: float | None = None,
    most_pixels: int | None = None,
) -> str:
    """Return a page of tilings in a grid, with one colour per shape throughout.

    Parameters
    ----------
    tilings : sequence of Tiling
    title : str
    columns : int, optional
        Tilings a row; by default the page is somewhat wider than tall.
    cell : float, optional
        Pixels a cell; by default smaller the more there are.
    most_pixels : int, optional
        Refuse, before anything is drawn, a page that has more.
    """

    def drawn(cell: float) -> Iterator[list[str]]:
        colours, fine = tiling_colours(tilings), cell >= 16
        for tiling in tilings:
            yield _mats(tiling, fine) if _is_tatami(tiling) else _pieces(tiling, colours, fine)

    sizes = [(tiling.region.width, tiling.region.height) for tiling in tilings]
    return page.abreast(sizes, drawn, title, 12, columns, cell, most_pixels)


def _is_tatami(tiling: Tiling) -> bool:
    return all(piece.name in (MAT, HALF_MAT) for piece in tiling.pieces)


def _framed(region: Region, parts: Iterable[str], cell: float) -> str:
    width, height = (region.width + 0.5) * cell, (region.height + 0.5) * cell
    return page.picture(width, height, [page.scaled(cell / 4, cell / 4, cell, parts)])


def _pieces(tiling: Tiling, colours: Colours, fine: bool) -> list[str]:
    line = 0.08 if fine else 0.12
    parts = [_walls(tiling.region)]
    parts.append(f'<g stroke="{page.INK}" stroke-width="{line:g}" stroke-linejoin="round">')
    parts += [
        f'<path d="{outline(piece.cells)}" fill="{colours[piece.offsets]}"/>'
        for piece in tiling.pieces
    ]
    parts.append("</g>")
    parts.append(_frame(tiling.region, page.INK, 2 * line))
    return parts


def colours_of(shapes: Mapping[str, Shape]) -> dict[str, str]:
    """Return the colour of each letter's shape on pages of tilings.

    Each free shape has a colour; if there is only one shape, each orientation has one.

    >>> bar = {"A": ("I2", ((0, 0), (0, 1))), "B": ("I2", ((0, 0), (1, 0)))}
    >>> sorted(colours_of(bar).values()) == sorted([colour(0), colour(1)])
    True
    """
    colours = _colours_by_offsets({offsets for _, offsets in shapes.values()})
    return {letter: colours[offsets] for letter, (_, offsets) in shapes.items()}


def piece_colours(tilings: Sequence[Tiling]) -> dict[str, str]:
    """Return the colour of each piece by its name on pages of these tilings.

    The result is empty for mats, and where one shape has a colour for each orientation.

    >>> bar = Tiling(Region.rectangle(1, 3), [("I2", [(0, 0), (0, 1)]), ("O", [(0, 2)])])
    >>> sorted(piece_colours([bar]))
    ['I2', 'O']
    """
    pieces = [piece for t in tilings if not _is_tatami(t) for piece in t.pieces]
    colours = tiling_colours(tilings)
    found = {(piece.name, colours[piece.offsets]) for piece in pieces}
    return dict(sorted(found)) if len(found) == len({name for name, _ in found}) else {}


def tiling_colours(tilings: Sequence[Tiling]) -> Colours:
    """Return the colour of each oriented piece, by its cells relative to the first.

    Mats have no colour: they are drawn as mats.
    """
    return _colours_by_offsets(
        {piece.offsets for t in tilings if not _is_tatami(t) for piece in t.pieces}
    )


def _colours_by_offsets(orientations: set[tuple[Cell, ...]]) -> Colours:
    fixed = {offsets: Polyomino(offsets) for offsets in orientations}
    free = {offsets: polyomino.canonical() for offsets, polyomino in fixed.items()}
    classes = fixed if len(set(free.values())) == 1 else free
    sizes = {len(shape) for shape in classes.values()}
    if classes is free and len(sizes) == 1 and max(sizes) <= 6:
        order = list(free_polyominoes(max(sizes)))  # so that no shape changes its colour
    else:
        order = sorted(set(classes.values()))
    numbers = {shape: index for index, shape in enumerate(order)}
    return {offsets: colour(numbers[shape]) for offsets, shape in classes.items()}


def colour(index: int) -> str:
    """Return a colour by number: from the palette, then lightened, then darkened, and so on.

    >>> colour(0), colour(12), colour(24), colour(36)
    ('#77aadd', '#b0ceeb', '#567a9f', '#77aadd')
    """
    base = PALETTE[index % len(PALETTE)]
    target, share = ((0, 0.0), (255, 0.42), (0, 0.28))[index // len(PALETTE) % 3]
    channels = (int(base[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (target - x) * share):02x}" for x in channels)


def _mats(tiling: Tiling, fine: bool) -> list[str]:
    """Draw mats: straw with its weave, cloth along the long sides, a sill around the room."""
    straw: dict[str, list[str]] = {"along": [], "across": [], "half": []}
    weave, cloth, ends, marks = [], [], [], []
    for name, cells in tiling.pieces:
        (top, left), (bottom, right) = cells[0], cells[-1]
        height, width = bottom - top + 1, right - left + 1
        kind = "half" if name == HALF_MAT else "along" if width > height else "across"
        straw[kind].append(f"M{left} {top}h{width}v{height}h-{width}z")
        if kind == "half":
            marks.append(f"M{left + 0.5:g} {top + 0.36:g}l.14.14l-.14.14l-.14-.14z")
        elif kind == "along":
            weave += [f"M{left + i / 8:g} {top}v1" for i in range(1, 16)]
            cloth += [f"M{left} {top + y:g}h2v.11h-2z" for y in (0, 0.89)]
            ends += [f"M{left + x} {top}v1" for x in (0, 2)]
        else:
            weave += [f"M{left} {top + i / 8:g}h1" for i in range(1, 16)]
            cloth += [f"M{left + x:g} {top}v2h.11v-2z" for x in (0, 0.89)]
            ends += [f"M{left} {top + y}h1" for y in (0, 2)]
    parts = [
        f'<path d="{"".join(paths)}" fill="{STRAW[kind]}"/>'
        for kind, paths in straw.items()
        if paths
    ]
    if fine and weave:
        parts.append(
            f'<path d="{"".join(weave)}" stroke="{WEAVE}" stroke-opacity=".3" stroke-width=".025"/>'
        )
    parts.append(f'<path d="{"".join(cloth + marks)}" fill="{CLOTH}"/>')
    seams = "".join("".join(paths) for paths in straw.values())
    parts.append(f'<path d="{seams}" fill="none" stroke="{SEAM}" stroke-width=".035"/>')
    parts.append(f'<path d="{"".join(ends)}" fill="none" stroke="{CLOTH}" stroke-width=".05"/>')
    sill = _frame(tiling.region, SILL, 0.32)  # the inner half lies under the mats
    return [_walls(tiling.region, SILL), sill, *parts]


def _walls(region: Region, fill: str = WALL) -> str:
    walls = drawn_walls(region)
    return f'<path d="{outline(walls)}" fill="{fill}"/>' if walls else ""


def _floor(region: Region, fill: str) -> str:
    return _walls(region) + f'<path d="{outline(region.cells)}" fill="{fill}"/>'


def _grid(cells: Iterable[Cell], stroke: str) -> str:
    squares = "".join(f"M{c} {r}h1v1h-1z" for r, c in cells)
    return f'<path d="{squares}" fill="none" stroke="{stroke}" stroke-width=".03"/>'


def _frame(region: Region, stroke: str, width: float = 0.14) -> str:
    """Return the outline of all drawn cells, walls included."""
    drawn = {*region.cells, *drawn_walls(region)}
    return (
        f'<path d="{outline(drawn)}" fill="none" stroke="{stroke}" stroke-width="{width:g}" '
        'stroke-linejoin="round"/>'
    )


def outline(cells: Iterable[Cell]) -> str:
    """Return the border of a set of cells as an SVG path, in units of a cell.

    >>> outline([(0, 0), (0, 1), (1, 0)])
    'M0 0h2v1h-1v1h-1z'
    """
    return "".join(map(_loop, _loops(set(cells))))


def _loops(cells: set[Cell]) -> Iterator[list[tuple[int, int]]]:
    """Return closed walks along the border, as (x, y), with the cells on the right hand."""
    leaving: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for y, x in sorted(cells):
        for beside, start, end in (
            ((y - 1, x), (x, y), (x + 1, y)),
            ((y, x + 1), (x + 1, y), (x + 1, y + 1)),
            ((y + 1, x), (x + 1, y + 1), (x, y + 1)),
            ((y, x - 1), (x, y + 1), (x, y)),
        ):
            if beside not in cells:
                leaving.setdefault(start, []).append(end)
    for start in list(leaving):
        while leaving.get(start):
            walk = [start]
            while leaving.get(walk[-1]):
                walk.append(leaving[walk[-1]].pop())
            yield walk


def _loop(walk: list[tuple[int, int]]) -> str:
    """Return a walk as a path: one stroke for each straight run, and `z` for the last."""
    path = [f"M{walk[0][0]} {walk[0][1]}"]
    run, across = 0, True
    for (x, y), (to_x, to_y) in pairwise(walk):
        if (y == to_y) != across:
            if run:
                path.append(f"{'h' if across else 'v'}{run}")
            run, across = 0, not across
        run += (to_x - x) + (to_y - y)
    return "".join(path) + "z"
