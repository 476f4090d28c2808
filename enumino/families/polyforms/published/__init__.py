"""Published numbers of the polyforms of each lattice; terms are in a folder for each family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from enumino.objects.point_group import Kind, SubgroupClass
from enumino.published import Published, terms

PACKAGE = __name__


@dataclass(frozen=True)
class Sequences:
    """A-numbers of sequences about the polyforms of a lattice, by number of cells."""

    folder: str  # that has their terms
    kinds: Mapping[Kind, str]
    achiral: str | None = None  # of free ones that are their own mirror images
    with_holes: str | None = None  # of free ones
    classes: Mapping[str, str] = field(default_factory=dict)  # of free ones
    without_holes: Sequences | None = None

    def of_kind(self, cells: int, kind: Kind) -> Published:
        """Return the published number of a kind."""
        return self.term(self.kinds[kind], cells)

    def of_class(self, cells: int, kind: Kind, symmetry: SubgroupClass) -> Published | None:
        """Return the published number of a symmetry class, or None if there is no sequence.

        A free one stands for two one-sided ones if it is chiral, and for its images.
        """
        oeis = self.classes.get(symmetry.name)
        if oeis is None:
            return None
        factor, (_, value) = symmetry.per_free(kind), self.term(oeis, cells)
        label = oeis if factor == 1 else f"{factor}*{oeis}"
        return Published(label, None if value is None else factor * value)

    def term(self, oeis: str, cells: int) -> Published:
        """Return a term of a sequence."""
        return Published(oeis, terms(PACKAGE, self.folder).get(oeis, {}).get(cells))
