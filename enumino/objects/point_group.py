"""Point groups as values: their elements, their subgroups, and the symmetry classes of objects.

The point group of a lattice consists of its symmetries that fix one of its centres; turns and a
mirror generate it. Everything else is computed from these: the order of the images, the subgroups,
their classes up to conjugation, and the number of images of an object of each class. The class of
an object is that of the subgroup that keeps it, up to translation.

The module is plain Python; NumPy is imported only where an array is requested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from enumino.errors import ProblemError
from enumino.objects.isometry import Isometry, generated, subgroups
from enumino.words import quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Kind = Literal["fixed", "one-sided", "free"]
KINDS: tuple[Kind, ...] = ("fixed", "one-sided", "free")  # in the order of the kernels' codes


def images_in(subgroup: int) -> tuple[int, ...]:
    """Return the images in a subgroup, whose bit k is for image k.

    >>> images_in(0b101)
    (0, 2)
    """
    return tuple(k for k in range(subgroup.bit_length()) if subgroup >> k & 1)


@dataclass(frozen=True)
class SubgroupClass:
    """A class of conjugate subgroups of a point group, and facts about objects that they keep."""

    name: str
    # Each by the images in it: bit k for image k. They are ascending.
    subgroups: tuple[int, ...]
    order: int  # symmetries in each of them, the identity included
    chiral: bool  # whether they are rotations only, so that objects differ from their mirror images
    # `one_sided`, `free`: different images of an object under all rotations, and under the whole
    # point group.
    one_sided: int
    free: int

    def orbit(self, kind: Kind) -> int:
        """Return the number of fixed objects per object of a kind."""
        return {"fixed": 1, "one-sided": self.one_sided, "free": self.free}[kind]

    def per_free(self, kind: Kind) -> int:
        """Return the number of objects of a kind per free object of this class."""
        return self.free // self.orbit(kind)


@dataclass(frozen=True, kw_only=True)
class PointGroup:
    """The symmetries of a lattice about one of its centres."""

    turns: tuple[Isometry, ...]  # rotations that generate all others
    # A reflection; with the turns it generates the group. Without one there are only rotations.
    mirror: Isometry | None
    # Names of the symmetry classes in the order of `classes`.
    class_names: tuple[str, ...]

    @property
    def mirrors(self) -> tuple[Isometry, ...]:
        """The mirror, or nothing if there is none."""
        return () if self.mirror is None else (self.mirror,)

    @cached_property
    def elements(self) -> tuple[Isometry, ...]:
        """The group: the identity, then the images."""
        return (Isometry.identity(len(self.turns[0].sources)), *self.images)

    @cached_property
    def images(self) -> tuple[Isometry, ...]:
        """The group without the identity, in the order of the numbers of the images.

        They are ordered by where coordinates come from, then by signs, larger ones first.
        """

        def place(image: Isometry) -> tuple[tuple[int, ...], tuple[int, ...]]:
            return image.sources, tuple(-sign for sign in image.signs)

        _, *images = generated([*self.turns, *self.mirrors])
        return tuple(sorted(images, key=place))

    @cached_property
    def rotations(self) -> tuple[Isometry, ...]:
        """The identity and the products of the turns; the powers of a single turn in order."""
        return generated(self.turns)

    @cached_property
    def reflections(self) -> tuple[Isometry, ...]:
        """The elements that are not rotations, in the order of the images."""
        rotations = set(self.rotations)
        return tuple(image for image in self.images if image not in rotations)

    @cached_property
    def rotation_images(self) -> tuple[int, ...]:
        """The numbers of the images that are rotations."""
        rotations = set(self.rotations)
        return tuple(k for k, image in enumerate(self.images) if image in rotations)

    @cached_property
    def classes(self) -> tuple[SubgroupClass, ...]:
        """The subgroups up to conjugation, in the order of their codes.

        First those without reflections, then those with reflections of the mirror's own class,
        then those with others, then those with both; each of these by their order, and then by the
        kinds of their elements.
        """
        return tuple(
            self._class(name, conjugate)
            for name, conjugate in zip(self.class_names, self.conjugacy_classes, strict=True)
        )

    @cached_property
    def conjugacy_classes(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """The classes of subgroups in the order of `classes`, each as the numbers of elements."""
        kind_of, rotations = self._kinds, self._rotation_numbers
        mirror = -1 if self.mirror is None else kind_of[self.elements.index(self.mirror)]

        def place(subgroup: frozenset[int]) -> tuple[int, int, list[int]]:
            improper = {kind_of[k] for k in subgroup - rotations}
            found = (mirror in improper) + 2 * bool(improper - {mirror})
            return found, len(subgroup), sorted(kind_of[k] for k in subgroup)

        rest = set(subgroups(self.elements))
        found: list[tuple[tuple[int, int, list[int]], tuple[frozenset[int], ...]]] = []
        while rest:
            subgroup = next(iter(rest))
            conjugate = {frozenset(by[k] for k in subgroup) for by in self._conjugates}
            found.append((place(subgroup), tuple(conjugate)))
            rest -= conjugate
        found.sort(key=lambda each: each[0])
        return tuple(conjugate for _, conjugate in found)

    @property
    def plain_class_names(self) -> tuple[str, ...]:
        """Names of classes of the plane: Cn and Dn, with letters where several have the same.

        >>> from enumino.objects.lattice import SQUARE
        >>> SQUARE.plain_class_names
        ('C1', 'C2', 'C4', 'D1a', 'D2a', 'D1b', 'D2b', 'D4')
        """
        symbols = []
        for conjugate in self.conjugacy_classes:
            order, turns = len(conjugate[0]), len(conjugate[0] & self._rotation_numbers)
            symbols.append(f"C{order}" if turns == order else f"D{turns}")
        times = Counter(symbols)
        letters = {symbol: iter("abcdefghijklmnopqrstuvwxyz") for symbol in times}
        return tuple([s + next(letters[s]) if times[s] > 1 else s for s in symbols])

    @property
    def _rotation_numbers(self) -> frozenset[int]:
        """The elements that are rotations, by number."""
        return frozenset(self.elements.index(one) for one in self.rotations)

    @cached_property
    def _conjugates(self) -> list[list[int]]:
        """The conjugates of each element by every element, by numbers."""
        number = {element: k for k, element in enumerate(self.elements)}
        return [[number[one.conjugate(by)] for one in self.elements] for by in self.elements]

    @cached_property
    def _kinds(self) -> list[int]:
        """The first element conjugate to each element."""
        return [min(by[k] for by in self._conjugates) for k in range(len(self.elements))]

    def _class(self, name: str, conjugate: tuple[frozenset[int], ...]) -> SubgroupClass:
        rotations = self._rotation_numbers
        order, turns = len(conjugate[0]), len(conjugate[0] & rotations)
        return SubgroupClass(
            name,
            tuple(sorted(sum(1 << k >> 1 for k in subgroup) for subgroup in conjugate)),
            order=order,
            chiral=turns == order,
            one_sided=len(rotations) // turns,
            free=len(self.elements) // order,
        )

    @cached_property
    def code_of(self) -> dict[int, int]:
        """The number of the class of each subgroup, by the images in it, as bits."""
        found = {bits: code for code, each in enumerate(self.classes) for bits in each.subgroups}
        return dict(sorted(found.items()))

    @cached_property
    def class_codes(self) -> npt.NDArray[np.int8]:
        """Class numbers by the set of images that keep an object: int8[2 ** number of images].

        For groups of the plane; `code_of` is for any. Bit k of an index is set for image k. The
        entry is -1 where the images, with the identity, are not a group, so that no object is kept
        by exactly these.
        """
        import numpy as np

        codes = np.full(1 << len(self.images), -1, np.int8)
        codes[list(self.code_of)] = list(self.code_of.values())
        codes.flags.writeable = False
        return codes

    def class_of(self, kept_by: Iterable[bool]) -> SubgroupClass:
        """Return the class of objects that some images, in their order, keep, and others do not."""
        numbered = zip(range(len(self.images)), kept_by, strict=True)
        kept = [k for k, image_is_same in numbered if image_is_same]
        code = self.code_of.get(sum(1 << k for k in kept))
        if code is None:
            raise ValueError(
                f"nothing is kept by the images {kept} of {len(self.images)}, and by no others: "
                "with the identity they are no group."
            )
        return self.classes[code]

    def class_named(self, name: str) -> SubgroupClass:
        """Return the class of a name."""
        return self.classes[self.class_names.index(name)]

    def classes_named(self, given: str | Iterable[str], nouns: str) -> tuple[str, ...]:
        """Return names of classes, each once and in the order of the group."""
        names = given.split(",") if isinstance(given, str) else list(given)
        asked = [name.strip() if isinstance(name, str) else name for name in names]
        known = list(map(str, self.class_names))
        for name in asked:
            if name not in known:
                raise ProblemError(
                    f"{nouns.capitalize()} have no symmetry class {quoted(name)}: choose from "
                    f"{', '.join(known)}."
                )
        if not asked:
            raise ProblemError(f"No symmetry class is given: choose from {', '.join(known)}.")
        return tuple(name for name in known if name in asked)

    def conjugate(self, subgroup: int, by: int) -> int:
        """Return the conjugate of a subgroup by an image; subgroups are given by their images.

        >>> from enumino.objects.lattice import SQUARE
        >>> SQUARE.conjugate(0b0000001, by=3)  # left-right becomes up-down under the transposition
        2
        """
        conjugates = self._conjugates[by + 1]
        return sum(1 << conjugates[k + 1] - 1 for k in images_in(subgroup))

    def classes_within(self, whole: SubgroupClass) -> tuple[SubgroupClass, ...]:
        """Return the classes that parts of a whole of a class can have: those of its subgroups."""
        bits = whole.subgroups[0]
        return tuple(
            each for each in self.classes if any(part & bits == part for part in each.subgroups)
        )
