"""The symmetries of a covering problem, on any lattice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from enumino.families.coverings.parameters import UpTo
from enumino.families.coverings.symmetry_breaking import Case, by_action, cases
from enumino.objects.board import Board
from enumino.objects.lattice import Lattice

AnyBoard = TypeVar("AnyBoard", bound=Board, covariant=True)


class Symmetries(Generic[AnyBoard]):
    """The symmetries of a covering problem, and the cases of a search up to them.

    A search `up_to` them keeps one covering of each class. All images of the lattice count by
    default.
    """

    def __init__(self, board: AnyBoard, up_to: bool, counting: Sequence[int] | None = None) -> None:
        self.board, self.up_to = board, up_to
        self._counting = range(len(board.region.lattice.images)) if counting is None else counting

    @cached_property
    def images(self) -> dict[int, npt.NDArray[np.int32]]:
        """The images that count and map the problem to itself, with their images of the options."""
        images = ((k, self.board.image_under(k)) for k in self._counting)
        return {k: image for k, image in images if image is not None}

    def kept_apart(self, up_to: bool) -> Symmetries[AnyBoard]:
        """Return the same symmetries for a search for one covering of each class, or for all."""
        found = Symmetries(self.board, up_to, self._counting)
        found.__dict__["images"] = self.images
        return found

    @cached_property
    def cases(self) -> list[Case]:
        """The cases of a search up to symmetry."""
        return cases(self.board, self.images)

    @cached_property
    def broken(self) -> dict[int, npt.NDArray[np.int32]]:
        """The images that divide the search; none if they move no option."""
        return self.images if self.up_to and by_action(self.board, self.images)[1] else {}


def counting_images(lattice: Lattice, up_to: UpTo | None) -> Sequence[int]:
    """Return the images of a lattice that count: all of them, or its rotations.

    >>> from enumino.objects.lattices import CUBIC
    >>> [len(counting_images(CUBIC, up_to)) for up_to in (None, "symmetry", "rotations")]
    [47, 47, 23]
    """
    return lattice.rotation_images if up_to == "rotations" else range(len(lattice.images))
