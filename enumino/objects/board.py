"""Placements of pieces in a region of any lattice: the numbered options of a problem.

An *orientation* is one way a piece may lie, and has a letter; an *option* (or placement) is an
orientation at a place. Options are numbered by their first cell in reading order, then by
orientation: a tiling in ascending order of its options is a scan of the region.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from enumino.errors import ProblemError
from enumino.objects.piece import Piece
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ASCII_LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~"
)
FIRST_IDEOGRAPH = 0x4E00  # letters of orientations beyond the printable ASCII characters
MOST_LETTERS = 0xD800 - FIRST_IDEOGRAPH  # code points from there on are no characters

# The most cells of all options together: searches take up to 200 bytes for each.
MOST_CELLS = 30_000_000
MOST_AT_ONCE = 1_000_000  # of them that are looked for at once


def letter(number: int) -> str:
    """Return the letter of an orientation.

    >>> letter(0), letter(27), letter(1000)
    ('A', 'b', '凨')
    """
    if number < len(ASCII_LETTERS):
        return ASCII_LETTERS[number]
    return chr(FIRST_IDEOGRAPH + number)


AnyCell = tuple[int, ...]


@dataclass(frozen=True)
class Orientation:
    """One way a piece may lie."""

    letter: str
    piece: int  # number of the piece
    shape: Polyform
    offsets: tuple[AnyCell, ...]  # the cells relative to the first one in reading order


class Landmark(NamedTuple):
    """A piece that every tiling uses once and that no symmetry exchanges; otherwise a cell."""

    piece: int | None
    cell: int


@dataclass(frozen=True)
class Board:
    """A region, some pieces, and all placements of the pieces.

    >>> from enumino.objects.piece_lists import parse
    >>> dominoes = Board(Region.rectangle(2, 2), parse("domino"))
    >>> [(o.letter, o.offsets) for o in dominoes.orientations]
    [('A', ((0, 0), (0, 1))), ('B', ((0, 0), (1, 0)))]
    >>> len(dominoes), dominoes.cells_of(1)
    (4, [0, 2])
    """

    region: Region
    pieces: tuple[Piece, ...]  # pieces of the region's lattice
    # `rotations`, `reflections`: False to forbid them for all pieces.
    rotations: bool = True
    reflections: bool = True
    in_plane: bool = False  # whether pieces of cubes are only turned about the vertical axis

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The orientations of all pieces, in the order of the pieces; at most one a letter."""
        found: list[Orientation] = []
        for number, piece in enumerate(self.pieces):
            for image in piece.orientations(self.rotations, self.reflections, self.in_plane):
                if len(found) == MOST_LETTERS:
                    raise ProblemError(
                        f"The pieces may lie in more than {MOST_LETTERS:,} ways, and each way "
                        "takes a letter of its own: name fewer pieces."
                    )
                first = min(image.cells)
                offsets = tuple(
                    tuple([k - begin for k, begin in zip(cell, first, strict=True)])
                    for cell in sorted(image.cells)
                )
                found.append(Orientation(letter(len(found)), number, image, offsets))
        return tuple(found)

    @property
    def reusable(self) -> bool:
        """Whether all pieces may be used any number of times."""
        return not any(piece.is_bounded for piece in self.pieces)

    @property
    def area_fits(self) -> bool:
        """Whether allowed numbers of the pieces have as many cells together as the region."""
        cells, areas = len(self.region), 1  # bit n: some numbers of the pieces have n cells
        for piece in self.pieces:
            size, fewest = len(piece.shape), piece.fewest or 0
            room = cells // size
            if fewest > room:
                return False
            more = (room if piece.most is None else min(piece.most, room)) - fewest
            areas, copies = areas << size * fewest, 1
            while more > 0:  # copies of the piece: 1, 2, 4 ... at a time, and the rest
                copies = min(copies, more)
                areas |= areas << size * copies
                more, copies = more - copies, 2 * copies
            areas &= (1 << cells + 1) - 1
        return areas >> cells == 1

    @property
    def shapes(self) -> dict[str, tuple[str, tuple[Any, ...]]]:
        """The name and the offsets of each letter, for reading layouts."""
        return {o.letter: (self.pieces[o.piece].name, o.offsets) for o in self.orientations}

    def __len__(self) -> int:
        """Return the number of options."""
        return len(self._table[0]) - 1

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """int64[m + 1]: the cells of option i are ``members[starts[i]:starts[i + 1]]``."""
        return self._table[0]

    @property
    def members(self) -> npt.NDArray[np.int32]:
        """int32[...]: cells of the options by their numbers in the region, ascending."""
        return self._table[1]

    @property
    def orientation(self) -> npt.NDArray[np.int32]:
        """int32[m]: the orientation of each option."""
        return self._table[2]

    @cached_property
    def piece(self) -> npt.NDArray[np.int32]:
        """int32[m]: the piece of each option."""
        import numpy as np

        return np.array([o.piece for o in self.orientations], np.int32)[self.orientation]

    @cached_property
    def first(self) -> npt.NDArray[np.int64]:
        """int64[m]: the first cell of each option."""
        import numpy as np

        return self.members[self.starts[:-1]].astype(np.int64)

    def cells_of(self, option: int) -> list[int]:
        """Return the cells of an option, by their numbers in the region."""
        cells: list[int] = self.members[self.starts[option] : self.starts[option + 1]].tolist()
        return cells

    def check_size(self) -> None:
        """Raise a ProblemError if the cells of all options would not fit into memory."""
        frame, sublattices = self.region.box, self.region.lattice.sublattices
        strides = (*[1] * (len(frame) - 1), sublattices)
        cells = 0
        for orientation in self.orientations:
            sizes = zip(frame, orientation.shape.box, strides, strict=True)
            places = prod(max(0, (room - own) // stride + 1) for room, own, stride in sizes)
            cells += places * len(orientation.offsets)
        if cells > MOST_CELLS:
            raise ProblemError(
                f"All placements of the pieces in {self.region.name} cover {cells:,} cells "
                f"together, more than the {MOST_CELLS:,} that fit into memory: take a smaller "
                "region, or fewer pieces."
            )

    @cached_property
    def _table(
        self,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        import numpy as np

        self.check_size()
        cells, numbers = self._placed
        first = np.concatenate([covered[:, 0] for covered in cells])
        orientation = np.concatenate(numbers)
        order = np.lexsort((orientation, first))
        size_of = np.array([len(o.offsets) for o in self.orientations], np.int64)
        sizes = size_of[orientation[order]]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        members = np.empty(int(starts[-1]), np.int32)
        at = np.empty(len(order), np.int64)
        at[order] = starts[:-1]
        begin = 0
        for covered in cells:
            where = at[begin : begin + len(covered)]
            members[where[:, None] + np.arange(covered.shape[1])] = covered
            begin += len(covered)
        return starts, members, orientation[order]

    @property
    def _placed(self) -> tuple[list[npt.NDArray[np.int32]], list[npt.NDArray[np.int32]]]:
        """The cells of all placements and their orientations, by the number of cells.

        Shapes move by whole unit cells, of as many columns as the lattice has kinds of cells.
        """
        import numpy as np

        frame, kinds = self.region.box, self.region.lattice.sublattices
        # Behind each axis as many cells outside: no shape that fits into the frame reaches beyond.
        margins = [(0, size) for size in frame]
        numbers = np.pad(self.region.numbers.astype(np.int32), margins, constant_values=-1)
        by_size: dict[int, list[int]] = {}
        for number, o in enumerate(self.orientations):
            if all(own <= room for own, room in zip(o.shape.box, frame, strict=True)):
                by_size.setdefault(len(o.offsets), []).append(number)
        anchors = np.flatnonzero(numbers >= 0).astype(np.int32)
        strides = np.array(numbers.strides, np.int32) // numbers.itemsize
        groups: list[list[int]] = []
        for size, these in by_size.items():
            at_once = max(1, MOST_AT_ONCE // max(1, anchors.size * size))
            groups += [these[i : i + at_once] for i in range(0, len(these), at_once)]
        cells, ways = [np.empty((0, 1), np.int32)], [np.empty(0, np.int32)]
        for group in groups:
            laid = [self.orientations[i] for i in group]
            offsets = np.array([o.offsets for o in laid], np.int32) @ strides
            covered = numbers.ravel()[anchors[:, None, None] + offsets]
            inside = (covered >= 0).all(axis=2)
            if kinds > 1:
                columns = anchors[:, None] % numbers.shape[-1]
                inside &= (columns - [min(o.shape.cells)[-1] for o in laid]) % kinds == 0
            cells.append(covered[inside])
            ways.append(np.array(group, np.int32)[np.nonzero(inside)[1]])
        return cells, ways

    def image_under(self, k: int) -> npt.NDArray[np.int32] | None:
        """Return the option that each option becomes under image k of the lattice.

        The result is None unless the image maps the region to itself and the pieces to pieces of
        equal use.
        """
        import numpy as np

        cells = self.region.images[k]
        becomes = self._orientations_under(k) if cells[0] >= 0 else None
        if becomes is None:
            return None
        if not len(self):
            return np.empty(0, np.int32)
        first = np.minimum.reduceat(cells[self.members], self.starts[:-1])
        key = first * len(self.orientations) + np.array(becomes)[self.orientation]
        own: npt.NDArray[np.int64] = (
            self.first * len(self.orientations) + self.orientation
        )  # ascending
        found: npt.NDArray[np.int32] = np.searchsorted(own, key).astype(np.int32)
        return found

    def option_images(self, by_rotations: bool = False) -> dict[int, npt.NDArray[np.int32]]:
        """Return `image_under` of the images that map the problem to itself, by their numbers.

        All images of the lattice count, or only its rotations.
        """
        lattice = self.region.lattice
        counting = lattice.rotation_images if by_rotations else range(len(lattice.images))
        images = ((k, self.image_under(k)) for k in counting)
        return {k: image for k, image in images if image is not None}

    def landmark(self, images: Mapping[int, npt.NDArray[np.int32]]) -> Landmark:
        """Return the piece or cell that decides which image of a tiling represents its class.

        The representative is the image with the smallest option of that piece, or on that cell;
        among several, the image with the smallest ascending list of options. The piece or cell
        is the one with the fewest options.

        The symmetries are results of `image_under`, without the identity.
        """
        import numpy as np

        own = [
            i
            for i, piece in enumerate(self.pieces)
            if (piece.fewest, piece.most) == (1, 1)
            and all((self.piece[image[self.piece == i]] == i).all() for image in images.values())
        ]
        options = np.bincount(self.piece, minlength=len(self.pieces))
        covering = np.bincount(self.members, minlength=len(self.region))
        fewest = min(own, key=lambda i: (options[i], i), default=None)
        return Landmark(fewest, int(covering.argmin()))

    def _orientations_under(self, k: int) -> list[int] | None:
        """Return the image of each orientation under image k, None if one has no image.

        A piece becomes one of equal use whose orientations are the images of its own. Of several
        such pieces the first becomes the first, and so on: each becomes itself if the image keeps
        their orientations.
        """
        by = self.region.lattice.images[k]
        turned = [each.shape.moved(by) for each in self.orientations]
        number, own = self._number_of, [o.piece for o in self.orientations]
        itself = [number[key] for key in zip(own, turned, strict=True) if key in number]
        if len(itself) == len(turned):
            return itself
        shapes: list[set[Polyform]] = [set() for _ in self.pieces]
        image_shapes: list[set[Polyform]] = [set() for _ in self.pieces]
        for orientation, image in zip(self.orientations, turned, strict=True):
            shapes[orientation.piece].add(orientation.shape)
            image_shapes[orientation.piece].add(image)
        before, after = self._alike(image_shapes), self._alike(shapes)
        becomes: dict[int, int] = {}
        for kind, pieces in before.items():
            if len(after.get(kind, [])) != len(pieces):
                return None
            becomes |= zip(pieces, after[kind], strict=True)
        return [
            number[becomes[orientation.piece], image]
            for orientation, image in zip(self.orientations, turned, strict=True)
        ]

    @cached_property
    def _number_of(self) -> dict[tuple[int, Polyform], int]:
        """The number of each orientation, by its piece and its shape."""
        return {(o.piece, o.shape): i for i, o in enumerate(self.orientations)}

    def _alike(self, shapes: Sequence[set[Polyform]]) -> dict[object, list[int]]:
        """Return the pieces by their given shapes and their use."""
        found: dict[object, list[int]] = {}
        for number, (piece, own) in enumerate(zip(self.pieces, shapes, strict=True)):
            found.setdefault((frozenset(own), piece.fewest or 0, piece.most), []).append(number)
        return found
