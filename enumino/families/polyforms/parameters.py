"""The parameters of polyforms: see `enumino.parameters`."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enumino.arguments import consecutive, names_among
from enumino.errors import ProblemError
from enumino.families.polyforms.families import ON_LATTICES, PolyformFamily, family_named, family_on
from enumino.objects.box import Box, box_sides
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_files.definition import Definition, read, shipped_names
from enumino.objects.point_group import Kind
from enumino.parameters import Names, Parameters, Sizes, checked_condition, option, sizes_text
from enumino.words import plural

# For type checkers, the types that the constructor accepts; at run time, the types in JSON.
if TYPE_CHECKING:
    Sides = str | Iterable[int] | None
else:
    Sides = str | None

CONDITIONS = ("within", "box", "symmetry", "only")  # fields that keep only some of the shapes


@dataclass(frozen=True)
class PolyformParameters(Parameters):
    """The parameters of polyforms, on any lattice."""

    cells: Sizes = option("--cells N|A-B", "Sizes, such as 8 or 1-10.")
    kind: Kind = option(
        "--kind",
        "Shapes are equal up to translation (fixed), plus rotation (one-sided), plus reflection "
        "(free).",
        "free",
    )
    within: Sides = option(
        "--within HxW", "Keep only shapes that fit into this box, such as 3x5.", None
    )
    box: Sides = option("--box HxW", "Keep only shapes with exactly this bounding box.", None)
    symmetry: Names = option(
        "--symmetry CLASS,...",
        "Keep only shapes of these symmetry classes, such as all,axis2 (squares) or G,EE (cubes).",
        None,
    )
    only: str | None = option(
        "--only CONDITION",
        "Keep only shapes that meet a condition, such as tree or 'holes >= 3'.",
        None,
    )
    derived: Names = option(
        "--columns NAME,...",
        "Store these properties as further columns, such as tree,convex.",
        None,
    )

    def __post_init__(self) -> None:
        noun, lattice = self.entry.noun, self.on
        self.entry.check_kind(self.kind)
        self._set(cells=sizes_text(self.cells))
        if self.within is not None and self.box is not None:
            raise ProblemError("--within and --box exclude each other: choose one.")
        for name in ("within", "box"):
            if (sides := box_sides(getattr(self, name), lattice, noun)) is not None:
                self._set(**{name: "x".join(map(str, sides))})
        self._set(only=checked_condition(self.only))
        if self.symmetry is not None:
            none = f"{noun.capitalize()} have no symmetry class"
            # An empty list must fail as an empty text does, not ask for no class at all.
            asked = names_among(self.symmetry or [""], lattice.class_names, none)
            self._set(symmetry=",".join(sorted(asked, key=lattice.class_names.index)))
        if self.only is not None or self.derived is not None:
            from enumino.families.polyforms.properties import properties_of, refuse_positions

            refuse_positions(f"{self.only} {self.derived}", self.kind)
        if self.derived is not None:
            known = [each.name for each in properties_of(lattice, self.kind)]
            none = f"{noun.capitalize()} have no property"
            self._set(derived=",".join(names_among(self.derived, known, none)) or None)
        if (box := self.required_box) is not None and self.sizes[-1] > box.cells:
            raise ProblemError(
                f"At most {plural(box.cells, 'cell')} fit into {box}: choose sizes of up "
                f"to {box.cells}."
            )

    @property
    def entry(self) -> PolyformFamily:
        """The family of the polyforms of the lattice."""
        return family_named(self.family)

    @property
    def on(self) -> Lattice:
        """The lattice of the shapes."""
        return self.entry.lattice

    @cached_property
    def sizes(self) -> range:
        """The numbers of cells."""
        return consecutive(self.cells)

    @property
    def classes(self) -> tuple[str, ...] | None:
        """The symmetry classes of the shapes, or None for all classes."""
        return None if self.symmetry is None else tuple(str(self.symmetry).split(","))

    @property
    def stored(self) -> tuple[str, ...]:
        """The properties that are stored as columns."""
        return tuple(str(self.derived).split(",")) if self.derived else ()

    @property
    def only_symmetric(self) -> bool:
        """Whether every shape is symmetric: a faster search then builds shapes from orbits."""
        named = self.on.class_named
        return self.classes is not None and all(named(name).order > 1 for name in self.classes)

    @property
    def required_box(self) -> Box | None:
        """The box that shapes must fit into (`within`) or have as bounding box (`box`), or None."""
        sides = self.within if self.box is None else self.box
        found = box_sides(sides, self.on, self.entry.noun)
        return None if found is None else Box(found, exact=self.box is not None)

    @property
    def is_conditional(self) -> bool:
        """Whether only some of the shapes of a size are listed."""
        return any(getattr(self, name) is not None for name in CONDITIONS)


# As for `Sides`.
if TYPE_CHECKING:
    FromFile = str | Path | Lattice | Definition | None
else:
    FromFile = Definition | None


@dataclass(frozen=True)
class LatticeParameters(PolyformParameters):
    """The parameters of polyforms on a lattice from a file."""

    family = ON_LATTICES.name

    lattice: FromFile = option(
        "--lattice FILE",
        "A lattice file in TOML, or a lattice that comes with enumino, such as kite.",
        None,
    )

    def __post_init__(self) -> None:
        given: Any = self.lattice
        if given is None:
            raise ProblemError(
                f"Polyforms need a lattice: name a file, or one of {', '.join(shipped_names())}."
            )
        if isinstance(given, Lattice) and given.definition is None:
            raise ProblemError(
                f"The {given.name} lattice has a family of its own: use that family, or give a "
                "lattice from a file."
            )
        if isinstance(given, str | Path):
            given = read(given)
        self._set(lattice=given.definition if isinstance(given, Lattice) else given)
        super().__post_init__()

    @property
    def entry(self) -> PolyformFamily:
        """The family of the polyforms of the lattice."""
        definition: Any = self.lattice
        return family_on(definition)
