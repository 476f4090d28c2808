"""Placements of pieces in a region of any lattice: the numbered options of a problem.

An *orientation* of a piece has a letter; an *option* (or placement) is an orientation at a place.
Options are numbered by their first cell in reading order, then by orientation, so that the options
of a tiling in ascending order scan the region.

A cell that may stay empty has an option that covers the cell alone. Its piece is the last, is named
``empty``, has the letter ``.``, and fits nowhere else. It is used a fixed number of times if the
other pieces are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, prod
from operator import mul, sub
from typing import TYPE_CHECKING, Any

from enumino.errors import ProblemError
from enumino.objects.lattice import Cell
from enumino.objects.piece import Piece, Way, moved_way
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region, colour_codes
from enumino.objects.text_drawings import format_of
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.arrays import I32, I64
    from enumino.objects.point_group import Isometry
    from enumino.objects.separate_boards import Image

ASCII_LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-/:;<=>?@[]^_{|}~"
)
EMPTY, EMPTY_LETTER = "empty", "."  # piece and letter of cells that stay empty
FIRST_IDEOGRAPH = 0x4E00  # letters of orientations beyond the printable ASCII characters
MOST_LETTERS = 0xD800 - FIRST_IDEOGRAPH  # code points from 0xD800 are not characters

# The most cells of all options together; searches take up to 200 bytes per cell.
MOST_CELLS = 30_000_000


def letter(number: int) -> str:
    """Return the letter of an orientation."""
    if number < len(ASCII_LETTERS):
        return ASCII_LETTERS[number]
    return chr(FIRST_IDEOGRAPH + number)


@dataclass(frozen=True)
class Orientation:
    """A piece, rotated or reflected."""

    letter: str
    piece: int  # number of the piece
    shape: Polyform
    offsets: tuple[Cell, ...]  # the cells relative to the first cell in reading order
    colours: str  # of the cells, as in `Piece.colours`


@dataclass(frozen=True)
class Board:
    """A region, some pieces, and all placements of the pieces."""

    region: Region
    pieces: tuple[Piece, ...]  # of the region's lattice; the piece of empty cells is last

    def __post_init__(self) -> None:
        if self.region.optional:
            cell = Polyform([(0,) * len(self.region.box)], self.region.lattice)
            used = sum(len(piece.shape) * (piece.fewest or 0) for piece in self.pieces)
            left = len(self.region) - used
            is_fixed = all((piece.fewest or 0) == piece.most for piece in self.pieces)
            is_fixed = is_fixed and 0 <= left <= len(self.region.optional)
            bounds = (left, left) if is_fixed else (0, None)
            object.__setattr__(self, "pieces", (*self.pieces, Piece(EMPTY, cell, *bounds)))

    @property
    def placed(self) -> tuple[Piece, ...]:
        """The pieces without the piece of empty cells."""
        return self.pieces[:-1] if self.region.optional else self.pieces

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The orientations of all pieces, in the order of the pieces."""
        found: list[Orientation] = []
        for number, piece in enumerate(self.placed):
            for image, colours in piece.ways():
                if len(found) == MOST_LETTERS:
                    raise ProblemError(
                        f"The pieces have more than {MOST_LETTERS:,} orientations, and each needs "
                        "a letter: name fewer pieces."
                    )
                offsets = tuple([tuple(map(sub, cell, image.cells[0])) for cell in image.cells])
                found.append(Orientation(letter(len(found)), number, image, offsets, colours))
        if self.region.optional:
            (cell,) = (origin := self.pieces[-1].shape).cells
            found.append(Orientation(EMPTY_LETTER, len(self.placed), origin, (cell,), ""))
        return tuple(found)

    @property
    def reusable(self) -> bool:
        """Whether every piece may be used any number of times."""
        return not any(piece.is_bounded for piece in self.pieces)

    @property
    def misfit(self) -> str:
        """A sentence that says why areas cannot add up; empty if they can."""
        if self.area_fits():
            return ""
        sizes = [len(piece.shape) for piece in self.placed]
        bounds = [(p.fewest or 0, inf if p.most is None else p.most) for p in self.placed]
        fewest, most = (sum(map(mul, sizes, column)) for column in zip(*bounds, strict=True))
        room, region = len(self.region), plural(len(self.region), "cell")
        marks = " or ".join(format_of(self.region.lattice).optional)
        if fewest > room:
            least = "" if fewest == most else "at least "
            way = "draw a larger region, or use fewer pieces"
            return f"{least}{plural(fewest, 'cell')} of pieces, {region} of the region: {way}."
        way = f"mark cells that may stay empty with {marks}"
        if most < room - len(self.region.optional):
            least = "" if fewest == most else "at most "
            return f"{least}{plural(int(most), 'cell')} of pieces, {region} of the region: {way}."
        return f"no choice of the pieces has {region}, as many as the region: {way}."

    def area_fits(self, unused: int | None = None) -> bool:
        """Return whether allowed numbers of pieces can have as many cells as the region.

        The piece with the number `unused` is not used.
        """
        cells, areas = len(self.region), 1  # bit n: some numbers of the pieces have n cells
        placed = len(self.placed)
        for number, piece in enumerate(self.pieces):
            if number == unused:
                continue
            size, fewest = len(piece.shape), piece.fewest or 0
            room = cells // size if number < placed else len(self.region.optional)
            if fewest > room:
                return False
            more = (room if piece.most is None else min(piece.most, room)) - fewest
            areas, copies = areas << size * fewest, 1
            while more > 0:  # add 1, 2, 4 ... copies of the piece, and the rest
                copies = min(copies, more)
                areas |= areas << size * copies
                more, copies = more - copies, 2 * copies
            areas &= (1 << cells + 1) - 1
        return areas >> cells == 1

    @cached_property
    def uses(self) -> I64:
        """int64[2, p]: the fewest uses of each piece, and the most in the area left over."""
        import numpy as np

        cells, sizes = len(self.region), np.array([len(piece.shape) for piece in self.pieces])
        fewest = np.array([min(piece.fewest or 0, cells + 1) for piece in self.pieces], np.int64)
        most = fewest + max(cells - int(fewest @ sizes), 0) // sizes
        limits = [cells if piece.most is None else min(piece.most, cells) for piece in self.pieces]
        return np.stack([fewest, np.minimum(most, limits)])

    @property
    def shapes(self) -> dict[str, tuple[str, tuple[Any, ...]]]:
        """The name and offsets of the orientation with each letter, for reading layouts."""
        return {
            o.letter: (self.pieces[o.piece].name, o.offsets)
            for o in self.orientations
            if o.letter != EMPTY_LETTER
        }

    def __len__(self) -> int:
        """Return the number of options."""
        return len(self._table[0]) - 1

    @property
    def starts(self) -> I64:
        """int64[m + 1]: the cells of option i are ``members[starts[i]:starts[i + 1]]``."""
        return self._table[0]

    @property
    def members(self) -> I32:
        """int32[...]: the ascending cell numbers of each option."""
        return self._table[1]

    @property
    def orientation(self) -> I32:
        """int32[m]: the orientation of each option."""
        return self._table[2]

    @cached_property
    def piece(self) -> I32:
        """int32[m]: the piece of each option."""
        import numpy as np

        return np.array([o.piece for o in self.orientations], np.int32)[self.orientation]

    @cached_property
    def first(self) -> I64:
        """int64[m]: the first cell of each option."""
        import numpy as np

        return self.members[self.starts[:-1]].astype(np.int64)

    def cells_of(self, option: int) -> list[int]:
        """Return the cell numbers of an option."""
        return self.members[self.starts[option] : self.starts[option + 1]].tolist()

    def check_size(self) -> None:
        """Reject boards whose options would not fit into memory."""
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
    def _table(self) -> tuple[I64, I32, I32]:
        """Starts, members and orientations of the options."""
        import numpy as np

        self.check_size()
        sublattices = self.region.lattice.sublattices
        # Padding that is as large as the box: no shape that fits into the box reaches beyond it.
        frame = self.region.box
        numbers = np.pad(self.region.numbers, [(0, size) for size in frame], constant_values=-1)
        strides = np.array(numbers.strides) // numbers.itemsize
        anchors = np.flatnonzero(numbers >= 0)
        columns = anchors % numbers.shape[-1] % sublattices
        numbers = numbers.ravel().astype(np.int32)
        cells, ways, sizes = [np.empty(0, np.int32)], [np.empty(0, np.int32)], [0]
        for number, each in enumerate(self.orientations):
            if any(own > room for own, room in zip(each.shape.box, frame, strict=True)):
                continue
            begins = anchors[columns == each.shape.cells[0][-1] % sublattices]
            if each.letter == EMPTY_LETTER:
                begins = anchors[self.region.may_stay_empty]
            covered = numbers[begins[:, None] + np.array(each.offsets) @ strides]
            covered = covered[(covered >= 0).all(axis=1)]
            if each.colours and self.region.colours:  # a cell without a colour takes any
                own, theirs = colour_codes(each.colours), self.region.colour_codes[covered]
                covered = covered[((own == theirs) | (own == 0) | (theirs == 0)).all(axis=1)]
            cells.append(covered.ravel())
            ways.append(np.full(len(covered), number, np.int32))
            sizes += [covered.shape[1]] * len(covered)
        members, orientation = np.concatenate(cells), np.concatenate(ways)
        ends = np.cumsum(sizes)
        order = np.lexsort((orientation, members[ends[:-1]]))
        lengths = np.array(sizes[1:], np.int64)[order]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        places = np.arange(len(members)) + np.repeat(ends[:-1][order] - starts[:-1], lengths)
        return starts, members[places], orientation[order]

    def image_under(self, k: int) -> I32 | None:
        """Return the image of each option under image k, or None if the board changes."""
        import numpy as np

        cells, element = self.region.images[k], self.region.lattice.images[k]
        becomes = self.orientations_under(element) if cells[0] >= 0 else None
        if becomes is None:
            return None
        return self.options_at(cells, np.array(becomes)[self.orientation])

    def options_at(self, cells: I64, orientations: I64) -> I32:
        """Return the images of options, from the images of cells and their new orientations."""
        import numpy as np

        if not len(self):
            return np.empty(0, np.int32)
        first = np.minimum.reduceat(cells[self.members], self.starts[:-1])
        key = first * len(self.orientations) + orientations
        ascending = self.first * len(self.orientations) + self.orientation
        return np.searchsorted(ascending, key).astype(np.int32)

    def option_images(self, by_rotations: bool = False, of_parts: bool = False) -> dict[int, I32]:
        """Return `image_under` for the images, or rotations, that map the problem to itself.

        The images `of_parts` move parts of the region separately and have the next numbers. If
        reflections leave a flat region alone, so that several images of the lattice move all cells
        alike, as many images of parts do.
        """
        lattice, images = self.region.lattice, self.region.images
        moves = lattice.elements_of("one-sided" if by_rotations else "free")
        some = [k for k, image in enumerate(lattice.images) if image in moves]
        found = {k: image for k in some if (image := self.image_under(k)) is not None}
        whole = {images[k].tobytes() for k in found}
        parts = self._of_parts if of_parts else []
        if parts:
            alone = (images[list(found)] == range(images.shape[1])).all(axis=1)
            parts = parts * (1 + int(alone.sum()))
        for k, (cells, options, is_rotation) in enumerate(parts):
            if (is_rotation or not by_rotations) and cells.tobytes() not in whole:
                found[len(images) + k] = options
        return found

    def cells_under(self, k: int) -> I64:
        """Return the image of each cell under an image that `option_images` numbers."""
        of_lattice = len(self.region.images)
        if k < of_lattice:
            return self.region.images[k]
        return self._of_parts[(k - of_lattice) % len(self._of_parts)].cells

    @cached_property
    def _of_parts(self) -> list[Image]:
        """The images that move the parts of the region separately."""
        from enumino.objects.separate_boards import images_of_parts

        return list(images_of_parts(self))

    def decisive_piece(self, images: Mapping[int, I32]) -> int | None:
        """Return the piece with the fewest options that breaks the symmetry of tilings, or None.

        Every tiling has the piece exactly once, perhaps because the other pieces have too few cells
        or not the right numbers of cells; and no symmetry maps it to another piece. The symmetries
        are results of `image_under`, without the identity.
        """
        import numpy as np

        own = [
            i
            for i, piece in enumerate(self.pieces)
            if piece.most == 1
            and (piece.fewest == 1 or not self.area_fits(i))
            and all((self.piece[image[self.piece == i]] == i).all() for image in images.values())
        ]
        return min(own, key=lambda i: (np.count_nonzero(self.piece == i), i), default=None)

    def orientations_under(self, by: Isometry) -> list[int] | None:
        """Return the image of each orientation under a symmetry, or None if one has no image.

        The image of a piece has the images of its orientations and the same numbers of uses. If
        several pieces do, they are matched in order.
        """
        own = [(each.shape, each.colours) for each in self.orientations]
        turned = [
            way if each.letter == EMPTY_LETTER else moved_way(way, by)
            for each, way in zip(self.orientations, own, strict=True)
        ]
        alike = defaultdict[object, list[int]](list)
        for number, kind in enumerate(self._kinds(own)):
            alike[kind].append(number)
        becomes = []
        for kind in self._kinds(turned):
            if not alike[kind]:
                return None
            becomes.append(alike[kind].pop(0))
        pieces = [each.piece for each in self.orientations]
        number_of = {pair: number for number, pair in enumerate(zip(pieces, own, strict=True))}
        return [number_of[becomes[k], way] for k, way in zip(pieces, turned, strict=True)]

    def _kinds(self, ways: Sequence[Way]) -> list[object]:
        """Return the coloured orientations and the numbers of uses of each piece."""
        own: list[set[Way]] = [set() for _ in self.pieces]
        for orientation, way in zip(self.orientations, ways, strict=True):
            own[orientation.piece].add(way)
        uses = [(piece.fewest or 0, piece.most) for piece in self.pieces]
        return list(zip(map(frozenset, own), uses, strict=True))
