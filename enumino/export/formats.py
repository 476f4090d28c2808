"""Formats by name, and functions that write datasets in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from enumino.errors import ProblemError
from enumino.export import burrtools, covers, solids
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import CUBIC
from enumino.objects.polyform import Polyform
from enumino.objects.tiling import Tiling
from enumino.words import in_a_line, quoted

if TYPE_CHECKING:
    from enumino.datasets.dataset import Dataset


def exported(
    dataset: Dataset, name: str, where: str | None = None, limit: int | None = None, **how: Any
) -> Iterator[bytes]:
    """Yield the parts of a file with the rows or totals of a dataset in a format.

    Solids take a `size`; `flat` gives the pieces of tilings.
    """
    if name not in FORMATS:
        raise ProblemError(f"There is no format {quoted(name)}: choose from {', '.join(FORMATS)}.")
    return FORMATS[name](dataset, where, limit, **how)


def _objects(dataset: Dataset, where: str | None, limit: int | None) -> Iterator[Any]:
    return islice(dataset.objects(where), limit)


def _coordinates(dataset: Dataset, where: str | None, limit: int | None) -> Iterator[bytes]:
    """Yield the cells of each shape in a line, with x to the right and y downwards."""
    for shape in _objects(dataset, where, limit):
        if not isinstance(shape, Polyform) or shape.lattice != SQUARE:
            raise ProblemError(f"This format is for polyominoes, not for {dataset.manifest.title}.")
        yield (" ".join(f"{c} {r}" for r, c in shape.cells) + "\n").encode()


def _shapes(dataset: Dataset, where: str | None, limit: int | None) -> Iterator[Polyform | Tiling]:
    for thing in _objects(dataset, where, limit):
        if not isinstance(thing, Polyform | Tiling):
            raise ProblemError(
                f"This format is for polyforms and tilings, not for {dataset.manifest.title}."
            )
        yield thing


def _graph6(dataset: Dataset, where: str | None, limit: int | None) -> Iterator[bytes]:
    for shape in _shapes(dataset, where, limit):
        yield f"{graph6(shape)}\n".encode()


def graph6(thing: Polyform | Tiling) -> str:
    """Return a graph in McKay's format graph6, which nauty, NetworkX and Sage read.

    Vertices are the cells of a polyform in reading order, or the pieces of a tiling in order of
    their first cells; pieces are adjacent if two of their cells are.
    """
    if isinstance(thing, Tiling):
        lattice, vertices = thing.region.lattice, [piece.cells for piece in thing.pieces]
    else:
        lattice, vertices = thing.lattice, [(cell,) for cell in thing.cells]
    owners = {cell: k for k, cells in enumerate(vertices) for cell in cells}
    near = {
        (k, owners.get(each)) for cell, k in owners.items() for each in lattice.neighbours(cell)
    }
    number = len(vertices)
    bits = f"{number:06b}" if number < 63 else f"111111{number:018b}"
    bits += "".join("01"[(a, b) in near] for b in range(number) for a in range(b))
    sixes = (bits[k : k + 6].ljust(6, "0") for k in range(0, len(bits), 6))
    return "".join(chr(63 + int(six, 2)) for six in sixes)


def _stl(
    dataset: Dataset,
    where: str | None,
    limit: int | None,
    size: solids.Size = solids.STANDARD,
    flat: bool = False,
) -> Iterator[bytes]:
    if not flat:
        return map(str.encode, solids.stl(_shapes(dataset, where, limit), size))
    copies = [(name, shape) for name, shape, most in pieces_of(dataset) for _ in range(most)]
    return map(str.encode, solids.lying(copies, size))


def pieces_of(dataset: Dataset) -> list[tuple[str, Polyform, int]]:
    """Return the pieces of tilings, with names for files and their numbers of copies."""
    if (board := dataset.row_kind.board) is None:
        raise ProblemError(
            "Only tilings of one region have pieces to print: leave out --puzzle and --each."
        )
    names = [re.sub("[^A-Za-z0-9]+", "-", piece.name) for piece in board.placed]
    shapes = [piece.shape for piece in board.placed]
    return [*zip(names, shapes, board.uses[1].tolist(), strict=False)]


def _bfile(dataset: Dataset, where: str | None, limit: int | None) -> Iterator[bytes]:
    if where is not None or limit is not None:
        raise ProblemError("A b-file has totals only: leave out the condition and the limit.")
    yield dataset.totals.bfile().encode()


def _xmpuzzle(dataset: Dataset, where: str | None, limit: int | None) -> Iterator[bytes]:
    board = dataset.row_kind.board
    if board is None or board.region.lattice not in (SQUARE, CUBIC):
        raise ProblemError(
            "Only tilings of one region of cubes or squares are written for BurrTools, not "
            f"{dataset.manifest.title}."
        )
    tilings = list(_objects(dataset, where, limit))
    complete = dataset.has_all and len(tilings) == len(dataset)
    yield burrtools.written(board, tilings, complete)


def _dlx(dataset: Dataset, where: str | None, limit: int | None) -> Iterator[bytes]:
    if where is not None or limit is not None:
        raise ProblemError("DLX has the problem and no rows: leave out the condition and limit.")
    board, cover = dataset.row_kind.board, getattr(dataset.row_kind, "problem", None)
    if board is None and cover is None:
        raise ProblemError(
            f"DLX is for tilings of a region and exact covers, not for {dataset.manifest.title}."
        )
    yield f"| the problem of: {in_a_line(dataset.manifest.title)}\n".encode()
    yield from map(str.encode, covers.of_board(board) if board else covers.of_problem(cover))


FORMATS: dict[str, Callable[..., Iterator[bytes]]] = {
    "xmpuzzle": _xmpuzzle,
    "coordinates": _coordinates,
    "bfile": _bfile,
    "dlx": _dlx,
    "graph6": _graph6,
    "stl": _stl,
}
