"""Files of shapes, and the command that describes a shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.output import show, show_json
from enumino.cli.problems import FamilyOptions
from enumino.cli.progress import View
from enumino.errors import OK
from enumino.families.plane_tilings.shapes import addresses_of
from enumino.objects.files import found_in, names_file, text_of
from enumino.objects.lattices import lattice_named
from enumino.objects.text_drawings import is_drawing
from enumino.tables import as_json as in_json
from enumino.tables import as_text

if TYPE_CHECKING:
    from enumino.enum.problem import Problem
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of plane tilings."""

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> Sequence[Count]:
        from enumino.families.plane_tilings.counts import PlaneTilingCount

        return [PlaneTilingCount(self.problem(**values))]

    def problem(self, *_: Any, **values: Any) -> Problem:
        """Return the problem; ``--shape`` may name a file."""
        shape, lattice = values["shape"], lattice_named(values["lattice"])
        if shape is not None and names_file(shape) and not is_drawing(lattice, shape):
            with found_in(shape):
                values["shape"] = addresses_of(lattice, text_of(shape))
        return super().problem(**values)


@options.verb(
    click.Argument(["shape"]),
    options.Option(
        "--lattice NAME|FILE", "Lattice of the shape.", default="square", show_default=True
    ),
    options.quiet,
    options.as_json,
)
def shape_command(shape: str, lattice: str, quiet: bool, as_json: bool) -> int:
    """Describe a shape: its columns, its properties, and how copies tile the plane.

    \b
    enumino shape "####/##.#"
    enumino shape 2b                        # an address
    enumino shape F                         # the name of a piece, as in --pieces
    enumino shape "###" --lattice hexagonal --json
    """  # noqa: D301
    from enumino.drawing import polyform_text
    from enumino.families.plane_tilings.facts import facts_of

    with View(quiet).busy("Deciding ..."):
        found = facts_of(shape, lattice_named(lattice))
    if as_json:
        large = (name for name, value in found.values.items() if name.startswith("mask"))
        show_json(found.values | {name: str(found.values[name]) for name in large})
        return OK
    show(polyform_text(found.shape) + "\n")
    rows = [[name, in_json(value).strip('"')] for name, value in found.values.items()]
    show(as_text([["column", "value"], *rows], right=[False, False]))
    if found.sentence:
        show(f"\n{found.values['address']}: {found.sentence}\n{found.tiling}")
    return OK
