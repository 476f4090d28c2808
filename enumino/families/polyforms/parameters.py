"""The parameters of polyforms: see `enumino.parameters`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import msgspec

from enumino.arguments import consecutive
from enumino.conditions import (
    CLASSES,
    CONDITION,
    Classes,
    Conditioned,
    classes_option,
    condition_option,
)
from enumino.errors import ProblemError
from enumino.families.polyforms.families import PolyformFamily, family_named
from enumino.objects.box import Box, box_sides, sides_of
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import KINDS, Kind
from enumino.parameters import Given, Json, Option, Side, SizeRange, size_json, size_option
from enumino.words import plural, quoted

# Cells of a polyform, as a column of 8 bits holds them.
Size = Annotated[int, msgspec.Meta(ge=1, le=255)]
Sides = Given[tuple[int, ...] | None, str | Iterable[int] | None]
SIDES_JSON = Json(
    Annotated[list[Side], msgspec.Meta(min_length=2, max_length=3)],
    list,
    lambda sides, _: tuple(sides),
    omitted=True,
)


# Fields of conditions on the shapes of a size.
CONDITIONS = ("within", "box", "symmetry", "only")


def _box_option(flag: str, text: str) -> Option:
    """Return the option of the sides of a box."""
    return Option(
        flag, text, metavar="HxW", reads=sides_of, prints=lambda sides: "x".join(map(str, sides))
    )


@dataclass(frozen=True, repr=False)
class PolyformParameters(Conditioned):
    """The parameters of polyforms, on any lattice."""

    cells: Annotated[
        SizeRange, size_json(Size), size_option("--cells", "Sizes, such as 8 or 1-10.")
    ] = Given()
    kind: Annotated[
        Kind,
        Option(
            "--kind",
            "Equal up to translation (fixed), also rotation (one-sided), also reflection (free).",
        ),
    ] = "free"
    within: Annotated[
        Sides, SIDES_JSON, _box_option("--within", "Keep only shapes that fit into this box.")
    ] = Given(None)
    box: Annotated[
        Sides, SIDES_JSON, _box_option("--box", "Keep only shapes with exactly this bounding box.")
    ] = Given(None)
    symmetry: Annotated[
        Classes,
        CLASSES,
        classes_option("Keep only shapes of these symmetry classes, such as all,axis2."),
    ] = Given(None)
    only: Annotated[
        str | None,
        CONDITION,
        condition_option("Keep only shapes that meet a condition, such as tree or 'holes >= 3'."),
    ] = None
    derived: Annotated[
        Given[tuple[str, ...], str | Iterable[str]],
        Json(list[str], list, lambda names, _: tuple(names), omitted=True),
        Option(
            "--columns",
            "Store these properties as further columns, such as tree,convex.",
            metavar="NAME,...",
            prints=",".join,
            listing=True,
        ),
    ] = Given(())

    @property
    def entry(self) -> PolyformFamily:
        """The family of the polyforms of the lattice."""
        return family_named(self.family)

    @property
    def lattice(self) -> Lattice:
        """The lattice of the cells."""
        return self.entry.lattice

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(self.kind)} {self.entry.noun}: choose {', '.join(KINDS)}."
            )
        self._set(cells=consecutive(self.cells))
        if self.within is not None and self.box is not None:
            raise ProblemError(
                "A box to fit into and a box to fill exclude each other: choose one."
            )
        for name in ("within", "box"):
            self._set(**{name: box_sides(getattr(self, name), self.lattice, self.entry.noun)})
        self._check_symmetry_and_only(self.lattice, self.entry.noun)
        if self.derived:
            from enumino.families.polyforms.properties import chosen_properties

            self._set(derived=chosen_properties(self.derived, self.lattice, self.entry.noun))
        if (held := self.held_by) is not None and self.cells[-1] > held.cells:
            raise ProblemError(
                f"At most {plural(held.cells, 'cell')} fit into {held}: choose sizes of up to "
                f"{held.cells}."
            )

    @property
    def is_constructed(self) -> bool:
        """Whether only shapes with symmetries are listed: they are constructed from orbits."""
        return self._is_symmetric_on(self.lattice)

    @property
    def held_by(self) -> Box | None:
        """The box that shapes are to fit into, or to fill."""
        sides = self.within if self.box is None else self.box
        return None if sides is None else Box(sides, exact=self.box is not None)

    @property
    def is_conditional(self) -> bool:
        """Whether only some of the shapes of a size are listed."""
        return any(getattr(self, name) is not None for name in CONDITIONS)
