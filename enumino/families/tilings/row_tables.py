"""The tables that rows of tilings are made with (`enumino.enum.kernels.tiling_rows`)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.tiling_rows import Tables
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE, Lattice


def tables_of(board: Board, option_images: Mapping[int, npt.NDArray[np.int32]]) -> Tables:
    """Return the tables of a board.

    Parameters
    ----------
    board : Board
    option_images : mapping
        By image of the region: where it takes the options. These symmetries count.
    """
    letters = [orientation.letter.encode() for orientation in board.orientations]
    sizes = np.array([len(letter) for letter in letters], np.uint8)
    glyphs = np.zeros((len(letters), 4), np.uint8)
    for glyph, letter in zip(glyphs, letters, strict=True):
        glyph[: len(letter)] = np.frombuffer(letter, np.uint8)
    codes = np.array(list(option_images), np.int64)
    landmark = board.landmark(option_images)
    images = np.array(list(option_images.values()), np.int32)
    return new_tables(
        len(board.region),
        board.starts,
        board.members,
        glyphs[board.orientation],
        sizes[board.orientation],
        board.region.images[codes],
        codes,
        images.reshape(len(codes), len(board)),
        board.region.lattice,
        at_piece=board.piece == landmark.piece,
        at_cell=[] if landmark.piece is not None else [landmark.cell],
    )


def new_tables(
    cells: int,
    starts: npt.NDArray[np.int64],
    members: npt.NDArray[np.integer],
    glyphs: npt.NDArray[np.uint8],
    glyph_sizes: npt.NDArray[np.uint8],
    images: npt.NDArray[np.int64],
    codes: npt.NDArray[np.int64],
    option_images: npt.NDArray[np.int32],
    lattice: Lattice = SQUARE,
    *,
    at_piece: npt.ArrayLike = (),
    at_cell: npt.ArrayLike = (0,),
) -> Tables:
    """Return the tables of a problem.

    Parameters
    ----------
    cells : int
        Cells of the region, n; they are numbered in row-major order.
    starts, members : int64[m + 1], int32[...]
        The cells of option i are ``members[starts[i]:starts[i + 1]]``, ascending. Options are
        sorted by first cell.
    glyphs, glyph_sizes : uint8[m, 4], uint8[m]
        The UTF-8 bytes of the letter of each option's orientation, and their number.
    images, codes : int64[g, n], int64[g]
        The symmetries that count, without the identity; with it they must be a group. Symmetry k
        takes cell i to ``images[k, i]`` and is image number ``codes[k]``.
    option_images : int32[g, m]
        The option that each symmetry takes each option to.
    lattice : Lattice
        Which numbers the images and names the symmetry classes.
    at_piece, at_cell : bool[m], int64[...]
        Where images are compared first: the options of a piece, and no cell; or else a cell.
    """
    sources = np.argsort(images.reshape(codes.size, cells), axis=1)
    sizes = np.diff(starts)
    within = np.minimum(np.arange(sizes.max(initial=0)), sizes[:, np.newaxis] - 1)
    return Tables(
        limits=np.array([glyph_sizes.max(initial=1)], np.int64),
        cells=members[starts[:-1, np.newaxis] + within].astype(np.uint32),
        first=members[starts[:-1]].astype(np.uint32),
        glyphs=np.ascontiguousarray(glyphs, np.uint8),
        glyph_sizes=np.ascontiguousarray(glyph_sizes, np.uint8),
        codes=np.ascontiguousarray(codes, np.int64),
        sources=sources.astype(np.uint32),
        option_images=np.array(option_images, np.uint32).reshape(codes.size, starts.size - 1),
        subgroups=np.array(list(lattice.code_of), np.int64),
        classes=np.array(list(lattice.code_of.values()), np.int8),
        at_piece=np.array(at_piece, np.bool_),
        at_cell=np.array(at_cell, np.int64),
    )
