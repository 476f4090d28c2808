"""Verbs for tilings: ``show --tiling`` checks a drawing, and ``dilates`` finds rep-tiles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import pictures
from enumino.cli.options import Command, Option, Whole, verb
from enumino.cli.output import show
from enumino.errors import FAILURE, OK, ProblemError
from enumino.families.tilings.options import Options
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.registry import Family

_JUDGED = ("region", "without", "pieces", "each_once", "at_most_once", "lattice", "rotations",
           "reflections")  # fmt: skip


def drawn_command(family: Family) -> click.Command:
    """Return the command that checks a drawing of a tiling."""
    asking = Options(family)
    own = [each for each in asking.options() if each.name in _JUDGED]
    params = [Option("--tiling FILE", "Drawing to check.", required=True), *own, *pictures.SHEETS]
    judge = partial(_judge, asking)
    return Command("show", params=params, callback=judge, help=_judge.__doc__)


def _judge(asking: Options, tiling: str, title: str | None, **values: Any) -> int:
    """Check a drawing of a tiling, with a letter on each piece, and draw it.

    If the drawing is not a tiling of the region by the pieces, name its first fault and exit with
    code 1.

    \b
    enumino show --tiling answer.txt --region 6x10 --pieces pentominoes --each-once
    """  # noqa: D301
    from enumino.families.tilings import drawn
    from enumino.objects.files import found_in, names_file, text_of
    from enumino.registry import rows_of

    problem, *others = asking.problems(**{name: values.pop(name) for name in _JUDGED})
    if others:
        raise ProblemError("A drawing is a tiling of one region: name one, such as 6x10.")
    board = problem.board
    if names_file(tiling):
        with found_in(tiling):
            tiling = text_of(tiling)
    found, fault = drawn.judged(board, drawn.letters_of(tiling, board.region))
    title = title or f"{board.region.name}: {fault or 'a tiling'}"
    pictures.draw_all(rows_of(problem.to_json()), iter([(found, "")]), title, values)
    show(fault or f"This is a tiling by {plural(len(found), 'piece')}.")
    return FAILURE if fault else OK


@verb(
    Option("--cells N", "Number of cells of the shapes.", Whole(), required=True),
    Option("--factor N", "Side of the square that each cell becomes.", Whole(), required=True),
    pictures.svg,
)
def dilates_command(cells: int, factor: int, svg_file: str | None) -> int:
    """Find the rep-tiles: free polyominoes that tile their own dilate. Draw a tiling of each.

    \b
    enumino dilates --cells 5 --factor 2
    """  # noqa: D301
    from enumino import drawing
    from enumino.families.tilings.dilates import dilates
    from enumino.families.tilings.published import dilates as published

    found = list(dilates(cells, factor))
    known = published(cells, factor)
    size = plural(cells, "cell")
    title = f"Polyominoes of {size} that tile their dilate by {factor}"
    if svg_file:
        tilings = [one.tiling for one in found]
        page = drawing.sheet(drawing.pictures_of(tilings), title, drawing.legend_of(tilings))
        pictures.write(page, svg_file)
    shapes = [drawing.polyform_text(one.polyomino) for one in found]
    pictures.print_abreast(shapes)
    some = plural(len(found), "free polyomino", "free polyominoes")
    tile = "tiles its" if len(found) == 1 else "tile their"
    reported = "" if known is None else f"; {known.value} are reported"
    show(f"{some} of {size} {tile} dilate by {factor}{reported}.")
    return OK
