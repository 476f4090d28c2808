"""Symmetries of regions in several parts that move each part by itself, or exchange equal parts.

Such a symmetry moves each part by an element of the point group. All these elements take a piece to
the same piece, and no placement covers cells of two parts.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from enumino.arrays import I32, I64
from enumino.errors import ProblemError

# By the dimensions of the lattice: a search counts up to 32,768 symmetries, each as often as the
# lattice has symmetries that leave all cells alone, which are up to 8 in space and 2 in the plane.
MOST_IMAGES = {2: 16_383, 3: 4_095}
MOST_NUMBERS = 1 << 26  # of options in all images, if these are more than the images in space


class Image(NamedTuple):
    """A symmetry, as the images of all cells and of all options of a board."""

    cells: I64
    options: I32
    is_rotation: bool  # whether rotations move the parts


class _Move(NamedTuple):
    """A move that maps a part to a part."""

    to: int  # the number of the part
    cells: I64  # the images of the cells
    orientations: Sequence[int]  # the image of each orientation


def images_of_parts(board: Any) -> Iterator[Image]:
    """Yield the symmetries of a board that move its parts, each once, without the identity."""
    region = board.region
    number = {cell: k for k, cell in enumerate(region.cells)}
    found = region.lattice.components(region.cells)
    parts = [np.array(each) for each in sorted(sorted(number[c] for c in part) for part in found)]
    owner = np.empty(len(region), np.int64)
    for k, part in enumerate(parts):
        owner[part] = k
    of_option = owner[board.first]
    is_across = owner[board.members] != np.repeat(of_option, np.diff(board.starts))
    if len(parts) == 1 or is_across.any():
        return
    known = {np.arange(len(region)).tobytes()}
    in_memory = max(MOST_IMAGES[3], MOST_NUMBERS // max(1, len(board)))
    most = min(MOST_IMAGES[region.lattice.dimensions], in_memory)
    for rotations in (True, False):
        for moves in _moves(board, parts, rotations).values():
            for chosen in _permuted(moves, ()):
                image = np.empty(len(region), np.int64)
                for part, move in zip(parts, chosen, strict=True):
                    image[part] = move.cells
                if image.tobytes() in known:
                    continue
                if len(known) > most:
                    raise ProblemError(
                        f"The {len(parts)} parts of {region.name} have more than {most:,} "
                        "symmetries together: leave out parts, or symmetry."
                    )
                known.add(image.tobytes())
                ways = np.array([move.orientations for move in chosen])
                orientations = ways[of_option, board.orientation]
                yield Image(image, board.options_at(image, orientations), rotations)


def _moves(
    board: Any, parts: Sequence[I64], rotations: bool
) -> dict[tuple[int, ...], list[list[_Move]]]:
    """Return the moves of each part, by the pieces that pieces become; no two have one effect."""
    region, lattice = board.region, board.region.lattice
    kinds = 2 * region.colour_codes + region.may_stay_empty
    cells = [[region.cells[k] for k in part.tolist()] for part in parts]
    found: dict[tuple[int, ...], list[list[_Move]]] = defaultdict(lambda: [[] for _ in parts])
    for element in lattice.rotations if rotations else lattice.elements:
        ways = board.orientations_under(element)
        if ways is None:
            continue
        becomes = tuple(board.orientations[way].piece for way in ways)
        for one, other in product(range(len(parts)), repeat=2):
            images = lattice.images_of(cells[one], element)
            if lattice.normalised(images) != lattice.normalised(cells[other]):
                continue
            rank = np.argsort(sorted(range(len(images)), key=images.__getitem__))
            move = _Move(other, parts[other][rank], ways)
            alike = any(np.array_equal(move.cells, each.cells) for each in found[becomes][one])
            if not alike and np.array_equal(kinds[parts[one]], kinds[move.cells]):
                found[becomes][one].append(move)
    return found


def _permuted(
    moves: Sequence[Sequence[_Move]], taken: tuple[int, ...]
) -> Iterator[tuple[_Move, ...]]:
    """Yield all choices of a move of each part that take no two parts to one."""
    if not moves:
        yield ()
        return
    for move in moves[0]:
        if move.to not in taken:
            for others in _permuted(moves[1:], (*taken, move.to)):
                yield (move, *others)
