"""Pictures of partitions of graphs: vertices as dots in the colours of their parts."""

from typing import NamedTuple

from enumino.drawing.picture import INK, Picture
from enumino.drawing.tilings import RULES, colour
from enumino.families.partitions.parameters import PartitionParameters
from enumino.families.partitions.vertices import PlainVertices

SIDE, MARGIN = 10.0, 0.5  # of the square around the vertices, in sides of a cell
RADIUS, INNER, CUT = 0.32, 0.2, 0.05  # of a dot; widths of edges inside parts and between them


class Plan(NamedTuple):
    """A partition of a graph: the number of the part of each vertex."""

    asked: PartitionParameters
    parts: tuple[int, ...]

    @property
    def points(self) -> tuple[tuple[float, float], ...] | None:
        """The coordinates of the vertices, if they are known."""
        vertices = self.asked.vertices
        return vertices.points if isinstance(vertices, PlainVertices) else None

    def __str__(self) -> str:
        names = self.asked.network.names
        of: dict[int, list[str]] = {}
        for name, part in zip(names, self.parts, strict=True):
            of.setdefault(part, []).append(name)
        return "\n".join(f"{part + 1}: {' '.join(of[part])}" for part in sorted(of))


def plan_picture(plan: Plan) -> Picture:
    """Return the picture of a partition of a graph with coordinates."""
    points = _scaled(plan.points or ())
    lines: dict[bool, list[str]] = {False: [], True: []}  # cut edges are drawn first
    for one, other in plan.asked.network.edges.tolist():
        (a, b), (c, d) = points[one], points[other]
        is_inside = plan.parts[one] == plan.parts[other]
        stroke, width = (colour(plan.parts[one]), INNER) if is_inside else (RULES, CUT)
        path = f"M{a:.3g} {b:.3g}L{c:.3g} {d:.3g}"
        lines[is_inside].append(f'<path d="{path}" stroke="{stroke}" stroke-width="{width}"/>')
    dots = [
        f'<circle cx="{x:.3g}" cy="{y:.3g}" r="{RADIUS}" fill="{colour(part)}"/>'
        for (x, y), part in zip(points, plan.parts, strict=True)
    ]
    outline = f'<g stroke="{INK}" stroke-width="0.05">{"".join(dots)}</g>'
    width, height = (max(own) + MARGIN for own in zip(*points, strict=True))
    return Picture(width, height, "".join([*lines[False], *lines[True], outline]))


def _scaled(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Return points in a square with y downwards, with a margin at the left and above."""
    xs, ys = zip(*points, strict=True)
    scale = SIDE / (max(max(xs) - min(xs), max(ys) - min(ys)) or 1)
    return [((x - min(xs)) * scale + MARGIN, (max(ys) - y) * scale + MARGIN) for x, y in points]
