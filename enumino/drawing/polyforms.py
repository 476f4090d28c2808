"""Pictures of polyforms: cells in the plane, and cubes in perspective with their layers."""

from collections.abc import Iterable
from itertools import product

from enumino.drawing import perspective
from enumino.drawing.cells import Plan, contacts
from enumino.drawing.picture import EDGE, Picture, mixed
from enumino.objects.lattice import KING, Lattice
from enumino.objects.lattices import CUBIC
from enumino.objects.point_group import SymmetryClass
from enumino.objects.polyform import Polyform

# Colours of symmetry classes without and with reflections, from few symmetries to many. The classes
# of squares have exactly these colours, which differ in lightness (CIE L*, from 88 down to 29), and
# so in grey and to colour-blind eyes as well. Lattices with more classes mix them.
CHIRAL = ("#d7dee6", "#6aa5d9", "#31609f")
ACHIRAL = ("#a8d08d", "#37916a", "#f0a860", "#c2542f", "#7a1f5c")


def polyform_picture(polyform: Polyform, colour: str | None = None, marks: str = "") -> Picture:
    """Return the picture of a polyform, by default in the colour of its symmetry class.

    Marks are the colours of its cells as a piece, in reading order.
    """
    draw = _solid if polyform.lattice == CUBIC else _flat
    return draw(polyform, colour or class_colour(polyform.lattice, polyform.symmetry), marks)


def class_colours(polyforms: Iterable[Polyform]) -> dict[str, str]:
    """Return the colours of the symmetry classes of polyforms, by name, in their order."""
    found = {(polyform.lattice, polyform.symmetry) for polyform in polyforms}
    in_order = sorted(found, key=lambda each: each[0].classes.index(each[1]))
    return {symmetry.name: class_colour(lattice, symmetry) for lattice, symmetry in in_order}


def class_colour(lattice: Lattice, symmetry: SymmetryClass) -> str:
    """Return the colour of a symmetry class, which no other class of the lattice has."""
    alike = [each for each in lattice.classes if each.chiral == symmetry.chiral]
    colours = CHIRAL if symmetry.chiral else ACHIRAL
    steps = max(1, len(alike) - 1)
    whole, part = divmod(alike.index(symmetry) * (len(colours) - 1), steps)
    before, after = (*colours, colours[-1])[whole : whole + 2]
    return mixed(before, after, part / steps)


def _flat(polyform: Polyform, colour: str, marks: str) -> Picture:
    """Return cells of the plane with their outline; circles mark cells that touch at a corner."""
    cells, plan = polyform.cells, Plan(polyform.lattice, polyform.cells)
    if plan.lattice.of_edges:
        return plan.picture([plan.bars(cells, colour), plan.marks(cells, marks)])
    parts = [
        f'<path d="{plan.filled(cells)}" fill="{colour}" stroke="#fff" stroke-opacity=".55" '
        'stroke-width=".06"/>',
        f'<path d="{plan.border(cells)}" fill="none" stroke="{EDGE}" stroke-width=".12" '
        'stroke-linejoin="round"/>',
    ]
    if plan.lattice == KING:
        parts += [
            f'<circle cx="{(column + other + 1) / 2:g}" cy="{row:g}" r=".2" fill="{colour}" '
            f'stroke="{EDGE}" stroke-width=".1"/>'
            for (_, column), (row, other) in contacts(cells)
        ]
    return plan.picture([*parts, plan.marks(cells, marks)])


_SMALL = 0.42  # side of a square in the drawings of layers


def _solid(polyform: Polyform, colour: str, marks: str) -> Picture:
    """Return cubes in perspective above their layers, which are side by side, the lowest first."""
    box = list(product(*map(range, polyform.box)))
    plan = Plan(polyform.lattice, box)
    layers = [
        f'<path d="{plan.border(box)}" fill="none" stroke="#bbb" stroke-width=".1"/>',
        f'<path d="{plan.filled(polyform.cells)}" fill="{colour}" stroke="{EDGE}" '
        'stroke-width=".1"/>',
        plan.marks(polyform.cells, marks),
    ]
    return perspective.above(dict.fromkeys(polyform.cells, colour), plan.picture(layers), _SMALL)
